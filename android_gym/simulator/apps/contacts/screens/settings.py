"""Settings: how lists are sorted, and names written."""

from __future__ import annotations

from android_gym.simulator.appkit.preferences import Category, ListPreference, PreferenceActivity
from android_gym.simulator.apps.contacts.actions import ContactsScreen
from android_gym.simulator.apps.contacts.storage import NAME_FORMAT, SORT_BY

__all__ = ["SettingsActivity"]


class SettingsActivity(ContactsScreen, PreferenceActivity):
    """Two settings under a heading."""

    ROWS = (
        Category("Display"),
        ListPreference(SORT_BY, "Sort by", choices=((1, "First name"), (2, "Last name"))),
        ListPreference(
            NAME_FORMAT, "Name format", choices=((1, "First name first"), (2, "Last name first"))
        ),
    )
