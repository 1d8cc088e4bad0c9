"""Goals in other words: four rewordings of each task's template (`Task.rewordings`).

Each has all of the template's placeholders and is filled with the goal's fields, so it asks for
exactly the same. An environment uses them with ``env.reset(options={"rewording": 2})``; 0 is the
task's own wording.
"""

from __future__ import annotations

from android_gym.checks import shown
from android_gym.errors import OptionError
from android_gym.task_suite.demonstrations.script import parse
from android_gym.task_suite.goal import Goal, placeholders
from android_gym.task_suite.task import Task

__all__ = ["REWORDINGS", "check_wordings", "original", "reword", "translate"]

REWORDINGS = 4
"""Number of rewordings per template."""


def check_wordings(task: type[Task]) -> None:
    """Check that a task's goal has the same placeholders in all its wordings and languages.

    Raises:
        OptionError: Naming the wording at fault.
    """
    for template, others in task.wordings().items():
        fields = sorted(placeholders(template))
        for other in (*others, *task.translations.values()):
            if sorted(placeholders(other)) != fields:
                raise OptionError(
                    f"{task.__name__} says {template!r} in other words as {other!r}; the "
                    f"placeholders there must be {fields}, too."
                )


def reword(task: type[Task], goal: Goal, number: int) -> str:
    """Return a goal's text, optionally reworded.

    Args:
        task: The class of the goal's task.
        goal: The goal.
        number: Number of the rewording, 1 to `REWORDINGS`; 0 for the task's own wording.

    Raises:
        OptionError: If the task has no such rewording.
    """
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= REWORDINGS:
        raise OptionError(
            f"The rewording must be a whole number from 1 to {REWORDINGS}, or 0 for the task's own "
            f"words, got {shown(number)}."
        )
    if number == 0:
        return str(goal)
    written = task.wordings().get(goal.template, ())
    if number > len(written):
        raise OptionError(
            f"{task.__name__} has {len(written)} rewordings of {goal.template!r}, not {number}. "
            "Write them into its 'rewordings'."
        )
    return goal.in_words(written[number - 1])


def translate(task: type[Task], goal: Goal, language: str) -> str:
    """Return a goal's text in another language.

    Args:
        task: The class of the goal's task.
        goal: The goal.
        language: The language's tag, e.g. ``"zh"``; ``"en"`` for the task's own wording.

    Raises:
        OptionError: If the task has no goals in this language.
    """
    if language == "en":
        return str(goal)
    template = task.translations.get(language)
    if template is None:
        raise OptionError(
            f"{task.__name__} has goals in {sorted(['en', *task.translations])}, not in "
            f"{shown(language)}."
        )
    return goal.in_words(template)


def original(task: type[Task], text: str) -> str:
    """Convert a goal's text in any wording to the task's own wording.

    For policies that only know the task's own wording, such as demonstrations. Like these it works
    on the text, as that is all an agent is given.

    Raises:
        OptionError: If the text is neither a goal of the task nor a rewording of one.
    """
    wordings = task.wordings()
    if any(parse(template, text) is not None for template in wordings):
        return text
    for template, others in wordings.items():
        for other in sorted(others, key=lambda words: -len(words)):
            values = parse(other, text)
            if values is not None:
                return template.format_map(values)
    for other in task.translations.values():
        values = parse(other, text)
        if values is not None:
            return task.template.format_map(values)
    raise OptionError(f"{text!r} is no goal of {task.__name__}.")
