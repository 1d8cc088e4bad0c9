"""AndroidWorld's task of Simple Gallery Pro."""
