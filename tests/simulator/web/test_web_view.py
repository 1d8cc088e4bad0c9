"""Pages on a phone's screen."""

from __future__ import annotations

import html
import pickle
from typing import Any

import numpy as np
import pytest

from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.text_toolbar import TEXT_TOOLBAR
from android_gym.simulator.ui.web_view import WebView
from tests.simulator.web.conftest import WebPhone

EXTRA_TEXT = "android.intent.extra.TEXT"

HELLO = """<title>Hello</title><style>body{margin:0}button{display:block;width:200px;height:60px}
input{display:block;width:200px;height:40px}</style>
<h1 id=head>Success!</h1><button id=go onclick="this.textContent = 'n' + ++n">n0</button>
<input id=name placeholder=Name><script>n = 0; setTimeout(() => console.log('later'), 250)</script>
"""


class TestTree:
    def test_what_an_agent_sees(self, phone: Any) -> None:
        phone.open(HELLO)
        head, go, name = (phone.element(i) for i in ("head", "go", "name"))
        assert (head.text, head.class_name) == ("Success!", "android.view.View")
        assert (go.text, go.class_name, go.is_clickable) == ("n0", "android.widget.Button", True)
        assert (name.class_name, name.hint_text, name.is_editable) == (
            "android.widget.EditText", "Name", True,
        )  # fmt: skip
        node = next(
            e
            for e in (n for w in phone.forest().windows for n in w.tree.nodes)
            if "WebView" in e.class_name
        )
        assert node.text == "Hello"


class TestInput:
    def test_a_tap_clicks(self, phone: Any) -> None:
        phone.open(HELLO)
        before = phone.screenshot(108, 240)
        phone.tap_on("go")
        phone.tap_on("go")
        assert phone.element("go").text == "n2"
        assert not np.array_equal(before, phone.screenshot(108, 240))

    def test_a_finger_that_is_still_down_is_seen(self, phone: Any) -> None:
        page = (
            HELLO + "<script>go.addEventListener('touchstart', () => { go.textContent = 'down' })"
        )
        phone.open(page + "</script>")
        before = phone.screenshot(108, 240)
        box = phone.element("go").bbox_pixels
        phone.touch(*box.center, True)
        assert phone.element("go").text == "down"
        held = phone.screenshot(108, 240)
        assert not np.array_equal(before, held)
        assert np.array_equal(held, phone.repaint(108, 240))
        phone.touch(*box.center, False)
        assert phone.element("go").text == "n1"

    @pytest.mark.parametrize(
        ("attributes", "typed", "text"),
        [
            ("type=number", "-1.5e2a", "-1.5e2"),
            ("inputmode=numeric", "-12 ab", "-12 ab"),
            ("inputmode=decimal", "1.5.2", "1.5.2"),
            ("type=tel", "1x", "1x"),
        ],
    )
    def test_a_field_takes_what_the_page_takes(
        self, phone: Any, attributes: str, typed: str, text: str
    ) -> None:
        phone.open(f"<input id=f {attributes} style='font-size: 30px'>")
        phone.tap_on("f")
        phone.type_text(typed)
        assert phone.element("f").text == text

    def test_typing(self, phone: Any) -> None:
        phone.open(HELLO)
        phone.tap_on("name")
        assert phone.windows.input_method.shown
        phone.type_text("Ada L")
        assert phone.element("name").text == "Ada L"
        phone.press_key(67)
        assert phone.element("name").text == "Ada "

    def test_typing_in_a_frame_is_there_after_a_snapshot(self, phone: Any) -> None:
        inner = (
            "<input id=name value=Bob><a href=x id=link>link</a>"
            "<button id=go onclick=\"this.textContent = 'went'\">go</button>"
        )
        phone.open(f'<h1>Head</h1><iframe id=f srcdoc="{html.escape(inner)}"></iframe>')
        phone.tap_on("go")
        phone.tap_on("name")
        assert phone.windows.input_method.shown
        phone.type_text("by")
        name = phone.element("name")
        assert (name.text, name.is_editable) == ("Bobby", True)
        assert phone.element("went").class_name == "android.widget.Button"
        other = WebPhone()
        other.restore(pickle.loads(pickle.dumps(phone.snapshot())))
        assert other.element("name").bbox_pixels == name.bbox_pixels
        assert (other.repaint(200, 400) == phone.repaint(200, 400)).all()
        other.type_text("!")
        assert other.element("name").text == "Bobby!"
        other.host.context("com.web").drop_live()

    def test_time_passes_in_it(self, phone: Any) -> None:
        app = phone.open(HELLO)
        told = app.HEARD
        phone.advance(200)
        assert not [e for _, e in told if type(e).__name__ == "ConsoleMessage"]
        phone.advance(200)
        assert [e.text for _, e in told if type(e).__name__ == "ConsoleMessage"] == ["later"]
        assert not app.state.wakes  # nothing is due any more


class TestState:
    def test_a_snapshot_brings_the_page_back(self, phone: Any) -> None:
        phone.open(HELLO)
        phone.tap_on("go")
        phone.tap_on("name")
        phone.type_text("x")
        phone.advance(100)
        then, kept = phone.screenshot().copy(), phone.snapshot()
        elements = phone.ui_elements()
        phone.tap_on("go")
        phone.restore(kept)
        assert np.array_equal(phone.screenshot(), then) and phone.ui_elements() == elements
        phone.host.context("com.web").drop_live()
        copied = pickle.loads(pickle.dumps(kept))
        phone.restore(copied)
        assert np.array_equal(phone.repaint(), then) and phone.ui_elements() == elements


SELECTS = (
    "<style>body{margin:0;font:30px monospace}input{font:30px monospace;display:block}</style>"
    "<p id=p style='margin:100px 0 0'>one two three</p><input id=name>"
    "<input id=full value='hello new world'>"
)


def hold(phone: Any, name: str, dx: float) -> None:
    """Rest a finger so far from the left edge of an element."""
    box = phone.element(name).bbox_pixels
    x, y = box.x_min + dx, (box.y_min + box.y_max) / 2
    phone.swipe(x, y, x, y, 800)


class TestSelecting:
    def items(self, phone: Any) -> list[str]:
        """Return what the toolbar offers."""
        phone.windows.refresh()
        bars = [w for w in phone.windows.present if w.key[1][-1:] == (TEXT_TOOLBAR,)]
        found = (view.content_description for bar in bars for view in bar.root.walk())
        return [name for name in found if name]

    def item(self, phone: Any, name: str) -> None:
        (found,) = (e for e in phone.ui_elements() if e.content_description == name)
        phone.tap(*found.bbox_pixels.center)

    def test_words_of_a_page_are_copied(self, phone: Any) -> None:
        app = phone.open(SELECTS)
        before = phone.screenshot(200, 400)
        hold(phone, "one two three", 5 * 18)
        assert self.items(phone) == ["Copy", "Share", "Select all", "Web search"]
        selected = phone.screenshot(200, 400)
        assert np.array_equal(selected, phone.repaint(200, 400))
        assert not np.array_equal(before, selected)
        self.item(phone, "Copy")
        assert phone.system.clipboard.text == "two"
        assert self.items(phone) == [] and app.report().selection == ""
        phone.advance(20_000)  # what tells of the copy goes away
        assert np.array_equal(phone.screenshot(200, 400)[20:], before[20:])

    def test_a_handle_is_drawn_below_each_end(self, phone: Any) -> None:
        app = phone.open(SELECTS)
        before = phone.screenshot(400, 800)
        hold(phone, "one two three", 5 * 18)
        after, selected = phone.screenshot(400, 800), app.report().selected
        box = phone.element("one two three").bbox_pixels
        for (x, _, bottom), side in ((selected.start, -8), (selected.end, 8)):
            at = (round(box.y_min) - selected.bounds[1] + bottom + 8, x + side)
            assert abs(at[0] - box.y_max) < 30
            assert not np.array_equal(before[at], after[at])

    def test_back_ends_the_selection_first(self, phone: Any) -> None:
        app = phone.open(SELECTS)
        hold(phone, "one two three", 5 * 18)
        phone.press_key(4)
        assert self.items(phone) == [] and phone.app is app
        assert app.report().selected is None

    def test_the_toolbar_is_away_while_a_finger_moves_a_handle(self, phone: Any) -> None:
        app = phone.open(SELECTS)
        hold(phone, "one two three", 5 * 18)
        x, _, bottom = app.report().selected.end
        y = (
            bottom
            + phone.element("one two three").bbox_pixels.y_min
            - app.report().selected.start[1]
        )
        phone.touch(x, y + 10, True)
        for part in range(1, 6):
            phone.touch(x + 20 * part, y + 10, True)
            phone.advance(30)
        phone.advance(600)
        assert self.items(phone) == []
        phone.touch(x + 100, y + 10, False)
        assert app.report().selection == "two three" and "Copy" in self.items(phone)

    def test_what_is_selected_is_shared_and_searched(
        self, phone: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        app = phone.open(SELECTS)
        hold(phone, "one two three", 5 * 18)
        self.item(phone, "Select all")
        assert app.report().selection.strip() == "one two three" and "Copy" in self.items(phone)
        started: list[Intent] = []
        monkeypatch.setattr(phone.system.activities, "start", started.append)
        self.item(phone, "Share")
        assert app.report().selected is None
        hold(phone, "one two three", 5 * 18)
        self.item(phone, "Web search")
        sheet, search = started
        assert sheet.action == "android.intent.action.CHOOSER"
        sent = sheet.extra("android.intent.extra.INTENT")
        assert sent.action == "android.intent.action.SEND"
        assert sent.get_str(EXTRA_TEXT).strip() == "one two three"
        assert search.action == "android.intent.action.WEB_SEARCH"
        assert search.get_str("query").strip() == "two"

    def test_cut_and_paste_between_fields(self, phone: Any) -> None:
        phone.open(SELECTS)
        hold(phone, "full", 40)
        assert self.items(phone) == ["Cut", "Copy", "Share", "Select all", "More options"]
        assert phone.windows.keyboard_shown
        self.item(phone, "Cut")
        assert phone.element("full").text == " new world" and phone.system.clipboard.text == "hello"
        hold(phone, "name", 40)
        assert self.items(phone) == ["Paste"]
        phone.app.run_script("document.onpaste = (e) => { document.title = e.target.id }")
        self.item(phone, "Paste")
        assert phone.element("name").text == "hello" and phone.app.report().title == "name"
        assert self.items(phone) == []

    def drop(self, phone: Any) -> tuple[float, float]:
        """Return the middle of the handle below the caret, on the screen."""
        selected, box = phone.app.report().selected, phone.element("full").bbox_pixels
        assert selected is not None and selected.caret is not None and selected.resting
        x, _, bottom = selected.caret
        roots = [window.root for window in phone.windows.present]
        (view,) = (view for root in roots for view in root.walk() if isinstance(view, WebView))
        bottom += view.bounds[1]
        assert abs(bottom - box.y_max) < 12
        return x, bottom + 15

    def test_a_caret_has_a_handle_and_a_toolbar(self, phone: Any) -> None:
        app = phone.open(SELECTS)
        phone.tap_on("name")
        before = phone.screenshot(400, 800)
        phone.tap_on("full")
        x, y = self.drop(phone)
        after = phone.screenshot(400, 800)
        assert np.array_equal(after, phone.repaint(400, 800))
        blue = np.abs(after.astype(int) - before)[
            round(y) - 8 : round(y) + 8, round(x) - 8 : round(x) + 8
        ]
        assert (blue.max(axis=2) > 60).mean() > 0.7
        assert self.items(phone) == [] and phone.windows.keyboard_shown
        phone.tap(x, y)
        assert self.items(phone) == ["Select all"]
        phone.tap(x, y)
        assert self.items(phone) == []
        phone.system.clipboard.set_text("words ", source="com.web")
        phone.swipe(x, y, x - 18, y, 300)
        phone.tap(*self.drop(phone))
        assert self.items(phone) == ["Paste", "Select all"]
        start, _ = phone.windows.input_method.focused_field().selection
        self.item(phone, "Paste")
        text = "hello new world"
        assert phone.element("full").text == text[:start] + "words " + text[start:]
        assert app.report().selected is None and self.items(phone) == []

    def test_back_closes_the_toolbar_of_a_caret(self, phone: Any) -> None:
        app = phone.open(SELECTS)
        phone.tap_on("full")
        phone.tap(*self.drop(phone))
        for shown, offered in [(True, ["Select all"]), (False, ["Select all"]), (False, [])]:
            assert phone.windows.keyboard_shown == shown and self.items(phone) == offered
            assert phone.app is app
            phone.press_key(4)
        assert phone.app is not app

    def test_a_handle_alone_leaves_back_to_others(self, phone: Any) -> None:
        app = phone.open(SELECTS)
        phone.tap_on("full")
        phone.press_key(4)
        assert not phone.windows.keyboard_shown and app.report().selected.caret is not None
        phone.press_key(4)
        assert phone.app is not app

    def test_a_caret_is_part_of_a_snapshot(self, phone: Any) -> None:
        app = phone.open(SELECTS)
        phone.tap_on("full")
        phone.tap(*self.drop(phone))
        kept, picture = phone.snapshot(), phone.screenshot(200, 400)
        phone.shell("input text x")
        assert app.report().selected is None and self.items(phone) == []
        phone.restore(kept)
        assert self.items(phone) == ["Select all"]
        phone.host.context("com.web").drop_live()
        phone.restore(pickle.loads(pickle.dumps(kept)))
        assert np.array_equal(phone.screenshot(200, 400), picture)
        self.item(phone, "Select all")
        assert app.report().selection == "hello new world"

    def test_there_is_nothing_to_do(self, phone: Any) -> None:
        phone.open(SELECTS)
        hold(phone, "name", 40)
        assert self.items(phone) == [] and phone.windows.keyboard_shown

    def test_what_does_not_fit_is_behind_the_dots(self, phone: Any) -> None:
        phone.open(SELECTS)
        phone.system.clipboard.set_text("words", source="com.web")
        hold(phone, "full", 40)
        self.item(phone, "More options")
        assert self.items(phone) == ["Close overflow", "Select all", "Web search"]
        self.item(phone, "Close overflow")
        assert self.items(phone) == ["Cut", "Copy", "Paste", "Share", "More options"]
        self.item(phone, "More options")
        hold(phone, "full", 120)
        assert "Cut" in self.items(phone)

    @pytest.mark.parametrize(
        "script",
        [
            "Math.round = () => 'x'",
            "Math.round = () => 1e20",
            "Range.prototype.getBoundingClientRect = () => ({left: NaN, top: 'x', right: {}})",
            "String.prototype.replace = () => ({})",
            "Node.prototype.contains = () => true; document.caretPositionFromPoint = () => ({})",
            "Math.abs = () => NaN; Math.hypot = () => 'x'",
        ],
    )
    def test_a_page_that_tells_nonsense_of_it_harms_nobody(self, phone: Any, script: str) -> None:
        app = phone.open(SELECTS)
        box, full = (phone.element(name).bbox_pixels for name in ("one two three", "full"))
        app.run_script(script)
        x, y = box.x_min + 5 * 18, (box.y_min + box.y_max) / 2
        phone.swipe(x, y, x, y, 800)
        assert phone.app is app and phone.screenshot(200, 400).shape == (400, 200, 3)
        for x, y in [full.center, (full.center[0], full.y_max + 20)]:
            phone.tap(x, y)
            assert phone.app is app and phone.screenshot(200, 400).shape == (400, 200, 3)
        app.load("file:///sdcard/Download/page.html")
        phone.windows.refresh()
        assert phone.element("one two three").bbox_pixels == box

    def test_a_selection_is_part_of_a_snapshot(self, phone: Any) -> None:
        app = phone.open(SELECTS)
        hold(phone, "one two three", 5 * 18)
        kept, picture = phone.snapshot(), phone.screenshot(200, 400)
        self.item(phone, "Copy")
        phone.restore(kept)
        assert app.report().selection == "two" and "Copy" in self.items(phone)
        assert np.array_equal(phone.screenshot(200, 400), picture)
