"""VLC's bottom sheets and confirmation dialogs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from android_gym.simulator.appkit.dialogs import ConfirmDialog, TitledDialog
from android_gym.simulator.apps.vlc.actions import Actions, Option
from android_gym.simulator.apps.vlc.look import cover, thumbnail
from android_gym.simulator.apps.vlc.model import Playlist, Subject
from android_gym.simulator.apps.vlc.options import options_of
from android_gym.simulator.apps.vlc.titles import plural
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import CardView, TextInputLayout, bottom_sheet
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    RecyclerView,
    column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, CheckBox, EditText, ImageView, TextView

__all__ = [
    "AddDuplicates",
    "AllFilesAccess",
    "ConfirmDelete",
    "ConfirmResume",
    "ContextSheet",
    "GroupSheet",
    "RenameSheet",
    "SavePlaylist",
]

_MOST_NAME = 255


def _sheet_title(text: str, id: str) -> View:
    return TextView(
        text, id=id, size=18, weight_font=500, color="text_primary", margin=(8, 8, 8, 0)
    )


def _light(text: str, id: str) -> View:
    return TextView(text, id=id, size=12, color="text_secondary", margin=(8, 0))


@dataclass(frozen=True)
class ContextSheet(Dialog[Actions[Any]]):
    """Lists the actions on a row or card."""

    subject: Subject = Subject("media")

    def build(self, screen: Actions[Any]) -> Overlay | None:
        """Build the title and the entries."""
        options = options_of(screen, self.subject)
        if not options:
            return None
        return bottom_sheet(
            wide_column(
                self._title(screen),
                RecyclerView(
                    [self._row(screen, option) for option in options], id="ctx_list", width=MATCH
                ),
            ),
            screen.dismiss_dialog,
        )

    def _title(self, screen: Actions[Any]) -> View:
        """Build the name, next to the thumbnail of a video in the queue."""
        name = self.subject.name
        media = screen.library.one(self.subject.number) if self.subject.kind == "queue" else None
        picture = thumbnail(screen.context, media.path) if media is not None else None
        if picture is None:
            return TextView(
                name, id="ctx_title", size=18, weight_font=500, color="text_primary", max_lines=2,
                padding=(16, 16, 16, 8),
            )  # fmt: skip
        card = CardView(
            [cover(picture, "movie", 48, 48, "ctx_cover")], id="ctx_cover_card", margin=16,
            corners=4,
        )  # fmt: skip
        return wide_row(
            card,
            TextView(name, id="ctx_cover_title", size=18, weight_font=500, color="text_primary",
                     max_lines=2, width=0, weight=1, padding=(0, 0, 16, 0)),
            id="ctx_cover_layout",
            content_gravity="center_vertical",
        )  # fmt: skip

    def _row(self, screen: Actions[Any], option: Option) -> View:
        text, icon, action = option

        def choose() -> None:
            screen.dismiss_dialog()
            screen.act(action, (self.subject,))

        return wide_row(
            ImageView(icon, id="context_option_icon", margin=(16, 0, 24, 0),
                      important_for_accessibility="no"),
            TextView(text, id="context_option_title", size=16, color="text_primary"),
            content_gravity="center_vertical",
            height=48,
            on_click=choose,
        )  # fmt: skip


@dataclass(frozen=True)
class SavePlaylist(Dialog[Actions[Any]]):
    """Adds media to a new or an existing playlist.

    Attributes:
        subjects: What is added.
        name: The typed name.
        taken: The name reported by the field as already used; empty for none.
    """

    subjects: tuple[Subject, ...] = ()
    name: str = ""
    taken: str = ""

    def build(self, screen: Actions[Any]) -> Overlay | None:
        """Build the field, its button and the list of playlists."""
        words = plural(screen.count_of(self.subjects), "media", "media")

        def typed(text: str) -> None:
            screen.update_dialog(replace(self, name=text, taken=""))

        def save() -> None:
            self.save(screen)

        field = EditText(
            self.name,
            hint="Playlist name",
            on_text_change=typed,
            on_editor_action=save,
            ime_action="send",
            max_length=_MOST_NAME,
            width=MATCH,
        )
        error = f"Playlist {self.taken} already exists" if self.taken else None
        return bottom_sheet(
            wide_column(
                _sheet_title("Add to new playlist", "textView9"),
                _light(words, "medias2"),
                wide_row(
                    TextInputLayout(
                        field, error=error, id="dialog_playlist_name", width=0, weight=1
                    ),
                    Button(
                        "Save" if self.subjects else "Add", id="dialog_playlist_save",
                        kind="text", margin=(8, 8, 0, 0),
                        on_click=save,
                    ),
                    content_gravity="top",
                    margin=(8, 8, 8, 0),
                ),
                _sheet_title("Add to existing playlist", "textView8"),
                _light(words, "medias"),
                FrameLayout([self._known(screen)], id="dialog_list_container", width=MATCH),
                padding=(0, 8, 0, 16),
            ),
            screen.dismiss_dialog,
        )  # fmt: skip

    def _known(self, screen: Actions[Any]) -> View:
        playlists = screen.playlists
        count = playlists.count()
        if not count:
            return TextView(
                "No playlist found.", id="empty", width=MATCH, align="center", padding=16,
                color="text_secondary",
            )  # fmt: skip
        pages = playlists.pages()

        def row_at(index: int) -> View:
            playlist = pages.get(index)
            return self._row(screen, playlist) if playlist is not None else View(height=0)

        return RecyclerView(count, row_at, id="list", width=MATCH, margin=(0, 8, 0, 0))

    def _row(self, screen: Actions[Any], playlist: Playlist) -> View:
        return wide_row(
            ImageView("playlist_music", id="imageView8", width=48, height=48,
                      background="empty_ground", important_for_accessibility="no"),
            column(
                TextView(playlist.name, id="textView16", size=16, color="text_primary",
                         max_lines=1),
                TextView(plural(playlist.count, "media", "media"), id="subtitle",
                         color="text_secondary", max_lines=1),
                width=0,
                weight=1,
                margin=(8, 0),
            ),
            key=playlist.id,
            content_gravity="center_vertical",
            padding=(16, 8),
            min_height=64,
            on_click=lambda: self.choose(screen, playlist.id),
        )  # fmt: skip

    def save(self, screen: Actions[Any]) -> None:
        """Create the playlist, unless the name is already used."""
        name = self.name.strip()
        playlists = screen.playlists
        if playlists.named(name):
            screen.update_dialog(replace(self, taken=name))
            return
        screen.hide_keyboard()
        screen.dismiss_dialog()
        numbers = screen.media_ids(self.subjects)
        playlists.append(playlists.create(name), numbers)

    def choose(self, screen: Actions[Any], playlist: int) -> None:
        """Append to a playlist; ask first if it already contains some of the media."""
        numbers = screen.media_ids(self.subjects)
        screen.hide_keyboard()
        screen.dismiss_dialog()
        if screen.in_playlist(playlist, numbers):
            screen.show_dialog(AddDuplicates(playlist, tuple(numbers)))
        else:
            screen.playlists.append(playlist, numbers)


@dataclass(frozen=True)
class AddDuplicates(TitledDialog[Actions[Any]]):
    """Asks whether to add media again that a playlist already contains.

    Attributes:
        playlist: Id of the playlist.
        media: Ids of the media.
    """

    TITLE = "Add duplicated item(s)?"
    playlist: int = 0
    media: tuple[int, ...] = ()

    def message(self, screen: Actions[Any]) -> str:
        """Return the message, which says how many of the media are in the playlist."""
        known = len(screen.in_playlist(self.playlist, self.media))
        if known == len(self.media):
            return (
                "This item is already in this playlist."
                if known == 1
                else "These items are already in this playlist."
            )
        if known == 1:
            return "1 of the selected items is already in this playlist."
        return f"{known} of the selected items are already in this playlist."

    def build(self, screen: Actions[Any]) -> Overlay | None:
        """Build the question; without a button for new media alone if all are in the playlist."""
        known = screen.in_playlist(self.playlist, self.media)
        new = [number for number in self.media if number not in known]
        if not new:
            return self.alert(screen, lambda: self._add(screen, self.media))
        return self.alert(
            screen,
            lambda: self._add(screen, self.media),
            neutral="Add new only",
            on_neutral=lambda: self._close(screen, new),
        )

    def positive(self, screen: Actions[Any]) -> str:
        """Return the label of the button that adds all media."""
        known = len(screen.in_playlist(self.playlist, self.media))
        return "Add" if known == len(self.media) else "Add all"

    def _close(self, screen: Actions[Any], numbers: list[int]) -> None:
        screen.dismiss_dialog()
        self._add(screen, numbers)

    def _add(self, screen: Actions[Any], numbers: list[int] | tuple[int, ...]) -> None:
        screen.playlists.append(self.playlist, numbers)


@dataclass(frozen=True)
class ConfirmResume(Dialog[Actions[Any]]):
    """Asks whether to resume a video where it was left.

    Attributes:
        subject: The video.
        always: Whether the answer also applies to the following videos in the queue.
    """

    subject: Subject = Subject("media")
    always: bool = False

    def build(self, screen: Actions[Any]) -> Overlay | None:
        """Build the question and its buttons."""

        def answer(resume: bool) -> None:
            screen.dismiss_dialog()
            screen.play((self.subject,), from_start=not resume)
            player = screen.player
            player.change(replace(player.queue, resumes=resume and self.always))

        return alert_dialog(
            on_dismiss=screen.dismiss_dialog,
            content=wide_column(
                TextView(
                    "Resume from last position?", id="video_resume_text", size=18,
                    color="text_primary", width=MATCH,
                ),
                CheckBox(
                    "Apply for all the play queue", id="video_resume_checkbox", checked=self.always,
                    on_checked_change=lambda on: screen.update_dialog(replace(self, always=on)),
                    margin=(0, 16, 0, 0),
                ),
                padding=24,
            ),
            positive="Resume",
            on_positive=partial(answer, True),
            negative="No",
            on_negative=partial(answer, False),
        )  # fmt: skip


@dataclass(frozen=True)
class ConfirmDelete(Dialog[Actions[Any]]):
    """Asks before files or playlists are deleted."""

    subjects: tuple[Subject, ...] = ()

    def _title(self, screen: Actions[Any]) -> str:
        first, count = self.subjects[0], len(self.subjects)
        folders = sum(subject.kind == "dir" for subject in self.subjects)
        if count == 1:
            if first.kind == "playlist":
                return f"Delete playlist '{first.name}'?"
            if first.kind == "dir":
                return f"Delete the folder '{first.name}' and all its contents?"
            return f"Delete the file '{first.name}'?"
        if folders == count:
            return f"Delete these {count} folders and all their contents?"
        if folders:
            return f"Delete these {folders} folders and {count - folders} files?"
        if first.kind == "file":
            return f"Delete these {count} files?"
        return f"Delete these {count} media?"

    def build(self, screen: Actions[Any]) -> Overlay | None:
        """Build the question and its buttons."""

        def delete() -> None:
            screen.dismiss_dialog()
            screen.delete(self.subjects)

        return bottom_sheet(
            wide_column(
                wide_row(
                    ImageView("delete", id="delete_animation", size=48, tint="primary",
                              margin=(16, 16, 8, 0), important_for_accessibility="no"),
                    column(
                        TextView(self._title(screen), id="title", size=22, weight_font=700,
                                 color="text_primary"),
                        TextView("This is permanent and cannot be undone.", id="message",
                                 size=16, color="text_secondary", margin=(0, 8, 0, 0)),
                        width=0,
                        weight=1,
                        margin=(8, 16, 16, 0),
                    ),
                ),
                wide_row(
                    View(width=0, weight=1),
                    Button("Cancel", id="cancel_button", kind="text",
                           on_click=screen.dismiss_dialog),
                    Button("Delete forever", id="delete_button", kind="filled",
                           margin=(16, 0, 8, 0), on_click=delete),
                    margin=(0, 32, 0, 16),
                ),
            ),
            screen.dismiss_dialog,
        )  # fmt: skip


@dataclass(frozen=True)
class RenameSheet(Dialog[Actions[Any]]):
    """Asks for a new name of a group of videos."""

    subject: Subject = Subject("group")
    text: str = ""

    def build(self, screen: Actions[Any]) -> Overlay | None:
        """Build the field and its button."""

        def rename() -> None:
            screen.hide_keyboard()
            screen.dismiss_dialog()
            name = self.text.strip()
            if name:
                screen.library.rename_group(self.subject.number, name)

        field = EditText(
            self.text,
            id="new_name",
            hint="New title",
            on_text_change=lambda text: screen.update_dialog(replace(self, text=text)),
            on_editor_action=rename,
            ime_action="go",
            max_length=_MOST_NAME,
            width=MATCH,
        )
        return bottom_sheet(
            wide_column(
                _sheet_title("Rename", "rename_title"),
                _light(self.subject.name, "media_title"),
                TextInputLayout(field, id="textInputLayout", width=MATCH, margin=(8, 16, 8, 0)),
                Button("OK", id="rename_button", kind="filled", gravity="end",
                       margin=(0, 24, 8, 16), on_click=rename),
            ),
            screen.dismiss_dialog,
        )  # fmt: skip


@dataclass(frozen=True)
class GroupSheet(Dialog[Actions[Any]]):
    """Asks for the group to put videos into."""

    subjects: tuple[Subject, ...] = ()

    def build(self, screen: Actions[Any]) -> Overlay | None:
        """Build the list of groups, with a new one first."""

        def put(group: int) -> None:
            numbers = screen.media_ids(self.subjects)
            screen.dismiss_dialog()
            if group:
                screen.library.set_group(numbers, group)
            else:
                screen.library.new_group(numbers)

        rows = [self._row("New group", "Create a new group", partial(put, 0))]
        for card in screen.library.groups():
            words = plural(card.count, "video", "videos")
            rows.append(self._row(card.title, words, partial(put, card.id)))
        return bottom_sheet(
            wide_column(
                _sheet_title("Add to video group", "textView9"),
                RecyclerView(rows, id="list", width=MATCH, margin=(0, 8, 0, 0)),
            ),
            screen.dismiss_dialog,
        )

    @staticmethod
    def _row(title: str, subtitle: str, on_click: partial[None]) -> View:
        return wide_row(
            ImageView("folder_plus", width=48, height=48, important_for_accessibility="no"),
            column(
                TextView(title, id="textView16", size=16, color="text_primary", max_lines=1),
                TextView(subtitle, id="subtitle", color="text_secondary", max_lines=1),
                width=0,
                weight=1,
                margin=(8, 0),
            ),
            content_gravity="center_vertical",
            padding=(16, 8),
            on_click=on_click,
        )


@dataclass(frozen=True)
class AllFilesAccess(ConfirmDialog[Actions[Any]]):
    """Explains why the app needs access to all files; Cancel leaves the app."""

    TITLE = "Allow VLC all file access"
    MESSAGE = (
        "To get all the capabilities of VLC and the support of all types of media files, we "
        "strongly suggest you to grant this permission.\n\nGrant permission?"
    )
    CANCELABLE = False

    def on_confirm(self, screen: Actions[Any]) -> None:
        """Open the system's page."""
        screen.open_storage_settings()

    def on_cancel(self, screen: Actions[Any]) -> None:
        """Close the screen."""
        screen.finish()
