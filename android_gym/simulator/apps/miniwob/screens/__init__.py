"""The app's screen."""
