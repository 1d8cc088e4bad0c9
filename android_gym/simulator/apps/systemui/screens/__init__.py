"""SystemUI's windows."""
