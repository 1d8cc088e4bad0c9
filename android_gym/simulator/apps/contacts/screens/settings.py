"""The settings: sorting, name format, import and export."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.appkit.dialogs import ChoiceDialog
from android_gym.simulator.appkit.preferences import (
    Category,
    LinkPreference,
    ListPreference,
    PreferenceActivity,
    Row,
)
from android_gym.simulator.appkit.vcards import VCARD, contact_card, write_vcards
from android_gym.simulator.apps.contacts.actions import ContactsScreen
from android_gym.simulator.apps.contacts.storage import NAME_FORMAT, PHONETIC, SORT_BY
from android_gym.simulator.system.documents import chosen_path
from android_gym.simulator.system.intents import Intent

__all__ = ["AboutActivity", "SettingsActivity"]

OPENABLE = ("android.intent.category.OPENABLE",)


@dataclass(frozen=True)
class ImportFrom(ChoiceDialog["SettingsActivity"]):
    """Choose the source of an import."""

    TITLE = "Import contacts from"
    MARKED = False

    def choices(self, screen: SettingsActivity) -> Sequence[str]:
        """Return the file and the SIM card."""
        return (".vcf file", "SIM card")

    def on_choose(self, screen: SettingsActivity, index: int) -> None:
        """Ask for a file; the emulator's SIM card has no contacts."""
        if index:
            screen.toast("No contacts on your SIM card")
        else:
            screen.ask_file()


@dataclass(frozen=True)
class ExportTo(ChoiceDialog["SettingsActivity"]):
    """Choose the target of an export."""

    TITLE = "Export contacts"
    MARKED = False

    def choices(self, screen: SettingsActivity) -> Sequence[str]:
        """Return the file, and sharing."""
        return ("Export to .vcf file", "Share all contacts", "Share favorite contacts")

    def on_choose(self, screen: SettingsActivity, index: int) -> None:
        """Ask for a file to write, or for an app to share with."""
        which = "starred = 1" if index == 2 else None
        chosen = [contact.id for contact in screen.store.find(which)]
        if not chosen:
            screen.toast(
                "There are no contacts to share." if index else "There are no exportable contacts."
            )
        elif index:
            screen.share(tuple(chosen))
        else:
            screen.ask_place()


class SettingsActivity(ContactsScreen, PreferenceActivity):
    """The settings, under two headings."""

    DIALOGS = (*PreferenceActivity.DIALOGS, ExportTo, ImportFrom)

    def rows(self) -> list[Row]:
        """Return the rows."""
        return [
            Category("Display"),
            ListPreference(SORT_BY, "Sort by", choices=((1, "First name"), (2, "Last name"))),
            ListPreference(
                NAME_FORMAT,
                "Name format",
                choices=((1, "First name first"), (2, "Last name first")),
            ),
            ListPreference(
                PHONETIC, "Phonetic name", choices=((0, "Always show"), (1, "Hide if empty"))
            ),
            Category("Manage contacts"),
            LinkPreference(
                "Import", summary=".vcf file", on_click=lambda _: self.show_dialog(ImportFrom())
            ),
            LinkPreference(
                "Export", summary="To a .vcf file", on_click=lambda _: self.show_dialog(ExportTo())
            ),
            LinkPreference("Blocked numbers", on_click=lambda _: self._open_blocked()),
            LinkPreference(
                "About Contacts",
                on_click=lambda _: self.start_activity(
                    "com.android.contacts.activities.AboutActivity"
                ),
            ),
        ]

    def _open_blocked(self) -> None:
        self.open_elsewhere(Intent("android.telecom.action.MANAGE_BLOCKED_NUMBERS"))

    def ask_file(self) -> None:
        """Ask for the file to import."""
        intent = Intent("android.intent.action.GET_CONTENT", type=VCARD, categories=OPENABLE)
        self.start_activity(intent, request="import")

    def ask_place(self) -> None:
        """Ask for the file to export to."""
        extras = Map({"android.intent.extra.TITLE": "contacts.vcf"})
        intent = Intent("android.intent.action.CREATE_DOCUMENT", type=VCARD, extras=extras)
        self.start_activity(intent, request="export")

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Import or export the chosen file."""
        path = chosen_path(code, data)
        if data is None or path is None:
            return
        if request == "import":
            self.start_activity(
                Intent(
                    "android.intent.action.VIEW",
                    data=data.data,
                    type=VCARD,
                    component=self.context.manifest.component(
                        "com.android.contacts.vcard.ImportVCardActivity"
                    ),
                )
            )
        elif request == "export":
            cards = [contact_card(self.context, contact) for contact in self.store.ids()]
            try:
                self.context.system.files.write(path, write_vcards(filter(None, cards)))
            except FileError:
                self.toast("Couldn't create the file.")
                return
            self.toast("Finished exporting contacts.")


class AboutActivity(ContactsScreen, PreferenceActivity):
    """The app's version, and links to pages about it."""

    TITLE = "About Contacts"

    def rows(self) -> list[Row]:
        """Return the rows."""

        def page(title: str, address: str, summary: str | None = None) -> LinkPreference:
            intent = Intent("android.intent.action.VIEW", data=f"https://{address}")
            return LinkPreference(
                title, summary=summary, on_click=lambda _: self.open_elsewhere(intent)
            )

        version = self.context.manifest.version_name
        source = "source.android.com/docs/setup/about/licenses"
        return [
            LinkPreference(
                "Build version", summary=version, on_click=lambda _: self._copy(version)
            ),
            page("Open source licenses", source, "License details for open source software"),
            page("Privacy policy", "policies.google.com/privacy"),
            page("Terms of service", "policies.google.com/terms"),
        ]

    def _copy(self, version: str) -> None:
        self.context.system.clipboard.set_text(version)
        self.toast("Text copied")
