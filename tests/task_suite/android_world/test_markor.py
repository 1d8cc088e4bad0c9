"""Tasks of Markor: values, goals, rules."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from android_gym.devices import make_device
from android_gym.errors import OptionError
from android_gym.task_suite.android_world.expense.rows import DATABASE
from android_gym.task_suite.android_world.expense.tasks import ExpenseAddMultipleFromMarkor
from android_gym.task_suite.android_world.markor import deletions, edits, tasks
from android_gym.task_suite.android_world.markor.deletions import (
    MarkorDeleteAllNotes,
    MarkorDeleteNewestNote,
    MarkorDeleteNote,
)
from android_gym.task_suite.android_world.markor.edits import (
    MarkorAddNoteHeader,
    MarkorChangeNoteContent,
    MarkorEditNote,
    MarkorMergeNotes,
)
from android_gym.task_suite.android_world.markor.notes import FOLDER, SENTENCES
from android_gym.task_suite.android_world.markor.tasks import (
    MarkorCreateFolder,
    MarkorCreateNote,
    MarkorMoveNote,
)
from android_gym.task_suite.demonstrations.script import parse
from android_gym.task_suite.task import Task
from android_gym.task_suite.text_match import fuzzy_match

ALL = [
    getattr(module, name)
    for module in (tasks, deletions, edits)
    for name in module.__all__
    if name.startswith("Markor")
]
SEEDS = range(100)


def sample(task: type[Task], seed: int = 0) -> dict[str, Any]:
    return task().sample(np.random.default_rng(seed))


@pytest.fixture(scope="module")
def shared() -> Iterator[Any]:
    device = make_device()
    yield device
    device.close()


@pytest.fixture
def device(shared: Any) -> Any:
    shared.restore()
    return shared


def path(name: str, folder: str = "") -> str:
    return f"{FOLDER}/{folder}/{name}" if folder else f"{FOLDER}/{name}"


# -- values


@pytest.mark.parametrize("task", ALL)
def test_samples_are_json_and_pass_the_check(task: type[Task]) -> None:
    for seed in SEEDS:
        params = sample(task, seed)
        assert json.loads(json.dumps(params)) == params
        task().check(params)
        assert sample(task, seed) == params


@pytest.mark.parametrize("task", ALL)
def test_goals_can_be_read_back_by_one_template(task: type[Task]) -> None:
    templates = {template for other in ALL for template in other.wordings()}
    for seed in SEEDS:
        params = sample(task, seed)
        goal = str(task().goal(params))
        found = [values for t in templates if (values := parse(t, goal)) is not None]
        assert len(found) == 1
        for name, value in found[0].items():
            if name in params:
                assert value == params[name]


def test_texts_fit_into_one_action() -> None:
    for seed in SEEDS:
        params = sample(MarkorEditNote, seed)
        assert len(params["addition"].encode()) <= 256


def test_sentences_are_unlike_each_other() -> None:
    assert not any(fuzzy_match(a, b, 0.8) for a, b in itertools.combinations(SENTENCES, 2))


def test_names_differ_without_capitals() -> None:
    for seed in SEEDS:
        params = sample(MarkorDeleteNote, seed)
        names = [params["file_name"], *(note["name"] for note in params["noise"])]
        assert len({name.lower().partition(".")[0] for name in names}) == len(names)


def test_every_kind_of_edit_is_drawn() -> None:
    kinds = {sample(MarkorEditNote, seed)["edit_type"] for seed in SEEDS}
    assert kinds == {"header", "footer", "replace"}


@pytest.mark.parametrize(
    ("task", "changes"),
    [
        (MarkorCreateNote, {"file_name": "a/b.md"}),
        (MarkorCreateNote, {"file_name": ""}),
        (MarkorCreateNote, {"file_name": "a\nb"}),
        (MarkorCreateNote, {"file_name": "x" * 256}),
        (MarkorCreateNote, {"text": 3}),
        (MarkorCreateFolder, {"folder_name": ".."}),
        (MarkorDeleteNote, {"noise": [{"name": "a.md"}]}),
        (MarkorDeleteNote, {"noise": [{"name": "a.md", "text": ""}, {"name": "A.md", "text": ""}]}),
        (MarkorDeleteNewestNote, {"noise": []}),
        (MarkorDeleteNewestNote, {"noise": [{"name": "a", "text": ""}]}),
        (MarkorEditNote, {"edit_type": "middle"}),
        (MarkorMoveNote, {"source_folder": "A", "destination_folder": "a"}),
    ],
)
def test_parameters_that_are_refused(task: type[Task], changes: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        task().check({**sample(task), **changes})


# -- rules


def test_create_note_forgives_no_slip(device: Any) -> None:
    task, params = MarkorCreateNote(), sample(MarkorCreateNote)
    task.setup(device, params)
    name, text = params["file_name"], params["text"]
    for written, score in ((text, 1), (text + "\n", 1), ("x" + text[1:], 0), (text[:-20], 0)):
        device.push(path(name), written)
        assert task.success(device, params, None) == score
    device.push(path(name), "")
    assert task.progress(device, params) == 0.5


def test_delete_leaves_the_others_alone(device: Any) -> None:
    task, params = MarkorDeleteNote(), sample(MarkorDeleteNote)
    task.setup(device, params)
    assert task.progress(device, params) == 0.0
    device.remove(path(params["file_name"]))
    assert task.success(device, params, None) == 1.0
    device.push(path(params["noise"][0]["name"]), "edited")
    assert task.success(device, params, None) == 0.0
    assert task.progress(device, params) == 0.5


def test_the_newest_note_has_the_latest_time(device: Any) -> None:
    task, params = MarkorDeleteNewestNote(), sample(MarkorDeleteNewestNote)
    before = device.now()
    task.setup(device, params)
    assert abs((device.now() - before).total_seconds()) < 30
    newest = device.shell(f"ls -t {FOLDER}").splitlines()[0]
    assert newest == min(params["noise"], key=lambda note: note["age"])["name"]
    device.remove(path(newest))
    assert task.success(device, params, None) == 1.0
    device.push(path("more.md"), "")
    assert task.success(device, params, None) == 0.0


def test_delete_all_counts_down(device: Any) -> None:
    task, params = MarkorDeleteAllNotes(), sample(MarkorDeleteAllNotes)
    task.setup(device, params)
    shares = [task.progress(device, params)]
    for note in params["noise"]:
        device.remove(path(note["name"]))
        shares.append(task.progress(device, params))
    assert shares == sorted(set(shares))
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert task.success(device, params, None) == 1.0


def test_a_folder_that_is_gone_is_no_solution(device: Any) -> None:
    for task in ALL:
        params = sample(task)
        task().setup(device, params)
        device.remove(FOLDER)
        assert task().success(device, params, None) == 0.0
        assert 0.0 <= task().progress(device, params) < 1.0


def test_merge_wants_five_lines(device: Any) -> None:
    task, params = MarkorMergeNotes(), sample(MarkorMergeNotes)
    task.setup(device, params)
    a, b, c = params["texts"]
    for text, score in (
        (f"{a}\n\n{b}\n\n{c}\n", 1),
        (f"{a}\n\n{b}\n\n{c}", 1),
        (f"{a}\n{b}\n{c}\n", 0),
        (f"{a}\n\n{b}\n{c}\n\n", 0),
    ):
        device.push(path(params["new_file_name"]), text)
        assert task.success(device, params, None) == score
    assert 0.5 < task.progress(device, params) < 1.0


def test_header_is_exact_but_for_the_last_line_feed(device: Any) -> None:
    task, params = MarkorAddNoteHeader(), sample(MarkorAddNoteHeader)
    task.setup(device, params)
    device.shell(f"mv {path(params['original_name'])} {path(params['new_name'])}")
    assert task.progress(device, params) == 0.5
    right = f"{params['header']}\n\n{params['text']}\n"
    for text, score, original in (
        (right, 1, 1),
        (right[:-1], 1, 0),
        (right + "\n", 1, 0),
        (right[:-2], 0, 0),
        (f"\n{right}", 0, 0),
        (right.lower(), 0, 0),
    ):
        device.push(path(params["new_name"]), text)
        assert task.success(device, params, None) == score
        assert task.original_success(device, params, None) == original


def test_change_needs_name_and_text(device: Any) -> None:
    task, params = MarkorChangeNoteContent(), sample(MarkorChangeNoteContent)
    task.setup(device, params)
    assert task.progress(device, params) == 0.0
    device.push(path(params["original_name"]), params["updated_content"])
    assert task.progress(device, params) == 0.5
    device.shell(f"mv {path(params['original_name'])} {path(params['new_name'])}")
    assert task.success(device, params, None) == 1.0


def test_judging_costs_the_same_in_a_crowded_folder(device: Any) -> None:
    """Commands and what they print, before the target is reached."""
    for task in ALL:
        params = sample(task)
        if "noise" not in params or task is MarkorDeleteNewestNote:
            continue
        printed = []
        for count in (20, 500):
            noise = [{"name": f"n{i}.md", "text": "text"} for i in range(count)]
            crowded = {**params, "noise": noise}
            task().setup(device, crowded)
            seen: list[int] = []
            run = device.run

            def counted(command: str, *rest: Any, run: Any = run, seen: Any = seen) -> Any:
                result = run(command, *rest)
                seen.append(len(command) + len(result[0]))
                return result

            device.run = counted
            try:
                task().success(device, crowded, None)
            finally:
                del device.run
            printed.append(sum(seen) // 10)
        assert printed[0] == printed[1], task


def test_the_list_of_expenses_can_be_copied_either_way(device: Any) -> None:
    task, params = ExpenseAddMultipleFromMarkor(), sample(ExpenseAddMultipleFromMarkor)
    task.setup(device, params)
    lines = device.read_text(task.list_path).splitlines()
    marked = [line for line in lines if line.endswith(". Reimbursable.")]
    assert (len(lines), len(marked)) == (103, 2)
    assert {line.partition("|")[0] for line in marked} == {e["name"] for e in params["expenses"]}
    one, two = params["expenses"]
    device.execute(
        DATABASE,
        "INSERT INTO expense (name, amount, category, note, created_date, modified_date) "
        "VALUES (?, ?, ?, ?, 1697384040000, 1697384040000)",
        [
            (one["name"], one["amount"], one["category"], one["note"] + ". Reimbursable."),
            (two["name"], two["amount"], two["category"], two["note"]),
        ],
    )
    assert task.success(device, params, None) == 1.0
