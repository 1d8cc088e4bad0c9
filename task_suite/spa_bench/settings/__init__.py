"""SPA-Bench's tasks of Settings."""
