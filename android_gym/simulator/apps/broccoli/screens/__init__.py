"""Broccoli's screens."""
