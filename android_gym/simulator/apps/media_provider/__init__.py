"""MediaStore: what media there is on shared storage, at content://media."""
