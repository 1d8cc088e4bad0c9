"""AutoDroid: the screen as HTML whose elements have ids, and a JSON object that names one."""

from __future__ import annotations

import html
from typing import ClassVar

from android_gym.accessibility import UIElement
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
from android_gym.agents.formats.coordinates import Grid, PixelGrid, Size
from android_gym.agents.formats.elements import choosable, index_at, middle
from android_gym.agents.formats.gestures import OPPOSITE, finger_direction, scroll
from android_gym.agents.formats.reading import find_object
from android_gym.checks import shown
from android_gym.errors import ReplyError
from android_gym.events import Declare, Key, KeyCombination, Swipe, Tap, Text
from android_gym.observations import element_text

__all__ = ["AutoDroid"]

_CLEARED = (KeyCombination((113, 29)), Key("KEYCODE_DEL"))
_LONGEST = 60


class AutoDroid(ActionFormat):
    """AutoDroid's choice of an element: touch it, type into it, or scroll it.

    Typing replaces the field's text. The last element of the list goes back. There is no way home
    or to another app, as in the original.
    """

    name = "autodroid-1"
    grid: ClassVar[Grid] = PixelGrid()
    history = History("summaries")
    envelope = 'write {"Finished": "No", "id": 3, "action": "tap", "input_text": "N/A"}'

    def system_prompt(self, size: Size) -> str:
        """See `ActionFormat.system_prompt`."""
        return (
            "You operate an Android phone for its user, one action a reply. You get its screen as "
            "HTML, in which each element has an id.\n\nActions: tap an element, input a text into "
            "a field, or scroll up or scroll down an element, which shows what is above or below."
            "\n\nWrite each reply as a JSON object:\n"
            '{"Steps": "the steps that the task takes", "Analyses": "which of them are done", '
            '"Finished": "Yes or No", "Next step": "in words", "id": the element\'s, or -1 if the '
            'task is finished, "action": "tap, input, scroll up or scroll down", "input_text": '
            '"the text, or N/A"}'
        )

    def words(self, screen: Screen) -> str:
        """See `ActionFormat.words`: HTML with an id for each element that can be named."""
        found = choosable(screen.elements)
        lines = [_tag(element, number) for number, element in enumerate(found)]
        return "\n".join([*lines, f"<button id={len(found)}>go back</button>"])

    def _parse(self, reply: ModelReply, screen: Screen) -> Parsed:
        fields = find_object(reply.text)
        given = fields.get("id")
        number = int(given) if isinstance(given, str) and _is_number(given) else given
        summary = str(fields.get("Next step", ""))
        finished = str(fields.get("Finished", "")).strip().lower()
        if finished in ("yes", "true") or number == -1:
            return Parsed(((Declare(),),), summary)
        if not isinstance(number, int) or isinstance(number, bool):
            raise ReplyError(f"'id' must be a whole number, got {shown(given)}; {self.envelope}.")
        found = choosable(screen.elements)
        if not 0 <= number <= len(found):
            raise ReplyError(f"There is no element {number}; the last is {len(found)}.")
        if number == len(found):
            return Parsed(((Key("KEYCODE_BACK"),),), summary)
        place = middle(found[number])
        assert place is not None  # elements that can be chosen have bounds
        return Parsed((_step(fields, place, screen.size),), summary)

    def _render(self, events: Step, screen: Screen, thought: str) -> ModelReply | None:
        places = [middle(element) for element in choosable(screen.elements)]
        said = _said(events)
        if said is None:
            return None
        action, text = said
        number: int | None = {"back": len(places), "finished": -1}.get(action)
        if number is None:
            touch = events[0]
            assert isinstance(touch, Tap | Swipe)  # other events have no position
            number = index_at((touch.x, touch.y), places)
        if number is None:
            return None
        action = {"back": "tap", "finished": "N/A"}.get(action, action)
        chosen: dict[str, JSON] = {"id": number, "action": action, "input_text": text}
        finished = "Yes" if chosen["id"] == -1 else "No"
        return ModelReply(json_text({"Next step": thought, "Finished": finished, **chosen}))


def _said(events: Step) -> tuple[str, str] | None:
    """Return the action and the text for a step; None if there is none."""
    match events:
        case (Tap(),):
            return "tap", "N/A"
        case (Tap(), KeyCombination(), Key(), Text(text)) if events[1:3] == _CLEARED:
            return "input", text
        case (Swipe() as swipe,) if swipe.x == swipe.to_x:
            return f"scroll {OPPOSITE[finger_direction(swipe)]}", "N/A"
        case (Key("KEYCODE_BACK"),):
            return "back", "N/A"
        case (Declare("complete"),):
            return "finished", "N/A"
    return None


def _is_number(text: str) -> bool:
    return text.strip().removeprefix("-").isdecimal() and len(text.strip()) < 8


def _step(fields: dict[str, JSON], place: tuple[int, int], size: Size) -> Step:
    action = str(fields.get("action", "")).strip().lower()
    match action:
        case "tap" | "touch" | "click":
            return (Tap(*place),)
        case "input":
            text = fields.get("input_text")
            if not isinstance(text, str):
                raise ReplyError(f"'input_text' must be a text, got {shown(text)}.")
            return (Tap(*place), *_CLEARED, Text(text))
        case "scroll up" | "scroll down":
            return (scroll(action.removeprefix("scroll "), size, place),)
    raise ReplyError(f"There is no action {shown(action)}: tap, input, scroll up, scroll down.")


def _tag(element: UIElement, number: int) -> str:
    text = html.escape(" ".join(element_text(element).split())[:_LONGEST])
    if element.is_editable:
        return f"<input id={number}>{text}</input>"
    if element.is_checkable:
        return f"<checkbox id={number} checked={bool(element.is_checked)}>{text}</checkbox>"
    if element.is_scrollable and not element.is_clickable:
        return f"<scrollbar id={number}>{text}</scrollbar>"
    kind = "button" if element.is_clickable else "p"
    return f"<{kind} id={number}>{text}</{kind}>"
