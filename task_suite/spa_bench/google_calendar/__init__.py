"""SPA-Bench's tasks of Google Calendar."""
