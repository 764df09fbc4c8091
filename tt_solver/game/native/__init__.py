"""The compiled twin of the game: cards and rules in numbers, and the judge of melds."""
