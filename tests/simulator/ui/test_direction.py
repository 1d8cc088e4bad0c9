"""Layouts from right to left. On the sample phone 1 dp is 1 pixel; its screen is 400x800."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from android_gym.simulator.system.display import right_to_left
from android_gym.simulator.ui.containers import DrawerLayout, ViewPager
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.fields import TextInputLayout
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import HorizontalScrollView, RecyclerView, column, row
from android_gym.simulator.ui.surface import Surface, SurfaceContent, VirtualNode
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import (
    CheckBox,
    EditText,
    ImageView,
    SeekBar,
    Switch,
    TextView,
)
from android_gym.testing.driver import AppDriver

sys.path.insert(0, str(Path(__file__).parents[2] / "faces"))

from faces import Face, _prepared, _take, faces  # noqa: E402

TOP = 49
"""Top of the content, below the status bar."""

Box = tuple[int, int, int, int]


def box_of(phone: Any, name: str) -> Box:
    box = phone.element(name).bbox_pixels
    return box.x_min, box.y_min, box.x_max, box.y_max


def mirror(phone: Any, on: bool = True) -> None:
    phone.shell(f"settings put global debug.force_rtl {int(on)}")
    phone.advance(100)


def drawn(phone: Any, box: Box | None = None) -> np.ndarray:
    left, top, right, bottom = box or (0, TOP, 400, 700)
    picture: np.ndarray = phone.screenshot(400, 800)[top:bottom, left:right]
    return picture


@pytest.mark.parametrize(
    ("locales", "leftwards"),
    [
        ("ar", True), ("ar-EG,en-US", True), ("he", True), ("iw-IL", True), ("fa_IR", True),
        ("UR", True), ("az-Arab-IR", True), ("en-US,ar", False), ("ar-Latn", False), ("", False),
        ("arn", False), ("zh-Hant", False), ("ku", False), ("en-Arab", True),
    ],
)  # fmt: skip
def test_the_first_locale_decides(phone: Any, locales: str, leftwards: bool) -> None:
    assert right_to_left(locales) is leftwards
    phone.show(lambda page: row(TextView("a", id="a", width=100, height=50)))
    phone.shell(f"settings put system system_locales '{locales}'")
    assert box_of(phone, "a") == (
        (300, TOP, 400, TOP + 50) if leftwards else (0, TOP, 100, TOP + 50)
    )


def test_rows_margins_padding_and_gravity_change_sides(phone: Any) -> None:
    phone.show(
        lambda page: column(
            row(
                TextView("one", width=100, height=50, margin=(10, 0, 20, 0)),
                TextView("two", width=50, height=50),
                padding=(7, 0, 3, 0),
                width=MATCH,
            ),
            TextView("end", width=40, height=20, gravity="end"),
            width=MATCH,
        )
    )
    before = {name: box_of(phone, name) for name in ("one", "two", "end")}
    picture = drawn(phone).copy()
    mirror(phone)
    for name, (left, top, right, bottom) in before.items():
        assert box_of(phone, name) == (400 - right, top, 400 - left, bottom)
    assert 'bounds="[0,' in phone.shell("uiautomator dump /dev/tty").stdout.decode()
    mirror(phone, False)
    assert {name: box_of(phone, name) for name in before} == before
    assert np.array_equal(drawn(phone), picture)


def test_letters_stand_upright_and_shapes_are_mirrored(phone: Any) -> None:
    shape = Rounded("#FF0000", (20, 0, 0, 0))
    phone.show(
        lambda page: column(
            TextView("Rf7", id="text", size=48),
            View(background=shape, width=40, height=40, id="shape", content_description="shape"),
            ImageView("arrow_back", content_description="arrow"),
            ImageView("settings", content_description="other"),
            Switch("", checked=True, on_checked_change=print, content_description="switch"),
        )
    )
    names = ("text", "shape", "arrow", "other", "switch")
    before = {name: drawn(phone, box_of(phone, name)).copy() for name in names}
    mirror(phone)
    after = {name: drawn(phone, box_of(phone, name)).copy() for name in names}
    for name in ("shape", "arrow", "switch"):
        assert np.abs(after[name][:, ::-1].astype(int) - before[name]).max() < 64, name
        assert not np.array_equal(after[name], before[name]), name
    for name in ("text", "other"):
        upright = np.abs(after[name].astype(int) - before[name]).sum()
        assert upright * 2 < np.abs(after[name][:, ::-1].astype(int) - before[name]).sum(), name


def test_lines_begin_at_the_right_but_in_fields_where_their_letters_do(phone: Any) -> None:
    phone.show(
        lambda page: column(
            TextView("i", id="text", width=200, height=30, padding=(20, 0, 0, 0)),
            EditText("i", id="field", width=200, height=30, padding=0, background="transparent"),
            CheckBox("i", id="box", on_checked_change=print, width=200),
        )
    )
    mirror(phone)
    text, field = drawn(phone, box_of(phone, "text")), drawn(phone, box_of(phone, "field"))
    ink = [np.flatnonzero((part != part[0, 0]).any(axis=(0, 2))) for part in (text, field)]
    assert 170 < ink[0].min() <= ink[0].max() <= 180  # its padding is now at the right
    assert ink[1].max() < 30
    ground = drawn(phone, box_of(phone, "box"))
    assert (ground[:, 170:] != ground[0, 0]).any()  # the box itself
    assert not (ground[:, :100] != ground[0, 0]).any()


def test_the_label_of_a_field_keeps_clear_of_the_icon_at_its_end(phone: Any) -> None:
    mirror(phone)
    field = EditText("", id="field", hint="Day")
    phone.show(lambda page: TextInputLayout(field, end_icon="event", end_icon_description="Open"))
    icon, text = box_of(phone, "Open"), box_of(phone, "field")
    assert icon[2] <= text[0]
    inside = drawn(phone, (text[0], text[1] + 2, text[2] - 20, text[3] - 2))
    ink = np.flatnonzero((inside != inside[0, 0]).any(axis=(0, 2)))
    assert ink[0] < 4 and ink[-1] < 60, "the label begins where typed text would"
    assert len(ink) > 15


def test_a_slider_and_a_pager_follow_the_finger_the_other_way(phone: Any) -> None:
    values: list[float] = []
    pages: list[int] = []
    phone.show(
        lambda page: column(
            SeekBar(0, 100, on_change=values.append, padding=0, width=MATCH, id="bar"),
            ViewPager(
                3, lambda i: TextView(f"page {i}"), current=1, on_page=pages.append, height=300
            ),
            width=MATCH,
        )
    )
    mirror(phone)
    phone.tap(399, TOP + 16)
    phone.tap(100, TOP + 16)
    assert values[0] == values[-1] == pytest.approx(75, abs=1)  # at the right it was already
    phone.swipe(100, TOP + 200, 350, TOP + 200, 200)  # to the right: on to the next page
    assert pages == [2]


def test_a_strip_that_scrolls_begins_at_the_right(phone: Any) -> None:
    strip = [TextView(f"n{i}", width=100, height=50) for i in range(9)]
    phone.show(lambda page: HorizontalScrollView(row(*strip), width=MATCH))
    mirror(phone)
    assert box_of(phone, "n0") == (300, TOP, 400, TOP + 50)
    phone.swipe(100, TOP + 25, 308, TOP + 25, 1000)
    phone.advance(2000)
    assert box_of(phone, "n2")[2] == 400


def test_a_list_across_goes_on_at_the_left(phone: Any) -> None:
    def cell(index: int) -> View:
        return TextView(f"n{index}", width=100, height=50)

    phone.show(
        lambda page: RecyclerView(30, cell, orientation="horizontal", width=MATCH, height=60)
    )
    mirror(phone)
    assert box_of(phone, "n0")[2] == 400
    phone.swipe(50, TOP + 25, 350, TOP + 25, 60)
    phone.advance(3000)
    shown = {e.text: e.bbox_pixels for e in phone.ui_elements() if (e.text or "").startswith("n")}
    first, *rest = sorted(shown, key=lambda text: -shown[text].x_max)
    assert int(first[1:]) > 3
    assert [int(text[1:]) for text in rest] == [int(first[1:]) + 1 + i for i in range(len(rest))]


def test_a_drawer_comes_from_the_right_and_is_pushed_back_there(phone: Any) -> None:
    closed: list[bool] = []
    drawer = column(TextView("inside", width=MATCH, height=50), background="#FFFFFF")
    phone.show(
        lambda page: DrawerLayout(
            TextView("below", width=MATCH, height=MATCH),
            drawer,
            True,
            lambda: closed.append(True),
        )
    )
    mirror(phone)
    left, _, right, _ = box_of(phone, "inside")
    assert right == 400
    assert left > 0
    phone.swipe(300, 400, 180, 400, 100)
    assert closed == []
    phone.swipe(150, 400, 380, 400, 100)
    assert closed == [True]


def test_the_cursor_goes_where_the_finger_is(phone: Any) -> None:
    phone.show(
        lambda page: column(
            EditText("abcdefghijklmnop", id="field", width=300, margin=(30, 0, 0, 0))
        )
    )
    mirror(phone)
    left, top, _, bottom = box_of(phone, "field")
    field = next(v for v in phone.windows.windows()[0].root.walk() if isinstance(v, EditText))
    assert field.text_layout is not None
    start = left + 4 * phone.windows.density
    for index in (3, 9):
        x = start + field.text_layout.caret(index)[0]
        phone.tap(x, (top + bottom) / 2)
        phone.advance(1000)
        phone.windows.refresh()
        found = phone.windows.focused_field()
        assert found is not None
        assert found.selection == (index, index)
    phone.swipe(start + 5, (top + bottom) / 2, start + 5, (top + bottom) / 2, 800)
    phone.advance(100)
    toolbar = phone.element("Copy").bbox_pixels
    assert toolbar.y_min > 0
    assert 0 <= toolbar.x_min < toolbar.x_max <= 400


def test_keys_keep_their_places_and_type_what_they_say(phone: Any) -> None:
    phone.show(lambda page: column(EditText(id="field", width=MATCH, autofocus=True)))
    places = {n: box_of(phone, n) for n in ("q", "p")}
    mirror(phone)
    assert {n: box_of(phone, n) for n in ("q", "p")} == places
    for name in ("q", "p"):
        phone.tap(*phone.element(name).bbox_pixels.center)
    left, top, right, bottom = box_of(phone, "e")
    x, y = (left + right) // 2, (top + bottom) // 2
    phone.swipe(x, y, x, y, 800)  # the first character over the key
    text = next(e.text for e in phone.ui_elements() if e.is_editable)
    assert text == "qp3"


class Sheet(SurfaceContent[tuple[float, ...]]):
    """Keeps where a finger was; has one node near its left edge."""

    TOUCHES = True

    def initial(self) -> tuple[float, ...]:
        return ()

    def picture(self, state: tuple[float, ...], size: tuple[int, int]) -> Any:
        from android_gym.simulator.ui.frame import Frame

        pixels = np.zeros((size[1], size[0], 3), np.uint8)
        pixels[:, :20] = (255, 0, 0)
        return Frame(pixels)

    def nodes(self, state: tuple[float, ...], size: tuple[int, int]) -> list[VirtualNode]:
        return [VirtualNode("node", (0, 0, 20, 40), "android.view.View", text="node")]

    def touch(self, state: tuple[float, ...], touch: Any, size: Any) -> tuple[float, ...]:
        return (touch.x, touch.y, touch.dx)


def test_a_picture_stands_upright_with_its_nodes_and_fingers(phone: Any) -> None:
    phone.show(lambda page: row(View(width=100), Surface(Sheet(), width=200, height=100)))
    mirror(phone)
    assert box_of(phone, "node") == (100, TOP, 120, TOP + 40)
    picture = drawn(phone, (100, TOP, 300, TOP + 100))
    assert (picture[:, :20] == (255, 0, 0)).all()
    assert not picture[:, 20:].any()
    surface = next(v for v in phone.windows.windows()[0].root.walk() if isinstance(v, Surface))
    phone.touch(130, TOP + 10, True)
    assert surface.state == (30, 10, 0)
    phone.touch(140, TOP + 10, True)
    assert surface.state == (40, 10, 10)
    phone.touch(140, TOP + 10, False)


@pytest.mark.parametrize("edge", [2, 397])
def test_both_edges_mean_back(phone: Any, edge: int) -> None:
    page = phone.show(lambda page: TextView("here"))
    mirror(phone)
    phone.swipe(edge, 400, 200, 400, 150)
    phone.advance(500)
    assert phone.system.activities.record(page.token) is None


def test_a_finger_at_the_very_edge_is_on_the_screen(phone: Any) -> None:
    heard: list[str] = []
    phone.show(
        lambda page: row(
            *(View(width=200, height=80, on_click=lambda n=n: heard.append(n)) for n in "ab")
        )
    )
    mirror(phone)
    phone.tap(399.6, TOP + 10)
    phone.tap(0, TOP + 10)
    assert heard == ["a", "b"]


def shown(face: Face, mirrored: bool) -> dict[Any, Any]:
    """Views of a face by window and path: whether it is mirrored, its place, its text."""
    driver = AppDriver(_prepared(face.package, ((), ())), face.package)
    driver.shell(f"settings put global debug.force_rtl {int(mirrored)}")
    for setup, steps in (face.before, (face.setup, face.steps)):
        _take(driver, setup, steps)
    phone: Any = driver.phone
    found = {}
    for number, window in enumerate(phone.windows.accessible_windows()):
        for view in window.root.walk():
            if view.visibility == "visible":
                found[number, view.path] = (
                    view.rtl,
                    view.frame_on_screen,
                    view.accessibility_text(),
                )
    return found


@pytest.mark.parametrize("face", faces(), ids=str)
def test_every_app_is_mirrored_and_works(face: Face) -> None:
    """The same steps lead to the same screen, of which all but what has to stay is mirrored."""
    before, after = shown(face, False), shown(face, True)
    assert before.keys() == after.keys()
    mirrored = 0
    for place, (_, (left, top, right, bottom), text) in before.items():
        rtl, box, now = after[place]
        assert now == text
        assert (box[1], box[3]) == (top, bottom), place
        assert box[2] - box[0] == right - left, place
        if rtl:
            mirrored += 1
            assert box == (1080 - right, top, 1080 - left, bottom), place
    assert mirrored > 3
