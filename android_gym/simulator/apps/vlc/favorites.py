"""Favourite folders, in ``vlc_database``, which VLC keeps next to the library's database."""

from __future__ import annotations

import posixpath
from typing import Final
from urllib.parse import quote, unquote

from android_gym.simulator.appkit.columns import text_of
from android_gym.simulator.appkit.room import RoomSchema
from android_gym.simulator.apps.vlc.model import ROOT
from android_gym.simulator.ui.activity import Context

__all__ = ["Favorites"]

_SCHEME: Final = "file://"
_LOCAL: Final = 1
"""``TYPE_LOCAL_FAV`` in VLC's constants; 0 is a network favourite."""

_SCHEMA: Final = RoomSchema(
    "vlc_database",
    version=33,
    script="""
CREATE TABLE android_metadata (locale TEXT);
INSERT INTO android_metadata VALUES ('en_US');
CREATE TABLE `fav_table` (`uri` TEXT NOT NULL, `type` INTEGER NOT NULL, `title` TEXT NOT NULL,
`icon_url` TEXT, PRIMARY KEY(`uri`));
CREATE TABLE room_master_table (id INTEGER PRIMARY KEY,identity_hash TEXT);
""",
)


class Favorites:
    """Reads and changes the user's favourite folders."""

    def __init__(self, context: Context) -> None:
        self._database = _SCHEMA.open(context)

    def all(self) -> list[str]:
        """Return the paths of the favourites in shared storage, sorted."""
        rows = self._database.query("SELECT uri FROM fav_table WHERE type = ?", (_LOCAL,))
        uris = [text_of(uri) for (uri,) in rows]
        paths = [unquote(uri.removeprefix(_SCHEME)) for uri in uris if uri.startswith(_SCHEME)]
        return sorted(path for path in paths if f"{path}/".startswith(f"{ROOT}/"))

    def toggle(self, path: str) -> None:
        """Add a folder to the favourites, or remove it."""
        uri = _SCHEME + quote(path)
        removed = self._database.execute("DELETE FROM fav_table WHERE uri = ?", (uri,))
        if not removed.rowcount:
            title = posixpath.basename(path)
            self._database.insert("fav_table", {"uri": uri, "type": _LOCAL, "title": title})
