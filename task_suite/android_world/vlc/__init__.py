"""AndroidWorld's tasks of VLC."""
