"""Joplin's dialogs: Android's own alerts, and boxes that the app draws itself."""
