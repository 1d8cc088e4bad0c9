"""Lay out the pages of the documentation site, for Zensical to build.

The pages of ``docs/`` are read on a forge too, so their links lead to files of the repository. On
the site, a page it links to is a page, a picture is a picture, and any other file is a page that
shows it: nothing leads out of the site but addresses.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

__all__ = ["Stage"]

_LINK = re.compile(r"(?<!\\)\]\(([^)\s#]*)(#[^)\s]*)?\)")
_CODE = re.compile(r"^(```|~~~).*?^\1[^\n]*$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
_PICTURES = frozenset({".png", ".gif", ".webp", ".svg", ".jpg"})
_LANGUAGES = {".py": "python", ".json": "json", ".toml": "toml", ".sh": "bash"}
_MOST_SHOWN = 200_000
"""Characters of a file that a page shows."""


@dataclass
class Stage:
    """A folder of pages made of those of the repository.

    Attributes:
        root: Folder of the repository.
        target: Folder for the pages; what is in it is deleted by `clear`.
        pages: Path on the site by path in the repository, both with ``/``.
    """

    root: Path
    target: Path
    pages: dict[str, str] = field(default_factory=dict)

    def clear(self) -> None:
        """Begin with an empty folder."""
        shutil.rmtree(self.target, ignore_errors=True)
        self.target.mkdir(parents=True)

    def add(self, source: str, page: str) -> None:
        """Say which page of the site a page of the repository is; all are added before `write`."""
        self.pages[source] = page

    def write(self) -> None:
        """Write every page that was added, with its links led to where they lead on the site.

        Raises:
            FileNotFoundError: If a link leads to a file that is not in the repository.
        """
        for source, page in sorted(self.pages.items()):
            text = (self.root / source).read_text(encoding="utf-8")
            self.write_page(page, self.links_led(text, source, page))

    def write_page(self, page: str, text: str) -> None:
        """Write a page that is made rather than copied."""
        path = self.target / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def links_led(self, text: str, source: str, page: str) -> str:
        """Return a page's text with links to files of the repository led to the site's.

        Args:
            text: The page, in Markdown.
            source: Its path in the repository.
            page: Its path on the site.

        Raises:
            FileNotFoundError: If a link leads to a file that is not in the repository.
        """

        def led(match: re.Match[str]) -> str:
            target, anchor = match.group(1), match.group(2) or ""
            if not target or "://" in target or target.startswith("mailto:"):
                return match.group(0)
            wanted = os.path.normpath(PurePosixPath(source).parent / target)
            return f"]({relative(self.page_of(wanted), page)}{anchor})"

        return "".join(
            piece if is_code else _LINK.sub(led, piece) for piece, is_code in parts(text)
        )

    def page_of(self, source: str) -> str:
        """Return the path on the site of a file of the repository, made if it is not there yet.

        Raises:
            FileNotFoundError: If there is no such file.
        """
        if source in self.pages:
            return self.pages[source]
        path = self.root / source
        if path.is_dir():
            raise FileNotFoundError(f"A page links to the folder {source}: link to a file in it.")
        if not path.exists():
            raise FileNotFoundError(f"A page links to {source}, which is not in the repository.")
        if path.suffix in _PICTURES:
            page = f"files/{source}"
            (self.target / page).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, self.target / page)
        else:
            page = f"files/{source.replace('.', '_')}.md"
            text = path.read_text(encoding="utf-8")
            shown = text[:_MOST_SHOWN]
            language = _LANGUAGES.get(path.suffix, "text")
            cut = "" if shown == text else f"\n\nThe first {_MOST_SHOWN:,} characters.\n"
            self.write_page(page, f"# {source}\n\n````{language}\n{shown}\n````\n{cut}")
        return page


def parts(text: str) -> Iterator[tuple[str, bool]]:
    """Part a page into what is code and what is not, in order."""
    end = 0
    for match in _CODE.finditer(text):
        yield text[end : match.start()], False
        yield match.group(0), True
        end = match.end()
    yield text[end:], False


def relative(page: str, seen_from: str) -> str:
    """Return the way from one page of the site to another, e.g. ``"../web.md"``."""
    return os.path.relpath(page, PurePosixPath(seen_from).parent).replace(os.sep, "/")
