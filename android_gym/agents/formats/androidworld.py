"""AndroidWorld's own format, used by its agents M3A and T3A: a reason, and an action as JSON."""

from __future__ import annotations

import ast
import json
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
    json_text,
)
from android_gym.agents.formats.coordinates import Grid, PixelGrid, Size
from android_gym.agents.formats.gestures import OPPOSITE, finger_direction
from android_gym.agents.formats.reading import find_object
from android_gym.checks import shown
from android_gym.errors import ReplyError
from android_gym.events import (
    Answer,
    Declare,
    DoubleTap,
    Event,
    Key,
    Launch,
    LongPress,
    Swipe,
    Tap,
    Text,
    Wait,
)

__all__ = ["AndroidWorld"]

_ACTIONS = """\
{"action_type": "status", "goal_status": "complete"}: it is done ("infeasible": can't be).
{"action_type": "answer", "text": "..."}: answers the user's question; a status must follow.
{"action_type": "click", "index": n}: taps an element.
{"action_type": "long_press", "index": n}: holds a finger on it.
{"action_type": "input_text", "text": "...", "index": n}: taps it, types, and presses Enter.
{"action_type": "keyboard_enter"}: presses Enter.
{"action_type": "navigate_home"}, {"action_type": "navigate_back"}: go home, or back.
{"action_type": "scroll", "direction": "down", "index": n}: shows what is below; also up, left and
right; without an index the whole screen scrolls.
{"action_type": "open_app", "app_name": "..."}: starts an app.
{"action_type": "wait"}: lets the screen settle."""
_DEEPEST = 50


class AndroidWorld(ActionFormat):
    """AndroidWorld's ``JSONAction``; elements are named by their index in the list that is sent.

    Typing always taps the element and presses Enter. With ``strict="upstream"`` an object ends at
    the first closing brace, even within a text, and both the reason and the action are required.
    """

    name = "androidworld-1"
    grid: ClassVar[Grid] = PixelGrid()
    history = History("summaries")
    lists_elements = True
    upstream = True
    envelope = "write 'Reason: ...' and on the next line 'Action: {\"action_type\": ...}'"

    def __init__(self, strict: Strict = None) -> None:
        super().__init__(strict)
        self._mode = JSONMode(answer_ends=False)

    def system_prompt(self, size: Size) -> str:
        """See `ActionFormat.system_prompt`."""
        return (
            "You operate an Android phone for its user, one action a reply. You get its screen "
            "and the list of what is on it, each element with its index.\n\n"
            f"Actions:\n{_ACTIONS}\n\nTo see more of a list, scroll. Start apps by open_app. Act "
            "on what you see, not on what you expect.\n\nWrite each reply like this:\n"
            'Reason: why\nAction: {"action_type": ...}'
        )

    def _parse(self, reply: ModelReply, screen: Screen) -> Parsed:
        reason, fields = self.read(reply.text)
        decoded = self._mode.decode(fields, screen)
        if decoded.error is not None:
            raise ReplyError(decoded.error)
        step: list[Event] = list(decoded.events)
        if decoded.answer is not None:
            step.append(Answer(decoded.answer))
        if decoded.declared:
            status = fields.get("goal_status")
            step.append(Declare("infeasible" if status == "infeasible" else "complete"))
        return Parsed((tuple(step),), f"{reason} Action: {json_text(fields)}"[:500])

    def read(self, text: str) -> tuple[str, dict[str, JSON]]:
        """Return the reason and the action's fields in a reply.

        Raises:
            ReplyError: If there is no action.
        """
        if self.strict == "upstream":
            return _read_upstream(text)
        before, found, action = text.partition("Action:")
        reason = before.partition("Reason:")[2].strip() or before.strip()
        return (reason if found else ""), find_object(action if found else text)

    def _render(self, events: Step, screen: Screen, thought: str) -> ModelReply | None:
        fields = _fields(events, screen)
        if fields is None:
            return None
        return ModelReply(f"Reason: {thought}\nAction: {json_text(fields)}")


def _read_upstream(text: str) -> tuple[str, dict[str, JSON]]:
    """Read as AndroidWorld's ``parse_reason_action_output`` and ``extract_json`` do.

    Raises:
        ReplyError: If they find nothing.
    """
    first, last = text.find("Action:"), text.rfind("Action:")
    begin = text.find("Reason:")
    reason = text[begin + len("Reason:") : last].strip() if 0 <= begin < last else ""
    action = text[first + len("Action:") :].strip() if first >= 0 else ""
    if not reason or not action:
        raise ReplyError("The reply must have a 'Reason: ...' and an 'Action: ...' after it.")
    for flags, readers in ((re.DOTALL, (_literal,)), (re.NOFLAG, (_literal, json.loads))):
        match = re.search(r"\{[^}]*?\}" if flags else r"\{[^}\n]*?\}", action)
        for reader in readers if match is not None else ():
            try:
                found: object = reader(match[0]) if match is not None else None
            except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
                continue
            if isinstance(found, dict):
                return reason, found
    raise ReplyError(f"There is no action in {shown(action)}.")


def _literal(text: str) -> object:
    if sum(map(text.count, "([")) > _DEEPEST:
        raise ValueError("nested too deeply")
    found: object = ast.literal_eval(text)
    return json.loads(json.dumps(found))  # tuples become lists; what JSON can't hold is refused


def _fields(events: Step, screen: Screen) -> dict[str, JSON] | None:
    match events:
        case (Tap(x, y),):
            return {"action_type": "click", **_place(x, y, screen.elements)}
        case (DoubleTap(x, y),):
            return {"action_type": "double_tap", **_place(x, y, screen.elements)}
        case (LongPress(x, y, 1000),):
            return {"action_type": "long_press", **_place(x, y, screen.elements)}
        case (Tap(x, y), Wait(1000), Text(text), Key("KEYCODE_ENTER")) if text:
            place = _place(x, y, screen.elements)
            return {"action_type": "input_text", "text": text, **place}
        case (Text(text), Key("KEYCODE_ENTER")) if text:
            return {"action_type": "input_text", "text": text}
        case (Swipe() as swipe,):
            return {"action_type": "scroll", "direction": OPPOSITE[finger_direction(swipe)]}
        case (Key(code),) if code in _KEYS:
            return {"action_type": _KEYS[str(code)]}
        case (Launch(app),):
            return {"action_type": "open_app", "app_name": app}
        case (Wait(1000),):
            return {"action_type": "wait"}
        case (Answer(text),):
            return {"action_type": "answer", "text": text}
        case (Declare(status),):
            return {"action_type": "status", "goal_status": status}
    return None


_KEYS = {
    "KEYCODE_HOME": "navigate_home",
    "KEYCODE_BACK": "navigate_back",
    "KEYCODE_ENTER": "keyboard_enter",
}


def _place(x: int, y: int, elements: Sequence[UIElement]) -> dict[str, JSON]:
    """Return the element whose center is (x, y), or else the pixel."""
    for index, element in enumerate(elements):
        box = element.bbox_pixels
        if box is not None and (int(box.center[0]), int(box.center[1])) == (x, y):
            return {"index": index}
    return {"x": x, "y": y}
