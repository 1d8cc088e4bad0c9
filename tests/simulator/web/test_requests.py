"""An app's own files come from files that its pages know nothing of."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from android_gym.simulator.ui.fonts import font_files
from android_gym.simulator.web.browser import Browser, shared_browser
from android_gym.simulator.web.cdp import Command, Json, Session
from android_gym.simulator.web.inputs import Opened, Response, Script, Served, Touch
from android_gym.simulator.web.page import Page
from android_gym.simulator.web.reports import ConsoleMessage

URL = "file:///android_asset/page.html"

PAGE = """<body><p id=told></p><link rel=stylesheet href=look.css><img id=dot src=dot.png>
<script src=library.js></script><script src=broken.js></script><script>
addEventListener('load', () => {
  console.log(getComputedStyle(told, '::before').content, dot.naturalWidth, greek);
  for (const entry of performance.getEntriesByType('resource')) {
    const { name, initiatorType, encodedBodySize, decodedBodySize } = entry.toJSON();
    console.log(name, initiatorType, encodedBodySize, decodedBodySize, entry.responseStatus);
  }
  for (const sheet of document.styleSheets) {
    try { console.log(sheet.href, sheet.cssRules.length) } catch (e) { console.log(e.name) }
  }
  const drawn = document.createElement('canvas').getContext('2d');
  drawn.drawImage(dot, 0, 0);
  try { drawn.getImageData(0, 0, 1, 1); console.log('read') } catch (e) { console.log(e.name) }
});
</script>"""

LIBRARY = """console.log(document.currentScript.src, new Error('here').stack);
const greek = 'π'; addEventListener('error', (e) => console.log(e.message, e.filename, e.lineno));
import('./none.js').catch((e) => console.log(e.message));"""

DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)

FILES = {
    "page.html": Response(PAGE.encode(), "text/html"),  # which encoding is not said
    "look.css": Response("#told::before { content: 'Ω' }".encode(), "text/css; charset=utf-8"),
    "library.js": Response(LIBRARY.encode(), "text/javascript; charset=utf-8"),
    "broken.js": Response(b"\nnobody.knows();", "text/javascript; charset=utf-8"),
    "dot.png": Response(DOT, "image/png"),
}


def files(url: str) -> Response | None:
    return FILES.get(url.rpartition("/")[2].partition("?")[0])


def opened(url: str = URL) -> Opened:
    return Opened(url, 1, 5000, 1_697_384_040_000, "UTC", "en-US", (400, 700), 1.0)


@pytest.fixture
def from_files(browser: Browser) -> Callable[[], list[str]]:
    """Return the files that the engine has been given, by what they hold."""

    def found() -> list[str]:
        folder = shared_browser(font_files()).process.folder / "assets"
        return [path.read_text("latin-1") for path in sorted(folder.iterdir())]

    return found


def told(page: Page) -> list[str]:
    return sorted(event.text for event in page.events if isinstance(event, ConsoleMessage))


def test_a_page_sees_what_a_phone_shows_it_of_its_app_s_files(
    browser: Browser, from_files: Callable[[], list[str]]
) -> None:
    """Addresses are the phone's; to Chrome, each script or sheet is an origin of its own."""
    page = Page(shared_browser(font_files()), opened(), files)
    assert any("nobody.knows" in held for held in from_files())
    assert told(page) == [
        '"Ω" 1 π',  # the encoding is that of the answer, not of the page
        "Failed to resolve module specifier './none.js'. The base URL is about:blank because"
        " import() is called from a CORS-cross-origin script.",
        "Script error.  0",
        "SecurityError",  # the style sheet's rules
        "Uncaught Uncaught ReferenceError: nobody is not defined",
        "file:///android_asset/library.js Error: here\n"
        "    at file:///android_asset/library.js:1:41",
        "read",
    ]
    page.close()


def test_what_is_served_looks_the_same(browser: Browser) -> None:
    now = shared_browser(font_files())
    asset, served = Page(now, opened(), files), Page(now, opened())
    while served.pending:
        missing = Response(error="ERR_FILE_NOT_FOUND")
        answers = [(url, files(url) or missing) for url, _ in served.pending]
        served.apply(Served(5000, tuple(answers)))
    assert asset.nodes() == served.nodes()
    assert (asset.frame(400, 700) == served.frame(400, 700)).all()
    asset.close()
    served.close()


def test_what_a_page_asks_for_later_comes_through_the_pipe(
    browser: Browser, from_files: Callable[[], list[str]]
) -> None:
    before = from_files()
    late = "console.log('late')"
    page = Page(
        shared_browser(font_files()),
        opened(),
        lambda url: (
            Response(late.encode(), FILES["library.js"].mime) if "late" in url else files(url)
        ),
    )
    insert = (
        "document.head.append(Object.assign(document.createElement('script'), {src: 'late.js'}))"
    )
    page.apply(Script(6000, insert))
    assert "late" in told(page)
    assert not any(late in held for held in from_files() if held not in before)
    page.close()


def test_a_file_is_written_once(browser: Browser, from_files: Callable[[], list[str]]) -> None:
    now = shared_browser(font_files())
    Page(now, opened(), files).close()
    before = from_files()
    Page(now, opened(), files).close()
    assert from_files() == before
    assert len(set(before)) == len(before)


def test_they_end_with_the_browser(browser: Browser) -> None:
    now = shared_browser(font_files())
    address = now.process.asset_url(b"some content", ".css")
    assert address is not None
    path = Path(address.removeprefix("file://"))
    assert path.read_bytes() == b"some content"
    now.process.end()
    assert not path.exists()


def test_what_a_step_has_done_is_told_before_anything_arrives(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the numbers of nodes would depend on how fast a picture comes."""
    sent: list[str] = []
    send = Session.send_all

    def note(session: Session, commands: Sequence[Command]) -> list[int]:
        sent.extend(str(given.get("expression", name)) for name, given in commands)
        return send(session, commands)

    def tell(session: Session, method: str, **given: Json) -> None:
        sent.append(method)
        session._connection.send([(method, given)], session.name, session.limit, wanted=False)

    page = Page(shared_browser(font_files()), opened(), files)
    monkeypatch.setattr(Session, "send_all", note)
    monkeypatch.setattr(Session, "tell", tell)
    insert = (
        "for (let i = 0; i < 20; i++)"
        " document.body.append(Object.assign(new Image(), {src: 'dot.png?' + i}))"
    )
    page.apply(Script(6000, insert))
    assert len([node for node in page.nodes() if node.class_name.endswith("Image")]) > 1
    heard = next(index for index, text in enumerate(sent) if ".settle(" in text)
    assert "Fetch.fulfillRequest" in sent[heard:]
    assert "Fetch.fulfillRequest" not in sent[:heard]
    page.close()


def test_what_a_finger_asks_for_comes_though_nothing_else_changes(browser: Browser) -> None:
    html = (
        "<body style='height:700px' ontouchstart='Object.assign(new Image(),"
        ' {onload: () => console.log("there"), src: "dot.png"})\'>'
    )
    held = {**FILES, "page.html": Response(html.encode(), "text/html")}
    page = Page(
        shared_browser(font_files()), opened(), lambda url: held.get(url.rpartition("/")[2])
    )
    page.apply(Touch(6000, "down", 0, 50, 50))
    assert told(page) == ["there"]
    page.close()
