"""The preview of a screenshot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from immutables import Map

from android_gym.simulator.apps.systemui.actions import SystemUi
from android_gym.simulator.system.intents import FLAG_ACTIVITY_NEW_TASK, Intent
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.bitmap import Bitmap
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import FrameLayout, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton, TextView

SHORT_DP = 88
"""Length of the preview's shorter side in dp."""


class ScreenshotPreview(SystemUi):
    """The preview in the corner, with ways to share, open or dismiss it."""

    LAYER = 45

    def build(self) -> Overlay | None:
        """Build the preview; None if there is none."""
        path = self.system.screenshots.preview
        if not path or not self.system.files.is_file(path):
            return None
        picture = Bitmap(self.system.files.read(path), "fit_center", 6)
        width, height = picture.size or (1, 1)
        scale = SHORT_DP / min(width, height)
        thumbnail = View(
            id="screenshot_preview",
            content_description="View screenshot",
            width=width * scale,
            height=height * scale,
            margin=(6, 12, 12, 6),
            background=picture,
            on_click=lambda: self._open("android.intent.action.VIEW", path),
        )
        dismiss = ImageButton(
            "close",
            id="screenshot_dismiss",
            content_description="Dismiss screenshot",
            size=16,
            width=28,
            height=28,
            gravity="top|end",
            background=Rounded("dialog", 14),
            on_click=self.system.screenshots.dismiss,
        )
        chips = row(
            _chip("share_variant", "Share", "screenshot_share_chip", lambda: self._share(path)),
            id="screenshot_actions",
            padding=8,
            background=Rounded("dialog", 24),
            gravity="bottom",
        )
        frame = FrameLayout(
            [
                FrameLayout(
                    [thumbnail],
                    id="screenshot_preview_border",
                    background=Rounded("dialog", 10),
                    margin=(0, 12, 12, 0),
                ),
                dismiss,
            ]
        )
        return Overlay(
            row(frame, chips, content_gravity="bottom"),
            key="screenshot",
            gravity="bottom|start",
            margin=(16, 0, 16, 40),
            kind="system",
            modal=False,
            focusable=False,
            title="Screenshot",
        )

    def _open(self, action: str, path: str) -> None:
        self._start(Intent(action=action, data=f"file://{path}", type="image/png"))

    def _share(self, path: str) -> None:
        send = Intent(
            action="android.intent.action.SEND",
            type="image/png",
            extras=Map({"android.intent.extra.STREAM": f"file://{path}"}),
        )
        self._start(
            Intent(
                action="android.intent.action.CHOOSER",
                extras=Map({"android.intent.extra.INTENT": send}),
            )
        )

    def _start(self, intent: Intent) -> None:
        self.system.screenshots.dismiss()
        self.system.keyguard.dismiss()
        if not self.system.activities.start(replace(intent, flags=FLAG_ACTIVITY_NEW_TASK)).ok:
            self.system.status_bar.show_toast(self.context.package, "No app can open this picture")


def _chip(icon: str, label: str, id: str, on_click: Callable[[], object]) -> View:
    return TextView(
        label,
        icon=icon,
        icon_padding=8,
        id=id,
        content_description=f"{label} screenshot",
        style="body_medium",
        height=40,
        vertical="center",
        padding=(12, 0),
        background=Rounded("qs_tile_off", 20),
        color="on_qs_tile_off",
        on_click=on_click,
    )
