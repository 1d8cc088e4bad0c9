"""Virtual time: hands, zone, watching, timers."""

from __future__ import annotations

import datetime
import pickle

import pytest

from android_gym.errors import OptionError, SimulatorError
from android_gym.simulator.state import Snapshot, State
from android_gym.simulator.system.clock import BOOT_ELAPSED_MS, START_MS, Clock


@pytest.fixture
def state() -> State:
    return State()


@pytest.fixture
def clock(state: State) -> Clock:
    return Clock(state)


def test_starts_at_the_benchmark_s_moment(clock: Clock) -> None:
    assert clock.datetime() == datetime.datetime(2023, 10, 15, 15, 34, tzinfo=datetime.UTC)
    assert clock.now_ms() == START_MS
    assert clock.timezone == "UTC"


def test_setting_the_time_leaves_elapsed_time_alone(clock: Clock) -> None:
    clock.advance(1500)
    clock.set_time(START_MS + 86_400_000)
    assert clock.elapsed_ms() == BOOT_ELAPSED_MS + 1500
    clock.advance(7)
    assert clock.now_ms() == START_MS + 86_400_007
    clock.set_time(0)
    assert clock.now_ms() == 0
    assert clock.elapsed_ms() == BOOT_ELAPSED_MS + 1507


@pytest.mark.parametrize("value", [-1, 10**15])
def test_times_beyond_what_a_date_can_hold_are_refused(clock: Clock, value: int) -> None:
    with pytest.raises(OptionError, match="clock"):
        clock.set_time(value)


def test_datetime_is_in_the_phone_s_zone(clock: Clock) -> None:
    clock.set_timezone("Asia/Kolkata")
    assert clock.datetime().strftime("%H:%M:%S.%f") == "21:04:00.000000"
    assert clock.datetime(1).strftime("%H:%M:%S.%f") == "05:30:00.001000"
    with pytest.raises(OptionError, match="Mars"):
        clock.set_timezone("Mars/Base")
    with pytest.raises(OptionError):
        clock.set_timezone("../../etc/passwd")


def test_timers_run_in_order_each_at_its_own_time(clock: Clock) -> None:
    ran: list[tuple[str, int]] = []

    def note(payload: str) -> None:
        ran.append((payload, clock.elapsed_ms() - BOOT_ELAPSED_MS))
        if payload == "first":
            clock.schedule(5, "note", "child")

    clock.handler("note", note)
    clock.schedule(30, "note", "last")
    clock.schedule(10, "note", "first")
    clock.schedule(30, "note", "tie")
    clock.schedule(31, "note", "later")
    clock.advance(30)
    assert ran == [("first", 10), ("child", 15), ("last", 30), ("tie", 30)]
    clock.advance(1)
    assert ran[-1] == ("later", 31)


def test_cancel(clock: Clock) -> None:
    ran: list[object] = []
    clock.handler("note", ran.append)
    timer = clock.schedule(10, "note")
    assert clock.cancel(timer)
    assert not clock.cancel(timer)
    clock.advance(100)
    assert ran == []


def test_wall_timers_follow_the_time_of_day(clock: Clock) -> None:
    ran: list[object] = []
    clock.handler("note", ran.append)
    clock.schedule_at(START_MS + 3_600_000, "note", "alarm")
    clock.schedule(3_600_000, "note", "elapsed")
    clock.set_time(START_MS + 3_599_000)
    clock.advance(999)
    assert ran == []
    clock.advance(1)
    assert ran == ["alarm"]


def test_wall_timer_already_past_runs_in_the_next_advance(clock: Clock) -> None:
    ran: list[int] = []
    clock.handler("note", lambda _: ran.append(clock.elapsed_ms()))
    clock.schedule_at(START_MS + 1000, "note")
    clock.set_time(START_MS + 5000)
    clock.advance(0)
    assert ran == [BOOT_ELAPSED_MS]


def test_a_handler_may_not_advance(clock: Clock) -> None:
    clock.handler("bad", lambda _: clock.advance(1))
    clock.schedule(0, "bad")
    with pytest.raises(SimulatorError, match="schedule"):
        clock.advance(1)
    clock.advance(1)  # and the clock still works


def test_unknown_and_repeated_handlers(clock: Clock) -> None:
    with pytest.raises(SimulatorError, match="nobody"):
        clock.schedule(1, "nobody")
    clock.handler("once", print)
    with pytest.raises(SimulatorError, match="once"):
        clock.handler("once", print)


def test_watch_changes_only_when_its_period_rolls_over(state: State, clock: Clock) -> None:
    with state.observe() as plain:
        clock.now_ms()
        clock.elapsed_ms()
    with state.observe() as watching:
        assert clock.minute().strftime("%H:%M") == "15:34"
    before = state.total_revision
    clock.advance(59_999)
    assert not watching.changed()
    assert state.total_revision == before, "time that nobody watches moves nothing"
    clock.advance(1)
    assert watching.changed()
    assert not plain.changed()
    clock.set_time(0)
    assert plain.changed(), "setting the clock does change what was read"


def test_today(state: State, clock: Clock) -> None:
    clock.set_timezone("Asia/Kathmandu")  # UTC+5:45
    with state.observe() as seen:
        assert clock.today() == datetime.date(2023, 10, 15)
    clock.advance(int(2.75 * 3_600_000) - 1)
    clock.set_time(clock.now_ms())
    clock.advance(60_001)
    assert seen.changed()


def test_snapshot_carries_time_and_timers_to_another_phone(state: State, clock: Clock) -> None:
    clock.handler("note", print)
    clock.advance(123)
    clock.set_timezone("Europe/Berlin")
    clock.schedule(50, "note", ("payload", 1))
    snapshot: Snapshot = pickle.loads(pickle.dumps(state.snapshot()))
    other_state = State()
    other = Clock(other_state)
    ran: list[object] = []
    other.handler("note", ran.append)
    other_state.restore(snapshot)
    assert (other.now_ms(), other.timezone) == (START_MS + 123, "Europe/Berlin")
    other.advance(50)
    assert ran == [("payload", 1)]


def test_restore_brings_back_watches(state: State, clock: Clock) -> None:
    snapshot = state.snapshot()
    with state.observe() as seen:
        clock.minute()
    clock.advance(120_000)
    state.restore(snapshot)
    assert seen.changed()
    with state.observe() as seen:
        clock.minute()
    clock.advance(59_999)
    assert not seen.changed()
    clock.advance(1)
    assert seen.changed()


def test_listeners_hear_of_settings_only(clock: Clock) -> None:
    heard: list[int] = []
    clock.listen(lambda: heard.append(clock.now_ms()))
    clock.advance(100)
    assert heard == []
    clock.set_time(5)
    clock.set_timezone("Europe/Rome")
    clock.set_timezone("Europe/Rome")
    assert heard == [5, 5]


def test_what_counts_time_is_counted_up_to_the_period() -> None:
    state = State()
    clock = Clock(state)
    clock.advance(1_234)
    with state.observe() as seen:
        begin = clock.watch_elapsed(1000)
    assert 0 <= clock.elapsed_ms() - begin < 1000
    left = 1000 - (clock.now_ms() % 1000)
    clock.advance(left - 1)
    assert not seen.changed() and clock.watch_elapsed(1000) == begin
    clock.advance(1)
    assert seen.changed() and clock.watch_elapsed(1000) == begin + 1000
