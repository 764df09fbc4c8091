"""The compiled twin of the dealer."""
