"""Phone's settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from android_gym.simulator.appkit.preferences import (
    LinkPreference,
    ListPreference,
    Preference,
    PreferenceActivity,
    Row,
    SwitchPreference,
    Value,
)
from android_gym.simulator.apps.dialer.look import DialerScreen
from android_gym.simulator.apps.dialer.storage import shown_number
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.phone_numbers import as_typed, digits_of
from android_gym.simulator.ui.activity import Context, Overlay, Screen
from android_gym.simulator.ui.components import ListItem
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.layouts import column, row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import EditText, ImageButton, TextView

__all__ = [
    "BlockedNumbers",
    "DialerSettings",
    "DisplayOptions",
    "QuickResponses",
    "Sounds",
    "quick_responses",
]

RESPONSES: Final = (
    "Can\u2019t talk now. What\u2019s up?",
    "I\u2019ll call you right back.",
    "I\u2019ll call you later.",
    "Can\u2019t talk now. Call me later?",
)
"""Android's own answers by message."""


def quick_responses(context: Context) -> list[str]:
    """The answers by message, as the user has them."""
    kept = context.preferences().all()
    return [str(kept.get(f"canned_response_{i}", text)) for i, text in enumerate(RESPONSES, 1)]


class DialerSettings(DialerScreen):
    """The list of pages."""

    def build(self) -> Screen:
        """One row a page."""
        pages = (
            ("Display options", "DisplayOptions"),
            ("Sounds and vibration", "Sounds"),
            ("Quick responses", "QuickResponses"),
            ("Blocked numbers", "BlockedNumbers"),
        )
        rows = [
            ListItem(title, title_id="android:id/title", key=name, on_click=partial(self._go, name))
            for title, name in pages
        ]
        return Screen(self.page("Settings", *rows), title="Settings")

    def _go(self, name: str) -> None:
        self.start_activity(f"com.android.dialer.app.settings.{name}")


@dataclass(frozen=True)
class DialogState:
    """Which dialog is open ("" for none), and the text in it."""

    dialog: str = ""
    text: str = ""


class _Page(DialerScreen[DialogState]):
    """A page with dialogs."""

    def close(self) -> None:
        """Closes the dialog."""
        self.update(dialog="", text="")

    def field(self, title: str, positive: str, on_done: Any, **options: Any) -> Overlay:
        """A dialog with one field."""
        edit = EditText(
            self.state.text,
            id="android:id/edit",
            on_text_change=options.pop("change", lambda text: self.update(text=text)),
            autofocus=True,
            width=MATCH,
            **options,
        )
        return alert_dialog(
            title,
            content=column(edit, width=MATCH, padding=(24, 8)),
            on_dismiss=self.close,
            positive=positive,
            on_positive=on_done,
            negative="Cancel",
        )


class _Preferences(DialerScreen, PreferenceActivity):
    """A page of preferences."""

    def content(self, rows: Sequence[View]) -> View:
        """Lay the rows out as on all pages."""
        return self.page(self.TITLE, *rows)


class DisplayOptions(_Preferences):
    """How contacts are sorted and written."""

    TITLE = "Display options"
    ROWS = (
        ListPreference(
            "sort_by_last_name", "Sort by", choices=((False, "First name"), (True, "Last name"))
        ),
        ListPreference(
            "last_name_first",
            "Name format",
            choices=((False, "First name first"), (True, "Last name first")),
        ),
    )


class Sounds(_Preferences):
    """What is heard and felt; Android's own settings."""

    TITLE = "Sounds and vibration"

    def rows(self) -> Sequence[Row]:
        """List the way to the phone's sound settings, and two switches."""
        return (
            LinkPreference(
                "Change volumes, Phone ringtone",
                lambda _: self.open_elsewhere(Intent("android.settings.SOUND_SETTINGS")),
            ),
            SwitchPreference("vibrate_when_ringing", "Also vibrate for calls"),
            SwitchPreference("dtmf_tone", "Keypad tones", default=True),
        )

    def value(self, preference: Preference) -> Value:
        """Return one of the phone's settings."""
        default = int(bool(preference.initial))
        return self.context.system.settings.get_int("system", preference.key, default) != 0

    def set_value(self, preference: Preference, value: Value) -> None:
        """Change one of the phone's settings."""
        self.context.system.settings.put("system", preference.key, str(int(bool(value))))


class QuickResponses(_Page):
    """The answers by message, for calls that are turned down."""

    def build(self) -> Screen:
        """Four texts, each to be changed."""
        texts = quick_responses(self.context)
        rows = [
            ListItem(
                text,
                title_id="android:id/title",
                title_lines=2,
                key=number,
                on_click=partial(self.update, dialog=str(number), text=text),
            )
            for number, text in enumerate(texts, 1)
        ]
        dialog = None
        if self.state.dialog:
            dialog = self.field("Quick response", "OK", self._keep, capitalize="sentences")
        title = "Edit quick responses"
        return Screen(self.page(title, *rows), [dialog], title=title)

    def _keep(self) -> None:
        if text := self.state.text.strip():
            name = f"canned_response_{self.state.dialog}"
            self.context.preferences().put(**{name: text})
        self.close()


class BlockedNumbers(_Page):
    """Numbers whose calls are turned away."""

    def build(self) -> Screen:
        """What blocking means, a way to add a number, and the numbers."""
        blocked = self.blocked.all()
        dialog = None
        if self.state.dialog == "add":
            dialog = self.field(
                "Add a number to block",
                "Block",
                self._block,
                change=lambda text: self.update(text=as_typed(text)),
                hint="Phone number",
                input_type="phone",
            )
        elif self.state.dialog:
            number = self.state.dialog
            dialog = alert_dialog(
                f"Unblock {shown_number(number)}?",
                on_dismiss=self.close,
                positive="Unblock",
                on_positive=partial(self._unblock, number),
                negative="Cancel",
            )
        rows = [self._number(number) for _, number in blocked]
        return Screen(
            self.page(
                "Blocked numbers",
                TextView(
                    "You won\u2019t receive calls or texts from blocked numbers.",
                    color="text_secondary",
                    padding=16,
                    width=MATCH,
                ),
                self.action_row("plus", "Add a number", lambda: self.update(dialog="add")),
                *rows,
            ),
            [dialog],
            title="Blocked numbers",
        )

    def _number(self, number: str) -> View:
        shown = shown_number(number)
        return row(
            TextView(shown, id="caller_number", size=16, width=0, weight=1),
            ImageButton(
                "close",
                id="delete_button",
                content_description="Unblock number",
                on_click=partial(self.update, dialog=number),
            ),
            key=("number", number),
            width=MATCH,
            padding=(24, 4, 8, 4),
            content_gravity="center_vertical",
        )

    def _block(self) -> None:
        if number := digits_of(self.state.text):
            self.blocked.add(number)
            self.show_snackbar(f"{shown_number(number)} blocked")
        self.close()

    def _unblock(self, number: str) -> None:
        self.blocked.remove(number)
        self.close()
        self.show_snackbar(f"{shown_number(number)} unblocked")
