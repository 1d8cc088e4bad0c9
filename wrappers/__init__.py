"""Gymnasium wrappers, one a file."""
