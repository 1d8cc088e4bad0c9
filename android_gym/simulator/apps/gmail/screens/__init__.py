"""Gmail's screens."""
