"""Phone's screens."""
