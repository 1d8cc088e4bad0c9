"""The view mode: a document as a page. Markdown is CommonMark with tables, task lists and URLs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.fonts import FontName
from android_gym.simulator.ui.layouts import FlowLayout, wide_column, wide_row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import CheckBox, Divider, TextView

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.tree import SyntaxTreeNode

OpenLink = Callable[[str], None]

LONGEST = 2_000
"""Longer paragraphs are plain, for the parser takes quadratic time over a hostile one."""

SIZES = {"h1": 28.0, "h2": 22.0, "h3": 18.0, "h4": 16.0, "h5": 14.0, "h6": 13.0}
LOOKS = {"strong": "bold", "em": "italic", "s": "strike", "link": "link"}
"""Field of `Run` by kind of node."""

TASK = re.compile(r"\[([ xX])\]\s+")
URL = re.compile(r"(https?://\S+)")


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.core.ruler.at("inline", _parse_inline)
    return parser


@lru_cache(maxsize=4)
def _parse(text: str) -> SyntaxTreeNode:
    """Parse a document; kept, for a screen is built again whenever anything on it changes."""
    from markdown_it.tree import SyntaxTreeNode

    return SyntaxTreeNode(_parser().parse(text))


def _parse_inline(state: StateCore) -> None:
    """Parse the text of each block, as the parser does by itself, unless it is too long."""
    from markdown_it.token import Token

    for token in state.tokens:
        if token.type != "inline":
            continue
        token.children = []
        if len(token.content) > LONGEST:
            token.children.append(Token("text", "", 0, content=token.content))
        else:
            state.md.inline.parse(token.content, state.md, state.env, token.children)


def page(text: str, kind: str, open_link: OpenLink) -> list[View]:
    """Render a document.

    Args:
        text: Its text.
        kind: Its format; anything but "markdown" is shown as it is, CSV as a table.
        open_link: Called with the target of a link that is tapped.
    """
    if kind == "csv":
        lines = [re.split("[,;|]", line.strip("|")) for line in text.splitlines() if line]
        rows = [[_line([Run(cell.strip())], open_link, 14) for cell in cells] for cells in lines]
        return [_table(rows)] if rows else []
    if kind != "markdown":
        font: FontName = "mono" if kind == "keyvalue" else "roboto"
        return [TextView(text, size=15, font=font, width=MATCH)]
    return list(_blocks(_parse(text).children, open_link, 0))


# -- blocks


def _blocks(nodes: Iterable[SyntaxTreeNode], open_link: OpenLink, depth: int) -> Iterator[View]:
    for node in nodes:
        yield from _block(node, open_link, depth)


def _block(node: SyntaxTreeNode, open_link: OpenLink, depth: int) -> Iterator[View]:
    """Render a block, `depth` lists below the page."""
    match node.type:
        case "heading":
            view = _text(node, open_link, SIZES[node.tag], 700)
            view.margin = (0, 12, 0, 4)
            yield view
            if node.tag in ("h1", "h2"):
                yield Divider(width=MATCH, margin=(0, 0, 0, 8))
        case "hr":
            yield Divider(width=MATCH, thickness=2, margin=(0, 12))
        case "fence" | "code_block":
            yield TextView(
                node.content.removesuffix("\n"),
                size=14,
                font="mono",
                width=MATCH,
                padding=10,
                margin=(0, 6),
                background=Rounded("strip", 4),
            )
        case "bullet_list" | "ordered_list":
            start = int(node.attrs.get("start", 1))
            for number, item in enumerate(node.children, start):
                label = "\u2022" if node.type == "bullet_list" else f"{number}."
                yield from _item(item, label, open_link, depth)
        case "blockquote":
            body = wide_column(*_blocks(node.children, open_link, 0), padding=(16, 0, 0, 0))
            yield wide_row(View(width=4, height=28, background="divider"), body)
        case "table":
            yield _table(
                [
                    [
                        _line(_runs_of(cell), open_link, 14, 700 if cell.tag == "th" else 400)
                        for cell in line.children
                    ]
                    for part in node.children
                    for line in part.children
                ]
            )
        case "paragraph":
            view = _text(node, open_link)
            view.margin = (16 * depth, 6, 0, 6)
            yield view


def _item(item: SyntaxTreeNode, label: str, open_link: OpenLink, depth: int) -> Iterator[View]:
    """Render an item of a list; one that begins with a box in brackets has a check box."""
    blocks = item.children
    runs: list[Run] = []
    if blocks and blocks[0].type == "paragraph":
        runs, blocks = list(_runs_of(blocks[0])), blocks[1:]
    task = TASK.match(runs[0].text) if runs else None
    mark: View = TextView(label, size=16, color="text_primary", width=24, align="end")
    if task is not None:
        runs[0] = runs[0]._replace(text=runs[0].text[task.end() :])
        mark = CheckBox(checked=task[1] != " ", enabled=False, min_height=0, min_width=0)
    body = _line(runs, open_link)
    body.width, body.weight, body.margin = 0, 1.0, (8, 0, 0, 0)
    yield wide_row(mark, body, padding=(8 + 16 * depth, 2, 0, 2))
    yield from _blocks(blocks, open_link, depth + 1)


def _table(rows: list[list[View]]) -> View:
    lines: list[View] = []
    for number, cells in enumerate(rows):
        for cell in cells:
            cell.width, cell.weight, cell.padding = 0, 1.0, (8, 6)
        lines.append(wide_row(*cells, background=None if number else "strip"))
        lines.append(Divider(width=MATCH))
    return wide_column(*lines, margin=(0, 8), class_name="android.widget.GridView")


# -- text


class Run(NamedTuple):
    """A stretch of text of one look.

    Attributes:
        text: The text.
        bold: Strong emphasis.
        italic: Emphasis.
        strike: Struck out.
        code: Code.
        link: Target; empty for none.
    """

    text: str
    bold: bool = False
    italic: bool = False
    strike: bool = False
    code: bool = False
    link: str = ""


class Paragraph(FlowLayout):
    """Words of several looks, which services read as one text."""

    IMPORTANT = True
    plain: str = ""

    def accessibility_text(self) -> str | None:
        """Return the whole paragraph."""
        return self.plain


def _runs_of(block: SyntaxTreeNode) -> Iterator[Run]:
    for inline in block.children:
        yield from _runs(inline.children, Run(""))


def _runs(nodes: Iterable[SyntaxTreeNode], look: Run) -> Iterator[Run]:
    """Yield the stretches of text in a block; `look` is that of what stands around them."""
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
                words = "".join(run.text for run in _runs(node.children, Run("")))
                yield look._replace(text=words)
            case "softbreak" | "hardbreak":
                yield look._replace(text=" ")
            case kind:
                change: dict[str, Any] = {LOOKS[kind]: node.attrs.get("href", True)}
                yield from _runs(node.children, look._replace(**change))


def _text(block: SyntaxTreeNode, open_link: OpenLink, size: float = 16, weight: int = 400) -> View:
    return _line(_runs_of(block), open_link, size, weight)


def _line(found: Iterable[Run], open_link: OpenLink, size: float = 16, weight: int = 400) -> View:
    """Build a text; each word is a view where there are several looks."""
    runs = list(found)
    plain = "".join(run.text for run in runs)
    if all(run == Run(run.text) for run in runs):
        return TextView(plain, size=size, weight_font=weight, color="text_primary", width=MATCH)
    words = [
        TextView(
            word,
            size=size,
            weight_font=700 if run.bold else weight,
            italic=run.italic,
            font="mono" if run.code else "roboto",
            strike=run.strike,
            underline=bool(run.link),
            color="#4183C4" if run.link else "text_primary",
            background=Rounded("strip", 3) if run.code else None,
            important_for_accessibility="yes" if run.link else "no",
            on_click=partial(open_link, run.link) if run.link else None,
        )
        for run in runs
        for word in re.findall(r"\s*\S+|\s+", run.text)
    ]
    paragraph = Paragraph(words, width=MATCH)
    paragraph.plain = plain
    return paragraph
