"""Tasks of our own about Camera."""
