"""SPA-Bench's tasks of Keep."""
