"""SeeAct on Android: an element by its letters, an action by its name, and a value, a line each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from android_gym.accessibility import UIElement
from android_gym.actions import JSONMode
from android_gym.agents.formats.base import (
    JSON,
    ActionFormat,
    History,
    ModelReply,
    Parsed,
    Screen,
    Step,
    Strict,
)
from android_gym.agents.formats.coordinates import Grid, PixelGrid, Size
from android_gym.agents.formats.elements import index_at, middle
from android_gym.agents.formats.gestures import OPPOSITE, finger_direction
from android_gym.checks import shown
from android_gym.errors import ReplyError
from android_gym.events import Answer, Declare, Key, Launch, LongPress, Swipe, Tap, Text, Wait

__all__ = ["SeeAct", "choices", "letters"]

_ACTIONS = """\
CLICK, LONG PRESS: touch the element; the value is None.
INPUT TEXT: taps the element, types the value, and presses Enter.
SWIPE: moves a finger up, down, left or right, as the value says, on the element or on the screen.
KEYBOARD ENTER, NAVIGATE HOME, NAVIGATE BACK, WAIT: the value is None.
OPEN APP: the value is the app's name.
ANSWER: the value answers the user's question.
TERMINATE: the task is done."""
_KINDS = {
    "CLICK": "click", "LONG PRESS": "long_press", "INPUT TEXT": "input_text", "SWIPE": "scroll",
    "KEYBOARD ENTER": "keyboard_enter", "NAVIGATE HOME": "navigate_home",
    "NAVIGATE BACK": "navigate_back", "OPEN APP": "open_app", "ANSWER": "answer", "WAIT": "wait",
    "TERMINATE": "status",
}  # fmt: skip
_KEYS = {
    "KEYCODE_ENTER": "KEYBOARD ENTER",
    "KEYCODE_HOME": "NAVIGATE HOME",
    "KEYCODE_BACK": "NAVIGATE BACK",
}
_AIMED = ("click", "long_press", "input_text", "scroll")
_MOST_LETTERED = 26 * 27
_MOST = _MOST_LETTERED - 1  # one name means none of them


def letters(index: int) -> str:
    """Return the name of a choice: A to Z, then AA to ZZ.

    Raises:
        ReplyError: If there are no more names.
    """
    if not 0 <= index < _MOST_LETTERED:
        raise ReplyError(f"There are names for {_MOST_LETTERED} choices, not for number {index}.")
    first, second = divmod(index, 26)
    return (chr(64 + first) if first else "") + chr(65 + second)


def choices(elements: Sequence[UIElement], strict: Strict = None) -> list[tuple[int, str]]:
    """Return the elements that can be chosen: their indices and descriptions.

    Args:
        elements: The elements on the screen.
        strict: ``"upstream"`` for the original's order, which is the list's, and its choice, which
            includes elements without a size. Otherwise they are ordered from top to bottom.
    """
    found = [
        (i, _described(element))
        for i, element in enumerate(elements)
        if element.class_name
        and (
            element.text or element.content_description or element.hint_text
            or element.resource_name or element.resource_id
        )
    ]  # fmt: skip
    if strict == "upstream":
        return found[:_MOST]
    placed = [(i, words) for i, words in found if elements[i].bbox_pixels is not None]
    return sorted(placed, key=lambda one: _corner(elements[one[0]]))[:_MOST]


def _corner(element: UIElement) -> tuple[float, float]:
    box = element.bbox_pixels
    return (0.0, 0.0) if box is None else (box.y_min, box.x_min)


def _described(element: UIElement) -> str:
    kind = (element.class_name or "").rpartition(".")[2].lower()
    text = element.text or element.content_description or element.hint_text or ""
    is_checked = "checked" if element.is_checked else "not checked"
    match kind:
        case "edittext":
            name = element.hint_text or element.content_description or "text"
            holds = f'with the text "{element.text}"' if element.text else "that is empty"
            return f'a "{name}" text box {holds}'
        case "switch":
            return f'a switch with the text "{text}" that is {is_checked}'
        case "checkbox":
            return f'a checkbox with the text "{text}" that is {is_checked}'
        case "radiobutton":
            state = "selected" if element.is_checked else "not selected"
            return f'a radio button with the text "{text}" that is {state}'
        case "button" | "imagebutton":
            return f'"{text}" button'
    return f'"{text or element.resource_name or element.resource_id}" icon'


class SeeAct(ActionFormat):
    """SeeAct's three lines; a scroll's name is the finger's direction.

    With ``strict="upstream"`` values end at their first colon and lose their dots, the words must
    be at the beginning of lines, clicks need the value ``None``, and an answer is not an action, so
    that no question can be answered: as in the original.
    """

    name = "seeact-1"
    grid: ClassVar[Grid] = PixelGrid()
    history = History("summaries")
    upstream = True
    envelope = "write three lines: 'ELEMENT: letters', 'ACTION: name' and 'VALUE: value or None'"

    def __init__(self, strict: Strict = None) -> None:
        super().__init__(strict)
        self._mode = JSONMode(answer_ends=False)

    def system_prompt(self, size: Size) -> str:
        """See `ActionFormat.system_prompt`."""
        return (
            "You operate an Android phone for its user as a person would, one action a reply. You "
            f"get its screen, and what can be touched on it, each with letters.\n\nActions:\n"
            f"{_ACTIONS}\n\nWrite what you see and plan, and at the end these three lines:\n"
            "ELEMENT: the element's letters, or None\nACTION: one of the actions\n"
            "VALUE: the value, or None"
        )

    def words(self, screen: Screen) -> str:
        """See `ActionFormat.words`: the elements with their letters."""
        found = choices(screen.elements, self.strict)
        lines = [f"{letters(i)}. {words}" for i, (_, words) in enumerate(found)]
        return "\n".join(["Elements of the screen:", *lines])

    def _parse(self, reply: ModelReply, screen: Screen) -> Parsed:
        name, action, value = self._lines(reply.text)
        kind = _KINDS.get(action.upper())
        if kind is None:
            raise ReplyError(f"There is no action {shown(action)}; there are {sorted(_KINDS)}.")
        found = choices(screen.elements, self.strict)
        index = self._chosen(name, found)
        fields: dict[str, JSON] = {"action_type": kind, **_valued(kind, value)}
        if kind in _AIMED:
            if index is None and kind != "scroll":
                raise ReplyError(f"{action} needs an element.")
            if index is not None:
                fields["index"] = found[index][0]
        if self.strict and kind in ("click", "long_press") and value != "None":
            raise ReplyError(f"The value of {action} must be None.")
        if self.strict and kind == "answer":
            raise ReplyError("Invalid action type: answers can't be given.")
        decoded = self._mode.decode(fields, screen)
        if decoded.error is not None:
            raise ReplyError(decoded.error)
        step: Step = decoded.events
        if decoded.answer is not None:
            step = (*step, Answer(decoded.answer))
        if decoded.declared:
            step = (*step, Declare())
        what = found[index][1] if index is not None else "the screen"
        return Parsed((step,), f"{what} -> {action}: {value}")

    def _lines(self, text: str) -> tuple[str, str, str]:
        """Return element, action and value."""
        found: dict[str, str] = {}
        for line in text.splitlines():
            given = line if self.strict else line.strip().strip("*#- ").replace("**", "")
            for word in ("ELEMENT", "ACTION", "VALUE"):
                if given.startswith(f"{word}:"):
                    parts = given.split(":")
                    rest = parts[1] if self.strict else given.partition(":")[2]
                    found[word] = rest.strip()
        if "ELEMENT" not in found or "ACTION" not in found:
            raise ReplyError(f"There are no 'ELEMENT:' and 'ACTION:' in it; {self.envelope}.")
        value = found.get("VALUE", "None")
        return found["ELEMENT"], found["ACTION"], value.strip(".") if self.strict else value

    def _chosen(self, name: str, found: Sequence[tuple[int, str]]) -> int | None:
        """Return the index of the choice that letters name; None for none of them."""
        given = name.strip(" .()").upper()
        if given in ("NONE", "N/A", ""):
            return None
        if not re.fullmatch(r"[A-Z]{1,2}", given):
            raise ReplyError(f"{shown(name)} is not the name of an element, such as A or AB.")
        index = ord(given[-1]) - 65
        if len(given) == 2:
            index += 26 * (ord(given[0]) - 64)
        if index == len(found):  # "none of the other options"
            return None
        if index > len(found):
            raise ReplyError(f"There is no element {given}; the last is {len(found) - 1}.")
        return index

    def _render(self, events: Step, screen: Screen, thought: str) -> ModelReply | None:
        found = choices(screen.elements, self.strict)

        said = _said(events)
        if said is None:
            return None
        element = "None"
        if isinstance(events[0], Tap | LongPress):
            places = [middle(screen.elements[i]) for i, _ in found]
            index = index_at((events[0].x, events[0].y), places)
            if index is None:
                return None
            element = letters(index)
        # A thought must not look like one of the lines.
        thought = " ".join(thought.split())
        return ModelReply(
            f"I think: {thought}\nELEMENT: {element}\nACTION: {said[0]}\nVALUE: {said[1]}"
        )


def _valued(kind: str, value: str) -> dict[str, JSON]:
    """Return the fields that a value stands for in an action."""
    match kind:
        case "input_text" | "answer":
            return {"text": value}
        case "open_app":
            return {"app_name": value}
        case "status":
            return {"goal_status": "complete"}
        case "scroll":
            if value.lower() not in OPPOSITE:
                raise ReplyError(f"SWIPE goes up, down, left or right, not {shown(value)}.")
            return {"direction": OPPOSITE[value.lower()]}
    return {}


def _said(events: Step) -> tuple[str, str] | None:
    """Return the action and the value for a step; None if there are none."""
    match events:
        case (Tap(),):
            return "CLICK", "None"
        case (LongPress(_, _, 1000),):
            return "LONG PRESS", "None"
        case (Tap(), Wait(1000), Text(text), Key("KEYCODE_ENTER")) if _is_line(text):
            return "INPUT TEXT", text
        case (Swipe() as swipe,):
            return "SWIPE", finger_direction(swipe)
        case (Key(code),) if code in _KEYS:
            return _KEYS[str(code)], "None"
        case (Launch(app),) if _is_line(app):
            return "OPEN APP", app
        case (Answer(text),) if _is_line(text):
            return "ANSWER", text
        case (Wait(1000) | Declare("complete") as event,):
            return ("WAIT" if isinstance(event, Wait) else "TERMINATE"), "None"
    return None


def _is_line(text: str) -> bool:
    """Return whether a text is a single line that keeps its ends, so that it can be a value."""
    return bool(text) and text.splitlines() == [text] and text.strip().strip("*#- ") == text
