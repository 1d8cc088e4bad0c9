"""The trash of records."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from android_gym.simulator.apps.audio_recorder.actions import RecorderActivity
from android_gym.simulator.apps.audio_recorder.dialogs import Question
from android_gym.simulator.apps.audio_recorder.look import (
    FAINT,
    action_text,
    framed,
    light,
    record_list,
    toolbar,
)
from android_gym.simulator.apps.audio_recorder.model import Record
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    full_column,
    row,
    wide_column,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

__all__ = ["TrashActivity"]


@dataclass(frozen=True)
class Restore(Question):
    """Asks for confirmation before a record is restored.

    Attributes:
        record: Its id in the trash.
    """

    record: int = 0

    def text(self, screen: Any) -> str | None:
        """Return the question, which names the record."""
        record = screen.store.trashed(self.record)
        return None if record is None else f"Restore record {record.name}?"

    def on_yes(self, screen: Any) -> None:
        """Restore the record."""
        record = screen.store.trashed(self.record)
        if record is not None:
            done = screen.store.restore(record)
            screen.toast(
                "The record restored successfully" if done else "Failed to restore the record!"
            )


@dataclass(frozen=True)
class Destroy(Question):
    """Asks for confirmation before a record is permanently deleted.

    Attributes:
        record: Its id in the trash.
    """

    record: int = 0

    def text(self, screen: Any) -> str | None:
        """Return the question, which names the record."""
        record = screen.store.trashed(self.record)
        return None if record is None else f"Delete record {record.name} forever?"

    def on_yes(self, screen: Any) -> None:
        """Delete the record."""
        record = screen.store.trashed(self.record)
        if record is not None:
            screen.store.destroy(record)
            screen.toast("The record deleted successfully")


@dataclass(frozen=True)
class DestroyAll(Question):
    """Asks for confirmation before the trash is emptied."""

    def text(self, screen: Any) -> str | None:
        """Return the question."""
        return "Delete all records?"

    def on_yes(self, screen: Any) -> None:
        """Delete all records in the trash."""
        for record in screen.store.trash():
            screen.store.destroy(record)
        screen.toast("All records deleted successfully")


class TrashActivity(RecorderActivity):
    """Lists the records deleted in the last 60 days."""

    DIALOGS = (Restore, Destroy, DestroyAll)

    def build(self) -> Screen:
        """Build the toolbar and the list."""
        records = self.store.trash()
        empty = action_text("Delete all", "btn_delete_all", lambda: self.show_dialog(DestroyAll()))
        listing = record_list(records, self._row)
        body = full_column(
            toolbar("Trash", self.finish, empty if records else None),
            light(
                "The records moved to the trash will be automatically removed forever in 60 days.",
                14,
                width=MATCH,
                padding=(16, 8),
            ),
            listing,
        )
        return framed(body, self.settings.theme)

    def _row(self, record: Record) -> View:
        return wide_column(
            TextView(
                record.name, id="list_item_name", size=20, weight_font=500, color="#FFFFFF",
                max_lines=2, padding=(16, 8, 4, 0),
            ),
            TextView(
                record.path, id="list_item_location", size=14, color=FAINT, padding=(20, 0, 8, 0)
            ),
            row(
                action_text(
                    "Restore", "list_item_restore",
                    partial(self.show_dialog, Restore(record.id)),
                ),
                action_text(
                    "Delete", "list_item_delete", partial(self.show_dialog, Destroy(record.id))
                ),
                gravity="end",
            ),
            id="container",
        )  # fmt: skip
