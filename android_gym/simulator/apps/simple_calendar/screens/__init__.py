"""Simple Calendar Pro's screens."""
