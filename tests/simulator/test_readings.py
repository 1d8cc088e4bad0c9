"""Results that are given again while nothing they were made from has changed."""

from __future__ import annotations

from typing import Any

import pytest

from android_gym.simulator.readings import Readings
from android_gym.simulator.state import Observation, Slot, State


class Case:
    """A state of a slot and a key, and a reading of both that counts itself."""

    def __init__(self) -> None:
        self.state = State()
        self.slot: Slot[int] = self.state.slot("x", 0)
        self.readings = Readings(self.state)
        self.reads = 0

    def read(self) -> int:
        self.reads += 1
        self.state.depend("key")
        return self.slot.get()

    def get(self, name: Any = "x") -> int:
        return self.readings.get(name, self.read)


@pytest.fixture
def case() -> Case:
    return Case()


def test_nothing_is_read_twice(case: Case) -> None:
    case.state.slot("other", 0).set(1)
    assert [case.get(), case.get(), case.reads] == [0, 0, 1]


def test_what_changed_is_read_again(case: Case) -> None:
    case.get()
    case.slot.set(1)
    assert [case.get(), case.reads] == [1, 2]
    case.state.touch("key")
    assert [case.get(), case.reads] == [1, 3]


def test_a_value_that_comes_back_is_known(case: Case) -> None:
    for value in (0, 1000, 0, 1000):
        case.slot.set(value)
        assert case.get() == value
    assert case.reads == 2
    case.state.touch("key")  # what a key stands for is not compared
    assert [case.get(), case.reads] == [1000, 3]


def test_names_are_kept_apart(case: Case) -> None:
    case.get("x")
    case.get("y")
    assert case.reads == 2


def test_an_earlier_condition_is_known_again(case: Case) -> None:
    case.get()
    start = case.state.snapshot()
    for value in (1, 2, 3):
        case.state.restore(start)
        case.slot.set(value)
        assert case.get() == value
        case.state.restore(start)
        assert case.get() == 0
    assert case.reads == 4


def test_a_restored_value_is_not_taken_for_a_later_one(case: Case) -> None:
    start = case.state.snapshot()
    case.slot.set(1)
    assert case.get() == 1
    case.state.restore(start)
    assert case.get() == 0


def test_what_changes_while_it_is_read_is_read_again(case: Case) -> None:
    def read() -> int:
        value = case.read()
        case.slot.set(value + 1)
        return value

    assert [case.readings.get("x", read) for _ in range(2)] == [0, 1]


def test_failures_are_not_kept(case: Case) -> None:
    def fail() -> int:
        raise OSError

    with pytest.raises(OSError):
        case.readings.get("x", fail)
    assert case.get() == 0


@pytest.mark.parametrize("known", [False, True])
def test_an_observation_around_sees_what_was_read(case: Case, known: bool) -> None:
    if known:
        case.get()
    seen: Observation
    with case.state.observe() as seen:
        case.get()
    assert seen.names == ("key", "x")


def test_no_more_than_so_much_is_kept(case: Case) -> None:
    for name in range(Readings.MOST_READS + 1):
        case.get(name)
    case.get(1)
    assert case.reads == Readings.MOST_READS + 1
    case.get(0)
    assert case.reads == Readings.MOST_READS + 2

    snapshots = []
    for value in range(1, Readings.MOST_RESULTS + 2):
        case.slot.set(value)
        case.get()
        snapshots.append(case.state.snapshot())
    before = case.reads
    case.state.restore(snapshots[1])
    assert [case.get(), case.reads] == [2, before]
    case.state.restore(snapshots[0])
    assert [case.get(), case.reads] == [1, before + 1]


def test_what_is_known_is_told_without_reading(case: Case) -> None:
    assert case.readings.known("x") == ()
    case.get()
    assert case.readings.known("x") == (0,)
    case.slot.set(1)
    assert case.readings.known("x") == () and case.reads == 1
    with case.state.observe() as seen:
        case.slot.set(0)
        assert case.readings.known("x") == (0,)
    assert seen.names == ("key", "x")


class TestFiles:
    """Files are compared by what is in them, and by their times."""

    PATH = "/data/local/tmp/file"

    @pytest.mark.parametrize(("size", "known"), [(1, True), (2**20, True), (2**20 + 1, False)])
    def test_a_file_that_is_as_it_was_is_known(self, phone: Any, size: int, known: bool) -> None:
        one, two = b"1" * size, b"2" * size
        phone.push(self.PATH, one)
        before = phone.snapshot()
        reads: list[bytes] = []

        def read() -> bytes:
            reads.append(phone.pull(self.PATH))
            return reads[-1]

        assert phone.reread("file", read) == one
        phone.advance(1000)
        phone.push(self.PATH, two)
        assert phone.reread("file", read) == two
        phone.restore(before)
        assert phone.reread("file", read) == one
        phone.system.files.changed(phone.system.files.stat(self.PATH).ino)
        assert phone.reread("file", read) == one
        assert reads == ([one, two] if known else [one, two, one, one])

    def test_content_that_is_not_stored_yet_is_another_one(self, phone: Any) -> None:
        path = "/data/data/com.sample/databases/rows.db"
        database = phone.system.databases.open(path, "com.sample", version=1, create=_create)

        def read() -> bytes:
            return phone.pull(path)

        for row in range(3):
            before = phone.reread("file", read)
            database.execute("INSERT INTO rows VALUES (?)", (row,))
            assert phone.reread("file", read) != before

    def test_a_database_that_was_closed_is_opened_by_what_reads_it(self, phone: Any) -> None:
        path = "/data/data/com.sample/databases/rows.db"

        def read() -> int:
            database = phone.system.databases.open(path, "com.sample", version=1, create=_create)
            return int(database.value("SELECT count(*) FROM rows"))

        assert phone.reread("rows", read) == 0
        phone.system.databases.close_owner("com.sample")
        assert phone.reread("rows", read) == 0
        assert phone.system.databases.owners(path) == ("com.sample",)


def _create(database: Any) -> None:
    database.execute("CREATE TABLE rows (value INTEGER)")
