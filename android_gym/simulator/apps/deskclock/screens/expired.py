"""The full screen of expired timers, shown if the phone was dark or locked."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.apps.deskclock import timers
from android_gym.simulator.apps.deskclock.look import THEME, fab_bar, fitting
from android_gym.simulator.apps.deskclock.model import Timer
from android_gym.simulator.apps.deskclock.screens.timer import TICK_MS
from android_gym.simulator.apps.deskclock.storage import Timers
from android_gym.simulator.apps.deskclock.texts import left_text, timer_name
from android_gym.simulator.system.words import verbatim
from android_gym.simulator.ui.activity import Activity
from android_gym.simulator.ui.components import CardView
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, ScrollView, wide_column, wide_row
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, TextView

__all__ = ["ExpiredTimersActivity"]


class ExpiredTimersActivity(Activity):
    """A card for each expired timer, and a button that stops them all."""

    def theme(self) -> Theme:
        """Return the main activity's theme."""
        return THEME

    @property
    def _over(self) -> list[Timer]:
        return [timer for timer in Timers(self.context).all() if timer.state == "expired"]

    def on_resume(self) -> None:
        """Leave when no timer is expired any more."""
        if not self._over:
            self.finish()

    def on_back(self) -> bool:
        """Stay, because BACK doesn't stop timers."""
        return True

    def build(self) -> View:
        """Build the cards and the button."""
        elapsed = self.context.system.clock.watch_elapsed(TICK_MS)
        cards = [self._card(timer, timer.left(elapsed)) for timer in self._over]
        listed = wide_column(*cards, id="expired_timers_list", padding=(16, 24, 16, 128))
        stop = ("stop", "Stop all timers" if len(cards) > 1 else "Stop", self._stop_all)
        return FrameLayout(
            [
                ScrollView(listed, id="expired_timers_scroll", width=MATCH, height=MATCH),
                fab_bar((stop, None, None)),
            ],
            id="expired_timers_activity",
            width=MATCH,
            height=MATCH,
        )

    def _card(self, timer: Timer, left: int) -> View:
        name = verbatim(timer.label) if timer.label else timer_name(timer.length_ms)
        return CardView(
            wide_column(
                TextView(name, id="timer_label", style="title_medium", max_lines=1),
                wide_row(
                    TextView(
                        left_text(left),
                        id="timer_time_text",
                        content_description="Timer expired",
                        size=fitting(self.context, 48, 56),
                        width=0,
                        weight=1,
                    ),
                    Button(
                        "+1:00",
                        id="add_one_min",
                        content_description="Add 1 minute",
                        style="title_medium",
                        color="on_primary_container",
                        width=104,
                        height=56,
                        background=Rounded("surface_container_highest", 28),
                        on_click=partial(self._add_minute, timer),
                    ),
                    content_gravity="center_vertical",
                ),
            ),
            kind="filled",
            corners=28,
            color="primary_container",
            key=timer.id,
            width=MATCH,
            padding=(20, 16),
            margin=(0, 0, 0, 12),
        )

    def _add_minute(self, timer: Timer) -> None:
        timers.add_minute(self.context, timer)
        self.on_resume()

    def _stop_all(self) -> None:
        timers.stop_timers(self.context)
        self.finish()
