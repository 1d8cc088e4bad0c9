"""Settings: how lists are sorted, names written, contacts brought in and taken out."""

from __future__ import annotations

from collections.abc import Hashable

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.appkit.preferences import (
    Category,
    LinkPreference,
    ListPreference,
    PreferenceActivity,
    Row,
)
from android_gym.simulator.appkit.vcards import VCARD, contact_card, write_vcards
from android_gym.simulator.apps.contacts.actions import ContactsScreen
from android_gym.simulator.apps.contacts.storage import NAME_FORMAT, SORT_BY
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.documents import shared_path
from android_gym.simulator.system.intents import Intent

__all__ = ["SettingsActivity"]

OPENABLE = ("android.intent.category.OPENABLE",)


class SettingsActivity(ContactsScreen, PreferenceActivity):
    """Settings under two headings."""

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
            Category("Manage contacts"),
            LinkPreference("Import", summary=".vcf file", on_click=lambda _: self._import()),
            LinkPreference("Export", summary="To a .vcf file", on_click=lambda _: self._export()),
        ]

    def _import(self) -> None:
        intent = Intent("android.intent.action.GET_CONTENT", type=VCARD, categories=OPENABLE)
        self.start_activity(intent, request="import")

    def _export(self) -> None:
        if not self.store.count():
            self.toast("There are no exportable contacts.")
            return
        extras = Map({"android.intent.extra.TITLE": "contacts.vcf"})
        intent = Intent("android.intent.action.CREATE_DOCUMENT", type=VCARD, extras=extras)
        self.start_activity(intent, request="export")

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Read or write the file that was chosen."""
        path = shared_path(data.data or "") if data is not None else None
        if code != RESULT_OK or data is None or path is None:
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
