"""The framework's own windows (package ``android``): app chooser, share sheet, error dialogs."""
