"""SPA-Bench's Chinese tasks of Clock."""
