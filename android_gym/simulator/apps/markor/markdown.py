"""The view mode: text rendered as a page, as Markor's WebView does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import FlowLayout, column, row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import CheckBox, Divider, TextView

__all__ = ["page"]

_INLINE = re.compile(
    # Labels end within 999 characters, as CommonMark has it; so do all others, which keeps a text
    # full of openings from being searched to its end for each.
    r"(?P<code>`[^`]{1,999}`)|(?P<image>!\[[^\]]{0,999}\]\([^)]{0,999}\))"
    r"|(?P<link>\[[^\]]{0,999}\]\([^)]{0,999}\))"
    r"|(?P<bold>\*\*[^*]{1,999}\*\*|__[^_]{1,999}__)|(?P<strike>~~[^~]{1,999}~~)"
    r"|(?P<italic>\*[^*\s][^*]{0,999}\*|(?<!\w)_[^_]{1,999}_(?!\w))|(?P<url>https?://\S+)"
)
_ITEM = re.compile(r"^(\s*)([-*+]|\d+[.)])\s+(?:\[([ xX])\]\s+)?(.*)$")
_SIZES = {1: 28.0, 2: 22.0, 3: 18.0, 4: 16.0, 5: 14.0, 6: 13.0}

Run = tuple[str, str, str]
"""Kind of emphasis ("" for none), text, and where a link leads."""


class Paragraph(FlowLayout):
    """Words of several looks, which services read as one text."""

    IMPORTANT = True
    plain: str = ""

    def accessibility_text(self) -> str | None:
        """The whole paragraph."""
        return self.plain


def _runs(text: str) -> Iterator[Run]:
    position = 0
    for found in _INLINE.finditer(text):
        if found.start() > position:
            yield "", text[position : found.start()], ""
        kind, value = str(found.lastgroup), found[0]
        position = found.end()
        if kind in ("link", "image"):
            label, _, target = value.lstrip("!")[1:-1].partition("](")
            yield ("link", label, target) if kind == "link" else ("", label, "")
        elif kind == "url":
            yield "link", value, value
        else:
            width = 2 if kind == "strike" or (kind == "bold") else 1
            yield kind, value[width:-width], ""
    if position < len(text):
        yield "", text[position:], ""


def _inline(text: str, open_link: Callable[[str], None], size: float, weight: int) -> View:
    runs = list(_runs(text))
    plain = "".join(run[1] for run in runs)
    if not any(run[0] for run in runs):
        return TextView(plain, size=size, weight_font=weight, color="text_primary", width=MATCH)
    words: list[View] = []
    for kind, part, target in runs:
        for word in re.findall(r"\s*\S+|\s+", part):
            view = TextView(
                word,
                size=size,
                weight_font=700 if kind == "bold" else weight,
                italic=kind == "italic",
                monospace=kind == "code",
                strike=kind == "strike",
                underline=kind == "link",
                color="#4183C4" if kind == "link" else "text_primary",
                background=Rounded("strip", 3) if kind == "code" else None,
                important_for_accessibility="no" if kind != "link" else "yes",
            )
            if kind == "link":
                view.on_click = _opener(open_link, target)
                view.clickable = True
            words.append(view)
    paragraph = Paragraph(words, width=MATCH)
    paragraph.plain = plain
    return paragraph


def _opener(open_link: Callable[[str], None], target: str) -> Callable[[], None]:
    return lambda: open_link(target)


def _item(found: re.Match[str], open_link: Callable[[str], None]) -> View:
    indent, marker, box, text = found.groups()
    mark: View
    if box is not None:
        mark = CheckBox(checked=box != " ", enabled=False, min_height=0, min_width=0)
    else:
        label = "\u2022" if marker in "-*+" else f"{marker[:-1]}."
        mark = TextView(label, size=16, color="text_primary", width=24, align="end")
    body = _inline(text, open_link, 16, 400)
    body.width, body.weight = 0, 1.0
    body.margin = (8, 0, 0, 0)
    depth = len(indent.replace("\t", "    ")) // 2
    return row(mark, body, width=MATCH, padding=(8 + 16 * depth, 2, 0, 2))


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _table(lines: list[str], open_link: Callable[[str], None]) -> View:
    rows: list[View] = []
    for number, line in enumerate(lines):
        if number == 1 and re.fullmatch(r"[\s|:-]+", line):
            continue
        cells = []
        for cell in _cells(line):
            view = _inline(cell, open_link, 14, 700 if number == 0 else 400)
            view.width, view.weight, view.padding = 0, 1.0, (8, 6)
            cells.append(view)
        rows.append(row(*cells, width=MATCH, background="strip" if number == 0 else None))
        rows.append(Divider(width=MATCH))
    return column(*rows, width=MATCH, margin=(0, 8), class_name="android.widget.GridView")


def page(text: str, kind: str, open_link: Callable[[str], None]) -> list[View]:
    """Renders a document.

    Args:
        text: Its text.
        kind: Its format; anything but "markdown" is shown as it is, CSV as a table.
        open_link: Called with the target of a link that is tapped.
    """
    if kind == "csv":
        rows = [line.replace(";", ",").replace(",", "|") for line in text.splitlines() if line]
        return [_table(rows, open_link)] if rows else []
    if kind != "markdown":
        return [TextView(text, size=15, monospace=kind == "keyvalue", width=MATCH)]
    blocks: list[View] = []
    lines = text.split("\n")
    index = 0
    while index < len(lines):
        index = _block(lines, index, blocks, open_link)
    return blocks


def _block(
    lines: list[str], index: int, blocks: list[View], open_link: Callable[[str], None]
) -> int:
    """Renders the block that begins at a line; returns the line after it."""
    line = lines[index]
    if not line.strip():
        return index + 1
    if line.lstrip().startswith("```"):
        end = index + 1
        while end < len(lines) and not lines[end].lstrip().startswith("```"):
            end += 1
        code = "\n".join(lines[index + 1 : end])
        blocks.append(
            TextView(
                code,
                size=14,
                monospace=True,
                width=MATCH,
                padding=10,
                margin=(0, 6),
                background=Rounded("strip", 4),
            )
        )
        return end + 1
    heading = re.match(r"(#{1,6})\s++(.*)", line)
    if heading:
        level = len(heading[1])
        title = heading[2].rstrip("#").rstrip()
        view = _inline(title, open_link, _SIZES[level], 700)
        view.margin = (0, 12, 0, 4)
        blocks.append(view)
        if level <= 2:
            blocks.append(Divider(width=MATCH, margin=(0, 0, 0, 8)))
        return index + 1
    if re.fullmatch(r"\s*+([-*_])(?:\s*+\1){2,}+\s*+", line):
        blocks.append(Divider(width=MATCH, thickness=2, margin=(0, 12)))
        return index + 1
    found = _ITEM.match(line)
    if found:
        blocks.append(_item(found, open_link))
        return index + 1
    if line.lstrip().startswith(">"):
        body = _inline(line.lstrip().lstrip("> "), open_link, 16, 400)
        body.padding = (16, 2, 0, 2)
        blocks.append(row(View(width=4, height=28, background="divider"), body, width=MATCH))
        return index + 1
    if (
        "|" in line
        and index + 1 < len(lines)
        and "-" in lines[index + 1]
        and re.fullmatch(r"[\s|:-]+", lines[index + 1])
    ):
        end = index
        while end < len(lines) and "|" in lines[end]:
            end += 1
        blocks.append(_table(lines[index:end], open_link))
        return end
    end = index
    while end < len(lines) and lines[end].strip() and (end == index or not _starts(lines[end])):
        end += 1
    view = _inline(" ".join(part.strip() for part in lines[index:end]), open_link, 16, 400)
    view.margin = (0, 6)
    blocks.append(view)
    return end


def _starts(line: str) -> bool:
    """Whether a line begins a block of its own."""
    return bool(re.match(r"^(#{1,6}\s|>|```|\s*([-*+]|\d+[.)])\s)", line))
