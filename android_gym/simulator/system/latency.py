"""Delays until the phone shows what it has been told: none, unless asked for.

A phone answers at once by default. With a latency profile its windows, lists and keyboard come
when they would on a device: late, each after a time of its own. The profile and its seed are
settings, so that anybody with adb can put them, and a device that knows nothing of them is left as
it is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b
from types import MappingProxyType
from typing import Final

from android_gym.checks import shown
from android_gym.errors import OptionError
from android_gym.simulator.state import State
from android_gym.simulator.system.settings import Settings

__all__ = ["PROFILES", "SEED_SETTING", "SETTING", "Latency", "parse"]

SETTING: Final = "android_gym_latency"
"""The profile, in the namespace ``global``: a name in `PROFILES`, or JSON as `parse` takes it."""

SEED_SETTING: Final = "android_gym_latency_seed"
"""Setting that seeds the delays, in the namespace ``global``: a whole number; 0 by default."""

Profile = Mapping[str, tuple[int, int]]

PROFILES: Final[Mapping[str, Profile]] = MappingProxyType(
    {
        "none": {},
        "phone": {
            "open": (80, 300),
            "start": (150, 380),
            "close": (60, 250),
            "window": (50, 200),
            "keyboard": (100, 350),
            "load": (0, 350),
            "slide": (450, 450),
        },
        "slow": {
            "open": (200, 700),
            "start": (500, 2000),
            "close": (150, 600),
            "window": (100, 500),
            "keyboard": (300, 1000),
            "load": (300, 2000),
            "slide": (450, 450),
        },
    }
)
"""Least and most milliseconds of each delay, by profile.

``open``: from an activity's start to its window, or, where its app's process has shown nothing
yet, to the app's starting window; ``start``: from there to the activity's window; ``close``: until
a finished activity is gone, or one that has been seen before is back; ``window``: until a dialog,
menu, shade or toast is there; ``keyboard``: until it is; ``load``: until a list of an activity has
rows; ``slide``: until an activity's window, which is there, has moved into its place.
"""

_KINDS: Final = tuple(PROFILES["phone"])
_MOST_MS: Final = 60_000


def parse(value: str | Mapping[str, object]) -> Profile:
    """Read a profile.

    Args:
        value: A name in `PROFILES`, or least and most milliseconds (0 to 60000) by the delay's
            name, such as ``{"open": [100, 400]}``, as JSON or not. What is not named is none.

    Raises:
        OptionError: If it is something else.
    """
    if isinstance(value, str) and value in PROFILES:
        return PROFILES[value]
    ranges: object = value
    if isinstance(value, str):
        try:
            ranges = json.loads(value)
        except (ValueError, RecursionError):
            ranges = None
    if not isinstance(ranges, Mapping) or not all(map(_is_range, ranges.values())):
        raise OptionError(
            f"latency must be one of {list(PROFILES)}, or [least, most] milliseconds from 0 to "
            f"{_MOST_MS} by name, got {shown(value)}."
        )
    unknown = sorted(set(ranges) - set(_KINDS), key=str)
    if unknown:
        raise OptionError(f"latency has no {shown(unknown)}; there are {list(_KINDS)}.")
    return {kind: (ranges[kind][0], ranges[kind][1]) for kind in ranges}


def _is_range(value: object) -> bool:
    if not isinstance(value, list | tuple) or len(value) != 2:
        return False
    if any(isinstance(end, bool) or not isinstance(end, int) for end in value):
        return False
    return 0 <= value[0] <= value[1] <= _MOST_MS


@lru_cache(maxsize=64)
def _put(text: str | None) -> Profile:
    """Return a setting's value; what can't be read counts as unset, as on Android."""
    try:
        return parse(text or "none")
    except OptionError:
        return {}


class Latency:
    """Draws delays.

    Args:
        state: The root of state.
        settings: Where profile and seed are.
    """

    def __init__(self, state: State, settings: Settings) -> None:
        self._settings = settings
        self._drawn = state.slot("latency", 0, observable=False, shown=False)

    def use(self, profile: str | Mapping[str, object], seed: int = 0) -> None:
        """Set profile and seed.

        Raises:
            OptionError: If there is no such profile.
        """
        parse(profile)
        text = profile if isinstance(profile, str) else json.dumps(dict(profile))
        self._settings.put("global", SETTING, text)
        self._settings.put("global", SEED_SETTING, str(seed))

    @property
    def on(self) -> bool:
        """Return whether anything is delayed."""
        return bool(_put(self._settings.get("global", SETTING)))

    def draw(self, kind: str) -> int:
        """The next delay of a kind, in milliseconds; each is drawn from seed and number."""
        low, high = _put(self._settings.get("global", SETTING)).get(kind, (0, 0))
        if not high:
            return 0
        number = self._drawn.peek()
        self._drawn.set(number + 1)
        seed = self._settings.get("global", SEED_SETTING) or "0"
        digest = blake2b(f"{seed}:{number}:{kind}".encode(), digest_size=8).digest()
        return low + int.from_bytes(digest) % (high - low + 1)
