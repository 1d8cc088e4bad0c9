"""AndroidWorld's tasks of copying a text."""
