"""AndroidWorld's tasks of Contacts."""
