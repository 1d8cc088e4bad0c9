"""Simple Gallery Pro 6.28.1: folders with pictures and videos, a viewer, an editor."""
