"""Google Tasks: task lists."""
