"""Import of a file with cards: asks, and adds the contacts."""

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
    """Ask whether the contacts of a file shall be added."""

    MESSAGE = "Import contacts from vCard?"

    def on_confirm(self, screen: ImportVCardActivity) -> None:
        """Add them."""
        screen.run()

    def on_cancel(self, screen: ImportVCardActivity) -> None:
        """Leave things as they are."""
        screen.finish()


class ImportVCardActivity(ContactsScreen):
    """A question over what was on the screen before."""

    DIALOGS = (ImportVCards,)

    def on_create(self) -> NoState:
        """Ask."""
        self.show_dialog(ImportVCards())
        return super().on_create()

    def build(self) -> Screen:
        """Build nothing but the question."""
        return translucent()

    def run(self) -> None:
        """Read the file and add what is in it."""
        uri = self.intent.data or ""
        cards = self.read_cards(uri)
        if cards:
            name = (shared_path(uri) or uri).rpartition("/")[2]
            self.toast(f"{name} will be imported shortly.")
            self.add_cards(cards)
        else:
            self.toast("Couldn't import vCard.")
        self.finish()
