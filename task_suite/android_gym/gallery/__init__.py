"""Tasks of our own about Simple Gallery Pro."""
