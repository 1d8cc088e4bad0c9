"""List rows, section headers, badges, and empty states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from android_gym.simulator.ui.drawables import Drawable, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    OverflowScroll,
    column,
)
from android_gym.simulator.ui.options import TextOptions, ViewOptions
from android_gym.simulator.ui.themed import Themed
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import (
    ImageView,
    TextView,
)

__all__ = [
    "Badge",
    "ListItem",
    "empty_state",
    "section_header",
]


class ListItem(Themed):
    """A list row: one to three lines of text, with something before and after them.

    Args:
        title: First line.
        subtitle: Second line; None for none.
        icon: Icon at the start.
        leading: View at the start, instead of an icon.
        trailing: View or text at the end.
        overline: Small text above the title.
        title_id: Resource id of the title.
        subtitle_id: Resource id of the subtitle.
        subtitle_lines: Most lines of the subtitle.
        inset: Whether to leave room for an icon if there is none.
        **common: See `View`. As wide as its parent by default.
    """

    CLASS = "android.widget.LinearLayout"

    def __init__(
        self,
        title: str,
        subtitle: str | None = None,
        *,
        icon: str | Drawable | None = None,
        leading: View | None = None,
        trailing: View | str | None = None,
        overline: str | None = None,
        title_id: str | None = None,
        subtitle_id: str | None = None,
        title_style: str = "list_item",
        title_lines: int | None = 1,
        subtitle_lines: int | None = 2,
        icon_tint: str = "icon",
        inset: bool = False,
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("width", MATCH)
        super().__init__((), content_gravity="center_vertical", **common)
        self.title = title
        self.subtitle = subtitle
        self.icon = icon
        self.leading = leading
        self.trailing = trailing
        self.overline = overline
        self.title_id = title_id
        self.subtitle_id = subtitle_id
        self.title_style = title_style
        self.title_lines = title_lines
        self.subtitle_lines = subtitle_lines
        self.icon_tint = icon_tint
        self.inset = inset

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Return start, text and end."""
        material = ui.theme.material
        two = self.subtitle is not None or self.overline is not None
        before = self.leading
        if before is None and self.icon is not None:
            before = ImageView(self.icon, tint=self.icon_tint, width=24, height=24)
        if not self.min_height:
            self.min_height = (72 if two else 56) if material == 3 or before else (64, 48)[not two]
        if not self.padding:
            self.padding = (16, 8)
            self.pad = ui.insets(self.padding)
        text = column(
            TextView(self.overline, style="body_small", color="text_secondary", max_lines=1)
            if self.overline is not None
            else None,
            TextView(
                self.title,
                id=self.title_id,
                style=self.title_style,
                max_lines=self.title_lines,
                enabled=self.enabled,
            ),
            TextView(
                self.subtitle,
                id=self.subtitle_id,
                style="list_item_secondary",
                max_lines=self.subtitle_lines,
                enabled=self.enabled,
            )
            if self.subtitle is not None
            else None,
            width=0,
            weight=1.0,
            margin=(56 if self.inset and before is None else 0, 0, 0, 0),
        )
        after = self.trailing
        if isinstance(after, str):
            after = TextView(after, style="body_small", color="text_secondary")
        if before is not None:
            known = before.width if before.width > 0 else 40
            gap = 16 if material == 3 or known > 32 else 32
            before = FrameLayout([before], margin=(0, 0, gap, 0), key="start")
        if after is not None:
            after = FrameLayout([after], margin=(16, 0, 0, 0), key="end")
        return [before, text, after]


def section_header(text: str, **common: Unpack[TextOptions]) -> TextView:
    """Return the heading of a section of a list."""
    common.setdefault("width", MATCH)
    common.setdefault("padding", (16, 16, 16, 8))
    common.setdefault("style", "section")
    return TextView(text, **common)


class Badge(TextView):
    """A small red badge with a number, or a dot if its text is empty.

    Args:
        text: Its text.
        **common: See `View`.
    """

    STYLE = "label_small"

    def __init__(self, text: str = "", **common: Unpack[TextOptions]) -> None:
        side = 16 if text else 6
        common.setdefault("color", "on_error")
        common.setdefault("height", side)
        common.setdefault("min_width", side)
        common.setdefault("background", Rounded("error", 999))
        common.setdefault("padding", (4, 0) if text else 0)
        common.setdefault("align", "center")
        common.setdefault("vertical", "center")
        common.setdefault("max_lines", 1)
        common.setdefault("important_for_accessibility", "no")
        if not text:
            common.setdefault("width", side)
        super().__init__(text, **common)


def empty_state(
    text: str,
    *,
    icon: str | None = None,
    title: str | None = None,
    action: View | None = None,
    icon_id: str | None = None,
    icon_size: float = 96,
    **common: Unpack[ViewOptions],
) -> View:
    """Return what an empty list shows in its middle: a picture, a text, perhaps a button.

    If they don't fit, e.g. in landscape, they scroll.
    """
    common.setdefault("width", MATCH)
    common.setdefault("height", MATCH)
    padding = common.pop("padding", 32)
    text_id = common.pop("id", None)
    picture = None
    if icon is not None:
        tint = "text_tertiary"
        picture = ImageView(icon, id=icon_id, size=icon_size, tint=tint, margin=(0, 0, 0, 16))
    content = column(
        picture,
        TextView(title, style="title_large", align="center", margin=(0, 0, 0, 8))
        if title
        else None,
        TextView(text, id=text_id, style="body_large", color="text_secondary", align="center"),
        action,
        content_gravity="center",
        padding=padding,
        width=MATCH,
    )
    return OverflowScroll(content, fill_viewport=True, **common)
