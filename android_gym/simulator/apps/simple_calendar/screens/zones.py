"""The time zone picker."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from immutables import Map

from android_gym.simulator.apps.simple_calendar.actions import Actions
from android_gym.simulator.apps.simple_calendar.look import GROUP, RELATIVE
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.clock import find_zone
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.bars import SearchView
from android_gym.simulator.ui.components import Toolbar
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, column, wide_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView


@cache
def time_zones() -> tuple[str, ...]:
    """Return the sorted IANA names of the selectable zones."""
    text = (Path(__file__).parents[1] / "zones.txt").read_text("utf-8")
    return tuple(name for name in text.split() if find_zone(name) is not None)


def shift_of(name: str, moment: dt.datetime) -> str:
    """Return a zone's UTC offset at a time: "GMT+05:30"."""
    offset = moment.astimezone(find_zone(name)).utcoffset() or dt.timedelta()
    minutes = round(offset.total_seconds() / 60)
    sign = "-" if minutes < 0 else "+"
    return f"GMT{sign}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


@dataclass(frozen=True)
class ZonesState:
    """State of the time zone picker.

    Attributes:
        query: Search text.
    """

    query: str = ""


class SelectTimeZoneActivity(Actions[ZonesState]):
    """The list of time zones, with a search field."""

    def build(self) -> View:
        """Build the field and the zones that match the search text."""
        query = self.state.query.casefold().replace(" ", "_")
        moment = self.context.system.clock.datetime()
        rows = [(name, shift_of(name, moment)) for name in time_zones() if query in name.casefold()]
        current = self.intent.get_str("current_time_zone")
        start = next((i for i, (name, _) in enumerate(rows) if name == current), 0)
        bar = Toolbar(
            navigation="arrow_back",
            on_navigation=self.finish,
            content=SearchView(
                self.state.query,
                lambda text: self.update(query=text),
                hint="Enter a country or time zone",
            ),
            id="select_time_zone_toolbar",
        )
        return column(
            wide_column(bar, id="select_time_zone_app_bar_layout"),
            RecyclerView(
                len(rows),
                lambda index: self._row(*rows[index]),
                row_key=lambda index: rows[index][0],
                start=start,
                id="select_time_zone_list",
                width=MATCH,
                height=0,
                weight=1,
            ),
            id="select_time_zone_coordinator",
            class_name=GROUP,
            width=MATCH,
            height=MATCH,
        )

    def _row(self, name: str, shift: str) -> View:
        def choose() -> None:
            self.hide_keyboard()
            self.finish(RESULT_OK, Intent(extras=Map({"time_zone": name})))

        return wide_column(
            TextView(name, id="item_time_zone_title", size=16, width=MATCH),
            TextView(shift, id="item_time_zone_shift", size=14, alpha=0.8, width=MATCH),
            id="item_select_time_zone_holder",
            class_name=RELATIVE,
            padding=(16, 12),
            on_click=choose,
        )
