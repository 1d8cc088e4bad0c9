"""The camera's photos, videos and settings."""

from __future__ import annotations

from typing import Final

from android_gym.errors import FileError
from android_gym.simulator.apps.camera import movie
from android_gym.simulator.apps.camera.model import Item
from android_gym.simulator.ui.activity import Context

PICTURES: Final = "/storage/emulated/0/Pictures"
MOVIES: Final = "/storage/emulated/0/Movies"

_PHOTO = {
    "(4:3) 1.9 megapixels": (1200, 1600),
    "(4:3) 1.2 megapixels": (960, 1280),
    "(4:3) 0.3 megapixels": (480, 640),
}
_VIDEO = {"HD 720p": (720, 1280), "SD 480p": (480, 720), "CIF": (288, 352)}
SIZES: Final = {
    "size_back_photo": ("Back camera photo", _PHOTO),
    "size_back_video": ("Back camera video", _VIDEO),
    "size_front_photo": ("Front camera photo", _PHOTO),
    "size_front_video": ("Front camera video", _VIDEO),
}
"""Title, and (width, height) in pixels by label, of each size setting."""


def size(context: Context, *, front: bool, video: bool) -> tuple[int, int]:
    """Return the (width, height) in pixels of photos or videos of a lens."""
    name = f"size_{'front' if front else 'back'}_{'video' if video else 'photo'}"
    sizes = list(SIZES[name][1].values())
    chosen = context.preferences().get(name, 0)
    return sizes[chosen if chosen in range(len(sizes)) else 0]


def install(context: Context, *, cleared: bool) -> None:
    """Skip the questions of the first run, as on the prepared image; a cleared app asks them."""
    if not cleared:
        context.preferences().put(location_asked=True, permissions_asked=True)


def save(context: Context, folder: str, prefix: str, suffix: str, content: bytes) -> str:
    """Write a photo or video, named by the current time; return its path.

    Raises:
        FileError: If it can't be written: there is no space, or a path component is no folder.
    """
    files = context.system.files
    stem = f"{folder}/{prefix}_{context.system.clock.datetime():%Y%m%d_%H%M%S}"
    if not files.is_dir(folder):
        files.mkdir(folder, parents=True)
    path, number = f"{stem}{suffix}", 0
    while files.exists(path):
        number += 1
        path = f"{stem}_{number}{suffix}"
    files.write(path, content, owner=context.uid)
    return path


def items(context: Context) -> list[Item]:
    """Return all items taken by the camera, the latest first."""
    files = context.system.files
    found = []
    for folder, prefix, suffix in ((PICTURES, "IMG_", ".jpg"), (MOVIES, "VID_", ".mp4")):
        if files.is_dir(folder):
            for name in files.listdir(folder):
                if name.startswith(prefix) and name.endswith(suffix):
                    found.append((name[4:-4], f"{folder}/{name}"))
    return [Item(path) for _, path in sorted(found, reverse=True)]


def delete(context: Context, path: str) -> None:
    """Delete a photo or video, if it exists."""
    try:
        context.system.files.remove(path)
    except FileError:
        return


def poster(context: Context, item: Item) -> bytes:
    """Return a JPEG of a photo or video; b"" if it can't be read."""
    try:
        content = context.system.files.read(item.path)
    except FileError:
        return b""
    return movie.poster(content) if item.video else content
