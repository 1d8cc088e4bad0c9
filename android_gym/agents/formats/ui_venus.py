"""UI-Venus: ``<think>...</think><action>Click(box=(x, y))</action>``, and a conclusion."""

from __future__ import annotations

from typing import ClassVar

from android_gym.agents.formats.base import ActionFormat, History, ModelReply, Parsed, Screen, Step
from android_gym.agents.formats.calls import quoted, read_calls
from android_gym.agents.formats.coordinates import Grid, Size, UnitGrid
from android_gym.agents.formats.gestures import DIRECTIONS, scroll
from android_gym.agents.formats.reading import Arguments, tagged
from android_gym.checks import shown
from android_gym.errors import ReplyError
from android_gym.events import (
    Answer,
    Declare,
    DoubleTap,
    Drag,
    Key,
    Launch,
    LongPress,
    Swipe,
    Tap,
    Text,
    Wait,
)

__all__ = ["UIVenus15"]

_ACTIONS = """\
Click(box=(x, y))
LongPress(box=(x, y))
DoubleClick(box=(x, y))
Drag(start=(x, y), end=(x, y))
Scroll(start=(x, y), end=(x, y), direction='down, up, left or right'): moves a finger from start to
end; without end, shows what lies in the direction.
Type(content='...'): types where the focus is.
Launch(app='...')
Wait()
PressBack(), PressHome(), PressEnter(), PressRecent()
CallUser(content='...'): answers the user's question.
Finished(content='...'): the task is done."""
_BUTTONS = {
    "PressBack": "KEYCODE_BACK",
    "PressHome": "KEYCODE_HOME",
    "PressEnter": "KEYCODE_ENTER",
    "PressRecent": "KEYCODE_APP_SWITCH",
}


class UIVenus15(ActionFormat):
    """UI-Venus 1.5: 0 to 999 over the picture; all instructions are in the user's message.

    It answers questions by `CallUser`, and ends the task by `Finished`.
    """

    name = "ui-venus-1.5"
    grid: ClassVar[Grid] = UnitGrid(999)
    history = History("summaries")
    envelope = "write <think>...</think><action>Click(box=(x, y))</action>"

    def system_prompt(self, size: Size) -> str:
        """See `ActionFormat.system_prompt`."""
        return (
            "You operate an Android phone for its user, one action a reply. Places go from (0, 0) "
            "at the left, top to (999, 999) at the right, bottom.\n\n"
            f"Actions:\n{_ACTIONS}\n\nWrite each reply like this:\n<think>what you see and plan"
            "</think>\n<action>the action</action>\n<conclusion>what you did, in a line"
            "</conclusion>"
        )

    def _parse(self, reply: ModelReply, screen: Screen) -> Parsed:
        parts = tagged(reply.text, "action")
        if not parts:
            raise ReplyError(f"There is no <action> in {shown(reply.text)}; {self.envelope}.")
        summary = next(iter(tagged(reply.text, "conclusion")), "")
        steps = []
        for call in read_calls(parts[0]):
            args = Arguments(call.name, call.values, self.grid, screen.size)
            steps.append(self._events(call.name, args))
        return Parsed(tuple(steps), summary)

    def _events(self, name: str, args: Arguments) -> Step:
        match name:
            case "Click":
                return (Tap(*args.point("box")),)
            case "LongPress":
                return (LongPress(*args.point("box")),)
            case "DoubleClick":
                return (DoubleTap(*args.point("box")),)
            case "Drag":
                return (Drag(*args.point("start"), *args.point("end")),)
            case "Scroll":
                return (_scroll(args),)
            case "Type":
                return (Text(args.text("content")),)
            case "Launch":
                return (Launch(args.text("app", empty=False)),)
            case "Wait":
                return (Wait(args.seconds("time", default=2.0)),)
            case "CallUser":
                return (Answer(args.text("content", default="")),)
            case "Finished":
                return (Declare(),)
            case _ if name in _BUTTONS:
                return (Key(_BUTTONS[name]),)
        raise ReplyError(f"There is no action {shown(name)}; the prompt lists them all.")

    def _render(self, events: Step, screen: Screen, thought: str) -> ModelReply | None:
        call = self._call(events, screen)
        if call is None:
            return None
        return ModelReply(
            f"<think>{thought}</think>\n<action>{call}</action>\n<conclusion>{thought}</conclusion>"
        )

    def _call(self, events: Step, screen: Screen) -> str | None:
        def at(x: int, y: int) -> str:
            return "({}, {})".format(*self.grid.from_pixel(x, y, screen.size))

        match events:
            case (Tap(x, y),):
                return f"Click(box={at(x, y)})"
            case (LongPress(x, y, 1000),):
                return f"LongPress(box={at(x, y)})"
            case (DoubleTap(x, y),):
                return f"DoubleClick(box={at(x, y)})"
            case (Drag(x, y, to_x, to_y, _),):
                return f"Drag(start={at(x, y)}, end={at(to_x, to_y)})"
            case (Swipe(x, y, to_x, to_y, _),):
                return f"Scroll(start={at(x, y)}, end={at(to_x, to_y)})"
            case (Text(text),):
                return f"Type(content={quoted(text)})"
            case (Launch(app),):
                return f"Launch(app={quoted(app)})"
            case (Wait(ms),):
                return "Wait()" if ms == 2000 else f"Wait(time={ms / 1000})"
            case (Answer(text),):
                return f"CallUser(content={quoted(text)})"
            case (Declare("complete") | Key() as event,):
                return _press(event)
        return None


def _press(key: Key | Declare) -> str | None:
    if isinstance(key, Declare):
        return "Finished(content='')"
    wanted = f"KEYCODE_{str(key.code).upper().removeprefix('KEYCODE_')}"
    return next((f"{name}()" for name, code in _BUTTONS.items() if code == wanted), None)


def _scroll(args: Arguments) -> Swipe:
    if args.has("end"):
        return Swipe(*args.point("start"), *args.point("end"))
    direction = args.choice(DIRECTIONS, "direction")
    return scroll(direction, args.size, args.point("start") if args.has("start") else None)
