"""Tasks of our own about Simple SMS Messenger."""
