"""Chrome's preferences, and the file with its open tabs."""

from __future__ import annotations

import struct
from typing import Final

from android_gym.errors import FileError
from android_gym.simulator.apps.chrome.model import MOST_TABS, NTP, Entry, Tab, Tabs
from android_gym.simulator.apps.chrome.urls import ENGINES
from android_gym.simulator.ui.activity import Context

__all__ = ["FIRST_RUN", "Settings", "load_tabs", "save_tabs"]

FIRST_RUN: Final = "first_run_flow"
"""Preference that is set once the first run experience is complete."""

_VERSION: Final = 5
_MOST_BYTES: Final = 4 << 20


class Settings:
    """Typed access to Chrome's preferences."""

    def __init__(self, context: Context) -> None:
        self._kept = context.preferences()

    def on(self, key: str, default: bool = True) -> bool:
        """Return a boolean preference."""
        value = self._kept.get(key, default)
        return value if isinstance(value, bool) else default

    def text(self, key: str, default: str = "") -> str:
        """Return a string preference."""
        value = self._kept.get(key, default)
        return value if isinstance(value, str) else default

    def number(self, key: str, default: int) -> int:
        """Return an integer preference."""
        value = self._kept.get(key, default)
        return value if isinstance(value, int) and not isinstance(value, bool) else default

    def put(self, **values: str | bool | int) -> None:
        """Set preferences."""
        self._kept.put(**values)

    def may_pop_up(self, place: str) -> bool:
        """Return whether pages of a site may open pop-ups without a user gesture."""
        return self.on("popups_allowed", False) or place in self._popping_up

    def allow_popups(self, place: str) -> None:
        """Allow pop-ups of a site permanently."""
        if not self.may_pop_up(place):
            self.put(popup_sites="\n".join((*self._popping_up, place)))

    @property
    def _popping_up(self) -> list[str]:
        return self.text("popup_sites").splitlines()

    @property
    def engine(self) -> str:
        """Key of the search engine."""
        kept = self.text("search_engine", "google")
        return kept if kept in (key for key, _, _ in ENGINES) else "google"

    @property
    def homepage(self) -> str:
        """URL that the home button opens; empty if there is no such button."""
        if not self.on("homepage"):
            return ""
        if self.on("Chrome.Homepage.UseNTP"):
            return NTP
        return self.text("Chrome.Homepage.CustomUri") or NTP

    @property
    def theme(self) -> int:
        """Theme: 0 the system's, 1 light, 2 dark (ThemeType)."""
        kept = self.number("ui_theme_setting", 0)
        return kept if kept in (0, 1, 2) else 0

    @property
    def text_scale(self) -> int:
        """Size of pages' text in percent, 50 to 200."""
        return min(200, max(50, self.number("text_scale", 100)))


def _path(context: Context) -> str:
    return f"{context.data_dir}/app_tabs/0/tab_state0"


def save_tabs(context: Context, tabs: Tabs) -> None:
    """Write the file with the regular tabs (TabPersistentStore's, version 5)."""
    kept = tabs.of(incognito=False)
    index = next((i for i, tab in enumerate(kept) if tab.id == tabs.current), len(kept) - 1)
    data = struct.pack(">iiiii", _VERSION, len(kept), 0, -1, index)
    for tab in kept:
        url = tab.url.encode("utf-8", "surrogatepass")[:65535]
        data += struct.pack(">iH", tab.id, len(url)) + url
    files, path = context.system.files, _path(context)
    if files.is_file(path) and files.read(path) == data:
        return
    folder = path.rpartition("/")[0]
    if not files.exists(folder):
        files.mkdir(folder, parents=True, mode=0o700, owner=context.uid)
    files.write(path, data, mode=0o600, owner=context.uid)


def load_tabs(context: Context) -> Tabs:
    """Read the tabs of the last run; none if the file is missing or invalid."""
    files, path = context.system.files, _path(context)
    try:
        if not files.is_file(path) or files.stat(path).size > _MOST_BYTES:
            return Tabs()
        data = files.read(path)
        version, count, _, _, index = struct.unpack_from(">iiiii", data)
        if version != _VERSION or not 0 <= count <= MOST_TABS:
            return Tabs()
        tabs: list[Tab] = []
        at = 20
        for _ in range(count):
            number, length = struct.unpack_from(">iH", data, at)
            url = data[at + 6 : at + 6 + length].decode("utf-8", "replace")
            at += 6 + length
            if number > 0 and number not in (tab.id for tab in tabs):
                tabs.append(Tab(number, (Entry(url or NTP),), loads=1))
    except (FileError, struct.error):
        return Tabs()
    if not tabs:
        return Tabs()
    current = tabs[index] if 0 <= index < len(tabs) else tabs[-1]
    return Tabs(tuple(tabs), current.id, max(tab.id for tab in tabs) + 1)
