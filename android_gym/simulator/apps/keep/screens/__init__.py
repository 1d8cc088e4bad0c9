"""Keep's screens."""
