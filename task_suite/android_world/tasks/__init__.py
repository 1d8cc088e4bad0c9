"""Questions about Tasks.org."""
