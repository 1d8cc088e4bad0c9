"""Looking at events of the calendar."""
