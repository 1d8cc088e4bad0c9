"""Screens of Contacts."""
