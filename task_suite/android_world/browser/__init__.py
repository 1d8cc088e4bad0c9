"""AndroidWorld's tasks of the browser."""
