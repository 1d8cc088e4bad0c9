"""Simple Draw Pro's screens."""
