"""Windows: which there are, in which order, who gets focus, keys, touches and readers."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pytest
from sampleapps import screens

from android_gym.simulator.state import Observation
from android_gym.simulator.ui import window_builder
from android_gym.simulator.ui.activity import Overlay, Screen
from android_gym.simulator.ui.components import TextInputLayout
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, ScrollView, column
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, EditText, TextView
from android_gym.simulator.ui.window_layout import WindowLayout

HEIGHT, STATUS, NAVIGATION = 800, 49, 24


def keys(phone: Any) -> list[Any]:
    return [window.key[1] for window in phone.windows.windows()]


def dialog(page: Any, **options: Any) -> Overlay | None:
    """A dialog that is open while the page's counter is 1."""
    if page.state.count != 1:
        return None
    content = column(TextView("Sure?"), Button("Yes", id="yes", on_click=page.finish), padding=20)
    options = {"on_dismiss": lambda: page.update(count=0)} | options
    return Overlay(content, **options)


def form(*fields: View, **options: Any) -> Any:
    return lambda page: Screen(column(*fields, width=MATCH, height=MATCH), **options)


class TestLayout:
    def test_content_lies_between_the_bars(self, phone: Any) -> None:
        fill = View(width=MATCH, height=MATCH, content_description="all")
        phone.show(lambda page: fill)
        assert fill.bounds == (0, STATUS, 400, HEIGHT - NAVIGATION)

    @pytest.mark.parametrize(
        ("options", "edges"),
        [
            ({"edge_to_edge": True}, (0, HEIGHT)),
            ({"edge_to_edge": "top"}, (0, HEIGHT - NAVIGATION)),
            ({"full_screen": True}, (0, HEIGHT - NAVIGATION)),
        ],
    )
    def test_or_under_them_if_asked_to(
        self, phone: Any, options: dict[str, Any], edges: tuple[int, int]
    ) -> None:
        fill = View(width=MATCH, height=MATCH)
        phone.show(lambda page: Screen(fill, **options))
        assert (fill.bounds[1], fill.bounds[3]) == edges
        assert ("status_bar" in keys(phone)) is not options.get("full_screen", False)

    def test_turned_screens_are_laid_out_anew(self, phone: Any) -> None:
        fill = View(width=MATCH, height=MATCH)
        phone.show(lambda page: fill)
        phone.system.settings.put("system", "accelerometer_rotation", "0")
        phone.system.settings.put("system", "user_rotation", "1")
        assert phone.windows.size == (800, 400)
        phone.windows.refresh()
        assert fill.bounds[2] == 800
        assert phone.screenshot().shape == (400, 800, 3)

    @pytest.mark.app_crashes
    def test_a_build_that_is_no_view_is_named(self, phone: Any, app_errors: list[Any]) -> None:
        screens.BUILDERS["Second"] = lambda page: 5  # type: ignore[assignment,return-value]
        phone.start(".Second")
        phone.screenshot()
        assert "Page.build() must return a View" in str(app_errors[0])


class TestRebuilding:
    def test_only_what_read_something_that_changed(self, phone: Any) -> None:
        builds: list[int] = []

        def build(page: Any) -> View:
            builds.append(page.state.count)
            return TextView(str(page.context.system.settings.get("system", "color")), id="color")

        page = phone.show(build)
        phone.ui_elements()
        phone.system.settings.put("system", "other", "1")
        phone.push("/sdcard/x", b"")
        phone.advance(5000)
        phone.ui_elements()
        assert builds == [0]
        phone.system.settings.put("system", "color", "red")
        assert phone.text_of("color") == "red" and builds == [0, 0]
        page.more()
        phone.screenshot(40, 80)
        assert builds == [0, 0, 1]

    def test_the_clock_on_the_status_bar_moves(self, phone: Any) -> None:
        assert phone.text_of("clock") == "3:34"
        revision = phone.screen_revision
        phone.advance(1000)
        assert phone.screen_revision == revision
        phone.advance(60_000)
        assert phone.text_of("clock") == "3:35"

    def test_a_row_built_by_scrolling_counts_too(self, phone: Any) -> None:
        settings = phone.system.settings

        def line(index: int) -> View:
            text = settings.get("system", "late") if index > 30 else "x"
            return TextView(f"{index} {text}", width=MATCH, height=100)

        phone.show(lambda page: RecyclerView(40, line, width=MATCH, height=MATCH))
        phone.ui_elements()
        for _ in range(5):
            phone.swipe(200, 600, 200, 100, 100)
            phone.advance(5000)
        assert phone.has("39 None")
        settings.put("system", "late", "now")
        assert phone.has("39 now")

    def test_another_activity_of_the_same_number_after_a_restore(self, phone: Any) -> None:
        base = phone.snapshot()
        phone.show(lambda page: TextView("one"), ".Second")
        assert phone.has("one")
        phone.restore(base)
        phone.show(lambda page: TextView("two"), ".Top")
        assert phone.has("two")

    def test_a_screen_switched_off_is_black(self, phone: Any) -> None:
        assert phone.screenshot(40, 80).any()
        phone.system.display.set_on(False)
        assert not phone.screenshot(40, 80).any()
        phone.system.display.set_on(True)
        assert phone.screenshot(40, 80).any()


class TestFocus:
    def test_a_tap_on_a_field_brings_the_keyboard(self, phone: Any) -> None:
        field = EditText(id="field", width=MATCH)
        rest = View(width=MATCH, height=0, weight=1)
        phone.show(form(field, rest))
        assert not phone.windows.keyboard_shown
        phone.tap_on("field")
        phone.windows.refresh()
        top = phone.windows.keyboard_top
        assert phone.windows.keyboard_shown and top is not None and top < HEIGHT
        assert keys(phone)[:2] == ["main", "keyboard"]
        assert rest.bounds[3] == top  # the content makes room

    def test_or_lies_under_it_with_adjust_nothing(self, phone: Any) -> None:
        rest = View(width=MATCH, height=0, weight=1)
        phone.show(form(EditText(id="field", width=MATCH), rest, resize=False))
        phone.tap_on("field")
        phone.windows.refresh()
        assert rest.bounds[3] == HEIGHT - NAVIGATION

    def test_autofocus_happens_once(self, phone: Any) -> None:
        phone.show(form(EditText(id="field", autofocus=True)))
        assert phone.windows.focused_field() is not None and phone.windows.keyboard_shown
        phone.press_key(4)
        phone.advance(100)
        assert not phone.windows.keyboard_shown
        assert phone.top == "Second"

    def test_text_typed_before_anybody_looked_is_not_lost(self, phone: Any) -> None:
        screens.BUILDERS["Second"] = form(EditText(id="field", autofocus=True))
        phone.start(".Second")
        phone.type_text("hi")
        assert phone.text_of("field") == "hi"

    def test_it_can_be_asked_for_before_the_field_is_there(self, phone: Any) -> None:
        page = phone.show(
            lambda page: column(EditText(id="late") if page.state.count else TextView("wait"))
        )
        page.show_keyboard("late")
        phone.windows.refresh()
        assert not phone.windows.keyboard_shown
        page.more()
        phone.windows.refresh()
        assert phone.windows.keyboard_shown and phone.windows.focused_field().id == "late"

    def test_a_field_that_goes_takes_the_keyboard_along(self, phone: Any) -> None:
        page = phone.show(lambda page: column(EditText(id="f") if not page.state.count else None))
        phone.tap_on("f")
        page.more()
        phone.windows.refresh()
        assert phone.windows.focus.get() is None and not phone.windows.keyboard_shown

    def test_another_activity_too(self, phone: Any) -> None:
        page = phone.show(form(EditText(id="field")))
        phone.tap_on("field")
        page.start_activity(".Top")
        assert not phone.windows.keyboard_shown and phone.windows.focus.get() is None

    @pytest.mark.parametrize("leave", ["start", "home", "recents"])
    def test_a_window_that_is_returned_to_has_it_again(self, phone: Any, leave: str) -> None:
        screens.BUILDERS["Top"] = form(EditText(id="other", autofocus=True))
        page = phone.show(form(EditText(id="one"), EditText(id="two")))
        phone.tap_on("two")
        phone.type_text("ab")
        if leave == "start":
            page.start_activity(".Top")
            phone.type_text("x")
            assert phone.text_of("other") == "x"
            phone.press_key(4)  # the keyboard goes
            phone.press_key(4)
        else:
            phone.press_key(3 if leave == "home" else 187)
            phone.advance(1000)
            assert phone.windows.input_method.focused_view() is None
            phone.start(".Second")
        assert not phone.windows.keyboard_shown
        assert phone.windows.focused_field().id == "two"
        phone.type_text("c")
        assert phone.text_of("two") == "abc"

    def test_so_has_one_below_a_dialog_with_a_field(self, phone: Any) -> None:
        def build(page: Any) -> Screen:
            content = column(EditText(id="asked", autofocus=True), EditText(id="more"), padding=20)
            above = Overlay(content, on_dismiss=lambda: page.update(count=0))
            return Screen(column(EditText(id="below")), [above] if page.state.count else [])

        page = phone.show(build)
        phone.tap_on("below")
        page.more()
        phone.tap_on("more")
        phone.press_key(4)  # the keyboard goes
        phone.press_key(4)
        phone.type_text("below")
        assert phone.text_of("below") == "below"

    def test_a_dialog_that_is_opened_again_is_another_one(self, phone: Any) -> None:
        def build(page: Any) -> Screen:
            above = Overlay(EditText(id="asked"), on_dismiss=lambda: page.update(count=0))
            return Screen(column(), [above] if page.state.count else [])

        page = phone.show(build)
        page.more()
        phone.tap_on("asked")
        page.start_activity(".Top")
        phone.press_key(4)
        assert phone.windows.focused_field().id == "asked"
        phone.press_key(4)
        assert not phone.has("asked")
        page.more()
        assert phone.has("asked")
        assert phone.windows.focused_field() is None

    def test_a_field_that_went_meanwhile_does_not_get_it_back(self, phone: Any) -> None:
        page = phone.show(lambda page: column(None if page.state.count else EditText(id="field")))
        phone.tap_on("field")
        phone.press_key(3)
        page.more()
        phone.start(".Second")
        assert phone.windows.input_method.focused_view() is None
        page.update(count=0)
        assert phone.windows.input_method.focused_view() is None

    def test_a_finished_activity_leaves_nothing_of_it(self, phone: Any) -> None:
        page = phone.show(form(EditText(id="field")))
        phone.tap_on("field")
        phone.press_key(3)
        phone.advance(1000)
        slots = phone.state.values()
        assert slots["kept_focus"]
        page.finish()
        assert not phone.state.values()["kept_focus"]

    def test_listeners_hear_of_it(self, phone: Any) -> None:
        heard: list[Any] = []
        fields = (
            EditText(id="one", on_focus_change=lambda on: heard.append(("a", on))),
            EditText(id="two", on_focus_change=lambda on: heard.append(("b", on))),
        )
        phone.show(form(*fields))
        phone.tap_on("one")
        phone.tap_on("one")
        phone.tap_on("two")
        assert heard == [("a", True), ("a", False), ("b", True)]

    def test_what_was_typed_outlives_rebuilds_and_rotation(self, phone: Any) -> None:
        page = phone.show(
            lambda page: column(TextView(str(page.state.count)), EditText(id="field", width=MATCH))
        )
        phone.tap_on("field")
        phone.type_text("kept")
        page.more()
        assert phone.text_of("field") == "kept"
        phone.windows.hide_keyboard()  # it leaves no room for the field on its side
        phone.system.settings.put("system", "accelerometer_rotation", "0")
        phone.system.settings.put("system", "user_rotation", "1")
        assert phone.text_of("field") == "kept"

    def test_the_keyboard_is_not_made_anew_for_every_letter(self, phone: Any) -> None:
        phone.show(form(EditText(id="field", capitalize="sentences")))
        phone.tap_on("field")
        phone.type_text("A")
        phone.windows.refresh()
        before = [w for w in phone.windows.windows() if w.kind == "input_method"]
        phone.type_text("bc")
        phone.windows.refresh()
        assert [w for w in phone.windows.windows() if w.kind == "input_method"] == before
        phone.type_text(". ")
        phone.windows.refresh()
        assert [w for w in phone.windows.windows() if w.kind == "input_method"] != before


class TestBack:
    def test_keyboard_then_dialog_then_activity(self, phone: Any) -> None:
        page = phone.show(
            lambda page: Screen(column(EditText(id="field")), overlays=[dialog(page, modal=False)])
        )
        page.more()
        phone.tap_on("field")
        assert keys(phone)[:3] == ["main", "dialog", "keyboard"]
        phone.press_key(4)
        assert keys(phone)[:2] == ["main", "dialog"] and not phone.windows.keyboard_shown
        phone.press_key(4)
        assert "dialog" not in keys(phone) and phone.top == "Second"
        phone.press_key(4)
        assert phone.top == "NexusLauncherActivity"

    def test_panels_of_the_system_before_the_app(self, phone: Any) -> None:
        phone.start(".Second")
        phone.system.status_bar.expand_settings()
        phone.press_key(4)
        assert phone.system.status_bar.panel == "notifications"
        phone.press_key(4)
        assert phone.system.status_bar.panel == "" and phone.top == "Second"

    def test_an_activity_may_take_it(self, phone: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        page = phone.start(".Second")
        monkeypatch.setattr(page, "on_back", lambda: True, raising=False)
        phone.press_key(4)
        assert phone.top == "Second"

    def test_a_dialog_that_cannot_be_cancelled_stays(self, phone: Any) -> None:
        page = phone.show(lambda page: Screen(column(), overlays=[dialog(page, cancelable=False)]))
        page.more()
        phone.press_key(4)
        assert "dialog" in keys(phone) and phone.top == "Second"


class TestOverlays:
    def test_a_touch_outside_dismisses_and_reaches_nothing_below(self, phone: Any) -> None:
        heard: list[str] = []
        page = phone.show(
            lambda page: Screen(
                View(width=MATCH, height=MATCH, on_click=lambda: heard.append("below")),
                overlays=[dialog(page)],
            )
        )
        page.more()
        phone.tap(200, 100)
        assert heard == [] and "dialog" not in keys(phone)
        phone.tap(200, 100)
        assert heard == ["below"]

    def test_one_that_is_not_modal_lets_touches_through(self, phone: Any) -> None:
        heard: list[str] = []
        page = phone.show(
            lambda page: Screen(
                View(width=MATCH, height=MATCH, on_click=lambda: heard.append("below")),
                overlays=[dialog(page, modal=False)],
            )
        )
        page.more()
        phone.tap(200, 100)
        assert heard == ["below"] and "dialog" in keys(phone)

    def test_readers_see_nothing_below_a_modal_one(self, phone: Any) -> None:
        page = phone.show(lambda page: Screen(TextView("below"), overlays=[dialog(page)]))
        assert phone.has("below")
        page.more()
        assert phone.has("Sure?") and not phone.has("below")
        assert phone.has("clock")  # the status bar lies above

    def test_but_below_another_one(self, phone: Any) -> None:
        page = phone.show(
            lambda page: Screen(TextView("below"), overlays=[dialog(page, modal=False)])
        )
        page.more()
        assert phone.has("Sure?") and phone.has("below")

    def test_it_stays_clear_of_the_keyboard(self, phone: Any) -> None:
        page = phone.show(
            lambda page: Screen(
                column(),
                overlays=[Overlay(EditText(id="name", width=200), gravity="bottom")]
                if page.state.count
                else [],
            )
        )
        page.more()
        assert phone.element("name").bbox_pixels.y_max == HEIGHT
        phone.tap_on("name")
        assert phone.element("name").bbox_pixels.y_max == phone.windows.keyboard_top

    def test_it_drops_down_from_its_anchor(self, phone: Any) -> None:
        page = phone.show(
            lambda page: Screen(
                column(View(height=300), Button("Menu", id="anchor", width=100, height=50)),
                overlays=[
                    Overlay(TextView("Item", width=150, height=40), key="menu", anchor="anchor")
                    if page.state.count
                    else None
                ],
            )
        )
        page.more()
        box = phone.element("Item").bbox_pixels
        assert (box.x_min, box.y_min) == (0, STATUS + 350)

    def test_one_opened_again_begins_anew(self, phone: Any) -> None:
        page = phone.show(
            lambda page: Screen(
                column(), overlays=[Overlay(EditText(id="name")) if page.state.count else None]
            )
        )
        page.more()
        phone.tap_on("name")
        phone.type_text("draft")
        assert phone.text_of("name") == "draft"
        page.update(count=0)
        page.update(count=1)
        phone.windows.refresh()
        assert phone.text_of("name") == "draft"  # nobody saw it closed, nor did time pass
        page.update(count=0)
        phone.advance(1)
        page.update(count=1)
        assert phone.text_of("name") is None

    def test_what_lies_behind_is_dimmed(self, phone: Any) -> None:
        page = phone.show(
            lambda page: Screen(View(background="#FFFFFF", width=MATCH, height=MATCH),
                                overlays=[dialog(page, dim=0.5)], background="#FFFFFF")
        )  # fmt: skip
        before = int(phone.screenshot(40, 80)[40, 1, 0])
        page.more()
        assert before == 255 and abs(int(phone.screenshot(40, 80)[40, 1, 0]) - 127) <= 1


class TestForeignWindows:
    def test_a_toast_is_seen_but_not_read_nor_touched(self, phone: Any) -> None:
        heard: list[str] = []
        page = phone.show(
            lambda page: View(width=MATCH, height=MATCH, on_click=lambda: heard.append("tap"))
        )
        before = phone.screenshot(100, 200).copy()
        page.toast("Saved")
        assert "toast" in keys(phone) and not phone.has("Saved")
        assert (phone.screenshot(100, 200) != before).any()
        x0, y0, x1, y1 = phone.windows.windows()[-1].bounds
        phone.tap((x0 + x1) / 2, (y0 + y1) / 2)
        assert heard == ["tap"]
        phone.advance(2000)
        assert "toast" not in keys(phone)

    def test_a_translucent_activity_shows_what_is_below(self, phone: Any) -> None:
        phone.show(lambda page: TextView("below"))
        phone.show(lambda page: Screen(FrameLayout([TextView("above")]), background=None), ".Clear")
        windows = phone.windows.windows()
        assert [w.package for w in windows[:2]] == ["com.sample", "com.sample"]
        assert phone.has("above") and phone.has("below")

    def test_a_snackbar_acts_and_goes_by_itself(self, phone: Any) -> None:
        page = phone.show(lambda page: column(TextView(str(page.state.count), id="count"),
                                              width=MATCH, height=MATCH))  # fmt: skip
        page.show_snackbar("Deleted", action="Undo", method="more")
        phone.tap_on("Undo")
        assert phone.text_of("count") == "1" and not page.snackbar_shown
        page.show_snackbar("Deleted")
        assert phone.has("Deleted")
        phone.advance(2749)
        assert phone.has("Deleted")
        phone.advance(1)
        assert not phone.has("Deleted")

    def test_a_snackbar_dies_with_the_process(self, phone: Any) -> None:
        page = phone.show(lambda page: TextView("page"))
        page.show_snackbar("Deleted", action="Undo", method="more", duration_ms=60_000)
        phone.windows.go_home()
        assert phone.system.activities.kill("com.sample")
        phone.system.activities.move_to_front(phone.system.activities.tasks[1].id)
        assert phone.has("page") and not phone.has("Deleted")

    def test_numbers_of_windows_follow_their_order(self, phone: Any) -> None:
        phone.show(form(EditText(id="field")))
        phone.tap_on("field")
        windows = phone.windows.windows()
        assert [w.id for w in windows] == list(range(1, len(windows) + 1))
        kinds = [w.kind for w in windows]
        assert kinds[:3] == ["application", "input_method", "system"]


class TestScrollState:
    def test_it_survives_the_death_of_the_process(self, phone: Any) -> None:
        tall = View(width=MATCH, height=5000, content_description="tall")
        phone.show(lambda page: ScrollView(tall, width=MATCH, height=MATCH, id="s"))
        phone.swipe(200, 600, 200, 300, 1000)
        phone.advance(3000)
        top = tall.bounds[1]
        assert top < STATUS - 200
        phone.windows.go_home()
        assert phone.system.activities.kill("com.sample")
        phone.system.activities.move_to_front(phone.system.activities.tasks[1].id)
        phone.windows.refresh()
        assert tall.bounds[1] == top

    def tall(self) -> ScrollView:
        return ScrollView(View(width=MATCH, height=5000), width=MATCH, height=0, weight=1.0)

    def test_a_view_of_another_class_begins_anew(self, phone: Any) -> None:
        lists = RecyclerView(50, lambda i: TextView(f"Row {i}", height=60), id="s", height=MATCH)

        def content(page: Any) -> View:
            if page.state.count == 1:
                return lists
            return ScrollView(View(width=MATCH, height=5000), width=MATCH, height=MATCH, id="s")

        page = phone.show(content)
        phone.swipe(200, 600, 200, 300, 1000)
        page.update(count=1)
        phone.windows.refresh()
        assert "Row 0" in {element.text for element in phone.ui_elements()}

    def test_what_is_scrolled_is_laid_out_alone(self, phone: Any) -> None:
        laid_out: list[str] = []

        class Sibling(View):
            def layout(self, left: int, top: int, right: int, bottom: int) -> None:
                laid_out.append("sibling")
                super().layout(left, top, right, bottom)

        first = self.tall()
        phone.show(lambda page: column(first, Sibling(height=48), width=MATCH, height=MATCH))
        phone.windows.refresh()
        before = len(laid_out)
        first.scroll(100)
        phone.windows.refresh()
        assert first.children[0].bounds[1] == first.bounds[1] - 100
        assert len(laid_out) == before

    def test_a_snapshot_scrolls_others_back_too(self, phone: Any) -> None:
        first, second = self.tall(), self.tall()
        phone.show(lambda page: column(first, second, width=MATCH, height=MATCH))
        phone.windows.refresh()
        start = phone.snapshot()
        first.scroll(100)
        phone.windows.refresh()
        second.scroll(70)
        phone.restore(start)
        phone.windows.refresh()
        assert [view.children[0].bounds[1] - view.bounds[1] for view in (first, second)] == [0, 0]
        second.scroll(30)
        phone.windows.refresh()
        assert [view.children[0].bounds[1] - view.bounds[1] for view in (first, second)] == [0, -30]

    def test_a_restored_position_is_not_missed_by_one_that_follows(self, phone: Any) -> None:
        first, second = self.tall(), self.tall()
        phone.show(lambda page: column(first, second, width=MATCH, height=MATCH))
        phone.windows.refresh()
        start = phone.snapshot()
        first.scroll(100)
        phone.windows.refresh()
        phone.restore(start)
        second.scroll(70)  # before anything was laid out for the snapshot
        phone.windows.refresh()
        assert [view.children[0].bounds[1] - view.bounds[1] for view in (first, second)] == [0, -70]


class TestAttachedAgain:
    """Only what has changed is put into the tree again, and all looks as if all were."""

    def fields(self, phone: Any) -> tuple[EditText, TextInputLayout, list[str]]:
        """Show a field, one with a label, and a view that tells when it is attached."""
        attached: list[str] = []

        class Sibling(View):
            def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
                attached.append("sibling")
                super().attach(ui, parent, position)

        plain = EditText(id="plain")
        labelled = TextInputLayout(EditText(id="labelled", hint="Label"), counter_max=9)
        phone.show(form(plain, labelled, Sibling(height=48)))
        return plain, labelled, attached

    def check(self, phone: Any) -> None:
        """Compare the screen with that of a phone that has attached all."""
        window = phone.windows.windows()[0]
        drawn = [(item.rect, item.clip, item.key) for item in window.items(phone.screen)]
        fields = [field.path for field in window.ui.fields]
        window.ui.seen = None
        phone.state.touch(("views", window.key), observable=False)
        phone.windows.refresh()
        assert [(item.rect, item.clip, item.key) for item in window.items(phone.screen)] == drawn
        assert [field.path for field in window.ui.fields] == fields

    def test_a_field_that_is_typed_into(self, phone: Any) -> None:
        plain, _, attached = self.fields(phone)
        phone.tap_on("plain")
        phone.type_text("one two")
        assert phone.text_of("plain") == "one two" and attached == ["sibling"]
        self.check(phone)

    def test_a_field_whose_label_floats(self, phone: Any) -> None:
        _, labelled, attached = self.fields(phone)
        phone.tap_on("plain")
        phone.tap_on("labelled")
        phone.type_text("four")
        assert phone.has("4 / 9") and attached == ["sibling"]
        self.check(phone)
        phone.tap_on("plain")
        phone.windows.refresh()
        assert attached == ["sibling"] * 2  # of the check
        self.check(phone)

    def test_a_tap_on_another_field_lays_the_window_out_once(
        self, phone: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.fields(phone)
        phone.tap_on("plain")
        phone.windows.refresh()
        laid_out: list[Any] = []
        lay_out = WindowLayout.lay_out

        def noted(layout: WindowLayout, window: Any, *arguments: Any, **options: Any) -> None:
            laid_out.append(window.key[1])
            lay_out(layout, window, *arguments, **options)

        monkeypatch.setattr(WindowLayout, "lay_out", noted)
        phone.tap_on("labelled")
        phone.windows.refresh()
        assert laid_out == ["main"]

    def test_what_was_typed_and_taken_back_at_once(self, phone: Any) -> None:
        plain, _, _ = self.fields(phone)
        phone.tap_on("plain")
        phone.windows.refresh()
        plain.set_text("x", 1)
        plain.set_text("", 0)
        phone.windows.refresh()
        self.check(phone)

    def test_a_snapshot_with_other_texts(self, phone: Any) -> None:
        plain, labelled, attached = self.fields(phone)
        phone.tap_on("plain")
        phone.windows.refresh()
        start = phone.snapshot()
        phone.type_text("one")
        phone.tap_on("labelled")
        phone.type_text("two")
        phone.windows.refresh()
        phone.restore(start)
        phone.windows.refresh()
        assert (plain.text, labelled.field.text, attached) == ("", "", ["sibling"])
        assert plain.selection == (0, 0)
        self.check(phone)

    def test_a_snapshot_with_another_text_beside_the_focus(self, phone: Any) -> None:
        plain, _, attached = self.fields(phone)
        phone.tap_on("plain")
        phone.type_text("one")
        phone.tap_on("labelled")
        phone.windows.refresh()
        start = phone.snapshot()
        phone.tap_on("plain")
        phone.type_text("two")
        phone.tap_on("labelled")
        phone.windows.refresh()
        assert plain.text != "one"
        phone.restore(start)
        phone.windows.refresh()
        assert plain.text == "one" and attached == ["sibling"]
        self.check(phone)

    def test_something_else_that_was_read_has_all_attached(self, phone: Any) -> None:
        switch = phone.state.slot("test:switch", False)

        class Reader(View):
            def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
                self.height = 48 if switch.get() else 24
                super().attach(ui, parent, position)

        field, reader = EditText(id="plain"), Reader(width=MATCH)
        phone.show(form(field, reader))
        phone.tap_on("plain")
        phone.windows.refresh()
        switch.set(True)
        field.set_text("x", 1)
        phone.windows.refresh()
        assert reader.bounds[3] - reader.bounds[1] == reader.ui.px(48)
        self.check(phone)

    def test_a_field_in_a_row_of_a_list(self, phone: Any) -> None:
        rows = RecyclerView(
            3, lambda index: EditText(id=f"field{index}"), width=MATCH, height=MATCH
        )
        phone.show(lambda page: rows)
        phone.tap_on("field1")
        phone.type_text("one")
        phone.tap_on("field2")
        phone.windows.refresh()
        assert phone.text_of("field1") == "one"
        self.check(phone)


class TestTakenUpAgain:
    """Windows built before are shown again when the same state recurs, as if built anew."""

    def builds(self, phone: Any) -> list[int]:
        """Show a screen of a count; return the counts that it was built for, in order."""
        built: list[int] = []

        def build(page: Any) -> View:
            built.append(page.state.count)
            return TextView(str(page.state.count))

        self.page = phone.show(build)
        return built

    def test_a_screen_of_an_earlier_episode_is_not_built_again(self, phone: Any) -> None:
        start = phone.snapshot()
        built = self.builds(phone)
        self.page.more()
        assert phone.has("1")
        phone.restore(start)
        assert not phone.has("1")
        self.page = phone.start(".Second")
        assert phone.has("0")
        self.page.more()
        assert phone.has("1")
        assert built == [0, 1]

    def test_nor_one_that_is_opened_after_others(self, phone: Any) -> None:
        start = phone.snapshot()
        built = self.builds(phone)
        phone.restore(start)
        phone.shell("am start -n com.other/.Main")  # an activity and a process more
        phone.windows.refresh()
        assert phone.top == "Main"
        phone.start(".Second")
        assert phone.has("0") and built == [0]

    def test_but_one_that_is_opened_again_has_screens_of_its_own(self, phone: Any) -> None:
        built = self.builds(phone)
        self.page.finish()
        again = phone.start(".Second")
        assert again.token != self.page.token
        assert phone.has("0") and built == [0, 0]

    def test_a_database_is_open_whatever_its_log_is_as_a_file(self, phone: Any) -> None:
        def database() -> Any:
            context = phone.host.context("com.sample")
            return context.database("lines.db", wal=True, create=create)

        def create(database: Any) -> None:
            database.execute("CREATE TABLE line (name TEXT)")

        def build(page: Any) -> View:
            built.append(page.state.count)
            return TextView(str(database().value("SELECT count(*) FROM line")))

        def log_file() -> Any:
            return phone.system.files.stat(f"{database().path}-wal").ino

        built: list[int] = []
        database_path = database().path
        phone.system.databases.close_owner("com.sample")
        start = phone.snapshot()
        for _ in range(2):  # a snapshot learns what is read of it when it is restored first
            before = log_file()
            phone.show(build)
            phone.restore(start)
        known = len(built)
        phone.push("/data/local/tmp/one", b"more")
        assert log_file() != before
        phone.start(".Second")
        assert phone.has("0") and len(built) == known
        phone.restore(start)  # not open: showing the screen again opens it
        phone.start(".Second")
        assert not phone.system.files.exists(f"{database_path}-wal")
        assert phone.has("0") and len(built) == known
        assert phone.system.files.exists(f"{database_path}-wal")
        database().execute("INSERT INTO line VALUES ('more')")
        assert phone.has("1") and len(built) == known + 1
        phone.restore(start)
        phone.start(".Second")
        assert phone.has("0") and len(built) == known + 1

    def test_a_process_that_was_started_again_has_screens_of_its_own(self, phone: Any) -> None:
        built = self.builds(phone)
        phone.windows.go_home()
        assert phone.system.activities.kill("com.sample")
        phone.system.activities.move_to_front(phone.system.activities.tasks[1].id)
        assert phone.has("0") and built == [0, 0]

    @pytest.mark.parametrize(
        ("most", "in_all", "expected"), [(9, 99, []), (2, 99, [0]), (9, 2, [0])]
    )
    def test_so_many_builds_are_kept(
        self,
        phone: Any,
        monkeypatch: pytest.MonkeyPatch,
        most: int,
        in_all: int,
        expected: list[int],
    ) -> None:
        monkeypatch.setattr(window_builder, "_KEPT", most)
        monkeypatch.setattr(window_builder, "_KEPT_IN_ALL", in_all)
        built = self.builds(phone)
        for _ in range(3):
            self.page.more()
            phone.windows.refresh()
        assert built == [0, 1, 2, 3]
        self.page.reset()
        assert phone.has("0") and built[4:] == expected

    def test_the_one_used_longest_ago_goes_first(
        self, phone: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        built = self.builds(phone)
        second = phone.start(".Main")
        phone.windows.refresh()
        builder = phone.windows._builder
        phone.system.activities.finish(second.token)
        phone.windows.refresh()  # the first screen is found again
        builder._kept = {screen: builder._kept[screen] for screen in (self.page, second)}
        monkeypatch.setattr(window_builder, "_KEPT_IN_ALL", 3)
        for _ in range(2):
            self.page.more()
            phone.windows.refresh()
        assert second not in builder._kept
        self.page.reset()
        assert phone.has("0") and built == [0, 1, 2]

    def test_what_shows_nothing_takes_no_place(self, phone: Any) -> None:
        built = self.builds(phone)
        builder = phone.windows._builder
        nobody = builder.latest("DeprecatedSdkDialog").controller
        for _ in range(window_builder._KEPT_IN_ALL):
            builder._keep(window_builder.Built(nobody, None, Observation()))
        assert len(builder._kept_nothing[nobody]) == window_builder._KEPT_NOTHING
        self.page.more()
        phone.windows.refresh()
        self.page.reset()
        assert phone.has("0") and built == [0, 1]

    def test_another_nothing_in_place_of_nothing_changes_no_picture(self, phone: Any) -> None:
        """The warning of old apps is built again for each app that comes to the front."""
        phone.show(lambda page: TextView("one"))
        builder = phone.windows._builder
        built = builder.latest("DeprecatedSdkDialog")
        assert built is not None and built.product is None
        builder._built.pop("DeprecatedSdkDialog")
        builder._kept_nothing.pop(built.controller)
        assert builder.bring("DeprecatedSdkDialog", built.controller) == (True, [])
        builder.latest("DeprecatedSdkDialog").seen._seen[phone.windows.focus] = -1
        first = builder.latest("DeprecatedSdkDialog")
        assert builder._bring_up_to_date("DeprecatedSdkDialog", built.controller) == (False, [])
        assert builder.latest("DeprecatedSdkDialog") is not first

    def test_its_elements_are_the_same_object(self, phone: Any) -> None:
        phone.show(lambda page: TextView(str(page.state.count)))
        page = phone.show(lambda page: TextView(str(page.state.count)))
        first = phone.ui_elements()
        page.more()
        second = phone.ui_elements()
        page.reset()
        assert phone.ui_elements() is first
        page.more()
        assert phone.ui_elements() is second and second != first

    def test_a_field_that_was_typed_into(self, phone: Any) -> None:
        phone.show(
            lambda page: column(
                EditText(
                    page.state.text,
                    id="field",
                    width=MATCH,
                    on_text_change=lambda text: page.update(text=text),
                )
            )
        )
        phone.tap_on("field")
        phone.ui_elements()
        snapshot = phone.snapshot()
        phone.restore(snapshot)
        phone.ui_elements()
        phone.type_text("a")
        phone.restore(snapshot)
        assert phone.text_of("field") is None
        phone.type_text("b")
        assert phone.text_of("field") == "b"

    def test_a_field_that_is_cleared_after_each_of_the_same_words(self, phone: Any) -> None:
        page = phone.show(
            lambda page: EditText(
                page.state.text,
                id="field",
                hint="Empty",
                width=MATCH,
                on_text_change=lambda text: page.update(text=text),
            )
        )
        phone.tap_on("field")
        for _ in range(3):
            phone.type_text("again")
            assert phone.text_of("field") == "again"
            page.update(text="")
            assert phone.text_of("field") == "Empty"

    def test_a_list_that_was_scrolled_while_another_page_came(self, phone: Any) -> None:
        def line(index: int) -> View:
            return TextView(f"Row {index}", height=100, width=MATCH)

        def build(page: Any) -> View:
            if page.state.count:
                return TextView("other")
            return RecyclerView(50, line, width=MATCH, height=MATCH)

        page = phone.show(build)
        phone.ui_elements()
        snapshot = phone.snapshot()
        phone.restore(snapshot)
        phone.ui_elements()
        view = phone.windows.windows()[0].root.hit(200, 400)
        next(v for v in view.ancestors() if v.SCROLLS).scroll(1500)
        page.more()
        assert phone.has("other")
        phone.restore(snapshot)
        assert phone.has("Row 0") and not phone.has("Row 10")
        assert phone.windows.windows()[0].root.hit(200, 100).text == "Row 0"

    def test_pages_that_come_and_go_are_built_once_each(self, phone: Any) -> None:
        builds: list[int] = []

        def build(page: Any) -> View:
            builds.append(page.state.count)
            return TextView(f"Page {page.state.count}")

        page = phone.show(build)
        for count in (1, 0, 1, 2, 0, 1):
            page.update(count=count)
            assert phone.has(f"Page {count}")
        assert builds == [0, 1, 2]


class TestScreensThatWrite:
    """A screen only reads: one that writes whenever it is built would be built for ever."""

    @pytest.mark.app_crashes
    def test_the_app_crashes_and_the_screen_and_its_fields_are_named(
        self, phone: Any, app_errors: list[Any]
    ) -> None:
        def build(page: Any) -> View:
            preferences = page.context.preferences()
            opened = preferences.get("opened", 0)
            preferences.put(opened=opened + 1)
            return TextView(str(opened), id="opened")

        phone.show(build)
        (error,) = app_errors
        assert "Page writes state whenever it is built: files" in str(error)
        assert "write in callbacks" in str(error)
        assert not phone.has("opened")
        phone.press_key(3)

    @pytest.mark.app_crashes
    def test_a_field_of_its_own_state_is_named(self, phone: Any, app_errors: list[Any]) -> None:
        def build(page: Any) -> View:
            page.update(count=page.state.count + 1)
            return TextView(str(page.state.count))

        phone.show(build)
        assert "count" in str(app_errors[0])

    def test_one_that_comes_to_rest_is_fine(self, phone: Any) -> None:
        def build(page: Any) -> View:
            if page.state.count < 3:
                page.update(count=page.state.count + 1)
            return TextView(f"count {page.state.count}")

        phone.show(build)
        assert phone.has("count 3")
