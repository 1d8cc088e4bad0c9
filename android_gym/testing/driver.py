"""A driver for an app in a test: find, tap, type, scroll and read what is on the screen.

    phone = Phone()
    app = AppDriver(phone, "org.example.notes")
    app.start(".MainActivity")
    app.tap("Add")
    app.enter("title", "Milk")
    assert "Milk" in app.texts()

An element is named by its text, its content description, its hint, or the last part of its resource
id. If it is missing, the test fails with a list of the texts that are there.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from typing import Any, Literal, Protocol

from android_gym.accessibility import UIElement

__all__ = ["AppDriver", "DrivenPhone"]

LONG_PRESS_MS = 800
SWIPE_MS = 500
SCROLLS = 12
"""Swipes after which `AppDriver.scroll_to` gives up."""


class DrivenPhone(Protocol):
    """Methods of a phone that the driver calls; `android_gym.simulator.phone.Phone` has them."""

    def tap(self, x: float, y: float) -> None:
        """Tap a point, in pixels."""

    def swipe(self, x1: float, y1: float, x2: float, y2: float, duration_ms: int = 300) -> None:
        """Move a finger in a straight line; a swipe in place is a long press."""

    def type_text(self, text: str) -> None:
        """Type into the focused field."""

    def advance(self, duration_ms: int) -> None:
        """Let virtual time pass."""

    def ui_elements(self) -> Sequence[UIElement]:
        """List the elements on the screen."""

    def shell(self, command: str) -> Any:
        """Run a command; the result has ``stdout``, ``stderr`` and ``exit_code``."""

    def pull(self, path: str) -> bytes:
        """Read a file."""

    @property
    def screen(self) -> tuple[int, int, int, int]:
        """Bounds of the screen in pixels."""


class AppDriver:
    """One app on a phone.

    Args:
        phone: The phone.
        package: The app.
        settle_ms: Virtual time that passes after each action, for animations to end.
    """

    def __init__(self, phone: DrivenPhone, package: str = "", *, settle_ms: int = 400) -> None:
        self.phone = phone
        self.package = package
        self.settle_ms = settle_ms

    # -- commands

    def shell(self, command: str) -> str:
        """Run a command that has to succeed; return what it prints."""
        result = self.phone.shell(command)
        assert result.exit_code == 0, (command, result)
        text: str = result.stdout.decode()
        return text

    def start(self, activity: str, *, wait_ms: int = 500) -> None:
        """Start an activity, such as ``".MainActivity"``, and let it settle."""
        printed = self.shell(f"am start -n {self.package}/{activity}")
        assert "Error" not in printed, printed
        self.phone.advance(wait_ms)

    def stop(self) -> None:
        """Kill the app's process, as memory pressure does; its saved state stays."""
        self.press("HOME")
        self.shell(f"am kill {self.package}")

    def query(
        self, path: str, sql: str, parameters: Sequence[object] = ()
    ) -> list[tuple[Any, ...]]:
        """Read rows from a database, as it is stored in its file on the phone.

        Args:
            path: Absolute path, or the name of a database of the app.
            sql: A query.
            parameters: Values for its ``?``.
        """
        if not path.startswith("/"):
            path = f"/data/data/{self.package}/databases/{path}"
        connection = sqlite3.connect(":memory:")
        try:
            image = bytearray(self.phone.pull(path))
            image[18:20] = b"\x01\x01"  # an in-memory connection can't open a file in WAL mode
            connection.deserialize(bytes(image))
            return connection.execute(sql, parameters).fetchall()
        finally:
            connection.close()

    # -- looking

    def elements(self, name: str | re.Pattern[str]) -> list[UIElement]:
        """List the elements with a name, in the order in which they are read.

        Args:
            name: A text, description or id; or a pattern for a whole text or description.
        """
        if isinstance(name, str):
            return [e for e in self.phone.ui_elements() if name in _names(e)]
        return [
            e
            for e in self.phone.ui_elements()
            if name.fullmatch(e.text or "") or name.fullmatch(e.content_description or "")
        ]

    def shows(self, name: str | re.Pattern[str]) -> bool:
        """Return whether an element with this name is on the screen."""
        return bool(self.elements(name))

    def find(self, name: str | re.Pattern[str], nth: int = 0) -> UIElement:
        """Find an element; by default the first one with its name."""
        found = self.elements(name)
        if len(found) <= nth:
            names = (each for e in self.phone.ui_elements() for each in _names(e) if each)
            raise AssertionError(
                f"{len(found)} elements are called {name!r}, and number {nth} was asked for. "
                f"Texts, descriptions, hints and ids here: {list(dict.fromkeys(names))}"
            )
        return found[nth]

    def text(self, name: str) -> str:
        """Return the text of an element."""
        return self.find(name).text or ""

    def texts(self) -> list[str]:
        """List the texts on the screen, or descriptions of elements without text."""
        shown = (e.text or e.content_description for e in self.phone.ui_elements())
        return [text for text in shown if text]

    # -- touching

    def wait(self, duration_ms: int) -> None:
        """Let virtual time pass."""
        self.phone.advance(duration_ms)

    def tap(self, *names: str | re.Pattern[str], nth: int = 0, wait_ms: int | None = None) -> None:
        """Tap one element after the other.

        Args:
            *names: Their names.
            nth: Position among elements with the same name.
            wait_ms: Virtual time that passes after each tap; `settle_ms` by default.
        """
        for name in names:
            self.tap_element(self.find(name, nth), wait_ms=wait_ms)

    def tap_element(self, element: UIElement, *, wait_ms: int | None = None) -> None:
        """Tap the center of an element."""
        self.phone.tap(*_center(element))
        self.phone.advance(self.settle_ms if wait_ms is None else wait_ms)

    def long_press(self, name: str | re.Pattern[str], nth: int = 0) -> None:
        """Hold a finger on an element."""
        x, y = _center(self.find(name, nth))
        self.phone.swipe(x, y, x, y, LONG_PRESS_MS)
        self.phone.advance(self.settle_ms)

    def drag(self, name: str | re.Pattern[str], dx: float = 0, dy: float = 0) -> None:
        """Move a finger from the center of an element, by pixels."""
        x, y = _center(self.find(name))
        self.phone.swipe(x, y, x + dx, y + dy, SWIPE_MS)
        self.phone.advance(self.settle_ms)

    def scroll_to(
        self, name: str | re.Pattern[str], direction: Literal["down", "up"] = "down"
    ) -> UIElement:
        """Scroll until an element is on the screen."""
        left, top, right, bottom = self.phone.screen
        x, near, far = (left + right) / 2, (bottom - top) * 0.35, (bottom - top) * 0.7
        start, end = (far, near) if direction == "down" else (near, far)
        for _ in range(SCROLLS):
            if found := self.elements(name):
                return found[0]
            self.phone.swipe(x, top + start, x, top + end, SWIPE_MS)
            self.phone.advance(1500)
        return self.find(name)

    def type(self, text: str) -> None:
        """Type into the focused element."""
        self.phone.type_text(text)
        self.phone.advance(self.settle_ms)

    def enter(self, field: str, text: str) -> None:
        """Tap a field and type into it."""
        self.tap(field)
        self.type(text)

    def press(self, key: str) -> None:
        """Press a key by its name without ``KEYCODE_``."""
        self.shell(f"input keyevent KEYCODE_{key}")
        self.phone.advance(self.settle_ms)

    def back(self, times: int = 1) -> None:
        """Press BACK."""
        for _ in range(times):
            self.press("BACK")

    def menu(self, entry: str) -> None:
        """Open the overflow menu and tap an entry."""
        self.tap("More options", entry)


def _names(element: UIElement) -> tuple[str | None, ...]:
    resource = (element.resource_name or "").rpartition("/")[2]
    return (
        element.text or None,
        element.content_description or None,
        element.hint_text or None,
        resource,
    )


def _center(element: UIElement) -> tuple[float, float]:
    assert element.bbox_pixels is not None, element
    return element.bbox_pixels.center
