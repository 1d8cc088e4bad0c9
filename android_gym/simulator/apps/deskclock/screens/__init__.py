"""Clock's screens: one module per tab of the main activity and per other activity."""
