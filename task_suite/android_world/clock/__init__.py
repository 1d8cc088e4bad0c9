"""AndroidWorld's tasks of Clock."""
