"""The package installer's dialog for uninstalling an app."""
