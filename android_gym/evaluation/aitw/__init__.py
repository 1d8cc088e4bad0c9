"""Episodes in the format of Android in the Wild: reading, showing, replaying, recording, splits."""
