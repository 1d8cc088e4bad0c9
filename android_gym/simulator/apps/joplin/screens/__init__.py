"""Joplin's screens."""
