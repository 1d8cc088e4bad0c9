"""Tasks of our own about Broccoli."""
