"""Mobile-Agent, which clicks words, and its second version, which clicks places in the picture."""

from __future__ import annotations

import re
from typing import ClassVar

from android_gym.accessibility import UIElement
from android_gym.agents.formats.base import ActionFormat, History, ModelReply, Parsed, Screen, Step
from android_gym.agents.formats.coordinates import Grid, PixelGrid, Size
from android_gym.agents.formats.elements import index_at, middle, one_line
from android_gym.agents.formats.gestures import OPPOSITE, finger_direction, scroll
from android_gym.checks import shown
from android_gym.errors import ReplyError
from android_gym.events import Declare, Key, Launch, Swipe, Tap, Text
from android_gym.observations import element_text

__all__ = ["MobileAgent", "MobileAgent2"]

_FIRST_ACTIONS = """\
open app (name): starts an app.
click text (text): taps where this text stands.
click icon (what it shows, where): taps an icon; where is top, bottom, left, right or center.
page down, page up: shows what is below, or above.
type (text): types where the focus is.
back: goes back.
exit: goes to the home screen.
stop: the task is done."""
_SECOND_ACTIONS = """\
Open app (name): starts an app.
Tap (x, y)
Swipe (x1, y1), (x2, y2): moves a finger from the first place to the second.
Type (text): types where the focus is.
Back
Home
Stop: the task is done."""
_ACTION = re.compile(r"(?:^|\n)[ \t*#]{0,8}Action[ \t*#]{0,8}:?(.{0,20000})", re.DOTALL)
_CALL = re.compile(r"([A-Za-z ]{3,12}?)[ \t]{0,4}(?:\((.{0,10000})\))?[ \t.]{0,4}", re.DOTALL)
_POINTS = re.compile(r"\(?\s{0,4}(\d{1,6})\s{0,4},\s{0,4}(\d{1,6})\s{0,4}\)?")


class MobileAgent(ActionFormat):
    """Mobile-Agent's first version.

    It located texts and icons in the picture by models of its own; here they are looked up among
    the elements: a text by an element's text, an icon by its description or its class.
    """

    name = "mobile-agent-1"
    grid: ClassVar[Grid] = PixelGrid()
    history = History("turns")
    envelope = "write 'Action: click text (OK)' or another action, on a line of its own"

    def system_prompt(self, size: Size) -> str:
        """See `ActionFormat.system_prompt`."""
        return (
            "You operate an Android phone for its user, one action a reply.\n\n"
            f"Actions:\n{_FIRST_ACTIONS}\n\nWrite each reply like this:\nObservation: what you see"
            "\nThought: what to do next\nAction: the action, its values in brackets"
        )

    def _parse(self, reply: ModelReply, screen: Screen) -> Parsed:
        action = _line(reply.text, self.envelope)
        match _call(action, self.envelope):
            case "open app", str(app) if app:
                return _one(Launch(app))
            case "click text", str(text) if text:
                return _one(Tap(*_with_text(text, screen)))
            case "click icon", str(given) if given:
                what, _, where = given.rpartition(",")
                return _one(Tap(*_icon(what.strip(), where.strip().lower(), screen)))
            case "page down" | "page up" as page, None:
                return _one(scroll(page.removeprefix("page "), screen.size))
            case "type", str(text):
                return _one(Text(text))
            case "back", None:
                return _one(Key("KEYCODE_BACK"))
            case "exit", None:
                return _one(Key("KEYCODE_HOME"))
            case "stop", None:
                return _one(Declare())
        raise ReplyError(f"There is no action {shown(action)}; the prompt lists them all.")

    def _render(self, events: Step, screen: Screen, thought: str) -> ModelReply | None:
        action = self._action(events, screen)
        if action is None:
            return None
        told = " ".join(thought.split())
        return ModelReply(f"Observation: I see it.\nThought: I go on. {told}\nAction: {action}")

    def _action(self, events: Step, screen: Screen) -> str | None:
        match events:
            case (Tap(x, y),):
                return _clicked((x, y), screen)
            case (Swipe(x, y, to_x, to_y),) if x == to_x and y != to_y:
                return f"page {OPPOSITE[finger_direction(Swipe(x, y, to_x, to_y))]}"
        return _common(events, {"KEYCODE_BACK": "back", "KEYCODE_HOME": "exit"}, "stop")


class MobileAgent2(ActionFormat):
    """Mobile-Agent-v2: pixels of the picture, and a list of texts with their places."""

    name = "mobile-agent-2"
    grid: ClassVar[Grid] = PixelGrid()
    history = History("summaries")
    envelope = "write '### Action ###' and on the next line 'Tap (x, y)' or another action"

    def system_prompt(self, size: Size) -> str:
        """See `ActionFormat.system_prompt`."""
        width, height = self.grid.picture_size(size)
        return (
            "You operate an Android phone for its user, one action a reply. Places are pixels of "
            f"the picture, {width} wide and {height} high.\n\nActions:\n{_SECOND_ACTIONS}\n\nWrite "
            "each reply like this:\n### Thought ###\nwhat to do next, and why\n### Action ###\nthe "
            "action\n### Operation ###\nwhat it does, in a line"
        )

    def words(self, screen: Screen) -> str:
        """See `ActionFormat.words`: the center of each element, and its text."""
        lines = []
        for element in screen.elements:
            place, text = middle(element), " ".join(element_text(element).split())
            if place is not None and text:
                where = self.grid.from_pixel(*place, screen.size)
                kind = "text" if element.text else "icon"
                lines.append(f"({where[0]}, {where[1]}); {kind}: {text}")
        return "\n".join(["On the screen:", *lines])

    def _parse(self, reply: ModelReply, screen: Screen) -> Parsed:
        action = _line(reply.text.partition("### Operation")[0], self.envelope)
        summary = reply.text.partition("### Operation ###")[2].strip()
        if action.lower().startswith(("tap", "swipe")):
            step: Step = (self._touch(action, screen),)
            return Parsed((step,), summary)
        match _call(action, self.envelope):
            case "open app", str(app) if app:
                return _one(Launch(app), summary)
            case "type", str(text):
                return _one(Text(text), summary)
            case "back", None:
                return _one(Key("KEYCODE_BACK"), summary)
            case "home", None:
                return _one(Key("KEYCODE_HOME"), summary)
            case "stop", None:
                return _one(Declare(), summary)
        raise ReplyError(f"There is no action {shown(action)}; the prompt lists them all.")

    def _touch(self, action: str, screen: Screen) -> Tap | Swipe:
        found = _POINTS.findall(action)
        places = [self.grid.to_pixel(int(x), int(y), screen.size) for x, y in found[:3]]
        if action.lower().startswith("tap") and len(places) == 1:
            return Tap(*places[0])
        if action.lower().startswith("swipe") and len(places) == 2:
            return Swipe(*places[0], *places[1])
        raise ReplyError(f"{shown(action)} must be like 'Tap (x, y)' or 'Swipe (x, y), (x, y)'.")

    def _render(self, events: Step, screen: Screen, thought: str) -> ModelReply | None:
        def at(x: int, y: int) -> str:
            return "({}, {})".format(*self.grid.from_pixel(x, y, screen.size))

        match events:
            case (Tap(x, y),):
                action: str | None = f"Tap {at(x, y)}"
            case (Swipe(x, y, to_x, to_y),):
                action = f"Swipe {at(x, y)}, {at(to_x, to_y)}"
            case _:
                action = _common(events, {"KEYCODE_BACK": "Back", "KEYCODE_HOME": "Home"}, "Stop")
                action = action and action[0].upper() + action[1:]
        if action is None:
            return None
        told = " ".join(thought.split())
        return ModelReply(
            f"### Thought ###\nI go on. {told}\n### Action ###\n{action}\n### Operation ###\n{told}"
        )


def _one(event: Launch | Tap | Swipe | Text | Key | Declare, summary: str = "") -> Parsed:
    return Parsed(((event,),), summary)


def _line(text: str, envelope: str) -> str:
    """Return the action, which follows the word ``Action`` on the same or the next line."""
    found = _ACTION.search(text)
    action = found[1].strip().split("\n")[0].strip(" `*") if found is not None else ""
    if not action:
        raise ReplyError(f"There is no action in {shown(text)}; {envelope}.")
    return action


def _call(action: str, envelope: str) -> tuple[str, str | None]:
    """Return an action's name in lower case, and the value in its brackets."""
    found = _CALL.fullmatch(action)
    if found is None:
        raise ReplyError(f"{shown(action)} is not an action; {envelope}.")
    value = found[2]
    return found[1].strip().lower(), value if value is None else value.strip(" \"'")


def _common(events: Step, keys: dict[str, str], stop: str) -> str | None:
    """Return the events that both versions write alike; None for anything else."""
    match events:
        case (Launch(app),) if _is_value(app):
            return f"open app ({app})"
        case (Text(text),) if _is_value(text):
            return f"type ({text})"
        case (Key(code),):
            return keys.get(str(code))
        case (Declare("complete"),):
            return stop
    return None


def _is_value(text: str) -> bool:
    return one_line(text) and text.strip(" \"'`*") == text


def _with_text(text: str, screen: Screen) -> tuple[int, int]:
    """Return the place of a text: of the element that is it, else of one that contains it.

    Raises:
        ReplyError: If it is nowhere, or in several places.
    """
    wanted = " ".join(text.split()).lower()
    said = [(" ".join(element_text(e).split()).lower(), middle(e)) for e in screen.elements]
    whole = [place for words, place in said if words == wanted and place is not None]
    parts = [place for words, place in said if wanted in words and place is not None]
    found = sorted(set(whole or parts))
    if not found:
        raise ReplyError(f"There is no text {shown(text)} on the screen.")
    if len(found) > 1:
        raise ReplyError(
            f"{shown(text)} is on the screen {len(found)} times; choose a longer text."
        )
    return found[0]


def _icon(what: str, where: str, screen: Screen) -> tuple[int, int]:
    """Return the place of an icon, by its description and its part of the screen.

    Raises:
        ReplyError: If there is none, or several.
    """
    wanted = " ".join(what.split()).lower()
    found = sorted(
        {
            place
            for element in screen.elements
            if (place := middle(element)) is not None
            and wanted
            and wanted in _description(element)
            and where in _parts_of(place, screen.size)
        }
    )
    if not found:
        raise ReplyError(f"There is no icon {shown(what)} in the part {shown(where)}.")
    if len(found) > 1:
        raise ReplyError(f"There are {len(found)} icons {shown(what)} in the part {shown(where)}.")
    return found[0]


def _description(element: UIElement) -> str:
    """Return the name of an icon or another element that is not just text, else its class."""
    kind = (element.class_name or "").rpartition(".")[2]
    name = element.content_description or ""
    if not name and kind != "TextView":
        name = element_text(element) or kind
    return " ".join(name.split()).lower()


def _parts_of(place: tuple[int, int], size: Size) -> tuple[str, ...]:
    """Return the parts of the screen that a place is in: halves, and the middle."""
    x, y = place[0] / size[0], place[1] / size[1]
    middle_third = ("center",) if 0.25 <= x <= 0.75 and 0.25 <= y <= 0.75 else ()
    return (
        "left" if x <= 0.5 else "right", "top" if y <= 0.5 else "bottom", *middle_third
    )  # fmt: skip


def _clicked(place: tuple[int, int], screen: Screen) -> str | None:
    """Return the action that taps a place: by a text that is only there, or by the icon."""
    for element in screen.elements:
        at = middle(element)
        if index_at(place, [at]) is None:
            continue
        text, icon = element_text(element), _description(element)
        tries = [f"click text ({text})"] if _is_value(text) else []
        if _is_value(icon):
            tries += [f"click icon ({icon}, {part})" for part in _parts_of(place, screen.size)]
        for action in tries:
            try:
                name, value = _call(action, "")
                given = value or ""
                if name == "click text":
                    found = _with_text(given, screen)
                else:
                    what, _, where = given.rpartition(",")
                    found = _icon(what.strip(), where.strip(), screen)
            except ReplyError:
                continue
            if found == at:
                return action
    return None
