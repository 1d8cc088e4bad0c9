"""AutoGLM: ``<think>...</think><answer>do(action="Tap", element=[x,y])</answer>``."""

from __future__ import annotations

import re
from typing import ClassVar

from android_gym.agents.formats.base import ActionFormat, History, ModelReply, Parsed, Screen, Step
from android_gym.agents.formats.calls import quoted, read_calls
from android_gym.agents.formats.coordinates import Grid, Size, UnitGrid
from android_gym.agents.formats.reading import Arguments, tagged
from android_gym.checks import shown
from android_gym.errors import ReplyError
from android_gym.events import (
    Answer,
    Declare,
    DoubleTap,
    Key,
    KeyCombination,
    Launch,
    LongPress,
    Swipe,
    Tap,
    Text,
    Wait,
)

__all__ = ["AutoGLM"]

_ACTIONS = """\
do(action="Launch", app="name"): start an app.
do(action="Tap", element=[x,y])
do(action="Type", text="..."): replaces what the focused field holds; nothing is submitted.
do(action="Swipe", start=[x1,y1], end=[x2,y2]): moves a finger; up shows what is below.
do(action="Long Press", element=[x,y])
do(action="Double Tap", element=[x,y])
do(action="Back")
do(action="Home")
do(action="Wait", duration="3 seconds")
do(action="Take_over", message="..."): asks the user to act.
finish(message="..."): ends the task; the message is the answer, if one was asked for."""
_CLEAR = (KeyCombination((113, 29)), Key("KEYCODE_DEL"))  # ctrl+A
_NOTHING = ("Note", "Call_API")
_FIXED: dict[Step, str] = {
    (Key("KEYCODE_BACK"),): 'do(action="Back")',
    (Key("KEYCODE_HOME"),): 'do(action="Home")',
    (Declare("complete"),): 'finish(message="")',
}


class AutoGLM(ActionFormat):
    """AutoGLM-Phone-9B: told 0 to 999, where the edge is 1000; typing clears the field first."""

    name = "autoglm-1"
    grid: ClassVar[Grid] = UnitGrid(1000)
    history = History("turns", 1)
    answers_apart = False
    envelope = "write <think>...</think><answer>do(action=...)</answer>"

    def system_prompt(self, size: Size) -> str:
        """See `ActionFormat.system_prompt`."""
        return (
            "You operate an Android phone for its user, one action a reply. Places go from [0,0] "
            "at the left, top to [999,999] at the right, bottom.\n\nWrite each reply like this:\n"
            "<think>why this action</think>\n<answer>the action</answer>\n\n"
            f"Actions:\n{_ACTIONS}"
        )

    def _parse(self, reply: ModelReply, screen: Screen) -> Parsed:
        parts = tagged(reply.text, "answer")
        text = parts[0] if parts else reply.text
        # Models that leave out the tags think first; a finish counts before an action.
        begins = [text.find("finish("), text.find("do(")]
        start = next((at for at in begins if at >= 0), -1)
        if start < 0:
            raise ReplyError(f"There is no do(...) or finish(...) in {shown(reply.text)}.")
        steps: list[Step] = []
        question: str | None = None
        for call in read_calls(text[start:]):
            if call.name not in ("do", "finish"):
                break
            args = Arguments(call.name, call.values, self.grid, screen.size)
            if call.name == "finish":
                message = args.text("message", default="")
                steps.append((Answer(message), Declare()) if message else (Declare(),))
                continue
            action = args.text("action").strip()
            args = Arguments(action, call.values, self.grid, screen.size)
            if action in ("Take_over", "Interact"):
                question = args.text("message", default="")
                steps.append(())
            else:
                steps.append(self._events(action, args))
        return Parsed(tuple(steps), question=question)

    def _events(self, action: str, args: Arguments) -> Step:
        match action:
            case "Launch":
                return (Launch(args.text("app", empty=False)),)
            case "Tap":
                return (Tap(*args.point("element")),)
            case "Double Tap":
                return (DoubleTap(*args.point("element")),)
            case "Long Press":
                return (LongPress(*args.point("element")),)
            case "Type" | "Type_Name":
                text = args.text("text")
                return (*_CLEAR, Text(text)) if text else _CLEAR
            case "Swipe":
                return (Swipe(*args.point("start"), *args.point("end")),)
            case "Back":
                return (Key("KEYCODE_BACK"),)
            case "Home":
                return (Key("KEYCODE_HOME"),)
            case "Wait":
                return (Wait(_wait_ms(args)),)
            case _ if action in _NOTHING:
                return ()
        raise ReplyError(f"There is no action {shown(action)}; the prompt lists them all.")

    def _render(self, events: Step, screen: Screen, thought: str) -> ModelReply | None:
        call = self._call(events, screen)
        if call is None:
            return None
        return ModelReply(f"<think>{thought}</think>\n<answer>{call}</answer>")

    def _call(self, events: Step, screen: Screen) -> str | None:
        def at(x: int, y: int) -> str:
            return "[{},{}]".format(*self.grid.from_pixel(x, y, screen.size))

        match events:
            case (Tap(x, y),):
                return f'do(action="Tap", element={at(x, y)})'
            case (DoubleTap(x, y),):
                return f'do(action="Double Tap", element={at(x, y)})'
            case (LongPress(x, y, 1000),):
                return f'do(action="Long Press", element={at(x, y)})'
            case (Swipe(x, y, to_x, to_y, _),):
                return f'do(action="Swipe", start={at(x, y)}, end={at(to_x, to_y)})'
            case (*before, Text(text)) if tuple(before) == _CLEAR:
                return f'do(action="Type", text={quoted(text, chr(34))})'
            case (Launch(app),):
                return f'do(action="Launch", app={quoted(app, chr(34))})'
            case (Wait(ms),):
                return f'do(action="Wait", duration="{ms / 1000:g} seconds")'
            case (Answer(text), Declare()) if text:
                return f"finish(message={quoted(text, chr(34))})"
        return _FIXED.get(events)


def _wait_ms(args: Arguments) -> int:
    words = args.text("duration", default="1 seconds")
    found = re.search(r"\d{1,5}(\.\d{1,3})?", words[:40])
    seconds = 1.0 if found is None else float(found[0])
    return Arguments(args.action, {"duration": seconds}, args.grid, args.size).seconds(
        "duration", default=1.0
    )
