"""Frames: partial repaints equal full ones, small frames equal averaged large ones."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from immutables import Map

from android_gym.errors import OptionError
from android_gym.simulator.state import State
from android_gym.simulator.ui._skia import skia
from android_gym.simulator.ui.display_item import DisplayItem
from android_gym.simulator.ui.drawables import (
    Drawable,
    Gradient,
    Layers,
    Line,
    Oval,
    Rounded,
    Shadow,
    Solid,
)
from android_gym.simulator.ui.geometry import AT_MOST
from android_gym.simulator.ui.icons import AppIcon, Icon
from android_gym.simulator.ui.renderer import Renderer, encode_png, save_png
from android_gym.simulator.ui.system_themes import SETTINGS_LIGHT
from android_gym.simulator.ui.text import TextStyle, layout_text
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.widgets import TextView

DENSITY = 2.0
FULL = (270, 600)
DRAWABLES: list[Drawable] = [
    Solid("#80FF0000"),
    Rounded("primary", 12),
    Rounded(None, 999, "error", 2),
    Oval("tertiary"),
    Gradient(("primary", "error"), None, 30, 8),
    Shadow(6, 10),
    Layers((Shadow(3, 8), Rounded("card", 8), Line())),
    Icon("settings"),
    AppIcon("#4CAF50", "phone"),
]
TEXTS = ["Wi-Fi", "The quick brown fox jumps over the lazy dog", "jgf"]


def drawable_item(
    drawable: Drawable, rect: tuple[int, int, int, int], clip: tuple[int, int, int, int] | None
) -> DisplayItem:
    reach = drawable.reach(DENSITY)
    left, top, right, bottom = rect

    def draw(canvas: Any) -> None:
        drawable.paint(canvas, rect, DENSITY, SETTINGS_LIGHT)

    outer = (left - reach, top - reach, right + reach, bottom + reach)
    return DisplayItem(outer, clip, (drawable, rect), draw)


def text_item(
    text: str, rect: tuple[int, int, int, int], clip: tuple[int, int, int, int] | None
) -> DisplayItem:
    style = TextStyle(16, 500, italic=len(text) < 4)
    layout = layout_text(text, style, DENSITY, float(rect[2] - rect[0]))
    return DisplayItem(rect, clip, (text, style), lambda c: layout.paint(c, rect[0], rect[1]))


def boxes(low: int = -40) -> st.SearchStrategy[tuple[int, int, int, int]]:
    return st.builds(
        lambda x, y, w, h: (x, y, x + w, y + h),
        st.integers(low, 260),
        st.integers(low, 590),
        st.integers(1, 200),
        st.integers(1, 200),
    )


def items() -> st.SearchStrategy[DisplayItem]:
    clip = st.none() | boxes()
    return st.builds(drawable_item, st.sampled_from(DRAWABLES), boxes(), clip) | st.builds(
        text_item, st.sampled_from(TEXTS), boxes(), clip
    )


@pytest.mark.parametrize("size", [FULL, (27, 60), (100, 311)])
@settings(max_examples=30, deadline=None)
@given(pool=st.lists(items(), min_size=1, max_size=10), seed=st.integers(0, 2**32))
def test_incremental_frames_equal_full_repaints(
    size: tuple[int, int], pool: list[DisplayItem], seed: int
) -> None:
    renderer = Renderer(*FULL, *size)
    rng = random.Random(seed)
    kept = []
    for _ in range(6):
        chosen = rng.choices(pool, k=rng.randrange(len(pool) + 2))
        frame = renderer.render(chosen, rng.choice([0xFFFFFFFF] * 9 + [0xFF203040]))
        kept.append((frame, frame.copy()))
        np.testing.assert_array_equal(frame, renderer.render_full())
    for frame, copy in kept:
        np.testing.assert_array_equal(frame, copy)


def screen() -> list[DisplayItem]:
    """A page with text, icons and rounded rectangles at 270x600."""
    page = [drawable_item(Solid("background"), (0, 0, *FULL), None)]
    for i in range(8):
        top = 10 + 70 * i
        page += [
            drawable_item(Rounded("card", 8), (10, top, 260, top + 60), None),
            drawable_item(AppIcon("#00897B", "wifi"), (18, top + 10, 58, top + 50), None),
            drawable_item(Icon("more_vert", size=16), (220, top, 250, top + 60), None),
            text_item(f"Row number {i}", (66, top + 6, 220, top + 50), None),
            drawable_item(Line(), (66, top, 260, top + 60), None),
        ]
    page.append(
        drawable_item(Layers((Shadow(6, 8), Rounded("fab", 8))), (200, 530, 250, 580), None)
    )
    return page


@pytest.mark.parametrize("size", [(27, 60), (54, 120), (68, 150), (135, 300)])
def test_a_small_frame_is_the_full_frame_averaged(size: tuple[int, int]) -> None:
    """The stated tolerance: 3 of 255 levels on average, 40 at the 99th percentile."""
    full = Renderer(*FULL).render(screen())
    small = Renderer(*FULL, *size).render(screen())
    averaged = cv2.resize(full, size, interpolation=cv2.INTER_AREA)
    error = np.abs(small.astype(int) - averaged)
    assert error.mean() <= 3.0
    assert np.percentile(error, 99) <= 40
    assert abs((small.astype(int) - averaged).mean()) <= 1.0  # neither paler nor darker
    assert error.mean() < np.abs(np.roll(small, 1, axis=1).astype(int) - averaged).mean() / 2


def test_an_unchanged_screen_gives_the_same_array() -> None:
    renderer = Renderer(*FULL)
    first = renderer.render(screen())
    assert renderer.render(screen()) is first  # equal items, not the same ones
    assert renderer.render([*screen(), text_item("x", (0, 0, 50, 50), None)]) is not first


def test_frames_are_read_only_and_survive_later_ones() -> None:
    renderer = Renderer(*FULL)
    frames = [
        renderer.render([text_item(str(i), (0, 0, 99, 99), None)], 0xFFFFFFFF) for i in range(5)
    ]
    assert len({frame.tobytes() for frame in frames}) == 5
    view = renderer.render(screen())[:10]
    copy = view.copy()
    for i in range(5):
        renderer.render([text_item(str(i), (0, 0, 99, 99), None)], 0xFFFFFFFF)
    np.testing.assert_array_equal(view, copy)
    with pytest.raises(ValueError, match="read-only"):
        frames[0][0, 0, 0] = 1


@pytest.mark.parametrize("size", [(108, 240), FULL])
def test_a_copy_is_what_is_rendered_and_the_callers_own(size: tuple[int, int]) -> None:
    renderer = Renderer(*FULL, *size)
    for turn in range(3):  # each list is painted, and then found again
        for name in "abc":
            items = [text_item(name, (0, 0, 270, 300), None)]
            renderer.show(items, 0xFFFFFFFF)
            copy = renderer.copy()
            np.testing.assert_array_equal(copy, renderer.render(items, 0xFFFFFFFF), str(turn))
            np.testing.assert_array_equal(copy, renderer.render_full())
            copy[:] = 7
            assert not np.array_equal(copy, renderer.copy())


def test_a_large_frame_that_was_there_before_is_not_painted_again() -> None:
    painted: list[str] = []

    def item(name: str) -> DisplayItem:
        key = ("large", name)
        return DisplayItem((0, 0, 1080, 2400), None, key, lambda _: painted.append(name))

    renderer = Renderer(1080, 2400)
    bands = len(renderer._edges) - 1
    for name in "abab":
        renderer.render([item(name)])
    assert painted == ["a"] * bands + ["b"] * bands


def test_only_items_in_changed_bands_are_painted() -> None:
    painted: list[str] = []

    def item(name: str, top: int) -> DisplayItem:
        return DisplayItem((0, top, 270, top + 10), None, name, lambda _: painted.append(name))

    renderer = Renderer(*FULL)
    renderer.render([item("top", 0), item("middle", 300), item("bottom", 590)])
    painted.clear()
    renderer.render([item("top", 0), item("changed", 300), item("bottom", 590)])
    assert painted == ["changed"]


def solid_item(
    color: int, rect: tuple[int, int, int, int], clip: tuple[int, int, int, int] | None
) -> DisplayItem:
    def draw(canvas: skia.Canvas) -> None:
        canvas.drawRect(skia.Rect.MakeLTRB(*rect), skia.Paint(Color=color))

    return DisplayItem(rect, clip, ("solid", color), draw, opaque=True)


def test_what_is_hidden_is_not_painted() -> None:
    for hides, left in ((True, {"beside"}), (False, {"below", "beside"})):
        painted: set[str] = set()

        def item(
            name: str,
            top: int,
            bottom: int,
            opaque: bool = False,
            hides: bool = hides,
            painted: set[str] = painted,
        ) -> DisplayItem:
            key = (name, hides)  # frames are kept by keys
            return DisplayItem(
                (0, top, 270, bottom), None, key, lambda _: painted.add(name), opaque
            )

        cover = item("cover", 0, 300, hides)
        below, beside = item("below", 60, 80), item("beside", 590, 600)
        Renderer(*FULL).render([below, beside, cover, item("above", 60, 80)])
        assert painted == left | {"cover", "above"}


@pytest.mark.parametrize("size", [FULL, (108, 240), (97, 211), (331, 700)])
def test_leaving_out_what_is_hidden_changes_no_pixel(size: tuple[int, int]) -> None:
    """For covers, and clips of them, that end anywhere near the edges of the frame and of bands."""
    whole = (0, 0, *FULL)
    near = [
        *((left, 0, right, 600) for left in range(-1, 4) for right in range(266, 272)),
        *((0, top, 270, 600) for top in range(-1, 90)),
        *((0, 0, 270, bottom) for bottom in range(510, 602)),
    ]
    red, blue = 0xFFFF0000, 0xFF0000FF
    for rect, clip in [(box, None) for box in near] + [(whole, box) for box in near]:
        cover = solid_item(blue, rect, clip)
        drawn = DisplayItem(rect, clip, (cover.key, "drawn over what is below"), cover.draw)
        frames = [
            Renderer(*FULL, *size).render([solid_item(red, whole, None), item], 0xFF00FF00)
            for item in (cover, drawn)
        ]
        assert np.array_equal(*frames), (rect, clip)


@pytest.mark.parametrize("size", [FULL, (108, 240)])
def test_screens_that_come_back_look_the_same(size: tuple[int, int]) -> None:
    rng = random.Random(0)
    cards = [(20, top, 250, top + 70) for top in range(-30, 600, 60)]
    screens = [
        [drawable_item(rng.choice(DRAWABLES), rect, None) for rect in rng.sample(cards, 4)]
        for _ in range(4)
    ]
    renderer = Renderer(*FULL, *size)
    for step in range(80):
        frame = renderer.render(list(rng.choice(screens)), 0xFF000000 if step % 20 else 0xFF808080)
        np.testing.assert_array_equal(frame, renderer.render_full())


@pytest.mark.parametrize("size", [FULL, (108, 240), (540, 1200)])
def test_what_is_played_again_looks_as_it_was_painted(size: tuple[int, int]) -> None:
    painted = 0
    clip = (10, 30, 250, 560)

    def counted(item: DisplayItem) -> DisplayItem:
        inner = item.draw

        def draw(canvas: Any) -> None:
            nonlocal painted
            painted += 1
            inner(canvas)

        return DisplayItem(item.rect, item.clip, item.key, draw)

    steady = [
        counted(drawable_item(drawable, (15, 20 + 60 * row, 180, 70 + 60 * row), clip))
        for row, drawable in enumerate(DRAWABLES)
    ]
    steady.append(counted(text_item(TEXTS[1], (20, 100, 240, 300), clip)))
    renderer, counts = Renderer(*FULL, *size), []
    for frame in range(8):
        under = drawable_item(Solid(f"#FF{frame:02X}2040"), (0, 0, *FULL), None)
        before = painted
        seen = renderer.render([under, *steady])
        counts.append(painted - before)
        np.testing.assert_array_equal(seen, renderer.render_full())
    assert counts[0] >= len(steady)
    assert counts[-1] == 0


@pytest.mark.parametrize("size", [FULL, (108, 240)])
def test_a_translucent_text_is_played_again_as_it_was_painted(size: tuple[int, int]) -> None:
    """A layer with one drawing in it is folded by a recording, which rounds differently."""
    text: Any = TextView("AndroidWifi", size=24, alpha=0.7)
    slots: Any = State()
    text.attach(
        Ui(
            (0, "main"), "com.test", SETTINGS_LIGHT, DENSITY, 1.0, slots,
            slots.slot("views", Map()), slots.slot("focus", None),
            SimpleNamespace(transitions=SimpleNamespace(on=False)),  # type: ignore[arg-type]
        ),
        None, "main",
    )  # fmt: skip
    text.measure(FULL[0], AT_MOST, FULL[1], AT_MOST)
    text.layout(10, 105, 10 + text.measured[0], 105 + text.measured[1])
    steady: list[DisplayItem] = []
    text.display(steady, (0, 0, *FULL))
    renderer = Renderer(*FULL, *size)
    for frame in range(5):
        under = drawable_item(Solid(f"#FF{frame:02X}B0E0"), (0, 0, *FULL), None)
        seen = renderer.render([under, *steady])
        np.testing.assert_array_equal(seen, renderer.render_full())
    assert len(steady) == 1


@pytest.mark.parametrize("size", [FULL, (108, 240), (540, 1200)])
def test_pixels_that_move_below_what_stays(size: tuple[int, int]) -> None:
    """As of a map: what lies over them is recorded for each band, and changes now and then."""
    painted: list[int] = []

    def copy_of(number: int, rect: tuple[int, int, int, int]) -> DisplayItem:
        def draw(canvas: Any) -> None:
            painted.append(number)
            canvas.drawRect(skia.Rect.MakeLTRB(*rect), skia.Paint(Color=0xFF405060 + number))

        return DisplayItem(rect, None, ("copy", number, rect), draw, opaque=True, copied=True)

    clip = (10, 30, 250, 560)
    steady = [
        drawable_item(drawable, (15, 20 + 60 * row, 180, 70 + 60 * row), clip)
        for row, drawable in enumerate(DRAWABLES)
    ]
    hidden = text_item(TEXTS[0], (20, 60, 240, 300), None)
    renderer, counts = Renderer(*FULL, *size), []
    for number in range(14):
        rect = (0, 25, FULL[0], FULL[1]) if number < 7 else (0, 0, FULL[0], 320)
        late = text_item(TEXTS[number // 5], (20, 100, 240, 300), clip)
        painted.clear()
        seen = renderer.render([hidden, copy_of(number, rect), *steady, late])
        counts.append(len(painted))
        np.testing.assert_array_equal(seen, renderer.render_full())
    assert counts[4] == 2, "once for all bands that it fills, once for the one that it does not"
    assert counts[4] < counts[0]


@pytest.mark.parametrize("size", [FULL, (108, 240)])
def test_a_drawing_that_fails_leaves_nothing_behind(size: tuple[int, int]) -> None:
    def fail(canvas: Any) -> None:
        canvas.clear(0xFF00FF00)
        raise ValueError("no such colour")

    under = solid_item(0xFF8090A0, (0, 0, *FULL), None)
    text = text_item(TEXTS[1], (20, 100, 240, 300), None)
    broken = DisplayItem((5, 5, 200, 580), (5, 5, 200, 580), "broken", fail)
    renderer = Renderer(*FULL, *size)
    before = renderer.render([under])
    for screen in ([under, broken, text], [under, text, broken]):
        with pytest.raises(ValueError, match="no such colour"):
            renderer.render(screen)
        seen = renderer.render([under, text])
        np.testing.assert_array_equal(seen, renderer.render_full())
        np.testing.assert_array_equal(renderer.render([under]), before)


def test_an_item_does_not_paint_outside_its_rectangle_and_clip() -> None:
    def flood(canvas: Any) -> None:
        canvas.clear(0xFFFF0000)

    frame = Renderer(*FULL).render([DisplayItem((20, 30, 60, 90), (0, 40, 50, 600), "x", flood)])
    red = np.argwhere(frame[..., 0] == 255)
    assert red.min(axis=0).tolist() == [40, 20]
    assert red.max(axis=0).tolist() == [89, 49]


def test_a_size_of_zero_is_refused() -> None:
    with pytest.raises(OptionError, match="0x240"):
        Renderer(1080, 2400, 0, 240)


def test_png_round_trip(tmp_path: Any) -> None:
    frame = Renderer(*FULL).render(screen())
    save_png(tmp_path / "frame.png", frame)
    data = (tmp_path / "frame.png").read_bytes()
    assert data == encode_png(frame)
    decoded = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    np.testing.assert_array_equal(decoded[..., ::-1], frame)
