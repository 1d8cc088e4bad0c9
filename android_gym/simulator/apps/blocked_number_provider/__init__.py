"""The list of blocked numbers."""
