"""VLC's screens."""
