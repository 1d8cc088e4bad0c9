"""Simple Draw Pro 6.9.3: a canvas to draw on, saved as PNG, SVG or JPEG."""
