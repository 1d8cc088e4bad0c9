"""AndroidWorld's tasks of Camera."""
