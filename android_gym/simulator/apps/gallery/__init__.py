"""Simple Gallery Pro 6.28.1: shows folders of pictures and videos, with a viewer and an editor."""
