"""Joplin's settings, stored in the file ``settings.json``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, cast, get_args

from android_gym.errors import FileError
from android_gym.simulator.apps.joplin.model import Listing, Order
from android_gym.simulator.ui.activity import Context

__all__ = ["DEFAULTS", "Settings", "Value"]

Value = str | int | bool

MOST: Final = 1 << 20
"""Maximum size in bytes of a settings file that is read."""

SCHEMA_ADDRESS: Final = "https://joplinapp.org/schema/settings.json"

DEFAULTS: Final[Mapping[str, Value]] = {
    "sync.target": 0,
    "sync.2.path": "",
    "sync.5.path": "",
    "sync.5.username": "",
    "sync.5.password": "",
    "sync.6.path": "",
    "sync.6.username": "",
    "sync.6.password": "",
    "sync.8.path": "",
    "sync.8.url": "https://s3.amazonaws.com/",
    "sync.8.region": "",
    "sync.8.username": "",
    "sync.8.password": "",
    "sync.8.forcePathStyle": False,
    "sync.9.path": "",
    "sync.9.username": "",
    "sync.9.password": "",
    "sync.resourceDownloadMode": "always",
    "sync.interval": 300,
    "sync.mobileWifiOnly": False,
    "sync.wipeOutFailSafe": True,
    "locale": "en_GB",
    "dateFormat": "DD/MM/YYYY",
    "timeFormat": "HH:mm",
    "theme": 1,
    "themeAutoDetect": False,
    "preferredLightTheme": 1,
    "preferredDarkTheme": 2,
    "style.editor.fontSize": 15,
    "editor.mobile.spellcheckEnabled": True,
    "editor.mobile.toolbarEnabled": True,
    "imageResizing": "alwaysAsk",
    "trackLocation": True,
    "voiceTypingBaseUrl": "",
    "net.ignoreTlsErrors": False,
    "net.proxyEnabled": False,
    "net.proxyUrl": "",
    "net.proxyTimeout": 1,
    "revisionService.enabled": True,
    "revisionService.ttlDays": 90,
    "trash.autoDeletionEnabled": True,
    "trash.ttlDays": 90,
    "plugins.enableWebviewDebugging": False,
    "notes.sortOrder.field": "user_updated_time",
    "notes.sortOrder.reverse": True,
    "uncompletedTodosOnTop": True,
    "showCompletedTodos": True,
}
"""Default values by key."""


@lru_cache(maxsize=16)
def _read(content: bytes) -> Mapping[str, Any]:
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


class Settings:
    """The app's settings.

    Args:
        context: The app's context.
    """

    def __init__(self, context: Context) -> None:
        self._files = context.system.files
        self._path = f"{context.data_dir}/files/settings.json"

    def _kept(self) -> Mapping[str, Any]:
        try:
            if self._files.stat(self._path).size > MOST:
                return {}
            return _read(self._files.read(self._path))
        except FileError:
            return {}

    def get(self, key: str) -> Value:
        """Return a value; the default if the file has none or one of another type."""
        default = DEFAULTS[key]
        value = self._kept().get(key, default)
        return value if type(value) is type(default) else default

    def flag(self, key: str) -> bool:
        """Return a boolean setting."""
        return bool(self.get(key))

    def put(self, changes: Mapping[str, Value]) -> None:
        """Store values; those equal to the default are left out of the file."""
        kept = {**self._kept(), **changes}
        kept.pop("$schema", None)
        rest = {key: value for key, value in kept.items() if DEFAULTS.get(key) != value}
        text = json.dumps({"$schema": SCHEMA_ADDRESS, **rest}, indent=1, ensure_ascii=False)
        folder = self._path.rpartition("/")[0]
        if not self._files.exists(folder):
            self._files.mkdir(folder, parents=True)
        self._files.write_text(self._path, text)

    def listing(self) -> Listing:
        """Return the sort order of lists."""
        order = self.get("notes.sortOrder.field")
        return Listing(
            cast(Order, order) if order in get_args(Order) else "user_updated_time",
            self.flag("notes.sortOrder.reverse"),
            self.flag("uncompletedTodosOnTop"),
            self.flag("showCompletedTodos"),
        )
