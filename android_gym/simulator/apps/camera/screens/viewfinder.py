"""The viewfinder: shutter button, options, zoom, and access to modes and filmstrip."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from android_gym.simulator.apps.camera import scene, storage
from android_gym.simulator.apps.camera.actions import Actions
from android_gym.simulator.apps.camera.look import BAR_DP, NAVIGATION_BAR_DP, STATUS_BAR_DP, TOP_DP
from android_gym.simulator.apps.camera.model import Item
from android_gym.simulator.ui.bitmap import Bitmap
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, SwipeLayout, row, wide_column, wide_row
from android_gym.simulator.ui.surface import Surface
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageButton, ImageView, TextView

__all__ = ["viewfinder"]

TIMERS: Final = (0, 3, 10)
"""Durations of the timer in seconds."""


def viewfinder(app: Actions, items: list[Item]) -> View:
    """Build what the lens sees, or the picture captured for another app, with the controls."""
    state = app.state
    still = state.idle
    swipes: dict[str, Callable[[], object]] = {}
    if still and not app.CAPTURES:
        swipes = {"left": app.show_filmstrip, "right": partial(app.update, modes=True)}
    taken = Bitmap(state.taken, "center_crop") if state.taken else None
    preview = scene.Preview(front=app.front, exposure=state.exposure, taken=taken)
    plain = not state.options and not app.CAPTURES
    lines = not state.taken and app.preference("grid", False)
    return SwipeLayout(
        [
            Surface(
                preview,
                scene.Lens(state.zoom),
                on_change=lambda lens: app.update(zoom=lens.zoom),
                id="preview_content",
                class_name="android.view.TextureView",
                width=MATCH,
                height=MATCH,
                margin=_around(app),
                on_click=app.close_options if state.options else None,
                clickable=False,
                important_for_accessibility="no",
            ),
            ImageView(
                scene.grid(),
                scale="fit",
                id="grid_lines",
                width=MATCH,
                height=MATCH,
                margin=_around(app),
                important_for_accessibility="no",
            )
            if lines
            else None,
            _dots(app) if still and not state.options and not state.taken else None,
            _options(app) if state.options else None,
            _bar(app),
            _thumbnail(app, items) if still and items and plain else None,
            _affordances(app) if still and not state.taken and not app.CAPTURES else None,
            _timer(app),
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


def _dots(app: Actions) -> View:
    """Build the options button, next to icons of the options that aren't at their defaults."""
    dots = ImageButton(
        "dots_horizontal",
        id="three_dots",
        class_name="android.view.View",
        tint="#FFFFFF",
        content_description="Options",
        on_click=partial(app.update, options=True),
    )
    signs = [
        ImageView(icon, id=f"{name}_indicator", tint="#FFFFFF", size=24, margin=(12, 0, 0, 0))
        for name, icon in _signs(app)
    ]
    return row(
        *signs,
        dots,
        id="mode_options_toggle",
        content_gravity="center_vertical",
        gravity="end|bottom",
        margin=_corner(app, 12),
        background=Rounded("#4D000000", 24),
    )


def _signs(app: Actions) -> list[tuple[str, str]]:
    """Return the options that aren't at their defaults, with the icons that represent them."""
    step, flash = app.state.exposure, app.preference("flash", "off")
    if app.state.mode == "video":
        return [("flash", "flash")] if flash == "on" else []
    timer, hdr = app.preference("timer", 0), app.preference("hdr", False)
    found = []
    if step:
        found.append((f"exposure_{'n' if step < 0 else 'p'}{abs(step)}", "plus_minus_variant"))
    if hdr:
        found.append(("hdr", "hdr"))
    if timer in TIMERS[1:]:
        found.append(("countdown_timer", "timer_10" if timer == 10 else "timer_3"))
    if flash in ("auto", "on"):
        found.append(("flash", "flash_auto" if flash == "auto" else "flash"))
    return found


def _thumbnail(app: Actions, items: list[Item]) -> View:
    return ImageView(
        Bitmap(storage.poster(app.context, items[0]), "center_crop", 24),
        scale="fit",
        id="rounded_thumbnail_view",
        class_name="android.view.View",
        width=48,
        height=48,
        gravity="end|bottom",
        margin=_corner(app, 72),
        on_click=app.show_filmstrip,
    )


def _bar(app: Actions) -> View:
    state = app.state
    if state.taken:
        return _review(app)
    icon = "camera" if state.mode == "photo" else "video"
    if state.recording_ms:
        icon = "stop"
    elif state.countdown_ms:
        icon = "close"
    shutter = ImageButton(
        icon,
        id="shutter_button",
        class_name="android.widget.ImageView",
        tint="#FFFFFF",
        size=44,
        width=76,
        height=76,
        gravity="center",
        content_description="Shutter",
        on_click=app.press_shutter,
    )
    cancel = ImageButton(
        "close",
        id="cancel_button",
        tint="#FFFFFF",
        gravity="center_horizontal|bottom" if app.turned else "start|center_vertical",
        margin=24,
        content_description="Cancel",
        on_click=app.finish,
    )
    return FrameLayout(
        [shutter, cancel if app.CAPTURES and not state.recording_ms else None],
        id="bottom_bar",
        width=BAR_DP if app.turned else MATCH,
        height=MATCH if app.turned else BAR_DP,
        gravity="end" if app.turned else "bottom",
        background="#1B1B1B",
    )


def _review(app: Actions) -> View:
    def button(name: str, icon: str, words: str, click: Callable[[], object]) -> View:
        return ImageButton(
            icon, id=name, tint="#FFFFFF", size=32, width=0, weight=1, height=MATCH,
            content_description=words, on_click=click,
        )  # fmt: skip

    return wide_row(
        button("cancel_button", "close", "Cancel", app.finish),
        button("retake_button", "restart", "Retake", partial(app.update, taken=b"")),
        button("done_button", "check", "Done", app.hand_over),
        id="bottom_bar",
        height=BAR_DP,
        gravity="bottom",
    )


def _affordances(app: Actions) -> View:
    def button(
        name: str, text: str, words: str, click: Callable[[], object], enabled: bool = True
    ) -> View:
        return Button(
            text, id=f"accessibility_{name}", all_caps=True, size=14, letter_spacing=0,
            most_scale=1.15, color="#000000" if enabled else "#66000000", content_description=words,
            on_click=click, enabled=enabled, min_width=80, min_height=36, margin=(4, 6),
            padding=(4, 0), background=Rounded("#D6D7D7" if enabled else "#383838", 2),
            text_description=text.upper(),
        )  # fmt: skip

    modes, zoom = partial(app.update, modes=True), app.state.zoom
    return row(
        button("mode_toggle_button", "Mode list", "Toggle mode list", modes),
        button("filmstrip_toggle_button", "Filmstrip", "Toggle filmstrip", app.show_filmstrip),
        button("zoom_minus_button", "Z-", "Zoom out", partial(app.zoom, -1), zoom > 1),
        button("zoom_plus_button", "Z+", "Zoom in", partial(app.zoom, 1), zoom < scene.MAX_ZOOM),
        id="accessibility_affordances",
        gravity="top|start",
        margin=(0, 0 if app.turned else STATUS_BAR_DP, 0, 0),
    )


def _timer(app: Actions) -> View | None:
    state, clock = app.state, app.context.system.clock
    if state.recording_ms:
        seconds = max(0, -(-(clock.watch_elapsed(1000) - state.recording_ms) // 1000))
        time = TextView(
            f"{seconds // 60:02}:{seconds % 60:02}",
            id="recording_time",
            color="#FFFFFF",
            size=18,
            icon="circle",
            icon_size=12,
            icon_color="#F44336",
            padding=(10, 4),
            background=Rounded("#80000000", 14),
        )
        return row(
            time,
            id="recording_time_rect",
            gravity="top|center_horizontal",
            margin=(0, TOP_DP + 12, 0, 0),
        )
    if state.countdown_ms:
        left = max(1, -(-(state.countdown_ms - clock.watch_elapsed(1000)) // 1000))
        return TextView(
            str(min(left, app.preference("timer", 3))),
            id="remaining_seconds",
            color="#FFFFFF",
            size=120,
            gravity="center",
        )
    return None


def _options(app: Actions) -> View:
    kept = app.context.preferences().all()
    timer = kept.get("timer", 0)
    flash = kept.get("flash", "off")
    flashes = ("off", "auto", "on") if app.state.mode == "photo" else ("off", "on")
    if flash not in flashes:
        flash = "off"
    grid, hdr = bool(kept.get("grid", False)), bool(kept.get("hdr", False))
    timer_words = f"Countdown timer duration is {timer} seconds"
    buttons = [
        _option(
            "exposure_button", "plus_minus_variant", "Manual Exposure Compensation",
            lambda: app.update(exposing=not app.state.exposing),
        ),
        _option(
            "countdown_toggle_button", f"timer_{timer}" if timer == 10 else "timer_3"
            if timer else "timer_off_outline",
            timer_words if timer else "Countdown timer is off",
            lambda: app.prefer(timer=_next(TIMERS, timer)),
        ),
        _option(
            "grid_lines_toggle_button", "grid" if grid else "grid_off",
            f"Grid lines {'on' if grid else 'off'}", lambda: app.prefer(grid=not grid),
        ),
        _option(
            "hdr_plus_toggle_button", "hdr" if hdr else "hdr_off",
            f"HDR {'on' if hdr else 'off'}", lambda: app.prefer(hdr=not hdr),
        ),
        _option(
            "flash_toggle_button",
            {"off": "flash_off", "auto": "flash_auto", "on": "flash"}[flash],
            f"Flash {flash}", lambda: app.prefer(flash=_next(flashes, flash)),
        ),
        _option(
            "camera_toggle_button", "camera_flip",
            "Front camera" if app.front else "Back camera",
            lambda: app.prefer(front_camera=not app.front),
        ),
    ]  # fmt: skip
    if app.state.mode == "video":
        buttons = [buttons[4], buttons[2], buttons[5]]
    steps = None
    if app.state.exposing:
        steps = wide_row(
            *(
                Button(
                    f"{step:+d}" if step else "0",
                    id=f"exposure_{'n' if step < 0 else 'p' if step else ''}{abs(step)}",
                    color="#FFFFFF",
                    content_description=f"Exposure compensation {step}",
                    selected=step == app.state.exposure,
                    background="#66FFFFFF" if step == app.state.exposure else None,
                    width=0,
                    weight=1,
                    on_click=partial(app.update, exposure=step),
                )
                for step in range(-2, 3)
            ),
            id="mode_options_exposure",
        )
    return wide_column(
        steps,
        wide_row(*buttons, id="mode_options_buttons"),
        id="mode_options",
        gravity="bottom",
        margin=(0, 0, BAR_DP, 0) if app.turned else (0, 0, 0, BAR_DP),
        background="#99000000",
    )


def _option(name: str, icon: str, words: str, click: Callable[[], object]) -> View:
    return ImageButton(
        icon, id=name, tint="#FFFFFF", width=0, weight=1, height=56,
        content_description=words, on_click=click,
    )  # fmt: skip


def _around(app: Actions) -> tuple[float, float, float, float]:
    """Return the margins of the preview, which has the aspect ratio of the photos or videos."""
    display = app.context.system.display
    wide, high = (pixels / display.density for pixels in display.size)
    high -= NAVIGATION_BAR_DP
    shape = 16 / 9 if app.state.mode == "video" else 4 / 3
    if app.turned:
        return max(0, wide - BAR_DP - high * shape), 0, BAR_DP, 0
    return 0, max(0, high - BAR_DP - wide * shape), 0, BAR_DP


def _corner(app: Actions, away: float) -> tuple[float, float, float, float]:
    """Return margins that place a button in the corner by the bar, `away` dp from it."""
    return (0, 0, BAR_DP + away, 12) if app.turned else (0, 0, 12, BAR_DP + away)


def _next(values: tuple[Any, ...], value: Any) -> Any:
    """Return the value that follows another, or the first if that isn't among them."""
    return values[(values.index(value) + 1) % len(values)] if value in values else values[0]
