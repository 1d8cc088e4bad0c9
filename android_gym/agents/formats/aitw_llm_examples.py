"""Worked examples for LLM-hist-5-CoT; the paper used five.

They were written for this package, about tasks that are in no suite.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["EXAMPLES", "Example"]


@dataclass(frozen=True, slots=True)
class Example:
    """A situation, and the right action.

    Attributes:
        task: The user's words.
        screen: HTML of the texts and icons.
        thought: Why the action is right.
        action: The action as JSON.
        done: Earlier steps, a line each.
    """

    task: str
    screen: str
    thought: str
    action: str
    done: tuple[str, ...] = ()


EXAMPLES: Final[tuple[Example, ...]] = (
    Example(
        "Show me the weather radar in the Rainy app.",
        '<p id=0 class="text" alt="Tue, May 7"> Tue, May 7 </p>\n'
        '<p id=1 class="text" alt="Rainy"> Rainy </p>\n'
        '<p id=2 class="text" alt="Phone"> Phone </p>',
        "I am on the home screen, and the Rainy app is there.",
        '{"action_type": "click", "idx": 1}',
        ("press [HOME key]",),
    ),
    Example(
        "Look for rubber boots in the Shopper app.",
        '<img id=0 class="IconArrowBackward" alt="Arrow Backward Icon"> </img>\n'
        '<p id=1 class="text" alt="Search Shopper"> Search Shopper </p>',
        "The search is open and its field has the cursor, so that I can type.",
        '{"action_type": "type", "text": "rubber boots"}',
        ("click [Shopper]", "click [Search Shopper]"),
    ),
    Example(
        "Make the phone's ringtone Tiptoe.",
        '<p id=0 class="text" alt="Ringtone"> Ringtone </p>\n'
        '<p id=1 class="text" alt="Beacon"> Beacon </p>\n'
        '<p id=2 class="text" alt="Chime"> Chime </p>\n'
        '<p id=3 class="text" alt="Dewdrop"> Dewdrop </p>',
        "The list of ringtones goes by the alphabet and shows B to D. Tiptoe must be below.",
        '{"action_type": "scroll", "direction": "down"}',
        ("click [Settings]", "click [Sound]", "click [Ringtone]"),
    ),
    Example(
        "Open the garden shop's newest letter.",
        '<p id=0 class="text" alt="Half price on beach towels"> Half price on beach towels </p>\n'
        '<img id=1 class="IconX" alt="X Icon"> </img>\n'
        '<p id=2 class="text" alt="Buy now"> Buy now </p>',
        "An advertisement covers the mail app. It has nothing to do with the letter; I close it.",
        '{"action_type": "click", "idx": 1}',
        ("click [Mail]",),
    ),
    Example(
        "Read me the timetable of bus 12 on transit.example.",
        '<p id=0 class="text" alt="Page not found"> Page not found </p>\n'
        '<img id=1 class="IconRefresh" alt="Refresh Icon"> </img>',
        "The page that I opened is not there, and nothing here leads on. I go back and look for "
        "another way.",
        '{"action_type": "navigate_back"}',
        ("click [transit.example]", "click [Bus 12]"),
    ),
)
