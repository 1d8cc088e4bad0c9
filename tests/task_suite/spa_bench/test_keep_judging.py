"""Rules of SPA-Bench's tasks of Keep at their thresholds, on one phone."""

import pytest

from android_gym.devices.simulated import SimulatedDevice
from android_gym.task_suite.spa_bench.keep.tasks import (
    DATABASE,
    LabelledList,
    MakeNote,
    MakeTitledNote,
    Wanted,
    write,
)

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
        (
            LabelledList,
            Wanted(("Learn Python", "", "Learn Java"), "Goal of agent", True, ("Agent",)),
        ),
    ],
)
def test_blanks_do_not_matter(device, task, note):
    write(device, note)
    assert task().success(device, {}, None) == 1.0


@pytest.mark.parametrize(
    ("task", "note"),
    [
        (MakeNote, Wanted(("Hello this is a note",))),
        (MakeNote, Wanted(("Hello this is a note1",), "", False, ("Agent",))),
        (MakeTitledNote, Wanted(("Hello this is a note2",), "Written by agent2")),
        (LabelledList, Wanted(("Learn Java", "Learn Python"), "Goal of agent", True, ("Agent",))),
        (LabelledList, Wanted(("Learn Python", "Learn Java"), "Goal of agents", True, ("Agent",))),
    ],
)
def test_near_rights(device, task, note):
    write(device, note)
    assert task().success(device, {}, None) == 0.0


def test_no_database_is_no_note(device):
    device.shell(f"rm -f {DATABASE}*")
    assert MakeNote().success(device, {}, None) == 0.0
