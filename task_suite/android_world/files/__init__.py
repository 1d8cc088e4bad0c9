"""AndroidWorld's tasks of Files."""
