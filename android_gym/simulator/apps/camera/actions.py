"""Actions of the camera, without its views."""

from __future__ import annotations

import datetime as dt
from collections.abc import Hashable
from typing import Any, ClassVar, Final

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.apps.camera import scene, storage
from android_gym.simulator.apps.camera.model import CameraState, Item, Mode
from android_gym.simulator.apps.camera.movie import movie
from android_gym.simulator.apps.camera.storage import MOVIES, PICTURES
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity, callback
from android_gym.simulator.ui.theme import Theme, material_theme

__all__ = ["LOCATION", "Actions"]

CAMERA, MICROPHONE, LOCATION = (
    f"android.permission.{name}" for name in ("CAMERA", "RECORD_AUDIO", "ACCESS_COARSE_LOCATION")
)
ZOOM_STEP: Final = 0.5
STORAGE_FULL: Final = (
    "Low on storage space. Change quality setting or delete some images or other files."
)


class Actions(Activity[CameraState]):
    """The camera's activity without its views: what its screens and dialogs read and do.

    Attributes:
        MODE: Its initial mode.
        CAPTURES: Whether it takes a picture or video for another app.
    """

    MODE: ClassVar[Mode] = "photo"
    CAPTURES: ClassVar[bool] = False

    # -- lifecycle

    def theme(self) -> Theme:
        """Return the dark theme, even if the phone's is light."""
        return material_theme("#00838F", dark=True, material=2, name="camera")

    def on_create(self) -> CameraState:
        """Start with the class's mode."""
        return CameraState(mode=self.MODE)

    def on_new_intent(self) -> None:
        """Let denied permissions be requested again."""
        self.update(asked=(), refused=False)

    def on_resume(self) -> None:
        """Request missing permissions."""
        self._ask()

    def on_pause(self) -> None:
        """Stop recording, and cancel the countdown."""
        self._stop()
        self.update(countdown_ms=0)

    def on_back(self) -> bool:
        """Close what is open, one thing at a time."""
        state = self.state
        if state.recording_ms:
            self._stop()
        elif state.countdown_ms:
            self.update(countdown_ms=0)
        elif state.modes:
            self.update(modes=False)
        elif state.item >= 0:
            self.update(item=-1)
        elif state.options:
            self.close_options()
        elif state.taken:
            self.update(taken=b"")
        else:
            return False
        return True

    def on_key(self, name: str) -> bool:
        """Press the shutter with the camera key, or with a volume key where photos are taken."""
        state = self.state
        if name in ("VOLUME_UP", "VOLUME_DOWN"):
            used = state.mode != "video" and not state.taken
        else:
            used = name in ("CAMERA", "ENTER", "DPAD_CENTER")
        if not used or state.item >= 0:
            return False
        self.press_shutter()
        return True

    # -- permissions

    def _ask(self) -> None:
        """Request missing permissions, one after the other, each once."""
        granted = self.context.granted
        seen = self.preference("permissions_asked", False)
        for permission in (CAMERA, MICROPHONE, *(() if seen else (LOCATION,))):
            if not granted(permission) and permission not in self.state.asked:
                self.update(asked=(*self.state.asked, permission))
                self.request_permission(permission)
                return
        if not seen:
            self.prefer(permissions_asked=True)
        self.update(refused=not (granted(CAMERA) and granted(MICROPHONE)))

    def on_permission_result(self, request: Hashable, granted: bool) -> None:
        """Request the next permission, unless resuming the activity has already done so."""
        top = self.context.system.activities.top
        if top is not None and top.token == self.token:
            self._ask()

    # -- settings

    def preference(self, name: str, default: Any) -> Any:
        """Return one of the settings."""
        return self.context.preferences().get(name, default)

    def prefer(self, **values: bool | int | str) -> None:
        """Store settings."""
        self.context.preferences().put(**values)

    @property
    def front(self) -> bool:
        """True if the front camera is chosen."""
        return bool(self.preference("front_camera", False))

    @property
    def turned(self) -> bool:
        """True while the phone is in landscape."""
        return self.context.system.display.rotation % 2 == 1

    # -- taking pictures

    def _picture(self, *, video: bool) -> tuple[bytes, int, int]:
        """Return a JPEG of what the lens sees, and its width and height as the phone is held."""
        width, height = storage.size(self.context, front=self.front, video=video)
        size = (height, width) if self.turned else (width, height)
        state = self.state
        picture = scene.photograph(self.theme(), *size, self.front, state.zoom, state.exposure)
        return picture, *size

    def press_shutter(self) -> None:
        """Take a photo (at once or with the timer), or start or stop recording a video."""
        state, elapsed = self.state, self.context.system.clock.elapsed_ms()
        if state.modes or state.taken:
            return
        if state.recording_ms:
            self._stop()
        elif state.countdown_ms:
            self.update(countdown_ms=0)
        elif state.mode == "video":
            self.close_options()
            self.update(recording_ms=elapsed)
        elif seconds := self.preference("timer", 0):
            due = elapsed + seconds * 1000
            self.close_options()
            self.update(countdown_ms=due)
            self.after(seconds * 1000, "_release", due)
        else:
            self._take()

    @callback
    def _release(self, due_ms: int) -> None:
        if self.state.countdown_ms == due_ms:
            self.update(countdown_ms=0)
            self._take()

    def _take(self) -> None:
        picture, _, _ = self._picture(video=False)
        if self.CAPTURES:
            self.update(taken=picture, options=False)
        else:
            self._save(PICTURES, "IMG", ".jpg", picture)

    def _stop(self) -> None:
        """Stop recording a video."""
        begun = self.state.recording_ms
        if not begun:
            return
        clock = self.context.system.clock
        self.update(recording_ms=0)
        length = clock.elapsed_ms() - begun
        content = movie(*self._picture(video=True), length, clock.now_ms() // 1000)
        path = self._save(MOVIES, "VID", ".mp4", content)
        if path and self.CAPTURES:
            self.finish(RESULT_OK, self.media(Item(path)))

    def _save(self, folder: str, prefix: str, suffix: str, content: bytes) -> str:
        try:
            return storage.save(self.context, folder, prefix, suffix, content)
        except FileError:
            self.toast(STORAGE_FULL, long=True)
            return ""

    def zoom(self, steps: int) -> None:
        """Zoom in by a number of steps; negative numbers zoom out."""
        zoomed = scene.Lens(self.state.zoom + steps * ZOOM_STEP)
        self.update(zoom=zoomed.within().zoom)

    def close_options(self) -> None:
        """Close the row of options."""
        self.update(options=False, exposing=False)

    def switch(self, mode: Mode) -> None:
        """Switch to a mode in the list of modes."""
        self.close_options()
        self.update(mode=mode, modes=False)

    def hand_over(self) -> None:
        """Return the picture to the app that requested it."""
        self.finish(RESULT_OK, Intent(action="inline-data", extras=Map(data=self.state.taken)))

    # -- photos and videos

    def items(self) -> list[Item]:
        """Return the photos and videos taken, the latest first."""
        return storage.items(self.context)

    def show_filmstrip(self) -> None:
        """Show the filmstrip, unless it is empty."""
        if self.items():
            self.update(item=0, options=False, bars=True)

    def turn(self, steps: int) -> None:
        """Move in the filmstrip; before its first item is the viewfinder."""
        count = len(self.items())
        place = min(self.state.item, count - 1) + steps
        if place < 0:
            self.update(item=-1)
        elif place < count:
            self.update(item=place, deleted=None)

    def taken_at(self, item: Item) -> dt.datetime:
        """Return the time when an item was taken."""
        return self.context.system.clock.datetime(
            self.context.system.files.stat(item.path).mtime_ms
        )

    def media(self, item: Item) -> Intent:
        """Return an intent with the URI and type of an item, for other apps."""
        kind, mime = ("video", "video/mp4") if item.video else ("images", "image/jpeg")
        uri = f"content://media/external/{kind}/media"
        path = item.path.replace("'", "''")
        _, rows = self.context.provider("media").query(uri, ["_id"], f"_data = '{path}'")
        return Intent(data=f"{uri}/{rows[0][0]}" if rows else f"file://{item.path}", type=mime)

    def _hand_to(self, action: str, item: Item, refusal: str) -> None:
        media = self.media(item)
        if not self.start_activity(Intent(action, media.data, media.type)):
            self.toast(refusal)

    def play(self, item: Item) -> None:
        """Open a video in a player."""
        self._hand_to("android.intent.action.VIEW", item, "Can\u2019t play video.")

    def edit(self, item: Item) -> None:
        """Open a photo in an editor."""
        self._hand_to("android.intent.action.EDIT", item, "No app can edit this photo.")

    def share(self, item: Item) -> None:
        """Share an item with other apps."""
        media = self.media(item)
        extras = Map({"android.intent.extra.STREAM": media.data})
        send = Intent("android.intent.action.SEND", type=media.type, extras=extras)
        choose_app(self, send, "Share via")

    def delete(self, item: Item) -> None:
        """Delete an item; `bring_back` undoes that."""
        files = self.context.system.files
        try:
            content = files.read(item.path)
        except FileError:
            return
        self.update(deleted=(item.path, content, files.stat(item.path).mtime_ms))
        storage.delete(self.context, item.path)
        self.update(item=min(self.state.item, len(self.items()) - 1))

    def bring_back(self) -> None:
        """Restore the item deleted last."""
        if self.state.deleted is None:
            return
        path, data, mtime_ms = self.state.deleted
        self.update(deleted=None)
        try:
            self.context.system.files.write(path, data, owner=self.context.uid, mtime_ms=mtime_ms)
        except FileError:
            self.toast("Low on storage space.")
