"""Tasks of our own about Joplin."""
