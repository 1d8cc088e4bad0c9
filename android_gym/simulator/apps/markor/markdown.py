"""The view mode, which renders a document."""

from __future__ import annotations

import re
from collections.abc import Callable

from android_gym.simulator.appkit.markdown import Look, Renderer, Run
from android_gym.simulator.ui.fonts import FontName
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

OpenLink = Callable[[str], None]


def page(text: str, kind: str, open_link: OpenLink, look: Look | None = None) -> list[View]:
    """Render a document.

    Args:
        text: Text of the document.
        kind: Its format; anything but "markdown" is shown as plain text, CSV as a table.
        open_link: Called with the target of a tapped link.
        look: Style of Markdown; None for the default one.
    """
    renderer = Renderer(open_link, look)
    if kind == "csv":
        lines = [re.split("[,;|]", line.strip("|")) for line in text.splitlines() if line]
        rows = [[renderer.line([Run(cell.strip())], 14) for cell in cells] for cells in lines]
        return [renderer.table(rows)] if rows else []
    if kind != "markdown":
        font: FontName = "mono" if kind == "keyvalue" else "roboto"
        return [TextView(text, size=15, font=font, width=MATCH)]
    return renderer.page(text)
