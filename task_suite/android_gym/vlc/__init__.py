"""Tasks of our own about VLC."""
