"""Apps of the emulator's image that are there to be seen: they open, and say what they lack."""
