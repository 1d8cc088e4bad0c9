"""Phones that an environment can drive, found by name."""
