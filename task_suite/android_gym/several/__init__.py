"""Tasks of our own over several apps."""
