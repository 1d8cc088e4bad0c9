"""Clock's screens: a module for each tab of the main activity, and for each other activity."""
