"""Google's Calculator: exact arithmetic, and a history."""
