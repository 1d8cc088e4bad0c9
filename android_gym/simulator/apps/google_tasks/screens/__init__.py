"""Google Tasks' screens."""
