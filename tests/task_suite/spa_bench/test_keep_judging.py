"""Rules of SPA-Bench's tasks of Keep at their thresholds, on one phone."""

import pytest

from android_gym.devices.simulated import SimulatedDevice
from android_gym.devices.user_data import read_user_data
from android_gym.task_suite.spa_bench.keep.tasks import (
    DATABASE,
    LabelledList,
    MakeNote,
    MakeTitledNote,
    Wanted,
    write,
)
from android_gym.task_suite.touches import side_effects

TASKS = (MakeNote, MakeTitledNote, LabelledList)


@pytest.fixture(scope="module")
def phone():
    device = SimulatedDevice()
    MakeNote().setup(device, {})
    snapshot = device.snapshot()
    yield device, snapshot
    device.close()


@pytest.fixture
def device(phone):
    device, snapshot = phone
    device.restore(snapshot)
    return device


@pytest.mark.parametrize("task", TASKS)
def test_the_note_and_no_other(device, task):
    assert task().success(device, {}, None) == 0.0
    write(device, task.wanted)
    assert task().success(device, {}, None) == 1.0
    device.execute(DATABASE, "INSERT INTO tree_entity (account_id, is_trashed) VALUES (1, 1)", [()])
    assert task().success(device, {}, None) == 1.0  # in the trash
    device.execute(DATABASE, "UPDATE tree_entity SET is_trashed = 0", [()])
    assert task().success(device, {}, None) == 0.0


@pytest.mark.parametrize(
    ("task", "note"),
    [
        (MakeNote, Wanted(("Hello this is a note1 ",))),
        (MakeTitledNote, Wanted(("hello this is a note2",), "written by agent2")),
        (
            LabelledList,
            Wanted(("Learn Python", "", "Learn Java"), "Goal of agent", True, ("Agent",)),
        ),
    ],
)
def test_blanks_and_capitals_do_not_matter(device, task, note):
    write(device, note)
    assert task().success(device, {}, None) == 1.0


@pytest.mark.parametrize(
    ("task", "note"),
    [
        (MakeNote, Wanted(("Hello this is a note",))),
        (MakeNote, Wanted(("Hello this is a note1",), "", False, ("Agent",))),
        (MakeTitledNote, Wanted(("Hello this is a note2",), "Written by agent 2")),
        (LabelledList, Wanted(("Learn Java", "Learn Python"), "Goal of agent", True, ("Agent",))),
        (LabelledList, Wanted(("Learn Python", "Learn Java"), "Goal of agents", True, ("Agent",))),
    ],
)
def test_near_rights(device, task, note):
    write(device, note)
    assert task().success(device, {}, None) == 0.0


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO tree_entity (account_id, title, is_deleted) VALUES (1, 'Gone', 1)",
        "INSERT INTO list_item (account_id, list_parent_id, text, is_deleted) "
        "SELECT 1, _id, 'Gone', 1 FROM tree_entity",
        "INSERT INTO note_label (account_id, tree_entity_id, label_id, is_deleted) "
        "SELECT 1, tree_entity._id, 10, 1 FROM tree_entity",
    ],
)
def test_what_was_deleted_does_not_count(device, sql):
    """Until Keep has told its server so, it stays in the database."""
    write(device, LabelledList.wanted)
    device.execute(DATABASE, sql, [()])
    assert LabelledList().success(device, {}, None) == 1.0
    device.execute(DATABASE, sql.replace("1)", "0)").replace("1 FROM", "0 FROM"), [()])
    assert LabelledList().success(device, {}, None) == 0.0


def test_a_note_harms_nothing_and_two_do(device):
    before, touches = read_user_data(device), MakeNote().touches({})
    write(device, MakeNote.wanted)
    assert side_effects(before, read_user_data(device), touches) == ()
    device.execute(DATABASE, "INSERT INTO tree_entity (account_id) VALUES (1)", [()])
    assert len(side_effects(before, read_user_data(device), touches)) == 2


def test_no_database_is_no_note(device):
    device.shell(f"rm -f {DATABASE}*")
    assert MakeNote().success(device, {}, None) == 0.0
