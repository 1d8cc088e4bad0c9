"""AndroidWorld's task of Simple Draw Pro."""
