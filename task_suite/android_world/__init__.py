"""AndroidWorld's tasks, one module for each app."""

NAMESPACE = "AndroidWorld"
