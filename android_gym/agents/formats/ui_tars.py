"""UI-TARS: ``Thought: ...`` and ``Action: click(point='<point>x y</point>')``."""

from __future__ import annotations

import re
from typing import ClassVar

from android_gym.agents.formats.base import ActionFormat, History, ModelReply, Parsed, Screen, Step
from android_gym.agents.formats.calls import Call, quoted, read_calls
from android_gym.agents.formats.coordinates import Grid, Size, SmartGrid, UnitGrid
from android_gym.agents.formats.gestures import DIRECTIONS, key_of, key_text, scroll
from android_gym.agents.formats.reading import Arguments
from android_gym.checks import shown
from android_gym.errors import ReplyError
from android_gym.events import (
    Answer,
    Declare,
    DoubleTap,
    Event,
    Key,
    KeyCombination,
    Launch,
    LongPress,
    Swipe,
    Tap,
    Text,
    Wait,
)

__all__ = ["UITars10", "UITars15"]

_POINT = ("point", "start_box", "start_point")
_END = ("end_point", "end_box")
_DRAG_MS = 500
_ACTIONS = """\
click(point='<point>x y</point>')
long_press(point='<point>x y</point>')
type(content='') # types where the focus is; end it with \\n to press Enter; escape \\', \\" and \\n
scroll(point='<point>x y</point>', direction='down or up or right or left') # shows what lies there
drag(start_point='<point>x y</point>', end_point='<point>x y</point>')
open_app(app_name='')
press_home()
press_back()
wait() # five seconds
finished(content='') # the task is done, or can't be; content is the answer, if one was asked for"""


_FIXED: dict[str, Step] = {
    "press_home": (Key("KEYCODE_HOME"),),
    "press_back": (Key("KEYCODE_BACK"),),
    "press_enter": (Key("KEYCODE_ENTER"),),
}


class UITars15(ActionFormat):
    """UI-TARS 1.5 and later (based on Qwen2.5-VL): pixels of the resized picture.

    `scroll` names the content's direction. A final line break of `type` presses Enter. `drag` is
    used for any swipe that `scroll` can't express: between two points. `finished` has the answer.
    """

    name = "ui-tars-1.5"
    grid: ClassVar[Grid] = SmartGrid()
    history = History("turns", 5)
    several = True
    answers_apart = False
    envelope = "write 'Thought: ...' and on the next line 'Action: click(point=...)'"

    def system_prompt(self, size: Size) -> str:
        """See `ActionFormat.system_prompt`."""
        return (
            "You operate an Android phone for its user. You see its screen, and what you did "
            "before. Reply with your next action.\n\n## Form of a reply\nThought: what you see "
            f"and plan\nAction: ...\n\n## Actions\n{_ACTIONS}"
        )

    def _parse(self, reply: ModelReply, screen: Screen) -> Parsed:
        begins = list(re.finditer(r"(?:^|\n)[ \t]*Action:", reply.text))
        if not begins:
            raise ReplyError(f"There is no 'Action:' in {shown(reply.text)}; {self.envelope}.")
        action = reply.text[begins[-1].end() :]
        question: str | None = None
        steps: list[Step] = []
        for call in read_calls(action):
            args = Arguments(call.name, _cleaned(call), self.grid, screen.size)
            if call.name == "call_user":
                question = args.text("content", default="")
                steps.append(())
            else:
                steps.append(self._events(call.name, args))
        return Parsed(tuple(steps), question=question)

    def _events(self, name: str, args: Arguments) -> Step:
        match name:
            case "click" | "left_single":
                return (Tap(*args.point(*_POINT)),)
            case "left_double":
                return (DoubleTap(*args.point(*_POINT)),)
            case "long_press" | "right_single":
                return (LongPress(*args.point(*_POINT)),)
            case "type":
                return _typed(args.text("content"))
            case "scroll":
                at = args.point(*_POINT) if args.has(*_POINT) else None
                return (scroll(args.choice(DIRECTIONS, "direction"), args.size, at),)
            case "drag":
                return (Swipe(*args.point(*_POINT[::-1]), *args.point(*_END), _DRAG_MS),)
            case "hotkey":
                return (key_of(args.text("key", "hotkey").strip().replace(" ", "+")),)
            case "open_app":
                return (Launch(args.text("app_name", "app", empty=False)),)
            case _ if name in _FIXED:
                return _FIXED[name]
            case "wait":
                return (Wait(args.seconds("time", default=5.0)),)
            case "finished":
                answer = args.text("content", default="")
                return (Answer(answer), Declare()) if answer else (Declare(),)
        raise ReplyError(f"There is no action {shown(name)}; the prompt lists them all.")

    def _render(self, events: Step, screen: Screen, thought: str) -> ModelReply | None:
        call = self._call(events, screen)
        return None if call is None else ModelReply(f"Thought: {thought}\nAction: {call}")

    def _call(self, events: Step, screen: Screen) -> str | None:
        match events:
            case (Tap(x, y),):
                return f"click(point={self._point(x, y, screen)})"
            case (DoubleTap(x, y),):
                return f"left_double(point={self._point(x, y, screen)})"
            case (LongPress(x, y, 1000),):
                return f"long_press(point={self._point(x, y, screen)})"
            case (Swipe(x, y, to_x, to_y, _),):
                start, end = self._point(x, y, screen), self._point(to_x, to_y, screen)
                return f"drag(start_point={start}, end_point={end})"
            case (Text(text),) if not text.endswith("\n"):
                return f"type(content={quoted(text)})"
            case (Text(text), Key("KEYCODE_ENTER")):
                return f"type(content={quoted(text + chr(10))})"
            case (Launch(app),):
                return f"open_app(app_name={quoted(app)})"
            case (Wait(ms),):
                return "wait()" if ms == 5000 else f"wait(time={ms / 1000})"
            case (Answer(text), Declare()) if text:
                return f"finished(content={quoted(text)})"
            case (Declare("complete"),):
                return "finished(content='')"
            case (Key() | KeyCombination() as key,):
                return _key_call(key)
        return None

    def _point(self, x: int, y: int, screen: Screen) -> str:
        x, y = self.grid.from_pixel(x, y, screen.size)
        return f"'<point>{x} {y}</point>'"


class UITars10(UITars15):
    """UI-TARS 1.0 (based on Qwen2-VL): 0 to 1000 over the picture, boxes instead of points."""

    name = "ui-tars-1.0"
    grid: ClassVar[Grid] = UnitGrid(1000, top=1000)

    def system_prompt(self, size: Size) -> str:
        """See `ActionFormat.system_prompt`."""
        told = super().system_prompt(size).replace("<point>x y</point>", "(x,y)")
        return told.replace("end_point=", "end_box=").replace("start_point=", "start_box=")

    def _point(self, x: int, y: int, screen: Screen) -> str:
        x, y = self.grid.from_pixel(x, y, screen.size)
        return f"'<|box_start|>({x},{y})<|box_end|>'"


def _cleaned(call: Call) -> dict[str, str]:
    """Return a call's arguments as texts, with lists joined."""
    return {
        name: " ".join(map(str, value)) if isinstance(value, list) else str(value)
        for name, value in call.values.items()
    }


def _typed(content: str) -> Step:
    text = content.removesuffix("\n")
    typed: list[Event] = [Text(text)] if text else []
    if text != content:
        typed.append(Key("KEYCODE_ENTER"))
    if not typed:
        raise ReplyError("'content' of 'type' is empty: there is nothing to type.")
    return tuple(typed)


def _key_call(key: Key | KeyCombination) -> str | None:
    if key in (Key("KEYCODE_HOME"), Key("KEYCODE_BACK")):
        return "press_home()" if key == Key("KEYCODE_HOME") else "press_back()"
    name = key_text(key)
    return None if name is None else f"hotkey(key={quoted(name.replace('+', ' '))})"
