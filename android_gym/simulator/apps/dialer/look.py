"""Theme and small parts that several screens share."""

from __future__ import annotations

import datetime as dt
import zlib
from collections.abc import Callable
from functools import cache
from typing import Any, Unpack

from immutables import Map

from android_gym.errors import OptionError
from android_gym.simulator.apps.dialer.storage import BlockList, CallLog, People
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.phone_numbers import digits_of
from android_gym.simulator.ui.activity import Activity, Context, S_co
from android_gym.simulator.ui.components import Toolbar
from android_gym.simulator.ui.drawables import Oval
from android_gym.simulator.ui.layouts import ScrollView, column, row
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.theme import Theme, material_theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["DialerScreen", "avatar", "clock_time", "day_name", "theme_of"]

_AVATARS = (
    "#DB4437", "#E91E63", "#9C27B0", "#673AB7", "#3F51B5", "#4285F4", "#039BE5", "#0097A7",
    "#009688", "#0F9D58", "#689F38", "#EF6C00", "#FF5722", "#757575",
)  # fmt: skip

GREEN, RED = "#1E8E3E", "#D93025"


@cache
def theme_of(dark: bool) -> Theme:
    """The colours of the wallpaper, which is blue."""
    return material_theme("#0B57D0", dark=dark, name="phone dark" if dark else "phone")


def avatar(name: str, size: float, **common: Unpack[ViewOptions]) -> TextView:
    """The circle with a name's first letter, or with a person where there is no name."""
    first = name.strip()[:1]
    letter = first.upper() if first.isalpha() else ""
    common["class_name"] = "android.widget.QuickContactBadge"
    common["width"] = common["height"] = size
    common["background"] = Oval(_AVATARS[zlib.crc32(name.encode()) % len(_AVATARS)])
    return TextView(
        letter,
        text_description="",
        size=size * 0.5,
        color="#FFFFFF",
        align="center",
        vertical="center",
        icon=None if letter else "account",
        icon_size=size / 2,
        **common,
    )


def moment(context: Context, epoch_ms: int) -> dt.datetime:
    """A time of day that a row may hold, kept within what a calendar can say."""
    return context.system.clock.datetime(max(0, min(253_402_214_400_000, epoch_ms)))


def clock_time(context: Context, when: dt.datetime) -> str:
    """A time of day: 12 or 24 hours as the phone is set."""
    if context.system.settings.get("system", "time_12_24") == "24":
        return f"{when:%H:%M}"
    return f"{when.hour % 12 or 12}:{when.minute:02} {'AM' if when.hour < 12 else 'PM'}"


def day_name(context: Context, when: dt.datetime) -> str:
    """A day in a list: Today, Yesterday, a weekday of the last week, or the date."""
    today = context.system.clock.today()
    days = (today - when.date()).days
    if days == 0:
        return "Today"
    if days == 1:
        return "Yesterday"
    if 1 < days < 7:
        return f"{when:%A}"
    return f"{when:%b} {when.day}" + (f", {when.year}" if when.year != today.year else "")


class DialerScreen(Activity[S_co]):
    """What the activities share."""

    def theme(self) -> Theme:
        """Light or dark as the phone is."""
        return theme_of(self.context.system.display.dark)

    @property
    def turned(self) -> bool:
        """Whether the phone lies on its side."""
        return self.context.system.display.rotation % 2 == 1

    @property
    def people(self) -> People:
        """The contacts."""
        return People(self.context)

    @property
    def log(self) -> CallLog:
        """The log of calls."""
        return CallLog(self.context)

    @property
    def blocked(self) -> BlockList:
        """The blocked numbers."""
        return BlockList(self.context)

    def call(self, number: str) -> None:
        """Calls a number."""
        if plain := digits_of(number):
            try:
                self.context.system.telephony.dial(plain)
            except OptionError:
                self.toast("Call not sent, no valid number entered.")

    def message(self, number: str) -> None:
        """Writes a message to a number."""
        self.open_elsewhere(Intent("android.intent.action.SENDTO", data=f"smsto:{number}"))

    def create_contact(self, number: str = "") -> None:
        """Has Contacts make a new contact."""
        extras: Map[str, Any] = Map(finishActivityOnSaveCompleted=True)
        if number:
            extras = extras.set("phone", number)
        self.open_elsewhere(
            Intent(
                "android.intent.action.INSERT",
                type="vnd.android.cursor.dir/contact",
                extras=extras,
            )
        )

    def add_to_contact(self, number: str) -> None:
        """Has Contacts put a number to a contact that is there."""
        self.open_elsewhere(
            Intent(
                "android.intent.action.INSERT_OR_EDIT",
                type="vnd.android.cursor.item/contact",
                extras=Map(phone=number, finishActivityOnSaveCompleted=True),
            )
        )

    def show_contact(self, contact: int) -> None:
        """Shows a contact's page."""
        self.open_elsewhere(
            Intent(
                "android.intent.action.VIEW",
                data=f"content://com.android.contacts/contacts/{contact}",
                type="vnd.android.cursor.item/contact",
            )
        )

    def open_elsewhere(self, intent: Intent) -> None:
        """Starts another app's activity, and says so where there is none."""
        if not self.start_activity(intent):
            self.toast("No app can handle this action")

    def copy(self, number: str) -> None:
        """Puts a number on the clipboard."""
        self.context.system.clipboard.set_text(number, "number", self.context.package)
        self.toast("Number copied")

    def page(self, title: str, *rows: View | None, bar: View | None = None) -> View:
        """A screen of rows below a toolbar with an arrow back."""
        return column(
            bar or Toolbar(title, navigation="arrow_back", on_navigation=self.finish),
            ScrollView(
                column(*rows, width=MATCH, padding=(0, 0, 0, 24)), width=MATCH, height=0, weight=1
            ),
            width=MATCH,
            height=MATCH,
        )

    def action_row(
        self,
        icon: str,
        title: str,
        on_click: Callable[[], object],
        /,
        **common: Unpack[ViewOptions],
    ) -> View:
        """A row with an icon that does something."""
        common.setdefault("key", title)
        common.setdefault("width", MATCH)
        common.setdefault("min_height", 64)
        common.setdefault("padding", (20, 8))
        common["on_click"] = on_click
        return row(
            ImageView(icon, tint="primary", width=40, height=40, margin=(0, 0, 16, 0)),
            TextView(title, size=16, width=0, weight=1),
            content_gravity="center_vertical",
            **common,
        )
