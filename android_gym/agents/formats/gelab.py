"""GELab-Zero: ``<THINK>...</THINK>`` and a line of fields, ``action:CLICK<tab>point:x,y``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from android_gym.agents.formats.base import (
    JSON,
    ActionFormat,
    History,
    ModelReply,
    Parsed,
    Screen,
    Step,
)
from android_gym.agents.formats.coordinates import Grid, Size, UnitGrid
from android_gym.agents.formats.reading import Arguments
from android_gym.checks import shown
from android_gym.errors import ReplyError
from android_gym.events import Answer, Declare, Launch, LongPress, Swipe, Tap, Text, Wait

__all__ = ["GELabZero"]

_PRESS_S = 1.5  # of LONGPRESS and SLIDE, in the agent published with the model
_PROMPT = """\
You operate an Android phone for its user. You see its screen and a summary of what you did. \
Places are x,y from 0,0 at the left, top to 1000,1000 at the right, bottom.

Think between <THINK> and </THINK>. Then write one line whose fields are parted by tab characters: \
explain (what the action is for), action and its fields, and summary (all that was done so far, \
this action included):
<THINK> what you see and plan </THINK>
explain:...\taction:CLICK\tpoint:x,y\tsummary:...

Actions:
action:CLICK\tpoint:x,y
action:TYPE\tvalue:the text\tpoint:x,y (types where the focus is)
action:SLIDE\tpoint1:x,y\tpoint2:x,y (a finger that moves from point1 to point2)
action:LONGPRESS\tpoint:x,y
action:AWAKE\tvalue:name of an app (opens it)
action:WAIT\tvalue:seconds
action:INFO\tvalue:a question to the user
action:COMPLETE\treturn:what to tell the user (the task is done)
action:ABORT\tvalue:why the task can't be done"""
_THINK = re.compile(r"<\s{0,4}(/?)\s{0,4}(?:THINK|TINK|THIN)\s{0,4}>", re.IGNORECASE)
_KEYS = (
    "explain|action|action_type|value|return|summary|point|point1|point2|duration"
    "|keyboard_exists|is_keyboard"
)
_FIELD = re.compile(rf"\s{{0,8}}({_KEYS})\s{{0,4}}:", re.IGNORECASE)
# Models write tabs; some write the two characters that stand for one, or line breaks.
_SEPARATORS = tuple(
    re.compile(rf"{mark}(?=\s{{0,8}}(?:{_KEYS})\s{{0,4}}:)", re.IGNORECASE)
    for mark in ("\t", r"\\t", "\n")
)


class GELabZero(ActionFormat):
    """GELab-Zero (StepFun, 2025): 0 to 1000 over the screen, and a summary that it carries on.

    `TYPE` names a place, which its own agent touches only if the reply says that no keyboard is
    shown (``keyboard_exists:false``). It has no buttons, so it goes back by those on the screen.
    """

    name = "gelab-zero-1"
    grid: ClassVar[Grid] = UnitGrid(1000, top=1000)
    history = History("running")
    answers_apart = False
    envelope = "write <THINK>...</THINK> and a line such as action:CLICK<tab>point:x,y"

    def system_prompt(self, size: Size) -> str:
        """See `ActionFormat.system_prompt`."""
        return _PROMPT

    def _parse(self, reply: ModelReply, screen: Screen) -> Parsed:
        actions: list[dict[str, JSON]] = []
        told: dict[str, str] = {}
        for key, value in _fields(_unthought(reply.text)):
            if key in ("action", "action_type"):
                actions.append({"action": value.upper()})
            elif key in ("explain", "summary"):
                told.setdefault(key, value)
            elif actions:
                actions[-1].setdefault(key, value)
        if not actions:
            raise ReplyError(f"There is no 'action:' in {shown(reply.text)}; {self.envelope}.")
        steps = []
        question: str | None = None
        for values in actions:
            name = str(values["action"])
            args = Arguments(name, values, self.grid, screen.size)
            if name == "INFO":
                question = args.text("value", default="")
            steps.append(self._events(name, args))
        return Parsed(tuple(steps), told.get("summary") or told.get("explain", ""), question)

    def _events(self, name: str, args: Arguments) -> Step:
        match name:
            case "CLICK":
                return (Tap(*args.point("point")),)
            case "LONGPRESS":
                ms = args.seconds("duration", "value", default=_PRESS_S)
                return (LongPress(*args.point("point"), ms),)
            case "SLIDE":
                ms = args.seconds("duration", default=_PRESS_S)
                return (Swipe(*args.point("point1"), *args.point("point2"), ms),)
            case "TYPE":
                text = Text(args.text("value"))
                shown_already = args.text("keyboard_exists", "is_keyboard", default="true")
                if shown_already.lower() == "false" and args.has("point"):
                    return (Tap(*args.point("point")), Wait(1000), text)
                return (text,)
            case "AWAKE":
                return (Launch(args.text("value", empty=False)),)
            case "WAIT":
                return (Wait(args.seconds("value", default=1.0)),)
            case "INFO":
                return ()
            case "COMPLETE":
                answer = args.text("return", "value", default="")
                return (Answer(answer), Declare()) if answer else (Declare(),)
            case "ABORT":
                return (Declare("infeasible"),)
        raise ReplyError(f"There is no action {shown(name)}; the prompt lists them all.")

    def _render(self, events: Step, screen: Screen, thought: str) -> ModelReply | None:
        fields = self._written(events, screen)
        if fields is None or any(not _is_sayable(value) for value in fields.values()):
            return None
        told = " ".join(_THINK.sub(" ", thought).split())
        fields = {"explain": told, **fields, "summary": told}
        line = "\t".join(f"{key}:{value}" for key, value in fields.items())
        return ModelReply(f"<THINK> {told} </THINK>\n{line}")

    def _written(self, events: Step, screen: Screen) -> dict[str, str] | None:
        """Return the fields of a step; None if it has none."""

        def at(x: int, y: int) -> str:
            return "{},{}".format(*self.grid.from_pixel(x, y, screen.size))

        match events:
            case (Tap(x, y),):
                return {"action": "CLICK", "point": at(x, y)}
            case (LongPress(x, y, ms),):
                return {"action": "LONGPRESS", "point": at(x, y), "duration": f"{ms / 1000:g}"}
            case (Swipe(x, y, to_x, to_y, ms),):
                ends = {"point1": at(x, y), "point2": at(to_x, to_y)}
                return {"action": "SLIDE", **ends, "duration": f"{ms / 1000:g}"}
            case (Text(text),):
                return {"action": "TYPE", "value": text}
            case (Launch(app),):
                return {"action": "AWAKE", "value": app}
            case (Wait(ms),):
                return {"action": "WAIT", "value": f"{ms / 1000:g}"}
            case (Answer(text), Declare("complete")) if text:
                return {"action": "COMPLETE", "return": text}
            case (Declare("complete"),):
                return {"action": "COMPLETE", "return": ""}
            case (Declare(),):
                return {"action": "ABORT", "value": "It can't be done."}
        return None


def _is_sayable(value: str) -> bool:
    """Return whether a field with this value is read back as it was written."""
    read = [*_fields(f"action:a\tvalue:{value}\tsummary:b")]
    return len(read) == 3 and read[1][1] == value and _THINK.search(value) is None


def _unthought(text: str) -> str:
    """Return a reply without its thoughts; all of it if they are never closed."""
    kept, at = [], 0
    thinks = False
    for tag in _THINK.finditer(text):
        if not thinks and not tag[1]:
            kept.append(text[at : tag.start()])
        # The text before a closing tag that was never opened is a thought too.
        thinks = not tag[1]
        at = tag.end()
    return "\n".join([*kept, text[at:]])


def _fields(text: str) -> Iterator[tuple[str, str]]:
    """Yield the fields of a line, in order, keys in lower case."""
    mark = next((mark for mark in _SEPARATORS if mark.search(text)), _SEPARATORS[0])
    for part in mark.split(text.strip()):
        key = _FIELD.match(part)
        if key is not None:
            yield key[1].lower(), part[key.end() :].strip()
