"""The launcher's pages: the home screen, all apps, Recents."""
