"""Scripted policies that solve tasks through the screen alone."""
