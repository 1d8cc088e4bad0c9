"""AndroidWorld's tasks of Retro Music."""
