"""Tasks of our own about Contacts."""
