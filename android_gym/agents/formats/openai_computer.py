"""OpenAI's computer use: a call has a list of actions, in pixels of the picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from android_gym.agents.formats.base import JSON, Step, Tool
from android_gym.agents.formats.computer import ComputerUse
from android_gym.agents.formats.coordinates import Grid, PixelGrid, Size
from android_gym.agents.formats.gestures import key_of, key_text, scroll
from android_gym.agents.formats.reading import Arguments
from android_gym.checks import shown
from android_gym.errors import ReplyError
from android_gym.events import (
    DoubleTap,
    Event,
    Key,
    KeyCombination,
    LongPress,
    Swipe,
    Tap,
    Text,
    Touch,
    Wait,
)

__all__ = ["OpenAIComputer"]

_LONGEST_PATH = 200
_DRAG_MS = 1000
_DESCRIPTION = """\
Performs actions in order. Each is an object with a "type":
{"type": "click", "x", "y", "button": "left" or "right"}; {"type": "double_click", "x", "y"};
{"type": "drag", "path": [{"x", "y"}, ...]}; {"type": "scroll", "x", "y", "scroll_x", "scroll_y"},
in pixels, positive to show what is right or below; {"type": "type", "text"};
{"type": "keypress", "keys": ["ctrl", "a"]}; {"type": "wait"}; {"type": "screenshot"}."""


class OpenAIComputer(ComputerUse):
    """OpenAI's computer tool; a call may have several actions, and drags may have many points.

    Pictures are sent at most 1280 pixels high, this package's choice: if the server shrank them,
    coordinates would be those of the smaller picture.
    """

    name = "openai-computer-1"
    grid: ClassVar[Grid] = PixelGrid(1280)

    def _own_tools(self, size: Size) -> tuple[Tool, ...]:
        actions: dict[str, JSON] = {
            "type": "array",
            "items": {"type": "object", "properties": {"type": {"type": "string"}}},
        }
        return (Tool("computer", _DESCRIPTION, {"actions": actions}, ("actions",)),)

    def _steps(self, name: str, arguments: Mapping[str, JSON], size: Size) -> list[Step]:
        if name not in ("computer", "computer_call"):
            raise ReplyError(f"There is no function {shown(name)}.")
        actions = arguments.get("actions", arguments.get("action", arguments))
        if isinstance(actions, Mapping):
            actions = [actions]
        if isinstance(actions, str) or not isinstance(actions, Sequence) or not actions:
            raise ReplyError(f"'actions' must be a list of objects, got {shown(actions)}.")
        steps = []
        for action in actions:
            kind = action.get("type") if isinstance(action, Mapping) else None
            if not isinstance(kind, str) or not isinstance(action, Mapping):
                raise ReplyError(f"An action is an object with a 'type', got {shown(action)}.")
            steps.append(self._step(Arguments(kind, action, self.grid, size)))
        return steps

    def _step(self, args: Arguments) -> Step:
        match args.action:
            case "click":
                return (_click(args),)
            case "double_click":
                return (DoubleTap(*args.xy()),)
            case "drag":
                return self._drag(args)
            case "scroll":
                return self._scroll(args)
            case "type":
                return (Text(args.text("text")),)
            case "keypress":
                return (key_of(_keys(args)),)
            case "wait":
                return (Wait(args.seconds("seconds", default=2.0)),)
            case "screenshot" | "move":
                return ()
        raise ReplyError(f"There is no action {shown(args.action)}; the tool lists them all.")

    def _drag(self, args: Arguments) -> Step:
        path = args.values.get("path")
        if isinstance(path, str) or not isinstance(path, Sequence):
            raise ReplyError(f"'path' must be a list of {{x, y}}, got {shown(path)}.")
        if not 2 <= len(path) <= _LONGEST_PATH:
            raise ReplyError(f"A path has 2 to {_LONGEST_PATH} points, got {len(path)}.")
        points = []
        for point in path:
            if isinstance(point, Mapping):
                points.append(Arguments("drag", point, self.grid, args.size).xy())
            else:
                points.append(
                    Arguments("drag", {"path": point}, self.grid, args.size).point("path")
                )
        if len(points) == 2:
            return (Swipe(*points[0], *points[1], _DRAG_MS),)
        width, height = args.size
        parts = [((x + 0.5) / width, (y + 0.5) / height) for x, y in points]
        return (*(Touch(0, x, y) for x, y in parts), Touch(1, *parts[-1]))

    def _scroll(self, args: Arguments) -> Step:
        right = args.number("scroll_x", "scrollX", default=0)
        down = args.number("scroll_y", "scrollY", default=0)
        if not right and not down:
            return ()
        across, along = self.grid.span(args.size)
        if abs(down) >= abs(right):
            direction = "down" if down > 0 else "up"
            length = abs(down) * args.size[1] / along
        else:
            direction = "right" if right > 0 else "left"
            length = abs(right) * args.size[0] / across
        return (scroll(direction, args.size, args.xy(), max(1, round(min(length, 10_000)))),)

    def _own_call(self, events: Step, size: Size) -> tuple[str, dict[str, JSON]] | None:
        action = self._action(events, size)
        return None if action is None else ("computer", {"actions": [action]})

    def _action(self, events: Step, size: Size) -> dict[str, JSON] | None:
        def at(x: int, y: int) -> dict[str, JSON]:
            x, y = self.grid.from_pixel(x, y, size)
            return {"x": x, "y": y}

        match events:
            case ():
                return {"type": "screenshot"}
            case (Tap(x, y),):
                return {"type": "click", **at(x, y), "button": "left"}
            case (LongPress(x, y, 1000),):
                return {"type": "click", **at(x, y), "button": "right"}
            case (DoubleTap(x, y),):
                return {"type": "double_click", **at(x, y)}
            case (Swipe(x, y, to_x, to_y, _),):
                return {"type": "drag", "path": [at(x, y), at(to_x, to_y)]}
            case (Text(text),):
                return {"type": "type", "text": text}
            case (Wait(ms),):
                return {"type": "wait", "seconds": ms / 1000}
            case (Key() | KeyCombination() as key,):
                name = key_text(key)
                return None if name is None else {"type": "keypress", "keys": name.split("+")}
        return None


def _click(args: Arguments) -> Event:
    match args.choice(("left", "right", "back"), "button", default="left"):
        case "right":
            return LongPress(*args.xy())
        case "back":
            return Key("KEYCODE_BACK")
    return Tap(*args.xy())


def _keys(args: Arguments) -> str:
    keys = args.values.get("keys")
    if isinstance(keys, str):
        return keys
    if isinstance(keys, Sequence) and 1 <= len(keys) <= 4 and all(isinstance(k, str) for k in keys):
        return "+".join(str(key) for key in keys)
    raise ReplyError(f"'keys' must be a list of 1 to 4 names of keys, got {shown(keys)}.")
