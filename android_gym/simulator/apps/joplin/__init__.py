"""Joplin: notes and to-dos in notebooks, written in Markdown."""
