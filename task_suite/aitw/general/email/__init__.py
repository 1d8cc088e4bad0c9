"""Looking at the mail."""
