"""The first start: a welcome, the access to storage, and the theme."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from android_gym.simulator.apps.vlc.actions import Actions
from android_gym.simulator.apps.vlc.dialogs import AllFilesAccess
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, column, full_column, row, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageView, TextView

__all__ = ["OnboardingActivity"]

_GROUND = "#212121"
_ORANGE = "#FF8800"
_ACCESS = (
    ("permNone", "cancel",
     "You won't be able to auto-discover your media.\n"
     "You will be able to only play streams or network media"),
    ("permMedia", "filmstrip", "You will only be able to auto-discover standard media files"),
    ("permAll", "folder_multiple",
     "You will be able to auto-discover all your files to play all types of media even weird "
     "ones, or compressed files"),
)  # fmt: skip
_THEMES = (
    ("followSystem", "theme_light_dark", "-1", "Follow system mode"),
    ("lightTheme", "white_balance_sunny", "1", "Light theme"),
    ("darkTheme", "weather_night", "2", "Black theme"),
)


@dataclass(frozen=True)
class OnboardingState:
    """State of the first start.

    Attributes:
        page: 0 welcome, 1 access, 2 theme.
        access: Index of the chosen access.
        theme: Index of the chosen theme.
        asked: Whether the system's page was opened.
    """

    page: int = 0
    access: int = 2
    theme: int = 0
    asked: bool = False


class OnboardingActivity(Actions[OnboardingState]):
    """Shows the pages of the first start."""

    DIALOGS = (AllFilesAccess,)

    def _done(self) -> None:
        """Remember that the first start is done, and show the videos."""
        self.put(
            first_run=1, app_onboarding_done=True, ml_scan=0, fragment_id="nav_video",
            app_theme=_THEMES[self.state.theme][2],
        )  # fmt: skip
        self.library.scan()
        self.start_activity(".gui.MainActivity")
        self.finish()

    def _next(self) -> None:
        state = self.state
        if state.page == 1 and state.access == 2 and not self.granted and not state.asked:
            self.update(asked=True)
            self.open_storage_settings()
        elif state.page < 2:
            self.update(page=state.page + 1)
        else:
            self._done()

    def on_resume(self) -> None:
        """Continue once access was granted."""
        if self.state.page == 1 and self.state.asked and self.granted:
            self.update(page=2, asked=False)

    def on_back(self) -> bool:
        """Go back a page."""
        page = self.state.page
        if page:
            self.update(page=page - 1)
        return page > 0

    def build(self) -> Screen:
        """Build the page and the buttons below it."""
        pages: tuple[Callable[[], View], ...] = (self._welcome, self._access, self._theme)
        state = self.state
        bottom = wide_row(
            View(width=0, weight=1),
            Button(
                "Skip", id="skip_button", kind="text", color="#FFFFFF", margin=(0, 0, 16, 16),
                on_click=self._done,
            )
            if state.page == 0
            else None,
            Button(
                "Done" if state.page == 2 else "Next", id="next_button", kind="filled",
                margin=(0, 0, 16, 16), on_click=self._next,
            ),
        )  # fmt: skip
        return Screen(
            full_column(
                FrameLayout(
                    [pages[state.page]()],
                    id="fragment_onboarding_placeholder",
                    width=MATCH,
                    height=0,
                    weight=1,
                ),
                bottom,
                background=_GROUND,
            ),
            status_bar=_GROUND,
            navigation_bar=_GROUND,
            light_bars=False,
        )

    @staticmethod
    def _title(text: str, id: str) -> View:
        return TextView(text, id=id, size=24, color="#FFFFFF", align="center", width=MATCH,
                        margin=(16, 24, 16, 0))  # fmt: skip

    @staticmethod
    def _text(text: str, id: str, color: str = "#FFFFFF") -> View:
        return TextView(text, id=id, size=16, color=color, align="center", width=MATCH,
                        margin=(24, 8, 24, 0))  # fmt: skip

    def _welcome(self) -> View:
        return column(
            ImageView("traffic_cone", id="imageView", tint=_ORANGE, size=96,
                      gravity="center_horizontal", important_for_accessibility="yes"),
            self._title("Welcome to VLC!", "welcome_title"),
            self._text("The free and open source multimedia player", "textView"),
            width=MATCH,
            gravity="center",
        )  # fmt: skip

    def _choice(
        self, id: str, icon: str, words: str, *, chosen: bool, run: Callable[[], object]
    ) -> View:
        return FrameLayout(
            [ImageView(icon, id=f"{id}Image", tint="#FFFFFF", size=56, content_description=words)],
            id=id,
            padding=16,
            margin=8,
            selected=chosen,
            background=Rounded("#26FFFFFF", 8, "#80FFFFFF") if chosen else None,
            on_click=run,
        )

    def _access(self) -> View:
        state = self.state
        choices = [
            self._choice(id, icon, words, chosen=index == state.access,
                         run=partial(self.update, access=index))
            for index, (id, icon, words) in enumerate(_ACCESS)
        ]  # fmt: skip
        return column(
            self._title("Permission", "permission_title"),
            self._text("VLC needs your permission to access media on your device", "textView"),
            row(*choices, gravity="center_horizontal", margin=(0, 32, 0, 16)),
            self._text(_ACCESS[state.access][2], "permDescription", _ORANGE),
            width=MATCH,
            gravity="center",
        )

    def _theme(self) -> View:
        state = self.state
        choices = [
            self._choice(id, icon, words, chosen=index == state.theme,
                         run=partial(self.update, theme=index))
            for index, (id, icon, _, words) in enumerate(_THEMES)
        ]  # fmt: skip
        return column(
            self._title("DayNight mode", "theme_title"),
            row(*choices, gravity="center_horizontal", margin=(0, 32, 0, 16)),
            self._text(_THEMES[state.theme][3], "themeDescription", _ORANGE),
            width=MATCH,
            gravity="center",
        )
