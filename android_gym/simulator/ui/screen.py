"""A screen's windows, as an activity builds them: its content, what lies over it, a snackbar."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from android_gym.simulator.ui.options import Gravity, check
from android_gym.simulator.ui.view import WRAP, Rect, View

__all__ = ["Overlay", "Screen", "Snack"]


@dataclass
class Overlay:
    """A window over an activity (a dialog, menu or sheet), or one of SystemUI's.

    Attributes:
        content: The views.
        key: Identity among the windows of its owner.
        gravity: Where on the screen, e.g. "center", "bottom", "top|end".
        width: dp, `MATCH` or `WRAP`.
        height: dp, `MATCH` or `WRAP`.
        margin: dp kept free at the screen's edges.
        dim: How much what lies below is darkened, 0 to 1.
        modal: True if touches outside, and what lies below, are out of reach.
        cancelable: True if BACK and touches outside dismiss it.
        canceled_on_touch_outside: True if touches outside do, if it is cancelable at all.
        on_dismiss: Called when they do.
        anchor: Resource id or key of the view it drops down from, or what gives its bounds.
        anchor_offset: (dx, dy) in dp from the anchor's corner.
        over_anchor: Begins at the anchor's top (menus) in place of below it (spinners).
        above_anchor: Stands above the anchor where there is room, as the text toolbar does.
        turns_up: Stands above the anchor where there is too little room below, and more above.
        focusable: True if it takes keys (the keyboard and toasts don't).
        kind: Accessibility window type: "application", "system" or "input_method".
        title: Title of the window.
        accessible: True if accessibility services see it (toasts are no windows to them).
        touchable: True if it takes touches.
        above_keyboard: True if it keeps clear of the keyboard.
        on_touch_outside: Called for every touch elsewhere, which goes where it would go without.
    """

    content: View
    key: Hashable = "dialog"
    gravity: Gravity = "center"
    width: float = WRAP
    height: float = WRAP
    margin: tuple[float, float, float, float] = (0, 0, 0, 0)
    dim: float = 0.0
    modal: bool = True
    cancelable: bool = True
    canceled_on_touch_outside: bool = True
    on_dismiss: Callable[[], object] | None = None
    anchor: str | Callable[[], Rect] | None = None
    anchor_offset: tuple[float, float] = (0, 0)
    over_anchor: bool = False
    above_anchor: bool = False
    turns_up: bool = False
    focusable: bool = True
    kind: Literal["application", "system", "input_method"] = "application"
    title: str = ""
    accessible: bool = True
    touchable: bool = True
    above_keyboard: bool = True
    on_touch_outside: Callable[[], object] | None = None

    def __post_init__(self) -> None:
        check(self, "gravity", self.gravity)


@dataclass
class Screen:
    """The screen that an activity builds.

    Attributes:
        content: The views of its window.
        overlays: Dialogs, menus and sheets over it, the last on top; None entries are left out.
        background: Colour or drawable of the window.
        edge_to_edge: True if the content lies under status and navigation bar too, or ("top")
            under the status bar alone.
        light_bars: Dark icons in the status bar; by default when the theme is light.
        status_bar: Colour behind the status bar, when not edge to edge.
        navigation_bar: Colour behind the navigation bar, when not edge to edge.
        full_screen: Hides the status bar.
        resize: False when the keyboard covers the window (adjustNothing).
        title: Window title.
        snackbar: A bar at the lower edge of the content; see also `Activity.show_snackbar`.
    """

    content: View
    overlays: Sequence[Overlay | None] = ()
    background: Any = "background"
    edge_to_edge: bool | Literal["top"] = False
    light_bars: bool | None = None
    status_bar: str | None = None
    navigation_bar: str | None = None
    full_screen: bool = False
    resize: bool = True
    title: str = ""
    snackbar: View | None = None


@dataclass(frozen=True)
class Snack:
    """A snackbar on screen; see `Activity.show_snackbar`.

    Attributes:
        text: The text.
        action: Label of its button.
        method: Method of the activity that the button calls.
        arguments: Arguments for that call.
        bottom: dp kept from the lower edge.
        timer: Number of the timer that takes it away.
    """

    text: str
    action: str = ""
    method: str = ""
    arguments: tuple[Any, ...] = ()
    bottom: float = 0
    timer: int = 0
