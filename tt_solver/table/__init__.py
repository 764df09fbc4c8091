"""What players ask during a round: what to draw, throw, lay down or lay off; and dealing."""
