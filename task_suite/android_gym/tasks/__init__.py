"""Tasks of our own about Tasks.org."""
