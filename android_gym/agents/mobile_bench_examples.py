"""Examples for the questions of Mobile-Bench's agent; the paper gives three with each.

They were written for this package, about tasks that are in no suite.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

__all__ = ["EXAMPLES", "MOST_SHOTS", "Asked", "Example"]

Asked = Literal["plan", "thought", "next", "api", "ui"]
"""A question of the agent."""

MOST_SHOTS: Final = 3
"""Number of examples for each question (Mobile-Bench, section 5.1: three)."""


@dataclass(frozen=True, slots=True)
class Example:
    """A situation, and a reply to it.

    Attributes:
        situation: The task, and what is known.
        reply: A good reply.
        api: True if it is about calling an API.
    """

    situation: str
    reply: str
    api: bool = False


EXAMPLES: Final[Mapping[Asked, tuple[Example, ...]]] = {
    "plan": (
        Example(
            "Task: Which of my songs is the longest?",
            '{"apps": ["Retro Music"], "plan": ["List the songs by length", "Answer with the title '
            'of the first"]}',
        ),
        Example(
            "Task: Draw a circle and keep the picture.",
            '{"apps": ["Simple Draw Pro"], "plan": ["Draw a circle", "Save the picture"]}',
        ),
        Example(
            "Task: Put the address of the bakery from my notes on the map.",
            '{"apps": ["Markor", "OsmAnd"], "plan": ["Find the note with the address", '
            '"Remember the address", "Search the map for it"]}',
        ),
    ),
    "thought": (
        Example(
            "Task: Which of my songs is the longest? Done: Retro Music was opened.",
            "The app is open and shows the songs by name. Their lengths are not to be compared so, "
            "and nothing has to be remembered yet. Next I open the menu for their order.",
        ),
        Example(
            "Task: Draw a circle and keep the picture. Done: a circle was drawn, Save was tapped.",
            "A window asks for the file's name, so tapping Save worked. The picture is not kept "
            "before that is confirmed. Next I tap OK.",
        ),
        Example(
            "Task: Put the address of the bakery from my notes on the map. Done: the note was "
            "opened.",
            "The note says that the bakery is at 4 Mill Lane; I have to remember that. The first "
            "part of the plan is done. Next I search the map for 4 Mill Lane.",
        ),
    ),
    "next": (
        Example(
            "Task: Put the address of the bakery from my notes on the map. The thought: search the "
            "map for 4 Mill Lane. A call does that.",
            '{"next": "api"}',
            api=True,
        ),
        Example(
            "Task: Draw a circle and keep the picture. The thought: tap OK.",
            '{"next": "ui"}',
        ),
        Example(
            "Task: Which of my songs is the longest? The thought: it is Long Way Home.",
            '{"next": "finish", "answer": "Long Way Home"}',
        ),
        Example(
            "Task: Draw a circle and keep the picture. The thought: the picture was saved.",
            '{"next": "finish"}',
        ),
    ),
    "api": (
        Example(
            "The thought: search the map for 4 Mill Lane.",
            '{"name": "maps_search", "arguments": {"query": "4 Mill Lane"}}',
            api=True,
        ),
        Example(
            "The thought: go back to the home screen.",
            '{"name": "go_home", "arguments": {}}',
            api=True,
        ),
        Example(
            "The thought: see which files are in the folder of pictures.",
            '{"name": "list_folder", "arguments": {"path": "/sdcard/Pictures"}}',
            api=True,
        ),
    ),
    "ui": (
        Example(
            "The thought: tap OK. On the screen: 12: OK",
            '{"action": "click", "element": 12}',
        ),
        Example(
            "The thought: name the picture circle. On the screen: 9: File name",
            '{"action": "input", "element": 9, "text": "circle"}',
        ),
        Example(
            "The thought: see the songs further down. On the screen: 3: Songs ([0,400][1080,2200])",
            '{"action": "scroll", "element": 3, "direction": "up"}',
        ),
    ),
}
"""Examples by question. If no APIs may be called, those about them are left out."""
