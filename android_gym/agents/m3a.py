"""M3A and T3A: AndroidWorld's own agents, which act and then sum up what they did.

Each step asks two questions: what to do and, after the action and another look at the screen, a
line about its outcome. Those lines are the agent's only memory. M3A is shown the screen, and the
screen with numbered marks; T3A only reads. The structure is that of AndroidWorld's agents, the
wording is not. The question about a step's outcome is asked when the next step begins; the last
step has none.

``strict="upstream"`` keeps behaviour of AndroidWorld's agents that looks like a fault: their parser
(see `android_gym.agents.formats.androidworld`), actions that could not be carried out without M3A
being told, a picture called "before" without that label, two seconds of rest after an action, and
T3A's list of every field of every element.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import ClassVar

import cv2
import numpy as np

from android_gym.accessibility import UIElement
from android_gym.actions import Decoded
from android_gym.agents.agent import Ask, Message, Picture, Thinking, View, picture_of
from android_gym.agents.formats import Screen
from android_gym.agents.formats.androidworld import AndroidWorld
from android_gym.agents.formats.base import Strict, json_text
from android_gym.agents.formats.coordinates import Size
from android_gym.agents.session import decoded
from android_gym.checks import check_text
from android_gym.errors import ReplyError
from android_gym.events import Declare, Wait
from android_gym.observations import outline
from android_gym.wrappers.set_of_marks import draw_marks, marked

__all__ = ["M3A", "T3A"]

_REST_MS = 2000
"""AndroidWorld's ``wait_after_action_seconds``."""

_LONGEST_SUMMARY = 500
_LABEL_SIZE = 150, 30

_GUIDELINES = """\
Advice:
- Usually there are several ways to do a thing, such as a menu, a long press or a search. If one
  does not work, or leads back to the same screen, try another one.
- If the task asks for an answer, give it by the answer action, and only then the status.
- Open apps by open_app, not by looking for their icons.
- Elements of a list that are not on the screen can't be touched: scroll to them first. If a scroll
  changes nothing, the end is reached, or the other direction is meant.
- Typing presses Enter at its end. Text that a field holds already stays; remove it by its own
  buttons or by a long press. Texts that suggest themselves while you type can be tapped.
- When all is done, or can't be done, say so by the status action; nothing else ends the task."""

_SUMMING_UP = """\
You have just done one step. Sum up in a single line of at most 50 words what you did and what came
of it: what you meant to do, whether the screen shows that it worked, and anything on the screen
that you will need later, such as values to remember. You will read this line alone, and not see
this screen again."""


class M3A:
    """AndroidWorld's agent that is shown the screen with marks.

    Args:
        goal: The instruction.
        strict: ``"upstream"`` to keep the original's faults, see the module.
        advice: Further lines of advice for the task.

    Raises:
        OptionError: If `goal` is not a text, or `strict` is something else.
    """

    name: ClassVar[str] = "m3a"
    sees: ClassVar[bool] = True

    def __init__(self, goal: str, strict: Strict = None, advice: Sequence[str] = ()) -> None:
        check_text("goal", goal)
        self._goal = goal
        self._strict = strict == "upstream"
        self._advice = tuple(advice)
        self._format = AndroidWorld(strict)
        self._history: list[str] = []
        self._last: tuple[str, str, View] | None = None  # action, reason, view before it

    def picture_size(self, size: Size) -> Size:
        """See `android_gym.agents.agent.Agent.picture_size`: the screen's own."""
        return size

    def think(self, view: View) -> Thinking:
        """See `android_gym.agents.agent.Agent.think`."""
        if self._last is not None:
            action, reason, before = self._last
            self._last = None
            if view.error is None:
                reply = yield Ask((self._summing_up(action, reason, before, view),))
                told = " ".join(reply.text.split())[:_LONGEST_SUMMARY] or "(no summary)"
                self._add(action, told)
            elif not (self._strict and self.sees):
                self._add(action, f"It could not be carried out: {view.error}")
        reply = yield Ask((self._asking(view),))
        try:
            parsed = self._format.parse(reply, view.screen)
        except ReplyError as error:
            self._add("none", f"The reply could not be read, and nothing was done: {error}")
            return (Decoded(error=str(error)),)
        (step,) = parsed.steps
        ends = any(isinstance(event, Declare) for event in step)
        if not ends:
            reason, fields = self._format.read(reply.text)
            self._last = json_text(fields), reason, view
        given = decoded(step)
        if self._strict and not ends:
            given = given._replace(events=(*given.events, Wait(_REST_MS)))
        return (given,)

    def _add(self, action: str, told: str) -> None:
        self._history.append(f"Step {len(self._history) + 1}: chosen action {action}. {told}")

    def _preamble(self) -> str:
        return f"{self._format.system_prompt((0, 0))}\n\nThe user's task: {self._goal}"

    def _asking(self, view: View) -> Message:
        history = "\n".join(self._history) or "You have just begun; nothing was done yet."
        advice = "\n".join([_GUIDELINES, *(f"- For this task: {line}" for line in self._advice)])
        text = (
            f"{self._preamble()}\n\nWhat you did so far:\n{history}\n\n{self._shown('now', view)}"
            f"\n\n{advice}\n\nYour reply, with a reason and an action:"
        )
        return Message("user", text, self._pictures_now(view))

    def _summing_up(self, action: str, reason: str, before: View, after: View) -> Message:
        text = (
            f"{self._preamble()}\n\n{self._shown('before', before)}\n\n"
            f"{self._shown('after', after)}\n\nThe action: {action}\nThe reason: {reason}\n\n"
            f"{_SUMMING_UP}\n\nYour summary:"
        )
        return Message("user", text, self._pictures_around(before, after))

    def _shown(self, when: str, view: View) -> str:
        """Return the description of a screen in words."""
        pictures = {"now": " The second picture has their numbers on it."}.get(when, "")
        return f"Elements of the screen {when}:{pictures}\n{_listed(view.screen)}"

    def _pictures_now(self, view: View) -> tuple[Picture, ...]:
        return picture_of(view.pixels), _with_marks(view)

    def _pictures_around(self, before: View, after: View) -> tuple[Picture, ...]:
        first = "" if self._strict else "before"
        return _with_marks(before, first), _with_marks(after, "after")


class T3A(M3A):
    """AndroidWorld's agent that reads a list of elements, and sees no picture."""

    name = "t3a"
    sees = False

    def _shown(self, when: str, view: View) -> str:
        if not self._strict:
            return f"Elements of the screen {when}:\n{outline(view.screen.elements)}"
        indices = marked(view.screen.elements, view.screen.size)
        lines = [f"UI element {i}: {view.screen.elements[i]}" for i in indices]
        return f"Elements of the screen {when}:\n" + ("\n".join(lines) or "Not available")

    def _pictures_now(self, view: View) -> tuple[Picture, ...]:
        return ()

    def _pictures_around(self, before: View, after: View) -> tuple[Picture, ...]:
        return ()


_TEXTS = ("text", "content_description", "hint_text", "tooltip")
_ALWAYS = ("is_clickable", "is_long_clickable", "is_editable")
_IF_TRUE = ("is_scrollable", "is_focusable")
_AFTER = ("is_selected", "is_checked")


def _listed(screen: Screen) -> str:
    """Return the elements as M3A lists them: a line each, numbered by their index."""
    indices = marked(screen.elements, screen.size)
    lines = [_line(i, screen.elements[i]) for i in indices]
    return "\n".join(lines) or "Not available"


def _line(index: int, element: UIElement) -> str:
    parts = [f'"index": {index}']
    for name in _TEXTS:
        if text := getattr(element, name):
            parts.append(f'"{name}": {json.dumps(text, ensure_ascii=False)}')
    parts += [f'"{name}": {bool(getattr(element, name))}' for name in _ALWAYS]
    parts += [f'"{name}": True' for name in _IF_TRUE if getattr(element, name)]
    parts += [f'"{name}": {bool(getattr(element, name))}' for name in _AFTER]
    return f"UI element {index}: {{{', '.join(parts)}}}"


def _with_marks(view: View, label: str = "") -> Picture:
    """Return the screen with numbered marks, and a label in its lower right corner."""
    frame = np.ascontiguousarray(view.pixels).copy()
    elements, size = view.screen.elements, view.screen.size
    draw_marks(frame, elements, marked(elements, size), size)
    if label:
        height, width = frame.shape[:2]
        across, down = _LABEL_SIZE
        frame[max(0, height - down) :, max(0, width - across) :] = 255
        place = (max(0, width - across + 30), height - 5)
        cv2.putText(frame, label, place, cv2.FONT_HERSHEY_SIMPLEX, 1, (0, 0, 0), 2)
    return picture_of(frame)
