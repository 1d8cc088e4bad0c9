"""The suite for training: what its templates may share, and that nothing is AndroidWorld's."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

import android_gym.task_suite.android_world
from android_gym.task_suite.changes.task import ChangeTask
from android_gym.task_suite.compose import AllOf
from android_gym.task_suite.questions.task import QuestionTask
from android_gym.task_suite.suite import tasks
from android_gym.task_suite.task import Task

ALL = tasks("AndroidGym")
TASKS = {name: task for name, task in ALL.items() if not issubclass(task, AllOf)}
"""Templates; what is made of several of them is counted apart."""

COMPOSITES = {name: task for name, task in ALL.items() if issubclass(task, AllOf)}
WORLD = tasks("AndroidWorld")
SEEDS = 10
FEWEST, MOST_IN_FAMILY, MOST_BY_CHECKER = 500, 10, 0.05

CLOSED = set(
    "clothes donation education entertainment food housing income others social transportation "
    "monday tuesday wednesday thursday friday saturday sunday download documents podcasts music "
    "true false high medium low none walking sailing climbing kayaking today "
    "tomorrow yesterday html".split()
)
"""Words of the apps' own lists, which no task can choose."""


def verb(task: type[Task]) -> str:
    """Return what is asked for: to add, change, copy or delete rows, or to tell of them."""
    if issubclass(task, ChangeTask):
        return task.change.verb
    assert issubclass(task, QuestionTask)
    return f"tell the {task.question.answer.kind}"


def rows(task: type[Task]) -> str:
    """Return the kind of rows that the judge reads."""
    if issubclass(task, ChangeTask):
        return task.change.adapter.name
    assert issubclass(task, QuestionTask)
    return task.question.adapter.name


def fields(task: type[Task]) -> tuple[str, ...]:
    """The fields that the goal gives values of, or asks for; of settings, which one."""
    if issubclass(task, ChangeTask):
        change = task.change
        if change.adapter.stays:
            return (change.targets[0].fields["name"],)
        return tuple(sorted(change.given or {str(test.field) for test in change.exclude}))
    assert issubclass(task, QuestionTask)
    return task.question.answer.fields


def end(task: type[Task]) -> tuple[tuple[str, str], ...]:
    """The values that every instance ends with: pinned, or not pinned. Of settings, none."""
    if not issubclass(task, ChangeTask) or task.change.adapter.stays:
        return ()
    return tuple(sorted(pair for pair in task.change.fields.items() if "{" not in pair[1]))


def test_templates_that_count_as_different_are_different() -> None:
    """By apps, by the state that is judged, or by what is done; one of several rows is no other."""
    families = Counter((task.apps, rows(task), fields(task), verb(task)) for task in TASKS.values())
    assert max(families.values()) <= MOST_IN_FAMILY, families.most_common(3)
    different = {
        (task.apps, rows(task), fields(task), verb(task), end(task)) for task in TASKS.values()
    }
    assert len(different) >= FEWEST


def test_no_checker_is_behind_many_templates() -> None:
    checkers = Counter((rows(task), verb(task)) for task in TASKS.values())
    assert max(checkers.values()) <= MOST_BY_CHECKER * len(TASKS), checkers.most_common(5)


def test_every_level_of_difficulty_has_its_share() -> None:
    levels = Counter(task.difficulty for task in TASKS.values())
    assert levels["easy"] and levels["medium"] >= 0.15 * len(TASKS) and levels["hard"], levels


def plain(words: str) -> str:
    """A template without its parameters' names, cases and signs."""
    return " ".join(re.findall(r"\w+", re.sub(r"\{\w+\}", "", words).casefold()))


def test_no_goal_is_worded_as_one_of_the_benchmark() -> None:
    def wordings(of: dict[str, type[Task]]) -> set[str]:
        return {
            plain(words)
            for task in of.values()
            for template, others in task.wordings().items()
            for words in (template, *others)
        }

    assert not wordings(dict(ALL)) & wordings(dict(WORLD))


def test_no_wording_says_on_twice_in_a_row() -> None:
    """A setting's state, or a day, doesn't come right before or after another "on"."""
    for name, task in TASKS.items():
        for template, others in task.wordings().items():
            for wording in (template, *others):
                said = wording.replace("{state}", "on").replace("{date}", "on October 3")
                assert not re.search(r"\b(on|to) \1\b", said, re.IGNORECASE), (name, said)


def test_no_two_composites_are_made_of_the_same_and_none_is_of_one_part_too_often() -> None:
    made_of = Counter(frozenset(task.parts) for task in COMPOSITES.values())
    assert max(made_of.values()) == 1, made_of.most_common(3)
    parts = Counter(part.name for task in COMPOSITES.values() for part in task.parts)
    assert max(parts.values()) <= MOST_BY_CHECKER * len(COMPOSITES), parts.most_common(5)


def leaves(value: Any) -> Iterator[str]:
    """Yield the texts in lists, tuples and dicts, but for their keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from leaves(part)
    elif isinstance(value, list | tuple | set | frozenset):
        for part in value:
            yield from leaves(part)


def texts(values: Any) -> set[str]:
    """The words of each text that somebody chose: no numbers or days, nothing of an app's lists."""
    found = {" ".join(re.findall(r"[^\W_]+", text.casefold())) for text in leaves(values)}
    words = {text for text in found if len(re.findall("[a-z]", text)) >= 4}
    months = "january february march april may june july august september october november december"
    dated = {
        text
        for text in words
        if re.match(rf"(?:on )?(?:{months.replace(' ', '|')}) \d|this \w+day$", text)
    }
    return words - dated - CLOSED


def pools_of_the_benchmark() -> set[str]:
    """The texts among the constants of all of its modules."""
    found: set[str] = set()
    package = android_gym.task_suite.android_world
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        last = module.name.rpartition(".")[2]
        if last in ("demonstrations", "other_ways", "apps"):
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            if name.lstrip("_").isupper() and isinstance(value, tuple | list | dict):
                found |= texts(list(leaves(value)))
    return found


def drawn(task: type[Task], without: str = "") -> set[str]:
    """The texts among a task's parameters but one, except for what fields hold by default."""
    found: set[str] = set()
    for seed in range(SEEDS):
        params = task().sample(np.random.default_rng(seed))
        found |= texts({name: part for name, part in params.items() if name != without})
    if issubclass(task, QuestionTask):
        found -= texts([field.default for field in task.question.adapter.fields.values()])
    return found


def pooled(task: type[Task]) -> set[str]:
    """The texts in the pools of a task, whether or not these seeds draw them."""
    assert issubclass(task, ChangeTask | QuestionTask)
    entry = task.change if issubclass(task, ChangeTask) else task.question
    pools = [parameter.pool for parameter in entry.parameters.values()]
    if entry.around is not None:
        pools += entry.around.pools.values()
    return texts(pools)


def is_setting(task: type[Task]) -> bool:
    """Return whether what a task draws are the choices that an app offers."""
    return issubclass(task, ChangeTask) and task.change.adapter.stays


@cache
def of_the_benchmark() -> frozenset[str]:
    """All texts in the pools of AndroidWorld's tasks, and what these make of them for goals."""
    found = pools_of_the_benchmark()
    for task in WORLD.values():
        if not issubclass(task, QuestionTask) or task.question.around is None:
            found |= drawn(task, without="noise")
    return frozenset(found)


def test_no_value_is_one_of_the_benchmark() -> None:
    """None in a pool, none that is asked for and none in rows around it, however it is written."""
    foreign = of_the_benchmark()
    assert {"jazz concert", "amara okafor", "wax the skis"} <= foreign, "it is found at all"
    for name, task in TASKS.items():
        if not is_setting(task):
            shared = (drawn(task) | pooled(task)) & foreign
            assert not shared, (name, sorted(shared)[:10])


def test_a_value_is_found_in_other_cases_and_with_other_signs() -> None:
    for text in ("JAZZ  concert", "jazz_concert", "Jazz-Concert!", "(jazz) concert."):
        assert texts([text]) & of_the_benchmark(), text
