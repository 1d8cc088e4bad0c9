"""The discrete mode: a numbered list of actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gymnasium import spaces

from android_gym.actions.base import ActionMode, Decoded, pixel_at, whole_in
from android_gym.checks import check_flag, check_texts, check_whole
from android_gym.devices.device import Device
from android_gym.events import Key, Launch, Swipe, Tap, Text, Wait

__all__ = ["DiscreteMode"]


class DiscreteMode(ActionMode):
    """A numbered list of actions: taps on a grid, swipes, keys, given texts and apps.

    Space: ``Discrete``; `meanings` says what each number does.

    Args:
        rows: Rows of the grid of taps.
        columns: Columns of the grid of taps.
        texts: Texts that can be typed, one action each.
        apps: Labels of apps that can be opened, one action each; missing apps do nothing.
        swipe_ms: How long a swipe lasts.
        wait_ms: How long a wait lasts.
        declare: Whether the agent can declare the end, by the last number.

    Attributes:
        meanings: What each action does, in words.
    """

    def __init__(
        self,
        rows: int = 16,
        columns: int = 8,
        texts: Sequence[str] = (),
        apps: Sequence[str] = (),
        swipe_ms: int = 500,
        wait_ms: int = 1000,
        declare: bool = True,
    ) -> None:
        check_whole(1, 1000, rows=rows, columns=columns)
        check_whole(1, 60_000, swipe_ms=swipe_ms, wait_ms=wait_ms)
        check_flag(declare=declare)
        texts, apps = check_texts("texts", texts), check_texts("apps", apps)
        self._swipe_ms = swipe_ms
        self._actions: dict[str, Any] = {
            f"tap row {row} column {column}": (
                (column + 0.5) / columns,
                (row + 0.5) / rows,
            )
            for row in range(rows)
            for column in range(columns)
        }
        self._actions |= {
            "swipe up": (0.5, 0.75, 0.5, 0.25),
            "swipe down": (0.5, 0.25, 0.5, 0.75),
            "swipe left": (0.85, 0.5, 0.15, 0.5),
            "swipe right": (0.15, 0.5, 0.85, 0.5),
        }
        self._actions |= {
            f"press {key.lower()}": Key(f"KEYCODE_{key}")
            for key in ("BACK", "HOME", "ENTER", "DEL")
        }
        self._actions |= {f"type {text!r}": Text(text) for text in texts}
        self._actions |= {f"open {app}": Launch(app) for app in apps}
        self._actions["wait"] = Wait(wait_ms)
        if declare:
            self._actions["declare"] = None
        self.meanings = tuple(self._actions)
        self.space = spaces.Discrete(len(self.meanings))

    def decode(self, action: Any, device: Device) -> Decoded:
        """See `ActionMode.decode`."""
        index = whole_in("it", action, len(self.meanings))
        match self._actions[self.meanings[index]]:
            case None:
                return Decoded(declared=True)
            case (x, y):
                return Decoded((Tap(*pixel_at((x, y), device.size)),))
            case (x, y, to_x, to_y):
                size = device.size
                points = (*pixel_at((x, y), size), *pixel_at((to_x, to_y), size))
                return Decoded((Swipe(*points, self._swipe_ms),))
            case event:
                return Decoded((event,))
