"""Tasks of our own about Retro Music."""
