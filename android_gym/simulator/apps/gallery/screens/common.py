"""Base class of the screens that change files, and helpers of both grids."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

from android_gym.simulator.appkit.simple_locks import DELETION
from android_gym.simulator.apps.gallery.actions import Actions
from android_gym.simulator.apps.gallery.dialogs import (
    OF_FILES,
    DeleteFiles,
    FileConflict,
    PickDirectory,
    RenameItem,
    RenameItems,
    ResizeImage,
)
from android_gym.simulator.apps.gallery.images import picture_size
from android_gym.simulator.apps.gallery.look import content_of
from android_gym.simulator.apps.gallery.model import Transfer, split_name
from android_gym.simulator.apps.gallery.videos import duration_text, video_at
from android_gym.simulator.ui.activity import Dialogs, S_co, callback
from android_gym.simulator.ui.components import MenuItem
from android_gym.simulator.ui.touches import Scale

__all__ = ["FileScreen", "columns_of", "pinched", "quarter_turns"]

_APART: Final = 1.4
_TOGETHER: Final = 0.85
MOST_COLUMNS: Final = 20


class FileScreen(Actions[S_co]):
    """A screen that copies, moves, deletes and renames media."""

    DIALOGS: ClassVar[Dialogs] = OF_FILES

    def ask_destination(self, plan: Transfer) -> None:
        """Ask for the folder to copy or move files to."""
        self.show_dialog(PickDirectory(plan))

    def ask_conflict(self, plan: Transfer, path: str) -> None:
        """Ask what to do with a file whose name already exists."""
        self.show_dialog(FileConflict(plan, path))

    def ask_delete(self, paths: Sequence[str]) -> None:
        """Delete media after unlocking or confirmation, or at once if neither is needed."""
        remembered = self.session.delete
        if DELETION.is_on(self.context):
            self.guarded(DELETION, "delete_now", *paths)
        elif remembered or self.settings.flag("skip_delete_confirmation"):
            self.delete(paths, forever=remembered == "forever")
        else:
            self.show_dialog(DeleteFiles(tuple(paths)))

    @callback
    def delete_now(self, *paths: str) -> None:
        """Delete media after the lock was opened."""
        self.delete(paths, forever=self.session.delete == "forever")

    def ask_name(self, paths: Sequence[str]) -> None:
        """Ask for a new name, or for a text to add to the names of several media."""
        if len(paths) == 1:
            self.show_dialog(RenameItem.of(paths[0]))
        else:
            self.show_dialog(RenameItems(tuple(paths)))

    def video_facts(self, path: str) -> list[tuple[str, str]]:
        """Return a video's duration and resolution; nothing for pictures."""
        found = video_at(self.files, path) if self.is_video(path) else None
        if found is None:
            return []
        video = found[1]
        return [
            ("Duration", duration_text(video.duration_ms)),
            ("Resolution", f"{video.width} x {video.height}"),
        ]

    def ask_size(self, path: str) -> None:
        """Ask for a picture's new size."""
        size = picture_size(content_of(self.files, path))
        if size is None:
            self.toast("Invalid image path")
            return
        stem = split_name(path.rpartition("/")[2])[0]
        self.show_dialog(ResizeImage(path, str(size[0]), str(size[1]), size, name=f"{stem}_1"))


def columns_of(app: Actions[Any], kind: str) -> tuple[str, int]:
    """Return the name of the preference for the number of columns, and its value.

    Args:
        app: The screen.
        kind: "dir" or "media".
    """
    width, height = app.context.windows.size
    wide = width > height
    name = f"{kind}_landscape_column_cnt" if wide else f"{kind}_column_cnt"
    usual = (2 if kind == "dir" else 3) + wide
    return name, app.settings.number(name, usual, 1, MOST_COLUMNS)


def pinched(app: Actions[Any], kind: str, pinch: float) -> Callable[[Scale], None]:
    """Return a handler of pinch gestures on a grid: each adds or removes one column.

    Args:
        app: The screen, whose state has the field ``pinch``.
        kind: "dir" or "media".
        pinch: The value of that field.
    """

    def scale(event: Scale) -> None:
        if event.action != "move":
            app.update(pinch=1.0)
            return
        if not pinch:
            return
        apart = pinch * event.factor
        name, columns = columns_of(app, kind)
        if apart > _APART or apart < _TOGETHER:
            columns += -1 if apart > 1 else 1
            app.settings.put(**{name: min(max(columns, 1), MOST_COLUMNS)})
            apart = 0.0
        app.update(pinch=apart)

    return scale


def quarter_turns(prefix: str, turn: Callable[[int], object]) -> tuple[MenuItem, ...]:
    """Return the entries that rotate pictures; `turn` is called with degrees clockwise."""
    ways = (("right", "Rotate right", 90), ("left", "Rotate left", 270),
            ("one_eighty", "Rotate by 180\u00ba", 180))  # fmt: skip

    def item(name: str, title: str, degrees: int) -> MenuItem:
        return MenuItem(title, lambda: turn(degrees), id=f"{prefix}_rotate_{name}")

    return tuple(item(*way) for way in ways)
