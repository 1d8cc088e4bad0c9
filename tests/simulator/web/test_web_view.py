"""Pages on a phone's screen."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np

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

    def test_typing(self, phone: Any) -> None:
        phone.open(HELLO)
        phone.tap_on("name")
        assert phone.windows.input_method.shown
        phone.type_text("Ada L")
        assert phone.element("name").text == "Ada L"
        phone.press_key(67)
        assert phone.element("name").text == "Ada "

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
