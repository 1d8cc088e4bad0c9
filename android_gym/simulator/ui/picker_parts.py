"""Parts shared by the date and time pickers."""

from __future__ import annotations

from collections.abc import Callable

from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    row,
)
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import (
    Button,
)

__all__ = ["Click", "header_ground", "ok_cancel"]

Click = Callable[[], object]


def header_ground(ui: Ui, *, beside: bool = False) -> Rounded:
    """Return the background of the coloured header of Android's pickers, at the top or start."""
    corner = ui.theme.corner("dialog")
    return Rounded("accent", (corner, 0.0 if beside else corner, 0.0, 0.0))


def ok_cancel(
    ok_id: str, cancel_id: str, ok: Click, cancel: Click, before: View | None = None
) -> View:
    """Return Material's row of buttons, aligned to the end; `before` goes at the start."""
    return row(
        before,
        View(width=0, weight=1.0, height=1),
        Button("Cancel", id=cancel_id, on_click=cancel, margin=(0, 0, 8, 0)),
        Button("OK", id=ok_id, on_click=ok),
        width=MATCH,
        padding=(12, 4, 12, 8),
    )
