"""MediaStore: the media files in shared storage, at ``content://media``."""
