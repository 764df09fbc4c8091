"""The game: cards, house rules, the calendar of rounds, and what a legal meld is."""
