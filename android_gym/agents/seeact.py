"""SeeAct on Android: one question on what to do, a second one on its element and action.

The structure is that of AndroidWorld's port of SeeAct, the wording is not. ``strict="upstream"``
keeps its reading of replies (see `android_gym.agents.formats.seeact.SeeAct`) and the order of its
elements.
"""

from __future__ import annotations

from typing import ClassVar

from android_gym.actions import Decoded
from android_gym.agents.agent import Ask, Message, Thinking, View, picture_of
from android_gym.agents.formats.base import Strict
from android_gym.agents.formats.coordinates import Size
from android_gym.agents.formats.seeact import SeeAct, choices, letters
from android_gym.agents.session import decoded
from android_gym.checks import check_text
from android_gym.errors import ReplyError

__all__ = ["SeeActAgent"]

_SYSTEM = """\
You act for the user of an Android phone, as this person would, one action at a time. Don't log in,
don't make accounts, and don't confirm what can't be undone unless the task says so. First you say
what should be done next, then you choose it from a list."""

_THINK = """\
Look at the screen and think:
1. What is this screen, and what is on it?
2. What did the previous actions do? Did they do what they were meant to?
3. What is the next step towards the task?
4. Which element is it about, where is it, and what should be done with it?"""


class SeeActAgent:
    """SeeAct.

    Args:
        goal: The instruction.
        strict: ``"upstream"`` to keep the original's faults, see the module.

    Raises:
        OptionError: If `goal` is not a text, or `strict` is something else.
    """

    name: ClassVar[str] = "seeact"

    def __init__(self, goal: str, strict: Strict = None) -> None:
        check_text("goal", goal)
        self._goal = goal
        self._format = SeeAct(strict)
        self._history: list[str] = []
        self._acted = False  # in the last step

    def picture_size(self, size: Size) -> Size:
        """See `android_gym.agents.agent.Agent.picture_size`: the screen's own."""
        return size

    def think(self, view: View) -> Thinking:
        """See `android_gym.agents.agent.Agent.think`."""
        if self._acted and view.error is not None:
            self._history[-1] += f" (it could not be carried out: {view.error})"
        self._acted = False
        done = "\n".join(self._history) or "None"
        asked = (
            Message("system", _SYSTEM),
            Message(
                "user",
                f"The task: {self._goal}\n\nPrevious actions:\n{done}\n\n{_THINK}",
                (picture_of(view.pixels),),
            ),
        )
        thought = yield Ask(asked)
        reply = yield Ask(
            (*asked, Message("assistant", thought.text), Message("user", self._choosing(view)))
        )
        try:
            parsed = self._format.parse(reply, view.screen)
        except ReplyError as error:
            self._history.append(f"No operation: {error}")
            return (Decoded(error=str(error)),)
        self._history.append(parsed.summary)
        self._acted = True
        (step,) = parsed.steps
        return (decoded(step),)

    def _choosing(self, view: View) -> str:
        found = choices(view.screen.elements, self._format.strict)
        none_of_them = letters(len(found))
        return (
            f"{self._format.words(view.screen)}\n{none_of_them}. None of the other options.\n\n"
            f"Choose the element and the action for what you said.\n\n"
            f"{self._format.system_prompt(view.screen.size).partition('Actions:')[2].strip()}"
        )
