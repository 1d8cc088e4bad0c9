"""Tasks' screens."""
