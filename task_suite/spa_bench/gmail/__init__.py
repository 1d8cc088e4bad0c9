"""SPA-Bench's tasks of Gmail."""
