"""Texts that pages put on the phone's clipboard, if the user has just acted."""
# ruff: noqa: E501  (scripts of pages)

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from android_gym.simulator.web import reports
from android_gym.simulator.web.inputs import Response

WORDS = """<p id=words>one two</p><input id=field value=typed><p><button onclick="SCRIPT">Go</button>
<p id=out>out</p>"""
TELL = "const tell = (text) => { document.getElementById('out').textContent = text };"


@pytest.fixture
def tapped(open_page: Callable[..., Any]) -> Callable[..., Any]:
    """Return a page on which a button with a script was tapped."""

    def tap(script: str, wait_ms: int = 0, before: str = "") -> Any:
        page = open_page(WORDS.replace("SCRIPT", script) + f"<script>{TELL}{before}</script>")
        page.tap_on("Go")
        page.wait(wait_ms or 1)
        return page

    return tap


def copied(page: Any) -> list[str]:
    return [event.text for event in page.told(reports.Copied)]


def said(page: Any) -> str:
    (words,) = page.node("out").children
    return str(words.text)


@pytest.mark.parametrize(
    "script",
    [
        "navigator.clipboard.writeText('one two').then(() => tell('done'))",
        "navigator.clipboard.write([new ClipboardItem({'text/plain': new Blob(['one two'], {type: 'text/plain'})})]).then(() => tell('done'))",
        "getSelection().selectAllChildren(words); tell(document.execCommand('copy') ? 'done' : 'no')",
        "words.contentEditable = true; words.focus(); getSelection().selectAllChildren(words); tell(document.execCommand('cut') && !words.textContent ? 'done' : 'no')",
        "field.value = 'one two'; field.select(); tell(document.execCommand('Copy') ? 'done' : 'no')",
    ],
)
def test_a_page_copies_a_text(tapped: Callable[..., Any], script: str) -> None:
    page = tapped(script)
    assert copied(page) == ["one two"]
    assert said(page) == "done"


def test_a_page_replaces_what_is_copied(tapped: Callable[..., Any]) -> None:
    own = (
        "document.addEventListener('copy', (event) => {"
        " event.clipboardData.setData('text/html', '<b>own</b>');"
        " event.clipboardData.setData('text/plain', 'own');"
        " event.preventDefault(); })"
    )
    page = tapped("getSelection().selectAllChildren(words); document.execCommand('copy')", 0, own)
    assert copied(page) == ["own"]


def test_without_a_selection_nothing_is_copied(tapped: Callable[..., Any]) -> None:
    assert copied(tapped("getSelection().removeAllRanges(); document.execCommand('copy')")) == []


@pytest.mark.parametrize(
    "script",
    [
        "navigator.clipboard.writeText('x').then(() => tell('done'), (error) => tell(error.name))",
        "navigator.clipboard.write([]).then(() => tell('done'), (error) => tell(error.name))",
        "getSelection().selectAllChildren(words); tell(document.execCommand('copy') ? 'done' : 'NotAllowedError')",
    ],
)
def test_a_page_copies_nothing_later_than_five_seconds(
    tapped: Callable[..., Any], script: str
) -> None:
    in_time = tapped(f"setTimeout(() => {{ {script} }}, 4900)", 6000)
    assert said(in_time) == "done"
    late = tapped(f"setTimeout(() => {{ {script} }}, 5100)", 6000)
    assert copied(late) == []
    assert said(late) == "NotAllowedError"


def test_a_page_that_was_not_touched_copies_nothing(open_page: Callable[..., Any]) -> None:
    page = open_page(
        f"<p id=out><script>{TELL} navigator.clipboard.writeText('x').catch((error) => tell(error.message))</script>"
    )
    assert copied(page) == []
    assert "Write permission denied" in said(page)


def test_a_frame_of_another_origin_copies_nothing(open_page: Callable[..., Any]) -> None:
    script = "navigator.clipboard.writeText('x').then(() => out.append('done'), (error) => out.append(error.name))"
    inner = f'<button onclick="{script}">Go</button><p id=out>'
    page = open_page(
        "<iframe sandbox='allow-scripts allow-same-origin' src=inner.html></iframe>"
        "<iframe sandbox=allow-scripts src=inner.html></iframe>",
        {"file:///sdcard/Download/inner.html": Response(inner.encode())},
    )
    for button in [node for node in page.nodes() if node.text == "Go"]:
        left, top, right, bottom = button.bounds
        page.tap((left + right) / 2, (top + bottom) / 2)
        page.wait(1)
    texts = [node.text for node in page.nodes() if node.text in ("done", "NotAllowedError")]
    assert texts == ["done", "NotAllowedError"]
    assert copied(page) == ["x"]


def test_what_it_may_is_told(tapped: Callable[..., Any]) -> None:
    asks = "navigator.permissions.query({name: 'clipboard-write'}).then((status) => tell(status.state))"
    assert said(tapped(asks)) == "granted"
    reads = "navigator.clipboard.readText().catch((error) => tell(error.name))"
    assert said(tapped(reads)) == "NotAllowedError"


def test_a_long_text_is_cut(tapped: Callable[..., Any]) -> None:
    page = tapped("navigator.clipboard.writeText('x'.repeat(30000))")
    assert [len(text) for text in copied(page)] == [20_000]


def test_it_is_on_the_phones_clipboard(phone: Any) -> None:
    phone.open(WORDS.replace("SCRIPT", "navigator.clipboard.writeText('from the page')"))
    phone.tap_on("Go")
    assert phone.system.clipboard.text == "from the page"
    assert phone.system.clipboard.clip.source == phone.app.context.package
