"""Tasks of our own about Simple Calendar Pro."""
