"""Notifications of an app."""
