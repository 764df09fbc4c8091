"""The compiled twin of the readers and writers of recorded hands."""
