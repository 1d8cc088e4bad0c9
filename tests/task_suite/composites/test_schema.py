"""Each kind of mistake in a file of composites is an error of ours with file, line and remedy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from android_gym.errors import OptionError
from android_gym.task_suite.composites.schema import Composite, Flow, read
from android_gym.task_suite.questions.toml import read_file
from android_gym.task_suite.suite import tasks

KNOWN = tasks("AndroidGym")

GOOD = """\
[composites.Both]
kind = "all"
parts = ["TasksComplete", "KeepPin"]

[composites.Three]
kind = "sequence"
parts = ["TasksComplete", "KeepPin", "ContactsNewNumber"]

[composites.WithQuestion]
kind = "all"
parts = ["CalendarDelete", "ContactsEmailOf"]

[flows.Told]
find = "CalendarTimeOf"
do = "ClockAddLabelled"
value = "time"
prompt = "Alarm {label} when {title} begins."
rewordings = ["{title}: {label}.", "Of {title}, {label}.", "{label}, {title}.", "{title}; {label}"]
"""
WORDS = GOOD.partition("prompt = ")[2]
ALIKE = """\
"{label}."
rewordings = ["{label}!", "A {label}.", "The {label}.", "{label}?"]
"""


def entries(folder: Path, text: str) -> list[Composite]:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return list(read(read_file(path, "several/mine.toml"), KNOWN))


@pytest.fixture
def good(tmp_path: Path) -> Iterator[dict[str, Composite]]:
    yield {entry.name: entry for entry in entries(tmp_path, GOOD)}


def test_the_prompt_is_a_sentence_of_those_of_the_parts(good: dict[str, Composite]) -> None:
    assert good["Both"].prompt == (
        "Mark {TasksComplete_title} as done in the Tasks app, and pin the note {KeepPin_title} in "
        "Keep."
    )
    assert good["Three"].prompt == (
        "First mark {TasksComplete_title} as done in the Tasks app, then pin the note "
        "{KeepPin_title} in Keep, then {name} has a new phone number: {number}. Change it in the "
        "Contacts app."
    )
    assert good["WithQuestion"].prompt == (
        "Delete {title} from Simple Calendar Pro, and answer this: What is the email address of "
        "{name} in the Contacts app? Answer with it only."
    )


def test_rewordings_are_lists_of_those_of_the_parts(good: dict[str, Composite]) -> None:
    in_order = good["Three"].rewordings
    assert len(set(in_order)) == 4 and all(len(text.split("\n")) >= 3 for text in in_order)
    first = KNOWN["TasksComplete"].rewordings[0].format(title="{TasksComplete_title}")
    assert in_order[0].startswith(f"Three things, in this order:\n1. {first}\n2. ")
    in_any = good["Both"].rewordings[3]
    assert in_any.index("KeepPin_title") < in_any.index("TasksComplete_title")


def test_levels_rise_with_parts(good: dict[str, Composite]) -> None:
    assert {name: entry.difficulty for name, entry in good.items()} == {
        "Both": "medium", "Three": "hard", "WithQuestion": "medium", "Told": "medium",
    }  # fmt: skip


def test_a_flow_knows_its_parts(good: dict[str, Composite]) -> None:
    flow = good["Told"]
    assert isinstance(flow, Flow) and flow.parts == (flow.find, flow.do)
    assert (flow.find.name, flow.do.name, flow.value) == (
        "CalendarTimeOf", "ClockAddLabelled", "time",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        (GOOD, "", 1, "at least one table like"),
        ("composites.Both", "composites.both", 1, "up to 80 letters"),
        ('kind = "all"\n', 'kind = "any"\n', 2, "no kind of composite called 'any'"),
        ('["TasksComplete", "KeepPin"]', '["TasksComplete"]', 3, "2 or 3 parts, not 1"),
        ('["TasksComplete", "KeepPin"]', '["TasksCompete", "KeepPin"]', 3, "Did you mean 'TasksC"),
        ('["TasksComplete", "KeepPin"]', '["TasksComplete", "TasksRetitle"]', 1, "are both"),
        ('["TasksComplete", "KeepPin"]', '["KeepTextOf", "TasksComplete"]', 3, "only be the last"),
        ('"KeepPin", "ContactsNewNumber"]', '"KeepTextOf"]', 7, "only be the last"),
        ('["TasksComplete", "KeepPin"]', '["KeepWrite", "TasksComplete"]', 3, "not one sentence"),
        ("parts = [\"TasksComplete\", \"KeepPin\"]\n", "parts = []\nmore = 1\n", 3, "2 or 3 parts"),
        ('kind = "all"\n', 'kind = "all"\nmore = 1\n', 3, "more"),
        ('find = "CalendarTimeOf"', 'find = "CalendarTitlesBy"', 14, "answered by one thing"),
        ('find = "CalendarTimeOf"', 'find = "TasksComplete"', 14, "answered by one thing"),
        ('do = "ClockAddLabelled"', 'do = "KeepTextOf"', 15, "is no change"),
        ('value = "time"', 'value = "tim"', 16, "Did you mean 'time'"),
        ("Alarm {label} when {title} begins.", "Alarm {label}.", 18, "has all placeholders"),
        (WORDS, ALIKE, 17, "name each of"),
        ("Alarm {label} when", "{time} for {label} when", 17, "no parameter called 'time'"),
    ],
)  # fmt: skip
def test_mistakes(tmp_path: Path, old: str, new: str, line: int, message: str) -> None:
    assert old in GOOD
    with pytest.raises(OptionError, match=re.escape(message)) as caught:
        entries(tmp_path, GOOD.replace(old, new, 1))
    assert str(caught.value).startswith(f"several/mine.toml:{line}: "), caught.value
