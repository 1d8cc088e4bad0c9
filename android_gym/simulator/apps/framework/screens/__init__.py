"""The framework's windows: the choosers of apps, and dialogs over an app."""
