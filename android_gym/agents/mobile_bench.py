"""Mobile-Bench's baseline agent: a plan, then for each step a thought and a call or a gesture.

The structure is that of the paper's Algorithm 1 (Deng et al., 2024), the wording is not. Before the
first step the agent names the apps that it needs and the parts of the task. Each step asks up to
three questions: what was reached and what comes next (the thought); whether that is an API call, an
action on the screen, or the end; and then which one. The APIs to choose from are those of the apps
in the plan and of Android itself. The agent reads the screen as HTML, and sees no picture.

Each of its parts can be left out, as in the paper's ablations. Without APIs, the keys home, back
and enter are actions on the screen; otherwise they are APIs.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import ClassVar, Final, Literal, TypeVar, get_args

from android_gym.actions import ApiJSONMode, Decoded
from android_gym.agents.agent import Ask, Message, Thinking, View
from android_gym.agents.formats import ModelReply
from android_gym.agents.formats.base import JSON, Strict, json_text
from android_gym.agents.formats.coordinates import Size
from android_gym.agents.formats.reading import find_object
from android_gym.agents.mobile_bench_examples import EXAMPLES, MOST_SHOTS, Asked
from android_gym.checks import check_choice, check_text, check_whole, shown
from android_gym.errors import OptionError, ReplyError
from android_gym.events import Key
from android_gym.screen_html import element_html, screen_html

__all__ = ["ABLATIONS", "Ablation", "MobileBenchAgent"]

Ablation = Literal["api", "plan", "thought"]
"""A part that can be left out."""

ABLATIONS: Final[tuple[Ablation, ...]] = get_args(Ablation)

Value = TypeVar("Value")
Asking = Generator[Ask, ModelReply, Value]
"""Asks questions, is sent the replies, and returns a value read from them."""

_LONGEST_HISTORY: Final = 20
"""Maximum number of history entries shown (Mobile-Bench's limit for its tasks of many apps)."""

_LONGEST_ENTRY: Final = 400
_LONGEST_THOUGHT: Final = 2_000
_MOST_PARTS: Final = 50

_KEYS: Final = {"home": "KEYCODE_HOME", "back": "KEYCODE_BACK", "enter": "KEYCODE_ENTER"}

_SYSTEM = """\
You carry out a task on an Android phone for its user. Work in small steps: after each one you are
shown the screen again. Where JSON is asked for, write one object."""

_PLANNING = """\
Before you begin: which of these apps does the task need, and what are its parts, in order?
Apps: {apps}

Reply in JSON, e.g. {{"apps": ["Clock"], "plan": ["Read ...", "Then set ..."]}}"""

_THOUGHT = """\
Think in a few sentences: what was reached so far, did the last action do what it was meant to,
which values have to be remembered, and what is the next step?"""

_NEXT = """\
What is next?
{choices}

Reply in JSON."""

_NEXT_API = '{"next": "api"}: a call of an API. It takes one step where gestures take several.'
_NEXT_UI = '{"next": "ui"}: an action on the screen.'
_NEXT_FINISH = """\
{"next": "finish"}: all is done, or can't be done. Where the task asks something, with the answer:
{"next": "finish", "answer": "..."}"""

_API = """\
Choose an API and its arguments. A question mark marks an argument that may be left out.
{apis}

Reply in JSON, e.g. {{"name": "...", "arguments": {{...}}}}"""

_UI = """\
Choose an action on an element, by its number in the lists:
{"action": "click", "element": 3}
{"action": "input", "element": 5, "text": "..."}: replaces what is in a field.
{"action": "scroll", "element": 2, "direction": "up"}: the way that the finger goes; up shows what
is below. Also down, left and right; with "long": true to the edge of the screen.
{"action": "long_press", "element": 3}
{"action": "zoom", "element": 1, "direction": "in"}: or out.
{"action": "wait"}"""

_PRESS = '{"action": "press", "key": "back"}: or home, or enter.'


class MobileBenchAgent:
    """Mobile-Bench's agent.

    A reply that can't be read costs a step in which nothing is done; the next questions say what
    was wrong with it.

    Args:
        goal: The instruction.
        strict: None; there is no other way to read its replies.
        without: Parts to leave out, of `ABLATIONS`.
        apis: Folders with APIs to call besides the package's.
        shots: Number of examples with each question, 0 to 3.

    Raises:
        OptionError: If an argument is wrong.
    """

    name: ClassVar[str] = "mobile-bench"

    def __init__(
        self,
        goal: str,
        strict: Strict = None,
        without: Sequence[Ablation] = (),
        apis: Sequence[str] = (),
        shots: int = MOST_SHOTS,
    ) -> None:
        check_text("goal", goal)
        if strict is not None:
            raise OptionError(
                f"The agent mobile-bench has no strict={shown(strict)}; leave it out."
            )
        for part in without:
            check_choice("without", part, ABLATIONS)
        check_whole(0, MOST_SHOTS, shots=shots)
        self._goal = goal
        self._shots = shots
        self._without = frozenset(without)
        self._calls = ApiJSONMode(declare=False, answer=False, apis=apis)
        self._gestures = ApiJSONMode(declare=False, answer=False, api=False)
        self._apps: tuple[str, ...] = ()
        self._plan: tuple[str, ...] = ()
        self._history: list[str] = []
        self._acted = False  # in the last step

    def picture_size(self, size: Size) -> Size:
        """See `android_gym.agents.agent.Agent.picture_size`; the picture is not used."""
        return size

    def think(self, view: View) -> Thinking:
        """See `android_gym.agents.agent.Agent.think`."""
        if self._acted and view.error is not None:
            self._history[-1] = _entry(self._history[-1], f"[Fail]: {view.error}")
        elif self._acted and view.result is not None:
            self._history[-1] = _entry(self._history[-1], f"[Call result]: {view.result}")
        try:
            decoded, told = yield from self._step(view)
            if decoded.error is not None:
                raise ReplyError(decoded.error)
        except ReplyError as error:
            self._acted = False
            self._history.append(_entry("Nothing was done.", f"[Fail]: {error}"))
            return (Decoded(error=str(error)),)
        self._acted = True
        self._history.append(told)
        return (decoded,)

    def _step(self, view: View) -> Asking[tuple[Decoded, str]]:
        """Ask what to do; return the action, and its line for the history.

        Raises:
            ReplyError: If a reply can't be read.
        """
        if not self._plan and "plan" not in self._without:
            self._apps, self._plan = yield from self._planned(view)
        thought = ""
        if "thought" not in self._without:
            reply = yield self._asking(view, self._with_examples("thought", _THOUGHT))
            thought = reply.text.strip()[:_LONGEST_THOUGHT]
            if not thought:
                raise ReplyError("The thought is empty.")
        choices = [_NEXT_UI, _NEXT_FINISH]
        if "api" not in self._without:
            choices.insert(0, _NEXT_API)
        question = self._with_examples("next", _NEXT.format(choices="\n".join(choices)))
        reply = yield self._asking(view, question, thought)
        found = find_object(reply.text)
        match found.get("next"):
            case "finish":
                return _end(found)
            case "api" if "api" not in self._without:
                return (yield from self._called(view, thought))
            case "ui":
                return (yield from self._touched(view, thought))
        kinds = ["ui", "finish"] if "api" in self._without else ["api", "ui", "finish"]
        raise ReplyError(f"'next' must be one of {kinds}, got {shown(found.get('next'))}.")

    def _planned(self, view: View) -> Asking[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Ask for the apps and the plan."""
        known = {api.app for api in self._calls.registry.values()} - {"Android"}
        question = _PLANNING.format(apps=", ".join(sorted(known)))
        reply = yield self._asking(view, self._with_examples("plan", question))
        found = find_object(reply.text)
        apps, plan = _texts("apps", found.get("apps")), _texts("plan", found.get("plan"))
        if not plan:
            raise ReplyError("'plan' must have at least one part.")
        for app in apps:
            if app not in known:
                raise ReplyError(f"'apps' must be among the named ones, got {shown(app)}.")
        return apps, plan

    def _called(self, view: View, thought: str) -> Asking[tuple[Decoded, str]]:
        """Ask for an API call."""
        registry = self._calls.registry
        offered = registry.of_apps(self._apps) if self._plan else tuple(registry.values())
        apis = "\n".join(f"{api.signature}: {api.description}" for api in offered)
        question = self._with_examples("api", _API.format(apis=apis))
        reply = yield self._asking(view, question, thought)
        found = find_object(reply.text)
        decoded = self._calls.decode({**found, "action": "api"}, view.screen)
        return decoded, _entry("API", json_text(found))

    def _touched(self, view: View, thought: str) -> Asking[tuple[Decoded, str]]:
        """Ask for an action on the screen."""
        keys = "api" in self._without
        question = self._with_examples("ui", f"{_UI}\n{_PRESS}" if keys else _UI)
        reply = yield self._asking(view, question, thought)
        found = find_object(reply.text)
        told = _entry("UI", json_text(found))
        if keys and found.get("action") == "press":
            key = found.get("key")
            if not isinstance(key, str) or key not in _KEYS:
                raise ReplyError(f"'key' must be one of {list(_KEYS)}, got {shown(key)}.")
            return Decoded((Key(_KEYS[key]),)), told
        decoded = self._gestures.decode(found, view.screen)
        number = found.get("element")
        if decoded.error is None and isinstance(number, int):
            index = screen_html(view.screen.elements).index(number)
            if index is not None:
                told = _entry(told, f"on {element_html(view.screen.elements[index])}")
        return decoded, told

    def _with_examples(self, asked: Asked, question: str) -> str:
        """Return a question with its examples, without those that call APIs if there are none."""
        examples = [one for one in EXAMPLES[asked] if "api" not in self._without or not one.api]
        told = [f"{one.situation}\n{one.reply}" for one in examples[: self._shots]]
        return "\n\n".join([question, "For example:", *told]) if told else question

    def _asking(self, view: View, question: str, thought: str = "") -> Ask:
        first = max(0, len(self._history) - _LONGEST_HISTORY)
        done = [f"{i}. {told}" for i, told in enumerate(self._history[first:], first + 1)]
        parts = [f"The user's task: {self._goal}"]
        if self._plan:
            parts.append("Your plan:\n" + "\n".join(f"- {part}" for part in self._plan))
        parts.append("What you did:\n" + ("\n".join(done) or "Nothing yet."))
        if self._acted and view.result is not None:
            parts.append(f"What the last call returned:\n{view.result}")
        parts.append(f"The screen now:\n{screen_html(view.screen.elements).text}")
        if thought:
            parts.append(f"Your thought:\n{thought}")
        parts.append(question)
        return Ask((Message("system", _SYSTEM), Message("user", "\n\n".join(parts))))


def _end(found: dict[str, JSON]) -> tuple[Decoded, str]:
    answer = found.get("answer")
    if not isinstance(answer, str | None):
        raise ReplyError(f"'answer' must be a text, got {shown(answer)}.")
    return Decoded(declared=True, answer=answer), "Finished."


def _texts(name: str, value: JSON) -> tuple[str, ...]:
    """Return the texts of a list.

    Raises:
        ReplyError: If it is not a list of texts.
    """
    texts = tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()
    if not isinstance(value, list) or len(texts) < len(value) or len(texts) > _MOST_PARTS:
        raise ReplyError(
            f"{name!r} must be a list of up to {_MOST_PARTS} texts, got {shown(value)}."
        )
    return tuple(" ".join(text.split())[:_LONGEST_ENTRY] for text in texts)


def _entry(done: str, told: str) -> str:
    """Return a line of the history."""
    return f"{done} {' '.join(told.split())[:_LONGEST_ENTRY]}"
