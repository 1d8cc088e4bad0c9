"""SPA-Bench's tasks of notifications, of apps that it brings to the phone."""
