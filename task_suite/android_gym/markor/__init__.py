"""Tasks of our own about Markor."""
