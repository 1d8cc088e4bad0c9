"""Joplin's dialogs: Android alerts, and boxes that the app draws itself."""
