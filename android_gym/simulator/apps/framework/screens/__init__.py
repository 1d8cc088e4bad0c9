"""The framework's windows: the choice among apps, and dialogs over an app."""
