"""AndroidWorld's tasks of opening apps."""
