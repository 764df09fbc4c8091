"""Files of recorded hands: read, scored chunk by chunk, and written, whatever their format."""
