"""AndroidWorld's tasks of Simple SMS Messenger."""
