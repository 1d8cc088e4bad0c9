"""The messenger's screens."""
