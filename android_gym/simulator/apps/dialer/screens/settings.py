"""Phone's settings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from immutables import Map

from android_gym.simulator.appkit.preferences import (
    LinkPreference,
    ListPreference,
    Preference,
    PreferenceActivity,
    Row,
    SwitchPreference,
    Value,
)
from android_gym.simulator.apps.dialer.actions import DialerScreen
from android_gym.simulator.apps.dialer.dialogs import BlockNumber, EditResponse, UnblockNumber
from android_gym.simulator.apps.dialer.look import action_row, page
from android_gym.simulator.apps.dialer.model import shown_number
from android_gym.simulator.apps.dialer.storage import quick_responses
from android_gym.simulator.system.telephony import VOICEMAIL_NUMBER
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import ListItem
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton, TextView

__all__ = [
    "BlockedNumbers",
    "DialerSettings",
    "DisplayOptions",
    "QuickResponses",
    "Sounds",
    "Voicemail",
]


class _Preferences(DialerScreen, PreferenceActivity):
    """Base class of the pages of preferences."""

    def content(self, rows: Sequence[View]) -> View:
        """Lay out the rows as on Phone's other pages."""
        return page(self, self.TITLE, *rows)


class DialerSettings(_Preferences):
    """Lists the pages of settings."""

    PAGES = (
        ("Display options", "DisplayOptions"),
        ("Sounds and vibration", "Sounds"),
        ("Quick responses", "QuickResponses"),
        ("Blocked numbers", "BlockedNumbers"),
        ("Voicemail", "Voicemail"),
    )

    def rows(self) -> Sequence[Row]:
        """Return a link to each page."""
        return [LinkPreference(title, partial(self._open_page, name)) for title, name in self.PAGES]

    def _open_page(self, name: str, _: object) -> None:
        self.open_own(f"app.settings.{name}")


class DisplayOptions(_Preferences):
    """Shows the sort order and name format of contacts."""

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
    """Shows sounds and vibration, which are system settings."""

    TITLE = "Sounds and vibration"

    def rows(self) -> Sequence[Row]:
        """Return a link to the system's sound settings, and two switches."""
        return (
            LinkPreference(
                "Change volumes, Phone ringtone",
                lambda _: self.open("android.settings.SOUND_SETTINGS"),
            ),
            SwitchPreference("vibrate_when_ringing", "Also vibrate for calls"),
            SwitchPreference("dtmf_tone", "Keypad tones", default=True),
            ListPreference(
                "dtmf_tone_type", "Keypad tone length", choices=((0, "Normal"), (1, "Long"))
            ),
        )

    def value(self, preference: Preference) -> Value:
        """Return the value of a system setting."""
        kept = self.context.system.settings.get_int(
            "system", preference.key, int(bool(preference.initial))
        )
        return kept if isinstance(preference, ListPreference) else kept != 0

    def set_value(self, preference: Preference, value: Value) -> None:
        """Change a system setting."""
        self.context.system.settings.put("system", preference.key, str(int(value)))


class Voicemail(_Preferences):
    """Shows voicemail, whose number is set by the SIM card."""

    TITLE = "Voicemail"

    def rows(self) -> Sequence[Row]:
        """Return the link to the notification settings, and the voicemail number."""
        app = Map({"android.provider.extra.APP_PACKAGE": self.context.package})
        return (
            LinkPreference(
                "Notifications",
                lambda _: self.open("android.settings.APP_NOTIFICATION_SETTINGS", extras=app),
            ),
            LinkPreference(
                "Voicemail number",
                lambda _: self.call(VOICEMAIL_NUMBER),
                summary=shown_number(VOICEMAIL_NUMBER),
            ),
        )


class QuickResponses(DialerScreen):
    """Lists the quick responses for declined calls."""

    DIALOGS = (EditResponse,)

    def build(self) -> Screen:
        """Build the four responses, each of which can be edited."""
        rows = [
            ListItem(
                text,
                title_id="android:id/title",
                title_lines=2,
                key=number,
                on_click=partial(self.show_dialog, EditResponse(text, number)),
            )
            for number, text in enumerate(quick_responses(self.context), 1)
        ]
        title = "Edit quick responses"
        return Screen(page(self, title, *rows), title=title)


class BlockedNumbers(DialerScreen):
    """Lists the blocked numbers."""

    DIALOGS = (BlockNumber, UnblockNumber)

    def build(self) -> Screen:
        """Build an explanation, a row to add a number, and the numbers."""
        about = TextView(
            "You won\u2019t receive calls or texts from blocked numbers.",
            color="text_secondary",
            padding=16,
            width=MATCH,
        )
        add = action_row("plus", "Add a number", lambda: self.show_dialog(BlockNumber()))
        rows = [self._number(number) for _, number in self.blocked.all()]
        return Screen(page(self, "Blocked numbers", about, add, *rows), title="Blocked numbers")

    def _number(self, number: str) -> View:
        unblock = ImageButton(
            "close",
            id="delete_button",
            content_description="Unblock number",
            on_click=lambda: self.show_dialog(UnblockNumber(number)),
        )
        return wide_row(
            TextView(shown_number(number), id="caller_number", size=16, width=0, weight=1),
            unblock,
            key=("number", number),
            padding=(24, 4, 8, 4),
            content_gravity="center_vertical",
        )
