"""Dialogs of the browser and the picker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from android_gym.errors import FileError
from android_gym.simulator.appkit.dialogs import ChoiceDialog, ConfirmDialog, MessageDialog
from android_gym.simulator.apps.documentsui.actions import Actions
from android_gym.simulator.apps.documentsui.model import DIRECTORY, ORDERS, WORKS
from android_gym.simulator.apps.documentsui.storage import free_name
from android_gym.simulator.system.mime_types import mime_type
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import TextInputLayout
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.widgets import EditText


@dataclass(frozen=True)
class SortDialog(ChoiceDialog[Actions]):
    """Choose the sort order."""

    TITLE = "Sort by"
    NEGATIVE = None

    def choices(self, screen: Actions) -> Sequence[str]:
        """Return the names of the sort orders."""
        return [title for title, _ in ORDERS]

    def selected(self, screen: Actions) -> int:
        """Return the index of the current order."""
        return next((i for i, (_, order) in enumerate(ORDERS) if order == screen.order), -1)

    def on_choose(self, screen: Actions, index: int) -> None:
        """Apply the order."""
        screen.update(order=ORDERS[index][1])


@dataclass(frozen=True)
class DeleteDocuments(ConfirmDialog[Actions]):
    """Ask before deleting documents.

    Attributes:
        paths: The documents.
    """

    paths: tuple[str, ...]

    def message(self, screen: Actions) -> str:
        """Return the question, which depends on the number of folders."""
        number = len(self.paths)
        folders = sum(screen.files.is_dir(path) for path in self.paths)
        if number == 1:
            name = self.paths[0].rpartition("/")[2]
            return f'Delete folder "{name}" and its contents?' if folders else f'Delete "{name}"?'
        if folders == number:
            return f"Delete {folders} folders and their contents?"
        return f"Delete {number} items?" if folders else f"Delete {number} files?"

    def on_confirm(self, screen: Actions) -> None:
        """Delete the documents."""
        screen.delete(self.paths)


@dataclass(frozen=True)
class Overwrite(ConfirmDialog[Actions]):
    """Ask before letting an app overwrite a file.

    Attributes:
        path: The file.
    """

    path: str

    def message(self, screen: Actions) -> str:
        """Return the question."""
        return f"Overwrite {self.path.rpartition('/')[2]}?"

    def on_confirm(self, screen: Actions) -> None:
        """Return the file to the app."""
        screen.answer(self.path, mime_type(self.path))


@dataclass(frozen=True)
class AllowAccess(ConfirmDialog[Actions]):
    """Ask before giving an app lasting access to a folder and everything in it.

    Attributes:
        app: Label of the app.
        folder: The folder.
        name: Name of the folder on screen.
    """

    TITLE = "Allow {app} to access files in {name}?"
    MESSAGE = "This will let {app} access current and future content stored in {name}."
    POSITIVE = "Allow"

    app: str
    folder: str
    name: str

    def on_confirm(self, screen: Actions) -> None:
        """Return the folder to the app."""
        screen.answer(self.folder, DIRECTORY)


@dataclass(frozen=True)
class NotDone(MessageDialog[Actions]):
    """List the documents on which an operation failed.

    Attributes:
        what: The operation, a key of `WORKS`.
        names: Names of the documents.
    """

    what: str
    names: tuple[str, ...]

    def message(self, screen: Actions) -> str:
        """Return the message."""
        one, several = WORKS[self.what].undone
        form = one if len(self.names) == 1 else several
        return form.format(names=", ".join(self.names))


@dataclass(frozen=True)
class _NameDialog(Dialog[Actions]):
    """Ask for a name; the dialog stays open until it is valid.

    Attributes:
        text: Typed name.
        error: Error message on the name.
    """

    TITLE: ClassVar[str]
    HINT: ClassVar[str] = ""
    text: str = ""
    error: str = ""

    def selection(self, screen: Actions) -> int:
        """Return the number of characters selected initially."""
        return 0

    def accept(self, screen: Actions) -> str:
        """Apply the name; return an error message, or empty on success."""
        raise NotImplementedError(f"{type(self).__name__} must say what its name does.")

    def on_accepted(self, screen: Actions) -> None:
        """Called after the name has been applied and the dialog closed."""

    def build(self, screen: Actions) -> Overlay:
        """Build the name field."""

        def done() -> None:
            error = self.accept(screen)
            if error:
                screen.update_dialog(replace(self, error=error))
                return
            screen.dismiss_dialog()
            screen.hide_keyboard()
            self.on_accepted(screen)

        selected = self.selection(screen)
        field = EditText(
            self.text,
            id="android:id/text1",
            hint=self.HINT,
            on_text_change=lambda text: screen.update_dialog(replace(self, text=text, error="")),
            on_editor_action=done,
            ime_action="done",
            autofocus=True,
            cursor=(0, selected) if selected else None,
            max_lines=1,
        )
        return alert_dialog(
            self.TITLE,
            content=TextInputLayout(
                field, error=self.error or None, id="input_wrapper", padding=(24, 8)
            ),
            on_dismiss=screen.dismiss_dialog,
            positive="OK",
            on_positive=done,
            negative="Cancel",
        )


@dataclass(frozen=True)
class NewFolder(_NameDialog):
    """Create a folder in the current folder."""

    TITLE = "New folder"
    HINT = "Folder name"

    def accept(self, screen: Actions) -> str:
        """Create the folder."""
        folder, name = screen.state.folder, self.text.strip()
        error = screen.bad_name(name, folder)
        if not error:
            try:
                screen.files.mkdir(f"{folder}/{name}")
            except FileError:
                return "Failed to create folder"
        return error

    def on_accepted(self, screen: Actions) -> None:
        """Show the new folder."""
        screen.folder_made(f"{screen.state.folder}/{self.text.strip()}")


@dataclass(frozen=True)
class RenameDocument(_NameDialog):
    """Renames a document.

    Attributes:
        path: The document.
    """

    TITLE = "Rename"
    HINT = "New name"
    path: str = ""

    def selection(self, screen: Actions) -> int:
        """Return the length of the name without its extension."""
        name = self.path.rpartition("/")[2]
        return len(name if screen.files.is_dir(self.path) else name.rpartition(".")[0] or name)

    def accept(self, screen: Actions) -> str:
        """Rename the document; a name taken in another case, even by itself, gets a number."""
        folder, _, old = self.path.rpartition("/")
        error = screen.bad_name(self.text, folder, old)
        if not error and self.text != old:
            try:
                free = free_name(screen.files, folder, self.text)
                screen.files.rename(self.path, f"{folder}/{free}")
            except FileError:
                return "Failed to rename document"
        return error

    def on_accepted(self, screen: Actions) -> None:
        """Clear the selection."""
        screen.update(selected=())
