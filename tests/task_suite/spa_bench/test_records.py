"""The records of SPA-Bench, and what their reader refuses."""

import csv
from collections import Counter
from pathlib import Path

import pytest

from android_gym.errors import OptionError
from android_gym.task_suite import spa_bench
from android_gym.task_suite.spa_bench import load, read_records, records

FILE = Path(spa_bench.__file__).with_name("tasks.csv")


def test_counts_are_the_papers():
    assert len(records()) == 340
    assert Counter(record.set for record in records()) == {
        "single-app-ENG": 150,
        "single-app-CHN": 150,
        "cross-app-ENG": 20,
        "cross-app-CHN": 20,
    }
    levels = Counter((record.is_cross_app, record.level) for record in records())
    assert levels == {
        (False, 1): 100,
        (False, 2): 100,
        (False, 3): 100,
        (True, 1): 30,
        (True, 2): 10,
    }


def test_a_record_is_found_by_its_short_and_its_long_name():
    record = load("ENG/calculator_0")
    assert record is load("single-app-ENG/calculator_0")
    assert record.goal == "Get the result for '1+1'."
    assert (record.golden_steps, record.budget, record.key_components) == (4, 9, ("2",))
    assert load("CHN/settings_0") is not load("ENG/settings_0")


def test_subtasks_pass_on_what_they_remember():
    record = load("cross-app-ENG/Information_Management_1_ENG")
    assert record.apps == ("Chrome", "Calendar")
    first, second = record.subtasks
    assert first.memory is not None and f"{{{first.memory}}}" in second.task
    assert second.memory is None and second.history
    assert not record.key_components and not record.package


def test_without_key_components_there_is_one_single_app_task():
    found = [r.uid for r in records() if not r.is_cross_app and not r.key_components]
    assert found == ["single-app-CHN/wechat_0"]


def test_a_wrong_name_is_told_with_its_neighbours():
    with pytest.raises(OptionError, match="ENG/youtub_0.*Did you mean single-app-ENG/youtube_0"):
        load("ENG/youtub_0")


@pytest.fixture
def table(tmp_path):
    """Write a table of one row whose cells may be replaced."""
    with FILE.open(encoding="utf-8") as file:
        head = next(csv.reader(file))

    def write(row=None, head=head, **cells):
        values = {
            "set": "single-app-ENG",
            "task_identifier": "clock_9",
            "task_app": "clock",
            "task_description": "Set an alarm.",
            "task_difficulty": "1",
            "golden_steps": "4",
            "key_component_final": '["8"]',
        } | cells
        path = tmp_path / "tasks.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(head)
            writer.writerow(row if row is not None else [values.get(name, "") for name in head])
        return path

    return write


def test_a_table_of_ones_own_is_read(table):
    (record,) = read_records(table())
    assert (record.uid, record.key_components) == ("single-app-ENG/clock_9", ("8",))


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        ({"set": "single-app-FRA"}, "'set' must be one of"),
        ({"task_identifier": " "}, "'task_identifier' must be some text"),
        ({"task_difficulty": "4"}, "'task_difficulty' must be a whole number from 1 to 3"),
        ({"golden_steps": "4.5"}, "'golden_steps' must be a whole number"),
        ({"golden_steps": "٤"}, "'golden_steps' must be a whole number"),
        ({"golden_steps": "9" * 5000}, "'golden_steps' must be a whole number"),
        ({"key_component_final": '["8", ""]'}, "none of them empty"),
        ({"key_component_final": '["8", 8]'}, "none of them empty"),
        ({"key_component_final": '"8"'}, "must be a JSON list"),
        ({"key_component_final": "[" * 99_000}, "must be a JSON list"),
        ({"subtasks": '[{"app": "a"}]'}, "subtasks"),
        ({"set": "cross-app-ENG"}, "'subtasks' must be given"),
        ({"set": "cross-app-ENG", "subtasks": '[{"app": "a"}]'}, "with app, task, history"),
        ({"task_description": "x" * 100_001}, "at most 100,000 characters"),
    ],
)
def test_a_wrong_cell_is_told_with_its_line(table, cells, told):
    with pytest.raises(OptionError, match=rf"tasks.csv:2: .*{told}"):
        read_records(table(**cells))


def test_missing_and_unknown_columns_are_named(table):
    with pytest.raises(OptionError, match="missing are .*'subtasks'.*unknown are .'colour'"):
        read_records(table(head=["set", "colour"]))


@pytest.mark.parametrize("cells", [1, 12, 14])
def test_a_row_with_another_number_of_cells_is_told(table, cells):
    with pytest.raises(OptionError, match=rf"tasks.csv:2 has {cells} cells, the head has 13"):
        read_records(table(row=["single-app-ENG"] * cells))


def test_a_file_that_is_no_text_is_told(tmp_path):
    path = tmp_path / "tasks.csv"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(OptionError, match="can't be read"):
        read_records(path)
    with pytest.raises(OptionError, match="can't be read"):
        read_records(tmp_path / "none.csv")
