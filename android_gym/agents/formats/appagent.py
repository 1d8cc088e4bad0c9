"""AppAgent: numbered tags in the picture, ``tap(5)``, ``swipe(3, "up", "medium")``, ``FINISH``."""

from __future__ import annotations

import re
from typing import ClassVar

from android_gym.accessibility import UIElement
from android_gym.agents.formats.base import ActionFormat, History, ModelReply, Parsed, Screen, Step
from android_gym.agents.formats.coordinates import Grid, PixelGrid, Size
from android_gym.agents.formats.elements import choosable, index_at, middle, one_line
from android_gym.agents.formats.gestures import finger_direction
from android_gym.checks import shown
from android_gym.errors import ReplyError
from android_gym.events import Declare, LongPress, Swipe, Tap, Text

__all__ = ["AppAgent"]

_ACTIONS = """\
tap(n): taps the element with the number n.
long_press(n): holds a finger on it.
swipe(n, "up", "medium"): moves a finger on it up, down, left or right; short, medium or long.
text("..."): types where the focus is.
grid(): if no number is where you want to touch. Areas of the screen are then numbered, and
tap(area, "center"), long_press(area, "top-left") and swipe(area, "left", area, "right") touch in
an area's middle, at its top, top-left and so on.
FINISH: the task is done."""
_LINE = re.compile(r"^[ \t*#]{0,8}(Observation|Thought|Action|Summary)[ \t*]{0,4}:", re.MULTILINE)
_CALL = re.compile(r"([a-z_]{3,12})\((.{0,20000})\)", re.DOTALL)
_SHARES = {"short": 0.1, "medium": 0.2, "long": 0.3}
_SWIPE_MS = 400
_WAYS = {"up": (0, -2), "down": (0, 2), "left": (-1, 0), "right": (1, 0)}
"""Across and down, in fractions of the width: AppAgent's vertical swipes are twice as long."""

_ROWS = {"top": 0.25, "center": 0.5, "bottom": 0.75}
_COLUMNS = {"left": 0.25, "center": 0.5, "right": 0.75}
_LEAST, _MOST, _USUAL = 120, 180, 120


class AppAgent(ActionFormat):
    """AppAgent's functions. They include no way back, home or to another app, as in the original.

    The picture has the numbers of the elements that can be chosen; a grid is described in words.
    """

    name = "appagent-1"
    grid: ClassVar[Grid] = PixelGrid()
    history = History("summaries")
    envelope = "write 'Action: tap(5)' or another of the functions, on a line of its own"

    def system_prompt(self, size: Size) -> str:
        """See `ActionFormat.system_prompt`."""
        return (
            "You operate an Android phone for its user, one function a reply. What can be touched "
            f"has a number in the picture.\n\nFunctions:\n{_ACTIONS}\n\nWrite each reply "
            "like this:\nObservation: what you see\nThought: what to do next, and why\nAction: the "
            "function with its values, or FINISH\nSummary: what you have done so far, in a line"
        )

    def tags(self, screen: Screen) -> tuple[UIElement, ...]:
        """See `ActionFormat.tags`."""
        return choosable(screen.elements)

    def _parse(self, reply: ModelReply, screen: Screen) -> Parsed:
        parts = _parts(reply.text)
        action = parts.get("Action", "").strip(" `*\n")
        if not action:
            raise ReplyError(f"There is no 'Action:' in {shown(reply.text)}; {self.envelope}.")
        summary = parts.get("Summary", "").strip()
        if action.startswith("FINISH"):
            return Parsed(((Declare(),),), summary)
        call = _CALL.match(action)
        if call is None:
            raise ReplyError(f"{shown(action)} is not a function; {self.envelope}.")
        if call[1] == "grid":
            return Parsed(((),), summary, note=_grid_told(screen.size))
        return Parsed((self._step(call[1], call[2], screen),), summary)

    def _step(self, name: str, given: str, screen: Screen) -> Step:
        if name == "text":
            return (Text(_unquoted(given)),)
        values = [value.strip().strip("'\"") for value in given.split(",")]
        match name, values:
            case ("tap", [number]):
                return (Tap(*self._at(number, screen)),)
            case ("long_press", [number]):
                return (LongPress(*self._at(number, screen)),)
            case ("tap", [area, part]):
                return (Tap(*_in_area(area, part, screen.size)),)
            case ("long_press", [area, part]):
                return (LongPress(*_in_area(area, part, screen.size)),)
            case ("swipe", [number, way, length]) if way in _WAYS and length in _SHARES:
                return (_swipe(self._at(number, screen), way, length, screen.size),)
            case ("swipe", [area, part, other, other_part]):
                ends = _in_area(other, other_part, screen.size)
                return (Swipe(*_in_area(area, part, screen.size), *ends),)
        raise ReplyError(f"{shown(name)} does not take {shown(given)}; the prompt lists them all.")

    def _at(self, number: str, screen: Screen) -> tuple[int, int]:
        tagged = self.tags(screen)
        if not number.isdecimal() or not 1 <= int(number[:6]) <= len(tagged):
            raise ReplyError(f"There is no element {shown(number)}; the last is {len(tagged)}.")
        place = middle(tagged[int(number[:6]) - 1])
        assert place is not None  # tagged elements have bounds
        return place

    def _render(self, events: Step, screen: Screen, thought: str) -> ModelReply | None:
        action = self._action(events, screen)
        if action is None:
            return None
        told = " ".join(thought.split())
        return ModelReply(
            f"Observation: I see it.\nThought: I go on. {told}\nAction: {action}\nSummary: {told}"
        )

    def _action(self, events: Step, screen: Screen) -> str | None:
        places = [middle(element) for element in self.tags(screen)]
        match events:
            case (Tap(x, y) | LongPress(x, y, 1000) | Swipe(x, y) as touch,):
                index = index_at((x, y), places)
                if index is None:
                    return None
                match touch:
                    case Swipe():
                        return f'swipe({index + 1}, "{finger_direction(touch)}", "medium")'
                    case _:
                        return f"{'tap' if isinstance(touch, Tap) else 'long_press'}({index + 1})"
            case (Text(text),) if one_line(text):
                return f'text("{text}")'
            case (Declare("complete"),):
                return "FINISH"
        return None


def _parts(text: str) -> dict[str, str]:
    """Return the text after each of the four words that begin a line, the first of each."""
    found = list(_LINE.finditer(text))
    ends = [match.start() for match in found[1:]] + [len(text)]
    parts: dict[str, str] = {}
    for match, end in zip(found, ends, strict=False):
        parts.setdefault(match[1], text[match.end() : end])
    return parts


def _unquoted(text: str) -> str:
    """Return the text between the outermost quotes, if there are any."""
    given = text.strip()
    return given[1:-1] if len(given) > 1 and given[0] == given[-1] and given[0] in "'\"" else given


def _swipe(at: tuple[int, int], way: str, length: str, size: Size) -> Swipe:
    """Return AppAgent's swipe, cut off at the screen's edge."""
    unit = size[0] * _SHARES[length]
    across, down = _WAYS[way]
    to_x = min(max(0, round(at[0] + across * unit)), size[0] - 1)
    to_y = min(max(0, round(at[1] + down * unit)), size[1] - 1)
    return Swipe(*at, to_x, to_y, _SWIPE_MS)


def _unit(length: int) -> int:
    """Return the side of a grid area: one that divides the screen's evenly, if possible."""
    return next((n for n in range(_LEAST, _MOST + 1) if length % n == 0), _USUAL)


def _rows_and_columns(size: Size) -> tuple[int, int]:
    return max(1, size[1] // _unit(size[1])), max(1, size[0] // _unit(size[0]))


def _grid_told(size: Size) -> str:
    rows, columns = _rows_and_columns(size)
    return (
        f"The screen has {rows} rows of {columns} areas each, numbered from 1 at the left, top to "
        f"{rows * columns} at the right, bottom, row by row."
    )


def _in_area(area: str, part: str, size: Size) -> tuple[int, int]:
    rows, columns = _rows_and_columns(size)
    if not area.isdecimal() or not 1 <= int(area[:6]) <= rows * columns:
        raise ReplyError(f"There is no area {shown(area)}. {_grid_told(size)}")
    words = part.split("-")
    if not 1 <= len(words) <= 2 or any(
        word not in _ROWS and word not in _COLUMNS for word in words
    ):
        raise ReplyError(f"{shown(part)} is not a part of an area, such as 'center' or 'top-left'.")
    row, column = divmod(int(area[:6]) - 1, columns)
    down = next((_ROWS[word] for word in words if word in _ROWS), 0.5)
    across = next((_COLUMNS[word] for word in words if word in _COLUMNS), 0.5)
    return int((column + across) * (size[0] // columns)), int((row + down) * (size[1] // rows))
