"""AndroidWorld's tasks of the phone's settings."""
