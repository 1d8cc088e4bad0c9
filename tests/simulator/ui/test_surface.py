"""Surfaces: pixels, nodes and input of something else. 1 dp is 1 pixel; the screen is 400x800."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
import pytest

from android_gym.errors import OptionError, SimulatorError
from android_gym.simulator.ui.frame import Frame
from android_gym.simulator.ui.geometry import MATCH, Rect
from android_gym.simulator.ui.layouts import FrameLayout, column
from android_gym.simulator.ui.live import MAX_INPUTS, LiveCache, Log
from android_gym.simulator.ui.surface import (
    Surface,
    SurfaceContent,
    SurfaceTouch,
    VirtualField,
    VirtualNode,
)
from android_gym.simulator.ui.widgets import EditText, TextView

TOP = 49
"""Top of the content, below the status bar."""


class Page:
    """A live thing: a page with a dot that is dragged, and a field, painted by itself."""

    opened = 0

    def __init__(self, color: Any) -> None:
        Page.opened += 1
        self.color = color
        self.dot = (50, 50)
        self.text = ""
        self.cursor = 0
        self.focused = False

    def apply(self, data: Any) -> None:
        kind, *values = data
        if kind == "move":
            self.dot = (round(values[0]), round(values[1]))
        elif kind == "focus":
            self.focused = values[0]
        elif kind == "edit":
            self.text, self.cursor = values
        elif kind == "key":
            self.color = (0, 0, 255)

    def pixels(self, size: tuple[int, int]) -> np.ndarray:
        picture = np.full((size[1], size[0], 3), self.color, np.uint8)
        x, y = self.dot
        picture[y - 5 : y + 5, x - 5 : x + 5] = 255
        return picture


@dataclass(frozen=True)
class PageContent(SurfaceContent[Log]):
    """A page on a surface."""

    cache: LiveCache[Page] = field(compare=False)

    TOUCHES: ClassVar[bool] = True
    FIELD: ClassVar[Rect] = (0, 100, 200, 140)

    def initial(self) -> Log:
        return Log((200, 0, 0))

    def picture(self, state: Log, size: tuple[int, int]) -> Frame:
        return Frame(self.cache.at(state).pixels(size))

    def nodes(self, state: Log, size: tuple[int, int]) -> Sequence[VirtualNode]:
        page = self.cache.at(state)
        x, y = page.dot
        edited = VirtualField(page.text, (page.cursor, page.cursor), ime_action="search")
        return [
            VirtualNode("dot", (x - 5, y - 5, x + 5, y + 5), text=f"dot {x} {y}", clickable=True),
            VirtualNode(
                "form",
                (0, 90, 300, 200),
                children=(
                    VirtualNode("q", self.FIELD, "android.widget.EditText", field=edited),
                    VirtualNode("go", (200, 100, 300, 140), "android.widget.Button", text="Go"),
                ),
            ),
        ]

    def touch(self, state: Log, touch: SurfaceTouch, size: tuple[int, int]) -> Log:
        if touch.action == "move":
            return state.then(("move", touch.x, touch.y))
        if touch.action == "down":
            left, top, right, bottom = self.FIELD
            inside = left <= touch.x < right and top <= touch.y < bottom
            return state.then(("focus", inside))
        return state

    def key(self, state: Log, name: str) -> Log | None:
        return state.then(("key", name)) if name == "DPAD_CENTER" else None

    def focus(self, state: Log) -> tuple[str, ...] | None:
        return ("form", "q") if self.cache.at(state).focused else None

    def edit(self, state: Log, node: Any, text: str, selection: tuple[int, int]) -> Log:
        assert node == "q"
        return state.then(("edit", text, selection[1]))

    def editor_action(self, state: Log, node: Any, *, key: bool) -> Log:
        return state.then(("edit", "found", 5)).then(("focus", False))


@pytest.fixture
def cache() -> LiveCache[Page]:
    return LiveCache(Page, lambda page, data: page.apply(data))


@pytest.fixture
def paged(phone: Any, cache: LiveCache[Page]) -> Any:
    """A phone that shows a page below a field of the app's own."""
    phone.show(
        lambda page: column(
            EditText(id="native", width=MATCH, height=60),
            Surface(PageContent(cache), id="page", key="page", width=MATCH, height=MATCH),
            width=MATCH,
            height=MATCH,
        )
    )
    return phone


PAGE_TOP = TOP + 60


def pixel(phone: Any, x: int, y: int) -> tuple[int, ...]:
    return tuple(int(v) for v in phone.screenshot()[y, x])


def texts(phone: Any) -> list[str | None]:
    return [e.text for e in phone.ui_elements()]


class TestPixels:
    def test_the_frame_stands_where_the_surface_is(self, paged: Any) -> None:
        assert pixel(paged, 50, PAGE_TOP + 50) == (255, 255, 255)
        assert pixel(paged, 5, PAGE_TOP + 5) == (200, 0, 0)
        assert pixel(paged, 5, PAGE_TOP - 20) != (200, 0, 0)
        np.testing.assert_array_equal(paged.screenshot(), paged.repaint())
        np.testing.assert_array_equal(paged.screenshot(108, 240), paged.repaint(108, 240))

    def test_only_what_changed_is_painted(self, paged: Any) -> None:
        paged.screenshot()
        surface = next(v for w in paged.windows.windows() for v in w.root.walk() if v.id == "page")
        before = {(item.rect, item.key) for item in paged.windows.items()}
        paged.touch(50, PAGE_TOP + 500, True)
        paged.touch(60, PAGE_TOP + 510, True)
        after = {(item.rect, item.key) for item in paged.windows.items()}
        changed = {rect for rect, _ in after - before}
        assert 0 < len(changed) <= 6 and len(after) > 12
        assert pixel(paged, 60, PAGE_TOP + 510) == (255, 255, 255)
        np.testing.assert_array_equal(paged.screenshot(), paged.repaint())
        np.testing.assert_array_equal(paged.screenshot(108, 240), paged.repaint(108, 240))
        assert surface.size[0] == 400

    def test_looking_again_asks_nothing(self, paged: Any, cache: LiveCache[Page]) -> None:
        frame = paged.screenshot()
        revision = paged.screen_revision
        paged.advance(1000)
        assert paged.screen_revision == revision and paged.screenshot() is frame

    def test_a_frame_that_says_its_damage_equals_one_that_does_not(self) -> None:
        rng = np.random.default_rng(0)
        pixels = rng.integers(0, 255, (300, 40, 3), np.uint8)
        frame = Frame(pixels)
        changed = pixels.copy()
        changed[130:140, 3:5] += 1
        bounds = (0, 0, 40, 300)
        told = frame.updated(changed, [(3, 130, 5, 140)]).items(bounds, bounds)
        assert [i.key for i in told] == [i.key for i in Frame(changed).items(bounds, bounds)]
        same = [i.key for i in frame.items(bounds, bounds)]
        assert [i.key == key for i, key in zip(told, same, strict=True)] == [
            True, False, False, False, True
        ]  # fmt: skip
        assert frame.updated(changed[:100], []).size == (40, 100)

    @pytest.mark.parametrize("shape", [(4, 4), (4, 4, 4)])
    def test_a_frame_is_rgb(self, shape: tuple[int, ...]) -> None:
        with pytest.raises(OptionError, match="uint8 of shape"):
            Frame(np.zeros(shape, np.uint8))
        with pytest.raises(OptionError, match="float64"):
            Frame(np.zeros((4, 4, 3)))


class TestNodes:
    def test_virtual_nodes_are_elements_like_any_other(self, paged: Any) -> None:
        dot = next(e for e in paged.ui_elements() if e.text == "dot 50 50")
        box = dot.bbox_pixels
        assert (box.x_min, box.y_min) == (45, PAGE_TOP + 45) and dot.is_clickable
        field_ = [e for e in paged.ui_elements() if e.is_editable]
        assert [e.bbox_pixels.y_min for e in field_] == [TOP, PAGE_TOP + 100]
        assert "Go" in texts(paged)
        assert "dot 50 50" in paged.shell("uiautomator dump /dev/tty").stdout.decode()
        nodes = [n for w in paged.forest().windows for n in w.tree.nodes]
        assert [n.class_name for n in nodes if n.text == "Go"] == ["android.widget.Button"]

    def test_they_move_with_the_content(self, paged: Any) -> None:
        paged.touch(50, PAGE_TOP + 500, True)
        paged.touch(60, PAGE_TOP + 510, True)
        assert "dot 60 510" in texts(paged) and "dot 50 50" not in texts(paged)

    def test_those_that_stay_keep_their_views_but_for_fields(self, phone: Any) -> None:
        field_ = VirtualNode("q", (0, 50, 90, 90), field=VirtualField("same"))
        same = [
            VirtualNode("a", (0, 50, 90, 90), text="A", children=(field_,)),
            VirtualNode("b", (0, 90, 90, 99)),
        ]

        @dataclass(frozen=True)
        class Stubborn(SurfaceContent[Log]):
            """Takes what is typed, and shows what it did before."""

            def initial(self) -> Log:
                return Log(0)

            def nodes(self, state: Log, size: tuple[int, int]) -> Sequence[VirtualNode]:
                return same

            def edit(
                self, state: Log, node: Hashable, text: str, selection: tuple[int, int]
            ) -> Log:
                return state.then(text)

        phone.show(lambda page: Surface(Stubborn(), id="page", width=MATCH, height=MATCH))
        surface = next(v for v in phone.windows.windows()[0].root.walk() if v.id == "page")
        before = list(surface.children)
        before[0].children[0].set_text("other", 5)
        phone.windows.refresh()
        after = list(surface.children)
        assert after[1] is before[1]
        assert "same" in texts(phone) and "other" not in texts(phone)

    @pytest.mark.app_crashes
    def test_there_is_a_limit(self, phone: Any, app_errors: list[Any]) -> None:
        @dataclass(frozen=True)
        class Endless(SurfaceContent[tuple[()]]):
            def initial(self) -> tuple[()]:
                return ()

            def nodes(self, state: Any, size: tuple[int, int]) -> Sequence[VirtualNode]:
                return [VirtualNode(i, (0, 0, 1, 1)) for i in range(10_001)]

        phone.show(lambda page: Surface(Endless(), width=MATCH, height=MATCH))
        assert "more than 10000 nodes" in str(app_errors[0])


class TestTyping:
    def test_a_field_inside_is_typed_into(self, paged: Any) -> None:
        paged.tap(20, PAGE_TOP + 120)
        assert paged.windows.keyboard_shown
        editor = paged.windows.input_method.editor()
        assert editor is not None and editor.ime_action == "search"
        paged.type_text("héllo")
        assert "héllo" in texts(paged)
        paged.press_key(67)  # DEL
        paged.press_key(21)  # DPAD_LEFT
        paged.type_text("X")
        assert "hélXl" in texts(paged)

    def test_the_keyboards_action_goes_to_the_content(self, paged: Any) -> None:
        paged.tap(20, PAGE_TOP + 120)
        paged.press_key(66)
        assert "found" in texts(paged)
        assert not paged.windows.keyboard_shown and paged.windows.focused_field() is None

    def test_the_keyboard_goes_where_the_page_drops_the_focus(self, paged: Any) -> None:
        paged.tap(20, PAGE_TOP + 120)
        paged.tap(20, PAGE_TOP + 20)
        assert not paged.windows.keyboard_shown

    def test_the_clipboard_works_by_keys(self, paged: Any) -> None:
        paged.system.clipboard.set_text("pasted")
        paged.tap(20, PAGE_TOP + 120)
        paged.press_key(279)  # PASTE
        assert "pasted" in texts(paged)

    def test_keys_go_to_the_surface_with_the_focus(self, paged: Any) -> None:
        window = next(w for w in paged.windows.windows() if w.key[1] == "main")
        surface = next(v for v in window.root.walk() if v.id == "page")
        paged.press_key(23)  # DPAD_CENTER
        assert pixel(paged, 5, PAGE_TOP + 5) == (200, 0, 0)
        paged.windows.input_method.focus_view(window, surface)
        paged.press_key(23)
        assert pixel(paged, 5, PAGE_TOP + 5) == (0, 0, 255)


class TestState:
    def test_a_snapshot_brings_the_live_thing_back_by_replay(
        self, paged: Any, cache: LiveCache[Page]
    ) -> None:
        paged.tap(20, PAGE_TOP + 120)
        paged.type_text("one")
        kept, frame = paged.snapshot(), paged.screenshot()
        paged.type_text(" two")
        assert "one two" in texts(paged)
        opened = Page.opened
        paged.restore(kept)
        assert "one" in texts(paged) and Page.opened == opened + 1
        np.testing.assert_array_equal(paged.screenshot(), frame)
        cache.clear()
        paged.type_text("!")
        assert "one!" in texts(paged)

    def test_images_of_the_phone_hold_it(self, paged: Any) -> None:
        from android_gym.simulator.wire import images

        paged.tap(20, PAGE_TOP + 120)
        paged.type_text("kept")
        image = images.dump(paged, paged.snapshot())
        paged.type_text(" lost")
        paged.restore(images.load(paged, image))
        assert "kept" in texts(paged)

    def test_a_state_of_another_class_is_not_the_contents(self, paged: Any) -> None:
        surface = next(v for w in paged.windows.windows() for v in w.root.walk() if v.id == "page")
        surface.ui.set_offset(surface, type("Odd", (), {"state": "text", "fingers": ()})())
        assert surface.state == Log((200, 0, 0))

    def test_the_app_may_own_the_state(self, phone: Any) -> None:
        heard: list[Any] = []

        @dataclass(frozen=True)
        class Counter(SurfaceContent[tuple[int, ...]]):
            TOUCHES: ClassVar[bool] = True

            def touch(self, state: Any, touch: SurfaceTouch, size: tuple[int, int]) -> Any:
                return (state[0] + 1,) if touch.action.endswith("down") else state

        view = dict(width=MATCH, height=MATCH)
        owned = phone.state.slot("owned", (0,))

        def change(state: tuple[int, ...]) -> None:
            heard.append(state)
            owned.set(state)

        phone.show(
            lambda page: FrameLayout(
                [Surface(Counter(), owned.get(), on_change=change, **view)], **view
            )
        )
        phone.touches([(50, 400, True, 0), (90, 400, True, 1)])
        assert heard == [(1,), (2,)]

    def test_a_field_that_comes_back_is_as_the_app_has_it(
        self, phone: Any, cache: LiveCache[Page]
    ) -> None:
        """The view of a state that is there again was typed into before it was replaced."""
        owned = phone.state.slot("owned", Log((200, 0, 0)), holds=Any)
        phone.show(
            lambda page: Surface(
                PageContent(cache), owned.get(), on_change=owned.set, width=MATCH, height=MATCH
            )
        )
        phone.tap(20, TOP + 120)
        kept = owned.get()
        assert texts(phone)
        for _ in range(2):
            phone.type_text("typed")
            assert "typed" in texts(phone)
            owned.set(Log(kept.opened, kept.inputs))
            assert "typed" not in texts(phone)

    @pytest.mark.parametrize("how", ["refused", "restored", "taken back"])
    def test_what_the_app_does_not_show_is_forgotten(self, phone: Any, how: str) -> None:
        @dataclass(frozen=True)
        class Counter(SurfaceContent[int]):
            TOUCHES: ClassVar[bool] = True

            def touch(self, state: int, touch: SurfaceTouch, size: tuple[int, int]) -> int:
                return state + 1 if touch.action.endswith("down") else state

            def nodes(self, state: int, size: tuple[int, int]) -> Sequence[VirtualNode]:
                return [VirtualNode("n", (0, 0, 50, 50), text=f"count {state}")]

        counted = phone.state.slot("counted", 0)

        def change(state: int) -> None:
            if how != "refused":
                counted.set(state)

        def build(page: Any) -> Any:
            view = Surface(Counter(), counted.get(), on_change=change, width=MATCH, height=MATCH)
            return FrameLayout([view], width=MATCH, height=MATCH)

        phone.show(build)
        phone.element("count 0")
        before = phone.state.snapshot()
        phone.touches([(50, 400, True, 0)])
        if how == "restored":
            phone.state.restore(before)
        elif how == "taken back":
            phone.element("count 1")
            counted.set(0)
        else:
            phone.touches([(50, 400, False, 0)])
        phone.element("count 0")

    def test_a_content_without_a_beginning_says_so(self) -> None:
        with pytest.raises(SimulatorError, match="no initial state; give the surface one"):
            SurfaceContent[int]().initial()


class TestTouch:
    def test_movements_are_told_for_each_finger(self, phone: Any) -> None:
        heard: list[SurfaceTouch] = []

        @dataclass(frozen=True)
        class Pad(SurfaceContent[int]):
            TOUCHES: ClassVar[bool] = True

            def initial(self) -> int:
                return 0

            def touch(self, state: int, touch: SurfaceTouch, size: tuple[int, int]) -> int:
                heard.append(touch)
                return state

        phone.show(lambda page: Surface(Pad(), width=MATCH, height=MATCH))
        now = phone.system.clock.elapsed_ms()
        phone.touches([(10, 100, True, 0), (50, 100, True, 1)])
        phone.touches([(12, 100, True, 0), (50, 107, True, 1)])
        phone.touches([(12, 100, False, 0), (50, 107, False, 1)])
        assert [(t.action, t.pointer, t.x, t.y, t.dx, t.dy) for t in heard] == [
            ("down", 0, 10, 100 - TOP, 0, 0),
            ("pointer_down", 1, 50, 100 - TOP, 0, 0),
            ("move", 0, 12, 100 - TOP, 2, 0),
            ("move", 1, 50, 107 - TOP, 0, 7),
            ("pointer_up", 0, 12, 100 - TOP, 0, 0),
            ("up", 1, 50, 107 - TOP, 0, 0),
        ]
        assert {t.time_ms for t in heard} == {now}


class TestLiveCache:
    def make(self, most: int = 2) -> tuple[LiveCache[list[Any]], list[Any], list[Any]]:
        opened: list[Any] = []
        closed: list[Any] = []

        def open_(what: Any) -> list[Any]:
            opened.append(what)
            return [what]

        return LiveCache(open_, lambda t, d: t.append(d), closed.append, most), opened, closed

    def test_a_longer_log_goes_on_a_shorter_one_is_replayed(self) -> None:
        cache, opened, _ = self.make()
        log = Log("a")
        assert cache.at(log) == ["a"]
        assert cache.at(log.then(1).then(2)) == ["a", 1, 2] and opened == ["a"]
        assert cache.at(log.then(1)) == ["a", 1] and opened == ["a", "a"]
        assert cache.at(log.then(1).then(2)) == ["a", 1, 2] and opened == ["a", "a"]
        assert cache.at(log.then(9)) == ["a", 9] and opened == ["a", "a", "a"]

    def test_the_ones_used_last_are_kept(self) -> None:
        cache, opened, closed = self.make(most=2)
        for name in "abac":
            cache.at(Log(name))
        assert opened == ["a", "b", "c"] and closed == [["b"]]
        cache.clear()
        assert closed == [["b"], ["a"], ["c"]]

    def test_a_glance_leaves_those_alone_that_are_kept(self) -> None:
        events: list[Any] = []

        def opened(begun: Any) -> list[Any]:
            events.append(("open", begun))
            return [begun]

        cache = LiveCache(opened, list.append, lambda thing: events.append(("close", *thing)), 1)
        kept = Log("a", (1,))
        cache.at(kept)
        assert cache.glance(Log("a", (1,)), tuple) == ("a", 1), "an equal log, the same thing"
        assert cache.glance(Log("b", (2, 3)), tuple) == ("b", 2, 3)
        assert cache.glance(Log("a", (1, 2)), tuple) == ("a", 1, 2), "what is kept is not moved on"
        assert cache.at(kept) == ["a", 1]
        assert events == [
            ("open", "a"), ("open", "b"), ("close", "b", 2, 3), ("open", "a"), ("close", "a", 1, 2),
        ]  # fmt: skip

    def test_a_glance_that_fails_closes_what_it_has_opened(self) -> None:
        closed: list[Any] = []
        cache: LiveCache[list[Any]] = LiveCache(lambda begun: [begun], list.append, closed.append)
        with pytest.raises(ZeroDivisionError):
            cache.glance(Log("a"), lambda thing: 1 // 0)
        assert closed == [["a"]]

    def test_what_fails_half_way_is_opened_anew(self) -> None:
        opened: list[Any] = []

        def open_(what: Any) -> list[Any]:
            opened.append(what)
            return []

        def apply(thing: list[Any], data: Any) -> None:
            thing.append(data)
            if data == "bad" and len(opened) == 1:
                raise RuntimeError("engine died")

        cache: LiveCache[list[Any]] = LiveCache(open_, apply)
        log = Log("a").then(1)
        cache.at(log)
        with pytest.raises(RuntimeError):
            cache.at(log.then("bad"))
        assert cache.at(log.then("bad")) == [1, "bad"] and opened == ["a", "a"]

    def test_an_app_has_its_own_until_its_process_dies(self, phone: Any) -> None:
        page = phone.show(lambda page: TextView("a"))
        cache, _, closed = self.make()
        found = page.context.live("pages", lambda: cache)
        assert found is cache and page.context.live("pages", LiveCache) is cache
        cache.at(Log("a"))
        phone.shell("am force-stop com.sample")
        assert closed == [["a"]]
        assert page.context.live("pages", lambda: self.make()[0]) is not cache

    def test_limits(self) -> None:
        with pytest.raises(OptionError, match="at least 1"):
            LiveCache(str, lambda t, d: None, most=0)
        with pytest.raises(SimulatorError, match="Open it anew"):
            Log("a", tuple(range(MAX_INPUTS))).then(1)


def test_a_title_above_is_not_the_surfaces(phone: Any) -> None:
    """A view over a surface is touched in its place."""
    heard: list[str] = []
    phone.show(
        lambda page: FrameLayout(
            [
                Surface(
                    PageContent(LiveCache(Page, lambda p, d: p.apply(d))),
                    width=MATCH,
                    height=MATCH,
                ),
                TextView("Title", width=MATCH, height=80, on_click=lambda: heard.append("title")),
            ],
            width=MATCH,
            height=MATCH,
        )
    )
    phone.tap(200, TOP + 40)
    assert heard == ["title"]
