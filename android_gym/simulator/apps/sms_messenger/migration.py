"""Dialogs that ask what to export and import."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from android_gym.simulator.appkit.dialogs import ConfirmDialog, DialogScreen
from android_gym.simulator.ui.layouts import wide_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import CheckBox


class MigrationScreen(DialogScreen, Protocol):
    """Methods of the settings screen that the dialogs call."""

    def export_to(self, name: str, *, texts: bool) -> None:
        """Ask where to save a file with a name, and export to it."""

    def import_from(self, path: str, *, texts: bool) -> None:
        """Import from a file."""


@dataclass(frozen=True)
class _Kinds(ConfirmDialog[MigrationScreen]):
    """Ask which kinds of messages to include.

    Attributes:
        sms: Whether to include SMS.
        mms: Whether to include MMS.
    """

    POSITIVE = "OK"
    NEGATIVE = "Cancel"
    VERB = ""
    sms: bool = True
    mms: bool = True

    def kinds(self, screen: MigrationScreen) -> Sequence[View]:
        """Build a check box for each kind."""

        def box(kind: str, on: bool) -> View:
            def tick(ticked: bool) -> None:
                screen.update_dialog(replace(self, **{kind: ticked}))

            name = f"{self.VERB.lower()}_{kind}_checkbox"
            text = f"{self.VERB} {kind.upper()}"
            return CheckBox(text, checked=on, id=name, key=kind, on_checked_change=tick)

        return box("sms", self.sms), box("mms", self.mms)

    def body(self, screen: MigrationScreen) -> View | None:
        """Build the check boxes."""
        return wide_column(*self.kinds(screen), padding=(24, 8, 24, 0))

    def valid(self, screen: MigrationScreen) -> bool:
        """Return whether any box is checked."""
        return self.sms or self.mms


@dataclass(frozen=True)
class ExportMessages(_Kinds):
    """Ask for a file name and for what to export.

    Attributes:
        name: File name without extension.
    """

    TITLE = "Export messages"
    VERB = "Export"
    name: str = ""

    def body(self, screen: MigrationScreen) -> View | None:
        """Build the field and the check boxes."""
        field = self.text_field(
            screen, "name", hint="Filename (without .json)", id="export_messages_filename"
        )
        return wide_column(field, *self.kinds(screen), padding=(24, 8, 24, 0))

    def valid(self, screen: MigrationScreen) -> bool:
        """Return whether there is a name and any box is checked."""
        return super().valid(screen) and bool(self.name.strip())

    def on_confirm(self, screen: MigrationScreen) -> None:
        """Ask where to save the file."""
        screen.export_to(f"{self.name.strip()}.json", texts=self.sms)


@dataclass(frozen=True)
class ImportMessages(_Kinds):
    """Ask what to import from a file.

    Attributes:
        path: The file.
    """

    TITLE = "Import messages"
    VERB = "Import"
    path: str = ""

    def on_confirm(self, screen: MigrationScreen) -> None:
        """Import the file."""
        screen.import_from(self.path, texts=self.sms)
