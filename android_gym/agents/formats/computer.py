"""The common part of the formats of OpenAI's, Anthropic's and Google's computer use.

Their actions are function calls. The functions are those of the models' own tools, for servers that
speak the chat protocol; items of the vendors' own protocols hold the same arguments. As a phone has
actions that a computer lacks, four functions are added: ``open_app``, ``press_button``, ``answer``
and ``finish_task``. Text without a call ends the task, and is its answer.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from android_gym.agents.formats.base import (
    JSON,
    ActionFormat,
    History,
    ModelReply,
    Parsed,
    Screen,
    Step,
    Tool,
    ToolCall,
    json_text,
)
from android_gym.agents.formats.coordinates import Size
from android_gym.agents.formats.gestures import BUTTONS, button_of
from android_gym.agents.formats.reading import Arguments, read_json
from android_gym.errors import ReplyError
from android_gym.events import Answer, Declare, Event, Key, Launch

__all__ = ["ComputerUse", "string"]


def string(description: str, choices: tuple[str, ...] = ()) -> dict[str, JSON]:
    """Return the JSON schema of a text."""
    schema: dict[str, JSON] = {"type": "string", "description": description}
    if choices:
        schema["enum"] = list(choices)
    return schema


_OPEN_APP = Tool("open_app", "Starts an app.", {"app_name": string("Its name.")}, ("app_name",))
_OURS = (
    Tool(
        "press_button",
        "Presses a button of the phone.",
        {"button": string("Which.", ("back", "home", "recent", "enter"))},
        ("button",),
    ),
    Tool("answer", "Answers the user's question.", {"text": string("The answer.")}, ("text",)),
    Tool(
        "finish_task",
        "Ends the task, after the answer if there is one.",
        {"status": string("Whether it is done, or can't be.", ("complete", "infeasible"))},
        ("status",),
    ),
)


class ComputerUse(ActionFormat):
    """The base class of formats whose actions are function calls.

    Attributes:
        own_open_app: Whether `open_app` is the model's own.
    """

    history = History("turns", None)
    several = True
    envelope = "call one of the functions"
    own_open_app: ClassVar[bool] = False

    def system_prompt(self, size: Size) -> str:
        """See `ActionFormat.system_prompt`."""
        width, height = self.grid.largest(size)
        return (
            "You operate an Android phone for its user through the functions that you have. After "
            "each call you see the screen. Places go from (0, 0) at the left, top to "
            f"({width}, {height}) at the right, bottom. A phone has no mouse: a click is a tap, a "
            "right click a long press. When the task is done, or can't be, call finish_task; if "
            "the user asks something, call answer before."
        )

    def tools(self, size: Size) -> tuple[Tool, ...]:
        """See `ActionFormat.tools`."""
        phone = _OURS if self.own_open_app else (_OPEN_APP, *_OURS)
        return (*self._own_tools(size), *phone)

    @abstractmethod
    def _own_tools(self, size: Size) -> tuple[Tool, ...]:
        """Return the model's own functions."""

    @abstractmethod
    def _steps(self, name: str, arguments: Mapping[str, JSON], size: Size) -> list[Step]:
        """Return the steps of a call of one of the model's own functions.

        Raises:
            ReplyError: If there is no such function, or its arguments are wrong.
        """

    @abstractmethod
    def _own_call(self, events: Step, size: Size) -> tuple[str, dict[str, JSON]] | None:
        """Return the function and arguments that perform a step; None if there are none."""

    def _parse(self, reply: ModelReply, screen: Screen) -> Parsed:
        if not reply.calls:
            if reply.cut:
                raise ReplyError("The reply was cut at its limit of tokens, before any call.")
            return Parsed(((Answer(reply.text.strip()), Declare()),))
        steps: list[Step] = []
        for call in reply.calls:
            arguments = read_json(call.arguments or "{}")
            ours = self._phone(Arguments(call.name, arguments, self.grid, screen.size))
            if ours is not None:
                steps.append((ours,))
            else:
                steps += self._steps(call.name, arguments, screen.size)
        return Parsed(tuple(steps), reply.text.strip())

    @staticmethod
    def _phone(args: Arguments) -> Event | None:
        """Return the event of one of the added functions; None if it is another function."""
        match args.action:
            case "open_app":
                return Launch(args.text("app_name", "package_name", "text", empty=False))
            case "press_button":
                return Key(BUTTONS[args.choice(tuple(BUTTONS), "button")])
            case "answer":
                return Answer(args.text("text"))
            case "finish_task":
                status = args.choice(("complete", "infeasible"), "status", default="complete")
                return Declare("complete" if status == "complete" else "infeasible")
        return None

    def _render(self, events: Step, screen: Screen, thought: str) -> ModelReply | None:
        call = self._own_call(events, screen.size) or _phone_call(events)
        if call is None:
            return None
        name, arguments = call
        return ModelReply(thought, (ToolCall(name, json_text(arguments), "call-0"),))


def _phone_call(events: Step) -> tuple[str, dict[str, JSON]] | None:
    match events:
        case (Launch(app),):
            return "open_app", {"app_name": app}
        case (Key() as key,):
            button = button_of(key)
            return None if button is None else ("press_button", {"button": _offered(button)})
        case (Answer(text),):
            return "answer", {"text": text}
        case (Declare(status),):
            return "finish_task", {"status": status}
    return None


def _offered(button: str) -> str:
    return "recent" if button == "menu" else button
