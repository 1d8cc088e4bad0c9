"""Objects on the screen, found by selectors or by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from android_gym.simulator.ui.nodes import nodes_of
from android_gym.simulator.wire.uiautomator.errors import InvalidParamsError, NotFoundError
from android_gym.simulator.wire.uiautomator.selectors import Found, Selector, find

if TYPE_CHECKING:
    from android_gym.simulator.phone import Phone
    from android_gym.simulator.ui.geometry import Rect

__all__ = ["Objects", "Target", "center"]

MOST_KEPT: Final = 1_000
"""Maximum number of named objects; the oldest are dropped."""

Target = Selector | str
"""An object: a selector, or a name returned by `Objects.keep`."""


@dataclass(frozen=True)
class _Kept:
    """A named object, searched anew each time, with a text for messages."""

    find: Callable[[], Iterator[Found]]
    text: str


def center(bounds: Rect) -> tuple[int, int]:
    """Return the centre of a rectangle, as Android's ``Rect.centerX`` does."""
    return (bounds[0] + bounds[2]) // 2, (bounds[1] + bounds[3]) // 2


class Objects:
    """Finds objects in the active window, as UiObject does.

    Args:
        phone: The phone.
    """

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._kept: dict[str, _Kept] = {}
        self._names = 0
        self._root: tuple[int, Found | None] = (-1, None)

    def root(self) -> Found | None:
        """Return the root of the active window; None if the screen shows none."""
        phone = self._phone
        revision = phone.screen_revision
        if self._root[0] != revision:
            window = phone.windows.top_focusable()
            found = None
            if window is not None and phone.system.display.on:
                node = nodes_of(window, phone.screen, everything=True)
                found = Found(node, 0, None, window)
            self._root = (revision, found)
        return self._root[1]

    def matches(self, target: Target) -> Iterator[Found]:
        """Yield the nodes of a target, in order.

        Raises:
            InvalidParamsError: If there is no object of that name.
        """
        if isinstance(target, str):
            kept = self._kept.get(target)
            if kept is None:
                raise InvalidParamsError(f"No object is called {target!r}; it may be too old.")
            return kept.find()
        root = self.root()
        return iter(()) if root is None else find(target, root)

    def first(self, target: Target) -> Found | None:
        """Return the first node of a target; None if there is none."""
        return next(self.matches(target), None)

    def one(self, target: Target) -> Found:
        """Return the first node of a target.

        Raises:
            NotFoundError: If there is none.
        """
        found = self.first(target)
        if found is None:
            raise NotFoundError(self.text(target))
        return found

    def text(self, target: Target) -> str:
        """Return a target's text for messages."""
        if isinstance(target, Selector):
            return target.text
        kept = self._kept.get(target)
        return target if kept is None else kept.text

    def keep(self, text: str, found: Callable[[], Iterator[Found]]) -> str:
        """Register an object that a function finds; return its new name."""
        self._names += 1
        name = str(self._names)
        self._kept[name] = _Kept(found, text)
        if len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        return name
