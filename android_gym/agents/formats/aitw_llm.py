"""Android in the Wild's language models: the screen as HTML of texts and icons, actions as JSON.

They follow the paper's description (Rawles et al., 2023): LLM-0 is shown the screen and the task;
LLM-hist-5-CoT is also shown its past actions and five worked examples, and thinks before it acts.
"""

from __future__ import annotations

import html
from typing import ClassVar, Final

from android_gym.agents.formats.aitw_llm_examples import EXAMPLES
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
from android_gym.agents.formats.elements import index_at
from android_gym.agents.formats.gestures import DIRECTIONS, OPPOSITE, finger_direction, scroll
from android_gym.agents.formats.reading import Arguments, find_objects
from android_gym.checks import shown
from android_gym.errors import ReplyError
from android_gym.events import Declare, Event, Key, Swipe, Tap, Text
from android_gym.screen_items import ScreenItem, screen_items

__all__ = ["AITWLanguageModel", "AITWLanguageModelWithHistory"]

_LONGEST: Final = 200
"""Maximum length of a text or a description in the HTML, in characters."""

_MOST: Final = 32_768
"""Maximum length of the HTML in characters; items further down the screen are left out."""

_KEYS: Final = {
    "navigate_home": ("KEYCODE_HOME", "press [HOME key]"),
    "navigate_back": ("KEYCODE_BACK", "press [BACK key]"),
    "press_enter": ("KEYCODE_ENTER", "press [ENTER key]"),
}
_ENDS: Final = {"task_complete": Declare(), "task_impossible": Declare("infeasible")}
_ADDED: Final = ("press_enter", *_ENDS)
"""Actions of the data set that the paper's language models did not have."""

_PAPERS: Final = ("click", "type", "scroll", "navigate_home", "navigate_back")


class AITWLanguageModel(ActionFormat):
    """LLM-0: it is told the task and the screen, and names an element by its number.

    It sees no picture and has no history. Enter and the ends of a task were added to the paper's
    actions: without them neither a search nor an episode would ever end. Icons are called by their
    description if they have one. With ``strict="upstream"`` it is as in the paper: icons are called
    by their type, and the added actions are refused, so that only the task's success can end an
    episode well.
    """

    name = "aitw-llm-0"
    grid: ClassVar[Grid] = PixelGrid()
    history = History("none", pictures=0)
    upstream = True
    envelope = 'write {"action_type": "click", "idx": 3} or another action'

    def system_prompt(self, size: Size) -> str:
        """See `ActionFormat.system_prompt`."""
        ways = ", ".join(DIRECTIONS)
        lines = [
            "You operate an Android phone for its user, one action a reply. You get its screen as "
            "HTML, in which each text and icon has an id.",
            "",
            "Actions:",
            '{"action_type": "click", "idx": the id of what to tap}',
            '{"action_type": "type", "text": what to type where the cursor is}',
            '{"action_type": "scroll", "direction": '
            + f"{ways}: where what you want to see lies}}",
            '{"action_type": "navigate_home"}',
            '{"action_type": "navigate_back"}',
        ]
        if self.strict is None:
            lines += [
                '{"action_type": "press_enter"}',
                '{"action_type": "task_complete"}, once the task is done',
                '{"action_type": "task_impossible"}, if it cannot be done',
            ]
        return "\n".join([*lines, "", self._manner()])

    def _manner(self) -> str:
        """Return the instruction on how to write a reply."""
        return "Write the action as JSON and nothing else."

    def words(self, screen: Screen) -> str:
        """See `ActionFormat.words`: HTML with a line for each text and icon."""
        items = self._items(screen)
        return "\n".join(["Screen:", *(self._line(item, i) for i, item in enumerate(items))])

    def _items(self, screen: Screen) -> tuple[ScreenItem, ...]:
        """Return the items that can be named: as many as the HTML has room for."""
        items = screen_items(screen.elements, screen.size)
        left = _MOST
        for i, item in enumerate(items):
            left -= len(self._line(item, i)) + 1
            if left < 0:
                return items[:i]
        return items

    def _line(self, item: ScreenItem, number: int) -> str:
        said = _short(self._called(item))
        if item.kind == "TEXT":
            return f'<p id={number} class="text" alt="{said}"> {_short(item.text)} </p>'
        return f'<img id={number} class="{_camel(item.kind)}" alt="{said}"> </img>'

    def _called(self, item: ScreenItem) -> str:
        """Return an item's name, for the attribute ``alt``."""
        if item.kind == "TEXT":
            return item.text
        words = item.kind.replace("_", " ").title().removeprefix("Icon ")
        return (self.strict is None and item.description) or f"{words} Icon"

    def _parse(self, reply: ModelReply, screen: Screen) -> Parsed:
        for fields in find_objects(reply.text):
            if "action_type" in fields:
                event, told = self._event(fields, screen)
                return Parsed(((event,),), told)
        raise ReplyError(f"There is no action in {shown(reply.text)}; {self.envelope}.")

    def _event(self, fields: dict[str, JSON], screen: Screen) -> tuple[Event, str]:
        """Return the event of an action, and a line about it in the paper's words."""
        known = (*_PAPERS, *(() if self.strict else _ADDED))
        given = Arguments("an action", fields, self.grid, screen.size)
        action = given.choice(known, "action_type")
        given = Arguments(action, fields, self.grid, screen.size)
        if action in _KEYS:
            code, told = _KEYS[action]
            return Key(code), told
        if action in _ENDS:
            return _ENDS[action], action.replace("_", " ")
        if action == "type":
            text = given.text("text", empty=False)
            return Text(text), f"type [{text}]"
        if action == "scroll":
            way = given.choice(DIRECTIONS, "direction")
            return scroll(way, screen.size), f"scroll [{way}]"
        items, number = self._items(screen), given.number("idx")
        if not number.is_integer() or not 0 <= number < len(items):
            raise ReplyError(
                f"There is no element {shown(fields.get('idx'))}; ids go from 0 to "
                f"{len(items) - 1}."
            )
        item = items[int(number)]
        return Tap(*item.middle(screen.size)), f"click [{self._called(item)}]"

    def _render(self, events: Step, screen: Screen, thought: str) -> ModelReply | None:
        action: dict[str, JSON] | None = None
        match events:
            case (Tap(x, y),):
                number = self._number(x, y, screen)
                action = None if number is None else {"action_type": "click", "idx": number}
            case (Swipe() as swipe,):
                way = OPPOSITE[finger_direction(swipe)]
                action = {"action_type": "scroll", "direction": way}
            case (Text(text),) if text.strip():
                action = {"action_type": "type", "text": text}
            case (Key(code),):
                wanted = f"KEYCODE_{str(code).upper().removeprefix('KEYCODE_')}"
                action = _named({name: own for name, (own, _) in _KEYS.items()}, wanted)
            case (Declare() as end,):
                action = _named(_ENDS, end)
        if action is None or (self.strict and action["action_type"] in _ADDED):
            return None
        return ModelReply(self._reply(thought, json_text(action)))

    def _number(self, x: int, y: int, screen: Screen) -> int | None:
        """Return the number of the smallest item that a touch is in, or at the center of.

        None if there is none.
        """
        across, down = (x + 0.5) / screen.size[0], (y + 0.5) / screen.size[1]
        items = self._items(screen)
        under = [
            (height * width, i)
            for i, (top, left, height, width) in enumerate(item.box for item in items)
            if top <= down <= top + height and left <= across <= left + width
        ]
        if under:
            return min(under)[1]
        return index_at((x, y), [item.middle(screen.size) for item in items])

    def _reply(self, thought: str, action: str) -> str:
        return action


class AITWLanguageModelWithHistory(AITWLanguageModel):
    """LLM-hist-5-CoT: it is also told its past actions, shown five examples, and thinks first."""

    name = "aitw-llm-hist-5-cot"
    history = History("summaries", pictures=0)
    envelope = 'write your thoughts, and then {"action_type": "click", "idx": 3} or another action'

    def _manner(self) -> str:
        lines = [
            "Think step by step, in a sentence or two, and end each reply with the action as JSON."
        ]
        for number, example in enumerate(EXAMPLES, 1):
            done = "\n".join(f"Step {i}: {told}" for i, told in enumerate(example.done, 1))
            lines += [
                f"\nExample {number}\nThe user's task: {example.task}",
                f"\nWhat you did:\n{done or 'Nothing yet.'}",
                f"\nScreen:\n{example.screen}",
                f"\nYour reply:\n{self._reply(example.thought, example.action)}",
            ]
        return "\n".join(lines)

    def _reply(self, thought: str, action: str) -> str:
        return f"{thought} So the action is {action}"


def _short(text: str) -> str:
    return html.escape(" ".join(text.split())[:_LONGEST])


def _camel(kind: str) -> str:
    """Return e.g. ``IconThreeDots`` for ``ICON_THREE_DOTS``."""
    return kind.title().replace("_", "")


def _named(table: dict[str, str] | dict[str, Declare], wanted: object) -> dict[str, JSON] | None:
    name = next((name for name, own in table.items() if own == wanted), None)
    return None if name is None else {"action_type": name}
