"""The Pixel launcher: home screen, all apps, recents."""
