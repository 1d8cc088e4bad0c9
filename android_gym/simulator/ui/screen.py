"""The result of building an activity: a screen's content, the overlays above it, a snackbar."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from android_gym.simulator.ui.geometry import WRAP, Rect
from android_gym.simulator.ui.options import Gravity, check
from android_gym.simulator.ui.view import View

__all__ = ["Overlay", "Screen", "Snack"]


@dataclass
class Overlay:
    """A window above an activity (a dialog, menu or sheet), or a window of SystemUI.

    Attributes:
        content: The views.
        key: Identity among the windows of its owner.
        gravity: Position on the screen, e.g. "center", "bottom", "top|end".
        width: dp, `MATCH` or `WRAP`.
        height: dp, `MATCH` or `WRAP`.
        landscape_share: Share of the screen's width that it takes up at most in landscape, with its
            margins.
        margin: Distance from the screen's edges in dp.
        dim: How much everything below is darkened, 0 to 1.
        modal: Whether it blocks touches outside of it, and hides what is below from accessibility.
        cancelable: Whether BACK and touches outside dismiss it.
        canceled_on_touch_outside: Whether touches outside dismiss it, if it is cancelable.
        on_dismiss: Called when it is dismissed.
        anchor: Resource id or key of the view that it is anchored to, or a function that returns
            its bounds.
        anchor_offset: (dx, dy) in dp from the anchor's corner.
        over_anchor: Whether it starts at the anchor's top (menus) rather than below it (spinners).
        above_anchor: Whether it is above the anchor if there is room, as the text toolbar is.
        below_offset: Further distance in dp from the anchor if there is no room above it.
        turns_up: Whether it opens upwards if there is too little room below the anchor, and more
            above.
        focusable: Whether it takes keys (the keyboard and toasts don't).
        kind: Accessibility window type: "application", "system" or "input_method".
        title: Title of the window.
        accessible: Whether accessibility services see it (they don't see toasts).
        touchable: Whether it takes touches.
        above_keyboard: Whether it stays clear of the keyboard.
        on_touch_outside: Called for every touch outside of it, which is delivered as usual.
    """

    content: View
    key: Hashable = "dialog"
    gravity: Gravity = "center"
    width: float = WRAP
    height: float = WRAP
    landscape_share: float = 1.0
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
    below_offset: float = 0.0
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
        overlays: Dialogs, menus and sheets above it, the topmost last; None entries are skipped.
        background: Colour or drawable of the window.
        edge_to_edge: True if the content extends under both status and navigation bar, "top" if
            only under the status bar.
        light_bars: Whether the status bar's icons are dark; by default if the theme is light.
        status_bar: Colour behind the status bar, unless edge to edge.
        navigation_bar: Colour behind the navigation bar, unless edge to edge.
        full_screen: Whether the status bar is hidden.
        resize: False if the keyboard covers the window (adjustNothing).
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
        text: The message.
        action: Label of its button.
        method: Name of the activity's method that the button calls.
        arguments: Arguments for that method.
        bottom: Distance from the lower edge in dp.
        timer: Id of the timer that hides it.
    """

    text: str
    action: str = ""
    method: str = ""
    arguments: tuple[Any, ...] = ()
    bottom: float = 0
    timer: int = 0
