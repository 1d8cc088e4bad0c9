"""Tasks of our own about Google Tasks."""
