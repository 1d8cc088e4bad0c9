"""Actions of the gallery's screens and dialogs, without their views."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Any, Final

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.appkit.simple_locks import DELETION, EXCLUDED, HIDDEN, LockableScreen
from android_gym.simulator.appkit.storage_access import may_manage_files
from android_gym.simulator.apps.gallery.images import changed, encoded
from android_gym.simulator.apps.gallery.look import content_of
from android_gym.simulator.apps.gallery.model import (
    FAVORITES,
    RECYCLE_BIN,
    STORAGE,
    VIDEO,
    Change,
    Medium,
    Session,
    Transfer,
    mime_type,
    split_name,
)
from android_gym.simulator.apps.gallery.storage import FileChanges, Library, Settings
from android_gym.simulator.system.documents import document_path
from android_gym.simulator.system.files import Files
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.media.exif import with_orientation, without_exif
from android_gym.simulator.ui.activity import S_co, callback

__all__ = ["Actions", "media_address"]

_STREAM: Final = "android.intent.extra.STREAM"
_PROVIDER: Final = "content://media/external"
_IMAGES: Final = "android.permission.READ_MEDIA_IMAGES"
_NOTIFY: Final = "android.permission.POST_NOTIFICATIONS"
_WORDS: Final = {False: ("Copying\u2026", "copied"), True: ("Moving\u2026", "moved")}


class Actions(LockableScreen[S_co]):
    """Base class of all screens."""

    NAME = "Simple Gallery"
    library: Library
    changes: FileChanges

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.library = Library(self.context)
        self.changes = FileChanges(self.context, self.library)

    # -- data

    @property
    def files(self) -> Files:
        """The phone's files."""
        return self.context.system.files

    @property
    def settings(self) -> Settings:
        """The app's preferences."""
        return self.library.settings

    @property
    def session(self) -> Session:
        """State that is lost when the process dies."""
        return self.context.memory_of(Session).get()

    def remember(self, **changes: Any) -> None:
        """Change the state that is kept until the process dies."""
        slot = self.context.memory_of(Session)
        slot.set(replace(slot.get(), **changes))

    @property
    def allowed(self) -> bool:
        """True if the app may read pictures at all."""
        return self.context.granted(_IMAGES) or may_manage_files(self.context)

    @property
    def manages(self) -> bool:
        """True if the app may manage all files."""
        return may_manage_files(self.context)

    @property
    def shows_hidden(self) -> bool:
        """True if hidden files are shown, temporarily or always."""
        return self.session.hidden or self.settings.flag("show_hidden_media")

    @property
    def shows_excluded(self) -> bool:
        """True if excluded folders are shown temporarily."""
        return self.session.excluded

    def media(self, folder: str) -> list[Medium]:
        """List the media of a folder, with hidden and excluded ones if those are shown."""
        return self.library.media(folder, self.shows_hidden, self.shows_excluded)

    def toggle_hidden(self) -> None:
        """Show hidden files until the app's process ends, or hide them again."""
        if self.session.hidden:
            self.remember(hidden=False)
        elif not self.manages:
            self.ask_for_all_files()
        else:
            self.guarded(HIDDEN, "show_hidden")

    @callback
    def show_hidden(self) -> None:
        """Show hidden files until the app's process ends."""
        self.remember(hidden=True)

    def toggle_excluded(self) -> None:
        """Show excluded folders until the app's process ends, or hide them again."""
        if self.session.excluded:
            self.remember(excluded=False)
        else:
            self.guarded(EXCLUDED, "show_excluded")

    @callback
    def show_excluded(self) -> None:
        """Show excluded folders until the app's process ends."""
        self.remember(excluded=True)

    def ask_for_all_files(self) -> None:
        """Tell the user that this needs access to all files."""
        self.toast("You have to grant the app All Files access to see hidden files, "
                   "else it cannot work.")  # fmt: skip

    def open_all_files_page(self) -> None:
        """Open the system page that grants access to all files."""
        self.open_elsewhere(
            Intent(
                "android.settings.MANAGE_APP_ALL_FILES_ACCESS_PERMISSION",
                data=f"package:{self.context.package}",
            )
        )

    def open_media_page(self) -> None:
        """Open the system page that lets an app change media."""
        self.open_elsewhere(
            Intent("android.settings.REQUEST_MANAGE_MEDIA", data=f"package:{self.context.package}")
        )

    # -- URIs

    def path_of(self, uri: str) -> str | None:
        """Return the path of a URI that the app may read; None if there is none."""
        path = document_path(uri)
        if path is None and uri.startswith(f"{_PROVIDER}/"):
            provider = self.context.find_provider("media")
            if provider is not None:
                try:
                    _, rows = provider.query(uri, ["_data"])
                except (ValueError, FileError):
                    rows = []
                path = str(rows[0][0]) if rows else None
        try:
            if path is None or not self.files.is_file(path):
                return None
            path = self.files.resolve(path)
            own = path.startswith((f"{STORAGE}/", f"{self.context.data_dir}/"))
            files = self.files.as_user(self.context.uid)
            return path if own or files.may(path, "r") else None
        except FileError:
            return None

    def address_of(self, path: str) -> str:
        """Return the URI for other apps to open a file."""
        return media_address(self, path)

    # -- other apps

    def share(self, paths: Sequence[str]) -> None:
        """Share media with other apps."""
        if not paths:
            return
        addresses = tuple(self.address_of(path) for path in paths)
        types = {mime_type(path) for path in paths}
        kinds = {kind.partition("/")[0] for kind in types}
        kind = types.pop() if len(types) == 1 else f"{kinds.pop()}/*" if len(kinds) == 1 else "*/*"
        many = len(paths) > 1
        send = Intent(
            "android.intent.action.SEND_MULTIPLE" if many else "android.intent.action.SEND",
            type=kind,
            extras=Map({_STREAM: addresses if many else addresses[0]}),
        )
        choose_app(self, send, "Share via")

    def open_with(self, path: str) -> None:
        """Open a medium in an app that the user chooses."""
        view = Intent("android.intent.action.VIEW", self.address_of(path), mime_type(path))
        choose_app(self, view, "Open with")

    def set_as(self, path: str) -> None:
        """Use a picture as wallpaper, or for another purpose that apps offer."""
        attach = Intent("android.intent.action.ATTACH_DATA", self.address_of(path), mime_type(path))
        choose_app(self, attach, "Set as")

    def edit(self, path: str) -> None:
        """Open a picture in the editor."""
        kind = mime_type(path)
        if kind.startswith("video/"):
            self.open_elsewhere(Intent("android.intent.action.EDIT", self.address_of(path), kind))
            return
        self.start_activity(".activities.EditActivity", path=path)

    def open_camera(self) -> None:
        """Open the camera."""
        self.open_elsewhere(Intent("android.media.action.STILL_IMAGE_CAMERA"))

    # -- copying and moving

    def start_transfer(self, paths: Sequence[str], *, move: bool) -> None:
        """Ask for the folder to copy or move files to."""
        if any(path.startswith(self.library.bin_folder) for path in paths):
            self.toast("Moving Recycle bin items is disabled, please use Restore")
            return
        if not move and not self.context.granted(_NOTIFY):
            self.request_permission(_NOTIFY, ("copy", tuple(paths)))
        elif move:
            self.guarded(DELETION, "move", *paths)
        else:
            self.ask_destination(Transfer(tuple(paths)))

    @callback
    def move(self, *paths: str) -> None:
        """Ask for the folder to move files to."""
        self.ask_destination(Transfer(paths, "", True))

    def on_permission_result(self, request: Hashable, granted: bool) -> None:
        """Continue copying once the app may show its progress in a notification."""
        match request:
            case ("copy", tuple(paths)) if granted:
                self.ask_destination(Transfer(paths))
            case ("copy", _):
                self.toast(
                    "You must allow the app displaying notifications, else it cannot show the "
                    "progress bar."
                )

    def ask_destination(self, plan: Transfer) -> None:
        """Ask for the folder to copy or move files to."""
        raise NotImplementedError("The screen shows the folders.")

    def ask_conflict(self, plan: Transfer, path: str) -> None:
        """Ask what to do with a file whose name already exists at the destination."""
        raise NotImplementedError("The screen shows the question.")

    def choose_destination(self, plan: Transfer, folder: str) -> bool:
        """Use a folder as the destination; return False if it can't be one."""
        if plan.paths and all(path.rpartition("/")[0] == folder for path in plan.paths):
            self.toast("Source and destination cannot be the same")
            return False
        self.dismiss_dialogs()
        self.settings.put(last_copy_path=folder)
        self.go_on(replace(plan, folder=folder))
        return True

    def go_on(self, plan: Transfer) -> None:
        """Carry out a transfer, or ask about the next file whose name already exists."""
        taken = self.changes.undecided(plan)
        if taken is not None:
            self.ask_conflict(plan, taken)
            return
        begun, done = _WORDS[plan.move]
        self.toast(begun)
        arrived, wanted = self.changes.transfer(plan)
        if arrived < wanted or not arrived:
            text = f"Some files could not be {done}" if arrived else ""
        else:
            text = f"File{'s' if arrived > 1 else ''} {done} successfully"
        if not wanted:
            text = f"Some files could not be {done}"
        self.toast(text or "An error occurred")
        if plan.move:
            for folder in sorted({path.rpartition("/")[0] for path in plan.paths}):
                self.changes.drop_if_empty(folder)
        self.settled()

    def settled(self) -> None:
        """Called after files were copied, moved, deleted or renamed, to clear the selection."""

    # -- deleting

    def delete(self, paths: Sequence[str], *, forever: bool = False) -> None:
        """Delete files: move them to the recycle bin, or delete them permanently."""
        in_bin = all(path.startswith(self.library.bin_folder) for path in paths)
        into_bin = self.settings.uses_bin and not forever and not in_bin
        if self.changes.delete(paths, into_bin=into_bin):
            self.toast("An unknown error occurred")
        for folder in sorted({path.rpartition("/")[0] for path in paths}):
            self.changes.drop_if_empty(folder)
        self.settled()

    def restore(self, paths: Sequence[str]) -> None:
        """Restore files from the recycle bin."""
        if self.changes.restore(paths):
            self.toast("An unknown error occurred")
        self.settled()

    def empty_bin(self, *, disable: bool = False) -> None:
        """Delete all files in the recycle bin, and optionally disable it."""
        self.changes.empty_bin()
        if disable:
            self.settings.put(use_recycle_bin=False)
        self.toast("The Recycle Bin has been emptied successfully")
        self.settled()

    # -- favourites, hiding, editing

    def favor(self, paths: Sequence[str], on: bool) -> None:
        """Add media to the favourites, or remove them."""
        self.library.records.set_favorites(paths, on)
        self.settled()

    def hide(self, paths: Sequence[str], hidden: bool) -> None:
        """Hide or unhide files."""
        if hidden and not self.manages:
            self.ask_for_all_files()
            return
        self.changes.hide(paths, hidden)
        self.settled()

    def turn(self, paths: Sequence[str], degrees: int) -> None:
        """Rotate pictures clockwise and overwrite their files."""
        self.toast("Saving\u2026")
        for path in paths:
            self.save_turned(path, path, degrees)
        self.settled()

    def save_turned(self, path: str, target: str, degrees: int) -> bool:
        """Save a picture rotated clockwise; for a JPEG only the EXIF orientation changes."""
        content = content_of(self.files, path)
        if not content:
            return False
        turned = with_orientation(content, degrees)
        if turned is None or split_name(target)[1].lower() not in ("jpg", "jpeg"):
            pixels = changed(content, (Change("rotate", (float(degrees),)),))
            turned = None if pixels is None else encoded(pixels, split_name(target)[1])
        return turned is not None and self.changes.write(target, turned, like=path)

    def drop_exif(self, path: str) -> None:
        """Remove the EXIF data from a picture's file."""
        content = content_of(self.files, path)
        if content and self.changes.write(path, without_exif(content), like=path):
            self.toast("EXIF values removed successfully")
        else:
            self.toast("An unknown error occurred")

    def resize(self, path: str, target: str, size: tuple[int, int]) -> None:
        """Save a picture in another size."""
        content = content_of(self.files, path)
        pixels = changed(content, (Change("resize", size),)) if content else None
        new = None if pixels is None else encoded(pixels, split_name(target)[1])
        if new is not None and self.changes.write(target, new, like=path):
            self.toast("File saved successfully")
        else:
            self.toast("Image editing failed")
        self.settled()

    # -- callbacks of dialogs, overridden by some screens

    def renamed(self, path: str, target: str) -> None:
        """Called after a medium was renamed."""

    def save_picture(self, path: str) -> None:
        """Save the picture on the screen under a path."""

    def ask_to_save(self) -> None:
        """Ask for the name to save the edited picture under."""

    def set_as_wallpaper(self, *, home: bool, lock: bool) -> None:
        """Set the part in the frame as the wallpaper of the home screen, lock screen or both."""

    def set_ratio(self, ratio: tuple[int, int]) -> None:
        """Set the aspect ratio of the crop frame in the editor."""

    def set_color(self, color: str) -> None:
        """Set the colour of the brush."""

    def set_size(self, width: int, height: int) -> None:
        """Resize the edited picture."""

    def choose_folder(self, purpose: str, plan: Transfer, folder: str) -> None:
        """Use a chosen folder as the destination of a transfer, or for the screen's own purpose."""
        if purpose == "transfer":
            self.choose_destination(plan, folder)

    def choose_cover(self, path: str) -> None:
        """Use a picture as the cover of the selected folders."""

    def video_facts(self, path: str) -> list[tuple[str, str]]:
        """Return labels and values of a video's properties; nothing for pictures."""
        return []

    def start_slideshow(self) -> None:
        """Start a slideshow of the media."""

    def refresh(self) -> None:
        """Called after the sorting or the look was changed."""

    # -- navigation

    def open_folder(self, folder: str) -> None:
        """Show the media of a folder; an empty path shows those of all folders."""
        self.start_activity(
            ".activities.MediaActivity",
            directory=folder,
            show_all=not folder,
            show_favorites=folder == FAVORITES,
            show_recycle_bin=folder == RECYCLE_BIN,
        )

    def is_video(self, path: str) -> bool:
        """Return whether a medium is a video."""
        medium = self.library.at(path)
        return medium is not None and medium.kind == VIDEO


def media_address(app: Actions[Any], path: str) -> str:
    """Return a medium's URI in MediaStore, or the URI of its file if MediaStore lacks it."""
    kind = "video" if mime_type(path).startswith("video/") else "images"
    uri = f"{_PROVIDER}/{kind}/media"
    provider = app.context.find_provider("media")
    if provider is not None and path.startswith(f"{STORAGE}/"):
        quoted = path.replace("'", "''")
        _, rows = provider.query(uri, ["_id"], f"_data = '{quoted}'")
        if rows:
            return f"{uri}/{rows[0][0]}"
    return f"file://{path}"
