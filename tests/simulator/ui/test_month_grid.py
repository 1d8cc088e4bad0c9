"""A month's grid: where its days are, and that it is drawn anew only when it looks otherwise."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from immutables import Map
from numpy.typing import NDArray

from android_gym.simulator.state import State
from android_gym.simulator.ui import month_painting
from android_gym.simulator.ui._skia import canvas_on
from android_gym.simulator.ui.geometry import EXACTLY
from android_gym.simulator.ui.month_grid import DAYS, MonthGrid, MonthPicture
from android_gym.simulator.ui.month_look import GridBar, GridDay
from android_gym.simulator.ui.theme import MATERIAL_DARK, MATERIAL_LIGHT, Theme
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View

WIDTH, HEIGHT = 350, 400
DATES = [GridDay(1 + index % 31, today=index == 9) for index in range(DAYS)]
BARS = [GridBar(8, 3, "Trip", "#FF0000"), GridBar(16, 1, "Lunch", "#0000FF", faint=True)]


def lay_out(
    view: View, x: int = 0, y: int = 0, theme: Theme = MATERIAL_LIGHT, font_scale: float = 1.0
) -> None:
    state = State()
    windows: Any = SimpleNamespace(transitions=SimpleNamespace(on=False))
    states, focus = state.slot("views", Map()), state.slot("focus", None)
    ui = Ui((0, "main"), "com.test", theme, 1.0, font_scale, state, states, focus, windows)
    view.attach(ui, None, "main")
    view.measure(WIDTH, EXACTLY, HEIGHT, EXACTLY)
    view.layout(x, y, x + WIDTH, y + HEIGHT)


def pixels(view: View, x: int = 0, y: int = 0) -> NDArray[np.uint8]:
    """Paint a view; return what is there from (x, y) on."""
    frame = np.zeros((HEIGHT + 60, WIDTH + 60, 4), np.uint8)
    view.draw(canvas_on(frame))
    return frame[y : y + HEIGHT, x : x + WIDTH]


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Looks of the months that are drawn from now on."""
    looks: list[Any] = []

    def note(canvas: Any, look: Any) -> None:
        looks.append(look)
        paint(canvas, look)

    paint = month_painting._paint_month
    monkeypatch.setattr(month_painting, "_paint_month", note)
    month_painting.drawn_month.cache_clear()
    return looks


def test_days_are_tapped_where_they_are_drawn() -> None:
    picture = MonthPicture("SMTWTFS", DATES, weeks=range(6))
    grid = MonthGrid(picture, padding=(3, 5, 7, 11))
    lay_out(grid, 20, 30)
    assert picture.bounds == (23, 35, 363, 419)
    cells = grid.children[1:]
    assert [cell.bounds for cell in cells] == [picture.cell(index) for index in range(DAYS)]
    left, top, _, _ = cells[0].bounds
    assert (left, top) == (23 + 28, 35 + 28)  # two lines of 14 sp for letters and numbers of weeks
    assert cells[-1].bounds[2:] == (363, 419)
    for row in range(6):
        line = [cell.bounds for cell in cells[7 * row : 7 * row + 7]]
        assert [box[2] for box in line[:-1]] == [box[0] for box in line[1:]]


def test_a_month_is_drawn_once_however_often_it_is_painted(drawings: list[Any]) -> None:
    picture = MonthPicture("SMTWTFS", DATES, BARS)
    lay_out(picture)
    first = pixels(picture)
    assert first.any()
    for _ in range(10):
        assert (pixels(picture) == first).all()
    elsewhere = MonthPicture("SMTWTFS", DATES, BARS)
    lay_out(elsewhere, 33, 41)
    assert (pixels(elsewhere, 33, 41) == first).all()
    assert len(drawings) == 1


@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("apart", [True, False])
def test_bars_leave_the_mark_of_today_whole_if_told_to(apart: bool, scale: float) -> None:
    bare, full = (MonthPicture("SMTWTFS", DATES, bars, apart=apart) for bars in ([], BARS[:1]))
    for each in (bare, full):
        lay_out(each, font_scale=scale)
    left, top, right, _ = bare.cell(9)
    bottom = top + int((1 - 0.35 + 0.8) * 14 * scale)
    mark = np.s_[top:bottom, left:right]
    assert (pixels(bare)[mark] == pixels(full)[mark]).all() == apart


@pytest.mark.parametrize(
    "change",
    [
        {"bars": BARS[:1]},
        {"days": DATES[1:] + DATES[:1]},
        {"letters": "MTWTFSS"},
        {"weeks": range(6)},
        {"lines": True},
        {"apart": True},
        {"weekday": 3},
        {"color": "error"},
        {"padding": 4},
        {"theme": MATERIAL_DARK},
        {"font_scale": 1.3},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_month_that_looks_otherwise_is_drawn_anew(change: dict[str, Any]) -> None:
    look = {name: change.pop(name) for name in ("theme", "font_scale") if name in change}
    options: dict[str, Any] = {"letters": "SMTWTFS", "days": DATES, "bars": BARS}
    before, after = MonthPicture(**options), MonthPicture(**options | change)
    lay_out(before)
    lay_out(after, **look)
    assert (pixels(before) != pixels(after)).any()
    assert before.appearance() != after.appearance()
    if look:  # the same view, where theme or font size change under it
        lay_out(before, **look)
        assert (pixels(before) == pixels(after)).all()
