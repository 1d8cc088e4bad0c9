"""``content://contacts``: what Android 1.x called people and phones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from android_gym.simulator.apps.contacts_provider.provider import ContactsProvider, Rows
from android_gym.simulator.ui.activity import Context

__all__ = ["LegacyContactsProvider"]

_KINDS = {"people": "person", "phones": "phone"}
_VIEWS = {"people": "view_v1_people", "phones": "view_v1_phones"}


class LegacyContactsProvider:
    """Reads people and phones."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._provider = ContactsProvider(context)

    def query(
        self,
        uri: str,
        projection: Sequence[str] | None = None,
        where: str | None = None,
        sort: str | None = None,
        parameters: Sequence[Any] = (),
    ) -> Rows:
        """Rows of one of the views."""
        path = [part for part in uri.partition("://")[2].partition("?")[0].split("/")[1:] if part]
        if not path or path[0] not in _VIEWS or len(path) > 2:
            raise ValueError(f"Unknown URL {uri}")
        number = f"_id = {int(path[1])}" if path[1:] and path[1].isdecimal() else None
        if path[1:] and number is None:
            raise ValueError(f"Unknown URL {uri}")
        return self._provider.select(_VIEWS[path[0]], projection, [number, where], parameters, sort)

    def get_type(self, uri: str) -> str | None:
        """The MIME type behind a URI."""
        last = uri.rstrip("/").rpartition("/")[2]
        return f"vnd.android.cursor.dir/{_KINDS[last]}" if last in _KINDS else None
