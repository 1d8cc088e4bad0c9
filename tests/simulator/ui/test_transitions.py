"""Delays of a phone with a latency profile, and none of one without."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from episodes import Event, difference, differing, events, play
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sampleapps import screens

from android_gym.simulator.phone import Phone
from android_gym.simulator.ui.activity import Overlay, Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, column
from android_gym.simulator.ui.widgets import Button, EditText, TextView

HEIGHT, STATUS, NAVIGATION = 800, 49, 24

EXACT = {
    "open": [100, 100],
    "start": [200, 200],
    "close": [60, 60],
    "window": [50, 50],
    "keyboard": [80, 80],
    "load": [40, 40],
}


def shown(phone: Any) -> list[str]:
    """Titles of the applications' windows."""
    return [w.title for w in phone.windows.windows() if w.kind == "application"]


@pytest.fixture
def late(phone: Any) -> Any:
    """A phone with all delays of one length, on its first screen, which leads to another."""
    screens.BUILDERS["Main"] = lambda page: Screen(
        column(
            TextView("first"),
            Button("Go", id="go", on_click=lambda: page.start_activity(".Second")),
            Button("More", id="more", on_click=page.more),
            TextView(str(page.state.count), id="count"),
        ),
        title="Main",
    )
    screens.BUILDERS["Second"] = lambda page: Screen(
        column(
            TextView("second"),
            Button("Done", id="done", on_click=lambda: page.finish(-1, "fine")),
            Button("More", id="more", on_click=page.more),
            TextView(str(page.state.count), id="count"),
        ),
        title="Second",
    )
    phone.start(".Main")
    phone.system.latency.use(EXACT)
    phone.windows.refresh()
    return phone


def test_what_is_there_stays_where_a_profile_comes_and_goes(phone: Any) -> None:
    screens.BUILDERS["Main"] = lambda page: Screen(
        RecyclerView([TextView(str(page.state.count), id="count")]),
        overlays=[Overlay(Button("Yes", id="yes", on_click=page.more))],
    )
    phone.start(".Main")
    windows = [window.key for window in phone.windows.windows()]
    for profile in ("slow", "none", "phone"):
        phone.system.latency.use(profile)
        assert [window.key for window in phone.windows.windows()] == windows
        phone.tap_on("yes")
    phone.shell("settings delete global android_gym_latency")
    assert phone.text_of("yes") == "Yes"


def test_an_app_that_starts_shows_its_icon_first(late: Any) -> None:
    late.shell("am start com.other/.Note")
    assert shown(late) == ["Main"]
    late.advance(100)
    assert shown(late) == ["Splash Screen Other"]
    assert not [e for e in late.ui_elements() if e.package_name == "com.other"]
    late.advance(199)
    assert shown(late) == ["Splash Screen Other"]
    late.advance(1)
    assert shown(late) == ["Other"]
    late.press_key(3)
    assert shown(late) == ["Other"]
    late.advance(60)
    assert shown(late) == ["Home"]
    late.shell("am start com.other/.Note")  # its process lives
    late.advance(60)
    assert shown(late) == ["Other"]


def test_touches_go_to_the_window_that_is_there(late: Any) -> None:
    late.tap_on("go")
    late.advance(30)
    late.tap_on("more")
    assert shown(late) == ["Main"]
    assert late.text_of("count") == "1"
    late.advance(20)
    assert shown(late) == ["Second"]
    assert late.text_of("count") == "0"


def test_an_icon_takes_no_touches(late: Any) -> None:
    late.shell("am start com.other/.Note")
    late.advance(100)
    late.tap(200, 400)
    assert shown(late) == ["Splash Screen Other"]
    late.advance(150)
    assert late.text_of("count") == "0"


def test_a_finished_activity_stays_until_it_is_gone(late: Any, log: Any) -> None:
    late.tap_on("go")
    late.advance(100)
    late.tap_on("done")
    late.tap_on("more")
    assert shown(late) == ["Second"]
    assert late.text_of("count") == "1"
    late.advance(10)
    assert shown(late) == ["Main"]
    assert ("Second", "destroy") in log
    late.advance(500)
    assert [entry for entry in log if entry == ("Second", "destroy")] == [("Second", "destroy")]


def test_keys_wait_for_the_window_that_gets_the_focus(late: Any, log: Any) -> None:
    late.tap_on("go")
    late.press_key(4)  # BACK is for the window on its way
    late.press_key(131)  # F1
    late.advance(99)
    assert shown(late) == ["Main"] and ("Main", "key", "F1") not in log
    late.advance(1)
    assert shown(late) == ["Second"]
    assert ("Second", "key", "F1") in log
    late.advance(60)
    assert shown(late) == ["Main"]


def test_text_waits_too(late: Any) -> None:
    screens.BUILDERS["Second"] = lambda page: column(
        EditText(
            page.state.text,
            id="field",
            autofocus=True,
            on_text_change=lambda text: page.update(text=text),
        )
    )
    late.tap_on("go")
    late.type_text("hello")
    late.advance(150)
    assert late.text_of("field") == "hello"


def test_dialogs_come_late_and_go_at_once(late: Any) -> None:
    screens.BUILDERS["Second"] = lambda page: Screen(
        column(
            Button("Ask", id="ask", on_click=lambda: page.update(value=True)),
            Button("More", id="more", on_click=page.more),
            TextView(str(page.state.count), id="count"),
        ),
        overlays=[
            Overlay(
                Button("Yes", id="yes", on_click=lambda: page.update(value=None)),
                gravity="bottom",
            )
            if page.state.value
            else None
        ],
    )
    late.tap_on("go")
    late.advance(100)
    late.tap_on("ask")
    assert not late.has("yes")
    late.tap_on("more")
    assert late.has("yes") and not late.has("more")
    late.tap_on("yes")
    assert not late.has("yes")
    assert late.text_of("count") == "1"


def test_the_keyboard_comes_late(late: Any) -> None:
    screens.BUILDERS["Second"] = lambda page: column(EditText("", id="field", width=MATCH))
    late.tap_on("go")
    late.advance(100)
    late.tap_on("field")
    assert not late.windows.keyboard_shown and late.windows.keyboard_top is None
    late.type_text("a")
    assert late.text_of("field") == "a"
    late.advance(80)
    assert late.windows.keyboard_shown and late.windows.keyboard_top is not None
    late.press_key(4)
    assert not late.windows.keyboard_shown
    late.tap_on("field")
    late.press_key(3)
    late.advance(500)
    assert not late.windows.keyboard_shown


def test_a_list_has_a_ring_before_it_has_rows(late: Any) -> None:
    screens.BUILDERS["Second"] = lambda page: RecyclerView(
        [Button(f"row {row}", on_click=page.more) for row in range(40)], width=MATCH, height=MATCH
    )
    late.tap_on("go")
    late.advance(100)
    assert "android.widget.ProgressBar" in [e.class_name for e in late.ui_elements()]
    assert not late.has("row 0")
    late.advance(40)
    assert late.has("row 0")
    assert "android.widget.ProgressBar" not in [e.class_name for e in late.ui_elements()]
    late.tap_on("row 0")  # built anew, it has its rows
    assert late.has("row 1")


def test_windows_move_into_their_place(late: Any) -> None:
    late.system.latency.use(EXACT | {"slide": [160, 160], "load": [0, 0]})
    for go, delay, side in (("go", 100, 1), ("done", 60, -1)):
        late.tap_on(go)
        before = late.screenshot()
        assert (late.screenshot() == before).all()
        late.advance(delay)
        place = [element.bbox_pixels for element in late.ui_elements()]
        frames = [late.screenshot()]
        for _ in range(10):
            late.advance(16)
            frames.append(late.screenshot())
            assert (frames[-1] == late.repaint()).all()
        rest = frames[-1]
        late.advance(1000)
        assert (late.screenshot() == rest).all()
        assert [element.bbox_pixels for element in late.ui_elements()] == place
        content = slice(STATUS, HEIGHT - NAVIGATION)
        far = np.roll(rest[content], side * 40, axis=1)  # a tenth of the screen
        same = slice(40, None) if side > 0 else slice(0, -40)
        assert (frames[0][content, same] == far[:, same]).all()
        assert len({frame.tobytes() for frame in frames}) > 5


def test_what_is_not_named_is_not_late(late: Any) -> None:
    late.system.latency.use({"start": [50, 50]})
    late.tap_on("go")
    assert shown(late) == ["Second"]
    late.tap_on("done")
    assert shown(late) == ["Main"]
    late.shell("am start com.other/.Note")
    assert shown(late) == ["Splash Screen Other"]
    late.system.latency.use({"open": [50, 50]})
    late.advance(50)
    late.shell("am force-stop com.other; am start com.other/.Note")
    late.advance(50)
    assert shown(late) == ["Other"]


def test_a_profile_that_goes_takes_all_that_was_on_its_way_with_it(late: Any) -> None:
    late.tap_on("go")
    late.system.latency.use("none")
    assert shown(late) == ["Second"]
    late.system.latency.use(EXACT)
    late.shell("am start com.other/.Note")
    late.advance(99)
    assert shown(late) == ["Second"]


def test_other_windows_stay_in_their_place(late: Any) -> None:
    screens.BUILDERS["Clear"] = lambda page: Screen(
        Button("Close", id="close", on_click=page.finish), background=None
    )
    late.system.latency.use({"start": [20, 20], "slide": [160, 160]})
    for command in (
        "input keyevent HOME",
        "am start com.other/.Note; sleep 0.02",  # from its icon
        "am start com.sample/.Clear",  # what is seen through it
        "input keyevent BACK",
    ):
        late.shell(command)
        frame = late.screenshot()
        late.advance(1000)
        assert (late.screenshot() == frame).all(), command


def test_it_is_the_profile_of_the_seed(phone: Any) -> None:
    def moments(seed: int) -> list[int]:
        phone.restore(base)
        phone.system.latency.use("phone", seed)
        found = []
        before = phone.screen_revision
        phone.shell("am start com.sample/.Main")
        for moment in range(1000):
            phone.advance(1)
            if phone.screen_revision != before:
                before = phone.screen_revision
                found.append(moment)
        return found

    base = phone.snapshot()
    assert moments(1) == moments(1) != moments(2)
    assert len(moments(1)) >= 2


bounded = settings(
    max_examples=10,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
episodes = st.lists(events, min_size=1, max_size=12)


@pytest.mark.slow
@bounded
@given(before=episodes, after=episodes, seed=st.integers(0, 99))
def test_snapshots_hold_what_is_on_its_way(
    before: list[Event], after: list[Event], seed: int
) -> None:
    phone, other = Phone(), Phone()
    base = other.snapshot()
    phone.system.latency.use("slow", seed)
    play(phone, before, looking=False)
    snapshot = phone.snapshot()
    first = play(phone, after)
    end = phone.snapshot()
    phone.restore(snapshot)
    assert difference(play(phone, after, looking=False)[-1:], first[-1:]) == ""
    assert differing(phone.snapshot(), end) == []
    other.restore(pickle.loads(pickle.dumps(snapshot)))
    assert difference(play(other, after), first) == ""
    phone.restore(base)
    assert difference(play(phone, []), play(Phone(), [])) == ""
