"""Google Calendar, over the calendar provider."""
