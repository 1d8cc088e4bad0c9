"""Chrome's preferences, and the files with its open tabs."""

from __future__ import annotations

import struct
from dataclasses import replace
from typing import Final

from android_gym.errors import FileError
from android_gym.simulator.apps.chrome.model import MOST_ENTRIES, MOST_TABS, NTP, Entry, Tab, Tabs
from android_gym.simulator.apps.chrome.urls import ENGINES
from android_gym.simulator.ui.activity import Context

__all__ = ["FIRST_RUN", "Settings", "load_tabs", "save_tabs"]

FIRST_RUN: Final = "first_run_flow"
"""Preference that is set once the first run experience is complete."""

_VERSION: Final = 5
_TAB_VERSION: Final = 1
_MOST_LISTED: Final = 65535
_MOST_BYTES: Final = 4 << 20
"""Size of the file with the list of tabs, and of the file of each tab."""


class Settings:
    """Typed access to Chrome's preferences."""

    def __init__(self, context: Context) -> None:
        self._kept = context.preferences()

    def on(self, key: str, default: bool = True) -> bool:
        """Return a boolean preference."""
        return self._kept.get(key, default)

    def text(self, key: str, default: str = "") -> str:
        """Return a string preference."""
        return self._kept.get(key, default)

    def number(self, key: str, default: int) -> int:
        """Return an integer preference."""
        return self._kept.get(key, default)

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


def _folder(context: Context) -> str:
    return f"{context.data_dir}/app_tabs/0"


def _path(context: Context) -> str:
    return f"{_folder(context)}/tab_state0"


def _tab_path(context: Context, number: int) -> str:
    return f"{_folder(context)}/tab{number}"


def _write(context: Context, path: str, data: bytes) -> None:
    files, folder = context.system.files, _folder(context)
    if files.is_file(path) and files.read(path) == data:
        return
    if not files.exists(folder):
        files.mkdir(folder, parents=True, mode=0o700, owner=context.uid)
    files.write(path, data, mode=0o600, owner=context.uid)


def _read(context: Context, path: str) -> bytes:
    """Return the content of a file; empty if there is none, or it is too large."""
    files = context.system.files
    there = files.is_file(path) and files.stat(path).size <= _MOST_BYTES
    return files.read(path) if there else b""


def _listed(url: str) -> str:
    """Return as much of a URL as the list of tabs has room for."""
    return url.encode("utf-8", "ignore")[:_MOST_LISTED].decode("utf-8", "ignore")


def save_tabs(context: Context, tabs: Tabs, before: Tabs) -> None:
    """Write the file with the regular tabs (TabPersistentStore's, version 5), and that of each.

    Args:
        context: Chrome's context.
        tabs: The tabs.
        before: The tabs when they were saved last: only the files of others are written.
    """
    _save_list(context, tabs)
    known = {tab.id: tab for tab in before.of(incognito=False)}
    for tab in tabs.of(incognito=False):
        if known.pop(tab.id, None) is not tab:
            _write(context, _tab_path(context, tab.id), _history_bytes(tab))
    for number in known:
        path = _tab_path(context, number)
        if context.system.files.is_file(path):
            context.system.files.remove(path)


def _history_bytes(tab: Tab) -> bytes:
    """Return a tab's navigation history for its file; of a huge one, a part."""
    first, end = 0, len(tab.entries)
    while True:
        data = struct.pack(">iii?", _TAB_VERSION, end - first, tab.index - first, tab.desktop)
        for entry in tab.entries[first:end]:
            for text in (entry.url, entry.title):
                given = text.encode("utf-8", "surrogatepass")
                data += struct.pack(">i", len(given)) + given
        if len(data) <= _MOST_BYTES or end - first == 1:
            return data
        first, end = (first + 1, end) if first < tab.index else (first, first + 1)


def _load_tab(context: Context, number: int, url: str) -> Tab:
    """Return a tab with its navigation history, if its file is there and is for this URL."""
    tab = Tab(number, (Entry(url),), loads=1)
    try:
        data = _read(context, _tab_path(context, number))
        version, count, index, desktop = struct.unpack_from(">iii?", data)
        if version != _TAB_VERSION or not 0 <= index < count <= MOST_ENTRIES:
            return tab
        texts: list[str] = []
        at = 13
        for _ in range(2 * count):
            (length,) = struct.unpack_from(">i", data, at)
            if not 0 <= length <= len(data) - at - 4:
                return tab
            texts.append(data[at + 4 : at + 4 + length].decode("utf-8", "surrogatepass"))
            at += 4 + length
    except (FileError, struct.error, UnicodeDecodeError):
        return tab
    entries = tuple(map(Entry, texts[::2], texts[1::2]))
    fits = _listed(entries[index].url) == url and all(entry.url for entry in entries)
    return replace(tab, entries=entries, index=index, desktop=desktop) if fits else tab


def _save_list(context: Context, tabs: Tabs) -> None:
    kept = tabs.of(incognito=False)
    index = next((i for i, tab in enumerate(kept) if tab.id == tabs.current), len(kept) - 1)
    data = struct.pack(">iiiii", _VERSION, len(kept), 0, -1, index)
    for tab in kept:
        url = _listed(tab.url).encode()
        data += struct.pack(">iH", tab.id, len(url)) + url
    _write(context, _path(context), data)


def load_tabs(context: Context) -> Tabs:
    """Read the tabs of the last run; none if the file is missing or invalid."""
    try:
        data = _read(context, _path(context))
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
                tabs.append(_load_tab(context, number, url or NTP))
    except (FileError, struct.error):
        return Tabs()
    if not tabs:
        return Tabs()
    current = tabs[index] if 0 <= index < len(tabs) else tabs[-1]
    return Tabs(tuple(tabs), current.id, max(tab.id for tab in tabs) + 1)
