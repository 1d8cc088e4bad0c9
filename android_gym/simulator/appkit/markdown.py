"""Markdown as views: CommonMark with tables, task lists and URLs, in the style of an app."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FlowLayout, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import CheckBox, Divider, TextView

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.tree import SyntaxTreeNode

__all__ = ["LONGEST", "Look", "Renderer", "Run"]

OpenLink = Callable[[str], object]

LONGEST = 2_000
"""Longer paragraphs stay plain, since parsing a hostile one takes quadratic time."""

MOST = 64_000
"""Most characters of a document that are parsed; the rest is shown as plain text."""

LOOKS = {"strong": "bold", "em": "italic", "s": "strike", "link": "link"}
"""Fields of `Run` by kind of node."""

TASK = re.compile(r"\[([ xX])\]\s+")
URL = re.compile(r"(https?://\S+)")


@dataclass(frozen=True)
class Look:
    """The style of an app's pages; sizes are dp, or sp for text.

    Attributes:
        size: Text size.
        headings: Text sizes of the six heading levels.
        line_height: Distance between lines; None for the font's own.
        text: Text colour.
        link: Colour of links.
        code: Background colour of code.
        rule: Colour of lines.
        breaks: Whether line breaks of the source are kept, each line being a view of its own.
        lists: Class name of list items for accessibility services; None for the default.
        letter_spacing: In ems; None for the theme's.
    """

    size: float = 16.0
    headings: tuple[float, ...] = (28.0, 22.0, 18.0, 16.0, 14.0, 13.0)
    line_height: float | None = None
    text: str = "text_primary"
    link: str = "#4183C4"
    code: str = "strip"
    rule: str = "divider"
    breaks: bool = False
    lists: str | None = None
    letter_spacing: float | None = None


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.core.ruler.at("inline", _parse_inline)
    return parser


@lru_cache(maxsize=4)
def _parse(text: str) -> SyntaxTreeNode:
    """Parse a document; cached, as a screen is rebuilt whenever anything on it changes."""
    from markdown_it.tree import SyntaxTreeNode

    return SyntaxTreeNode(_parser().parse(text))


def _parse_inline(state: StateCore) -> None:
    """Parse the text of each block, like the parser's own rule, unless it is too long."""
    from markdown_it.token import Token

    for token in state.tokens:
        if token.type != "inline":
            continue
        token.children = []
        if len(token.content) > LONGEST:
            token.children.append(Token("text", "", 0, content=token.content))
        else:
            state.md.inline.parse(token.content, state.md, state.env, token.children)


class Run(NamedTuple):
    """A piece of text with one style.

    Attributes:
        text: The text.
        bold: Whether it is strong emphasis.
        italic: Whether it is emphasis.
        strike: Whether it is struck through.
        code: Whether it is code.
        link: Target of its link; empty for none.
        image: Source of an image that the text describes; empty for none.
    """

    text: str
    bold: bool = False
    italic: bool = False
    strike: bool = False
    code: bool = False
    link: str = ""
    image: str = ""


class Paragraph(FlowLayout):
    """Words of mixed styles, which accessibility services read as one text."""

    IMPORTANT = True
    plain: str = ""

    def accessibility_text(self) -> str | None:
        """Return the text of the whole paragraph."""
        return self.plain


@dataclass(frozen=True)
class _Piece:
    """A part of a page that is built separately: a block, a list item, plain text."""

    node: SyntaxTreeNode | None
    label: str = ""
    plain: str = ""


class Renderer:
    """Renderer of documents as views.

    Args:
        open_link: Called with the target of a tapped link.
        look: The style.
        on_check: Called with the line (from 0) of a task whose box is tapped; None if boxes can't
            be tapped.
        picture: Returns a view for the source of an image; None, or a result of None, shows its
            text.
    """

    def __init__(
        self,
        open_link: OpenLink,
        look: Look | None = None,
        *,
        on_check: Callable[[int], object] | None = None,
        picture: Callable[[str], View | None] | None = None,
    ) -> None:
        self.open_link = open_link
        self.look = look or Look()
        self.on_check = on_check
        self.picture = picture

    def page(self, text: str) -> list[View]:
        """Return the views of a whole document."""
        return list(self._blocks(_parse(text).children, 0))

    def pieces(self, text: str) -> tuple[int, Callable[[int], View]]:
        """Return the number of a document's parts, and a function that builds one of them."""
        parts = _parts(text)
        return len(parts), lambda index: self._piece(parts[index])

    def _piece(self, part: _Piece) -> View:
        # A page is read from the left, whatever the direction of the app.
        if part.node is None:
            line = self.line([Run(part.plain)])
            return wide_column(line, padding=(0, 2), layout_direction="ltr")
        if part.label:
            item = self._item(part.node, part.label, 0)
            return wide_column(*item, class_name=self.look.lists, layout_direction="ltr")
        return wide_column(*self._block(part.node, 0), layout_direction="ltr")

    # -- blocks

    def _blocks(self, nodes: Iterable[SyntaxTreeNode], depth: int) -> Iterator[View]:
        for node in nodes:
            yield from self._block(node, depth)

    def _block(self, node: SyntaxTreeNode, depth: int) -> Iterator[View]:
        """Render a block that is inside `depth` lists."""
        look = self.look
        match node.type:
            case "heading":
                view = self._text(node, look.headings[int(node.tag[1]) - 1], 700)
                view.margin = (0, 12, 0, 4)
                yield view
                if node.tag in ("h1", "h2"):
                    yield Divider(width=MATCH, color=look.rule, margin=(0, 0, 0, 8))
            case "hr":
                yield Divider(width=MATCH, color=look.rule, thickness=2, margin=(0, 12))
            case "fence" | "code_block":
                yield TextView(
                    node.content.removesuffix("\n"),
                    size=14,
                    font="mono",
                    width=MATCH,
                    padding=10,
                    margin=(0, 6),
                    background=Rounded(look.code, 4),
                )
            case "bullet_list" | "ordered_list":
                for label, item in _items(node):
                    yield from self._item(item, label, depth)
            case "blockquote":
                body = wide_column(*self._blocks(node.children, 0), padding=(16, 0, 0, 0))
                yield wide_row(View(width=4, height=28, background=look.rule), body)
            case "table":
                yield self.table(
                    [
                        [
                            self.line(_runs_of(cell), 14, 700 if cell.tag == "th" else 400)
                            for cell in line.children
                        ]
                        for part in node.children
                        for line in part.children
                    ]
                )
            case "paragraph":
                yield from self._paragraph(node, depth)

    def _paragraph(self, node: SyntaxTreeNode, depth: int) -> Iterator[View]:
        runs = list(_runs_of(node, breaks=self.look.breaks))
        lines = _split(runs) if self.look.breaks else [runs]
        for number, runs in enumerate(lines):
            view = self._picture(runs) or self.line(runs)
            above, below = 0 if number else 6, 6 if number == len(lines) - 1 else 0
            view.margin = (16 * depth, above, 0, below)
            yield view

    def _picture(self, runs: Sequence[Run]) -> View | None:
        """Return the view of an image that is alone on a line; None for any other line."""
        found = [run for run in runs if run.image or run.text.strip()]
        if self.picture is None or len(found) != 1 or not found[0].image:
            return None
        return self.picture(found[0].image)

    def _item(self, item: SyntaxTreeNode, label: str, depth: int) -> Iterator[View]:
        """Render a list item; one that starts with a box in brackets gets a check box."""
        blocks = item.children
        runs: list[Run] = []
        if blocks and blocks[0].type == "paragraph":
            runs, blocks = list(_runs_of(blocks[0], breaks=self.look.breaks)), blocks[1:]
        task = TASK.match(runs[0].text) if runs else None
        height = self.look.line_height
        mark: View = TextView(
            label, size=16, line_height=height, color=self.look.text, width=24, align="end"
        )
        if task is not None:
            runs[0] = runs[0]._replace(text=runs[0].text[task.end() :])
            tap = self._check(item)
            mark = CheckBox(
                checked=task[1] != " ",
                enabled=tap is not None,
                on_checked_change=tap,
                min_height=0,
                min_width=0,
            )
        if self.look.breaks:
            mark.gravity = "top"  # beside the first of several lines
        lines = _split(runs) if self.look.breaks else [runs]
        texts = [self.line(each) for each in lines]
        body = texts[0] if len(texts) == 1 else wide_column(*texts)
        body.width, body.weight, body.margin = 0, 1.0, (8, 0, 0, 0)
        yield wide_row(mark, body, padding=(8 + 16 * depth, 2, 0, 2))
        yield from self._blocks(blocks, depth + 1)

    def _check(self, item: SyntaxTreeNode) -> Callable[[bool], None] | None:
        """Return the action of a tap on a task's box."""
        check, lines = self.on_check, item.map
        if check is None or not lines:
            return None

        def act(_: bool) -> None:
            check(lines[0])

        return act

    def table(self, rows: Sequence[Sequence[View]]) -> View:
        """Return a table of cells, whose first line is the heading."""
        lines: list[View] = []
        for number, cells in enumerate(rows):
            for cell in cells:
                cell.width, cell.weight, cell.padding = 0, 1.0, (8, 6)
            lines.append(wide_row(*cells, background=None if number else self.look.code))
            lines.append(Divider(width=MATCH, color=self.look.rule))
        return wide_column(*lines, margin=(0, 8), class_name="android.widget.GridView")

    # -- text

    def _text(self, block: SyntaxTreeNode, size: float, weight: int = 400) -> View:
        return self.line(_runs_of(block), size, weight)

    def line(self, found: Iterable[Run], size: float | None = None, weight: int = 400) -> View:
        """Return the view of a text; with mixed styles each word is a view."""
        look = self.look
        runs, size = list(found), look.size if size is None else size
        height = look.line_height if size == look.size else None
        plain = "".join(run.text for run in runs)
        if all(run._replace(image="") == Run(run.text) for run in runs):
            return TextView(
                plain,
                size=size,
                weight_font=weight,
                color=look.text,
                line_height=height,
                letter_spacing=look.letter_spacing,
                width=MATCH,
            )
        words = [
            TextView(
                word,
                size=size,
                weight_font=700 if run.bold else weight,
                italic=run.italic,
                font="mono" if run.code else "roboto",
                strike=run.strike,
                underline=bool(run.link),
                color=look.link if run.link else look.text,
                background=Rounded(look.code, 3) if run.code else None,
                line_height=height,
                letter_spacing=look.letter_spacing,
                # The first word of a link stands for all of it.
                text_description=run.text if run.link else None,
                important_for_accessibility="no" if number or not run.link else "yes",
                on_click=partial(self.open_link, run.link) if run.link else None,
            )
            for run in runs
            for number, word in enumerate(_words(run.text))
        ]
        paragraph = Paragraph(words, width=MATCH, spacing=(0, 0))
        paragraph.plain = plain
        return paragraph


def _words(text: str) -> list[str]:
    """Split a text into words with a space after them."""
    parts = re.findall(r"\S+\s*|\s+", text)
    return [part.rstrip() + ("\u00a0" if part[-1:].isspace() else "") for part in parts]


def _items(node: SyntaxTreeNode) -> Iterator[tuple[str, SyntaxTreeNode]]:
    """Yield the items of a list with their bullets or numbers."""
    start = int(node.attrs.get("start", 1))
    for number, item in enumerate(node.children, start):
        yield ("\u2022" if node.type == "bullet_list" else f"{number}."), item


@lru_cache(maxsize=4)
def _parts(text: str) -> list[_Piece]:
    """Split a document into the parts of its page; cached, like the parsed document."""
    if len(text) <= MOST:
        return _pieces(_parse(text))
    end = text.rfind("\n", 0, MOST) + 1 or MOST
    return _pieces(_parse(text[:end])) + _lines(text[end:])


def _lines(text: str) -> list[_Piece]:
    """Split plain text into lines, and long lines into pieces."""
    return [
        _Piece(None, plain=line[at : at + LONGEST])
        for line in text.split("\n")
        for at in range(0, len(line), LONGEST)
    ]


def _pieces(root: SyntaxTreeNode) -> list[_Piece]:
    """Split a page into short parts, except for tables and long list items."""
    found: list[_Piece] = []
    for node in root.children:
        if node.type in ("bullet_list", "ordered_list"):
            found += [_Piece(item, label) for label, item in _items(node)]
            continue
        content = node.children[0].content if node.type == "paragraph" else ""
        if len(content) <= LONGEST:
            found.append(_Piece(node))
            continue
        found += _lines(content)
    return found


def _split(runs: Sequence[Run]) -> list[list[Run]]:
    """Split runs into lines."""
    lines: list[list[Run]] = [[]]
    for run in runs:
        for number, text in enumerate(run.text.split("\n")):
            if number:
                lines.append([])
            if text:
                lines[-1].append(run._replace(text=text))
    return [line for line in lines if line] or [[]]


def _runs_of(block: SyntaxTreeNode, *, breaks: bool = False) -> Iterator[Run]:
    for inline in block.children:
        yield from _runs(inline.children, Run(""), "\n" if breaks else " ")


def _runs(nodes: Iterable[SyntaxTreeNode], look: Run, line_feed: str) -> Iterator[Run]:
    """Yield the styled pieces of text in a block; `look` is the surrounding style."""
    for node in nodes:
        match node.type:
            case "text" if not look.link:
                for number, part in enumerate(URL.split(node.content)):
                    if part:
                        yield look._replace(text=part, link=part if number % 2 else "")
            case "text":
                yield look._replace(text=node.content)
            case "code_inline":
                yield look._replace(text=node.content, code=True)
            case "image":
                words = "".join(run.text for run in _runs(node.children, Run(""), line_feed))
                yield look._replace(text=words, image=str(node.attrs.get("src", "")))
            case "softbreak" | "hardbreak":
                yield look._replace(text=line_feed)
            case kind:
                change: dict[str, Any] = {LOOKS[kind]: node.attrs.get("href", True)}
                yield from _runs(node.children, look._replace(**change), line_feed)
