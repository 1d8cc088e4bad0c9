"""Screens of Phone."""
