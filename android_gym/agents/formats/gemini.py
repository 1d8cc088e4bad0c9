"""Google's computer use in its mobile environment, and older names of its actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from android_gym.agents.formats.base import JSON, Step, Tool
from android_gym.agents.formats.computer import ComputerUse, string
from android_gym.agents.formats.coordinates import Grid, Size, UnitGrid
from android_gym.agents.formats.gestures import BUTTONS, DIRECTIONS, key_of, key_text, scroll
from android_gym.agents.formats.reading import Arguments
from android_gym.checks import shown
from android_gym.errors import ReplyError
from android_gym.events import (
    DoubleTap,
    Drag,
    Event,
    Key,
    KeyCombination,
    LongPress,
    Swipe,
    Tap,
    Text,
    Wait,
)

__all__ = ["GeminiComputer"]

_NUMBER: dict[str, JSON] = {"type": "integer", "description": "0 to 999."}
_XY: dict[str, JSON] = {"x": _NUMBER, "y": _NUMBER}
_SCREEN = 10_000


class GeminiComputer(ComputerUse):
    """The mobile environment of Gemini's computer use: told 0 to 999, where the edge is 1000.

    ``scroll`` names the content's direction. Such a model swipes only by `scroll`, so that its
    swipes are straight.
    """

    name = "gemini-computer-mobile-1"
    grid: ClassVar[Grid] = UnitGrid(1000)
    own_open_app = True

    def _own_tools(self, size: Size) -> tuple[Tool, ...]:
        ends: dict[str, JSON] = {name: _NUMBER for name in ("start_x", "start_y", "end_x", "end_y")}
        flow: dict[str, JSON] = {
            **_XY,
            "direction": string("What comes into view.", DIRECTIONS),
            "magnitude_in_pixels": {"type": "integer", "description": "Pixels of the screen."},
        }
        typed: dict[str, JSON] = {
            "text": string("The text."),
            "press_enter": {"type": "boolean", "description": "Press Enter after it."},
        }
        return (
            Tool("click", "Taps.", _XY, ("x", "y")),
            Tool("double_click", "Taps twice.", _XY, ("x", "y")),
            Tool("long_press", "Holds a finger there.", _XY, ("x", "y")),
            Tool("type", "Types where the focus is.", typed, ("text",)),
            Tool("drag_and_drop", "Holds and moves.", ends, tuple(ends)),
            Tool("scroll", "Shows what lies in a direction.", flow, ("x", "y", "direction")),
            Tool("go_back", "Goes back.", {}),
            Tool("press_key", "Presses a key.", {"key": string("Such as enter.")}, ("key",)),
            Tool("open_app", "Starts an app.", {"app_name": string("Its name.")}, ("app_name",)),
            Tool("wait", "Lets time pass.", {"seconds": {"type": "number"}}),
            Tool("take_screenshot", "Shows the screen again.", {}),
        )

    def _steps(self, name: str, arguments: Mapping[str, JSON], size: Size) -> list[Step]:
        return [self._step(Arguments(name, arguments, self.grid, size))]

    def _step(self, args: Arguments) -> Step:
        match args.action:
            case "click" | "click_at":
                return (Tap(*args.xy()),)
            case "double_click" | "double_click_at":
                return (DoubleTap(*args.xy()),)
            case "long_press" | "long_press_at":
                return (LongPress(*args.xy()),)
            case "type" | "type_text_at":
                return _typed(args)
            case "drag_and_drop":
                return (_drag(args),)
            case "scroll" | "scroll_at":
                return (_scroll(args),)
            case "go_back":
                return (Key("KEYCODE_BACK"),)
            case "press_key" | "key_combination":
                return (_key(args),)
            case "wait" | "wait_5_seconds":
                default = 5.0 if args.action == "wait_5_seconds" else 1.0
                return (Wait(args.seconds("seconds", "duration", default=default)),)
            case "take_screenshot":
                return ()
        raise ReplyError(f"There is no function {shown(args.action)}.")

    def _own_call(self, events: Step, size: Size) -> tuple[str, dict[str, JSON]] | None:
        def at(x: int, y: int, before: str = "") -> dict[str, JSON]:
            x, y = self.grid.from_pixel(x, y, size)
            return {f"{before}x": x, f"{before}y": y}

        match events:
            case () | (Key("KEYCODE_BACK"),):
                return ("go_back" if events else "take_screenshot"), {}
            case (Tap(x, y),):
                return "click", at(x, y)
            case (DoubleTap(x, y),):
                return "double_click", at(x, y)
            case (LongPress(x, y, 1000),):
                return "long_press", at(x, y)
            case (Drag(x, y, to_x, to_y, _),):
                return "drag_and_drop", {**at(x, y, "start_"), **at(to_x, to_y, "end_")}
            case (Swipe() as swipe,):
                return "scroll", {**at(swipe.x, swipe.y), **_flow(swipe)}
            case (Text(text),):
                return "type", {"text": text}
            case (Text(text), Key("KEYCODE_ENTER")):
                return "type", {"text": text, "press_enter": True}
            case (Wait(ms),):
                return "wait", {"seconds": ms / 1000}
            case (Key() | KeyCombination() as key,):
                name = key_text(key)
                return None if name is None else ("press_key", {"key": name})
        return None


def _typed(args: Arguments) -> Step:
    events: list[Event] = []
    older = args.action == "type_text_at"
    if older or args.has("x"):
        events += [Tap(*args.xy()), Wait(1000)]
    if args.values.get("clear_before_typing") is True:
        events += [KeyCombination((113, 29)), Key("KEYCODE_DEL")]  # ctrl+A
    events.append(Text(args.text("text")))
    if args.values.get("press_enter", older) is True:
        events.append(Key("KEYCODE_ENTER"))
    return tuple(events)


def _drag(args: Arguments) -> Drag:
    if args.has("destination_x"):  # the older names
        return Drag(*args.xy(), *args.xy("destination_x", "destination_y"))
    return Drag(*args.xy("start_x", "start_y"), *args.xy("end_x", "end_y"))


def _scroll(args: Arguments) -> Swipe:
    length: int | None = None
    if args.has("magnitude_in_pixels", "magnitude"):
        pixels = args.number("magnitude_in_pixels", "magnitude")
        if not 0 < pixels <= _SCREEN:
            raise ReplyError(f"'magnitude_in_pixels' must be 1 to {_SCREEN}, got {shown(pixels)}.")
        length = max(1, round(pixels))
    at = args.xy() if args.has("x") else None
    return scroll(args.choice(DIRECTIONS, "direction"), args.size, at, length)


def _flow(swipe: Swipe) -> dict[str, JSON]:
    """Return direction and length of a swipe along its main axis."""
    across, down = swipe.to_x - swipe.x, swipe.to_y - swipe.y
    if abs(across) > abs(down):
        return {
            "direction": "left" if across > 0 else "right",
            "magnitude_in_pixels": abs(across),
        }
    return {"direction": "up" if down > 0 else "down", "magnitude_in_pixels": max(1, abs(down))}


def _key(args: Arguments) -> Key | KeyCombination:
    name = args.text("key", "keys").strip()
    if name.lower() in BUTTONS:
        return Key(BUTTONS[name.lower()])
    return key_of(name)
