"""From a hand and its situation to its best arrangement, with every wild named."""
