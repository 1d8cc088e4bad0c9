"""Retro Music's screens."""
