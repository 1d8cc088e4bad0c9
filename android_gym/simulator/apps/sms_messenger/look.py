"""Theme, dates and small parts that several screens share."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import cache
from typing import Unpack

from immutables import Map

from android_gym.simulator.apps.sms_messenger.storage import preferences
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity, Context, Overlay, S_co
from android_gym.simulator.ui.components import MenuItem, Toolbar
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.drawables import Oval
from android_gym.simulator.ui.layouts import ScrollView
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.theme import SETTINGS_DARK, SETTINGS_LIGHT, Theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import TextView

__all__ = [
    "AppScreen",
    "avatar",
    "clock_time",
    "confirm",
    "day_and_time",
    "day_text",
    "list_date",
    "text_size",
    "theme_of",
]

_AVATARS = (
    "#D32F2F", "#C2185B", "#1976D2", "#0288D1", "#0097A7",
    "#00796B", "#388E3C", "#689F38", "#F57C00", "#CCE64A19",
)  # fmt: skip


@cache
def theme_of(dark: bool) -> Theme:
    """The app's default theme, made of the colours of the wallpaper."""
    if dark:
        return SETTINGS_DARK.having(
            primary="#76D1FF",
            accent="#76D1FF",
            on_primary="#003549",
            fab="#76D1FF",
            on_fab="#003549",
            background="#1A1C1E",
            surface="#1A1C1E",
            app_bar="#1A1C1E",
            status_bar="#1A1C1E",
            navigation_bar="#1A1C1E",
            bottom_bar="#2E3133",
            bubble="#44888888",
            search_pill="#4076D1FF",
        )
    return SETTINGS_LIGHT.having(
        primary="#219BCC",
        accent="#007FAC",
        on_primary="#FFFFFF",
        fab="#219BCC",
        on_fab="#FFFFFF",
        background="#FCFCFF",
        surface="#FCFCFF",
        app_bar="#FCFCFF",
        status_bar="#FCFCFF",
        navigation_bar="#FCFCFF",
        bottom_bar="#F0F0F3",
        dialog="#F0F0F3",
        text_primary="#001E2C",
        on_app_bar="#001E2C",
        icon="#001E2C",
        bubble="#44888888",
        search_pill="#40219BCC",
    )


class AppScreen(Activity[S_co]):
    """What all screens of the app share."""

    def theme(self) -> Theme:
        """The app's colours, light or dark as the phone is."""
        return theme_of(self.context.system.display.dark)

    def open_elsewhere(self, intent: Intent, request: str | None = None) -> None:
        """Starts another app's activity, or says that there is none."""
        if not self.start_activity(intent, request=request):
            self.toast("No valid app found")

    def dial(self, number: str) -> None:
        """Shows a number in the phone's dialler."""
        self.open_elsewhere(Intent("android.intent.action.DIAL", data=f"tel:{number}"))

    def add_contact(self, number: str) -> None:
        """Has the contacts app keep a number."""
        self.open_elsewhere(
            Intent(
                "android.intent.action.INSERT_OR_EDIT",
                type="vnd.android.cursor.item/contact",
                extras=Map(phone=number),
            )
        )

    def copy(self, text: str) -> None:
        """Puts text on the clipboard and says so."""
        self.context.system.clipboard.set_text(text, "Simple SMS Messenger", self.context.package)
        self.toast(text)

    def bar(self, title: str, *menu: MenuItem | None, id: str) -> Toolbar:
        """A screen's toolbar with the arrow back."""
        return Toolbar(
            title,
            navigation="arrow_back",
            navigation_description="Back",
            on_navigation=self.finish,
            menu=menu,
            id=id,
        )


def _hash(text: str) -> int:
    """Java's String.hashCode."""
    value = 0
    for unit in text.encode("utf-16-be")[1::2] if text.isascii() else map(ord, text):
        value = (31 * value + unit) & 0xFFFFFFFF
    return value - (1 << 32) if value >= 1 << 31 else value


def avatar(name: str, size: float, id: str, /, **common: Unpack[ViewOptions]) -> View:
    """The circle with a name's first letter."""
    letter = (name.strip() or "?")[0].upper()
    common["id"] = id
    common["class_name"] = "android.widget.ImageView"
    common["important_for_accessibility"] = "no"
    common["width"] = common["height"] = size
    common["background"] = Oval(_AVATARS[abs(_hash(name)) % len(_AVATARS)])
    return TextView(
        letter,
        text_description="",
        size=size * 0.5,
        color="#FFFFFF",
        align="center",
        vertical="center",
        **common,
    )


def clock_time(context: Context, moment: dt.datetime) -> str:
    """A time of day: 12 or 24 hours as the phone is set."""
    if context.system.settings.get("system", "time_12_24") == "24":
        return f"{moment:%H:%M}"
    return f"{moment.hour % 12 or 12:02}:{moment.minute:02} {'AM' if moment.hour < 12 else 'PM'}"


def _moment(context: Context, epoch_ms: int) -> dt.datetime:
    limit = 253_402_214_400_000
    return context.system.clock.datetime(max(-62_135_510_400_000, min(limit, epoch_ms)))


DATE_FORMATS = (
    "{d:02}.{m:02}.{y}",
    "{d:02}/{m:02}/{y}",
    "{m:02}/{d:02}/{y}",
    "{y}-{m:02}-{d:02}",
    "{d} {name} {y}",
    "{name} {d} {y}",
)
"""How the app can write a day; without the year where it is this one."""


def day_text(context: Context, moment: dt.datetime, *, year: bool = True) -> str:
    """A day as the app's settings have it."""
    index = preferences(context).get("date_format_index", 0)
    form = DATE_FORMATS[index if index in range(len(DATE_FORMATS)) else 0]
    if not year:
        form = form.replace("{y}", "").strip(".-/ ")
    return form.format(d=moment.day, m=moment.month, y=moment.year, name=f"{moment:%B}")


def _day(context: Context, moment: dt.datetime, now: dt.datetime) -> str:
    return day_text(context, moment, year=moment.year != now.year)


def text_size(context: Context) -> float:
    """Size of texts in sp, as the app's settings have it."""
    return {0: 12, 2: 18, 3: 20}.get(preferences(context).get("font_size", 1), 16)


def list_date(context: Context, epoch_ms: int) -> str:
    """A date in lists: the time today, else the day."""
    moment, now = _moment(context, epoch_ms), context.system.clock.datetime()
    if moment.date() == now.date():
        return clock_time(context, moment)
    return _day(context, moment, now)


def day_and_time(context: Context, epoch_ms: int) -> str:
    """A date over messages: the time, before it the day where that is not today."""
    moment, now = _moment(context, epoch_ms), context.system.clock.datetime()
    time = clock_time(context, moment)
    return time if moment.date() == now.date() else f"{_day(context, moment, now)}, {time}"


def confirm(
    question: str,
    on_yes: Callable[[], None],
    on_no: Callable[[], None],
    *,
    yes: str = "Yes",
    no: str | None = "No",
) -> Overlay:
    """A question with two answers."""
    message = TextView(
        question, id="message", style="dialog_message", width=MATCH, padding=(24, 24, 24, 12)
    )
    return alert_dialog(
        content=ScrollView(message, id="message_scrollview", width=MATCH),
        positive=yes,
        on_positive=on_yes,
        negative=no,
        on_dismiss=on_no,
    )
