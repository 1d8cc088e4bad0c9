"""The overlay that shows copied text for some seconds, as on Android 13."""

from __future__ import annotations

from typing import Final

from immutables import Map

from android_gym.simulator.apps.systemui.actions import SystemUi
from android_gym.simulator.apps.systemui.model import CopiedState
from android_gym.simulator.apps.systemui.screens.parts import decoration
from android_gym.simulator.state import Slot
from android_gym.simulator.system.clipboard import Clip
from android_gym.simulator.system.intents import FLAG_ACTIVITY_NEW_TASK, Intent
from android_gym.simulator.ui.activity import Context, Overlay
from android_gym.simulator.ui.drawables import Oval, Rounded
from android_gym.simulator.ui.layouts import row
from android_gym.simulator.ui.widgets import ImageView, TextView

SHOWN_MS: Final = 6000
_SINCE_SDK: Final = 33
"""Lowest API level with this overlay."""

_TIMER: Final = "clipboard_overlay"
_HIDDEN: Final = "\u2022" * 6


class ClipboardOverlay(SystemUi[CopiedState]):
    """The copied text in the lower left corner, with its actions."""

    LAYER = 55

    def __init__(self, context: Context, slot: Slot[CopiedState]) -> None:
        super().__init__(context, slot)
        context.system.clock.handler(_TIMER, self._over)
        context.system.clipboard.listen(self._copied)

    def _copied(self, clip: Clip | None) -> None:
        """Show the text that an app has copied; text from outside the phone isn't shown."""
        if self.system.properties.sdk < _SINCE_SDK:
            return
        self.hide()
        if clip is not None and clip.source and clip.text:
            text = _HIDDEN if clip.sensitive else clip.text
            timer = self.system.clock.schedule(SHOWN_MS, _TIMER)
            self.update(text=text, timer=timer)

    def _over(self, _: object) -> None:
        self.update(text="", timer=0)

    def hide(self) -> None:
        """Hide the overlay."""
        if self.state.timer:
            self.system.clock.cancel(self.state.timer)
            self.update(text="", timer=0)

    def share(self) -> None:
        """Share the text with other apps."""
        self.hide()
        sent = Intent(
            action="android.intent.action.SEND",
            type="text/plain",
            extras=Map({"android.intent.extra.TEXT": self.system.clipboard.text}),
        )
        self.system.activities.start(
            Intent(
                "android.intent.action.CHOOSER",
                extras=Map({"android.intent.extra.INTENT": sent}),
                flags=FLAG_ACTIVITY_NEW_TASK,
            )
        )

    def build(self) -> Overlay | None:
        """Build the overlay; None while it is hidden."""
        text = self.state.text
        if not text:
            return None
        preview = TextView(
            text[:200],
            id="text_preview",
            style="body_medium",
            max_lines=3,
            width=112,
            min_height=64,
            vertical="center",
            padding=(12, 8),
            background=Rounded("notification", 14),
        )
        share = ImageView(
            "share_variant_outline",
            id="share_chip",
            size=20,
            tint="icon",
            width=48,
            height=48,
            background=Oval("qs_tile_off"),
            content_description="Share",
            on_click=self.share,
        )
        dismiss = ImageView(
            "close",
            id="dismiss_button",
            size=18,
            tint="icon",
            width=48,
            height=48,
            content_description="Dismiss copied text",
            on_click=self.hide,
        )
        windows = self.context.windows
        below = windows.navigation_bar_height
        if windows.keyboard_shown and windows.keyboard_top is not None:
            below = windows.size[1] - windows.keyboard_top
        return decoration(
            row(
                preview,
                share,
                dismiss,
                id="clipboard_ui",
                content_gravity="center_vertical",
                padding=8,
                background=Rounded("menu", 20),
                elevation=3,
            ),
            key="clipboard",
            gravity="start|bottom",
            margin=(12, 0, 12, below / windows.density + 8),
            title="Clipboard",
            on_touch_outside=self.hide,
        )
