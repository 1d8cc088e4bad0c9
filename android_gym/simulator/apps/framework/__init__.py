"""The framework's own activities (package ``android``): the app chooser and the share sheet."""
