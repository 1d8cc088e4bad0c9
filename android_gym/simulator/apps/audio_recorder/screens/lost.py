"""Records whose files are missing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from android_gym.simulator.apps.audio_recorder.actions import RecorderActivity
from android_gym.simulator.apps.audio_recorder.dialogs import Question
from android_gym.simulator.apps.audio_recorder.look import (
    FAINT,
    action_text,
    clock,
    entry,
    framed,
    icon_button,
    light,
    record_list,
    toolbar,
)
from android_gym.simulator.apps.audio_recorder.model import Record
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    column,
    full_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

__all__ = ["LostRecordsActivity"]


@dataclass(frozen=True)
class Forget(Question):
    """Asks for confirmation before rows without files are deleted.

    Attributes:
        record: Id of the record; 0 for all.
    """

    record: int = 0

    def text(self, screen: Any) -> str | None:
        """Return the question, which names the record."""
        if not self.record:
            return "Delete all records?"
        record = screen.store.get(self.record)
        return None if record is None else f"Delete record {record.name} forever?"

    def on_yes(self, screen: Any) -> None:
        """Delete the rows."""
        screen.store.forget([self.record] if self.record else [r.id for r in screen.lost()])


class LostRecordsActivity(RecorderActivity):
    """Lists records whose files are missing."""

    DIALOGS = (Forget,)

    def lost(self) -> list[Record]:
        """Return the records that were found to be missing and still are."""
        store = self.store
        found = (store.get(number) for number in self.memory.lost)
        return [record for record in found if record is not None and store.is_lost(record)]

    def build(self) -> Screen:
        """Build the toolbar, the message and the list."""
        records = self.lost()
        everything = action_text(
            "Delete all", "btn_delete_all", lambda: self.show_dialog(Forget(0))
        )
        listing = record_list(records, self._row)
        body = full_column(
            toolbar("Lost records", self.finish, everything if records else None),
            _line(),
            entry(
                "File browser", "folder_open", "btn_file_browser",
                lambda: self.start_activity(".app.browser.FileBrowserActivity"),
            ),
            _line(),
            light(
                "Some records files was not found in the records directory. Possibly they was "
                "removed or moved.", 14, width=MATCH, padding=(16, 8),
            ),
            listing,
        )  # fmt: skip
        return framed(body, self.settings.theme)

    def _row(self, record: Record) -> View:
        return wide_row(
            column(
                TextView(
                    record.name, id="list_item_name", size=20, weight_font=500, color="#FFFFFF",
                    max_lines=2,
                ),
                TextView(
                    clock(record.duration_ms), id="list_item_duration", size=16, color=FAINT,
                    padding=(4, 0, 8, 0), max_lines=1,
                ),
                TextView(
                    record.path, id="list_item_location", size=14, color=FAINT,
                    padding=(4, 0, 8, 0),
                ),
                width=0,
                weight=1,
                margin=(16, 8, 4, 8),
            ),
            icon_button(
                "delete_forever", "list_item_delete",
                partial(self.show_dialog, Forget(record.id)),
            ),
            id="container",
            on_click=partial(self.show_information, record),
        )  # fmt: skip


def _line() -> View:
    return View(width=MATCH, height=1, background="#12FFFFFF")
