"""AndroidWorld's browser tasks."""
