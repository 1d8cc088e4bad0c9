"""The viewfinder: photos, videos, options, the list of modes; and for other apps that want one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.apps.camera import filmstrip, scene, settings, storage
from android_gym.simulator.apps.camera.storage import MOVIES, PICTURES, Item
from android_gym.simulator.system.activities import RESULT_OK
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity, Overlay, Screen, callback
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.drawables import Bitmap, Oval, Rounded
from android_gym.simulator.ui.layouts import FrameLayout, SwipeLayout, column, row
from android_gym.simulator.ui.surface import Surface
from android_gym.simulator.ui.theme import Theme, material_theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Button, CheckBox, ImageButton, ImageView, TextView

__all__ = ["CameraActivity", "CaptureActivity", "VideoCamera", "media_uri"]

CAMERA, MICROPHONE, LOCATION = (
    f"android.permission.{name}" for name in ("CAMERA", "RECORD_AUDIO", "ACCESS_COARSE_LOCATION")
)
ZOOM_STEP: Final = 0.5
TIMERS: Final = (0, 3, 10)
COLORS: Final = {"photo": "#00838F", "video": "#C62828"}
BAR_DP, TOP_DP = 132, 40


@dataclass(frozen=True)
class CameraState:
    """What the camera shows.

    Attributes:
        mode: "photo" or "video".
        options: Whether the row of options is open.
        exposing: Whether the steps of exposure are.
        modes: Whether the list of modes is.
        recording_ms: When the video began, in milliseconds since boot; 0 while none is recorded.
        countdown_ms: When the timer releases the shutter; 0 while it does not run.
        zoom: How many times nearer, from 1.
        exposure: Steps brighter or darker.
        item: Place in the filmstrip that is shown; -1 for the viewfinder.
        bars: Whether the filmstrip shows its controls.
        details: Whether it shows what is known of the picture.
        deleted: Path, content and time of what was deleted last and can come back.
        asked: Permissions that were asked for since the camera was opened.
        refused: Whether one is missing that it can't be without.
        taken: The picture that another app may get.
    """

    mode: str = "photo"
    options: bool = False
    exposing: bool = False
    modes: bool = False
    recording_ms: int = 0
    countdown_ms: int = 0
    zoom: float = 1.0
    exposure: int = 0
    item: int = -1
    bars: bool = True
    details: bool = False
    deleted: tuple[str, bytes, int] | None = None
    asked: tuple[str, ...] = ()
    refused: bool = False
    taken: bytes = b""


def media_uri(activity: Activity[Any], item: Item) -> Intent:
    """A URI and its type, by which another app gets a photo or video."""
    kind, mime = ("video", "video/mp4") if item.video else ("images", "image/jpeg")
    uri = f"content://media/external/{kind}/media"
    path = item.path.replace("'", "''")
    _, rows = activity.context.provider("media").query(uri, ["_id"], f"_data = '{path}'")
    return Intent(data=f"{uri}/{rows[0][0]}" if rows else f"file://{item.path}", type=mime)


class CameraActivity(Activity[CameraState]):
    """The camera."""

    MODE = "photo"
    CAPTURES = False

    def theme(self) -> Theme:
        """Dark at any time of day."""
        return material_theme("#00838F", dark=True, material=2, name="camera")

    def on_create(self) -> CameraState:
        """Begins with the mode that is asked for."""
        return CameraState(mode=self.MODE)

    def on_new_intent(self) -> None:
        """It is opened anew, and may ask anew."""
        self.update(asked=(), refused=False)

    def on_resume(self) -> None:
        """Asks for what it needs."""
        self._ask()

    def on_pause(self) -> None:
        """A video ends when the user leaves, and so does a countdown."""
        self._stop()
        self.update(countdown_ms=0)

    def on_back(self) -> bool:
        """Closes what is open, one thing after the other."""
        state = self.state
        if state.recording_ms:
            self._stop()
        elif state.countdown_ms:
            self.update(countdown_ms=0)
        elif state.modes:
            self.update(modes=False)
        elif state.item >= 0:
            self.update(item=-1, details=False)
        elif state.options:
            self.update(options=False, exposing=False)
        elif state.taken:
            self.update(taken=b"")
        else:
            return False
        return True

    def on_key(self, name: str) -> bool:
        """The camera's own key takes a picture."""
        if name not in ("CAMERA", "ENTER", "DPAD_CENTER") or self.state.item >= 0:
            return False
        self.press_shutter()
        return True

    # -- permissions and the first run

    def _ask(self) -> None:
        """Asks for what is missing, one after the other; each once."""
        context = self.context
        seen = context.preferences().get("permissions_asked", False)
        for permission in (CAMERA, MICROPHONE, *(() if seen else (LOCATION,))):
            if not context.granted(permission) and permission not in self.state.asked:
                self.update(asked=(*self.state.asked, permission))
                self.request_permission(permission)
                return
        if not seen:
            context.preferences().put(permissions_asked=True)
        self.update(refused=not (context.granted(CAMERA) and context.granted(MICROPHONE)))

    def on_permission_result(self, request: Any, granted: bool) -> None:
        """Goes on asking, where coming back to the front has not done so already."""
        top = self.context.system.activities.top
        if top is not None and top.token == self.token:
            self._ask()

    def _dialog(self) -> Overlay | None:
        if self.state.refused:
            return alert_dialog(
                "Camera error",
                "The app does not have critical permissions needed to run. Please check your "
                "permissions settings.",
                on_dismiss=self.finish,
                positive="Dismiss",
            )
        kept = self.context.preferences().all()
        waiting = kept.get("location_asked") or not self.context.granted(LOCATION)
        if waiting or self.CAPTURES:
            return None
        on = bool(kept.get("save_location", True))
        box = CheckBox(
            "Tag your photos and videos with the locations where they are taken.",
            id="check_box",
            checked=on,
            on_checked_change=lambda value: self._prefer(save_location=value),
            width=MATCH,
        )
        return alert_dialog(
            "Remember photo locations?",
            content=column(box, width=MATCH, padding=(20, 12)),
            on_dismiss=self._answer_location,
            positive="Next",
            cancelable=False,
        )

    def _answer_location(self) -> None:
        on = bool(self._preference("save_location", True))
        self._prefer(location_asked=True, save_location=on)

    def _preference(self, name: str, default: Any) -> Any:
        return self.context.preferences().get(name, default)

    def _prefer(self, **values: Any) -> None:
        self.context.preferences().put(**values)

    # -- taking pictures

    @property
    def front(self) -> bool:
        """Whether the lens that sees the user is chosen."""
        return bool(self._preference("front_camera", False))

    def _size(self, *, video: bool) -> tuple[int, int]:
        """Width and height of what is taken, as the phone is held."""
        width, height = settings.size(self.context, front=self.front, video=video)
        return (height, width) if self._turned else (width, height)

    def _picture(self, size: tuple[int, int]) -> bytes:
        state = self.state
        return scene.photograph(self.theme(), *size, self.front, state.zoom, state.exposure)

    def press_shutter(self) -> None:
        """Takes a photo (at once or by the timer), or begins or ends a video."""
        state = self.state
        if state.modes or state.taken:
            return
        if state.recording_ms:
            self._stop()
        elif state.countdown_ms:
            self.update(countdown_ms=0)
        elif state.mode == "video":
            begun = self.context.system.clock.elapsed_ms()
            self.update(recording_ms=begun, options=False, exposing=False)
        elif seconds := self._preference("timer", 0):
            due = self.context.system.clock.elapsed_ms() + seconds * 1000
            self.update(countdown_ms=due, options=False, exposing=False)
            self.after(seconds * 1000, "_release", due)
        else:
            self._take()

    @callback
    def _release(self, due_ms: int) -> None:
        if self.state.countdown_ms == due_ms:
            self.update(countdown_ms=0)
            self._take()

    def _take(self) -> None:
        picture = self._picture(self._size(video=False))
        if self.CAPTURES:
            self.update(taken=picture, options=False)
        else:
            self._save(PICTURES, "IMG", ".jpg", picture)

    def _stop(self) -> None:
        """Ends a video that is recorded."""
        begun = self.state.recording_ms
        if not begun:
            return
        clock = self.context.system.clock
        self.update(recording_ms=0)
        length = clock.elapsed_ms() - begun
        size = self._size(video=True)
        content = storage.movie(self._picture(size), *size, length, clock.now_ms() // 1000)
        path = self._save(MOVIES, "VID", ".mp4", content)
        if path and self.CAPTURES:
            self.finish(RESULT_OK, media_uri(self, Item(path)))

    def _save(self, folder: str, prefix: str, suffix: str, content: bytes) -> str:
        try:
            return storage.save(self.context, folder, prefix, suffix, content)
        except FileError:
            self.toast(
                "Low on storage space. Change quality setting or delete some images or other "
                "files.",
                long=True,
            )
            return ""

    # -- the screen

    def build(self) -> Screen:
        """Viewfinder, filmstrip or the list of modes."""
        state = self.state
        items = storage.items(self.context)
        content: View
        overlays = [self._dialog()]
        if state.item >= 0 and items:
            content, overlay = filmstrip.page(self, items)
            overlays.append(overlay)
        elif state.modes:
            content = self._modes()
        else:
            content = self._viewfinder(items)
        return Screen(
            content,
            overlays,
            background="#000000",
            navigation_bar="#000000",
            full_screen=True,
            light_bars=False,
            title="Camera",
        )

    @property
    def _turned(self) -> bool:
        """Whether the phone lies on its side."""
        return self.context.system.display.rotation % 2 == 1

    def _room(self, top: float, more: float = 0) -> tuple[float, float, float, float]:
        """Margins that keep clear of the bar, which is always at the phone's lower end."""
        if self._turned:
            return 0, 0, BAR_DP + more, more
        return 0, top, more, BAR_DP + more

    def _viewfinder(self, items: list[Item]) -> View:
        state = self.state
        still = not state.recording_ms and not state.countdown_ms
        swipes: dict[str, Callable[[], object]] = {}
        if still and not self.CAPTURES:
            swipes = {"left": self.show_filmstrip, "right": partial(self.update, modes=True)}
        taken = Bitmap(state.taken, "center_crop") if state.taken else None
        preview = scene.Preview(front=self.front, exposure=state.exposure, taken=taken)
        lines = not state.taken and self._preference("grid", False)
        return SwipeLayout(
            [
                Surface(
                    preview,
                    scene.Lens(state.zoom),
                    on_change=lambda lens: self.update(zoom=lens.zoom),
                    id="preview_content",
                    class_name="android.view.TextureView",
                    width=MATCH,
                    height=MATCH,
                    margin=self._room(TOP_DP),
                    on_click=self._touch_preview,
                    clickable=False,
                    important_for_accessibility="no",
                ),
                ImageView(
                    scene.grid(),
                    scale="fit",
                    id="grid_lines",
                    width=MATCH,
                    height=MATCH,
                    margin=self._room(TOP_DP),
                    important_for_accessibility="no",
                )
                if lines
                else None,
                self._dots() if still and not state.options and not state.taken else None,
                self._thumbnail(items) if still and items and not self.CAPTURES else None,
                self._options() if state.options else None,
                self._bar(),
                self._affordances() if still and not state.taken and not self.CAPTURES else None,
                self._timer(),
                View(
                    id="mode_options_overlay",
                    class_name="android.widget.FrameLayout",
                    content_description="Options",
                    width=MATCH,
                    height=1,
                    gravity="bottom",
                    margin=(0, 0, 0, BAR_DP),
                ),
            ],
            on_swipe=swipes,
            id="camera_app_root",
            width=MATCH,
            height=MATCH,
        )

    def _touch_preview(self) -> None:
        if self.state.options:
            self.update(options=False, exposing=False)

    def _dots(self) -> View:
        return ImageButton(
            "dots_horizontal",
            id="three_dots",
            class_name="android.view.View",
            tint="#FFFFFF",
            content_description="Options",
            gravity="end|bottom",
            margin=self._room(0, 6),
            on_click=partial(self.update, options=True),
        )

    def _thumbnail(self, items: list[Item]) -> View:
        return ImageView(
            Bitmap(storage.poster(self.context, items[0]), "center_crop", 24),
            scale="fit",
            id="rounded_thumbnail_view",
            class_name="android.view.View",
            width=48,
            height=48,
            gravity="end|bottom" if self._turned else "start|bottom",
            margin=(0, 0, BAR_DP / 2 - 24, 28) if self._turned else (28, 0, 0, BAR_DP / 2 - 24),
            on_click=self.show_filmstrip,
        )

    def show_filmstrip(self) -> None:
        """Shows what was taken, if anything was."""
        if storage.items(self.context):
            self.update(item=0, options=False, bars=True)

    def _bar(self) -> View:
        state = self.state
        if state.taken:
            return self._review()
        icon = "camera" if state.mode == "photo" else "video"
        if state.recording_ms:
            icon = "stop"
        elif state.countdown_ms:
            icon = "close"
        shutter = ImageButton(
            icon,
            id="shutter_button",
            class_name="android.widget.ImageView",
            tint=COLORS[state.mode],
            width=76,
            height=76,
            gravity="center",
            background=Oval("#FFFFFF"),
            content_description="Shutter",
            on_click=self.press_shutter,
        )
        cancel = ImageButton(
            "close",
            id="cancel_button",
            tint="#FFFFFF",
            gravity="center_horizontal|bottom" if self._turned else "start|center_vertical",
            margin=24,
            content_description="Cancel",
            on_click=self.finish,
        )
        return FrameLayout(
            [shutter, cancel if self.CAPTURES and not state.recording_ms else None],
            id="bottom_bar",
            width=BAR_DP if self._turned else MATCH,
            height=MATCH if self._turned else BAR_DP,
            gravity="end" if self._turned else "bottom",
        )

    def _review(self) -> View:
        def button(name: str, icon: str, words: str, click: Callable[[], object]) -> View:
            return ImageButton(
                icon, id=name, tint="#FFFFFF", size=32, width=0, weight=1, height=MATCH,
                content_description=words, on_click=click,
            )  # fmt: skip

        return row(
            button("cancel_button", "close", "Cancel", self.finish),
            button("retake_button", "restart", "Retake", partial(self.update, taken=b"")),
            button("done_button", "check", "Done", self._done),
            id="bottom_bar",
            width=MATCH,
            height=BAR_DP,
            gravity="bottom",
        )

    def _done(self) -> None:
        self.finish(RESULT_OK, Intent(action="inline-data", extras=Map(data=self.state.taken)))

    def _affordances(self) -> View:
        def button(name: str, text: str, words: str, click: Callable[[], object]) -> View:
            return Button(
                text, id=f"accessibility_{name}", all_caps=True, color="#FFFFFF", size=13,
                content_description=words, on_click=click, background=Rounded("#66000000", 4),
                margin=4, padding=(10, 0), text_description=text.upper(),
            )  # fmt: skip

        def zoom(step: float) -> None:
            self.update(zoom=scene.Lens(self.state.zoom + step).within().zoom)

        return column(
            row(
                button(
                    "mode_toggle_button", "Mode list", "Toggle mode list",
                    partial(self.update, modes=True),
                ),
                View(width=0, height=1, weight=1),
                button(
                    "filmstrip_toggle_button", "Filmstrip", "Toggle filmstrip",
                    self.show_filmstrip,
                ),
                width=MATCH,
            ),
            row(
                button("zoom_minus_button", "Z-", "Zoom out", lambda: zoom(-ZOOM_STEP)),
                View(width=0, height=1, weight=1),
                button("zoom_plus_button", "Z+", "Zoom in", lambda: zoom(ZOOM_STEP)),
                width=MATCH,
            ),
            id="accessibility_affordances",
            width=MATCH,
            gravity="top",
            margin=(4, 4, BAR_DP + 4, 0) if self._turned else (4, TOP_DP, 4, 0),
        )  # fmt: skip

    def _timer(self) -> View | None:
        state, clock = self.state, self.context.system.clock
        if state.recording_ms:
            seconds = max(0, -(-(clock.watch_elapsed(1000) - state.recording_ms) // 1000))
            return TextView(
                f"{seconds // 60:02}:{seconds % 60:02}",
                id="recording_time",
                color="#FFFFFF",
                size=18,
                icon="circle",
                icon_size=12,
                icon_color="#F44336",
                padding=(10, 4),
                background=Rounded("#80000000", 14),
                gravity="top|center_horizontal",
                margin=(0, TOP_DP + 12, 0, 0),
            )
        if state.countdown_ms:
            left = max(1, -(-(state.countdown_ms - clock.watch_elapsed(1000)) // 1000))
            return TextView(
                str(min(left, self._preference("timer", 3))),
                id="remaining_seconds",
                color="#FFFFFF",
                size=120,
                gravity="center",
            )
        return None

    def _options(self) -> View:
        kept = self.context.preferences().all()
        timer = kept.get("timer", 0)
        flash = kept.get("flash", "off")
        flashes = ("off", "auto", "on") if self.state.mode == "photo" else ("off", "on")
        if flash not in flashes:
            flash = "off"
        grid, hdr = bool(kept.get("grid", False)), bool(kept.get("hdr", False))
        timer_words = f"Countdown timer duration is {timer} seconds"
        buttons = [
            self._option(
                "exposure_button", "plus_minus_variant", "Manual Exposure Compensation",
                lambda: self.update(exposing=not self.state.exposing),
            ),
            self._option(
                "countdown_toggle_button", f"timer_{timer}" if timer == 10 else "timer_3"
                if timer else "timer_off_outline",
                timer_words if timer else "Countdown timer is off",
                lambda: self._prefer(timer=_next(TIMERS, timer)),
            ),
            self._option(
                "grid_lines_toggle_button", "grid" if grid else "grid_off",
                f"Grid lines {'on' if grid else 'off'}", lambda: self._prefer(grid=not grid),
            ),
            self._option(
                "hdr_plus_toggle_button", "hdr" if hdr else "hdr_off",
                f"HDR {'on' if hdr else 'off'}", lambda: self._prefer(hdr=not hdr),
            ),
            self._option(
                "flash_toggle_button",
                {"off": "flash_off", "auto": "flash_auto", "on": "flash"}[flash],
                f"Flash {flash}", lambda: self._prefer(flash=_next(flashes, flash)),
            ),
            self._option(
                "camera_toggle_button", "camera_flip",
                "Front camera" if self.front else "Back camera",
                lambda: self._prefer(front_camera=not self.front),
            ),
        ]  # fmt: skip
        if self.state.mode == "video":
            buttons = [buttons[4], buttons[2], buttons[5]]
        steps = None
        if self.state.exposing:
            steps = row(
                *(
                    Button(
                        f"{step:+d}" if step else "0",
                        id=f"exposure_{'n' if step < 0 else 'p' if step else ''}{abs(step)}",
                        color="#FFFFFF",
                        content_description=f"Exposure compensation {step}",
                        selected=step == self.state.exposure,
                        background="#66FFFFFF" if step == self.state.exposure else None,
                        width=0,
                        weight=1,
                        on_click=partial(self.update, exposure=step),
                    )
                    for step in range(-2, 3)
                ),
                id="mode_options_exposure",
                width=MATCH,
            )
        return column(
            steps,
            row(*buttons, id="mode_options_buttons", width=MATCH),
            id="mode_options",
            width=MATCH,
            gravity="bottom",
            margin=self._room(0),
            background="#99000000",
        )

    def _option(self, name: str, icon: str, words: str, click: Callable[[], object]) -> View:
        return ImageButton(
            icon, id=name, tint="#FFFFFF", width=0, weight=1, height=56,
            content_description=words, on_click=click,
        )  # fmt: skip

    def _modes(self) -> View:
        def mode(name: str, label: str, icon: str, words: str) -> View:
            return row(
                ImageView(icon, tint="#FFFFFF", width=56, height=56, background=Oval(COLORS[name])),
                TextView(label, id="selector_text", size=18, color="#FFFFFF", margin=(24, 0)),
                key=name,
                width=MATCH,
                padding=(32, 12),
                content_gravity="center_vertical",
                content_description=words,
                selected=self.state.mode == name,
                on_click=partial(self._switch, name),
            )

        return SwipeLayout(
            [
                column(
                    mode("video", "Video", "video", "Switch to Video Camera"),
                    mode("photo", "Camera", "camera", "Switch to Camera Mode"),
                    width=MATCH,
                    gravity="center_vertical",
                ),
                ImageButton(
                    "cog",
                    id="settings_button",
                    tint="#FFFFFF",
                    content_description="Settings",
                    gravity="top|end",
                    margin=(0, TOP_DP, 12, 0),
                    on_click=self._settings,
                ),
            ],
            on_swipe={"left": partial(self.update, modes=False)},
            id="mode_list_layout",
            width=MATCH,
            height=MATCH,
            background="#263238",
        )

    def _switch(self, mode: str) -> None:
        self.update(mode=mode, modes=False, options=False, exposing=False)

    def _settings(self) -> None:
        self.update(modes=False)
        self.start_activity("com.android.camera.settings.CameraSettingsActivity")


def _next(values: tuple[Any, ...], value: Any) -> Any:
    return values[(values.index(value) + 1) % len(values)] if value in values else values[0]


class VideoCamera(CameraActivity):
    """The camera, beginning with videos."""

    MODE = "video"


class CaptureActivity(CameraActivity):
    """A picture or a video for another app."""

    CAPTURES = True

    def on_create(self) -> CameraState:
        """Begins with the mode that is asked for."""
        video = (self.intent.action or "").endswith("VIDEO_CAPTURE")
        return CameraState(mode="video" if video else "photo")
