"""Common parts of the Simple Mobile Tools apps, like their library Simple-Commons.

Theme, dates, avatars, confirmations, radio button lists, settings, colours, about pages, for apps
such as Simple SMS Messenger, Calendar, Gallery and Draw.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from immutables import Map

from android_gym.simulator.appkit import times
from android_gym.simulator.appkit.dialog_base import A_contra
from android_gym.simulator.appkit.dialogs import ChoiceDialog, ConfirmDialog
from android_gym.simulator.appkit.preferences import (
    LinkPreference,
    ListPreference,
    Preference,
    PreferenceActivity,
    SwitchPreference,
    Value,
)
from android_gym.simulator.appkit.simple_manifests import COMMONS
from android_gym.simulator.appkit.simple_theme import look_of, prefs, theme_of
from android_gym.simulator.appkit.simple_views import avatar
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import (
    Activity,
    Context,
    Dialog,
    Overlay,
    S_co,
)
from android_gym.simulator.ui.components import MenuItem, Toolbar
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, full_column, wide_column, wide_row
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import (
    CheckBox,
    RadioButton,
    Switch,
    TextView,
)

__all__ = [
    "BAR_GAP",
    "COMMONS",
    "ConfirmationDialog",
    "RadioGroupDialog",
    "SettingsScreen",
    "SimpleScreen",
    "UnsavedChangesDialog",
    "avatar",
    "clock_time",
    "confirm",
    "day_and_time",
    "day_text",
    "list_date",
    "prefs",
    "text_size",
    "theme_of",
]

BAR_GAP = 2
"""Space in dp between the arrow of a toolbar and its title, as in Material 3."""


class SimpleScreen(Activity[S_co]):
    """Base class of all screens of the apps.

    Attributes:
        NAME: Name of the app, if not the label of its icon.
    """

    NAME: ClassVar[str] = ""

    @property
    def app_name(self) -> str:
        """Name of the app."""
        return self.NAME or self.context.manifest.label

    def theme(self) -> Theme:
        """Return the theme: with the phone's colours, or those that the user has chosen."""
        return theme_of(look_of(self.context))

    def open_elsewhere(self, intent: Intent, request: str | None = None) -> None:
        """Start another app's activity; show a toast if there is none."""
        if not self.start_activity(intent, request=request):
            self.toast("No valid app found")

    def copy(self, text: str) -> None:
        """Copy text to the clipboard, and show it in a toast."""
        self.context.system.clipboard.set_text(text, self.app_name, self.context.package)
        self.toast(text)

    def toolbar(
        self,
        title: str,
        *menu: MenuItem | None,
        id: str | None,
        on_leave: Callable[[], object] | None = None,
    ) -> Toolbar:
        """Return a toolbar with a back arrow, which finishes the screen or calls `on_leave`."""
        return Toolbar(
            title,
            navigation="arrow_back",
            navigation_description="Back",
            on_navigation=on_leave or self.finish,
            menu=menu,
            gap=BAR_GAP,
            id=id,
        )


def clock_time(context: Context, moment: dt.datetime) -> str:
    """Format a time of day, with 12 or 24 hours as the phone is set."""
    if times.is_24_hour(context):
        return f"{moment:%H:%M}"
    return f"{moment.hour % 12 or 12:02}:{moment.minute:02} {'AM' if moment.hour < 12 else 'PM'}"


DATE_FORMATS = (
    "{d:02}.{m:02}.{y}",
    "{d:02}/{m:02}/{y}",
    "{m:02}/{d:02}/{y}",
    "{y}-{m:02}-{d:02}",
    "{d} {name} {y}",
    "{name} {d} {y}",
)
"""Date formats; the year is left out in the current year."""


def day_text(context: Context, moment: dt.datetime, *, year: bool = True) -> str:
    """Format a date as in the app's settings."""
    index = prefs(context).get("date_format_index", 0)
    form = DATE_FORMATS[index if index in range(len(DATE_FORMATS)) else 0]
    if not year:
        form = form.replace("{y}", "").strip(".-/ ")
    return form.format(d=moment.day, m=moment.month, y=moment.year, name=f"{moment:%B}")


def _day(context: Context, moment: dt.datetime, now: dt.datetime) -> str:
    return day_text(context, moment, year=moment.year != now.year)


def text_size(context: Context) -> float:
    """Return the text size in sp, as in the app's settings."""
    return {0: 12, 2: 18, 3: 20}.get(prefs(context).get("font_size", 1), 16)


def list_date(context: Context, epoch_ms: int) -> str:
    """Format a date for lists: the time if it is today, else the day."""
    moment, now = times.moment(context, epoch_ms), context.system.clock.datetime()
    if moment.date() == now.date():
        return clock_time(context, moment)
    return _day(context, moment, now)


def day_and_time(context: Context, epoch_ms: int) -> str:
    """Format a date and time: only the time if it is today."""
    moment, now = times.moment(context, epoch_ms), context.system.clock.datetime()
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
    """Return a question with two answers; see also `ConfirmationDialog`."""
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


class ConfirmationDialog(ConfirmDialog[A_contra]):
    """A question with "Yes" and "No", without a title."""

    POSITIVE: ClassVar[str] = "Yes"
    NEGATIVE: ClassVar[str | None] = "No"

    def build(self, screen: A_contra) -> Overlay:
        """Return the window with the question and its buttons."""

        def yes() -> None:
            screen.dismiss_dialog()
            self.on_confirm(screen)

        return confirm(
            self.message(screen) or "",
            yes,
            lambda: self.cancel(screen),
            yes=self.positive(screen),
            no=self.negative(screen),
        )


class RadioGroupDialog(ChoiceDialog[A_contra]):
    """Radio buttons without title and buttons; a tap selects and closes."""

    def choices(self, screen: A_contra) -> Sequence[str]:
        """Return the labels; a radio group has no headings."""
        raise NotImplementedError(f"{type(self).__name__} must list its choices.")

    def build(self, screen: A_contra) -> Overlay:
        """Return the window with the radio buttons."""

        def choose(index: int) -> Callable[[], None]:
            def chosen() -> None:
                screen.dismiss_dialog()
                self.on_choose(screen, index)

            return chosen

        selected = self.selected(screen)
        group = wide_column(
            *(
                RadioButton(
                    label,
                    key=index,
                    checked=index == selected,
                    size=16,
                    width=MATCH,
                    min_height=48,
                    clickable=True,
                    on_click=choose(index),
                )
                for index, label in enumerate(self.choices(screen))
            ),
            id="dialog_radio_group",
            class_name="android.widget.RadioGroup",
            padding=(16, 12),
        )
        return alert_dialog(
            self.title(screen),
            content=ScrollView(group, id="dialog_radio_holder", width=MATCH),
            on_dismiss=lambda: self.cancel(screen),
        )


class UnsavedChangesDialog(Dialog[A_contra]):
    """A question before changes are lost; subclasses define how they are saved."""

    def on_save(self, screen: A_contra) -> None:
        """Save the changes, or ask how."""
        raise NotImplementedError

    def build(self, screen: A_contra) -> Overlay:
        """Return the window; a touch outside closes it, "Discard" finishes the screen."""

        def save() -> None:
            screen.dismiss_dialog()
            self.on_save(screen)

        def discard() -> None:
            screen.dismiss_dialog()
            screen.finish()

        return alert_dialog(
            message="You have unsaved changes. Save before exit?",
            positive="Save",
            on_positive=save,
            negative="Discard",
            on_negative=discard,
            on_dismiss=screen.dismiss_dialog,
        )


_LABELLED: Final = frozenset(
    {
        "settings_color_customization",
        "settings_customize_notifications",
        "settings_file_thumbnail_style",
        "settings_manage_event_types",
    }
)
"""Ids of rows without a value whose title has the id suffix of rows with one."""

_SIZED: Final = frozenset({"settings_clear_cache", "settings_empty_recycle_bin"})
"""Ids of rows whose value is a size."""


class SettingsScreen(SimpleScreen[S_co], PreferenceActivity[S_co]):
    """The settings of an app; the `id` of a row is the prefix of its resource ids."""

    def open_language(self, _: object) -> None:
        """Open the system's page for the app's language."""
        app = f"package:{self.context.package}"
        self.open_elsewhere(Intent("android.settings.APP_LOCALE_SETTINGS", data=app))

    def open_notifications(self, _: object) -> None:
        """Open the system's page for the app's notifications."""
        app = Map({"android.provider.extra.APP_PACKAGE": self.context.package})
        self.open_elsewhere(Intent("android.settings.APP_NOTIFICATION_SETTINGS", extras=app))

    def value(self, preference: Preference) -> Value:
        """Return the value of a setting; the first choice if another value is stored."""
        kept = prefs(self.context).get(preference.key, preference.initial)
        value = kept if isinstance(kept, type(preference.initial)) else preference.initial
        if isinstance(preference, ListPreference):
            known = [choice for choice, _ in preference.choices]
            return value if value in known else known[0]
        return value

    def set_value(self, preference: Preference, value: Value) -> None:
        """Store the value of a setting."""
        prefs(self.context).put(**{preference.key: value})

    def row(
        self,
        item: Preference | LinkPreference,
        summary: str | None,
        on_click: Callable[[], object] | None,
        widget: View | None,
    ) -> View:
        """Return the view of a row: a title, maybe a value; or a labelled check box or switch."""
        if isinstance(item, SwitchPreference):
            box = Switch if item.widget == "switch" else CheckBox
            return wide_row(
                box(
                    item.title,
                    id=item.id,
                    checked=widget is not None and widget.checked,
                    size=16,
                    width=MATCH,
                    clickable=False,
                ),
                id=f"{item.id}_holder",
                class_name="android.widget.RelativeLayout",
                min_height=56,
                padding=(16, 4),
                content_gravity="center_vertical",
                on_click=on_click,
            )
        labelled = bool(summary) or item.id in _LABELLED
        value = f"{item.id}_size" if item.id in _SIZED else item.id
        return wide_column(
            TextView(item.title, id=f"{item.id}_label" if labelled else item.id, size=16),
            TextView(summary, id=value, size=14, color="text_primary@0.6") if summary else None,
            id=f"{item.id}_holder",
            class_name="android.widget.RelativeLayout",
            min_height=56,
            padding=(22, 10),
            on_click=on_click,
        )

    def content(self, rows: Sequence[View]) -> View:
        """Return the layout of toolbar and rows."""
        listed = wide_column(*rows, id="settings_holder", padding=(0, 0, 0, 24))
        return full_column(
            self.toolbar("Settings", id="settings_toolbar"),
            ScrollView(listed, id="settings_nested_scrollview", width=MATCH, height=0, weight=1),
            id="settings_coordinator",
            class_name="android.view.ViewGroup",
        )
