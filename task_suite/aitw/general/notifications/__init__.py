"""Showing notifications."""
