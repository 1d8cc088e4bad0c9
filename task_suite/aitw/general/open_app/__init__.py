"""Opening apps."""
