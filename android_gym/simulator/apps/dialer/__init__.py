"""Phone (Google Dialer): dial pad, recents, contacts, calls."""
