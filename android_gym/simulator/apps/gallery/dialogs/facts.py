"""Properties of media and folders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from android_gym.errors import FileError
from android_gym.simulator.appkit.simple_commons import ConfirmationDialog, clock_time, day_text
from android_gym.simulator.appkit.times import moment
from android_gym.simulator.apps.gallery.actions import Actions
from android_gym.simulator.apps.gallery.images import picture_size
from android_gym.simulator.apps.gallery.look import content_of
from android_gym.simulator.apps.gallery.model import VIDEO, size_text
from android_gym.simulator.system.media.exif import read_exif
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, column, wide_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

__all__ = ["Properties", "RemoveExif", "date_text", "extended_details"]

Screen = Actions[Any]
Facts = list[tuple[str, str]]


def date_text(screen: Screen, epoch_ms: int) -> str:
    """Return a date and time in the format of the app's settings."""
    when = moment(screen.context, max(0, epoch_ms))
    return f"{day_text(screen.context, when)}, {clock_time(screen.context, when)}"


def _resolution(size: tuple[int, int]) -> str:
    return f"{size[0]} x {size[1]} ({size[0] * size[1] / 1e6:.1f}MP)"


def _exif_facts(screen: Screen, content: bytes) -> Facts:
    exif = read_exif(content)
    if exif is None:
        return []
    facts: Facts = []
    if exif.taken_ms is not None:
        facts.append(("Date taken", date_text(screen, exif.taken_ms)))
    if exif.camera:
        facts.append(("Camera", exif.camera))
    if exif.details:
        facts.append(("EXIF", exif.details))
    if exif.place is not None:
        facts.append(("GPS coordinates", f"{exif.place[0]:.6f}, {exif.place[1]:.6f}"))
    if exif.altitude is not None:
        facts.append(("Altitude", f"{exif.altitude:.1f}m"))
    return facts


def _medium_facts(screen: Screen, path: str) -> Facts:
    medium = screen.library.at(path)
    if medium is None:
        return []
    facts: Facts = [
        ("Name", medium.name),
        ("Path", medium.folder),
        ("Size", size_text(medium.size)),
    ]
    content = content_of(screen.files, path) if medium.kind != VIDEO else b""
    size = picture_size(content)
    if size is not None:
        facts.append(("Resolution", _resolution(size)))
    facts += screen.video_facts(path)
    facts.append(("Last modified", date_text(screen, medium.modified_ms)))
    return facts + _exif_facts(screen, content)


def _folder_facts(screen: Screen, folder: str) -> Facts:
    files = screen.files
    try:
        found = list(files.walk(folder))
        children = len(files.names(folder))
        changed = files.stat(folder).mtime_ms
    except FileError:
        return [("Name", folder)]
    inside = [stat for _, stat in found if stat.kind == "file"]
    return [
        ("Name", folder.rpartition("/")[2]),
        ("Path", folder.rpartition("/")[0]),
        ("Size", size_text(sum(stat.size for stat in inside))),
        ("Direct children count", str(children)),
        ("Total files count", str(len(inside))),
        ("Last modified", date_text(screen, changed)),
    ]


def _many_facts(screen: Screen, paths: tuple[str, ...]) -> Facts:
    facts: Facts = [("Items selected", str(len(paths)))]
    folders = {path.rpartition("/")[0] for path in paths}
    if len(folders) == 1:
        facts.append(("Path", folders.pop()))
    sizes = []
    for path in paths:
        try:
            sizes += [stat.size for _, stat in screen.files.walk(path) if stat.kind == "file"]
        except FileError:
            continue
    return [*facts, ("Size", size_text(sum(sizes))), ("Total files count", str(len(sizes)))]


def extended_details(screen: Screen, path: str, shown: int) -> str:
    """Return the lines of extended details shown over a medium.

    Args:
        screen: The screen.
        path: Path of the medium.
        shown: The details to show, as bits in the preferences.
    """
    bits = {
        "Name": 1, "Path": 2, "Size": 4, "Resolution": 8, "Last modified": 16, "Date taken": 32,
        "Camera": 64, "EXIF": 128, "GPS coordinates": 2048,
    }  # fmt: skip
    facts = _medium_facts(screen, path)
    return "\n".join(text for label, text in facts if shown & bits.get(label, 0))


@dataclass(frozen=True)
class Properties(Dialog[Screen]):
    """Properties of a medium, a folder, or several of them.

    Attributes:
        paths: Their paths.
    """

    paths: tuple[str, ...] = ()

    def build(self, screen: Screen) -> Overlay:
        """Build the label and value of each property."""
        path = self.paths[0] if len(self.paths) == 1 else ""
        exif = False
        if not path:
            facts = _many_facts(screen, self.paths)
        elif screen.files.is_dir(path):
            facts = _folder_facts(screen, path)
        else:
            facts = _medium_facts(screen, path)
            exif = read_exif(content_of(screen.files, path)) is not None

        def line(label: str, value: str) -> View:
            return column(
                TextView(
                    label, id="property_label", size=14, color="text_primary@0.6",
                    margin=(4, 16, 0, 0),
                ),
                TextView(value, id="property_value", size=16, margin=(4, 0)),
                id="property_holder",
                key=label,
            )  # fmt: skip

        holder = wide_column(
            *(line(label, value) for label, value in facts),
            id="properties_holder",
            padding=(16, 0),
        )
        return alert_dialog(
            "Properties",
            content=ScrollView(holder, id="properties_scrollview", width=MATCH),
            positive="OK",
            on_positive=screen.dismiss_dialog,
            neutral="Remove EXIF" if exif and screen.manages else None,
            on_neutral=lambda: screen.show_dialog(RemoveExif(path)),
            on_dismiss=screen.dismiss_dialog,
        )


@dataclass(frozen=True)
class RemoveExif(ConfirmationDialog[Screen]):
    """Asks for confirmation before a picture's EXIF data is removed.

    Attributes:
        path: The picture.
    """

    MESSAGE: ClassVar[str | None] = (
        "Are you sure you want to remove EXIF values like GPS coordinates, camera model etc?"
    )

    path: str = ""

    def on_confirm(self, screen: Screen) -> None:
        """Remove the EXIF data."""
        screen.drop_exif(self.path)
