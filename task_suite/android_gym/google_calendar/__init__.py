"""Tasks of our own about Google Calendar."""
