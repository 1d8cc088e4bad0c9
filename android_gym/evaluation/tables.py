"""Tables of figures as Markdown, and as self-contained HTML pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

__all__ = ["Table", "html_page"]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts.

    Attributes:
        title: What it shows.
        head: The columns' names.
        rows: The cells of each row.
    """

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]

    def markdown(self) -> str:
        """Return the table as Markdown, below its title."""
        lines = [self.head, ["---" for _ in self.head], *self.rows]
        text = "\n".join(f"| {' | '.join(map(_plain, line))} |" for line in lines)
        return f"## {self.title}\n\n{text}\n"

    def html(self, above: str = "") -> str:
        """Return the table as HTML, below its title.

        Args:
            above: HTML between the two.
        """
        rows = "".join(f"<tr>{_cells('td', row)}</tr>" for row in self.rows)
        return (
            f"<h2>{escape(self.title)}</h2>\n{above}<div><table><thead>"
            f"<tr>{_cells('th', self.head)}</tr></thead><tbody>{rows}</tbody></table></div>"
        )


def html_page(title: str, parts: Sequence[str], *, style: str = "") -> str:
    """Return a page with light and dark colours, with tables wide enough for figures.

    Args:
        title: Its title and heading.
        parts: HTML of its body.
        style: Further CSS rules.
    """
    body = "\n".join(parts)
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{escape(title)}</title>
<style>
{_STYLE}{style}</style>
<h1>{escape(title)}</h1>
{body}
</html>
"""


_STYLE: Final = """\
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { margin: 2rem auto; max-width: 80rem; padding: 0 1rem }
div { overflow-x: auto }
table { border-collapse: collapse }
th, td { border-bottom: 1px solid #8884; padding: .3rem .7rem; text-align: right }
th:first-child, td:first-child { text-align: left }
"""


def _cells(tag: str, row: Sequence[str]) -> str:
    return "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row)


def _plain(cell: str) -> str:
    return " ".join(cell.replace("|", "\\|").split())
