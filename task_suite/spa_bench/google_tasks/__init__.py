"""SPA-Bench's tasks of Google Tasks."""
