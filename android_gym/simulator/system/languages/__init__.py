"""Texts of the phone in other languages, a file each; see `system.locales`."""
