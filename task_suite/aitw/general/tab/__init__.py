"""Opening tabs in Chrome."""
