"""An app's own files come from files that its pages know nothing of."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from android_gym.simulator.ui.fonts import font_files
from android_gym.simulator.web.browser import Browser, shared_browser
from android_gym.simulator.web.cdp import Command, Json, Session
from android_gym.simulator.web.inputs import (
    Advance,
    Answer,
    Opened,
    Response,
    Script,
    Served,
    Touch,
)
from android_gym.simulator.web.page import Page
from android_gym.simulator.web.reports import ConsoleMessage
from android_gym.simulator.web.requests import Requests

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


def shown(page: Page) -> list[str]:
    """Return what the buttons of a page say, in their order."""
    return [node.text for node in page.nodes() if node.class_name.endswith("Button")]


NOTE = (
    "<body><script>const note = (text) => document.body.append("
    "Object.assign(document.createElement('button'), {textContent: text}));"
    "const picture = (src, then) =>"
    " document.body.append(Object.assign(new Image(), {onload: then, src}));</script>"
)


def large(size: int) -> bytes:
    """Return a picture with a part of `size` bytes that tells nothing."""
    held = b"tEXtk\0" + b"x" * size
    return (
        DOT[:33]
        + struct.pack(">I", size + 2)
        + held
        + struct.pack(">I", zlib.crc32(held))
        + (DOT[33:])
    )


def test_large_pictures_are_not_overtaken(browser: Browser) -> None:
    held = {
        "page.html": Response(NOTE.encode(), "text/html"),
        "large.png": Response(large(4_000_000), "image/png"),
        **{f"{i}.png": Response(DOT, "image/png") for i in range(4)},
    }
    asset = Page(shared_browser(font_files()), opened(), lambda url: held[url.rpartition("/")[2]])
    served = Page(shared_browser(font_files()), opened())
    ask = "for (const name of ['large', 0, 1, 2, 3]) picture(name + '.png', () => note(name))"
    for page in (asset, served):
        serve(page, held)
        page.apply(Script(6000, ask))
        serve(page, held)
        assert shown(page) == ["large", "0", "1", "2", "3"]
        page.close()


def serve(page: Page, held: dict[str, Response]) -> int:
    """Answer what a page asks for; return how often it has asked."""
    rounds = 0
    while page.pending:
        rounds += 1
        answers = [(url, held[url.rpartition("/")[2]]) for url, _ in page.pending]
        page.apply(Served(6000, tuple(answers)))
    return rounds


def test_pictures_that_ask_for_others_all_come(browser: Browser) -> None:
    held = {"page.html": Response(NOTE.encode(), "text/html")}
    held.update((f"{i}.png", Response(DOT, "image/png")) for i in range(12))
    page = Page(shared_browser(font_files()), opened(), lambda url: held[url.rpartition("/")[2]])
    go = "const go = (i) => i < 12 && picture(i + '.png', () => { note(i); go(i + 1) }); go(0)"
    page.apply(Script(6000, go))
    assert shown(page) == [str(i) for i in range(12)]
    page.close()


def test_what_is_asked_for_together_is_served_together(browser: Browser) -> None:
    held = {f"{i}.png": Response(DOT, "image/png") for i in range(30)}
    held["page.html"] = Response(NOTE.encode(), "text/html")
    page = Page(shared_browser(font_files()), opened())
    serve(page, held)
    page.apply(Script(6000, "for (let i = 0; i < 30; i++) picture(i + '.png', () => note(i))"))
    assert serve(page, held) == 1
    assert shown(page) == [str(i) for i in range(30)]
    page.close()


def test_pictures_of_a_page_before_are_not_known(browser: Browser) -> None:
    """The engine asks at once for a picture that it has, before others that it has not."""
    held = {name: Response(DOT, "image/png") for name in ("known.png", "other.png")}
    held["page.html"] = Response(NOTE.encode(), "text/html")
    ask = "for (const name of ['other', 'known']) picture(name + '.png', () => note(name))"
    for assets in (lambda url: held[url.rpartition("/")[2]], lambda _: None):
        for script in ("picture('known.png', () => note('known'))", ask):
            page = Page(shared_browser(font_files()), opened(), assets)
            serve(page, held)
            page.apply(Script(6000, script))
            serve(page, held)
            found = shown(page)
            page.close()
        assert found == ["other", "known"]


def hear(page: Page, there: Callable[[], bool]) -> None:
    """Let a page hear what it is told until something is there."""
    while not there():
        page._session.wait(lambda: bool(page._session.events) or None, "what is told")
        page._handle()


def test_nothing_is_asked_for_behind_a_dialog(browser: Browser) -> None:
    """It would be served in vain, and asked for again and again."""
    html = NOTE + "<img src=dot.png onload='note(1)'><script src=ask.js></script>"
    ask = Response(b"alert(1)", "text/javascript")
    page = Page(shared_browser(font_files()), opened())
    page.apply(Served(5000, ((URL, Response(html.encode(), "text/html")),)))
    hear(page, lambda: len(page.pending) == 2)
    dot, script = (url for url, _ in page.pending)
    page.apply(Served(5000, ((script, ask),)))
    hear(page, lambda: page.asks)
    assert not page.pending
    page.apply(Answer(6000, -1, True))
    assert page.pending == ((dot, False),)
    page.apply(Served(6000, ((dot, FILES["dot.png"]),)))
    assert shown(page) == ["1"]
    page.close()


def test_a_frame_that_removes_another_does_not_stop_the_page(browser: Browser) -> None:
    script = "setTimeout(() => { const other = parent.document.getElementById('other');"
    script += " if (other !== frameElement) other.remove() }, 100)"
    frame = f'srcdoc="<script>{script}</script>"></iframe>'
    html = f"<iframe {frame}<iframe id=other {frame}<button>there</button>"
    page = Page(
        shared_browser(font_files()), opened(), lambda _: Response(html.encode(), "text/html")
    )
    page.apply(Advance(6000))
    page.apply(Advance(7000))
    assert shown(page) == ["there"] and not page.gone
    page.close()


def test_a_chain_without_end_ends_for_one_input(browser: Browser) -> None:
    """It goes on with the next one."""
    html = (
        "<body><script>let n = 0; const next = () => {"
        " const one = new Image(); one.onload = next; one.src = `dot.png?${++n}` };</script>"
    )
    held = {**FILES, "page.html": Response(html.encode(), "text/html")}
    page = Page(
        shared_browser(font_files()),
        opened(),
        lambda url: held.get(url.rpartition("/")[2].partition("?")[0]),
    )
    page.apply(Script(6000, "next()"))
    page.apply(Script(6000, "console.log(n)"))
    (first,) = told(page)
    assert 10 < int(first) <= 30, "some twenty times"
    page.apply(Script(6000, "console.log(n)"))
    assert int(told(page)[-1]) > int(first)
    page.close()


@pytest.mark.parametrize(
    ("mime", "answer"),
    [("application/pdf", "Fetch.failRequest"), ("text/html", "Fetch.fulfillRequest")],
)
def test_no_engine_shows_a_pdf_in_a_frame(mime: str, answer: str) -> None:
    sent: list[str] = []

    class Notes(Session):
        def __init__(self) -> None:
            pass

        def tell(self, method: str, **parameters: Json) -> None:
            sent.append(method)

    requests = Requests(Notes(), "main", lambda _: Response(b"x", mime), lambda *_: "", True)
    url = "file:///sdcard/Download/a"
    params = {
        "request": {"url": url},
        "resourceType": "Document",
        "requestId": "1",
        "frameId": "in",
    }
    requests.take(params, loaded=True)
    assert sent == [answer]


def test_a_page_whose_document_is_awaited_is_white_and_hears_of_its_size_later() -> None:
    html = "<style>body{background:red}</style>"
    page = Page(shared_browser(font_files()), opened())
    for size in ((100, 175), (200, 350)):
        assert page.frame(*size).min() == 255
    page.apply(Served(5000, ((page.opened.url, Response(html.encode())),)))
    for size in ((100, 175), (200, 350)):
        assert tuple(page.frame(*size)[10, 10, :3]) == (255, 0, 0)
    assert not page.gone
    page.close()
