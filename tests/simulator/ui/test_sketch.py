"""Drawings: their pixels, fills, files, and what is kept of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from android_gym.simulator.ui import sketch as sketches
from android_gym.simulator.ui._skia import canvas_on, cv2, skia
from android_gym.simulator.ui.sketch import (
    Operation,
    Placed,
    Sketch,
    color_at,
    encode,
    path_of,
    pixels,
)
from android_gym.simulator.ui.system_themes import SYSTEM_UI

SIZE = (60, 40)
LINE = Operation("stroke", "#FF0000", 6.0, ((10.0, 20.0), (30.0, 20.0), (50.0, 20.0)))
DOT = Operation("stroke", "#0000FF", 10.0, ((30.0, 10.0),))


def test_a_line_is_as_wide_as_its_brush_and_has_round_ends() -> None:
    sketch = Sketch(SIZE, operations=(LINE,))
    column = pixels(sketch)[:, 30, :3]
    assert [tuple(row) for row in column].count((255, 0, 0)) == 6
    assert color_at(sketch, 8, 20) == "#FF0000"
    assert color_at(sketch, 7, 17) != "#FF0000"
    assert color_at(sketch, 5, 20) == "#FFFFFF"
    assert color_at(sketch, 60, 20) is None and color_at(sketch, -1, 20) is None


def test_a_tap_draws_a_dot() -> None:
    sketch = Sketch(SIZE, operations=(DOT,))
    assert color_at(sketch, 30, 10) == color_at(sketch, 26, 10) == "#0000FF"
    assert color_at(sketch, 24, 10) == "#FFFFFF"


def test_a_fill_stays_inside_of_a_line() -> None:
    wall = Operation("stroke", "#000000", 2.0, ((30.0, -5.0), (30.0, 45.0)))
    fill = Operation("fill", "#00FF00", points=((5.0, 5.0),))
    sketch = Sketch(SIZE, operations=(wall, fill))
    assert color_at(sketch, 5, 39) == color_at(sketch, 27, 0) == "#00FF00"
    assert color_at(sketch, 35, 20) == "#FFFFFF"
    outside = replace(fill, points=((99.0, 5.0),))
    assert color_at(Sketch(SIZE, operations=(outside,)), 5, 5) == "#FFFFFF"


def test_a_fill_takes_colours_that_are_nearly_the_same() -> None:
    near = Operation("fill", "#FDFDFD", points=((5.0, 5.0),))
    half = Operation("stroke", "#000000", 2.0, ((30.0, -5.0), (30.0, 45.0)))
    gap = Operation("stroke", "#FFFFFF", 8.0, ((30.0, 20.0),))
    again = Operation("fill", "#00FF00", points=((5.0, 5.0),))
    shown = Sketch(SIZE, operations=(half, near, gap, again))
    assert color_at(shown, 30, 20) == color_at(shown, 50, 20) == "#00FF00"
    far = replace(near, color="#FCFCFC")
    shown = Sketch(SIZE, operations=(half, far, gap, again))
    assert color_at(shown, 50, 20) == "#FFFFFF"


def test_the_eraser_and_clear_leave_the_sheet_s_colour() -> None:
    erase = replace(LINE, kind="erase")
    sketch = Sketch(SIZE, "#112233", operations=(LINE, erase))
    assert color_at(sketch, 30, 20) == "#112233"
    cleared = Sketch(SIZE, "#112233", operations=(LINE, Operation("clear"), DOT))
    assert color_at(cleared, 45, 20) == "#112233" and color_at(cleared, 30, 10) == "#0000FF"


def test_a_picture_lies_below_until_the_sheet_is_cleared() -> None:
    content = encode(Sketch((20, 20), "#AABBCC"), ".png")
    sketch = Sketch(SIZE, picture=content)
    assert color_at(sketch, 30, 20) == "#AABBCC" and color_at(sketch, 5, 20) == "#FFFFFF"
    cleared = replace(sketch, operations=(Operation("clear"),))
    assert color_at(cleared, 30, 20) == "#FFFFFF"
    assert color_at(Sketch(SIZE, picture=b"no picture"), 30, 20) == "#FFFFFF"


def test_what_is_drawn_onto_kept_pixels_is_what_is_drawn_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fill = Operation("fill", "#00FF00", points=((1.0, 1.0),))
    steps = (LINE, DOT, fill, replace(DOT, kind="erase"), replace(LINE, color="#333333"))
    grown = [pixels(Sketch(SIZE, operations=steps[:n])).copy() for n in range(len(steps) + 1)]
    monkeypatch.setattr(sketches, "_kept", sketches._Kept())
    for n, before in enumerate(grown):
        monkeypatch.setattr(sketches, "_kept", sketches._Kept())
        np.testing.assert_array_equal(pixels(Sketch(SIZE, operations=steps[:n])), before)


def test_a_stroke_costs_what_it_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    draw = sketches._draw
    monkeypatch.setattr(sketches, "_kept", sketches._Kept())

    def counted(sketch: Sketch, found: sketches.Pixels, operations: Sequence[Operation]) -> None:
        drawn.append(len(operations))
        draw(sketch, found, operations)

    monkeypatch.setattr(sketches, "_draw", counted)
    for count in range(30):
        pixels(Sketch(SIZE, operations=(LINE,) * count))
    assert drawn == [0] + [1] * 29


def test_files_are_read_by_others() -> None:
    sketch = Sketch(SIZE, operations=(LINE,))
    for ending, beginning in ((".png", b"\x89PNG"), (".jpg", b"\xff\xd8\xff")):
        content = encode(sketch, ending, 70)  # type: ignore[arg-type]
        assert content.startswith(beginning)
        picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
        assert picture.shape == (40, 60, 3)
        assert abs(picture[20, 30].astype(int) - (0, 0, 255)).max() < 40


def test_a_line_is_smooth_between_the_points() -> None:
    points = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0))
    assert path_of(points) == [
        ("M", 0.0, 0.0),
        ("Q", 0.0, 0.0, 5.0, 0.0),
        ("Q", 10.0, 0.0, 10.0, 5.0),
        ("L", 10.0, 10.0),
    ]


def test_what_was_recorded_can_be_played_when_the_sketch_is_long_gone() -> None:
    sketch = Sketch((300, 400), "#123456")
    recorder = skia.PictureRecorder()
    canvas = recorder.beginRecording(skia.Rect.MakeWH(300, 400))
    Placed(sketch).paint(canvas, (0, 0, 300, 400), 1.0, SYSTEM_UI)
    picture = recorder.finishRecordingAsPicture()
    for color in range(20):  # others take its place, and its memory
        other = Sketch((300, 400), f"#FF{color:02X}00")
        canvas = canvas_on(np.zeros((400, 300, 4), np.uint8))
        Placed(other).paint(canvas, (0, 0, 300, 400), 1.0, SYSTEM_UI)
    shown = np.zeros((400, 300, 4), np.uint8)
    canvas_on(shown).drawPicture(picture)
    assert (shown[..., :3] == (0x12, 0x34, 0x56)).all()
