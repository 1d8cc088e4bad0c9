"""Simple Draw Pro 6.9.3: a sheet to draw on, saved as PNG, SVG or JPEG."""
