"""Preferences of apps that their user would miss, read over adb from SharedPreferences.

The names of Clock's timers, stopwatch and cities are those of AOSP's clock; how Google's clock
stores its cities is not known, so these are found only on the built-in phone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final

from android_gym.devices.user_tables import Listing, Row

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["KEPT", "Values", "listed", "parse_preferences", "read_kept"]

Values = Mapping[str, str | frozenset[str]]
"""Preferences by name: numbers and flags as they are written, and sets of texts."""

_CLOCK: Final = "com.google.android.deskclock"
_MESSENGER: Final = "/data/data/com.simplemobiletools.smsmessenger/shared_prefs/Prefs.xml"
_MOST_BYTES: Final = 1 << 20
_RUNNING, _PAUSED = "1", "2"
"""States of AOSP's ``Stopwatch.State``; 2 also means a paused timer."""


def parse_preferences(text: str) -> Values:
    """Read a file of SharedPreferences; a truncated or missing one has no values."""
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    try:
        root = etree.fromstring(text.encode("utf-8", "surrogateescape"), parser)
    except (etree.XMLSyntaxError, ValueError):
        return {}
    values: dict[str, str | frozenset[str]] = {}
    for item in root.iterfind("*[@name]"):
        name = item.get("name", "")
        if item.tag == "set":
            values[name] = frozenset(each.text or "" for each in item)
        else:
            values[name] = item.get("value", item.text or "")
    return values


def _text(values: Values, name: str) -> str:
    value = values.get(name, "")
    return value if isinstance(value, str) else ""


def _timers(values: Values) -> Iterable[Row]:
    """Yield each timer's label, length, and whether it is paused; expiry is not a user's change."""
    names = values.get("timers_list", frozenset())
    for name in names if isinstance(names, frozenset) else ():
        state = "paused" if _text(values, f"timer_state_{name}") == _PAUSED else ""
        length = _text(values, f"timer_setup_timet_{name}")
        yield _text(values, f"timer_label_{name}"), length, state


def _stopwatch(values: Values) -> Iterable[Row]:
    """Yield the stopwatch's state, start time if running, accumulated time and number of laps."""
    state = _text(values, "sw_state")
    if state in (_RUNNING, _PAUSED):
        since = _text(values, "sw_start_time") if state == _RUNNING else ""
        yield state, since, _text(values, "sw_accum_time"), _text(values, "sw_lap_num")


def _cities(values: Values) -> Iterable[Row]:
    for name in filter(None, _text(values, "cities").split("|")):
        yield (name,)


def _pins(values: Values) -> Iterable[Row]:
    """Yield the number of each conversation that Simple SMS Messenger keeps at the top."""
    pins = values.get("pinned_conversations", frozenset())
    for number in pins if isinstance(pins, frozenset) else ():
        yield (number,)


_FILES: Final[Mapping[str, Mapping[str, Callable[[Values], Iterable[Row]]]]] = {
    f"/data/user_de/0/{_CLOCK}/shared_prefs/{_CLOCK}_preferences.xml": {
        "timers": _timers,
        "stopwatch": _stopwatch,
        "cities of the clock": _cities,
    },
    _MESSENGER: {"pinned conversations": _pins},
}
"""`KEPT` of each file."""

KEPT: Final[Mapping[str, Callable[[Values], Iterable[Row]]]] = {
    name: rows for kept in _FILES.values() for name, rows in kept.items()
}
"""Functions that yield rows, by the names that these have among the tables."""


def _literal(value: str | None) -> str:
    if value is None:
        return "NULL"
    quoted = value.replace("'", "''")
    return f"'{quoted}'"


def listed(rows: Iterable[Row]) -> Listing:
    """Return rows in order, as SQLite writes them."""
    lines = sorted(",".join(map(_literal, row)) for row in rows)
    return Listing("".join(f"{line}\n" for line in lines))


def read_kept(device: Device) -> Mapping[str, Listing]:
    """Read the preferences of apps, by the names of `KEPT`; empty if an app has stored nothing.

    Raises:
        DeviceError: If the device fails.
    """
    found: dict[str, Listing] = {}
    for path, kept in _FILES.items():
        text, code = device.run(f"head -c {_MOST_BYTES} {path}")
        values = {} if code else parse_preferences(text)
        found |= {name: listed(rows(values)) for name, rows in kept.items()}
    return found
