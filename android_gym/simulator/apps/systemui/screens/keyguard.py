"""The lock screen: time, date and notifications; swiping up unlocks."""

from __future__ import annotations

from android_gym.simulator.appkit.platform import wallpaper
from android_gym.simulator.apps.systemui.actions import SystemUi
from android_gym.simulator.apps.systemui.model import NoticesState, ReplyState
from android_gym.simulator.apps.systemui.screens.notices import notices
from android_gym.simulator.apps.systemui.screens.parts import is_charged
from android_gym.simulator.system.words import day_text, phrase
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, SwipeLayout, full_column, wide_column
from android_gym.simulator.ui.system_themes import SYSTEM_UI_DARK
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

LARGE, SMALL = 86, 56
"""Height of the clock's digits in dp: two lines in the middle, or one above notifications."""


class Keyguard(SystemUi[NoticesState]):
    """The lock screen, which covers everything except the status bar."""

    LAYER = 12

    def theme(self) -> Theme:
        """Return the dark theme, because text on the wallpaper is white."""
        return SYSTEM_UI_DARK

    def on_back(self) -> bool:
        """Discard a started reply; BACK does nothing else here."""
        if self.state.reply.key:
            self.update(reply=ReplyState())
        return True

    def build(self) -> Overlay | None:
        """Build the lock screen; None while the phone is unlocked or something else is on top."""
        if not self.system.keyguard.showing:
            return None
        notes = notices(self, self.system.notifications.active())
        width, height = self.system.display.size
        large = not notes and height > width
        owner = self.system.settings.get("secure", "lock_screen_owner_info")
        content = SwipeLayout(
            [
                full_column(
                    self._clock(large=large),
                    RecyclerView(
                        notes,
                        id="notification_stack_scroller",
                        class_name="android.view.ViewGroup",
                        width=MATCH,
                        height=0,
                        weight=1,
                        padding=(0, 16, 0, 0),
                    )
                    if notes
                    else View(height=0, weight=1),
                    self._line("keyguard_indication_text", owner) if owner else None,
                    self._line(
                        "keyguard_indication_text_bottom" if owner else "keyguard_indication_text",
                        self._indication(),
                    ),
                    padding=(0, 49, 0, 32),
                )
            ],
            on_swipe={
                "up": self.system.keyguard.dismiss,
                "down": self.system.status_bar.expand_notifications,
            },
            id="keyguard_root_view",
            width=MATCH,
            height=MATCH,
            background=wallpaper(self.context.system.files, lock=True),
        )
        return Overlay(
            content,
            key="keyguard",
            gravity="top",
            width=MATCH,
            height=MATCH,
            kind="system",
            cancelable=False,
            title="NotificationShade",
        )

    def _clock(self, *, large: bool) -> View:
        now = self.system.clock.minute()
        hour = now.hour if self.is_24_hour() else now.hour % 12 or 12
        text, spoken = self.time()
        today = self.system.clock.today()
        date = TextView(
            day_text(today, "MMMEd"),
            id="date",
            size=18,
            color="#FFFFFFFF",
            margin=(28, 16, 28, 0),
        )
        clock = TextView(
            f"{hour:02}\n{now.minute:02}" if large else text,
            id="lockscreen_clock_view_large" if large else "lockscreen_clock_view",
            content_description=spoken,
            # The digits don't grow with the font scale; they are as large as the screen allows.
            size=(LARGE if large else SMALL) / self.system.display.font_scale,
            color="#FFFFFFFF",
            align="center" if large else "start",
            width=MATCH,
            margin=(28, 0, 28, 0),
        )
        if not large:
            return self._status(clock, date)
        return self._status(date, View(height=120), clock)

    @staticmethod
    def _status(*parts: View) -> View:
        return wide_column(*parts, id="keyguard_status_view", margin=(0, 32, 0, 0))

    @staticmethod
    def _line(id: str, text: str) -> View:
        return TextView(
            text,
            id=id,
            size=14,
            color="#FFFFFFFF",
            align="center",
            width=MATCH,
            max_lines=2,
            padding=(24, 8, 24, 0),
        )

    def _indication(self) -> str:
        battery = self.system.battery.state
        if not is_charged(battery):
            return "Swipe up to open"
        return (
            "Charged"
            if battery.level >= 100
            else phrase("{level}% \u2022 Charging", level=battery.level)
        )
