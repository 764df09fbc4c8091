"""From text to cards: hands and laydowns as players write them."""
