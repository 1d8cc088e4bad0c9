"""Tasks about Broccoli."""
