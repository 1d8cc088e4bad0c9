"""Slots, revisions, observations and snapshots."""

from __future__ import annotations

import dataclasses
import pickle
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pytest

from android_gym.errors import SimulatorError
from android_gym.simulator.sources import replace
from android_gym.simulator.state import Computed, Observation, State, Watch


@dataclass(frozen=True)
class Pair:
    a: int = 0
    b: int = 0


@dataclass(frozen=True, slots=True)
class Slotted:
    a: int = 0
    b: int = 0


@dataclass(frozen=True)
class Checked:
    a: int = 0
    b: int = 0

    def __post_init__(self) -> None:
        if self.a > self.b:
            raise ValueError("a must not be more than b")


@dataclass(frozen=True)
class Remembering:
    a: int = 0
    b: int = 0

    @cached_property
    def both(self) -> int:
        return self.a + self.b


class TestReplace:
    @pytest.mark.parametrize("kind", [Pair, Slotted, Checked, Remembering])
    def test_it_does_what_that_of_dataclasses_does(self, kind: Any) -> None:
        before = kind(1, 2)
        after = replace(before, b=3)
        assert after == dataclasses.replace(before, b=3) == kind(1, 3)
        assert type(after) is kind and before == kind(1, 2)
        assert hash(after) == hash(kind(1, 3)) and repr(after) == repr(kind(1, 3))
        with pytest.raises(TypeError, match="'c'"):
            replace(before, c=3)

    def test_what_a_class_checks_is_checked(self) -> None:
        with pytest.raises(ValueError, match="more than b"):
            replace(Checked(1, 2), a=3)

    def test_nothing_is_remembered_of_the_one_before(self) -> None:
        before = Remembering(1, 2)
        assert before.both == 3 and replace(before, b=3).both == 4

    def test_fields_keep_their_order(self) -> None:
        before = Remembering(1, 2)
        assert before.both == 3
        assert list(vars(replace(before, a=0))) == ["a", "b"]


def test_a_value_replaced_moves_its_revision_and_the_root() -> None:
    state = State()
    slot = state.slot("x", 1)
    slot.set(2)
    assert (slot.get(), slot.revision, state.revision, state.total_revision) == (2, 1, 1, 1)


def test_the_same_object_again_moves_nothing() -> None:
    state = State()
    value = ("a",)
    slot = state.slot("x", value)
    slot.set(value)
    assert (slot.revision, state.total_revision) == (0, 0)


def test_update_moves_only_where_a_field_differs() -> None:
    state = State()
    slot = state.slot("x", Pair())
    slot.update(a=0, b=0)
    assert slot.revision == 0
    slot.update(b=2)
    assert slot.get() == Pair(0, 2) and slot.revision == 1


def test_what_adb_cannot_read_moves_only_the_total() -> None:
    state = State()
    state.slot("x", 1, observable=False).set(2)
    with state.observe():
        state.depend("key")
    state.touch("key", observable=False)
    assert (state.revision, state.total_revision) == (0, 2)


def test_what_no_screen_is_built_from_leaves_the_total() -> None:
    state = State()
    slot = state.slot("x", 1, shown=False)
    slot.set(2)
    state.touch("key that nobody has read")
    assert (slot.revision, state.revision, state.total_revision) == (1, 2, 0)


def test_a_name_can_be_taken_once() -> None:
    state = State()
    state.slot("x", 1)
    with pytest.raises(SimulatorError, match="'x' exists already"):
        state.slot("x", 2)


class TestObservation:
    def test_it_changes_with_what_was_read(self) -> None:
        state = State()
        read, other = state.slot("read", 1), state.slot("other", 1)
        with state.observe() as seen:
            read.get()
            state.depend("file")
        other.set(2)
        state.touch("another file")
        assert not seen.changed()
        read.set(2)
        assert seen.changed()
        assert seen.names == ("file", "read")

    def test_a_key_touched_counts(self) -> None:
        state = State()
        with state.observe() as seen:
            state.depend(("db", "/a"))
        state.touch(("db", "/b"))
        assert not seen.changed()
        state.touch(("db", "/a"))
        assert seen.changed()

    def test_peeking_depends_on_nothing(self) -> None:
        state = State()
        slot = state.slot("x", 1)
        with state.observe() as seen:
            slot.peek()
        slot.set(2)
        assert not seen.changed()

    def test_an_inner_one_counts_for_the_outer(self) -> None:
        state = State()
        a, b = state.slot("a", 1), state.slot("b", 1)
        with state.observe() as outer:
            a.get()
            with state.observe() as inner:
                b.get()
        a.set(2)
        assert outer.changed() and not inner.changed()
        b.set(2)
        assert inner.changed()

    def test_one_that_completes_another_hides_no_change(self) -> None:
        state = State()
        a, b = state.slot("a", 1), state.slot("b", 1)
        with state.observe() as seen:
            a.get()
        a.set(2)
        with state.observe(into=seen):
            a.get()
            b.get()
        assert seen.changed()
        assert seen.names == ("a", "b")

    def test_an_error_inside_ends_it(self) -> None:
        state = State()
        slot = state.slot("x", 1)
        with pytest.raises(ZeroDivisionError), state.observe():
            1 / 0  # noqa: B018
        assert not state.observing
        slot.get()

    def test_a_part_of_a_slot_counts_alone(self) -> None:
        state = State()
        slot = state.slot("x", Pair(1, 2))
        with state.observe() as seen:
            assert slot.select("a", lambda pair: pair.a) == 1
        slot.update(b=3)
        assert not seen.changed()
        slot.update(a=5)
        assert seen.changed()
        with state.observe() as seen:
            assert slot.select("a", lambda pair: pair.a) == 5
        slot.update(b=4)
        assert not seen.changed()
        assert seen.names == ("x:a",)

    def test_the_same_values_again_recur(self) -> None:
        state = State()
        slot, other = state.slot("x", Pair(1, 2)), state.slot("y", 1)
        with state.observe() as seen:
            slot.get()
            other.select("sign", lambda number: number > 0)
            state.depend("file")
        seen.keep_values()
        slot.update(a=7)
        assert seen.changed() and not seen.recurred()
        slot.update(a=1)
        other.set(2)
        assert seen.changed() and seen.recurred() and not seen.changed()
        other.set(-1)
        assert not seen.recurred()
        other.set(1)
        assert seen.recurred()
        state.touch("file")
        assert not seen.recurred()

    def test_a_key_with_a_value_recurs_with_it(self) -> None:
        state = State()
        sizes = {"file": 1}
        with state.observe() as seen:
            state.depend("file", sizes.get, "file")
        seen.keep_values()
        sizes["file"] = 2
        state.touch("file")
        assert seen.changed() and not seen.recurred()
        sizes["file"] = 1
        assert seen.recurred() and not seen.changed()
        state.touch("file")
        assert seen.recurred()

    def test_what_differed_last_is_no_obstacle_once_it_is_the_same(self) -> None:
        state = State()
        slots = [state.slot(name, 0) for name in "abc"]
        with state.observe() as seen:
            for slot in slots:
                slot.get()
        seen.keep_values()
        slots[1].set(1)
        assert not seen.recurred()
        slots[2].set(1)
        slots[1].set(0)
        assert not seen.recurred()
        slots[2].set(0)
        assert seen.recurred()

    @pytest.mark.parametrize("how", ["forgotten", "too many"])
    def test_a_key_that_is_dropped_never_recurs(
        self, how: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Another source is touched by who touches the key later."""
        monkeypatch.setattr(State, "MOST_KEYS", 0)
        state = State()
        with state.observe() as seen:
            state.depend("file", str, "file")
        seen.keep_values()
        if how == "forgotten":
            state.forget("file")
        else:
            state.restore(state.snapshot())
        assert seen.changed() and not seen.recurred()

    def test_forgetting_a_key_counts_as_a_change(self) -> None:
        state = State()
        with state.observe() as seen:
            state.depend("window")
        state.forget("window")
        assert seen.changed()


class TestPreparations:
    """A computation prepares again what it reads when all before it is as it was."""

    def made(self) -> tuple[State, Observation, list[str]]:
        """Return a state, what opening something and reading it has read, and what was opened."""
        state = State()
        for name in ("before", "between", "after"):
            state.slot(name, 0)
        self.opened: list[str] = []

        def is_open() -> bool:
            return bool(self.opened)

        def open_it() -> None:
            if not self.opened:
                self.opened.append("it")
                self.effect(state)
                state.touch("it")

        with state.observe() as seen:
            state.slots["before"].get()
            with state.observe():
                state.slots["between"].get()
                open_it()
                state.depend("it", is_open, again=open_it)
                state.slots[self.last].get()
            state.slots["after"].get()
        seen.keep_values()
        return state, seen, self.opened

    last = "between"

    def effect(self, state: State) -> None:
        """Do what opening changes besides."""

    def close(self, state: State) -> None:
        self.opened.clear()
        state.touch("it")

    def test_it_is_done_again(self) -> None:
        state, seen, opened = self.made()
        self.close(state)
        assert not seen.recurred() and not opened
        assert seen.recurs() and opened == ["it"] and not seen.changed()

    @pytest.mark.parametrize("name", ["before", "between"])
    def test_not_where_what_was_read_before_it_is_another(self, name: str) -> None:
        state, seen, opened = self.made()
        self.close(state)
        state.slots[name].set(1)
        assert not seen.recurs() and not opened
        state.slots[name].set(0)
        assert seen.recurs() and opened

    def test_what_is_read_after_it_does_not_matter(self) -> None:
        state, seen, opened = self.made()
        self.close(state)
        state.slots["after"].set(1)
        assert not seen.recurs() and opened, "who computes it anew opens it as well"

    @pytest.mark.parametrize("name", ["before", "between"])
    def test_not_where_it_changed_what_was_read_before_it(self, name: str) -> None:
        """It was not done for what was read last."""

        def change(state: State) -> None:
            state.slots[name].set(1)

        self.effect, self.last = change, name  # type: ignore[method-assign]
        state, seen, opened = self.made()
        self.close(state)
        assert not seen.recurs() and not opened

    def test_nor_where_it_read_that_itself(self) -> None:
        def read_again(state: State) -> None:
            state.slots["before"].set(1)
            state.slots["before"].get()

        self.effect = read_again  # type: ignore[method-assign]
        state, seen, opened = self.made()
        self.close(state)
        assert not seen.recurs() and not opened

    def test_what_fails_recurs_not(self) -> None:
        state, seen, _ = self.made()
        self.close(state)

        def fail(state: State) -> None:
            raise OSError

        self.effect = fail  # type: ignore[method-assign]
        assert not seen.recurs()

    @pytest.mark.parametrize("inside", [False, True])
    def test_what_was_read_before_needs_no_preparation(self, inside: bool) -> None:
        state = State()
        asked: list[int] = []
        with state.observe() as seen:
            state.depend("it", bool, asked)
            with state.observe() if inside else nullcontext():
                state.depend("it", bool, asked, again=asked.clear)
        seen.keep_values()
        asked.append(0)
        state.touch("it")
        assert not seen.recurs() and asked == [0]

    def test_computed_values_have_it_too(self) -> None:
        state = State()
        slot = state.slot("x", 1)
        computed = Computed(state, "positive", lambda: slot.get() > 0)
        with state.observe() as seen:
            computed.get(again=lambda: slot.set(2))
        seen.keep_values()
        slot.set(-1)
        assert not seen.recurred()
        assert seen.recurs() and slot.peek() == 2


class TestComputed:
    def made(self) -> tuple[State, list[int], Computed[bool]]:
        """Return a state with the slot "x", how often it was asked, and whether it is positive."""
        state = State()
        slot, asked = state.slot("x", 1), [0]

        def positive() -> bool:
            asked[0] += 1
            return slot.get() > 0

        return state, asked, Computed(state, "positive", positive)

    def test_it_changes_with_its_value_alone(self) -> None:
        state, _, positive = self.made()
        with state.observe() as seen:
            assert positive.get()
        assert seen.names == ("positive",)
        state.slots["x"].set(2)
        assert not seen.changed()
        state.slots["x"].set(-1)
        assert seen.changed() and not positive.get()

    def test_it_recurs(self) -> None:
        state, _, positive = self.made()
        with state.observe() as seen:
            positive.get()
        seen.keep_values()
        state.slots["x"].set(-1)
        assert not seen.recurred()
        state.slots["x"].set(5)
        assert seen.recurred() and not seen.changed()

    def test_it_is_asked_only_where_what_it_reads_has_changed(self) -> None:
        state, asked, positive = self.made()
        other = state.slot("other", 0)
        for number in range(5):
            other.set(number)
            positive.get()
        assert asked == [1]
        state.slots["x"].set(2)
        assert positive.get() and asked == [2]

    def test_a_restored_state_has_its_value(self) -> None:
        state, _, positive = self.made()
        snapshot = state.snapshot()
        with state.observe() as seen:
            positive.get()
        state.slots["x"].set(-1)
        with state.observe() as since:
            assert not positive.get()
        state.restore(snapshot)
        assert since.changed() and positive.get()
        assert seen.changed()  # it has been another one meanwhile

    def test_a_watch_notices_it(self) -> None:
        state, _, positive = self.made()
        with state.observe() as seen:
            positive.get()
        watch = Watch(state, state.mark, [seen])
        for number in range(2, 40):  # both before and after it has an index
            state.slots["x"].set(number)
            assert watch.quiet()
        state.slots["x"].set(-1)
        assert not watch.quiet()

    def test_one_may_read_another(self) -> None:
        state, _, positive = self.made()
        word = Computed(state, "word", lambda: "yes" if positive.get() else "no")
        with state.observe() as seen:
            assert word.get() == "yes"
        state.slots["x"].set(9)
        assert not seen.changed()
        state.slots["x"].set(-9)
        assert seen.changed() and word.get() == "no"


class TestWatch:
    """A `Watch` knows what its observations say one by one."""

    def test_it_is_quiet_until_what_was_read_moves(self) -> None:
        state = State()
        read, other = state.slot("read", 1), state.slot("other", 1)
        with state.observe() as seen:
            read.get()
        watch = Watch(state, state.mark, [seen])
        for value in range(2, 8):  # before and after it is put in order
            other.set(value)
            assert watch.quiet()
        read.set(2)
        assert not watch.quiet()
        assert not watch.quiet()  # and stays so

    @pytest.mark.parametrize("looks", [0, 5])
    def test_a_part_moves_it_only_where_the_part_does(self, looks: int) -> None:
        state = State()
        pair = state.slot("pair", Pair(1, 1))
        with state.observe() as seen:
            pair.select("a", lambda value: value.a)
        watch = Watch(state, state.mark, [seen])
        for count in range(looks):
            pair.update(b=10 + count)
            assert watch.quiet()
        pair.update(a=2)
        assert not watch.quiet()

    def test_keys_count_and_several_observations_do(self) -> None:
        state = State()
        with state.observe() as first:
            state.depend("x")
        with state.observe() as second:
            state.depend("y")
        watch = Watch(state, state.mark, [first, second])
        for _ in range(5):
            state.touch("z")
            assert watch.quiet()
        state.touch("y")
        assert not watch.quiet()

    def test_an_observation_that_is_completed_later_is_watched_whole(self) -> None:
        state = State()
        one, two = state.slot("one", 1), state.slot("two", 1)
        with state.observe() as seen:
            one.get()
        watch = Watch(state, state.mark, [seen])
        other = state.slot("other", 0)
        for value in range(1, 5):
            other.set(value)
            assert watch.quiet()
        with state.observe(seen):
            two.get()
        other.set(9)
        assert watch.quiet()
        two.set(2)
        assert not watch.quiet()

    def test_a_restore_is_no_change_by_itself(self) -> None:
        state = State()
        read = state.slot("read", 1)
        base = state.snapshot()
        with state.observe() as seen:
            read.get()
        watch = Watch(state, state.mark, [seen])
        for _ in range(5):
            state.restore(base)
            assert watch.quiet()
        read.set(2)
        state.restore(base)
        assert watch.quiet()
        with state.observe() as later:
            read.get()
        read.set(3)
        assert not Watch(state, 0, [later]).quiet()

    def test_moves_are_remembered_so_far_only(self) -> None:
        state = State()
        read, other = state.slot("read", 1), state.slot("other", 0)
        mark = state.mark
        other.set(1)
        assert state.moved_since(mark) == {other}
        assert state.moved_since(state.mark) == frozenset()
        with state.observe() as seen:
            read.get()
        watch = Watch(state, state.mark, [seen])
        for value in range(2, State.MOST_MOVES + 4):
            other.set(value)
        assert state.moved_since(mark) is None
        assert watch.quiet()
        read.set(2)
        for value in range(State.MOST_MOVES + 4):
            other.set(-value)
        assert not watch.quiet()


class TestSnapshot:
    def test_restoring_brings_the_very_objects_back(self) -> None:
        state = State()
        value = ("a",)
        slot = state.slot("x", value)
        snapshot = state.snapshot()
        slot.set(("b",))
        state.restore(snapshot)
        assert slot.get() is value

    def test_the_roots_revisions_never_go_back(self) -> None:
        state = State()
        slot = state.slot("x", 1)
        snapshot = state.snapshot()
        slot.set(2)
        before = state.revision, state.total_revision
        state.restore(snapshot)
        after = state.revision, state.total_revision
        assert all(new > old for new, old in zip(after, before, strict=True))

    def test_the_same_revision_always_means_the_same_value(self) -> None:
        state = State()
        slot = state.slot("x", 0)
        seen: dict[int, int] = {}
        snapshots = []
        for number in range(1, 40):
            if number % 5 == 0:
                state.restore(snapshots[number * 7 % len(snapshots)])
            else:
                slot.set(number)
            if number % 2:
                snapshots.append(state.snapshot())
            assert seen.setdefault(slot.revision, slot.get()) == slot.get()

    def test_what_was_built_before_is_right_again(self) -> None:
        state = State()
        slot = state.slot("x", 1)
        snapshot = state.snapshot()

        def look() -> Observation:
            with state.observe() as seen:
                slot.get()
                state.depend("file")
            return seen

        first = look()
        slot.set(2)
        state.touch("file")
        second = look()
        state.restore(snapshot)
        assert second.changed()
        assert first.changed()  # what the file was at the snapshot, nobody had looked at
        third = look()
        slot.set(2)
        state.touch("file")
        state.restore(snapshot)
        assert not third.changed() and second.changed()

    def test_one_of_another_phone_gives_new_revisions(self) -> None:
        state, other = State(), State()
        slot, foreign = state.slot("x", 1), other.slot("x", 1)
        for number in (5, 6):
            slot.set(number)
            foreign.set(number + 100)
        with state.observe() as seen:
            slot.get()
        state.restore(other.snapshot())
        assert seen.changed() and slot.get() == 106
        slot.set(7)
        state.restore(pickle.loads(pickle.dumps(state.snapshot())))
        assert slot.get() == 7

    def test_what_did_not_differ_does_not_move(self) -> None:
        state = State()
        slot = state.slot("x", ("a",))
        state.restore(state.snapshot())
        assert slot.revision == 0

    def test_every_key_that_was_read_counts_as_changed(self) -> None:
        state = State()
        snapshot = state.snapshot()
        with state.observe() as seen:
            state.depend("file")
        state.restore(snapshot)
        assert seen.changed()
        with state.observe() as again:
            state.depend("file")
        assert not again.changed()
        state.touch("file")
        assert again.changed()

    def test_keys_forgotten_for_their_number_count_as_changed(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(State, "MOST_KEYS", 3)
        state = State()
        snapshot = state.snapshot()
        for _ in range(2):
            with state.observe() as seen:
                for number in range(5):
                    state.depend(number)
            state.restore(snapshot)
            assert seen.changed()
        with state.observe() as seen:
            state.depend(1)
        state.restore(snapshot)
        state.touch(1)
        assert seen.changed()

    def test_hooks_write_back_before_and_drop_after(self) -> None:
        state = State()
        slot = state.slot("x", 1)
        state.before_snapshot(lambda: slot.set(7))
        dropped = []
        state.after_restore(lambda: dropped.append(slot.get()))
        snapshot = state.snapshot()
        slot.set(9)
        state.restore(snapshot)
        assert dropped == [7]

    def test_it_can_be_pickled(self) -> None:
        state = State()
        slot = state.slot("x", Pair(1, 2))
        data = pickle.dumps(state.snapshot())
        slot.set(Pair())
        state.restore(pickle.loads(data))
        assert slot.get() == Pair(1, 2)

    def test_one_of_another_phone_is_refused(self) -> None:
        state, other = State(), State()
        state.slot("x", 1)
        other.slot("y", 1)
        with pytest.raises(SimulatorError, match=r"\['x', 'y'\]"):
            state.restore(other.snapshot())
