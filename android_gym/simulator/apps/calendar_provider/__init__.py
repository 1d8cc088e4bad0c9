"""The calendar provider: calendars, events, reminders, attendees."""
