"""The Play Store: opening it, and installing apps."""
