"""Actions of Phone's activities, without their views."""

from __future__ import annotations

from dataclasses import replace

from immutables import Map

from android_gym.errors import OptionError
from android_gym.simulator.appkit.people import theme_of
from android_gym.simulator.apps.dialer.model import MISSED_ID, RECENTS, MainState
from android_gym.simulator.apps.dialer.storage import BlockList, CallLog, People
from android_gym.simulator.system.intents import Extra, Intent
from android_gym.simulator.system.phone_numbers import as_typed, digits_of, tel_number
from android_gym.simulator.system.telephony import VOICEMAIL_NUMBER
from android_gym.simulator.ui.activity import Activity, S_co
from android_gym.simulator.ui.theme import Theme

__all__ = ["DialerScreen", "MainActions"]

NO_EXTRAS: Map[str, Extra] = Map()
RETURN: Map[str, Extra] = Map(finishActivityOnSaveCompleted=True)
"""Extras that make Contacts return after a contact is saved."""


class DialerScreen(Activity[S_co]):
    """Base class of all screens."""

    def theme(self) -> Theme:
        """Return the theme, light or dark as the phone's."""
        return theme_of("phone", self.context.system.display.dark)

    @property
    def turned(self) -> bool:
        """True while the phone is in landscape."""
        return self.context.system.display.rotation % 2 == 1

    @property
    def people(self) -> People:
        """The contacts."""
        return People(self.context)

    @property
    def log(self) -> CallLog:
        """The call log."""
        return CallLog(self.context)

    @property
    def blocked(self) -> BlockList:
        """The blocked numbers."""
        return BlockList(self.context)

    def call(self, number: str) -> None:
        """Call a number."""
        if plain := digits_of(number):
            try:
                self.context.system.telephony.dial(plain)
            except OptionError:
                self.toast("Call not sent, no valid number entered.")

    def copy(self, number: str) -> None:
        """Copy a number to the clipboard."""
        self.context.system.clipboard.set_text(number, "number", self.context.package)
        self.toast("Number copied")

    def cancel_missed(self) -> None:
        """Cancel the notification of missed calls."""
        self.context.system.notifications.cancel(self.context.package, MISSED_ID)

    # -- other apps

    def open(
        self,
        action: str,
        data: str | None = None,
        kind: str | None = None,
        extras: Map[str, Extra] = NO_EXTRAS,
    ) -> None:
        """Start another app's activity; show a toast if no app can handle the action.

        Args:
            action: Name; without a package, one in ``android.intent.action``.
            data: URI.
            kind: MIME type.
            extras: Extras.
        """
        name = action if "." in action else f"android.intent.action.{action}"
        if not self.start_activity(Intent(name, data=data, type=kind, extras=extras)):
            self.toast("No app can handle this action")

    def open_own(self, name: str, **extras: Extra) -> None:
        """Start one of the app's activities by its name in ``com.android.dialer``."""
        self.start_activity(f"com.android.dialer.{name}", **extras)

    def message(self, number: str) -> None:
        """Open the messaging app to write to a number."""
        self.open("SENDTO", f"smsto:{number}")

    def create_contact(self, number: str = "") -> None:
        """Open Contacts to create a contact."""
        extras = RETURN.set("phone", number) if number else RETURN
        self.open("INSERT", kind="vnd.android.cursor.dir/contact", extras=extras)

    def add_to_contact(self, number: str) -> None:
        """Open Contacts to add a number to an existing contact."""
        kind = "vnd.android.cursor.item/contact"
        self.open("INSERT_OR_EDIT", kind=kind, extras=RETURN.set("phone", number))

    def show_contact(self, contact: int) -> None:
        """Show a contact's page."""
        uri = f"content://com.android.contacts/contacts/{contact}"
        self.open("VIEW", uri, "vnd.android.cursor.item/contact")


class MainActions(DialerScreen[MainState]):
    """Actions of the main screen."""

    def on_create(self) -> MainState:
        """Open the dial pad with the number in the intent, or Recents."""
        return self._asked(MainState())

    def on_new_intent(self) -> None:
        """Do the same if the screen is already open."""
        self.reset(self._asked(self.state))

    def _asked(self, state: MainState) -> MainState:
        action = (self.intent.action or "").rpartition(".")[2]
        if action in ("DIAL", "VIEW") and self.intent.type is None:
            voicemail = (self.intent.data or "").startswith("voicemail:")
            number = VOICEMAIL_NUMBER if voicemail else tel_number(self.intent.data) or ""
            digits = as_typed(digits_of(number))
            self.focus("digits")
            return replace(state, dialpad=True, digits=digits, cursor=len(digits), searching=False)
        if action in ("CALL_BUTTON", "VIEW"):
            return replace(state, tab=RECENTS, dialpad=False, searching=False)
        return state

    def on_resume(self) -> None:
        """Mark missed calls as seen once Recents is shown."""
        if self.state.tab == RECENTS:
            self._see_missed()

    def _see_missed(self) -> None:
        self.log.mark_seen()
        self.cancel_missed()

    def select(self, tab: int) -> None:
        """Show a tab."""
        self.dismiss_dialogs()
        self.update(tab=tab, expanded=0)
        if tab == RECENTS:
            self._see_missed()

    def close_search(self) -> None:
        """Close the search."""
        self.update(searching=False, query="")

    def call_found(self, number: str) -> None:
        """Call a number that was found or dialled."""
        self.update(searching=False, query="", dialpad=False, digits="", cursor=0)
        self.call(number)

    # -- the dial pad

    def show_dialpad(self, digits: str = "") -> None:
        """Open the dial pad."""
        self.update(dialpad=True, digits=digits, cursor=len(digits))
        self.focus("digits")

    def hide_dialpad(self) -> None:
        """Close the dial pad and clear its number."""
        self.update(dialpad=False, digits="", cursor=0)
        self.hide_keyboard()
