"""Zip archives: made of documents, and taken apart."""

from __future__ import annotations

import io
import posixpath
import zipfile
from collections.abc import Sequence

from android_gym.errors import FileError
from android_gym.simulator.apps.documentsui.documents import free_name
from android_gym.simulator.system.files import Files

__all__ = ["compress", "extract"]

MOST_BYTES = 256 * 1024 * 1024
_EPOCH = (1980, 1, 1, 0, 0, 0)


def compress(files: Files, paths: Sequence[str], folder: str) -> str:
    """Makes an archive of documents in a folder. Returns its path.

    Raises:
        FileError: If it can't be written.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in paths:
            above = path.rpartition("/")[0]
            for found, stat in files.walk(path):
                name = found.removeprefix(above).lstrip("/")
                if stat.kind == "dir":
                    archive.writestr(zipfile.ZipInfo(f"{name}/", _EPOCH), b"")
                elif stat.kind == "file":
                    info = zipfile.ZipInfo(name, _EPOCH)
                    archive.writestr(info, files.read(found), zipfile.ZIP_DEFLATED)
    stem = "archive"
    if len(paths) == 1:
        name = paths[0].rpartition("/")[2]
        stem = name.rpartition(".")[0] or name
    target = f"{folder}/{free_name(files, folder, f'{stem}.zip')}"
    files.write(target, buffer.getvalue())
    return target


def extract(files: Files, path: str, folder: str) -> list[str]:
    """Takes an archive apart into a folder. Returns the names of what couldn't be."""
    name = path.rpartition("/")[2]
    failed = []
    try:
        with zipfile.ZipFile(io.BytesIO(files.read(path))) as archive:
            infos = archive.infolist()
            if sum(info.file_size for info in infos) > MOST_BYTES:
                return [name]
            for info in infos:
                # No entry may lead out of the folder.
                inside = posixpath.normpath(f"/{info.filename}").lstrip("/")
                target = f"{folder}/{inside}"
                try:
                    above = target if info.is_dir() else target.rpartition("/")[0]
                    if not files.is_dir(above):
                        files.mkdir(above, parents=True)
                    if not info.is_dir():
                        place, _, end = target.rpartition("/")
                        files.write(f"{place}/{free_name(files, place, end)}", archive.read(info))
                except (FileError, RuntimeError):  # RuntimeError: it is encrypted
                    failed.append(info.filename)
    except (zipfile.BadZipFile, FileError, NotImplementedError, EOFError):
        return [name]
    return failed
