"""Packages without an app of ours: they open, and say what they lack."""
