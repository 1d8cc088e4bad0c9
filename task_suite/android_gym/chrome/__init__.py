"""Tasks of our own about Chrome."""
