"""Latency: delays before windows, lists and the keyboard appear; none by default.

By default the phone responds at once. With a latency profile, windows, lists and the keyboard
appear late, as on a real device, each after its own random delay. The profile and its seed are
settings, so anyone with adb can set them, and a real device ignores them.
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
"""The profile's key in the namespace ``global``: a name in `PROFILES`, or JSON for `parse`."""

SEED_SETTING: Final = "android_gym_latency_seed"
"""The seed's key in the namespace ``global``: an integer, 0 by default."""

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
"""Minimum and maximum of each delay in milliseconds, by profile.

``open``: from starting an activity to its window, or to the starting window if the app's process
has shown nothing yet; ``start``: from the starting window to the activity's window; ``close``:
until a finished activity is gone, or one shown before is back; ``window``: until a dialog, menu,
shade or toast appears; ``keyboard``: until the keyboard appears; ``load``: until an activity's list
has rows; ``slide``: until an activity's window, once there, has moved into place.
"""

_KINDS: Final = tuple(PROFILES["phone"])
_MOST_MS: Final = 60_000


def parse(value: str | Mapping[str, object]) -> Profile:
    """Parse a profile.

    Args:
        value: A name in `PROFILES`, or minimum and maximum milliseconds (0 to 60000) by the delay's
            name, such as ``{"open": [100, 400]}``, as a mapping or JSON. Delays not named are zero.

    Raises:
        OptionError: If the value is not a valid profile.
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
    """Return the profile of a setting's value; an invalid value counts as unset, as on Android."""
    try:
        return parse(text or "none")
    except OptionError:
        return {}


class Latency:
    """Draws random delays.

    Args:
        state: The root of state.
        settings: Holds the profile and the seed.
    """

    def __init__(self, state: State, settings: Settings) -> None:
        self._settings = settings
        self._drawn = state.slot("latency", 0, observable=False, shown=False)

    def use(self, profile: str | Mapping[str, object], seed: int = 0) -> None:
        """Set the profile and the seed.

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
        """Return the next delay of a kind in milliseconds, derived from the seed and a counter."""
        low, high = _put(self._settings.get("global", SETTING)).get(kind, (0, 0))
        if not high:
            return 0
        number = self._drawn.peek()
        self._drawn.set(number + 1)
        seed = self._settings.get("global", SEED_SETTING) or "0"
        digest = blake2b(f"{seed}:{number}:{kind}".encode(), digest_size=8).digest()
        return low + int.from_bytes(digest) % (high - low + 1)
