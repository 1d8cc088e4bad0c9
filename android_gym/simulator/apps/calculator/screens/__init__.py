"""Calculator's screens."""
