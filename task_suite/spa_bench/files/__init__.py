"""SPA-Bench's tasks of Files."""
