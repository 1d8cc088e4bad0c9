"""Tasks of our own about Keep."""
