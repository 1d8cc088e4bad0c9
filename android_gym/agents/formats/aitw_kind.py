"""Agents trained on Android in the Wild: Auto-UI, DigiRL, CogAgent and OdysseyAgent."""

from __future__ import annotations

import json
import re
from typing import ClassVar, Final

from android_gym.agents.formats.base import (
    ActionFormat,
    History,
    ModelReply,
    Parsed,
    Screen,
    Step,
    json_text,
)
from android_gym.agents.formats.coordinates import Grid, PixelGrid, Size, UnitGrid
from android_gym.agents.formats.elements import one_line
from android_gym.agents.formats.gestures import finger_direction
from android_gym.checks import shown
from android_gym.errors import ReplyError
from android_gym.events import Declare, Event, Key, LongPress, Swipe, Tap, Text

__all__ = ["AutoUI", "CogAgent", "DigiRL", "Odyssey"]

_TAPPED: Final = 10
"""Squared distance in pixels between touch and lift below which a dual point is a tap."""

_SWIPES: Final = {
    "up": (0.5, 0.5, 0.5, 0.2),
    "down": (0.5, 0.2, 0.5, 0.5),
    "left": (0.8, 0.5, 0.2, 0.5),
    "right": (0.2, 0.5, 0.8, 0.5),
}
"""Start and end of a swipe, in fractions of the screen: SPA-Bench's macros."""

_NUMBER = r"(-?\d{1,4}(?:\.\d{1,12})?)"
_PLACE = re.compile(rf"\s*\[?\s*{_NUMBER}\s*,\s*{_NUMBER}\s*\]?\s*")
_FIELD = re.compile(r'"(\w{4,12})"\s{0,4}:\s{0,4}("(?:[^"\\]|\\.){0,20000}"|\[[^\]]{0,60}\])')
_ENDS: Final = {"STATUS_TASK_COMPLETE": "complete", "STATUS_TASK_IMPOSSIBLE": "infeasible"}
_PRESSES: Final = {
    "PRESS_BACK": "KEYCODE_BACK",
    "PRESS_HOME": "KEYCODE_HOME",
    "PRESS_ENTER": "KEYCODE_ENTER",
}


def _macro(way: str, size: Size) -> Swipe:
    x, y, to_x, to_y = _SWIPES[way]
    width, height = size
    return Swipe(*(int(part) for part in (x * width, y * height, to_x * width, to_y * height)))


def _named(table: dict[str, str], key: Key) -> str | None:
    wanted = f"KEYCODE_{str(key.code).upper().removeprefix('KEYCODE_')}"
    return next((name for name, code in table.items() if code == wanted), None)


class AutoUI(ActionFormat):
    """Auto-UI: a dual point in fractions of the screen, [y, x], a typed text, or a button."""

    name = "auto-ui-1"
    grid: ClassVar[Grid] = PixelGrid()
    history = History("summaries")
    envelope = (
        'write Action Decision: "action_type": "DUAL_POINT", "touch_point": "[y, x]", '
        '"lift_point": "[y, x]", "typed_text": ""'
    )

    def system_prompt(self, size: Size) -> str:
        """See `ActionFormat.system_prompt`."""
        kinds = ", ".join(["DUAL_POINT", "TYPE", *_PRESSES, *_ENDS])
        return (
            "You operate an Android phone for its user, one action a reply. Places are [y, x], "
            "from 0 at the top and the left to 1. A finger goes from touch_point to lift_point; "
            f"where they are the same, it taps.\n\nTypes of actions: {kinds}.\n\nWrite each reply "
            "like this:\nAction Plan: [the types of this and the next actions]; Action Decision: "
            '"action_type": "DUAL_POINT", "touch_point": "[0.5, 0.5]", "lift_point": "[0.5, 0.5]", '
            '"typed_text": ""'
        )

    def _parse(self, reply: ModelReply, screen: Screen) -> Parsed:
        decision = reply.text.rpartition("Action Decision:")[2]
        fields: dict[str, str] = {}
        for name, value in _FIELD.findall(decision):
            fields.setdefault(name, _text(value))
        kind = fields.get("action_type")
        if kind is None:
            raise ReplyError(f"There is no action_type in {shown(reply.text)}; {self.envelope}.")
        event: Event
        if kind == "DUAL_POINT":
            touch, lift = (_point(fields.get(n, ""), screen.size) for n in _POINTS)
            across, down = touch[0] - lift[0], touch[1] - lift[1]
            event = Tap(*touch) if across**2 + down**2 < _TAPPED else Swipe(*touch, *lift)
        elif kind == "TYPE":
            event = Text(fields.get("typed_text", ""))
        elif kind in _PRESSES:
            event = Key(_PRESSES[kind])
        elif kind in _ENDS:
            event = Declare("complete" if _ENDS[kind] == "complete" else "infeasible")
        else:
            raise ReplyError(f"There is no action_type {shown(kind)}; the prompt lists them all.")
        return Parsed(((event,),), decision.strip())

    def _render(self, events: Step, screen: Screen, thought: str) -> ModelReply | None:
        points, text = ("[-1.0, -1.0]", "[-1.0, -1.0]"), ""
        kind: str | None
        match events:
            case (Tap(x, y),):
                kind, points = "DUAL_POINT", (_part(x, y, screen.size),) * 2
            case (Swipe(x, y, to_x, to_y),) if (x - to_x) ** 2 + (y - to_y) ** 2 >= _TAPPED:
                kind = "DUAL_POINT"
                points = _part(x, y, screen.size), _part(to_x, to_y, screen.size)
            case (Text(text),):
                kind = "TYPE"
            case (Key() as key,):
                kind = _named(_PRESSES, key)
            case (Declare(status),):
                kind = next(name for name, end in _ENDS.items() if end == status)
            case _:
                return None
        if kind is None:
            return None
        return ModelReply(
            f'Action Plan: [{kind}]; Action Decision: "action_type": "{kind}", "touch_point": '
            f'"{points[0]}", "lift_point": "{points[1]}", "typed_text": {json_text(text)}'
        )


class DigiRL(AutoUI):
    """DigiRL, which is trained from Auto-UI and shares its format."""

    name = "digirl-1"


_POINTS: Final = ("touch_point", "lift_point")


def _text(value: str) -> str:
    """Return the text of a JSON value, even if its escapes are wrong."""
    try:
        read: object = json.loads(value, strict=False)
    except ValueError:
        return value.strip('"')
    return read if isinstance(read, str) else value


def _point(text: str, size: Size) -> tuple[int, int]:
    found = _PLACE.fullmatch(text)
    if found is None:
        raise ReplyError(f"{shown(text)} is not a place, such as [0.5, 0.25].")
    down, across = float(found[1]), float(found[2])
    if not (0 <= across <= 1 and 0 <= down <= 1):
        raise ReplyError(f"{text} is off the screen; places go from [0, 0] to [1, 1].")
    width, height = size
    return min(int(across * width), width - 1), min(int(down * height), height - 1)


def _part(x: int, y: int, size: Size) -> str:
    """Return a pixel's center as a place."""
    return f"[{(y + 0.5) / size[1]:.4f}, {(x + 0.5) / size[0]:.4f}]"


class CogAgent(ActionFormat):
    """CogAgent: a plan, and a grounded operation with a place from 0 to 999."""

    name = "cogagent-1"
    grid: ClassVar[Grid] = UnitGrid(999)
    history = History("summaries")
    envelope = "write 'Grounded Operation: tap the button [[xxx,yyy]]' or another operation"

    def system_prompt(self, size: Size) -> str:
        """See `ActionFormat.system_prompt`."""
        return (
            "You operate an Android phone for its user, one operation a reply. Places go from 000 "
            'to 999, to the right and down.\n\nOperations: tap what [[xxx,yyy]]; type "text"; '
            "press home, press back, press enter; swipe up, down, left or right, as a finger "
            "goes; task complete; task impossible.\n\nWrite each reply like this:\nPlan: the steps "
            "of the task\nNext Action: what to do now\nGrounded Operation: the operation"
        )

    def _parse(self, reply: ModelReply, screen: Screen) -> Parsed:
        _, found, operation = reply.text.partition("Grounded Operation:")
        operation = operation.strip()
        if not found or not operation:
            raise ReplyError(f"There is no operation in {shown(reply.text)}; {self.envelope}.")
        return Parsed(((self._event(operation, screen),),), operation.split("\n")[0])

    def _event(self, operation: str, screen: Screen) -> Event:
        given = operation.lower()
        if given.startswith("type"):
            text = re.match(r"type\s{0,4}\"(.{0,20000})\"", operation, re.DOTALL | re.IGNORECASE)
            if text is None:
                raise ReplyError(f'{shown(operation)} must be like type "text".')
            return Text(text[1])
        place = re.search(r"\[\[\s{0,4}(\d{1,4})\s{0,4},\s{0,4}(\d{1,4})\s{0,4}\]\]", operation)
        if given.startswith(("tap", "click")) and place is not None:
            return Tap(*self.grid.to_pixel(int(place[1]), int(place[2]), screen.size))
        for way in _SWIPES:
            if re.match(rf"swipe\s{{1,4}}{way}\b", given):
                return _macro(way, screen.size)
        for name in ("home", "back", "enter"):
            if re.match(rf"press\s{{1,4}}(?:the\s{{1,4}})?{name}\b", given):
                return Key(f"KEYCODE_{name.upper()}")
        if given.startswith("task complete"):
            return Declare()
        if given.startswith("task impossible"):
            return Declare("infeasible")
        raise ReplyError(f"There is no operation {shown(operation)}; {self.envelope}.")

    def _render(self, events: Step, screen: Screen, thought: str) -> ModelReply | None:
        match events:
            case (Tap(x, y),):
                place = self.grid.from_pixel(x, y, screen.size)
                operation: str | None = f"tap it [[{place[0]:03},{place[1]:03}]]"
            case (Text(text),):
                operation = f'type "{text}"'
            case (Swipe() as swipe,):
                operation = f"swipe {finger_direction(swipe)}"
            case (Key() as key,):
                name = _named({n: c for n, c in _PRESSES.items()}, key)
                operation = name and name.lower().replace("_", " ")
            case (Declare(status),):
                operation = "task complete" if status == "complete" else "task impossible"
            case _:
                return None
        if operation is None:
            return None
        told = " ".join(thought.split())
        return ModelReply(f"Plan: {told}\nNext Action: {told}\nGrounded Operation: {operation}")


_ODYSSEY_KEYS: Final = {
    "PRESS_BACK": "KEYCODE_BACK",
    "PRESS_HOME": "KEYCODE_HOME",
    "PRESS_RECENT": "KEYCODE_APP_SWITCH",
}


class Odyssey(ActionFormat):
    """OdysseyAgent: ``CLICK: (x, y)`` from 0 to 1000, ``SCROLL: UP`` as the finger moves.

    With ``strict="upstream"`` a reply without a colon does nothing, so that it can neither press a
    button nor end a task, as in SPA-Bench's port.
    """

    name = "odyssey-1"
    grid: ClassVar[Grid] = UnitGrid(1000, top=1000)
    history = History("summaries")
    upstream = True
    envelope = "write 'CLICK: (x, y)' or another action"

    def system_prompt(self, size: Size) -> str:
        """See `ActionFormat.system_prompt`."""
        return (
            "You operate an Android phone for its user, one action a reply. Places go from 0 to "
            "1000, to the right and down.\n\nActions:\nCLICK: (x, y)\nLONG_PRESS: (x, y)\n"
            "TYPE: text\nSCROLL: UP, DOWN, LEFT or RIGHT, as a finger goes\nPRESS_BACK\nPRESS_HOME"
            "\nPRESS_RECENT\nCOMPLETE\nIMPOSSIBLE\n\nWrite the action and nothing else."
        )

    def _parse(self, reply: ModelReply, screen: Screen) -> Parsed:
        name, colon, value = reply.text.strip().partition(":")
        word, value = name.strip().upper(), value.strip()
        if self.strict and not colon:
            return Parsed(((),), "idle")
        return Parsed(((self._event(word, value, screen),),), reply.text.strip())

    def _event(self, word: str, value: str, screen: Screen) -> Event:
        match word:
            case "CLICK" | "LONG_PRESS":
                place = re.fullmatch(r"\(\s{0,4}(\d{1,4})\s{0,4},\s{0,4}(\d{1,4})\s{0,4}\)", value)
                if place is None:
                    raise ReplyError(f"{shown(value)} is not a place, such as (500, 250).")
                x, y = self.grid.to_pixel(int(place[1]), int(place[2]), screen.size)
                return Tap(x, y) if word == "CLICK" else LongPress(x, y)
            case "TYPE":
                return Text(value)
            case "SCROLL" if value.lower() in _SWIPES:
                return _macro(value.lower(), screen.size)
            case "COMPLETE":
                return Declare()
            case "IMPOSSIBLE":
                return Declare("infeasible")
            case _ if word in _ODYSSEY_KEYS:
                return Key(_ODYSSEY_KEYS[word])
        raise ReplyError(f"There is no action {shown(word)} with {shown(value)}; {self.envelope}.")

    def _render(self, events: Step, screen: Screen, thought: str) -> ModelReply | None:
        said: str | None
        match events:
            case (Tap(x, y),):
                said = "CLICK: ({}, {})".format(*self.grid.from_pixel(x, y, screen.size))
            case (LongPress(x, y, 1000),):
                said = "LONG_PRESS: ({}, {})".format(*self.grid.from_pixel(x, y, screen.size))
            case (Text(text),) if one_line(text):
                said = f"TYPE: {text}"
            case (Swipe() as swipe,):
                said = f"SCROLL: {finger_direction(swipe).upper()}"
            case (Key() as key,):
                said = _named(_ODYSSEY_KEYS, key)
            case (Declare(status),):
                said = "COMPLETE" if status == "complete" else "IMPOSSIBLE"
            case _:
                return None
        return said and ModelReply(said) or None
