"""All 25 of AndroidWorld's questions are expressed as data."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from android_gym.devices.sql import bind_all
from android_gym.task_suite import android_world
from android_gym.task_suite.questions import adapter
from android_gym.task_suite.questions.sampling import check_file, draw
from android_gym.task_suite.questions.schema import Question
from android_gym.task_suite.questions.task import made
from android_gym.task_suite.rewordings import REWORDINGS, original, reword
from android_gym.task_suite.task import Disputed

SUITE = Path(str(android_world.__file__)).parent
FILES = sorted(SUITE.glob("*/*.toml"))


def all_questions() -> list[Question]:
    return [question for path in FILES for question in check_file(path, seeds=3)]


def test_there_are_all_25() -> None:
    names = [question.name for question in all_questions()]
    assert len(names) == len(set(names)) == 25
    for prefix, count in (("SimpleCalendar", 9), ("Tasks", 6), ("SportsTracker", 6), ("Notes", 4)):
        assert sum(name.startswith(prefix) for name in names) == count


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_every_seed_has_one_answer(path: Path) -> None:
    for question in check_file(path, seeds=60):
        params = draw(question, np.random.default_rng(7))
        expected = question.answer.expected(params["rows"], question.adapter, params["values"])
        assert expected and all(expected)
        right = ", ".join(expected)
        assert question.answer.is_right(right, expected), (question.name, right)
        assert question.answer.original(right, expected), (question.name, right)
        assert len(params["noise"]) in (75, 20, 100)


def test_complexities_are_those_at_run_time() -> None:
    harder = {question.name for question in all_questions() if question.complexity == 2}
    assert harder == {
        "SportsTrackerActivitiesOnDate",
        "SportsTrackerTotalDistanceForCategoryOverInterval",
    }


class Tables:
    """A device with nothing but tables that take any column."""

    def __init__(self) -> None:
        self.stopped: list[str] = []
        self.made: dict[str, str] = {}

    def force_stop(self, package: str) -> None:
        self.stopped.append(package)

    def execute(self, database: str, sql: str, rows: Any = ((),)) -> None:
        before = [self.made[database]] if database in self.made else []
        self.made[database] = ";\n".join([*before, *bind_all(sql, rows)])


COLUMNS = {
    "tasks": 23 - 4,  # recurrence, calendarUri and order have none; _id is the app's
    "tracks": 21 - 2,  # nor has the icon
}


@pytest.mark.parametrize("name", sorted(COLUMNS))
def test_rows_are_put_with_every_column_that_must_have_a_value(name: str) -> None:
    device, one = Tables(), adapter.adapters()[name]
    rows = [one.settle(one.noise(np.random.default_rng(seed))) for seed in range(120)]
    one.put(device, rows)
    (script,) = device.made.values()
    assert device.stopped
    start = script.index("(", script.index("INSERT"))
    columns = script[start : script.index(")", start) + 1]
    assert columns.count(",") + 1 == COLUMNS[name]
    database = sqlite3.connect(":memory:")
    database.execute(f"CREATE TABLE {name} {columns}")
    database.executescript("CREATE TABLE markers (_id); CREATE TABLE trackpoints (_id)")
    database.executescript(script)
    assert database.execute(f"SELECT count(*) FROM {name}").fetchone() == (120,)
    database.close()


class Nothing:
    """A device on which harm can be done."""

    def shell(self, command: str) -> str:
        return ""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_near_misses_are_wrong_and_disputed_where_androidworld_pays(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for question in check_file(path, seeds=1):
        monkeypatch.setattr(type(question.adapter), "put", lambda *arguments: None)
        task = made(question, "here")()
        for seed in range(12):
            params = task.sample(np.random.default_rng(seed))
            for what, attempt in task.near_misses(params).items():
                answer = attempt(Nothing())  # type: ignore[arg-type]
                harmed = what.startswith("right, and")
                assert task.success(None, params, answer) == float(harmed), (what, answer)  # type: ignore[arg-type]
                paid = task.original_success(None, params, answer)  # type: ignore[arg-type]
                assert paid == float(isinstance(attempt, Disputed)), (what, answer)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_rewordings_say_all_that_the_goal_says_and_can_be_read_backwards(path: Path) -> None:
    for question in check_file(path, seeds=1):
        cls = made(question, "here")
        for seed in range(60):
            goal = cls().goal(cls().sample(np.random.default_rng(seed)))
            texts = [reword(cls, goal, number) for number in range(REWORDINGS + 1)]
            assert len({text.casefold() for text in texts}) == REWORDINGS + 1
            assert [original(cls, text) for text in texts] == [str(goal)] * len(texts), texts
