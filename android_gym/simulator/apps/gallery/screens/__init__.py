"""Simple Gallery Pro's screens."""
