"""Import and export of tracks."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

from android_gym.errors import FileError
from android_gym.simulator.apps.opentracks.actions import Actions, file_name, share_format
from android_gym.simulator.apps.opentracks.formats import (
    TrackFile,
    UnreadableError,
    read,
    write,
)
from android_gym.simulator.apps.opentracks.look import bottom_bar, bottom_buttons, framed, top_bar
from android_gym.simulator.apps.opentracks.model import Track, Transfer, TransferState
from android_gym.simulator.apps.opentracks.sports import by_label
from android_gym.simulator.apps.opentracks.statistics import heights, summed_up
from android_gym.simulator.apps.opentracks.storage import is_on
from android_gym.simulator.system.documents import document_path
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, column, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import CheckBox, TextView

MOST_FILES: Final = 1000
"""Maximum number of files imported from a folder."""

SUFFIXES: Final = ("gpx", "kml", "kmz")


class TransferActivity(Actions[TransferState]):
    """Base of the screens that show the progress of an import or export."""

    def page(
        self,
        kind: Literal["import", "export"],
        rows: list[tuple[str, str, int]],
        below: View | None,
    ) -> View:
        """Build the counts.

        Args:
            kind: Prefix of the view ids.
            rows: (label, id, number); rows with 0 are left out.
            below: View below the rows.
        """
        progress = self.state.progress
        lines = [
            row(
                TextView(label, id=f"{kind}_progress_summary_{name}_msg", style="title_medium",
                         align="end", width=0, weight=0.7, margin=16),
                TextView(str(count), id=f"{kind}_progress_summary_{name}", style="title_medium",
                         width=0, weight=0.3),
                width=MATCH,
            )
            for label, name, count in rows
            if count
        ]  # fmt: skip
        numbers = row(
            *(
                TextView(text, id=f"{kind}_progress_{name}", style="title_medium")
                for text, name in (
                    (str(_done(progress)), "done"),
                    ("/", "slash"),
                    (str(progress.total), "total"),
                )
            ),
            width=MATCH,
            content_gravity="center",
            margin=(24, 48, 24, 8),
        )
        return ScrollView(column(numbers, *lines, below, width=MATCH), width=MATCH)


def _done(progress: Transfer) -> int:
    return progress.done + progress.skipped + len(progress.errors)


class ExportActivity(TransferActivity):
    """Exports all tracks to the folder in the extra ``folder``."""

    def on_create(self) -> TransferState:
        """List the tracks to export, without starting."""
        numbers = self.store.ids()
        one = self.intent.get_bool("one_file")
        total = min(1, len(numbers)) if one else len(numbers)
        folder = self.intent.get_str("folder")
        return TransferState(Transfer(total), numbers, folder, one)

    def on_resume(self) -> None:
        """Write files until one exists already."""
        if not self._conflict():
            self._go_on()

    def _next(self) -> tuple[tuple[int, ...], str] | None:
        """Return the track ids of the next file, and its path; None if all are written."""
        state = self.state
        form = share_format(self.context)
        if not state.waiting:
            return None
        if state.one_file:
            return state.waiting, f"{state.folder}/{file_name('OpenTracks-Backup', form.suffix)}"
        track = self.store.get(state.waiting[0])
        name = track.name if track is not None else ""
        return state.waiting[:1], f"{state.folder}/{file_name(name, form.suffix)}"

    def _conflict(self) -> str:
        """Return the path of the next file if it exists already, else ""."""
        found = self._next()
        if found is None or self.state.always:
            return ""
        return found[1] if self.context.system.files.exists(found[1]) else ""

    def _go_on(self) -> None:
        while self.state.waiting and not self._conflict():
            self._write(self.state.always)

    def _write(self, answer: Literal["", "skip", "overwrite"]) -> None:
        found = self._next()
        if found is None:
            return
        numbers, path = found
        files, progress = self.context.system.files, self.state.progress
        there = files.exists(path)
        if there and answer != "overwrite":
            progress = replace(progress, skipped=progress.skipped + 1)
        else:
            tracks = [each for each in map(self.track_file, numbers) if each is not None]
            try:
                files.write(path, write(tracks, path.rpartition(".")[2]))
            except FileError as error:
                progress = replace(progress, errors=(*progress.errors, str(error)))
            else:
                more = progress.overwritten + there
                progress = replace(progress, done=progress.done + 1, overwritten=more)
        waiting = () if self.state.one_file else self.state.waiting[1:]
        self.update(progress=progress, waiting=waiting)

    def _answer(self, answer: Literal["skip", "overwrite"]) -> None:
        if self.state.ticked:
            self.update(always=answer)
        self._write(answer)
        self._go_on()

    def build(self) -> Screen:
        """Build the counts and, if a file exists already, the question."""
        state, path = self.state, self._conflict()
        progress, below = state.progress, None
        if path:
            name = path.rpartition("/")[2]
            below = column(
                TextView(
                    f"The file {name} already exists at the destination directory.",
                    id="export_progress_alert_msg",
                    style="title_medium",
                    margin=(24, 48, 24, 24),
                ),
                CheckBox(
                    "do it for all conflicts",
                    id="export_progress_apply_to_all",
                    checked=state.ticked,
                    on_checked_change=lambda on: self.update(ticked=on),
                    margin=(24, 0),
                ),
                width=MATCH,
            )
            buttons = bottom_buttons(
                ("Skip", "export_progress_left_button", lambda: self._answer("skip")),
                ("Overwrite", "export_progress_right_button", lambda: self._answer("overwrite")),
            )
        else:
            buttons = bottom_buttons(("OK", "export_progress_right_button", self.finish))
        rows = [
            ("New files exported", "new", progress.done - progress.overwritten),
            ("Files overwritten", "overwrite", progress.overwritten),
            ("Files skipped", "skip", progress.skipped),
            ("Errors", "errors", len(progress.errors)),
        ]
        return framed(
            column(self.page("export", rows, below), buttons),
            bottom_bar(self.context, on_navigation=self.finish),
            top=top_bar("OpenTracks", "swap_vertical", id="export_activity_toolbar"),
        )


class ImportActivity(TransferActivity):
    """Imports tracks from a file that another app passes, or from a whole folder."""

    def on_create(self) -> TransferState:
        """Import the files."""
        return TransferState(self._read())

    def _paths(self) -> list[str]:
        intent, files = self.intent, self.context.system.files
        folder = intent.get_str("folder")
        if folder:
            names = files.listdir(folder) if files.is_dir(folder) else []
            wanted = [name for name in sorted(names) if name.lower().endswith(SUFFIXES)]
            return [f"{folder}/{name}" for name in wanted[:MOST_FILES]]
        stream = intent.extra("android.intent.extra.STREAM")
        given = stream if isinstance(stream, tuple) else (stream or intent.data,)
        uris = [uri for uri in given if isinstance(uri, str)][:MOST_FILES]
        return [path for path in map(document_path, uris) if path is not None]

    def _read(self) -> Transfer:
        paths = self._paths()
        progress = Transfer(len(paths))
        for path in paths:
            name = path.rpartition("/")[2]
            try:
                data = self.context.system.files.read(path)
                kept = self._import(read(data, name.rpartition(".")[2].lower()))
            except (FileError, UnreadableError) as error:
                errors = (*progress.errors, f"{name}: {error}")
                progress = replace(progress, errors=errors)
                continue
            if kept:
                progress = replace(progress, done=progress.done + 1)
            else:
                progress = replace(progress, skipped=progress.skipped + 1)
        return progress

    def _import(self, tracks: list[TrackFile]) -> bool:
        """Add the tracks of a file; return whether any of them is new."""
        store, added = self.store, False
        for file in tracks:
            known = store.known(file.uuid) if file.uuid else None
            if known is not None:
                if is_on(self.context, "preventReimportTrackKey"):
                    continue
                store.delete([known])
            self._add(file)
            added = True
        return added

    def _add(self, file: TrackFile) -> None:
        store = self.store
        sport = by_label(file.track.category)
        track: Track = replace(summed_up(file.track, file.points), activity_type=sport.id)
        with store.database.transaction():
            number = store.add(track, file.uuid or store.new_uuid())
            store.add_points(number, file.points)
            store.rewrite(number, track, heights(file.points))
            for marker in file.markers:
                store.add_marker(replace(marker, track=number))

    def build(self) -> Screen:
        """Build the counts and the error messages."""
        progress = self.state.progress
        rows = [
            ("Files imported", "ok", progress.done),
            ("Already exists", "exists", progress.skipped),
            ("Errors", "errors", len(progress.errors)),
        ]
        below = None
        if progress.errors:
            below = TextView(
                "\n".join(progress.errors[:20]),
                id="import_progress_alert_msg",
                style="title_medium",
                margin=(24, 48, 24, 24),
            )
        return framed(
            column(
                self.page("import", rows, below),
                bottom_buttons(("OK", "import_progress_right_button", self.finish)),
            ),
            bottom_bar(self.context, on_navigation=self.finish),
            top=top_bar("OpenTracks", "swap_vertical", id="import_activity_toolbar"),
        )
