"""The import of a vCard file, after a confirmation."""

from __future__ import annotations

from dataclasses import dataclass

from android_gym.simulator.appkit.dialogs import ConfirmDialog
from android_gym.simulator.appkit.platform import translucent
from android_gym.simulator.apps.contacts.actions import ContactsScreen
from android_gym.simulator.system.documents import shared_path
from android_gym.simulator.ui.activity import NoState, Screen

__all__ = ["ImportVCardActivity", "ImportVCards"]


@dataclass(frozen=True)
class ImportVCards(ConfirmDialog["ImportVCardActivity"]):
    """Ask before importing the contacts in a file."""

    MESSAGE = "Import contacts from vCard?"

    def on_confirm(self, screen: ImportVCardActivity) -> None:
        """Import the contacts."""
        screen.run()

    def on_cancel(self, screen: ImportVCardActivity) -> None:
        """Leave without importing."""
        screen.finish()


class ImportVCardActivity(ContactsScreen):
    """A dialog over the previous screen."""

    DIALOGS = (ImportVCards,)

    def on_create(self) -> NoState:
        """Show the dialog."""
        self.show_dialog(ImportVCards())
        return super().on_create()

    def build(self) -> Screen:
        """Build an empty screen with the dialog."""
        return translucent()

    def run(self) -> None:
        """Read the file and add its contacts."""
        uri = self.intent.data or ""
        cards = self.read_cards(uri)
        if cards:
            name = (shared_path(uri) or uri).rpartition("/")[2]
            self.toast(f"{name} will be imported shortly.")
            self.add_cards(cards)
        else:
            self.toast("Couldn't import vCard.")
        self.finish()
