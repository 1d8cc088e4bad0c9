"""SPA-Bench's tasks of Calculator."""
