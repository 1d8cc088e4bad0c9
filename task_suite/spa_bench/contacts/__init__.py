"""SPA-Bench's tasks of Contacts."""
