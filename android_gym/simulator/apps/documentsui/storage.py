"""Documents on shared storage: list, search, copy, delete, compress and extract."""

from __future__ import annotations

import io
import posixpath
import zipfile
from collections.abc import Iterable, Sequence

from android_gym.errors import FileError
from android_gym.simulator.apps.documentsui.model import (
    ORDER_KEYS,
    STORAGE,
    Document,
    Order,
    Root,
    natural,
    sorted_documents,
)
from android_gym.simulator.system import System
from android_gym.simulator.system.files import Files
from android_gym.simulator.system.inodes import Stat
from android_gym.simulator.system.listing import Listing

RECENT_MS = 45 * 86_400_000
MOST_RECENT = 64
MOST_FOUND = 500
MOST_ARCHIVE_BYTES = 256 * 1024 * 1024
ARCHIVE_DATE = (1980, 1, 1, 0, 0, 0)


def _document(folder: str, name: str, stat: Stat) -> Document:
    return Document(f"{folder}/{name}", stat.kind == "dir", stat.size, stat.mtime_ms)


def listing(files: Files, folder: str, hidden: bool = False) -> list[Document]:
    """Return a folder's documents; empty if it doesn't exist."""
    try:
        entries = files.scandir(folder)
    except FileError:
        return []
    return [_document(folder, name, stat) for name, stat in entries if hidden or name[:1] != "."]


def sorted_listing(folder: str, order: Order, hidden: bool) -> Listing[Document]:
    """Return a folder's sorted contents as a reusable listing."""
    return Listing(
        folder,
        lambda name, stat: _document(folder, name, stat) if hidden or name[0] != "." else None,
        lambda documents: sorted_documents(documents, order),
        ORDER_KEYS.get(order),
    )


def _everywhere(files: Files, folder: str, hidden: bool) -> Iterable[Document]:
    """Yield everything below a folder, except the contents of ``Android``."""
    pending = [folder] if files.is_dir(folder) else []
    while pending:
        for document in listing(files, pending.pop(), hidden):
            yield document
            if document.is_folder and document.path != f"{STORAGE}/Android":
                pending.append(document.path)


def collected(system: System, root: Root) -> list[Document]:
    """Return the files of a root without a folder.

    Images, videos, audio and documents come from MediaStore, as in Android's media documents
    provider, so folders with ``.nomedia`` are left out.
    """
    if root.id == "recent":
        oldest = system.clock.now_ms() - RECENT_MS
        recent = [
            document
            for document in _everywhere(system.files, STORAGE, False)
            if not document.is_folder and document.mtime_ms >= oldest
        ]
        return sorted(recent, key=lambda d: (-d.mtime_ms, natural(d.name)))[:MOST_RECENT]
    media = system.media
    known = {
        "images_root": media.images,
        "videos_root": media.videos,
        "audio_root": media.audio,
        "documents_root": media.files,
    }
    found = (
        Document(file.path, False, file.size, file.date_modified * 1000)
        for file in known[root.id]()
    )
    return [document for document in found if document.mime.startswith(root.kinds)]


def search(
    files: Files, folder: str, query: str, kinds: Sequence[str], *, hidden: bool = False
) -> list[Document]:
    """Return documents below a folder whose names contain a text.

    Args:
        files: The phone's files.
        folder: Folder to search.
        query: The text, ignoring case.
        kinds: MIME type prefixes; if given, folders are left out.
        hidden: Whether to include hidden files.
    """
    return matching(_everywhere(files, folder, hidden), query, kinds)


def matching(documents: Iterable[Document], query: str, kinds: Sequence[str]) -> list[Document]:
    """Return the first documents whose names contain a text, and that have a type."""
    wanted = query.casefold()
    found = []
    for document in documents:
        if kinds and (document.is_folder or not document.mime.startswith(tuple(kinds))):
            continue
        if wanted in document.name.casefold():
            found.append(document)
            if len(found) == MOST_FOUND:
                break
    return found


def free_name(files: Files, folder: str, name: str) -> str:
    """Return an unused name in a folder: ``a.txt``, else ``a (1).txt``."""
    stem, dot, end = name.rpartition(".")
    if not stem:
        stem, dot, end = name, "", ""
    number, free = 0, name
    while files.exists(f"{folder}/{free}"):
        number += 1
        free = f"{stem} ({number}){dot}{end}"
    return free


# -- changes; each returns the names of the documents on which it failed


def copy(files: Files, paths: Sequence[str], folder: str, *, move: bool) -> list[str]:
    """Copy or move documents into a folder."""
    failed = []
    for path in paths:
        above, _, name = path.rpartition("/")
        if move and above == folder:
            continue  # already in that folder
        try:
            (files.rename if move else files.copy)(
                path, f"{folder}/{free_name(files, folder, name)}"
            )
        except FileError:
            failed.append(name)
    return failed


def delete(files: Files, paths: Sequence[str]) -> list[str]:
    """Delete documents, and folders with their contents."""
    failed = []
    for path in paths:
        try:
            (files.rmtree if files.is_dir(path) else files.remove)(path)
        except FileError:
            failed.append(path.rpartition("/")[2])
    return failed


def compress(files: Files, paths: Sequence[str], folder: str) -> None:
    """Create a zip archive of documents in a folder.

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
                    archive.writestr(zipfile.ZipInfo(f"{name}/", ARCHIVE_DATE), b"")
                elif stat.kind == "file":
                    info = zipfile.ZipInfo(name, ARCHIVE_DATE)
                    archive.writestr(info, files.read(found), zipfile.ZIP_DEFLATED)
    stem = "archive"
    if len(paths) == 1:
        name = paths[0].rpartition("/")[2]
        stem = name.rpartition(".")[0] or name
    files.write(f"{folder}/{free_name(files, folder, f'{stem}.zip')}", buffer.getvalue())


def extract(files: Files, path: str, folder: str) -> list[str]:
    """Extract a zip archive into a folder."""
    failed = []
    try:
        with zipfile.ZipFile(io.BytesIO(files.read(path))) as archive:
            infos = archive.infolist()
            if sum(info.file_size for info in infos) > MOST_ARCHIVE_BYTES:
                return [path.rpartition("/")[2]]
            for info in infos:
                # Keep entries from escaping the folder.
                inside = posixpath.normpath(f"/{info.filename}").lstrip("/")
                target = f"{folder}/{inside}"
                try:
                    above = target if info.is_dir() else target.rpartition("/")[0]
                    if not files.is_dir(above):
                        files.mkdir(above, parents=True)
                    if not info.is_dir():
                        place, _, end = target.rpartition("/")
                        files.write(f"{place}/{free_name(files, place, end)}", archive.read(info))
                except (FileError, RuntimeError):  # RuntimeError: encrypted
                    failed.append(info.filename)
    except (zipfile.BadZipFile, FileError, NotImplementedError, EOFError):
        return [path.rpartition("/")[2]]
    return failed
