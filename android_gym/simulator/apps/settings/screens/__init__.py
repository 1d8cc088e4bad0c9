"""Settings' pages."""
