"""PermissionController: dialogs that ask for runtime permissions and roles."""
