"""AndroidWorld's tasks of Simple Calendar Pro."""
