"""Changes to files: copying, moving, deleting, restoring, renaming, hiding."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from android_gym.errors import FileError
from android_gym.simulator.apps.gallery.model import Transfer, split_name
from android_gym.simulator.apps.gallery.storage.library import Library
from android_gym.simulator.ui.activity import Context

__all__ = ["BAD_LETTERS", "FileChanges"]

BAD_LETTERS: Final = frozenset('\\\n\t/?*<>|":')
"""Characters not allowed in file names."""


class FileChanges:
    """Changes files and the records about them.

    Args:
        context: The app's context.
        library: The library to look up media in.
    """

    def __init__(self, context: Context, library: Library) -> None:
        self._context = context
        self._files = context.system.files
        self._library = library
        self._records = library.records

    def free_path(self, folder: str, name: str) -> str:
        """Return an unused path in a folder: ``a.jpg``, ``a(1).jpg``, ``a(2).jpg`` ..."""
        stem, ending = split_name(name)
        number, path = 0, f"{folder}/{name}"
        while self._files.exists(path):
            number += 1
            path = f"{folder}/{stem}({number})" + (f".{ending}" if ending else "")
        return path

    def undecided(self, plan: Transfer) -> str | None:
        """Return the first undecided path whose name exists at the destination."""
        if plan.rest:
            return None
        for path in plan.paths[len(plan.decided) :]:
            if self._files.exists(f"{plan.folder}/{path.rpartition('/')[2]}"):
                return path
        return None

    def transfer(self, plan: Transfer) -> tuple[int, int]:
        """Copy or move files.

        Returns:
            The number of files transferred, and the number that should have been.
        """
        done = wanted = 0
        for index, path in enumerate(plan.paths):
            name = path.rpartition("/")[2]
            target = f"{plan.folder}/{name}"
            if self._files.exists(target):
                decided = plan.decided[index] if index < len(plan.decided) else plan.rest
                if decided == "keep":
                    target = self.free_path(plan.folder, name)
                elif decided != "overwrite":
                    continue
            wanted += 1
            done += self._bring(path, target, plan.move)
        return done, wanted

    def _bring(self, path: str, target: str, move: bool) -> bool:
        files = self._files
        try:
            stat = files.stat(path)
            if stat.kind != "file":
                return False
            if move:
                if files.is_file(target):
                    files.remove(target)
                files.rename(path, target)
                self._records.moved(path, target)
            else:
                keeps = self._library.settings.flag("keep_last_modified", True)
                files.write(target, files.read(path), mtime_ms=stat.mtime_ms if keeps else None)
        except FileError:
            return False
        return True

    # -- deleting

    def delete(self, paths: Iterable[str], *, into_bin: bool) -> int:
        """Delete files, into the recycle bin or permanently; return how many failed."""
        failed = 0
        files, records = self._files, self._records
        for path in paths:
            try:
                stat = files.stat(path)
                if into_bin:
                    place = self._library.bin_folder + path
                    folder = place.rpartition("/")[0]
                    if not files.is_dir(folder):
                        files.mkdir(folder, parents=True, owner=self._context.uid)
                    files.write(
                        place,
                        files.read(path),
                        mode=0o600,
                        owner=self._context.uid,
                        mtime_ms=stat.mtime_ms,
                    )
                    records.bury(path, stat.size, stat.mtime_ms)
                files.remove(path)
            except FileError:
                failed += 1
                continue
            original = path.removeprefix(self._library.bin_folder)
            if original != path:
                records.unbury([original])
            else:
                records.set_favorites([path], False)
        return failed

    def delete_folders(self, folders: Iterable[str], *, into_bin: bool, hidden: bool) -> int:
        """Delete the media of folders, and empty folders if set so; return how many failed."""
        failed = 0
        for folder in folders:
            media = self._library.media(folder, hidden)
            failed += self.delete([medium.path for medium in media], into_bin=into_bin)
            self.drop_if_empty(folder)
        return failed

    def drop_if_empty(self, folder: str) -> None:
        """Remove a folder if it is empty and the user wants that."""
        if self._library.settings.flag("delete_empty_folders"):
            try:
                if not self._files.listdir(folder):
                    self._files.rmdir(folder)
            except FileError:
                pass

    def restore(self, paths: Iterable[str]) -> int:
        """Restore files of the recycle bin to their original paths; return how many failed."""
        failed, files = 0, self._files
        for path in paths:
            original = path.removeprefix(self._library.bin_folder)
            folder, _, name = original.rpartition("/")
            try:
                content, stat = files.read(path), files.stat(path)
                if not files.is_dir(folder):
                    files.mkdir(folder, parents=True)
                files.write(self.free_path(folder, name), content, mtime_ms=stat.mtime_ms)
                files.remove(path)
            except FileError:
                failed += 1
                continue
            self._records.unbury([original])
        return failed

    def empty_bin(self) -> None:
        """Delete all files in the recycle bin."""
        paths = [path for path, _ in self._records.deleted()]
        self.forget(paths)

    def forget(self, paths: Iterable[str]) -> None:
        """Permanently delete files in the recycle bin, given their original paths."""
        for path in paths:
            try:
                self._files.remove(self._library.bin_folder + path)
            except FileError:
                pass
            self._records.unbury([path])

    # -- names

    def name_error(self, name: str, ending: str | None = None) -> str:
        """Return why a file name is invalid; empty if it is valid."""
        if not name:
            return "Filename cannot be empty"
        if BAD_LETTERS & set(name) or BAD_LETTERS & set(ending or ""):
            return "Filename contains invalid characters"
        return "Extension cannot be empty" if ending == "" else ""

    def rename(self, path: str, name: str) -> str:
        """Rename a file or folder; return an error message, empty for none."""
        folder, _, old = path.rpartition("/")
        target, files = f"{folder}/{name}", self._files
        if not files.exists(path):
            return f"Source file {old} doesn't exist"
        if name.lower() != old.lower() and files.exists(target):
            return "A file or folder with that name already exists"
        try:
            if name != old:
                source = path
                if files.exists(target):  # differs in case only
                    source = self.free_path(folder, f"temp{old}")
                    files.rename(path, source)
                files.rename(source, target)
                self._records.moved(path, target)
                if not self._library.settings.flag("keep_last_modified", True):
                    files.utime(target, self._context.system.clock.now_ms())
        except FileError:
            return "An unknown error occurred"
        return ""

    def hide(self, paths: Iterable[str], hidden: bool) -> None:
        """Add a leading dot to the names of files, or remove it."""
        for path in paths:
            name = path.rpartition("/")[2]
            self.rename(path, f".{name.lstrip('.')}" if hidden else name.lstrip(".") or name)

    def hide_folders(self, folders: Iterable[str], hidden: bool) -> None:
        """Create or remove the file that marks a folder as having no media."""
        for folder in folders:
            path = f"{folder}/.nomedia"
            try:
                if hidden and not self._files.exists(path):
                    self._files.write(path, b"")
                elif not hidden:
                    self._files.remove(path)
            except FileError:
                pass

    def make_folder(self, folder: str, name: str) -> str:
        """Create a folder; return an error message, empty for none."""
        if not name:
            return "Please enter a name"
        if BAD_LETTERS & set(name):
            return "The name contains invalid characters"
        path = f"{folder}/{name}"
        if self._files.exists(path):
            return "A file or folder with that name already exists"
        try:
            self._files.mkdir(path)
        except FileError:
            return f"Could not create folder {name}"
        return ""

    def write(self, path: str, content: bytes, *, like: str = "") -> bool:
        """Write a picture.

        Args:
            path: Path of the file.
            content: Its content.
            like: A file whose time of change is kept, if the user wants that.

        Returns:
            Whether it was written.
        """
        keeps = like and self._library.settings.flag("keep_last_modified", True)
        try:
            time = self._files.stat(like).mtime_ms if keeps else None
            self._files.write(path, content, mtime_ms=time)
        except FileError:
            return False
        return True
