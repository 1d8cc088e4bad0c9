"""Tasks of our own about Settings, a file for each part of it."""
