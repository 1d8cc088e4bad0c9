"""Clock's timers, stopwatch and cities, read over adb from its SharedPreferences.

The names are those of AOSP's clock; how Google's clock stores its cities is not known, so these are
found only on the built-in phone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final

from android_gym.devices.user_tables import Listing, Row

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["KEPT", "Values", "listed", "parse_preferences", "read_clock"]

Values = Mapping[str, str | frozenset[str]]
"""Preferences by name: numbers and flags as they are written, and sets of texts."""

_CLOCK: Final = "com.google.android.deskclock"
_PATH: Final = f"/data/user_de/0/{_CLOCK}/shared_prefs/{_CLOCK}_preferences.xml"
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


KEPT: Final[Mapping[str, Callable[[Values], Iterable[Row]]]] = {
    "timers": _timers,
    "stopwatch": _stopwatch,
    "cities of the clock": _cities,
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


def read_clock(device: Device) -> Mapping[str, Listing]:
    """Read Clock's preferences, by the names of `KEPT`; empty if it has stored nothing.

    Raises:
        DeviceError: If the device fails.
    """
    text, code = device.run(f"head -c {_MOST_BYTES} {_PATH}")
    values = {} if code else parse_preferences(text)
    return {name: listed(rows(values)) for name, rows in KEPT.items()}
