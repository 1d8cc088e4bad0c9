"""SPA-Bench's Chinese tasks of Settings."""
