"""Episodes in the format of Android in the Wild: read, shown, replayed, recorded, split."""
