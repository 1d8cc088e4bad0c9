"""Commands and events between a page and its target in the browser."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.web.browser import Target
from android_gym.simulator.web.cdp import (
    Command,
    DocumentLeft,
    Json,
    Message,
    ProtocolError,
    part,
    value_of,
)
from android_gym.simulator.web.reports import WebEvent
from android_gym.simulator.web.texts import read_json

__all__ = ["NAME", "Conversation"]

NAME: Final = "androidPhone"
"""Property of a page's window that holds the functions of `steps.js`."""

MOST_EVENTS: Final = 10_000
"""Events that one page may report; further ones are dropped."""


_SOON_S: Final = 0.05
"""Seconds in which a page that can answer usually does."""


class Conversation:
    """Sends commands to a target and handles its events; a dialog of the page blocks all commands.

    Args:
        target: The target that shows the page.
    """

    def __init__(self, target: Target) -> None:
        self._target = target
        self._session = target.session
        self._gone = ""
        self._dialog = 0  # id of the open dialog
        self._held: list[int] = []  # commands that a dialog blocks
        self._held_steps: list[int] = []  # those of them whose answers contain the page's status
        self._held_scripts: list[int] = []  # those of them that are scripts of the app
        self._reported: list[WebEvent] = []

    def _hear(self, method: str, params: Message) -> None:
        """Handle an event of the target."""
        raise NotImplementedError

    def _await(self, number: int) -> Message | None:
        """Wait for an answer, handling events meanwhile; None if a dialog blocks it."""
        session = self._session
        while True:
            try:
                result = session.result(
                    number, until=lambda: bool(session.events) or bool(self._dialog)
                )
            except DocumentLeft:
                result = {}
            self._handle()
            if result is not None:
                return result
            if self._gone:
                raise ProtocolError("The page has crashed.")
            if self._dialog:
                self._held.append(number)
                return None

    def _comes(self, number: int) -> bool:
        """Return True if an answer comes soon; only what to send next may depend on this."""
        return self._session.comes(number, _SOON_S)

    def _call(self, method: str, **parameters: Json) -> Message:
        return self._await(self._session.send(method, **parameters)) or {}

    def _handle(self) -> None:
        """Handle all events of the target that have arrived."""
        events = self._session.events
        while events:
            event = events.popleft()
            self._hear(str(event.get("method")), part(event, "params"))

    def _report(self, event: WebEvent) -> None:
        if len(self._reported) < MOST_EVENTS:
            self._reported.append(event)

    def _evaluate(self, expression: str) -> Json:
        """Return the value of a promise; None if a dialog blocks it, or without the script."""
        return self._value(self._await(self._ask(expression)))

    def _ask(self, expression: str) -> int:
        """Send the command that evaluates a promise; return the command's number."""
        (number,) = self._session.send_all([self._question(expression)])
        return number

    def _question(self, expression: str) -> Command:
        """Return the command that evaluates a promise for JSON in the page."""
        return "Runtime.evaluate", {
            "expression": f"globalThis.{NAME} ? {expression} : null",
            "awaitPromise": True,
            "returnByValue": True,
            "userGesture": True,
        }

    def _value(self, answer: Message | None) -> Json:
        """Return the value in the answer to such a command; None if there is none."""
        value = value_of(answer or {})
        return read_json(value) if isinstance(value, str) else None

    def _stopped(self) -> bool:
        return bool(self._dialog)
