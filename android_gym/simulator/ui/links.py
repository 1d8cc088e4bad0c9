"""Text views whose web and mail addresses and phone numbers are links (``android:autoLink``)."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal, Unpack

from android_gym.simulator.ui.options import TextOptions
from android_gym.simulator.ui.widgets import TextView

__all__ = ["ALL_LINKS", "Link", "LinkKind", "LinkedText", "find_links"]

LinkKind = Literal["web", "email", "phone", "hashtag"]
"""Kinds of links: values of ``android:autoLink``, and hashtags, whose URL is their own text."""

ALL_LINKS: Final[tuple[LinkKind, ...]] = ("web", "email", "phone")

LONGEST: Final = 20_000
"""Number of characters that are searched for links."""

_DOMAINS: Final = (
    "com|org|net|edu|gov|mil|info|biz|io|app|dev|ai|me|tv|co|eu|us|uk|de|fr|es|it|nl|be|ch|at|li|"
    "pl|cz|dk|se|no|fi|ie|pt|gr|ru|ua|tr|in|cn|jp|kr|au|nz|ca|mx|br|ar|za|il"
)
"""Top-level domains that are recognised without a scheme; Android knows all of them."""

_HOST: Final = r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}"
_EMAIL: Final = re.compile(rf"(?<![\w.+%-])[\w.+%-]{{1,64}}@{_HOST}[a-z]{{2,24}}(?![\w@])", re.I)
_WEB: Final = re.compile(
    rf"(?<![\w@./-])(?:(?:https?|ftp|rtsp)://[^\s<>\"']+"
    rf"|(?:www\.{_HOST}[a-z]{{2,24}}|{_HOST}(?:{_DOMAINS}))(?![\w@-])(?::\d{{1,5}})?(?:[/?#][^\s<>\"']*)?)",
    re.I,
)
_PHONE: Final = re.compile(r"(?<![\w.+/:-])\+?\(?\d(?:[ .()-]{0,2}\d){6,14}(?![\w:/-]|\.\d)")
_HASHTAG: Final = re.compile(r"(?<![\w#&/])#\w{1,100}")
_AFTER: Final = ".,;:!?)]}'\""
"""Punctuation that isn't part of an address when it stands at its end."""


@dataclass(frozen=True)
class Link:
    """A tappable part of a text.

    Attributes:
        start: Index of its first character.
        end: Index after its last character.
        url: Target of the link.
    """

    start: int
    end: int
    url: str


@lru_cache(maxsize=512)
def find_links(text: str, kinds: tuple[LinkKind, ...] = ALL_LINKS) -> tuple[Link, ...]:
    """Return the links in a text, in order and without overlaps.

    Follows Android's Linkify: addresses without a scheme are `http`, and numbers have to be
    dialable (with a plus, or with 7, 10 or 11 digits, as in the phone's country).
    """
    text = text[:LONGEST]
    found: list[Link] = []
    if "email" in kinds and "@" in text:
        found += (Link(*m.span(), f"mailto:{m.group()}") for m in _EMAIL.finditer(text))
    if "web" in kinds and "." in text:
        for match in _WEB.finditer(text):
            url = match.group()
            url = url[: len(url) - _trailing(url)]
            end = match.start() + len(url)
            scheme, mark, rest = url.partition("://")
            full = f"{scheme.lower()}://{rest}" if mark and "." not in scheme else f"http://{url}"
            found.append(Link(match.start(), end, full))
    if "hashtag" in kinds:
        found += (Link(*match.span(), match.group()) for match in _HASHTAG.finditer(text))
    if "phone" in kinds:
        for match in _PHONE.finditer(text):
            digits = re.sub(r"\D", "", match.group())
            plus = "+" if match.group().startswith("+") else ""
            if (len(digits) >= 8) if plus else len(digits) in (7, 10) or _national(digits):
                found.append(Link(*match.span(), f"tel:{plus}{digits}"))
    found.sort(key=lambda link: (link.start, -link.end))
    apart: list[Link] = []
    for link in found:
        if not apart or link.start >= apart[-1].end:
            apart.append(link)
    return tuple(apart)


def _national(digits: str) -> bool:
    return len(digits) == 11 and digits[0] == "1"


def _trailing(url: str) -> int:
    """Return how many trailing characters aren't part of an address."""
    end = len(url)
    while end and url[end - 1] in _AFTER:
        if url[end - 1] == ")" and url.count("(", 0, end) >= url.count(")", 0, end):
            break
        end -= 1
    return len(url) - end


class LinkedText(TextView):
    """A text view with coloured, underlined links that are opened by a tap.

    Taps beside the links click the view.

    Args:
        text: The text.
        on_link: Called with the URL of a tapped link: ``https:``, ``mailto:``, ``tel:``, or the
            hashtag.
        link_color: Colour of links; that of the text if None.
        kinds: Kinds of links to recognise.
        **common: See `TextView`.
    """

    def __init__(
        self,
        text: str,
        *,
        on_link: Callable[[str], object],
        link_color: str | None = "primary",
        kinds: tuple[LinkKind, ...] = ALL_LINKS,
        **common: Unpack[TextOptions],
    ) -> None:
        self.links = find_links(text, kinds)
        if self.links:
            common.setdefault("clickable", True)
        super().__init__(text, **common)
        self.on_link = on_link
        self.link_color = link_color

    @property
    def text_links(self) -> tuple[Link, ...]:
        """The links in the text."""
        return self.links

    def _color(self) -> int:
        return self.current_color() if self.link_color is None else self.ui.color(self.link_color)

    def appearance(self) -> Hashable | None:
        """Return text, style and links."""
        look = super().appearance()
        return (look, self.links, self._color()) if self.links else look

    def draw(self, canvas: Any) -> None:
        """Paint the text, with links coloured and underlined."""
        if not self.links or self._layout is None:
            super().draw(canvas)
            return
        from android_gym.simulator.ui.painting import paint_links

        paint_links(canvas, self._layout, *self.text_origin(), self.links, self._color())

    def link_at(self, x: float, y: float) -> Link | None:
        """Return the link at a point, in pixels of the window; None if there is none."""
        layout = self._layout
        if layout is None or not self.links:
            return None
        left, top = self.text_origin()
        for link in self.links:
            for x0, y0, x1, y1 in layout.selection_rects(link.start, link.end):
                if left + x0 <= x < left + x1 and top + y0 <= y < top + y1:
                    return link
        return None

    def tap(self, x: float, y: float) -> None:
        """Open the link under the finger, or else click the view."""
        link = self.link_at(x, y)
        if link is not None:
            self.on_link(link.url)
        else:
            self.click()
