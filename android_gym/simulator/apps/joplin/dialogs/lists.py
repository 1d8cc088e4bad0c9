"""Dialogs of the lists: sort order, notebooks, the trash."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from android_gym.simulator.appkit.dialogs import ConfirmDialog
from android_gym.simulator.apps.joplin.actions import Actions
from android_gym.simulator.apps.joplin.dialogs.boxes import GROUP, Click, lines, top_of
from android_gym.simulator.apps.joplin.look import (
    touchable,
    words,
)
from android_gym.simulator.apps.joplin.model import Folder, Order
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, wide_column
from android_gym.simulator.ui.view import View

__all__ = [
    "DeleteNotebook",
    "EmptyTrash",
    "MoveNotes",
    "NotebookMenu",
    "PickFolder",
    "SortNotes",
    "TrashMenu",
]

ORDERS: Final[tuple[tuple[Order, str], ...]] = (
    ("user_updated_time", "Updated Date"),
    ("user_created_time", "Created Date"),
    ("title", "Title"),
    ("order", "Custom Order"),
)


@dataclass(frozen=True)
class SortNotes(Dialog[Actions]):
    """Choose the sort order of lists; the current one is marked."""

    def build(self, screen: Actions) -> Overlay:
        """Build the sort orders and the other options."""
        settings, listing = screen.settings, screen.settings.listing()

        def put(key: str, value: str | bool) -> Click:
            return lambda: settings.put({key: value})

        entries: list[tuple[str, Click]] = [
            (("\u2b24 " if listing.order == order else "") + label, put(_FIELD, order))
            for order, label in ORDERS
        ]
        for label, on, key in (
            ("Reverse sort order", listing.reverse, "notes.sortOrder.reverse"),
            ("Uncompleted to-dos on top", listing.open_first, "uncompletedTodosOnTop"),
            ("Show completed to-dos", listing.completed, "showCompletedTodos"),
        ):
            entries.append((("\u2713 " if on else "") + f"[ {label} ]", put(key, not on)))
        return lines(screen, "Sort notes by", entries)


_FIELD: Final = "notes.sortOrder.field"


# -- notebooks


@dataclass(frozen=True)
class NotebookMenu(Dialog[Actions]):
    """Menu of a long-pressed notebook."""

    folder: str = ""

    def build(self, screen: Actions) -> Overlay | None:
        """Build an alert with three buttons; a notebook in the trash gets other buttons."""
        folder = screen.store.folder(self.folder)
        if folder is None:
            return None

        def chosen(click: Click) -> Click:
            def act() -> None:
                screen.dismiss_dialog()
                click()

            return act

        if folder.deleted_ms:
            return alert_dialog(
                None,
                f"Notebook: {folder.title}",
                on_dismiss=screen.dismiss_dialog,
                positive="Cancel",
                neutral="Restore",
                on_neutral=chosen(partial(screen.store.restore_folder, folder.id)),
            )
        ask = DeleteNotebook(folder.id, folder.title)
        return alert_dialog(
            None,
            f"Notebook: {folder.title}",
            on_dismiss=screen.dismiss_dialog,
            cancelable=False,
            positive="Cancel",
            negative="Delete",
            on_negative=chosen(lambda: screen.show_dialog(ask)),
            neutral="Edit",
            on_neutral=chosen(partial(screen.edit_folder, folder.id)),
        )


@dataclass(frozen=True)
class DeleteNotebook(ConfirmDialog[Actions]):
    """Ask before moving a notebook to the trash."""

    MESSAGE = (
        'Move notebook "{name}" to the trash?\n\nAll notes and sub-notebooks within this '
        "notebook will also be moved to the trash."
    )
    folder: str = ""
    name: str = ""

    def on_confirm(self, screen: Actions) -> None:
        """Move it to the trash."""
        screen.delete_folder(self.folder)


@dataclass(frozen=True)
class TrashMenu(Dialog[Actions]):
    """Menu of the long-pressed trash."""

    def build(self, screen: Actions) -> Overlay:
        """Build an alert with two buttons."""

        def ask() -> None:
            screen.dismiss_dialog()
            screen.show_dialog(EmptyTrash())

        return alert_dialog(
            None,
            "Notebook: Trash",
            on_dismiss=screen.dismiss_dialog,
            positive="Cancel",
            negative="Empty trash",
            on_negative=ask,
        )


@dataclass(frozen=True)
class EmptyTrash(ConfirmDialog[Actions]):
    """Ask before deleting everything in the trash."""

    MESSAGE = "This will permanently delete all items in the trash. Continue?"

    def on_confirm(self, screen: Actions) -> None:
        """Empty the trash."""
        screen.store.empty_trash()


@dataclass(frozen=True)
class PickFolder(Dialog[Actions]):
    """Choose a notebook from the list of all notebooks.

    Attributes:
        notes: Notes to move there; empty if the notebook form asks for a parent notebook.
        ask: Whether to ask before moving them.
    """

    notes: tuple[str, ...] = ()
    ask: bool = False

    def build(self, screen: Actions) -> Overlay:
        """Build the list."""
        folders = screen.store.folders()
        form = screen.state.folder
        if not self.notes:
            own = screen.store.inside(form.id) if form.id else []
            top = Folder("", "/")
            folders = [top, *(folder for folder in folders if folder.id not in own)]

        def choose(folder: Folder) -> None:
            screen.dismiss_dialog()
            if not self.notes:
                screen.update(folder=replace(form, parent=folder.id))
            elif self.ask:
                screen.show_dialog(MoveNotes(self.notes, folder.id, folder.title))
            else:
                screen.move_notes(self.notes, folder.id)

        def row(index: int) -> View:
            folder = folders[index]
            text = words(
                f"{folder.emoji} {folder.title}".strip() or "Untitled",
                max_lines=1,
                padding=(15 + 10 * folder.depth, 0, 15, 0),
            )
            return touchable(
                text, width=MATCH, height=60, on_click=partial(choose, folder), key=folder.id
            )

        listed = RecyclerView(
            len(folders),
            row,
            class_name="android.widget.ScrollView",
            width=MATCH,
            height=min(60.0 * max(1, len(folders)), 420.0),
            key="folders",
        )
        return Overlay(
            wide_column(listed, background="background", class_name=GROUP, elevation=10),
            gravity="top",
            width=MATCH,
            margin=(40, top_of(screen) + 52, 40, 20),
            dim=0.0,
            on_dismiss=screen.dismiss_dialog,
            title="Joplin",
        )


@dataclass(frozen=True)
class MoveNotes(ConfirmDialog[Actions]):
    """Ask before moving selected notes."""

    MESSAGE = 'Move {count} notes to notebook "{name}"?'
    notes: tuple[str, ...] = ()
    folder: str = ""
    name: str = ""

    @property
    def count(self) -> int:
        """Return the number of notes."""
        return len(self.notes)

    def on_confirm(self, screen: Actions) -> None:
        """Move the notes."""
        screen.move_notes(self.notes, self.folder)
