"""StatusBarManager: which SystemUI panel is open, and toasts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, NamedTuple

from android_gym.simulator.state import State

__all__ = ["StatusBarManager"]


class _Toast(NamedTuple):
    package: str
    text: str
    duration_ms: int


@dataclass(frozen=True)
class _Panels:
    panel: str = ""
    dialog: str = ""
    toasts: tuple[_Toast, ...] = ()
    closed: int = 0


class StatusBarManager:
    """Opens and closes the shade and SystemUI's dialogs, and queues toasts.

    The panel is "" (closed), "notifications", "settings" (full Quick Settings) or "tiles" (their
    editor). The dialog is "" or a name that SystemUI knows ("brightness", "internet", "power",
    "volume", ...).
    """

    TOAST_SHORT_MS = 2000
    TOAST_LONG_MS = 3500
    MOST_TOASTS = 5
    """Maximum queued toasts of a package; more are dropped, as since Android 12."""

    def __init__(self, state: State, clock: Any) -> None:
        self._slot = state.slot("status_bar", _Panels())
        self._clock = clock
        self._listeners: list[Callable[[str, str], None]] = []
        clock.handler("toast", self._toast_over)

    @property
    def panel(self) -> str:
        """The shade's state."""
        return self._slot.select("panel", attrgetter("panel"))

    @property
    def dialog(self) -> str:
        """The SystemUI dialog on screen."""
        return self._slot.select("dialog", attrgetter("dialog"))

    def expand_notifications(self) -> None:
        """Open the shade."""
        self._slot.update(panel="notifications", dialog="")

    def expand_settings(self) -> None:
        """Open full Quick Settings."""
        self._slot.update(panel="settings", dialog="")

    def edit_tiles(self) -> None:
        """Open the editor of Quick Settings tiles."""
        self._slot.update(panel="tiles", dialog="")

    def collapse(self) -> None:
        """Close the shade and any SystemUI dialog."""
        value = self._slot.peek()
        if value.panel or value.dialog:
            self._slot.update(panel="", dialog="", closed=value.closed + 1)

    @property
    def closed(self) -> int:
        """Number of times that something was closed; it dates what was open until then."""
        return self._slot.select("closed", attrgetter("closed"))

    def show_dialog(self, name: str) -> None:
        """Show one of SystemUI's dialogs in place of the shade."""
        self._slot.update(panel="", dialog=name)

    @property
    def toast(self) -> tuple[str, str] | None:
        """(package, text) of the toast on screen."""
        toasts = self._slot.select("toasts", attrgetter("toasts"))
        return toasts[0][:2] if toasts else None

    def show_toast(self, package: str, text: str, *, long: bool = False) -> None:
        """Show a toast, or queue it behind the one on screen."""
        toasts = self._slot.get().toasts
        if sum(toast.package == package for toast in toasts) >= self.MOST_TOASTS:
            return
        toast = _Toast(package, text, self.TOAST_LONG_MS if long else self.TOAST_SHORT_MS)
        self._slot.update(toasts=(*toasts, toast))
        if not toasts:
            self._show(toast)

    def _toast_over(self, _: Any) -> None:
        toasts = self._slot.get().toasts[1:]
        self._slot.update(toasts=toasts)
        if toasts:
            self._show(toasts[0])

    def _show(self, toast: _Toast) -> None:
        self._clock.schedule(toast.duration_ms, "toast")
        for listener in self._listeners:
            listener(toast.package, toast.text)

    def listen(self, listener: Callable[[str, str], None]) -> Callable[[], None]:
        """Have `listener` called with package and text of each toast as it comes on screen.

        Returns:
            A function that unregisters it.
        """
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)
