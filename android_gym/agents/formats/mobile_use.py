"""Formats around the single function ``mobile_use``: Qwen2.5-VL, Qwen3-VL, GUI-Owl, MAI-UI.

The call is an object in ``<tool_call>`` tags, ``{"name": "mobile_use", "arguments": {"action": ...,
...}}``; servers that parse these tags themselves return it as a function call, which is read the
same way. The formats differ in coordinates, in the meaning of ``swipe``, and in the text around the
call.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import ClassVar

from android_gym.agents.formats.base import (
    JSON,
    ActionFormat,
    History,
    ModelReply,
    Parsed,
    Screen,
    Step,
    json_text,
)
from android_gym.agents.formats.coordinates import Grid, Size, SmartGrid, UnitGrid
from android_gym.agents.formats.gestures import (
    BUTTONS,
    DIRECTIONS,
    OPPOSITE,
    button_of,
    finger_direction,
    scroll,
)
from android_gym.agents.formats.reading import Arguments, find_object, read_json, tagged
from android_gym.checks import shown
from android_gym.errors import ReplyError
from android_gym.events import (
    Answer,
    Declare,
    DoubleTap,
    Drag,
    Event,
    Key,
    Launch,
    LongPress,
    Swipe,
    Tap,
    Text,
    Wait,
)

__all__ = ["GUIOwl", "MAIUI", "MobileUse", "Qwen25VL", "Qwen3VL"]

_FUNCTION = "mobile_use"
_NAMES = (
    "click", "double_click", "long_press", "swipe", "drag", "type", "key", "system_button", "open",
    "wait", "answer", "terminate", "ask_user",
)  # fmt: skip


class MobileUse(ActionFormat):
    """The common part of the formats around ``mobile_use``.

    Attributes:
        actions: Lines about each action, for the system prompt.
        reply: An example of a reply, for the system prompt.
    """

    actions: ClassVar[tuple[str, ...]]
    reply: ClassVar[str]

    envelope = 'write <tool_call>{"name": "mobile_use", "arguments": {"action": ...}}</tool_call>'

    def system_prompt(self, size: Size) -> str:
        """See `ActionFormat.system_prompt`."""
        width, height = self.grid.largest(size)
        schema: dict[str, JSON] = {
            "type": "function",
            "function": {
                "name": _FUNCTION,
                "description": (
                    "Operates an Android phone by touch. You see it in pictures. Places are "
                    f"[x, y] from [0, 0] at the left, top to [{width}, {height}] at the right, "
                    "bottom. Wait where something still loads."
                ),
                "parameters": {
                    "type": "object",
                    "properties": {"action": {"type": "string"}},
                    "required": ["action"],
                },
            },
        }
        lines = "\n".join(f"- {line}" for line in self.actions)
        return (
            "You operate an Android phone for its user, one action a reply.\n\n"
            f"<tools>\n{json_text(schema)}\n</tools>\n\n"
            f"Its arguments, by action:\n{lines}\n\nWrite each reply like this:\n{self.reply}"
        )

    # --- reading ---------------------------------------------------------------------------------

    def _parse(self, reply: ModelReply, screen: Screen) -> Parsed:
        calls = _calls(reply)
        steps: list[Step] = []
        question: str | None = None
        for call in calls:
            name = call.get("action")
            if not isinstance(name, str):
                raise ReplyError(f"mobile_use needs an 'action', got {shown(call)}.")
            name = name.strip().lower()
            args = Arguments(name, call, self.grid, screen.size)
            if name in ("ask_user", "interact"):
                question = question or args.text("text", default="")
                steps.append(())
                continue
            steps.append((self._event(name, args),))
            if len(steps) > 1 and not self.several:
                break
        return Parsed(tuple(steps), self._summary(reply), question)

    def _summary(self, reply: ModelReply) -> str:
        """Return the line that the model wrote for its history."""
        before = reply.text.split("<tool_call>")[0]
        _, found, action = before.rpartition("Action:")
        return action.strip().strip('"') if found else ""

    def _event(self, name: str, args: Arguments) -> Event:
        """Return the event of an action.

        Raises:
            ReplyError: If there is no such action, or its arguments are wrong.
        """
        match name:
            case "click" | "tap" | "double_click" | "double_tap":
                tap = DoubleTap if name.startswith("double") else Tap
                return tap(*args.point("coordinate"))
            case "long_press":
                return LongPress(*args.point("coordinate"), args.seconds("time", default=1.0))
            case "swipe":
                return self._swipe(args)
            case "drag":
                start, end = args.point("start_coordinate"), args.point("end_coordinate")
                return Drag(*start, *end)
            case "type":
                return Text(args.text("text"))
            case "key":
                return _key(args.text("text", "key"))
            case "system_button":
                return Key(BUTTONS[args.choice(tuple(BUTTONS), "button")])
            case "open" | "open_app":
                return Launch(args.text("text", "app", empty=False))
            case "wait":
                return Wait(args.seconds("time", default=2.0))
            case "answer":
                return Answer(args.text("text"))
            case "terminate":
                done = args.choice(("success", "failure", "fail"), "status", default="success")
                return Declare("complete" if done == "success" else "infeasible")
        raise ReplyError(f"There is no action {shown(name)}; there are {list(_NAMES)}.")

    def _swipe(self, args: Arguments) -> Swipe:
        if args.has("coordinate2"):
            return Swipe(*args.point("coordinate"), *args.point("coordinate2"))
        if args.has("direction"):  # the finger's
            direction = args.choice(DIRECTIONS, "direction")
            at = args.point("coordinate") if args.has("coordinate") else None
            return scroll(OPPOSITE[direction], args.size, at)
        numbers = args.numbers("coordinate")
        if len(numbers) != 4:
            raise ReplyError(f"A swipe needs coordinate and coordinate2, got {shown(args.values)}.")
        start = self.grid.to_pixel(numbers[0], numbers[1], args.size)
        return Swipe(*start, *self.grid.to_pixel(numbers[2], numbers[3], args.size))

    # --- writing ---------------------------------------------------------------------------------

    def _render(self, events: Step, screen: Screen, thought: str) -> ModelReply | None:
        if len(events) != 1:
            return None
        arguments = self._arguments(events[0], screen.size)
        if arguments is None:
            return None
        # No typed text may end the tag.
        call = json_text({"name": _FUNCTION, "arguments": arguments}).replace("<", "\\u003c")
        return ModelReply(self._wrap(call, thought))

    def _wrap(self, call: str, thought: str) -> str:
        """Return a reply around a call."""
        return f"<tool_call>\n{call}\n</tool_call>"

    def _arguments(self, event: Event, size: Size) -> dict[str, JSON] | None:
        def at(x: int, y: int) -> list[JSON]:
            return list(self.grid.from_pixel(x, y, size))

        match event:
            case Tap(x, y):
                return {"action": "click", "coordinate": at(x, y)}
            case LongPress(x, y, ms):
                return {"action": "long_press", "coordinate": at(x, y), "time": ms / 1000}
            case Swipe():
                return self._swipe_arguments(event, size)
            case Text(text):
                return {"action": "type", "text": text}
            case Key() if button_of(event) is not None:
                button = (button_of(event) or "").capitalize()
                return {"action": "system_button", "button": button}
            case Launch(app):
                return {"action": "open", "text": app}
            case Wait(ms):
                return {"action": "wait", "time": ms / 1000}
            case Answer(text):
                return {"action": "answer", "text": text}
            case Declare(status):
                word = "success" if status == "complete" else "failure"
                return {"action": "terminate", "status": word}
        return None

    def _swipe_arguments(self, event: Swipe, size: Size) -> dict[str, JSON]:
        start = list(self.grid.from_pixel(event.x, event.y, size))
        end = list(self.grid.from_pixel(event.to_x, event.to_y, size))
        return {"action": "swipe", "coordinate": start, "coordinate2": end}


def _key(name: str) -> Key:
    """Return a key by its name for ``input keyevent``, in any case."""
    word = name.strip().upper().removeprefix("KEYCODE_")
    if not word.isascii() or not word.replace("_", "").isalnum() or len(word) > 40:
        raise ReplyError(f"There is no key {shown(name)}; give a name such as volume_up.")
    return Key(f"KEYCODE_{word}")


def _calls(reply: ModelReply) -> list[Mapping[str, JSON]]:
    """Return the arguments of the calls in a reply.

    Raises:
        ReplyError: If there is none, or one is of another function.
    """
    if reply.calls:
        return [_mobile_use(call.name, read_json(call.arguments)) for call in reply.calls]
    parts = tagged(reply.text, "tool_call")
    found = []
    for part in parts or [reply.text]:
        whole = find_object(part)
        arguments = whole.get("arguments", whole)
        if isinstance(arguments, str):
            arguments = read_json(arguments)
        if not isinstance(arguments, Mapping):
            raise ReplyError(f"'arguments' must be an object, got {shown(arguments)}.")
        found.append(_mobile_use(whole.get("name", _FUNCTION), arguments))
    return found


def _mobile_use(name: JSON, arguments: Mapping[str, JSON]) -> Mapping[str, JSON]:
    if name != _FUNCTION:
        raise ReplyError(f"There is no function {shown(name)}; there is {_FUNCTION!r}.")
    return arguments


_TOUCHES = (
    '{"action": "click", "coordinate": [x, y]}: tap.',
    '{"action": "long_press", "coordinate": [x, y], "time": seconds}: hold a finger there.',
)
_TWO_POINT_SWIPE = (
    '{"action": "swipe", "coordinate": [x, y], "coordinate2": [x, y]}: move a finger from the '
    "first place to the second; to see what is below, move it up."
)
_TYPE = '{"action": "type", "text": "..."}: type where the focus is; Enter is not pressed.'
_OPEN = '{"action": "open", "text": "app"}: start an app by its name.'
_ENDS = (
    '{"action": "wait", "time": seconds}: let time pass.',
    '{"action": "answer", "text": "..."}: answer the user\'s question; terminate after it.',
    '{"action": "terminate", "status": "success" or "failure"}: say that the task is done, or '
    "can't be done.",
)


class Qwen25VL(MobileUse):
    """Qwen2.5-VL: pixels of the picture as resized by its processor."""

    name = "qwen2.5-vl"
    grid: ClassVar[Grid] = SmartGrid()
    history = History("summaries")
    actions = (
        '{"action": "key", "text": "volume_up"}: press a key by its name for adb.',
        *_TOUCHES,
        _TWO_POINT_SWIPE,
        _TYPE,
        '{"action": "system_button", "button": "Back", "Home", "Menu" or "Enter"}.',
        _OPEN,
        *_ENDS,
    )
    reply = (
        "Action: what you do, in a line\n"
        '<tool_call>\n{"name": "mobile_use", "arguments": {...}}\n</tool_call>'
    )

    def _arguments(self, event: Event, size: Size) -> dict[str, JSON] | None:
        found = super()._arguments(event, size)
        if found is None and isinstance(event, Key) and isinstance(event.code, str):
            return {"action": "key", "text": event.code.lower().removeprefix("keycode_")}
        return found

    def _wrap(self, call: str, thought: str) -> str:
        return f"Action: {thought}\n{super()._wrap(call, thought)}"


class Qwen3VL(MobileUse):
    """Qwen3-VL: 0 to 999 over the whole picture, a thought and a line before the call."""

    name = "qwen3-vl"
    grid: ClassVar[Grid] = UnitGrid(999)
    history = History("summaries")
    actions = (
        *_TOUCHES,
        _TWO_POINT_SWIPE,
        _TYPE,
        '{"action": "system_button", "button": "Back", "Home", "Menu" or "Enter"}.',
        *_ENDS,
    )
    reply = (
        'Thought: what you see and plan\nAction: "what you do, in a line"\n'
        '<tool_call>\n{"name": "mobile_use", "arguments": {...}}\n</tool_call>'
    )

    def _wrap(self, call: str, thought: str) -> str:
        line = json.dumps(thought, ensure_ascii=False)
        return f"Thought: {thought}\nAction: {line}\n{super()._wrap(call, thought)}"


class GUIOwl(MobileUse):
    """GUI-Owl 7B and 32B: pixels of the resized picture; its conclusions are its history."""

    name = "gui-owl-1"
    grid: ClassVar[Grid] = SmartGrid(least=3136, most=10_035_200)
    history = History("summaries")
    actions = Qwen25VL.actions
    reply = (
        "<thinking>\nwhat you see and plan\n</thinking>\n"
        '<tool_call>\n{"name": "mobile_use", "arguments": {...}}\n</tool_call>\n'
        "<conclusion>\nwhat you did, in a line\n</conclusion>"
    )

    def _summary(self, reply: ModelReply) -> str:
        return next(iter(tagged(reply.text, "conclusion")), "")

    def _arguments(self, event: Event, size: Size) -> dict[str, JSON] | None:
        found = super()._arguments(event, size)
        if found is None and isinstance(event, Key) and isinstance(event.code, str):
            return {"action": "key", "text": event.code.lower().removeprefix("keycode_")}
        return found

    def _wrap(self, call: str, thought: str) -> str:
        return (
            f"<thinking>\n{thought}\n</thinking>\n{super()._wrap(call, thought)}\n"
            f"<conclusion>\n{thought}\n</conclusion>"
        )


class MAIUI(MobileUse):
    """MAI-UI: 0 to 999, swipes by the finger's direction, and drags between two places."""

    name = "mai-ui-1"
    grid: ClassVar[Grid] = UnitGrid(999)
    history = History("turns", 3)
    actions = (
        *_TOUCHES,
        '{"action": "double_click", "coordinate": [x, y]}: tap twice.',
        _TYPE,
        '{"action": "swipe", "direction": "up", "down", "left" or "right", "coordinate": [x, y]}: '
        "the finger's direction; coordinate, where it begins, may be left out.",
        _OPEN,
        '{"action": "drag", "start_coordinate": [x, y], "end_coordinate": [x, y]}: hold and move.',
        '{"action": "system_button", "button": "back", "home", "menu" or "enter"}.',
        *_ENDS,
        '{"action": "ask_user", "text": "..."}: ask the user.',
    )
    reply = (
        "<thinking>\nwhat you see and plan\n</thinking>\n"
        '<tool_call>\n{"name": "mobile_use", "arguments": {...}}\n</tool_call>'
    )

    def _arguments(self, event: Event, size: Size) -> dict[str, JSON] | None:
        def at(x: int, y: int) -> list[JSON]:
            return list(self.grid.from_pixel(x, y, size))

        match event:
            case DoubleTap(x, y):
                return {"action": "double_click", "coordinate": at(x, y)}
            case Drag(x, y, to_x, to_y):
                ends: dict[str, JSON] = {
                    "start_coordinate": at(x, y),
                    "end_coordinate": at(to_x, to_y),
                }
                return {"action": "drag", **ends}
            case Key() if button_of(event) is not None:
                return {"action": "system_button", "button": button_of(event)}
        return super()._arguments(event, size)

    def _swipe_arguments(self, event: Swipe, size: Size) -> dict[str, JSON]:
        start = list(self.grid.from_pixel(event.x, event.y, size))
        return {"action": "swipe", "direction": finger_direction(event), "coordinate": start}

    def _wrap(self, call: str, thought: str) -> str:
        return f"<thinking>\n{thought}\n</thinking>\n{super()._wrap(call, thought)}"
