"""PermissionController: the runtime permission dialog."""
