"""The content provider of ``content://contacts``: people and phones, as in Android 1.x."""

from __future__ import annotations

from android_gym.simulator.appkit.providers import ContentProvider, Source, Uri
from android_gym.simulator.apps.contacts_provider.storage import open_contacts
from android_gym.simulator.system.databases import Database

__all__ = ["LegacyContactsProvider"]

_KINDS = {"people": "person", "phones": "phone"}
_VIEWS = {"people": "view_v1_people", "phones": "view_v1_phones"}


class LegacyContactsProvider(ContentProvider):
    """Provides people and phones, read-only."""

    WRITES = frozenset()

    def open(self) -> Database:
        """Open the database of contacts."""
        return open_contacts(self.context)

    def source(self, uri: Uri) -> Source:
        """Return the source of a view, or of a row in it."""
        match uri.path:
            case (name,) if name in _VIEWS:
                return Source(_VIEWS[name])
            case (name, number) if name in _VIEWS and number.isdecimal():
                return Source(_VIEWS[name], ("_id = ?",), (int(number),))
        raise uri.unknown()

    def get_type(self, uri: str) -> str | None:
        """Return the MIME type of a URI."""
        last = uri.rstrip("/").rpartition("/")[2]
        return f"vnd.android.cursor.dir/{_KINDS[last]}" if last in _KINDS else None
