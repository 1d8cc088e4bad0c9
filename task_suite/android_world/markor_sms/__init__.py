"""AndroidWorld's tasks of Markor and Simple SMS Messenger together."""
