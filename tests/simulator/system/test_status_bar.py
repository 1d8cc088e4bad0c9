"""Open panels, and toasts one after the other."""

from __future__ import annotations

import pytest

from android_gym.simulator.state import Observation, State
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.system.status_bar import StatusBarManager


@pytest.fixture
def clock() -> Clock:
    return Clock(State())


@pytest.fixture
def bar(clock: Clock) -> StatusBarManager:
    return StatusBarManager(clock._state, clock)


def test_one_panel_or_dialog_at_a_time(bar: StatusBarManager) -> None:
    assert (bar.panel, bar.dialog) == ("", "")
    bar.expand_notifications()
    assert bar.panel == "notifications"
    bar.expand_settings()
    assert bar.panel == "settings"
    bar.show_dialog("internet")
    assert (bar.panel, bar.dialog) == ("", "internet")
    bar.expand_notifications()
    assert (bar.panel, bar.dialog) == ("notifications", "")
    bar.show_dialog("power")
    bar.collapse()
    assert (bar.panel, bar.dialog) == ("", "")


@pytest.mark.parametrize(("long", "lasts"), [(False, 2000), (True, 3500)])
def test_a_toast_goes_after_its_time(
    bar: StatusBarManager, clock: Clock, long: bool, lasts: int
) -> None:
    bar.show_toast("a.b", "Saved", long=long)
    clock.advance(lasts - 1)
    assert bar.toast == ("a.b", "Saved")
    clock.advance(1)
    assert bar.toast is None


def test_toasts_wait_for_each_other(bar: StatusBarManager, clock: Clock) -> None:
    bar.show_toast("a.b", "long", long=True)
    bar.show_toast("a.b", "short")
    clock.advance(3500)
    assert bar.toast == ("a.b", "short")
    clock.advance(1999)
    assert bar.toast == ("a.b", "short")
    clock.advance(1)
    assert bar.toast is None
    bar.show_toast("a.b", "again")
    clock.advance(2000)
    assert bar.toast is None


def test_a_package_cannot_queue_more_than_five(bar: StatusBarManager, clock: Clock) -> None:
    for number in range(9):
        bar.show_toast("a.b", str(number))
    bar.show_toast("c.d", "other")
    seen = []
    while bar.toast is not None:
        seen.append(bar.toast[1])
        clock.advance(2000)
    assert seen == ["0", "1", "2", "3", "4", "other"]


def test_each_of_its_parts_is_read_for_itself(bar: StatusBarManager, clock: Clock) -> None:
    def read(part: str) -> Observation:
        with clock._state.observe() as seen:
            getattr(bar, part)
        return seen

    for change, parts in (
        (bar.expand_settings, {"panel"}),
        (lambda: bar.show_dialog("power"), {"panel", "dialog"}),
        (bar.collapse, {"dialog", "closed"}),
        (lambda: bar.show_toast("a.b", "Saved"), {"toast"}),
    ):
        seen = {part: read(part) for part in ("panel", "dialog", "closed", "toast")}
        change()
        assert {part for part, observation in seen.items() if observation.changed()} == parts
