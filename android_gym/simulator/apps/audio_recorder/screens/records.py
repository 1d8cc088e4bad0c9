"""The list of records, with the player below it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from functools import partial
from typing import Any

from android_gym.simulator.apps.audio_recorder import player
from android_gym.simulator.apps.audio_recorder.actions import RecorderActivity
from android_gym.simulator.apps.audio_recorder.dialogs import LostRecords, NameRecord, Question
from android_gym.simulator.apps.audio_recorder.look import (
    INFO,
    clock,
    dp_per_second,
    empty_text,
    framed,
    icon_button,
    light,
    record_words,
)
from android_gym.simulator.apps.audio_recorder.model import ORDERS, ListState, Record
from android_gym.simulator.apps.audio_recorder.screens.main import MoveToTrash, record_menu
from android_gym.simulator.apps.audio_recorder.storage import order
from android_gym.simulator.ui.activity import Overlay, Screen
from android_gym.simulator.ui.components import MenuItem, popup_menu
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    RecyclerView,
    column,
    full_column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.waveform import Waveform
from android_gym.simulator.ui.widgets import ImageButton, SeekBar, TextView

__all__ = ["RecordsActivity"]


@dataclass(frozen=True)
class MoveSelected(Question):
    """Asks for confirmation before the selected records are moved to the trash."""

    count: int = 1

    def text(self, screen: Any) -> str | None:
        """Return the question with the number of records."""
        words = "record" if self.count == 1 else "records"
        return f"Move to trash {self.count} selected {words}?"

    def on_yes(self, screen: Any) -> None:
        """Move the records."""
        screen.move_selected()


@dataclass(frozen=True)
class SaveSelected(Question):
    """Asks for confirmation before the selected records are copied."""

    TITLE = "Save as\u2026"
    count: int = 1

    def text(self, screen: Any) -> str | None:
        """Return the question with the number of records and the target folder."""
        words = "record" if self.count == 1 else "records"
        return f"Copy {self.count} selected {words} to the 'Downloads' directory?"

    def on_yes(self, screen: Any) -> None:
        """Copy the records."""
        screen.save_selected()


class RecordsActivity(RecorderActivity[ListState]):
    """Lists records, with selection, sort order and a player."""

    DIALOGS = (NameRecord, MoveToTrash, MoveSelected, SaveSelected, LostRecords)

    def on_resume(self) -> None:
        """Report records whose files are missing."""
        store = self.store
        found = [store.get(number) for number in self._ids()[:50]]
        if self.note_lost([record for record in found if record is not None]):
            self.show_dialog(LostRecords())

    def on_back(self) -> bool:
        """Clear the selection or close the player before leaving the screen."""
        if self.state.marking:
            self._clear()
        elif self.state.player:
            self.close_player()
        else:
            return False
        return True

    def _ids(self) -> list[int]:
        return self.store.ids(order(self.context)[2], bookmarks=self.state.bookmarks)

    # -- selection

    def _clear(self) -> None:
        self.update(marking=False, selected=frozenset())

    def _toggle(self, number: int) -> None:
        self.update(marking=True, selected=self.state.selected ^ {number})

    def move_selected(self) -> None:
        """Move the selected records to the trash."""
        moved = [self.throw_away(number) for number in sorted(self.state.selected)]
        if any(moved):
            self.toast("Selected records moved to trash")
        self._clear()

    def save_selected(self) -> None:
        """Copy the selected records to the Download folder."""
        store, copied, failed = self.store, 0, 0
        for number in sorted(self.state.selected):
            record = store.get(number)
            if record is not None and not self.copy(record):
                copied += 1
            else:
                failed += 1
        words = "record" if copied == 1 else "records"
        message = f"{copied} {words} copied successfully"
        if failed:
            message = f"{copied} records copied successfully and {failed} failed to copy"
        self.toast(message, long=True)
        self._clear()

    def _share_selected(self) -> None:
        numbers = sorted(self.state.selected)
        record = self.store.get(numbers[0]) if numbers else None
        if record is not None:
            self.share(record)
        self._clear()

    # -- the player

    def _tap(self, number: int) -> None:
        record = self.store.get(number)
        if record is None:
            return
        if self.state.marking:
            self._toggle(number)
            return
        if self.recording is None:
            self.set_active(number)
            if self.memory.playing != number:
                player.stop(self.context)
            self.toggle_play(record)
        self.update(player=True)

    def close_player(self) -> None:
        """Stop and close the player."""
        player.stop(self.context)
        self.update(player=False)

    def _step(self, record: Record, steps: int) -> None:
        """Play the next or previous record."""
        numbers = self._ids()
        if record.id in numbers:
            place = numbers.index(record.id) + steps
            if 0 <= place < len(numbers):
                self._tap(numbers[place])

    # -- views

    def build(self) -> Screen:
        """Build the toolbar, the list and the player."""
        ids = self._ids()
        record = self.active if self.state.player else None
        listing: View = (
            self._list(ids)
            if ids
            else empty_text("Bookmarks is empty" if self.state.bookmarks else "Records is empty")
        )
        marks = self.state.marking
        body = full_column(
            self._marking_bar() if marks else self._bar(),
            self._trash_row() if not ids and self.store.trash_count() else None,
            listing,
            self._player(record) if record is not None else None,
        )
        return framed(body, self.settings.theme, overlays=[self._menu()])

    def _bar(self) -> View:
        title = column(
            light(
                "Bookmarks" if self.state.bookmarks else "Records", 24, id="txt_title",
                padding=(16, 0), max_lines=1,
            ),
            light(order(self.context)[1], 14, id="txt_sub_title", margin=(16, 0, 0, 8),
                  max_lines=1),
            id="title",
            width=0,
            weight=1,
        )  # fmt: skip
        return wide_row(
            icon_button("arrow_left", "btn_back", self.finish),
            title,
            icon_button("sort", "btn_sort", lambda: self.update(menu=-1)),
            icon_button(
                "bookmark" if self.state.bookmarks else "bookmark_outline", "btn_bookmarks",
                lambda: self.update(bookmarks=not self.state.bookmarks),
            ),
            id="toolbar",
            min_height=56,
        )  # fmt: skip

    def _marking_bar(self) -> View:
        count = len(self.state.selected)

        def ask(dialog: Question) -> None:
            if count:
                self.show_dialog(dialog)

        return wide_row(
            icon_button("close", "btn_close_multi_select", self._clear),
            light(
                f" {count} selected", 24, id="txt_selected_multi", width=0, weight=1,
                padding=(16, 0), max_lines=1,
            ),
            icon_button("share_variant", "btn_share_multi", self._share_selected, width=48),
            icon_button("download", "btn_download_multi", lambda: ask(SaveSelected(count)),
                        width=48),
            icon_button("delete", "btn_delete_multi", lambda: ask(MoveSelected(count)), width=48),
            id="menu_multi_select",
            min_height=56,
            background="#253343",
        )  # fmt: skip

    def _trash_row(self) -> View:
        return wide_row(
            light("Trash", 20, icon="delete", icon_padding=16),
            id="btn_trash",
            padding=(16, 12),
            on_click=lambda: self.start_activity(".app.trash.TrashActivity"),
        )

    def _list(self, ids: list[int]) -> View:
        trash = 1 if self.store.trash_count() else 0
        dated = order(self.context)[0] in (1, 4)

        def build(index: int) -> View:
            if index < trash:
                return self._trash_row()
            number = ids[index - trash]
            before = ids[index - trash - 1] if index > trash else None
            return self._row(number, before, dated)

        return RecyclerView(
            len(ids) + trash,
            build,
            row_key=lambda index: ids[index - trash] if index >= trash else "trash",
            id="recycler_view",
            width=MATCH,
            height=0,
            weight=1,
        )

    def _row(self, number: int, before: int | None, dated: bool) -> View:
        record = self.store.get(number)
        if record is None:
            return View()
        heading = None
        if dated:
            day = self._day(record)
            above = self.store.get(before) if before is not None else None
            if above is None or self._day(above) != day:
                heading = TextView(
                    self._day_words(day), size=16, weight_font=700, color="#FFFFFF", width=MATCH,
                    align="center", margin=(0, 12, 0, 4),
                )  # fmt: skip
        texts = wide_column(
            wide_row(
                TextView(
                    record.name, id="list_item_name", size=20, weight_font=500, color="#FFFFFF",
                    max_lines=2, width=0, weight=1, padding=(4, 12, 16, 0),
                ),
                icon_button(
                    "bookmark" if record.bookmark else "bookmark_outline", "list_item_bookmark",
                    lambda: self.store.set_bookmark(number, not record.bookmark),
                    width=36, height=36, size=18,
                ),
            ),
            wide_row(
                light(
                    record_words(record), 14, id="list_item_info", color=INFO, max_lines=1,
                    width=0, weight=1, padding=(4, 2, 12, 12),
                ),
                TextView(
                    clock(record.duration_ms), id="list_item_description", size=14, color=INFO,
                    padding=(4, 0, 12, 0), max_lines=1,
                ),
            ),
        )  # fmt: skip
        texts.width, texts.weight = 0, 1.0
        body = wide_row(
            Waveform(
                self.store.waveform(number), record.duration_ms, grid=False,
                id="list_item_waveform", width=56, height=56, margin=(8, 4, 8, 8),
                color="#66FFFFFF",
            ),
            texts,
            icon_button(
                "dots_vertical", "list_item_more", lambda: self.update(menu=number), width=36,
                key=f"more{number}",
            ),
            id="container",
            class_name="android.widget.FrameLayout",
            background="#30FFFFFF" if number in self.state.selected else None,
            on_click=partial(self._tap, number),
            on_long_click=partial(self._toggle, number),
        )  # fmt: skip
        return wide_column(heading, body, key=number)

    def _day(self, record: Record) -> dt.date:
        return self.context.system.clock.datetime(max(0, record.created)).date()

    def _day_words(self, day: dt.date) -> str:
        today = self.context.system.clock.today()
        if day == today:
            return "Today"
        if day == today - dt.timedelta(days=1):
            return "Yesterday"
        return f"{day:%b} {day.day}" + ("" if day.year == today.year else f", {day.year}")

    def _menu(self) -> Overlay | None:
        number = self.state.menu

        def close() -> None:
            self.update(menu=0)

        if number == -1:
            icons = ("calendar_today", "calendar_today", "sort_alphabetical_variant",
                     "sort_alphabetical_variant", "clock_outline", "clock_outline")  # fmt: skip
            items = [
                MenuItem(" " * 6 + words, partial(self._sort, key), icon=icon)
                for (key, words, _), icon in zip(ORDERS, icons, strict=True)
            ]
            return popup_menu(
                items, close, anchor="btn_sort", gravity="end", title_id="android:id/title"
            )
        record = self.store.get(number) if number else None
        if record is None:
            return None
        return record_menu(self, record, f"more{number}", close, lambda: self.save_as(record))

    def _sort(self, number: int) -> None:
        self.prefs.put(pref_records_order=number)

    # -- the player's views

    def _player(self, record: Record) -> View:
        session = player.session(self.context)
        playing = self.memory.playing == record.id
        place = session.position_ms(1_000) if playing else 0
        buttons = wide_row(
            self._button("skip_previous", "btn_prev", partial(self._step, record, -1)),
            View(width=0, weight=1),
            self._button(
                "pause" if playing and session.playing else "play", "btn_play",
                partial(self.toggle_play, record),
            ),
            self._button("stop", "btn_stop", self.close_player),
            View(width=0, weight=1),
            self._button("skip_next", "btn_next", partial(self._step, record, 1)),
        )  # fmt: skip
        name = TextView(
            record.name, id="txt_name", size=18, color="#FFFFFF", max_lines=2, align="center",
            width=0, weight=1, padding=4, icon_end="pencil", icon_size=16,
            icon_color="#77FFFFFF",
            on_click=lambda: self.show_dialog(NameRecord(record.id, record.name)),
        )  # fmt: skip
        length = max(1, record.duration_ms)
        return column(
            wide_row(
                View(width=48),
                TextView(
                    clock(place), id="txt_progress", size=24, weight_font=500, color="#FFFFFF",
                    align="center", width=0, weight=1, padding=(0, 8),
                ),
                icon_button(
                    "bookmark" if record.bookmark else "bookmark_outline", "btn_check_bookmark",
                    lambda: self.store.set_bookmark(record.id, not record.bookmark),
                    width=48, height=40,
                ),
            ),
            Waveform(
                self.store.waveform(record.id), record.duration_ms, place,
                dp_per_second=dp_per_second(record.duration_ms, self.width_dp),
                on_seek=lambda ms: player.seek(self.context, record, ms),
                cursor="#FFFFFF", id="record", width=MATCH, height=60,
            ),
            wide_row(
                TextView("00:00", size=14, color="#FFFFFF", margin=(8, 0, 0, 0)),
                name,
                TextView(
                    clock(record.duration_ms), id="txt_duration", size=14, color="#FFFFFF",
                    margin=(0, 0, 8, 0),
                ),
            ),
            SeekBar(
                min(1000, 1000 * place // length),
                1000,
                on_change=lambda value: player.seek(
                    self.context, record, int(value * record.duration_ms / 1000)
                ),
                id="play_progress",
                width=MATCH,
            ),
            buttons,
            id="touch_layout",
            class_name="android.widget.FrameLayout",
            width=MATCH,
            margin=(2, 0, 2, 2),
            background=Rounded("player", 8),
        )  # fmt: skip

    @staticmethod
    def _button(icon: str, id: str, on_click: Any) -> View:
        return ImageButton(
            icon, id=id, tint="#FFFFFF", size=36, width=48, height=48, on_click=on_click,
            margin=(8, 4),
        )  # fmt: skip
