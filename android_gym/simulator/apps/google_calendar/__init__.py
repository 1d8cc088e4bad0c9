"""Google Calendar, based on the calendar provider."""
