"""Google's Calculator: exact arithmetic, history."""
