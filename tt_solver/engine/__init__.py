"""The exact search, on plain integers: it knows card codes and costs, not cards or text."""
