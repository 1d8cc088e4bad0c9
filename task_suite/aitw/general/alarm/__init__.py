"""Setting alarms."""
