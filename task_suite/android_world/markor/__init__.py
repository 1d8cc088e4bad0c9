"""AndroidWorld's tasks of Markor."""
