"""From touch events to gestures. On this phone 1 dp is 1 pixel; the screen is 400x800."""

from __future__ import annotations

import math
from typing import Any

import pytest

from android_gym.errors import OptionError
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.gestures import TOUCH_SLOP_DP, fling
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    HorizontalScrollView,
    RecyclerView,
    ScrollView,
    SwipeLayout,
    column,
    row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, SeekBar, TextView

TOP = 49
"""Top of the content, below the status bar."""


class Heard(list[str]):
    """Events, in words."""

    def on(self, word: str) -> Any:
        return lambda *_: self.append(word)


@pytest.fixture
def heard() -> Heard:
    return Heard()


def box(heard: Heard, name: str, **common: Any) -> TextView:
    common = {"width": 200, "height": 100, "id": name, "on_click": heard.on(name)} | common
    return TextView(name, **common)


def numbered(count: int, height: int = 50, on_click: Any = None) -> RecyclerView:
    def line(index: int) -> View:
        return TextView(f"Row {index}", width=MATCH, height=height, on_click=on_click)

    return RecyclerView(count, line, width=MATCH, height=MATCH, id="list")


def first_row(phone: Any) -> tuple[int, int]:
    """(number, upper edge) of the first row on screen."""
    rows = [
        (int(e.text[4:]), e.bbox_pixels.y_min)
        for e in phone.ui_elements()
        if (e.text or "").startswith("Row ")
    ]
    return min(rows)


class TestTap:
    def test_it_goes_to_the_deepest_clickable_view(self, phone: Any, heard: Heard) -> None:
        phone.show(
            lambda page: column(
                FrameLayout(
                    [box(heard, "inner")], on_click=heard.on("outer"), width=300, height=150
                ),
            )
        )
        phone.tap(100, TOP + 50)
        phone.tap(250, TOP + 50)
        phone.tap(350, TOP + 50)
        assert heard == ["inner", "outer"]

    def test_what_lies_above_takes_it(self, phone: Any, heard: Heard) -> None:
        phone.show(
            lambda page: FrameLayout([box(heard, "raised", elevation=2), box(heard, "later")])
        )
        phone.tap(100, TOP + 50)
        assert heard == ["raised"]

    def test_a_disabled_view_swallows_it(self, phone: Any, heard: Heard) -> None:
        phone.show(
            lambda page: FrameLayout([box(heard, "off", enabled=False)], on_click=heard.on("outer"))
        )
        phone.tap(100, TOP + 50)
        assert heard == []

    def test_an_invisible_one_lets_it_through(self, phone: Any, heard: Heard) -> None:
        phone.show(
            lambda page: FrameLayout([box(heard, "below"), box(heard, "x", visibility="invisible")])
        )
        phone.tap(100, TOP + 50)
        assert heard == ["below"]

    def test_within_the_slop_it_stays_a_tap(self, phone: Any, heard: Heard) -> None:
        phone.show(lambda page: ScrollView(column(box(heard, "a"), View(height=2000))))
        phone.swipe(100, TOP + 50, 100, TOP + 50 - TOUCH_SLOP_DP, 100)
        assert heard == ["a"]
        phone.swipe(100, TOP + 50, 100, TOP + 50 - TOUCH_SLOP_DP - 1, 100)
        assert heard == ["a"]

    def test_a_finger_that_leaves_the_view_cancels_it(self, phone: Any, heard: Heard) -> None:
        phone.show(lambda page: column(box(heard, "a")))
        phone.swipe(100, TOP + 50, 300, TOP + 50, 100)
        assert heard == []
        phone.swipe(50, TOP + 50, 150, TOP + 50, 100)  # nothing scrolls: still on the view
        assert heard == ["a"]

    def test_a_view_gone_meanwhile_gets_nothing(self, phone: Any, heard: Heard) -> None:
        page = phone.show(lambda page: column(box(heard, "a") if page.state.count == 0 else None))
        phone.touch(100, TOP + 50, True)
        page.more()
        phone.touch(100, TOP + 50, False)
        assert heard == []


class TestLongPress:
    @pytest.mark.parametrize(("held_ms", "word"), [(View.HOLD_MS - 1, "tap"), (500, "long")])
    def test_it_takes_half_a_second(
        self, phone: Any, heard: Heard, held_ms: int, word: str
    ) -> None:
        phone.show(
            lambda page: column(
                View(
                    width=200, height=100, on_click=heard.on("tap"), on_long_click=heard.on("long")
                )
            )
        )
        phone.touch(100, TOP + 50, True)
        phone.advance(held_ms)
        phone.touch(100, TOP + 50, False)
        assert heard == [word]

    def test_it_comes_while_the_finger_is_still_down(self, phone: Any, heard: Heard) -> None:
        phone.show(lambda page: column(View(width=200, height=100, on_long_click=heard.on("long"))))
        phone.touch(100, TOP + 50, True)
        phone.advance(View.HOLD_MS)
        assert heard == ["long"]

    def test_without_a_listener_it_is_a_tap(self, phone: Any, heard: Heard) -> None:
        phone.show(
            lambda page: FrameLayout(
                [box(heard, "a")], on_long_click=heard.on("outer"), width=300, height=200
            )
        )
        phone.swipe(100, TOP + 50, 100, TOP + 50, 800)
        assert heard == ["a"]

    def test_moving_cancels_it(self, phone: Any, heard: Heard) -> None:
        phone.show(
            lambda page: ScrollView(
                column(
                    View(width=200, height=700, on_long_click=heard.on("long")), View(height=900)
                )
            )
        )
        phone.touch(100, TOP + 300, True)
        phone.advance(100)
        phone.touch(100, TOP + 200, True)
        phone.advance(1000)
        phone.touch(100, TOP + 200, False)
        assert heard == []

    def test_it_selects_a_word_in_a_field(self, phone: Any) -> None:
        phone.show(lambda page: column(EditText("hello world", id="field", width=MATCH)))
        box = phone.element("field").bbox_pixels
        phone.swipe(box.x_min + 20, box.center[1], box.x_min + 20, box.center[1], 600)
        field = phone.windows.focused_field()
        assert field is not None and sorted(field.selection) == [0, 5]


def test_a_double_tap_selects_a_word(phone: Any) -> None:
    phone.show(lambda page: column(EditText("hello world", id="field", width=MATCH)))
    box = phone.element("field").bbox_pixels
    x, y = box.x_min + 20, box.center[1]
    phone.tap(x, y)
    phone.advance(400)
    phone.tap(x, y)
    field = phone.windows.focused_field()
    assert field is not None and field.selection[0] == field.selection[1]  # too slow
    phone.advance(100)
    phone.tap(x, y)
    field = phone.windows.focused_field()
    assert field is not None and sorted(field.selection) == [0, 5]


class TestScroll:
    def test_the_list_follows_the_finger_past_the_slop(self, phone: Any) -> None:
        phone.show(lambda page: numbered(100))
        phone.touch(200, 500, True)
        phone.touch(200, 400, True)
        assert phone.element("Row 5").bbox_pixels.y_min == TOP + 250 - (100 - TOUCH_SLOP_DP)
        phone.touch(200, 300, True)
        assert phone.element("Row 5").bbox_pixels.y_min == TOP + 250 - (200 - TOUCH_SLOP_DP)

    def test_it_does_not_leave_the_ends(self, phone: Any) -> None:
        phone.show(lambda page: numbered(20))
        phone.swipe(200, 300, 200, 700, 500)
        phone.advance(3000)
        assert first_row(phone) == (0, TOP)
        for _ in range(4):
            phone.swipe(200, 700, 200, 100, 200)
            phone.advance(3000)
        assert phone.element("Row 19").bbox_pixels.y_max == 800 - 24

    def test_rows_on_screen_alone_are_built(self, phone: Any) -> None:
        built: list[int] = []

        def line(index: int) -> View:
            built.append(index)
            return TextView(f"Row {index}", width=MATCH, height=50)

        phone.show(lambda page: RecyclerView(100_000, line, width=MATCH, height=MATCH))
        phone.ui_elements()
        assert len(built) < 30
        phone.swipe(200, 700, 200, 100, 100)
        phone.advance(5000)
        assert len(built) < 300

    def test_the_inner_list_scrolls_first_where_it_can(self, phone: Any) -> None:
        phone.show(
            lambda page: ScrollView(
                column(
                    FrameLayout([numbered(20)], height=200, width=MATCH),
                    TextView("Below", height=1000, width=MATCH, id="below"),
                    width=MATCH,
                ),
                width=MATCH, height=MATCH,
            )
        )  # fmt: skip
        before = phone.element("below").bbox_pixels.y_min
        phone.swipe(200, 200, 200, 100, 300)
        phone.advance(3000)
        assert phone.element("below").bbox_pixels.y_min == before and first_row(phone)[0] > 0
        for _ in range(3):
            phone.swipe(200, 230, 200, 60, 100)
            phone.advance(3000)
        phone.swipe(200, 230, 200, 60, 300)
        phone.advance(3000)
        assert phone.element("below").bbox_pixels.y_min < before

    def test_a_row_of_cards_in_a_column_goes_each_its_own_way(self, phone: Any) -> None:
        phone.show(
            lambda page: ScrollView(
                column(
                    HorizontalScrollView(
                        row(*(TextView(f"Card {i}", width=150, height=100) for i in range(9))),
                        width=MATCH,
                    ),
                    TextView("Below", height=2000, width=MATCH),
                    width=MATCH,
                ),
                width=MATCH,
                height=MATCH,
            )
        )
        phone.swipe(300, TOP + 50, 100, TOP + 50, 400)
        phone.advance(3000)
        card, below = (phone.element(name).bbox_pixels for name in ("Card 3", "Below"))
        assert card.x_min < 400 and below.y_min == TOP + 100
        phone.swipe(200, TOP + 60, 200, TOP + 20, 400)
        phone.advance(3000)
        assert phone.element("Below").bbox_pixels.y_min < TOP + 100

    def test_a_slider_in_a_list_takes_the_finger(self, phone: Any) -> None:
        values: list[float] = []

        def change(value: float) -> None:
            values.append(value)
            page.update(count=value)

        page = phone.show(
            lambda page: ScrollView(
                column(
                    SeekBar(page.state.count, on_change=change, width=MATCH, id="slider"),
                    View(height=2000), width=MATCH,
                ),
                width=MATCH, height=MATCH,
            )
        )  # fmt: skip
        y = phone.element("slider").bbox_pixels.center[1]
        phone.swipe(16, y, 384, y, 300)
        assert values == sorted(values) and values[-1] == 100
        phone.tap(16, y)
        assert values[-1] == 0

    def test_a_finger_that_scrolls_a_list_moves_no_slider(self, phone: Any) -> None:
        values: list[float] = []
        stops: list[bool] = []
        phone.show(
            lambda page: ScrollView(
                column(
                    View(height=300),
                    SeekBar(
                        50, on_change=values.append, on_stop=lambda: stops.append(True),
                        width=MATCH, id="slider",
                    ),
                    View(height=2000), width=MATCH,
                ),
                width=MATCH, height=MATCH,
            )
        )  # fmt: skip
        x, y = 100, phone.element("slider").bbox_pixels.center[1]
        phone.swipe(x, y, x, y - 200, 300)
        phone.advance(1000)
        assert phone.element("slider").bbox_pixels.center[1] < y and not values and not stops
        phone.tap(x, phone.element("slider").bbox_pixels.center[1])
        assert len(values) == 1 and stops == [True]


class TestFling:
    def throw(self, phone: Any) -> None:
        phone.swipe(200, 600, 200, 300, 100)

    def test_it_goes_on_after_the_finger_left_and_comes_to_rest(self, phone: Any) -> None:
        phone.show(lambda page: numbered(1000))
        self.throw(phone)
        at_lift = first_row(phone)
        phone.advance(200)
        later = first_row(phone)
        phone.advance(10_000)
        rest = first_row(phone)
        assert at_lift < later < rest
        assert not phone.gestures.moving
        phone.advance(10_000)
        assert first_row(phone) == rest

    def test_it_carries_as_far_as_overscroller_says(self, phone: Any) -> None:
        long = TextView("x", id="long", width=MATCH, height=20_000)
        phone.show(lambda page: ScrollView(long, width=MATCH, height=MATCH))
        self.throw(phone)
        phone.advance(10_000)
        distance, duration = fling(3000.0, 1.0)
        assert 700 < distance < 1500 and 1000 < duration < 3000
        # Events come at whole milliseconds, so the speed is not quite 3000 pixels a second.
        assert abs(TOP - long.bounds[1] - (300 - TOUCH_SLOP_DP) - distance) < 10

    @pytest.mark.parametrize("looks", [1, 7, 50])
    def test_how_often_one_looks_does_not_matter(self, phone: Any, looks: int) -> None:
        phone.show(lambda page: numbered(1000, height=37))
        self.throw(phone)
        for _ in range(looks):
            phone.advance(700 // looks)
            phone.screenshot(40, 80)
        phone.advance(700 - 700 // looks * looks)
        moving = first_row(phone)
        phone.advance(5000)
        assert (moving, first_row(phone)) == self.undisturbed(type(phone))

    def undisturbed(self, make: Any) -> Any:
        phone = make()
        phone.show(lambda page: numbered(1000, height=37))
        self.throw(phone)
        phone.advance(700)
        moving = first_row(phone)
        phone.advance(5000)
        return moving, first_row(phone)

    def test_a_touch_stops_it_and_is_no_tap(self, phone: Any, heard: Heard) -> None:
        phone.show(lambda page: numbered(1000, on_click=heard.on("tap")))
        self.throw(phone)
        phone.advance(200)
        phone.touch(200, 400, True)
        stopped = first_row(phone)
        phone.advance(300)
        phone.touch(200, 400, False)
        phone.advance(3000)
        assert heard == [] and first_row(phone) == stopped
        phone.tap(200, 400)
        assert heard == ["tap"]

    def test_at_the_end_of_the_list_it_is_over(self, phone: Any, heard: Heard) -> None:
        phone.show(lambda page: numbered(20, on_click=heard.on("tap")))
        self.throw(phone)
        phone.advance(400)  # its time is not over, but the list is
        phone.tap(200, 400)
        assert heard == ["tap"]

    def test_a_slow_finger_flings_nothing(self, phone: Any) -> None:
        phone.show(lambda page: numbered(1000))
        phone.swipe(200, 600, 200, 570, 1000)
        at_lift = first_row(phone)
        phone.advance(3000)
        assert first_row(phone) == at_lift

    def test_one_held_before_the_lift_flings_nothing(self, phone: Any) -> None:
        phone.show(lambda page: numbered(1000))
        phone.touch(200, 600, True)
        phone.advance(50)
        phone.touch(200, 300, True)
        phone.advance(400)
        phone.touch(200, 300, True)
        at_lift = first_row(phone)
        phone.touch(200, 300, False)
        phone.advance(3000)
        assert first_row(phone) == at_lift

    def test_what_it_moves_may_go_away(self, phone: Any) -> None:
        phone.show(lambda page: numbered(1000))
        self.throw(phone)
        phone.windows.go_home()
        phone.advance(5000)
        assert phone.top == "NexusLauncherActivity" and not phone.gestures.moving


class TestSystemGestures:
    def test_up_from_the_bottom_goes_home(self, phone: Any) -> None:
        phone.start(".Second")
        phone.swipe(200, 795, 200, 500, 150)
        assert phone.top == "NexusLauncherActivity"

    def test_up_and_hold_shows_recents(self, phone: Any) -> None:
        phone.start(".Second")
        phone.touch(200, 795, True)
        phone.advance(100)
        phone.touch(200, 500, True)
        phone.advance(400)
        phone.touch(200, 500, True)
        phone.touch(200, 500, False)
        assert phone.top == "NexusLauncherActivity" and phone.has("overview_panel")

    @pytest.mark.parametrize(("start", "end"), [(3, 200), (397, 200)])
    def test_inwards_from_a_side_goes_back(self, phone: Any, start: int, end: int) -> None:
        phone.start(".Second").start_activity(".Top")
        phone.swipe(start, 400, end, 400, 150)
        assert phone.top == "Second"

    def test_along_the_side_scrolls(self, phone: Any) -> None:
        phone.show(lambda page: numbered(100))
        phone.swipe(3, 600, 3, 300, 400)
        assert first_row(phone)[0] > 0 and phone.top == "Second"

    def test_down_from_the_top_opens_the_shade(self, phone: Any) -> None:
        phone.start(".Second")
        phone.swipe(200, 5, 200, 400, 150)
        assert phone.system.status_bar.panel == "notifications"
        phone.swipe(200, 700, 200, 200, 150)
        assert phone.system.status_bar.panel == ""

    def test_a_short_one_does_nothing(self, phone: Any) -> None:
        phone.start(".Second")
        phone.swipe(200, 795, 200, 780, 100)
        phone.swipe(200, 5, 200, 20, 100)
        phone.swipe(2, 400, 18, 400, 100)
        assert phone.top == "Second" and phone.system.status_bar.panel == ""


class TestSwipeLayout:
    @pytest.mark.parametrize(
        ("dx", "dy", "word"),
        [(0, -100, "up"), (0, 100, "down"), (-100, 0, "left"), (100, 0, "right"), (0, -30, None)],
    )
    def test_it_tells_the_direction(
        self, phone: Any, heard: Heard, dx: int, dy: int, word: str | None
    ) -> None:
        swipes = {name: heard.on(name) for name in ("up", "down", "left", "right")}
        phone.show(lambda page: SwipeLayout([], on_swipe=swipes, width=MATCH, height=MATCH))
        phone.swipe(200, 400, 200 + dx, 400 + dy, 200)
        assert heard == ([word] if word else [])


class TestOddInput:
    @pytest.mark.parametrize(("x", "y"), [(math.nan, 5), (5, math.inf), (-math.inf, 5)])
    def test_what_is_no_place_is_refused(self, phone: Any, x: float, y: float) -> None:
        before = phone.snapshot()
        for down in (True, False):
            with pytest.raises(OptionError, match="finite"):
                phone.touch(x, y, down)
        with pytest.raises(OptionError, match="finite"):
            phone.swipe(100, 100, x, y)
        phone.restore(before)

    @pytest.mark.parametrize(("x", "y"), [(-5, 400), (400, 400), (200, -1), (200, 800), (1e9, 1e9)])
    def test_a_finger_that_goes_down_off_screen_touches_nothing(
        self, phone: Any, heard: Heard, x: float, y: float
    ) -> None:
        phone.show(lambda page: View(width=MATCH, height=MATCH, on_click=heard.on("tap")))
        phone.tap(x, y)
        phone.swipe(x, y, 200, 300)
        assert heard == [] and phone.top == "Second"

    def test_one_that_leaves_the_screen_goes_on(self, phone: Any) -> None:
        phone.show(lambda page: numbered(100))
        phone.swipe(200, 500, 200, -500, 500)
        assert first_row(phone)[0] > 10

    def test_time_does_not_go_back(self, phone: Any) -> None:
        with pytest.raises(OptionError, match="back"):
            phone.swipe(200, 500, 200, 300, -1)

    def test_with_the_screen_off_nothing_is_touched(self, phone: Any, heard: Heard) -> None:
        phone.show(lambda page: box(heard, "a"))
        phone.touch(100, TOP + 50, True)
        phone.system.display.set_on(False)
        phone.touch(100, TOP + 50, False)
        phone.tap(100, TOP + 50)
        phone.system.display.set_on(True)
        assert heard == []
        phone.tap(100, TOP + 50)
        assert heard == ["a"]

    def test_lifting_a_finger_that_is_not_down(self, phone: Any) -> None:
        phone.touch(100, 100, False)

    def test_a_snapshot_may_be_taken_with_a_finger_down(self, phone: Any, heard: Heard) -> None:
        phone.show(lambda page: box(heard, "a"))
        phone.touch(100, TOP + 50, True)
        snapshot = phone.snapshot()
        phone.touch(100, TOP + 50, False)
        phone.restore(snapshot)
        phone.touch(100, TOP + 50, False)
        phone.restore(snapshot)
        phone.advance(10)
        phone.touch(100, TOP + 50, False)
        assert heard == ["a", "a", "a"]
