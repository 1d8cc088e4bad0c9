"""Tasks of our own about Simple Draw Pro."""
