"""PermissionController's screens."""
