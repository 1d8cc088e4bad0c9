"""The conversation between a page and its target in the browser."""

from __future__ import annotations

import json
from typing import Final, cast

from android_gym.simulator.web.browser import Target
from android_gym.simulator.web.cdp import Command, DocumentLeft, Json, Message, ProtocolError
from android_gym.simulator.web.reports import WebEvent

__all__ = ["NAME", "Conversation"]

NAME: Final = "androidPhone"
"""Property of a page's window that holds what `steps.js` does."""

MOST_EVENTS: Final = 10_000
"""Events that one page may tell of; the rest is dropped."""


_SOON_S: Final = 0.05
"""Seconds in which a page that can answer mostly has."""


class Conversation:
    """Commands to a target, and what it tells meanwhile; a dialog of the page holds all up.

    Args:
        target: Where the page is shown.
    """

    def __init__(self, target: Target) -> None:
        self._target = target
        self._session = target.session
        self._gone = ""
        self._dialog = 0  # number of the dialog that is open
        self._held: list[int] = []  # commands that a dialog holds up
        self._held_steps: list[int] = []  # those whose answers tell how the page is
        self._held_scripts: list[int] = []  # those that are scripts of the app's
        self._told: list[WebEvent] = []

    def _hear(self, method: str, told: Message) -> None:
        """Take note of an event of the target."""
        raise NotImplementedError

    def _await(self, number: int) -> Message | None:
        """Wait for an answer, hearing what the page says meanwhile; None behind a dialog."""
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
        """Return True if an answer comes soon; nothing but what is asked next depends on that."""
        return self._session.comes(number, _SOON_S)

    def _call(self, method: str, **parameters: Json) -> Message:
        return self._await(self._session.send(method, **parameters)) or {}

    def _handle(self) -> None:
        """Hear all that the target has told."""
        events = self._session.events
        while events:
            event = events.popleft()
            self._hear(str(event.get("method")), cast(Message, event.get("params", {})))

    def _tell(self, event: WebEvent) -> None:
        if len(self._told) < MOST_EVENTS:
            self._told.append(event)

    def _evaluate(self, expression: str) -> Json:
        """Return what a promise comes to; None behind a dialog, or where there is no script."""
        return self._value(self._await(self._ask(expression)))

    def _ask(self, expression: str) -> int:
        """Ask the page what a promise comes to; return the question's number."""
        (number,) = self._session.send_all([self._question(expression)])
        return number

    def _question(self, expression: str) -> Command:
        """Return the command that asks the page what a promise comes to."""
        return "Runtime.evaluate", {
            "expression": f"globalThis.{NAME} ? {expression}.then(JSON.stringify) : null",
            "awaitPromise": True,
            "returnByValue": True,
            "userGesture": True,
        }

    def _value(self, answer: Message | None) -> Json:
        """Return the value in the answer to a question; None where there is none."""
        value = cast(Message, (answer or {}).get("result", {})).get("value")
        return json.loads(value) if isinstance(value, str) else None

    def _stopped(self) -> bool:
        return bool(self._dialog)
