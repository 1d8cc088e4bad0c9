"""The Play Store's screens."""
