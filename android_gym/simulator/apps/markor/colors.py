"""Colours of the editor: its scheme and its syntax highlighting."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from android_gym.simulator.apps.markor.storage import Notebook

HEX: Final = re.compile("#[0-9A-Fa-f]{6}")
SCHEME: Final = "pref_key__basic_color_scheme__"
COLORS: Final = ("bg_light", "fg_light", "bg_dark", "fg_dark")
SCHEMES: Final[dict[str, tuple[str, str, str, str]]] = {
    "Markor": ("#EEEEEE", "#212121", "#222222", "#FFFFFF"),
    "Black or White": ("#FFFFFF", "#000000", "#000000", "#FFFFFF"),
    "Solarized": ("#FCF5E4", "#657B83", "#002B36", "#657B83"),
    "Gruvbox": ("#FBF1C7", "#3C3836", "#282828", "#EBDBB2"),
    "Greenscale": ("#EEEEEE", "#00BB00", "#000000", "#00FF00"),
    "Sepia": ("#EBDBB2", "#282828", "#282828", "#EBDBB2"),
    "Nord": ("#ECEFF4", "#2E3440", "#2E3440", "#ECEFF4"),
}
"""Background and text colour of each editor scheme, for the light and the dark theme."""


def editor_colors(notebook: Notebook, dark: bool) -> tuple[str, str]:
    """Return the editor's background and text colour."""
    shown = COLORS[2:] if dark else COLORS[:2]
    usual = SCHEMES["Markor"][2:] if dark else SCHEMES["Markor"][:2]
    chosen = [str(notebook.get(f"{SCHEME}{name}", "")) for name in shown]
    page, letters = (
        color if HEX.fullmatch(color) else other for color, other in zip(chosen, usual, strict=True)
    )
    return page, letters


LONGEST: Final = 20_000
"""Texts with more characters are not highlighted."""

_MARKDOWN: Final = re.compile(
    r"""(?mx)
    (?P<heading>^\#{1,6}[ ].*$)
    |(?P<quote>^>)
    |(?P<list>^[ \t]*(?:[-*+](?:[ ]\[[ xX]\])?|\d+[.)])(?=[ ]))
    |(?P<link>\[[^]\n]*\]\([^)\n]*\))
    """
)
_TODO: Final = re.compile(
    r"""(?mx)
    (?P<done>^x[ ].*$)
    |(?P<A>^\(A\)) |(?P<B>^\(B\)) |(?P<C>^\(C\)) |(?P<D>^\(D\)) |(?P<E>^\(E\)) |(?P<F>^\(F\))
    |(?P<context>(?<!\S)@\S+)
    |(?P<project>(?<!\S)\+\S+)
    """
)
_COLORS: Final = {
    "heading": "#EF6D00",
    "list": "#DAA521",
    "quote": "#88B04C",
    "link": "#1EA3FE",
    "done": "#888A85",
    "A": "#EF2929",
    "B": "#F57900",
    "C": "#73D216",
    "D": "#0099CC",
    "E": "#EDD400",
    "F": "#888A85",
    "context": "#88B04C",
    "project": "#EF6D00",
}


@lru_cache(maxsize=4)
def highlights(text: str, kind: str) -> tuple[tuple[int, int, str], ...]:
    """Return (start, end, colour) of the highlighted spans in order."""
    pattern = {"markdown": _MARKDOWN, "todotxt": _TODO}.get(kind)
    if pattern is None or len(text) > LONGEST:
        return ()
    return tuple(
        (*match.span(), _COLORS[match.lastgroup])
        for match in pattern.finditer(text)
        if match.lastgroup is not None
    )
