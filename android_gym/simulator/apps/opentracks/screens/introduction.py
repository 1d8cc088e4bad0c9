"""The two-page introduction at the first launch."""

from __future__ import annotations

from android_gym.simulator.apps.opentracks.look import LOGO, ORANGE, TracksActivity
from android_gym.simulator.apps.opentracks.model import IntroductionState
from android_gym.simulator.apps.opentracks.storage import is_on, started
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import FloatingActionButton, ViewPager
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.icons import Icon
from android_gym.simulator.ui.layouts import FrameLayout, column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

PAGES = (
    (
        LOGO,
        "OpenTracks is a sport tracking application that completely respects your privacy.",
    ),
    (
        Icon("map", "#F69123"),
        "OpenTracks itself does not provide a map. "
        "Please install OSMDashboard to view your recordings on a map.",
    ),
)


class IntroductionActivity(TracksActivity[IntroductionState]):
    """Introduces the app at the first launch; afterwards forwards to the track list."""

    def on_resume(self) -> None:
        """Forward to the list if the introduction was seen."""
        started(self.context)
        if not is_on(self.context, "showIntroduction"):
            self._leave()

    def build(self) -> Screen:
        """Build the pages and the "next" button."""
        pager = ViewPager(
            len(PAGES),
            _page,
            current=self.state.page,
            on_page=lambda page: self.update(page=page),
            id="introduction_view_pager",
            class_name="androidx.viewpager2.widget.ViewPager2",
        )
        button = FloatingActionButton(
            "play",
            id="next_button",
            color=ORANGE,
            tint="#FFFFFF",
            margin=(0, 0, 20, 90),
            on_click=self._next,
        )
        return Screen(FrameLayout([pager, button], width=MATCH, height=MATCH))

    def _next(self) -> None:
        if self.state.page + 1 < len(PAGES):
            self.update(page=self.state.page + 1)
            return
        self.context.preferences().put(showIntroduction=False)
        self._leave()

    def _leave(self) -> None:
        self.start_activity(".TrackListActivity")
        self.finish()


def _page(number: int) -> View:
    picture, text = PAGES[number]
    return column(
        ImageView(picture, size=200, scale="fit", width=MATCH, height=200, margin=(0, 75, 0, 10)),
        TextView(text, size=30, color="text_primary", align="center", width=MATCH),
        width=MATCH,
        height=MATCH,
    )
