"""Simple Calendar Pro 6.22.2: events, tasks, repetition and reminders."""
