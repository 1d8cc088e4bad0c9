"""Questions about Joplin."""
