"""Anthropic's computer use, as a single function and as one function per action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from android_gym.agents.formats.base import JSON, Step, Tool
from android_gym.agents.formats.computer import ComputerUse, string
from android_gym.agents.formats.coordinates import Grid, PixelGrid, Size
from android_gym.agents.formats.gestures import DIRECTIONS, key_of, key_text, scroll
from android_gym.agents.formats.reading import Arguments
from android_gym.checks import shown
from android_gym.errors import ReplyError
from android_gym.events import (
    DoubleTap,
    Key,
    KeyCombination,
    LongPress,
    Swipe,
    Tap,
    Text,
    Wait,
)

__all__ = ["AnthropicComputer", "AnthropicToolset"]

_PLACE: dict[str, JSON] = {
    "type": "array",
    "items": {"type": "integer"},
    "description": "[x, y] in pixels of the picture.",
}
_DRAG_MS = 1000
_CLICK_SHARE = 0.1  # share of the screen that one wheel click scrolls; a guess
_MOST_REPEATS = 50
_TOOLS = (
    Tool("left_click", "Taps.", {"coordinate": _PLACE}, ("coordinate",)),
    Tool("double_click", "Taps twice.", {"coordinate": _PLACE}, ("coordinate",)),
    Tool("right_click", "Holds a finger there.", {"coordinate": _PLACE}, ("coordinate",)),
    Tool(
        "left_click_drag",
        "Moves a finger from the first place to the second.",
        {"start_coordinate": _PLACE, "coordinate": _PLACE},
        ("start_coordinate", "coordinate"),
    ),
    Tool(
        "scroll",
        "Shows what lies in a direction.",
        {
            "coordinate": _PLACE,
            "scroll_direction": string("Where.", DIRECTIONS),
            "scroll_amount": {"type": "integer", "description": "Tenths of the screen, 1 to 8."},
        },
        ("coordinate", "scroll_direction", "scroll_amount"),
    ),
    Tool("type", "Types where the focus is.", {"text": string("The text.")}, ("text",)),
    Tool("key", "Presses a key.", {"text": string("Such as Return or ctrl+a.")}, ("text",)),
    Tool("wait", "Lets time pass.", {"duration": {"type": "number", "description": "Seconds."}}),
    Tool("screenshot", "Shows the screen again.", {}),
)
_LOOKS = ("screenshot", "zoom", "cursor_position", "mouse_move")
_MOUSE = ("left_mouse_down", "left_mouse_up", "middle_click", "triple_click")


class AnthropicToolset(ComputerUse):
    """``computer_toolset_20260801``: one function per action, pixels of the picture that is sent.

    Pictures are sent at most 1280 pixels high, this package's choice, so that no server shrinks
    them.
    """

    name = "anthropic-computer-20260801"
    grid: ClassVar[Grid] = PixelGrid(1280)

    def _own_tools(self, size: Size) -> tuple[Tool, ...]:
        return _TOOLS

    def _steps(self, name: str, arguments: Mapping[str, JSON], size: Size) -> list[Step]:
        return [_step(Arguments(name, arguments, self.grid, size))]

    def _own_call(self, events: Step, size: Size) -> tuple[str, dict[str, JSON]] | None:
        def at(x: int, y: int) -> list[JSON]:
            return list(self.grid.from_pixel(x, y, size))

        match events:
            case ():
                return "screenshot", {}
            case (Tap(x, y),):
                return "left_click", {"coordinate": at(x, y)}
            case (LongPress(x, y, 1000),):
                return "right_click", {"coordinate": at(x, y)}
            case (DoubleTap(x, y),):
                return "double_click", {"coordinate": at(x, y)}
            case (Swipe(x, y, to_x, to_y, _),):
                ends: dict[str, JSON] = {
                    "start_coordinate": at(x, y),
                    "coordinate": at(to_x, to_y),
                }
                return "left_click_drag", ends
            case (Text(text),):
                return "type", {"text": text}
            case (Wait(ms),):
                return "wait", {"duration": ms / 1000}
            case (Key() | KeyCombination() as key,):
                name = key_text(key)
                return None if name is None else ("key", {"text": name})
        return None


class AnthropicComputer(AnthropicToolset):
    """``computer_20251124``: one function, whose ``action`` names the action."""

    name = "anthropic-computer-20251124"

    def _own_tools(self, size: Size) -> tuple[Tool, ...]:
        names = tuple(tool.name for tool in _TOOLS)
        properties: dict[str, JSON] = {"action": string("What to do.", names)}
        told = []
        for tool in _TOOLS:
            properties |= tool.properties
            told.append(f"{tool.name}({', '.join(tool.properties)}): {tool.description}")
        return (Tool("computer", "\n".join(told), properties, ("action",)),)

    def _steps(self, name: str, arguments: Mapping[str, JSON], size: Size) -> list[Step]:
        action = arguments.get("action")
        if name != "computer" or not isinstance(action, str):
            raise ReplyError(
                f"'computer' is called with an 'action', got {shown(name)} with {shown(arguments)}."
            )
        return super()._steps(action, arguments, size)

    def _own_call(self, events: Step, size: Size) -> tuple[str, dict[str, JSON]] | None:
        call = super()._own_call(events, size)
        return None if call is None else ("computer", {"action": call[0], **call[1]})


def _step(args: Arguments) -> Step:
    match args.action:
        case "left_click":
            return (Tap(*args.point("coordinate")),)
        case "double_click":
            return (DoubleTap(*args.point("coordinate")),)
        case "right_click":
            return (LongPress(*args.point("coordinate")),)
        case "left_click_drag":
            start, end = args.point("start_coordinate"), args.point("coordinate")
            return (Swipe(*start, *end, _DRAG_MS),)
        case "scroll":
            return (_scroll(args),)
        case "type":
            return (Text(args.text("text")),)
        case "key" | "hold_key":
            return _keys(args)
        case "wait":
            return (Wait(args.seconds("duration", default=1.0)),)
        case _ if args.action in _LOOKS:
            return ()
        case _ if args.action in _MOUSE:
            raise ReplyError(f"{args.action!r} needs a mouse, which a phone doesn't have.")
    raise ReplyError(f"There is no action {shown(args.action)}; the tools are all there is.")


def _scroll(args: Arguments) -> Swipe:
    direction = args.choice(DIRECTIONS, "scroll_direction")
    extent = args.size[1] if direction in ("up", "down") else args.size[0]
    amount = args.number("scroll_amount", default=4)
    if not 0 < amount <= 1000:
        raise ReplyError(f"'scroll_amount' must be from 1 on, got {shown(amount)}.")
    length = max(1, round(amount * extent * _CLICK_SHARE))
    at = args.point("coordinate") if args.has("coordinate") else None
    return scroll(direction, args.size, at, length)


def _keys(args: Arguments) -> Step:
    repeat = args.number("repeat", default=1)
    if not 1 <= repeat <= _MOST_REPEATS:
        raise ReplyError(f"'repeat' must be 1 to {_MOST_REPEATS}, got {shown(repeat)}.")
    return (key_of(args.text("text")),) * int(repeat)
