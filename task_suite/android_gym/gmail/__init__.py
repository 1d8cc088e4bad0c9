"""Tasks of our own about Gmail."""
