"""Pages with an inbox."""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.task_suite.demonstrations.script import Steps
from android_gym.task_suite.miniwob.demonstrations.page import Page, Place, box_of, script

__all__ = ["SCRIPTS", "Wish", "wish_of"]

_SEND: Final = Place(148, 62)
_SIGNS: Final = {"star": 124.0, "trash": 138.0}
"""Middles of a message's signs from the left, in pixels of the page."""

_SIGN_DOWN: Final = 11
"""From the top of a sender's name to the middle of its signs, in pixels of the page."""

_RECIPIENT: Final = (
    r"\b(?:to|forward|send|give|text|show|let|cc)\s+(?:to\s+)?{name}\b(?!')",
    r"^{name} (?:wants|is waiting|needs|must|should|would|has to)\b",
    r"\bwith {name}\b",
    r"\b(?:to|in) {name}'s (?:email|inbox)\b",
)
"""Patterns around the name that a message is to be sent on to."""

_SENDER: Final = (
    r"\b(?:from|by|of)\s+{name}\b",
    r"\b{name}'?s\b",
    r"\b{name} (?:sent|wrote|just|wants his|has sent|emailed)\b",
)
"""Patterns around the name of a message's sender."""


class Wish(NamedTuple):
    """A task with a message.

    Attributes:
        action: What.
        sender: Whom it is from.
        text: What to reply, or whom to send it on to; empty for the others.
    """

    action: Literal["reply", "forward", "trash", "star"]
    sender: str
    text: str = ""


def wish_of(utterance: str, senders: frozenset[str]) -> Wish | None:
    """Read what is to be done.

    Args:
        utterance: The instruction, in anybody's words.
        senders: Names that have been seen in the inbox.

    Returns:
        None if it names none of them, or only one where two are needed.
    """
    quoted = re.search(r'"[\s"]*(.*?)[\s"]*"', utterance)
    bare = re.sub(r'".*"', "", utterance)
    named = [name for name in sorted(senders) if re.search(rf"{re.escape(name)}s?\b", bare)]
    if quoted is not None:
        return Wish("reply", named[0], quoted[1]) if named else None
    plain = re.search(r"email by ([\w-]+) and forward that email to ([\w-]+)\.", utterance)
    if plain is not None:
        return Wish("forward", plain[1], plain[2]) if plain[1] in senders else None
    if re.search(r"\b(?:deleted?|trash|rid|remove|recycling|away|out of|don't want)\b", bare, re.I):
        return Wish("trash", named[0]) if named else None
    if re.search(r"\bim\w*po?rt?\w*nt|\bmark|\bstar\b|\bflag|\bfind the email\b", bare, re.I):
        if len(named) < 2 and not re.search(r"\b(?:send|forward)\b", bare, re.I):
            return Wish("star", named[0]) if named else None
    if len(named) < 2:
        return None
    score = {
        name: _matches(_SENDER, name, bare) - _matches(_RECIPIENT, name, bare) for name in named
    }
    sender, recipient = max(named, key=score.__getitem__), min(named, key=score.__getitem__)
    return Wish("forward", sender, recipient)


def _matches(patterns: tuple[str, ...], name: str, text: str) -> int:
    found = (re.search(p.format(name=re.escape(name)), text, re.I) for p in patterns)
    return sum(match is not None for match in found)


def _inbox(page: Page) -> BoundingBox:
    """Return where the messages are."""
    return next((box_of(e) for e in page.items if e.is_scrollable), _whole(page))


def _whole(page: Page) -> BoundingBox:
    left, top = page.on_screen(Place(2, 52))
    right, bottom = page.on_screen(Place(157, 202))
    return BoundingBox(left, right, top, bottom)


def _names(page: Page) -> dict[str, UIElement]:
    """Return what is written in one word, which all senders are, by what it says."""
    words = (e for e in page.items if re.fullmatch(r"[A-Z][\w-]+", (e.text or "").strip()))
    return {(e.text or "").strip(): e for e in reversed([*words])}


def _read(page: Page) -> Steps:
    """Scroll until the wish is understood, carry it out."""
    seen: set[str] = set()
    wish = None
    area = _inbox(page)
    for _ in range(8):
        before = len(seen)
        seen |= _names(page).keys()
        wish = wish_of(page.utterance, frozenset(seen))
        if wish is not None or len(seen) == before:
            break
        yield from page.swipe_inside(area)
    if wish is None:
        raise page.stuck(f"it can't be understood; the inbox has {sorted(seen)}")
    yield from _find(page, wish.sender, area)
    if wish.action in _SIGNS:
        yield from _tap_sign(page, wish, area)
        return
    yield from page.tap(_names(page)[wish.sender])
    yield from _answer(page, wish)


def _find(page: Page, sender: str, area: BoundingBox) -> Steps:
    """Scroll until a sender can be seen, back to the top first where it has gone by."""
    for down in (False, True):
        for _ in range(6):
            if sender in _names(page):
                return
            yield from page.swipe_inside(area, down=down)


def _tap_sign(page: Page, wish: Wish, area: BoundingBox) -> Steps:
    row = box_of(_names(page)[wish.sender])
    y = row.y_max - (12 - _SIGN_DOWN) * page.scale
    if y > area.y_max - 4 * page.scale:
        yield from page.swipe_inside(area, share=0.3)
        row = box_of(_names(page)[wish.sender])
        y = row.y_max - (12 - _SIGN_DOWN) * page.scale
    x, _ = page.on_screen(Place(_SIGNS[wish.action], 0))
    yield from page.tap_at(x, y)


def _answer(page: Page, wish: Wish) -> Steps:
    name = "Reply" if wish.action == "reply" else "Forward"
    if not page.texts(name):
        yield from page.swipe_inside(_whole(page))
    yield from page.tap(page.text(name))
    yield from page.fill(page.fields[0], wish.text)
    yield from page.tap_place(_SEND)


SCRIPTS = {
    name: script(_read)
    for name in (
        "email-inbox",
        "email-inbox-delete",
        "email-inbox-forward",
        "email-inbox-forward-nl",
        "email-inbox-forward-nl-turk",
        "email-inbox-important",
        "email-inbox-nl-turk",
        "email-inbox-noscroll",
        "email-inbox-reply",
        "email-inbox-star-reply",
    )
}
"""Scripts by the names of pages."""
