"""The zoom of a page: pinches and double taps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from android_gym.simulator.web.inputs import WebSettings

CHROME = WebSettings(wide_viewport=True)
SIZE, DENSITY = (800, 1600), 2.0
WIDE = (
    "<body style='margin:0' ondblclick='console.log(`dblclick`)' onclick='console.log(`click`)'>"
    "<div style='width:1000px;height:3000px'>"
    "<p style='position:absolute;left:500px;top:600px;width:240px;height:100px;margin:0'>"
    "words <b>bold</b></p>"
    "<p style='position:absolute;left:3px;top:900px;width:300px;height:1500px;margin:0'>"
    "top <b style='position:relative;top:1000px'>low</b></p>"
    "<p style='position:absolute;left:0;top:50px;width:990px;height:100px;margin:0'>all"
)
NARROW = f"{WIDE[: WIDE.index('<div')]}<p>here"
OVERVIEW = 0.8
"""Pixels per CSS pixel while the whole width of `WIDE` is seen."""


def open_wide(open_page: Callable[..., Any], more: str = "", html: str = WIDE) -> Any:
    meta = f"<meta name=viewport content='width=device-width{more}'>"
    return open_page(meta + html, size=SIZE, density=DENSITY, settings=CHROME)


def middle(page: Any, name: str) -> tuple[float, float]:
    left, top, right, bottom = page.node(name).bounds
    return (left + right) / 2, (top + bottom) / 2


def pinch(page: Any, x: float, y: float, first: int, last: int) -> None:
    """Move two fingers whose distances from a place are the same."""
    page.touch("down", x - first, y, 50)
    page.touch("down", x + first, y, finger=1)
    for part in range(1, 21):
        far = first + (last - first) * part / 20
        page.touch("move", x - far, y, 10)
        page.touch("move", x + far, y, 10, 1)
    page.touch("up", x - last, y, 50)
    page.touch("up", x + last, y, finger=1)
    page.wait(500)


def double_tap(page: Any, name: str) -> None:
    x, y = middle(page, name)
    page.tap(x, y)
    page.tap(x, y)
    page.wait(500)


@contextmanager
def repeated(page: Any) -> Iterator[None]:
    """Check afterwards that the same inputs give the same page once more."""
    yield
    again = page.replayed()
    assert again.report() == page.page.report() and again.nodes() == page.page.nodes()
    assert (again.frame(*SIZE) == page.page.frame(*SIZE)).all()
    again.close()


@pytest.mark.parametrize(("more", "zooms"), [("", True), (", user-scalable=no", False)])
def test_two_fingers_zoom(open_page: Callable[..., Any], more: str, zooms: bool) -> None:
    page = open_page(
        f"<meta name=viewport content='width=device-width{more}'><p>x",
        settings=WebSettings(wide_viewport=True),
    )
    page.touch("down", 150, 300, finger=0)
    page.touch("down", 250, 300, finger=1)
    for part in range(1, 6):
        page.touch("move", 150 - 20 * part, 300, 20, finger=0)
        page.touch("move", 250 + 20 * part, 300, 20, finger=1)
    page.touch("up", 50, 300, finger=0)
    page.touch("up", 350, 300, finger=1)
    assert (page.page.report().scale > 1.5) == zooms


def test_two_fingers_magnify_what_is_between_them_and_one_moves_it(
    open_page: Callable[..., Any],
) -> None:
    page = open_page(
        "<body style='margin:0;height:3000px'><button id=b style='position:absolute;left:300px;"
        "top:500px;width:60px;height:40px' onclick='console.log(1)'>b</button><button id=far "
        "style='position:absolute;left:10px;top:560px' onclick='console.log(2)'>far</button>"
    )

    def middle(name: str) -> tuple[float, float]:
        left, top, right, bottom = page.node(name).bounds
        return (left + right) / 2, (top + bottom) / 2

    x, y = middle("b")
    page.touch("down", x - 20, y, 50)
    page.touch("down", x + 20, y, finger=1)
    for wide in (25, 30, 40, 50):
        page.touch("move", x - wide, y, 50)
        page.touch("move", x + wide, y, finger=1)
    page.touch("up", x - 50, y, 50)
    page.touch("up", x + 50, y, finger=1)
    page.wait(500)
    assert page.page.report().scale == pytest.approx(2.5, abs=0.3)
    assert middle("b") == pytest.approx((x, y), abs=25)
    left, top, right, bottom = page.node("b").bounds
    assert right - left == pytest.approx(150, abs=15)
    page.tap_on("b")
    assert page.console == ["1"] and not any(n.text == "far" for n in page.nodes())
    page.swipe(100, 300, 390, 300, 1000)
    page.swipe(100, 300, 390, 300, 1000)
    page.swipe(100, 300, 390, 300, 1000)
    page.wait(500)
    page.tap_on("far")
    assert page.console == ["1", "2"]
    page.swipe(200, 500, 200, 200, 1500)
    page.wait(500)
    again = page.replayed()
    assert again.report() == page.page.report() and again.nodes() == page.page.nodes()
    again.close()


def test_two_fingers_magnify_a_wide_page_and_make_it_small_again(
    open_page: Callable[..., Any],
) -> None:
    page = open_wide(open_page)
    assert page.page.report().scale == pytest.approx(OVERVIEW, rel=0.01)
    with repeated(page):
        x, y = middle(page, "bold")
        pinch(page, x, y, 50, 100)
        assert OVERVIEW * 1.5 < page.page.report().scale < DENSITY  # less than a page for phones
        assert middle(page, "bold") == pytest.approx((x, y), abs=25)
        page.swipe(400, 800, 600, 800, 1000)  # still the page can be moved
        assert middle(page, "bold")[0] > x + 150
        pinch(page, x, y, 300, 50)
        assert page.page.report().scale == pytest.approx(OVERVIEW, rel=0.01)
        assert middle(page, "bold")[0] == pytest.approx(x, abs=2)


@pytest.mark.parametrize("most", [0.8, 1, 2.5, 7])
def test_two_fingers_magnify_as_far_as_the_page_says(
    open_page: Callable[..., Any], most: float
) -> None:
    page = open_wide(open_page, f", maximum-scale={most}")
    for _ in range(4):
        pinch(page, 400, 800, 40, 390)
    assert page.page.report().scale / DENSITY == pytest.approx(most, rel=0.01)
    before = page.nodes()
    pinch(page, 400, 800, 40, 390)
    assert page.nodes() == before, "nothing moves at the limit"


def test_a_double_tap_shows_a_block_and_another_one_everything(
    open_page: Callable[..., Any],
) -> None:
    page = open_wide(open_page)
    before = page.page.report()
    with repeated(page):
        double_tap(page, "bold")  # an inline element is not a block
        assert page.page.report().scale == DENSITY, "letters are as large as on pages for phones"
        assert page.node("words").bounds[:2] == pytest.approx((160, 700), abs=3), "in the middle"
        assert page.console == ["click"], "of the first tap"
        double_tap(page, "bold")
        assert page.page.report().scale == before.scale
        assert page.console == ["click"] * 2
        double_tap(page, "all")  # as wide as the page
        assert page.page.report().scale == pytest.approx(1.2 * OVERVIEW, rel=0.02)
        double_tap(page, "all")
        assert page.page.report().scale == before.scale


def test_a_double_tap_on_another_block_shows_everything_first(
    open_page: Callable[..., Any],
) -> None:
    page = open_wide(open_page)
    before = page.page.report().scale
    double_tap(page, "words")
    for _ in range(2):
        page.swipe(20, 1200, 780, 1200, 1000)
    page.swipe(400, 1300, 400, 800, 1000)
    page.wait(500)
    double_tap(page, "top")
    assert page.page.report().scale == before
    double_tap(page, "top")
    assert page.page.report().scale == DENSITY


def test_a_double_tap_after_a_pinch_shows_the_block(open_page: Callable[..., Any]) -> None:
    page = open_wide(open_page)
    double_tap(page, "words")
    pinch(page, *middle(page, "bold"), 50, 120)
    assert page.page.report().scale > 1.5 * DENSITY
    double_tap(page, "bold")
    assert page.page.report().scale == DENSITY


def test_a_block_longer_than_the_view_is_shown_where_it_was_tapped(
    open_page: Callable[..., Any],
) -> None:
    page = open_wide(open_page)
    double_tap(page, "top")
    left, top, _, _ = page.node("top").bounds
    assert left == pytest.approx(3 * DENSITY, abs=2), "the page has no more at its left"
    assert top == pytest.approx(0, abs=4)
    double_tap(page, "top")
    double_tap(page, "low")
    assert middle(page, "low")[1] == pytest.approx(1600 - 160, abs=4), "just in sight"


@pytest.mark.parametrize(
    ("more", "html"),
    [
        ("", NARROW),
        (", user-scalable=no", f"{NARROW}<p style='width:1000px'>wide"),
        ("", f"{WIDE}<p style='position:absolute;left:0;top:0;touch-action:manipulation'>here"),
    ],
    ids=["a page as wide as the view", "a page that can't be zoomed", "an element that says so"],
)
def test_double_taps_are_for_the_page(open_page: Callable[..., Any], more: str, html: str) -> None:
    page = open_wide(open_page, more, html)
    before = page.page.report().scale
    double_tap(page, "here")
    assert page.page.report().scale == before
    assert page.console == ["click", "click", "dblclick"]


def test_double_taps_do_not_zoom_an_apps_own_page(open_page: Callable[..., Any]) -> None:
    page = open_page(WIDE, size=SIZE, density=DENSITY)
    page.tap(200, 200)
    page.tap(200, 200)
    page.wait(500)
    assert page.page.report().scale == DENSITY and page.console.count("dblclick") == 1
