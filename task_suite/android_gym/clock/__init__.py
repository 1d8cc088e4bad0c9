"""Tasks of our own about Clock."""
