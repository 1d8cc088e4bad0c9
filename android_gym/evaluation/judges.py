"""Judges, which look at a trajectory and decide whether the task was solved.

A judge is any object with `judge`. `ModelJudge` shows the screens to a model, `StateJudge` uses the
task's own check of the phone's state. The prompts are worded for this package; their content, the
screens shown and the answers asked for follow SPA-Bench (Chen et al., 2024), section 4.2 and
appendix E.

An unreadable answer is a failure and is counted as one. With ``strict_upstream`` answers are read
as the benchmark's code reads them: the first "Result: <digit>" anywhere counts, and every digit but
0 is a success.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol, get_args

from android_gym.agents.formats import ModelReply
from android_gym.agents.session import Message
from android_gym.checks import check_choice, check_whole, shown
from android_gym.errors import ModelError, TraceError
from android_gym.evaluation.pictures import draw_action, mark_place
from android_gym.evaluation.trajectories import LoggedAction, Trajectory

__all__ = [
    "Actions",
    "Ask",
    "Judge",
    "ModelJudge",
    "Outcome",
    "Question",
    "StateJudge",
    "Verdict",
    "ask_until_read",
]

Ask = Callable[[Sequence[Message]], ModelReply]
"""Sends messages to a model; `ChatClient.complete` is one."""

Outcome = Literal["judged", "unread", "failed"]
"""A judge answered, gave an unreadable answer, or could not be asked."""

Actions = Literal["none", "text", "picture"]
"""The form in which actions are shown: not at all, in words, or drawn on the screens."""

_FIRST_DIGIT: Final = re.compile(r"Result[:：]\s*(\d)")
_VERDICT: Final = re.compile(r"(?im)^[\s*_#`]*result[\s*_`]*[:：][\s*_`]*([01])[\s*_`.]*$")
_REASON: Final = re.compile(r"Reason[:：]\s*(.*?)\s*Result[:：]", re.DOTALL)
_LONGEST_REASON: Final = 4_000


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a judge.

    Attributes:
        task: The instruction.
        trajectory: What happened.
        memory: Facts from earlier parts of the episode, by their phrase.
    """

    task: str
    trajectory: Trajectory
    memory: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judge's verdict.

    Attributes:
        success: True if the task was solved; False if the judge's answer can't be read.
        outcome: Whether it answered.
        reason: Its reason, or why there is no answer.
        asked: How often it was asked.
    """

    success: bool
    outcome: Outcome = "judged"
    reason: str = ""
    asked: int = 1


class Judge(Protocol):
    """A judge of whether a task was solved."""

    def judge(self, question: Question) -> Verdict:
        """Return the verdict; faults of a model or an endpoint never raise."""


class StateJudge:
    """A judge that uses the task's own check of the phone at the end of the episode."""

    def judge(self, question: Question) -> Verdict:
        """Return success for a reward of 1.

        Raises:
            TraceError: If the trajectory has no reward.
        """
        reward = question.trajectory.reward
        if reward is None:
            raise TraceError(
                f"The trajectory of {shown(question.task)} came without a reward; a task that has "
                "no check of its own needs another judge."
            )
        return Verdict(reward == 1.0, reason=f"reward {reward:g}")


class ModelJudge:
    """A judge that asks a model which sees all screens.

    Args:
        ask: Sends messages to it.
        actions: How actions are shown. Best in the paper are pictures for English tasks, and words
            for Chinese ones.
        reasons: True to ask for a reason before the result.
        tries: How often it is asked before an unreadable answer counts.
        strict_upstream: True to read answers as the benchmark's code does.

    Raises:
        OptionError: If an argument is wrong.
    """

    def __init__(
        self,
        ask: Ask,
        *,
        actions: Actions = "picture",
        reasons: bool = False,
        tries: int = 5,
        strict_upstream: bool = False,
    ) -> None:
        check_choice("actions", actions, get_args(Actions))
        check_whole(1, 100, tries=tries)
        self._ask = ask
        self._actions: Actions = actions
        self._reasons = reasons
        self._tries = tries
        self._strict = strict_upstream

    def judge(self, question: Question) -> Verdict:
        """Return the model's verdict."""
        try:
            messages = self._messages(question)
        except TraceError as error:
            return Verdict(False, "failed", str(error), 0)
        return ask_until_read(self._ask, messages, self._read, self._tries)

    def _read(self, text: str) -> Verdict | None:
        if self._strict:
            first = _FIRST_DIGIT.search(text)
            success = None if first is None else first[1] != "0"
        else:
            found = _VERDICT.findall(text)
            # Contradicting results count as none.
            success = found[0] == "1" if len(set(found)) == 1 else None
        if success is None:
            return None
        reason = _REASON.search(text)
        return Verdict(success, reason=reason[1][:_LONGEST_REASON] if reason else "")

    def _messages(self, question: Question) -> list[Message]:
        trajectory = question.trajectory
        rules = [*_RULES, *(() if self._actions == "none" else _RULES_OF_ACTIONS[self._actions])]
        numbered = "\n".join(f"{number}. {rule}" for number, rule in enumerate(rules, 1))
        told = [f"Task: {question.task}"]
        if question.memory:
            told.append("Known from earlier parts of the episode:")
            told += [f"- {phrase}: {text}" for phrase, text in question.memory.items()]
        if self._actions == "text":
            told.append(_actions_told(trajectory.actions))
        told.append(_ANSWER_WITH_REASON if self._reasons else _ANSWER)
        messages = [
            Message("system", f"{_ROLE}\n\n{numbered}"),
            Message("user", "\n".join(line for line in told if line)),
        ]
        count = len(trajectory.shots)
        for number, shot in enumerate(trajectory.shots):
            action = trajectory.actions[number] if number < len(trajectory.actions) else None
            if self._actions == "picture":
                shown_as = draw_action(shot, action)
            elif self._actions == "text":
                shown_as = mark_place(shot, action)
            else:
                shown_as = mark_place(shot, None)
            messages.append(
                Message("user", f"Screenshot {number + 1} of {count}", pictures=(shown_as,))
            )
        return messages


def ask_until_read(
    ask: Ask,
    messages: Sequence[Message],
    read: Callable[[str], Verdict | None],
    tries: int,
) -> Verdict:
    """Ask a model until its answer can be read.

    Args:
        ask: Sends messages to it.
        messages: The messages.
        read: Returns the verdict in an answer, None if it can't be read.
        tries: How often it is asked.

    Returns:
        Its verdict; a failure if no answer could be read, or the endpoint failed.
    """
    answer = ""
    for asked in range(1, tries + 1):
        try:
            answer = ask(messages).text
        except ModelError as error:
            return Verdict(False, "failed", str(error), asked)
        verdict = read(answer)
        if verdict is not None:
            return Verdict(verdict.success, verdict.outcome, verdict.reason, asked)
    return Verdict(False, "unread", f"No result in {shown(answer)}", tries)


def _actions_told(actions: Sequence[LoggedAction]) -> str:
    lines = []
    for number, action in enumerate(actions, 1):
        where = "at the red dot" if action.position is not None else action.detail
        lines.append(
            f"Between screenshots {number} and {number + 1}: {action.name} {where}".rstrip()
        )
    return "\n".join(lines)


_ROLE: Final = (
    "You check whether a mobile agent has carried out a task. You are given the task and the "
    "screenshots of the episode, in the order in which they were taken. Decide from what they show "
    "alone, and by these rules:"
)

_RULES: Final = (
    "Every requirement of the task must be met: names, numbers, times, filters and the order where "
    "it matters. What is nearly right has failed.",
    "What has to be found or looked at must be seen on a screenshot.",
    "What has to be changed or made must be seen to be saved; a form that is filled in is not.",
    "Text that was typed must be that of the task; small letters and capitals, and punctuation at "
    "its end, don't matter unless the task says so.",
    "A search must have been sent, and its results be shown.",
    "A switch or choice counts by the state it is left in.",
    "What was true before the first action counts too, if the task asks for a state.",
    "Steps that were not needed do no harm, unless they undo or change what was asked for.",
    "The task may be solved before the last screenshot, and must still be at the end where it asks "
    "for a state.",
    "The last screenshots matter most; look at all of them for what is no longer shown.",
    "Where the screenshots don't prove success, the task has failed.",
)

_RULES_OF_ACTIONS: Final[Mapping[str, tuple[str, str]]] = {
    "picture": (
        "Below a screenshot stands the action that followed it, and a red dot marks its place; "
        "neither was on the screen of the phone.",
        "What came of an action is seen on the next screenshot. That an action was taken proves "
        "nothing.",
    ),
    "text": (
        "The actions between the screenshots are listed, and a red dot marks the place of a touch; "
        "it was not on the screen of the phone.",
        "What came of an action is seen on the next screenshot. That an action was taken proves "
        "nothing.",
    ),
}

_ANSWER: Final = (
    "Answer with one line, nothing else: `Result: 1` for success, `Result: 0` for failure."
)
_ANSWER_WITH_REASON: Final = (
    "Answer with two lines: `Reason:` and your reason in a few sentences, then `Result: 1` for "
    "success or `Result: 0` for failure."
)
