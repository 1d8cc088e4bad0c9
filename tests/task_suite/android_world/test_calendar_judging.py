"""The rules of the tasks of Simple Calendar Pro, at their thresholds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from android_gym.errors import DeviceCommandError, OptionError, TaskError
from android_gym.task_suite.android_world.calendar import rows
from android_gym.task_suite.android_world.calendar.deleting import (
    SimpleCalendarDeleteEvents,
    SimpleCalendarDeleteEventsOnRelativeDay,
    SimpleCalendarDeleteOneEvent,
)
from android_gym.task_suite.android_world.calendar.tasks import (
    SimpleCalendarAddOneEvent,
    SimpleCalendarAddOneEventInTwoWeeks,
    SimpleCalendarAddOneEventRelativeDay,
    SimpleCalendarAddOneEventTomorrow,
    SimpleCalendarAddRepeatingEvent,
)
from android_gym.task_suite.task import Params, Task
from android_gym.task_suite.touches import Rows

DAY = 86_400
NOON = rows.instant(rows.TODAY, 12) + 3 * DAY  # a Wednesday
WANTED = {"start": NOON, "minutes": 30, "title": "abcdefghij", "description": "ABCDEFGHIJ 7"}
OTHERS = [
    {"start": NOON + DAY * n, "minutes": 15, "title": f"Other {n}", "description": ""}
    for n in (1, 2)
]


class Case:
    """A task that was set up on a device with a table of events."""

    def __init__(self, device: Any, task: type[Task], **changes: Any) -> None:
        self.device, self.task = device, task()
        self.params: Params = self.task.sample(np.random.default_rng(0)) | changes
        self.task.check(self.params)
        self.task.setup(device, self.params)

    @property
    def score(self) -> float:
        score = self.task.progress(self.device, self.params)
        assert self.task.success(self.device, self.params, None) == float(score == 1.0)
        return score

    @property
    def original(self) -> float:
        return self.task.original_success(self.device, self.params, None)

    def add(self, event: dict[str, Any], **columns: Any) -> None:
        first = self.device.query("", "SELECT seq FROM sqlite_sequence WHERE name = 'events'")
        rows.insert(self.device, [event], (first[0][0] if first else 0) + 1, **columns)

    def set(self, number: int, column: str, value: Any) -> None:
        self.device.execute("", f"UPDATE events SET {column} = ? WHERE id = ?", [(value, number)])


def adding(device: Any, task: type[Task] = SimpleCalendarAddOneEvent, **changes: Any) -> Case:
    return Case(device, task, event=WANTED, noise=OTHERS, **changes)


@pytest.mark.parametrize(
    ("changes", "score", "original"),
    [
        ({}, 1, 1),
        ({"title": "ABCDEFGHIJ"}, 1, 1),
        ({"title": "abcdefghiX"}, 0, 1),
        ({"title": "abcdefghXX"}, 0, 0),
        ({"title": ""}, 0, 0),
        ({"description": "ABCDEFGHIJ  7."}, 1, 1),
        ({"description": "abcdefghix 7"}, 0, 1),
        ({"description": "ABCDEFGHIJ 8"}, 0, 1),
        ({"description": ""}, 0, 0),
        ({"start": NOON + 60}, 0, 0),
        ({"start": NOON - 60}, 0, 0),
        ({"start": NOON - 60, "minutes": 31}, 0, 0),  # ends as it should
        ({"start": NOON + 60, "minutes": 29}, 0, 0),
        ({"minutes": 29}, 0, 0),
        ({"minutes": 31}, 0, 0),
    ],
)
def test_what_is_added_must_be_right(
    device: Any, changes: dict[str, Any], score: float, original: float
) -> None:
    case = adding(device)
    assert (case.score, case.original) == (0, 0)
    case.add({**WANTED, **changes})
    assert (case.score, case.original) == (score, original)


@pytest.mark.parametrize(
    ("column", "value", "score", "original"),
    [
        ("location", "here", 0, 0),
        ("repeat_interval", 86_400, 0, 0),
        ("repeat_rule", 1, 0, 0),
        ("repeat_limit", -2, 0, 1),
        ("repetition_exceptions", "[20231018]", 0, 1),
        ("flags", 1, 0, 1),
        ("flags", 2, 1, 1),  # the app's own mark of what is over
        ("type", 1, 0, 1),
        ("reminder_1_minutes", 10, 1, 1),  # the app's own
        ("reminder_1_minutes", 0, 0, 1),
        ("reminder_1_minutes", 11, 0, 1),
        ("reminder_2_minutes", 0, 0, 1),
        ("reminder_3_minutes", 0, 0, 1),
        ("color", -1, 0, 1),
        ("event_type", 2, 0, 1),
        ("availability", 1, 0, 1),
        ("source", "simple-calendar", 1, 1),
    ],
)
def test_other_columns(device: Any, column: str, value: Any, score: float, original: float) -> None:
    case = adding(device)
    case.add(WANTED, **{column: value})
    assert (case.score, case.original) == (score, original)


def test_one_event_too_many(device: Any) -> None:
    case = adding(device)
    case.add(WANTED)
    assert case.score == 1
    case.add({**WANTED, "title": "Something else"})
    assert (case.score, case.original) == (0.5, 0)
    for _ in range(5):
        case.add(WANTED)
    assert case.score == pytest.approx(1 / 3)  # three new rows are read, however many there are


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("start_ts", 1), ("end_ts", 1), ("title", "x"), ("location", "x"), ("description", "x"),
        ("repeat_interval", 1), ("repeat_rule", 1), ("repeat_limit", 1),
        ("repetition_exceptions", "[1]"), ("flags", 1), ("event_type", 2), ("parent_id", 1),
        ("color", 1), ("type", 1), ("reminder_1_minutes", 5),
    ],
)  # fmt: skip
def test_an_old_event_that_is_changed(device: Any, column: str, value: Any) -> None:
    case = adding(device)
    case.add(WANTED)
    case.set(2, column, value)
    assert (case.score, case.original) == (0.5, 0)


def test_what_saving_without_a_change_does_to_an_old_event(device: Any) -> None:
    case = adding(device)
    case.add(WANTED)
    case.set(1, "source", "simple-calendar")
    case.set(1, "last_updated", 5)
    case.set(1, "import_id", "x")
    assert case.score == 1


def test_an_old_event_that_is_gone(device: Any) -> None:
    case = adding(device)
    case.add(WANTED)
    rows.delete(device, [1])
    assert case.score == 0.5
    rows.delete(device, [2])
    assert case.score == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("word", "interval", "rule", "score"),
    [
        ("daily", 86_400, 0, 1), ("daily", 86_400, 127, 0), ("daily", 604_800, 4, 0),
        ("daily", 172_800, 0, 0), ("weekly", 604_800, 4, 1), ("weekly", 604_800, 2, 0),
        ("weekly", 604_800, 6, 0), ("weekly", 1_209_600, 4, 0), ("weekly", 0, 0, 0),
    ],
)  # fmt: skip
def test_repetition(device: Any, word: str, interval: int, rule: int, score: float) -> None:
    case = adding(device, SimpleCalendarAddRepeatingEvent, repeat_rule=word)
    case.add(WANTED, repeat_interval=interval, repeat_rule=rule)
    assert (case.score, case.original) == (score, score)


@pytest.mark.parametrize(
    ("word", "rule", "score"), [("daily", 127, 1), ("daily", 126, 0), ("weekly", 127, 0)]
)
def test_every_day_of_every_week_is_daily(device: Any, word: str, rule: int, score: float) -> None:
    case = adding(device, SimpleCalendarAddRepeatingEvent, repeat_rule=word)
    case.add(WANTED, repeat_interval=604_800, repeat_rule=rule)
    assert (case.score, case.original) == (score, 0)


def test_for_ever_has_no_last_day(device: Any) -> None:
    case = adding(device, SimpleCalendarAddRepeatingEvent, repeat_rule="daily")
    case.add(WANTED, repeat_interval=86_400, repeat_limit=NOON + 999 * DAY)
    assert (case.score, case.original) == (0, 1)


def deleting(device: Any, task: type[Task] = SimpleCalendarDeleteEvents) -> Case:
    count = {SimpleCalendarDeleteOneEvent: 1, SimpleCalendarDeleteEventsOnRelativeDay: 2}
    events = [
        {**WANTED, "start": NOON + 3600 * n, "title": f"Meeting {n}"}
        for n in range(count.get(task, 3))
    ]
    return Case(device, task, events=events, noise=OTHERS)


def test_all_of_the_day_and_no_other(device: Any) -> None:
    case = deleting(device)
    assert case.score == 0
    rows.delete(device, [3])
    assert case.score == pytest.approx(1 / 3)
    rows.delete(device, [5])
    assert case.score == pytest.approx(2 / 3)
    rows.delete(device, [4])
    assert case.score == 1
    rows.delete(device, [1])
    assert case.score == 0.5
    rows.delete(device, [2])
    assert case.score == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("task", "ids"),
    [(SimpleCalendarDeleteOneEvent, [3]), (SimpleCalendarDeleteEventsOnRelativeDay, [3, 4])],
)
def test_the_other_deletions(device: Any, task: type[Task], ids: list[int]) -> None:
    case = deleting(device, task)
    rows.delete(device, ids)
    assert case.score == 1
    case.add(WANTED)
    assert case.score == 0.5


@pytest.mark.parametrize("others", [0, 1])
def test_deletions_beside_any_number_of_others(device: Any, others: int) -> None:
    case = Case(device, SimpleCalendarDeleteOneEvent, events=[WANTED], noise=OTHERS[:others])
    assert case.score == 0
    rows.delete(device, [others + 1])
    assert case.score == 1


@pytest.mark.parametrize("added", [1, 2, 3, 4])
def test_up_to_three_new_events_lower_the_score_of_a_deletion(device: Any, added: int) -> None:
    case = deleting(device)
    rows.delete(device, [3, 4, 5])
    assert case.score == 1.0
    for n in range(added):
        case.add({**WANTED, "title": f"New {n}"})
    assert case.score == 1 / (1 + min(added, 3))


def test_what_is_changed_is_not_deleted(device: Any) -> None:
    case = deleting(device)
    rows.delete(device, [3, 4])
    for column, value in (("start_ts", 0), ("title", ""), ("event_type", 9), ("flags", 8)):
        case.set(5, column, value)
        assert case.score == pytest.approx(2 / 3)


def test_an_app_without_data_scores_nothing(device: Any) -> None:
    case = deleting(device)
    device.execute("", "DROP TABLE events")
    assert case.score == 0


def test_other_errors_are_not_hidden(device: Any) -> None:
    case = deleting(device)

    def broken(*arguments: Any) -> None:
        raise DeviceCommandError("sqlite3", 1, "Error: database is locked")

    device.query = broken
    with pytest.raises(DeviceCommandError):
        case.task.progress(device, case.params)


def test_a_phone_without_the_app(device: Any) -> None:
    device.execute("", "DROP TABLE events")
    with pytest.raises(TaskError, match="open it once"):
        Case(device, SimpleCalendarDeleteEvents)


@pytest.mark.parametrize(
    ("task", "changes", "message"),
    [
        (SimpleCalendarAddOneEvent, {"event": {"start": 1}}, "exactly the keys"),
        (SimpleCalendarAddOneEvent, {"event": {**WANTED, "start": NOON + 1}}, "full hour"),
        (SimpleCalendarAddOneEvent, {"event": {**WANTED, "start": -3600}}, "epoch second"),
        (SimpleCalendarAddOneEvent, {"event": {**WANTED, "minutes": 1441}}, "0 to 1440"),
        (SimpleCalendarAddOneEvent, {"event": {**WANTED, "title": "x" * 181}}, "at most 180"),
        (SimpleCalendarAddOneEvent, {"event": {**WANTED, "title": "a\nb"}}, "line"),
        (SimpleCalendarAddOneEvent, {"noise": [{**WANTED, "minutes": "5"}]}, "0 to 1440"),
        (SimpleCalendarAddOneEventTomorrow, {"event": WANTED}, "days after"),
        (SimpleCalendarAddOneEventInTwoWeeks, {"event": WANTED}, "days after"),
        (
            SimpleCalendarAddOneEventRelativeDay,
            {"event": {**WANTED, "start": NOON + 7 * DAY}},
            "days after",
        ),
        (SimpleCalendarAddRepeatingEvent, {"repeat_rule": "hourly"}, "repeat_rule"),
        (SimpleCalendarDeleteEvents, {"events": [WANTED]}, "about 3 events"),
        (
            SimpleCalendarDeleteEventsOnRelativeDay,
            {"events": [WANTED, {**WANTED, "start": NOON + DAY}]},
            "on one day",
        ),
        (SimpleCalendarDeleteOneEvent, {"events": [WANTED], "noise": [WANTED]}, "no other events"),
        (
            SimpleCalendarDeleteEventsOnRelativeDay,
            {"events": [WANTED] * 2, "noise": [{**WANTED, "start": NOON - 7 * DAY}]},
            "no other events",
        ),
        (
            SimpleCalendarDeleteEventsOnRelativeDay,
            {"events": [{**WANTED, "start": NOON + 7 * DAY}] * 2, "noise": []},
            "1 to 6 days",
        ),
    ],
)
def test_parameters_that_make_no_sense(
    task: type[Task], changes: dict[str, Any], message: str
) -> None:
    params = task().sample(np.random.default_rng(0)) | changes
    with pytest.raises(OptionError, match=message):
        task().check(params)


def test_goals_tell_the_day() -> None:
    event = {**WANTED, "start": NOON + 2 * 3600}
    assert str(SimpleCalendarAddOneEvent().goal({"event": event})) == (
        "In Simple Calendar Pro, create a calendar event on 2023-10-18 at 14h with the title "
        "'abcdefghij' and the description 'ABCDEFGHIJ 7'. The event should last for 30 mins."
    )
    relative = str(SimpleCalendarAddOneEventRelativeDay().goal({"event": event}))
    assert "for this Wednesday at 14h with" in relative
    goal = str(SimpleCalendarDeleteOneEvent().goal({"events": [event]}))
    assert goal.endswith("on 2023-10-18 at 14h with the title 'abcdefghij'")


@pytest.mark.parametrize(
    ("task", "touch"),
    [
        (SimpleCalendarAddOneEvent, Rows("calendar events", added=1)),
        (SimpleCalendarDeleteOneEvent, Rows("calendar events", lost=1)),
    ],
)
def test_which_events_may_differ(task: type[Task], touch: Rows) -> None:
    assert task().touches(task().sample(np.random.default_rng(0))) == [touch]


def test_as_many_events_may_go_as_are_named() -> None:
    params = SimpleCalendarDeleteEvents().sample(np.random.default_rng(0))
    assert SimpleCalendarDeleteEvents().touches({**params, "events": [WANTED] * 3}) == [
        Rows("calendar events", lost=3)
    ]
