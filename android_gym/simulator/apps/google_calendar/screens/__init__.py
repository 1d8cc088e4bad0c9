"""Google Calendar's screens."""
