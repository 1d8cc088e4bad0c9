"""Changes to files: copied, moved, deleted into the bin and brought back, renamed, hidden."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from android_gym.errors import FileError
from android_gym.simulator.apps.gallery.model import Transfer, split_name
from android_gym.simulator.apps.gallery.storage.library import Library
from android_gym.simulator.ui.activity import Context

__all__ = ["BAD_LETTERS", "FileChanges"]

BAD_LETTERS: Final = frozenset('\\\n\t/?*<>|":')
"""Letters that no name of a file may have."""


class FileChanges:
    """Changes to files, and to what is recorded about them.

    Args:
        context: The app's.
        library: Where its media are looked up.
    """

    def __init__(self, context: Context, library: Library) -> None:
        self._context = context
        self._files = context.system.files
        self._library = library
        self._records = library.records

    def free_path(self, folder: str, name: str) -> str:
        """Return a path in a folder that nothing has: ``a.jpg``, ``a(1).jpg``, ``a(2).jpg`` ..."""
        stem, ending = split_name(name)
        number, path = 0, f"{folder}/{name}"
        while self._files.exists(path):
            number += 1
            path = f"{folder}/{stem}({number})" + (f".{ending}" if ending else "")
        return path

    def undecided(self, plan: Transfer) -> str | None:
        """Return the first path whose name is taken at the destination and that is not decided."""
        if plan.rest:
            return None
        for path in plan.paths[len(plan.decided) :]:
            if self._files.exists(f"{plan.folder}/{path.rpartition('/')[2]}"):
                return path
        return None

    def transfer(self, plan: Transfer) -> tuple[int, int]:
        """Copy or move files.

        Returns:
            How many have arrived, and how many should have.
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
        """Delete files, into the recycle bin or for good; return how many could not be."""
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
        """Delete the media of folders, and the folders that are empty then where it is set so."""
        failed = 0
        for folder in folders:
            media = self._library.media(folder, hidden)
            failed += self.delete([medium.path for medium in media], into_bin=into_bin)
            self.drop_if_empty(folder)
        return failed

    def drop_if_empty(self, folder: str) -> None:
        """Remove a folder without content, where the user wants that."""
        if self._library.settings.flag("delete_empty_folders"):
            try:
                if not self._files.listdir(folder):
                    self._files.rmdir(folder)
            except FileError:
                pass

    def restore(self, paths: Iterable[str]) -> int:
        """Bring files of the bin back to where they were; return how many could not be."""
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
        """Delete all that is in the bin."""
        paths = [path for path, _ in self._records.deleted()]
        self.forget(paths)

    def forget(self, paths: Iterable[str]) -> None:
        """Delete files of the bin for good, by where they were."""
        for path in paths:
            try:
                self._files.remove(self._library.bin_folder + path)
            except FileError:
                pass
            self._records.unbury([path])

    # -- names

    def name_error(self, name: str, ending: str | None = None) -> str:
        """Return what is wrong with the name of a file; empty for nothing."""
        if not name:
            return "Filename cannot be empty"
        if BAD_LETTERS & set(name) or BAD_LETTERS & set(ending or ""):
            return "Filename contains invalid characters"
        return "Extension cannot be empty" if ending == "" else ""

    def rename(self, path: str, name: str) -> str:
        """Give a file or folder another name; return what is wrong, empty for nothing."""
        folder, _, old = path.rpartition("/")
        target, files = f"{folder}/{name}", self._files
        if not files.exists(path):
            return f"Source file {old} doesn't exist"
        if name.lower() != old.lower() and files.exists(target):
            return "A file or folder with that name already exists"
        try:
            if name != old:
                source = path
                if files.exists(target):  # it is the same in other capitals
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
        """Put a dot before the names of files, or take it away."""
        for path in paths:
            name = path.rpartition("/")[2]
            self.rename(path, f".{name.lstrip('.')}" if hidden else name.lstrip(".") or name)

    def hide_folders(self, folders: Iterable[str], hidden: bool) -> None:
        """Make or remove the file that says that a folder holds no media."""
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
        """Make a folder; return what is wrong, empty for nothing."""
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
            path: Where.
            content: The file.
            like: A file whose time of change is kept, where the user wants that.

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
