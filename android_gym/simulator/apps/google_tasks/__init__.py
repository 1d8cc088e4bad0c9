"""Google Tasks: lists of things to do."""
