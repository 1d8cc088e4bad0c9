"""SPA-Bench's tasks of Clock."""
