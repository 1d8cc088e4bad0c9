"""SPA-Bench's tasks over several apps that this phone has."""
