"""Settings of an app."""
