"""Shared parts of Google's Contacts and Phone: theme, avatars, rows, and provider queries."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Unpack

from android_gym.simulator.ui.activity import Context
from android_gym.simulator.ui.drawables import Oval, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, column, row
from android_gym.simulator.ui.options import LinearOptions, ViewOptions
from android_gym.simulator.ui.theme import Theme, dynamic_theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

__all__ = [
    "CONTACTS",
    "NO_NAME",
    "PAGE",
    "PHONE_LABELS",
    "Contact",
    "Contacts",
    "avatar",
    "contact_row",
    "label_of",
    "like",
    "long_list",
    "search_pill",
    "section_mark",
    "theme_of",
    "two_lines",
]

CONTACTS: Final = "content://com.android.contacts"
"""URI of the contacts provider."""

NO_NAME: Final = "(No name)"
"""Shown for a contact without a name."""

PAGE: Final = 50
"""Number of provider rows that lists read at a time."""

PHONE_LABELS: Final[Mapping[str, int]] = {
    "Mobile": 2, "Home": 1, "Work": 3, "Work Fax": 4, "Home Fax": 5, "Pager": 6, "Other": 7,
    "Custom": 0, "Callback": 8, "Car": 9, "Company Main": 10, "ISDN": 11, "Main": 12,
    "Other Fax": 13, "Radio": 14, "Telex": 15, "TTY TDD": 16, "Work Mobile": 17,
    "Work Pager": 18, "Assistant": 19, "MMS": 20,
}  # fmt: skip
"""``Phone.TYPE`` by label, in the order offered for a contact that belongs to no account."""

_AVATARS = (
    "#DB4437", "#E91E63", "#9C27B0", "#673AB7", "#3F51B5", "#4285F4", "#039BE5", "#0097A7",
    "#009688", "#0F9D58", "#689F38", "#F4CA39", "#EF6C00", "#FF5722", "#757575",
)  # fmt: skip


def label_of(labels: Mapping[str, int], kind: Any, custom: Any) -> str:
    """Return the label of a row's type (``data2``), or its custom one (``data3``)."""
    if str(kind) == "0":
        return str(custom or "Custom")
    return next((name for name, number in labels.items() if str(number) == str(kind)), "Other")


def like(text: str) -> str:
    r"""Escape a text for SQL's ``LIKE ? ESCAPE '\\'``."""
    return re.sub(r"([\\%_])", r"\\\1", text)


# --- views ---------------------------------------------------------------------------------------


@cache
def theme_of(app: str, dark: bool) -> Theme:
    """Return an app's theme, with the wallpaper's colours."""
    return dynamic_theme(dark=dark, name=f"{app} dark" if dark else app)


def avatar(
    name: str, size: float, *, nobody: str | None = None, **common: Unpack[ViewOptions]
) -> TextView:
    """Return a circle with a name's first letter.

    Args:
        name: A contact's name.
        size: Diameter in dp.
        nobody: Icon to show if the name doesn't start with a letter.
        **common: See `View`.
    """
    letter = name.strip()[:1].upper() if name.strip()[:1].isalpha() else ""
    common["class_name"] = "android.widget.QuickContactBadge"
    common["width"] = common["height"] = size
    common["background"] = Oval(_AVATARS[zlib.crc32(name.encode()) % len(_AVATARS)])
    return TextView(
        letter, text_description="", size=size * 0.5, most_scale=1.0, color="#FFFFFF",
        align="center", vertical="center", icon=None if letter else nobody,
        icon_size=size / 2, **common,
    )  # fmt: skip


def two_lines(
    before: View,
    first: View,
    second: View | None,
    after: View | None = None,
    **common: Unpack[LinearOptions],
) -> View:
    """Return a row with a picture, two lines of text, and something at the end."""
    common.setdefault("padding", (16, 8))
    common["width"], common["content_gravity"] = MATCH, "center_vertical"
    return row(before, column(first, second, width=0, weight=1), after, **common)


def section_mark(text: str, width: float, icon: str | None = None) -> TextView:
    """Return the letter, or icon, beside the first contact of a section."""
    return TextView(
        text, id="header", width=width, align="center", size=16, weight_font=500,
        color="primary", icon=icon, icon_size=20, icon_color="primary",
    )  # fmt: skip


def contact_row(mark: View, badge: View, name: TextView, **common: Unpack[LinearOptions]) -> View:
    """Return a row of a contact list: the section's letter, an avatar, the name."""
    name.width, name.weight = 0, 1
    common["width"], common["min_height"], common["padding"] = MATCH, 56, (16, 8)
    common["content_gravity"] = "center_vertical"
    return row(mark, badge, name, **common)


def search_pill(
    hint: str,
    before: View,
    *after: View,
    on_click: Callable[[], object],
    height: float,
    padding: tuple[float, float],
    inset: float = 0,
) -> FrameLayout:
    """Return the rounded bar that opens the search.

    Args:
        hint: Text in the bar.
        before: Icon or button at its start.
        *after: Buttons at its end.
        on_click: Called when the bar is tapped.
        height: Height of the bar in dp.
        padding: Padding around the bar in dp.
        inset: Horizontal padding of the text in dp.
    """
    text = TextView(
        hint, id="open_search_bar_text_view", size=16, color="text_secondary", max_lines=1,
        width=0, weight=1, padding=(inset, 0),
    )  # fmt: skip
    bar = row(
        before, text, *after, id="open_search_bar", width=MATCH, height=height,
        content_gravity="center_vertical", background=Rounded("bottom_bar", height / 2),
        on_click=on_click,
    )  # fmt: skip
    return FrameLayout([bar], width=MATCH, padding=padding)


def long_list(
    count: int,
    build: Callable[[int], View],
    id: str,
    *,
    top: float = 0,
    row_key: Callable[[int], Hashable] | None = None,
) -> RecyclerView:
    """Return a list that fills the screen, with room for the floating action button at its end.

    Args:
        count: Number of rows.
        build: Builds the row of an index.
        id: Resource id.
        top: Padding above the first row in dp.
        row_key: Returns the identity of the row at an index; the index by default.
    """
    return RecyclerView(
        count, build, row_key=row_key, id=id, width=MATCH, height=MATCH, padding=(0, top, 0, 88)
    )


# --- contacts ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Contact:
    """A contact in a list.

    Attributes:
        id: Its row in the provider's ``contacts``.
        name: Display name.
        section: Letter of the section that it belongs to.
        starred: Whether it is a favorite.
        to_voicemail: Whether its calls go straight to voicemail; only set for a single contact.
        ringtone: URI of its ringtone, "null" for silence, "" for the phone's; likewise.
    """

    id: int
    name: str
    section: str = ""
    starred: bool = False
    to_voicemail: bool = False
    ringtone: str = ""


class Contacts:
    """Access to the contacts provider.

    Args:
        context: Context of the calling app.
        by_last_name: Whether to sort by last name.
        last_name_first: Whether to show the last name first.
    """

    def __init__(self, context: Context, *, by_last_name: bool, last_name_first: bool) -> None:
        self._provider = context.provider("com.android.contacts")
        self.name = "display_name_alt" if last_name_first else "display_name"
        self._key = "sort_key_alt" if by_last_name else "sort_key"
        self._letter = "phonebook_label_alt" if by_last_name else "phonebook_label"

    def query(
        self,
        path: str,
        columns: Sequence[str],
        where: str | None = None,
        sort: str | None = None,
        *values: Any,
    ) -> Sequence[Sequence[Any]]:
        """Return rows of a path of the provider; `values` are the parameters of `where`."""
        rows: Sequence[Sequence[Any]]
        _, rows = self._provider.query(f"{CONTACTS}/{path}", list(columns), where, sort, values)
        return rows

    def count(self, where: str | None = None, *values: Any) -> int:
        """Return the number of contacts that match, all by default."""
        return int(self.query("contacts", ["count(*)"], where, None, *values)[0][0])

    def find(
        self, where: str | None = None, *values: Any, page: int | None = None
    ) -> list[Contact]:
        """Return contacts by name: all that match, or one page of `PAGE`."""
        limit = "" if page is None else f" LIMIT {PAGE} OFFSET {page * PAGE}"
        key = self._key
        rows = self.query(
            "contacts",
            ["_id", self.name, self._letter, "starred", "send_to_voicemail", "custom_ringtone"],
            where,
            f"{key} IS NULL OR {key} = '', {key} COLLATE NOCASE, _id{limit}",
            *values,
        )
        return [
            Contact(
                int(row), str(name or NO_NAME), str(letter or "\u2026"), star == 1,
                voicemail == 1, str(ringtone or ""),
            )
            for row, name, letter, star, voicemail, ringtone in rows
        ]  # fmt: skip

    def get(self, contact: int) -> Contact | None:
        """Return a contact, or None if it doesn't exist."""
        return next(iter(self.find("_id = ?", contact)), None)

    def change(self, contact: int, **values: Any) -> None:
        """Change columns of a contact's row."""
        self._provider.update(f"{CONTACTS}/contacts/{contact}", values)

    def star(self, contact: int, starred: bool) -> None:
        """Set whether a contact is a favorite."""
        self.change(contact, starred=int(starred))
