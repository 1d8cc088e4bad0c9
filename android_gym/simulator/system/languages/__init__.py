"""Translations of the phone's texts, one file for each language; see `system.locales`."""
