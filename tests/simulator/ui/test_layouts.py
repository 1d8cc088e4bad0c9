"""Measure and layout: Android's rules on examples, and what holds for any tree of views."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from immutables import Map

from android_gym.simulator.state import State
from android_gym.simulator.ui.containers import DrawerLayout
from android_gym.simulator.ui.geometry import AT_MOST, EXACTLY, MATCH, UNSPECIFIED, WRAP
from android_gym.simulator.ui.layouts import (
    FlowLayout,
    FrameLayout,
    GridLayout,
    HorizontalScrollView,
    LinearLayout,
    RecyclerView,
    ScrollView,
    column,
    row,
)
from android_gym.simulator.ui.theme import MATERIAL_LIGHT
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View

WIDTH, HEIGHT = 400, 800


class Box(View):
    """A view that wants a size of its own."""

    def __init__(self, wide: int, tall: int, **common: Any) -> None:
        super().__init__(**common)
        self.wanted = (wide, tall)

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        return self.wanted


def make_ui(density: float = 1.0) -> Ui:
    state = State()
    states = state.slot("views", Map())
    focus = state.slot("focus", None)
    windows: Any = SimpleNamespace(transitions=SimpleNamespace(on=False))
    return Ui((0, "main"), "com.test", MATERIAL_LIGHT, density, 1.0, state, states, focus, windows)


def lay_out(
    view: View,
    width: int = WIDTH,
    height: int = HEIGHT,
    modes: tuple[int, int] = (EXACTLY, EXACTLY),
    density: float = 1.0,
) -> View:
    view.attach(make_ui(density), None, "main")
    view.measure(width, modes[0], height, modes[1])
    view.layout(0, 0, *view.measured)
    return view


class Counted(Box):
    """A row's child that notes how often it was laid out."""

    laid = 0
    LAYOUT_MOVES = True

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        super().layout(left, top, right, bottom)
        self.laid += 1


class Placed(Counted):
    """One whose layout depends on where it stands."""

    LAYOUT_MOVES = False


class Silent(Counted):
    """One that has a layout of its own and says nothing of it."""

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        super().layout(left, top, right, bottom)


@pytest.mark.parametrize(("kind", "again"), [(Counted, 0), (Placed, 2), (Silent, 2)])
def test_rows_that_only_move_are_not_laid_out_again(kind: type[Counted], again: int) -> None:
    inner = [kind(10, 100, margin=(5, 3, 0, 0)) for _ in range(20)]
    view: Any = lay_out(RecyclerView(20, lambda i: column(row(inner[i], padding=2), width=MATCH)))
    places, laid = [each.bounds for each in inner[:6]], [each.laid for each in inner[:6]]
    assert view.scroll(40) == 40 and view.scroll(15) == 15
    moved = [(left, top - 55, right, bottom - 55) for left, top, right, bottom in places]
    assert [each.bounds for each in inner[:6]] == moved
    assert [each.laid - before for each, before in zip(inner, laid, strict=False)] == [again] * 6


def test_rows_of_another_width_are_laid_out_again() -> None:
    inner = [Counted(10, 100, gravity="end") for _ in range(5)]
    view: Any = lay_out(RecyclerView(5, lambda i: FrameLayout([inner[i]], width=MATCH)))
    assert inner[0].bounds == (390, 0, 400, 100)
    view.measure(300, EXACTLY, HEIGHT, EXACTLY)
    view.layout(0, 0, 300, HEIGHT)
    assert inner[0].bounds == (290, 0, 300, 100)


def test_weights_share_what_the_others_leave() -> None:
    a, b, c = (Box(10, 10, width=0, weight=w) for w in (1, 2, 1))
    fixed = Box(40, 10)
    lay_out(row(a, fixed, b, c, padding=(20, 0)))
    assert [view.measured[0] for view in (a, fixed, b, c)] == [80, 40, 160, 80]
    assert [view.bounds[0] for view in (a, fixed, b, c)] == [20, 100, 140, 300]


def test_weighted_children_that_wrap_keep_their_size_and_share_the_rest() -> None:
    a, b = Box(100, 10, weight=1), Box(50, 10, weight=1)
    lay_out(row(a, b))
    assert (a.measured[0], b.measured[0]) == (225, 175)


def test_weighted_children_give_way_where_there_is_too_little_room() -> None:
    text, button = Box(500, 10, weight=1), Box(100, 10)
    lay_out(row(button, text))
    assert button.measured[0] + text.measured[0] == WIDTH


@pytest.mark.parametrize("mode", [EXACTLY, AT_MOST])
def test_weighted_children_give_way_to_those_after_them(mode: int) -> None:
    text, button, sign = Box(390, 10, weight=1), Box(100, 10), Box(20, 10)
    lay_out(row(text, button, sign), modes=(mode, AT_MOST))
    assert [v.bounds[0::2] for v in (text, button, sign)] == [(0, 280), (280, 380), (380, 400)]


def test_weighted_children_of_a_wrapping_row_take_what_they_need() -> None:
    a, b = Box(70, 10, width=0, weight=1), Box(30, 10)
    whole = lay_out(column(row(a, b, width=MATCH)), modes=(AT_MOST, AT_MOST))
    assert (a.measured[0], whole.measured[0]) == (70, 100)


def test_matching_children_of_a_wrapping_column_take_the_width_of_the_widest() -> None:
    wide, matching = Box(150, 10), Box(20, 10, width=MATCH)
    lay_out(column(wide, matching), modes=(AT_MOST, AT_MOST))
    assert matching.measured[0] == 150


def test_matching_child_of_a_wrapping_frame_covers_it() -> None:
    content, cover = Box(150, 60), Box(1, 1, width=MATCH, height=MATCH)
    frame = lay_out(FrameLayout([content, cover], padding=5), modes=(AT_MOST, AT_MOST))
    assert frame.measured == (160, 70)
    assert cover.bounds == (5, 5, 155, 65)


def test_minimum_sizes_give_way_to_the_offer() -> None:
    assert lay_out(Box(1, 1, min_width=48, min_height=900), modes=(AT_MOST, AT_MOST)).measured == (
        48,
        HEIGHT,
    )


@pytest.mark.parametrize(
    ("gravity", "place"),
    [
        (None, (0, 0)),
        ("center", (150, 380)),
        ("end|bottom", (300, 760)),
        ("center_horizontal", (150, 0)),
        ("end|center_vertical", (300, 380)),
    ],
)
def test_gravity(gravity: str | None, place: tuple[int, int]) -> None:
    child = Box(100, 40, gravity=gravity)
    lay_out(FrameLayout([child]))
    assert child.bounds[:2] == place


def test_margins_and_padding_in_a_column() -> None:
    a, b = Box(10, 10, margin=(1, 2, 3, 4)), Box(10, 20, margin=(0, 5))
    whole = lay_out(column(a, b, padding=(7, 8, 9, 10)), modes=(AT_MOST, AT_MOST))
    assert a.bounds == (8, 10, 18, 20)
    assert b.bounds == (7, 29, 17, 49)
    assert whole.measured == (30, 64)


def test_content_gravity_moves_the_whole_row() -> None:
    a, b = Box(100, 40), Box(50, 80)
    lay_out(row(a, b, content_gravity="end|center_vertical"), height=100)
    assert (a.bounds, b.bounds) == ((250, 30, 350, 70), (350, 10, 400, 90))


def test_gone_children_take_no_room_invisible_ones_do() -> None:
    a, b, c = (
        Box(10, 10, visibility=visibility) for visibility in ("gone", "invisible", "visible")
    )
    lay_out(column(a, b, c))
    assert c.bounds[1] == 10


def test_dp_are_rounded_as_android_rounds_them() -> None:
    box = Box(0, 0, width=16, height=0.1)
    lay_out(FrameLayout([box]), density=2.625)
    assert box.measured == (42, 1)


def test_flow_layout_breaks_lines() -> None:
    boxes = [Box(150, 20) for _ in range(5)]
    flow = lay_out(FlowLayout(boxes, spacing=(10, 5)), modes=(EXACTLY, AT_MOST))
    assert [box.bounds[:2] for box in boxes] == [(0, 0), (160, 0), (0, 25), (160, 25), (0, 50)]
    assert flow.measured[1] == 70


def test_grid_cells_are_equally_wide_and_lines_as_tall_as_their_tallest() -> None:
    boxes = [Box(10, 10 + 10 * i, gravity="start|top") for i in range(4)]
    lay_out(GridLayout(boxes, columns=2))
    assert [box.bounds[:2] for box in boxes] == [(0, 0), (200, 0), (0, 20), (200, 20)]


def test_scroll_view_offers_its_child_no_end_and_can_stretch_it() -> None:
    long = Box(10, 2000)
    assert lay_out(ScrollView(long)).scrollable
    assert long.measured[1] == 2000
    short = Box(10, 20)
    assert not lay_out(ScrollView(short, fill_viewport=True)).scrollable
    assert short.measured[1] == HEIGHT


@given(st.integers(0, 3000), st.lists(st.integers(-2500, 2500), max_size=8), st.sampled_from("xy"))
def test_scroll_views_stay_between_their_ends(size: int, moves: list[int], axis: str) -> None:
    if axis == "y":
        child = Box(10, size)
        view: Any = lay_out(ScrollView(child))
        room = HEIGHT
    else:
        child = Box(size, 10)
        view = lay_out(HorizontalScrollView(child))
        room = WIDTH
    at = 0
    for move in moves:
        assert view.can_scroll(move) == (at < max(0, size - room) if move > 0 else at > 0)
        moved = view.scroll(move)
        view.layout(*view.bounds)
        wanted = max(0, min(max(0, size - room), at + move))
        assert moved == wanted - at
        at = wanted
        assert child.bounds[1 if axis == "y" else 0] == -at


# --- lists -------------------------------------------------------------------------------------

lists = st.lists(st.integers(1, 700), max_size=40)
moves = st.lists(st.integers(-3000, 3000), max_size=10)


def bounds_along(view: View, axis: int) -> tuple[int, int]:
    return view.bounds[axis], view.bounds[axis + 2]


@given(lists, moves, st.booleans(), st.tuples(st.integers(0, 60), st.integers(0, 60)))
def test_lists_show_contiguous_rows_between_both_ends(
    sizes: list[int], moves: list[int], vertical: bool, padding: tuple[int, int]
) -> None:
    before, after = padding

    def build(index: int) -> View:
        return Box(10, sizes[index]) if vertical else Box(sizes[index], 10)

    view: Any = lay_out(
        RecyclerView(
            len(sizes),
            build,
            orientation="vertical" if vertical else "horizontal",
            padding=(0, before, 0, after) if vertical else (before, 0, after, 0),
        )
    )
    axis, length = (1, HEIGHT) if vertical else (0, WIDTH)
    room, total, at = length - before - after, sum(sizes), 0
    starts = [sum(sizes[:i]) for i in range(len(sizes))]
    for move in [0, *moves]:
        assert view.can_scroll(1) == (at < max(0, total - room))
        assert view.can_scroll(-1) == (at > 0)
        moved = view.scroll(move) if move else 0
        view.layout(*view.bounds)
        wanted = max(0, min(max(0, total - room), at + move))
        assert (moved != 0) == (wanted != at)
        at = wanted
        spans = [bounds_along(child, axis) for child in view.children]
        # Exactly the rows that meet the list's own bounds, where a model says they are.
        assert spans == [
            (before + start - at, before + start - at + size)
            for start, size in zip(starts, sizes, strict=True)
            if start - at < room + after and start + size - at > -before
        ]
    assert view.scrollable == (total > room)


@given(st.integers(0, 60), st.integers(1, 5), moves)
def test_grids_of_a_list_reach_both_ends(count: int, columns: int, moves: list[int]) -> None:
    view: Any = lay_out(RecyclerView(count, lambda _: Box(10, 90, width=MATCH), columns=columns))
    lines = -(-count // columns)
    at = 0
    for move in moves:
        view.scroll(move)
        at = max(0, min(max(0, lines * 90 - HEIGHT), at + move))
        view.layout(*view.bounds)
        cell = WIDTH // columns
        tops = {child.bounds[1] for child in view.children}
        assert all((top + at) % 90 == 0 for top in tops)
        assert all(child.bounds[0] % cell == 0 for child in view.children)
    view.scroll(10**6)
    view.layout(*view.bounds)
    if count:
        assert max(child.bounds[3] for child in view.children) == min(lines * 90, HEIGHT)


def test_lists_build_what_is_seen_only() -> None:
    built: list[int] = []

    def build(index: int) -> View:
        built.append(index)
        return Box(10, 100)

    view: Any = lay_out(RecyclerView(100_000, build))
    assert built == list(range(8))
    view.scroll(250)
    assert max(built) == 10


@given(moves)
def test_what_is_in_the_rows_of_a_list_goes_with_them(moves: list[int]) -> None:
    def build(index: int) -> View:
        words = column(Box(30, 20 + index % 3), Box(50, 9, gravity="end"), width=0, weight=1)
        wrapped = FlowLayout([Box(150, 10) for _ in range(4)], width=0, weight=1)
        inner = [
            words,
            FrameLayout([Box(8, 8, gravity="center")], width=40, height=MATCH),
            # Not moved as a whole: where its child stands is its own affair.
            ScrollView(Box(10, 500), start=index, height=30),
        ]
        return row(*inner, wrapped if index % 2 else None, width=MATCH, padding=(0, index % 5))

    def shown(view: View) -> list[Any]:
        return [[part.bounds for part in child.walk()] for child in view.children]

    view: Any = lay_out(RecyclerView(60, build))
    for move in moves:
        view.scroll(move)
        anew: Any = RecyclerView(60, build)
        anew.attach(view.ui, None, "main")
        anew.measure(WIDTH, EXACTLY, HEIGHT, EXACTLY)
        anew.layout(0, 0, WIDTH, HEIGHT)
        assert shown(view) == shown(anew)
        for part in view.walk():
            if isinstance(part, ScrollView):
                part.scroll(7)
                view.layout(*view.bounds)
                assert part.children[0].bounds[1] == part.bounds[1] - part._offset
                break


def test_a_wrapping_list_is_as_tall_as_its_rows() -> None:
    view = lay_out(RecyclerView([Box(1, 50) for _ in range(3)]), modes=(EXACTLY, AT_MOST))
    assert view.measured == (WIDTH, 150)
    across = RecyclerView([Box(50, 30 + i) for i in range(3)], orientation="horizontal")
    assert lay_out(across, modes=(EXACTLY, AT_MOST)).measured == (WIDTH, 32)


def test_a_list_that_got_shorter_shows_its_end() -> None:
    view: Any = lay_out(RecyclerView(100, lambda _: Box(1, 100)))
    view.scroll(5000)
    ui = view.ui
    fewer: Any = RecyclerView(10, lambda _: Box(1, 100))
    fewer.attach(ui, None, "main")
    fewer.measure(WIDTH, EXACTLY, HEIGHT, EXACTLY)
    fewer.layout(0, 0, WIDTH, HEIGHT)
    assert fewer.children[-1].bounds[3] == HEIGHT
    assert len(fewer.children) == 8


# --- any tree ----------------------------------------------------------------------------------

sizes = st.sampled_from((MATCH, WRAP))
gravities = st.sampled_from((None, "center", "end|bottom", "center_vertical"))


@st.composite
def leaves(draw: Callable[[Any], Any]) -> View:
    return Box(
        draw(st.integers(0, 900)),
        draw(st.integers(0, 900)),
        width=draw(sizes),
        height=draw(sizes),
        weight=draw(st.sampled_from((0, 0, 1, 2.5))),
        gravity=draw(gravities),
    )


@st.composite
def groups(draw: Callable[[Any], Any], inner: Any) -> View:
    common = {
        "width": draw(sizes),
        "height": draw(sizes),
        "weight": draw(st.sampled_from((0, 1))),
        "padding": draw(st.integers(0, 8)),
    }
    children = draw(st.lists(inner, max_size=4))
    kind = draw(st.sampled_from(("frame", "row", "column", "grid", "flow", "list")))
    match kind:
        case "frame":
            return FrameLayout(children, **common)
        case "row" | "column":
            orientation = "horizontal" if kind == "row" else "vertical"
            gravity = draw(gravities)
            return LinearLayout(
                children, orientation=orientation, content_gravity=gravity, **common
            )
        case "grid":
            return GridLayout(children, columns=draw(st.integers(1, 3)), **common)
        case "flow":
            return FlowLayout(children, spacing=(0, 0), **common)
    return RecyclerView(children, **common)


trees = st.recursive(leaves(), lambda inner: groups(inner), max_leaves=12)


def may_run_over(view: View) -> bool:
    """Return whether children may be longer than their room: they scroll, or share it unevenly."""
    if any(size < 2 * view.pad[0] for size in view.measured):
        return True
    if isinstance(view, LinearLayout):
        return sum(child.weight > 0 for child in view.children) > 1
    return isinstance(view, RecyclerView | FlowLayout | GridLayout)


@given(trees, st.sampled_from((EXACTLY, AT_MOST)), st.sampled_from((1.0, 2.625)))
def test_no_tree_has_negative_sizes_or_leaves_its_room(
    tree: View, mode: int, density: float
) -> None:
    lay_out(tree, modes=(mode, mode), density=density)
    assert tree.measured[0] <= WIDTH and tree.measured[1] <= HEIGHT
    for view in tree.walk():
        left, top, right, bottom = view.bounds
        assert left <= right and top <= bottom, view

        def show(v):
            return (
                type(v).__name__,
                v.width,
                v.height,
                v.weight,
                v.measured,
                v.bounds,
                [show(c) for c in v.children],
            )

        assert (right - left, bottom - top) == view.measured, show(tree)
        for child in view.children:
            if not may_run_over(view):
                assert left <= child.bounds[0] and child.bounds[2] <= max(right, child.bounds[0])
                assert top <= child.bounds[1] and child.bounds[3] <= max(bottom, child.bounds[1])


@given(trees)
def test_unbounded_offers_give_every_view_what_it_wants(tree: View) -> None:
    tree.attach(make_ui(), None, "main")
    tree.measure(0, UNSPECIFIED, 0, UNSPECIFIED)
    assert tree.measured[0] >= 0 and tree.measured[1] >= 0


@given(trees)
def test_measuring_twice_changes_nothing(tree: View) -> None:
    lay_out(tree)
    before = [view.bounds for view in tree.walk()]
    tree.measure(WIDTH, EXACTLY, HEIGHT, EXACTLY)
    tree.layout(0, 0, WIDTH, HEIGHT)
    assert [view.bounds for view in tree.walk()] == before


def test_hits_find_the_view_that_lies_on_top() -> None:
    below, above = Box(0, 0, width=MATCH, height=MATCH), Box(50, 50)
    raised = Box(20, 20, elevation=4)
    frame = lay_out(FrameLayout([raised, below, above]))
    assert frame.hit(10, 10) is raised
    assert frame.hit(30, 30) is above
    assert frame.hit(300, 300) is below
    assert frame.hit(500, 10) is None


def test_a_touch_that_no_view_takes_goes_to_what_lies_below() -> None:
    button = Box(50, 50, on_click=lambda: None)
    plain = FrameLayout([Box(40, 40)], width=MATCH, height=MATCH)
    frame = lay_out(FrameLayout([button, FrameLayout([plain], width=MATCH, height=MATCH)]))
    assert frame.hit(10, 10) is button
    assert frame.hit(60, 60) is plain


@pytest.mark.parametrize(
    "options",
    [
        {"on_click": lambda: None},
        {"on_click": lambda: None, "enabled": False},
        {"on_long_click": lambda: None},
        {"on_scale": lambda step: None},
        {"eats_touches": True},
    ],
)
def test_a_view_that_takes_touches_hides_what_lies_below(options: dict[str, Any]) -> None:
    button, label = Box(50, 50, on_click=lambda: None), Box(40, 40)
    above = FrameLayout([label], **options)
    frame = lay_out(FrameLayout([button, above]))
    assert frame.hit(10, 10) is label
    assert frame.hit(45, 45) is button


def test_a_list_hides_what_lies_below_it() -> None:
    button, rows = Box(50, 50, on_click=lambda: None), ScrollView(Box(10, 10), height=50)
    frame = lay_out(FrameLayout([button, rows]))
    assert rows in frame.hit(5, 5).ancestors()


def test_a_drawer_keeps_touches_from_what_closes_it() -> None:
    closed: list[None] = []
    heading = Box(40, 40)
    drawer = column(heading, height=MATCH)
    layout = lay_out(DrawerLayout(Box(0, 0), drawer, True, lambda: closed.append(None)))
    assert layout.hit(20, 20) is heading
    layout.hit(390, 20).click()
    assert closed


def test_paths_name_views_by_key_id_or_position() -> None:
    leaf = Box(1, 1)
    lay_out(column(row(leaf, id="line"), key="top"))
    assert leaf.path == ("top", "line", 0)
    assert leaf.parent is not None and leaf.parent.find(leaf.path) is leaf


def test_unknown_arguments_are_refused() -> None:
    with pytest.raises(TypeError, match="'widht'"):
        View(widht=3)


def test_a_view_measured_by_one_further_up_is_measured_again() -> None:
    """A list measures its rows for the widest, then itself: the rows must not stay as they were."""
    line = Box(30, 10, width=MATCH, height=48)
    middle = LinearLayout([line], orientation="vertical", width=MATCH)
    top = FrameLayout([middle], width=MATCH, height=MATCH)
    top.attach(make_ui(), None, 0)
    for _ in range(2):
        line.measure(0, UNSPECIFIED, 0, UNSPECIFIED)
        top.measure(400, EXACTLY, 800, EXACTLY)
        top.layout(0, 0, 400, 800)
        assert line.bounds == (0, 0, 400, 48)
