"""Tasks of our own about Files."""
