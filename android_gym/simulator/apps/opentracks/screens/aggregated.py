"""The aggregated statistics by activity type."""

from __future__ import annotations

import datetime as dt
from typing import Any

from android_gym.simulator.apps.opentracks.actions import Actions
from android_gym.simulator.apps.opentracks.dialogs import FilterTracks, week_of
from android_gym.simulator.apps.opentracks.look import (
    bottom_bar,
    framed,
    halves,
    label,
    line,
    sport_icon,
    top_bar,
    value,
)
from android_gym.simulator.apps.opentracks.model import AggregatedState, Filter
from android_gym.simulator.apps.opentracks.sports import by_label
from android_gym.simulator.apps.opentracks.storage import CATEGORY
from android_gym.simulator.apps.opentracks.units import elapsed
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import MenuItem
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, column, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

DAY = dt.timedelta(days=1)


class AggregatedStatisticsActivity(Actions[AggregatedState]):
    """Sums tracks up by activity type; the extra ``tracks`` restricts them."""

    DIALOGS = (FilterTracks,)

    @property
    def chosen(self) -> tuple[int, ...]:
        """Ids of the tracks to include; empty for all."""
        value = self.intent.extra("tracks", ())
        numbers = value if isinstance(value, tuple) else ()
        return tuple(number for number in numbers if isinstance(number, int))

    def totals(self) -> list[tuple[Any, ...]]:
        """Return (category, count, metres, moving ms, top speed) of each activity type."""
        condition, parameters = "1", list[object]()
        if self.chosen:
            condition = f"_id IN ({', '.join('?' * len(self.chosen))})"
            parameters += self.chosen
        wanted = self.state.filter
        if wanted is not None:
            zone = self.context.system.clock.zone()
            first = dt.datetime.combine(wanted.first, dt.time(), zone)
            last = dt.datetime.combine(wanted.last + DAY, dt.time(), zone)
            names = sorted(wanted.categories)
            condition += (
                f" AND {CATEGORY} IN ({', '.join('?' * len(names))}) "
                "AND starttime >= ? AND starttime < ?"
            )
            parameters += [*names, _ms(first), _ms(last)]
        return self.store.totals(condition, parameters)

    def build(self) -> Screen:
        """Build an item for each activity type, and the bar."""
        found = self.totals()
        if self.state.filter is None:
            entry = MenuItem("Filter", self._ask, id="aggregated_statistics_filter", icon="filter")
        else:
            entry = MenuItem(
                "Filter",
                lambda: self.update(filter=None),
                id="aggregated_statistics_clear_filter",
                icon="filter_remove",
            )
        return framed(
            self._list(found),
            bottom_bar(self.context, on_navigation=self.finish, menu=[entry]),
            top=top_bar("Aggregated stats", "chart_box"),
        )

    def _list(self, found: list[tuple[Any, ...]]) -> View:
        if not found:
            text = "Record your first track to see aggregated statistics"
            if self.state.filter is not None:
                text = "There are not activities for the specified filter"
            return TextView(
                text,
                id="aggregated_stats_empty_view",
                style="headline_medium",
                align="center",
                vertical="center",
                width=MATCH,
                height=MATCH,
                padding=16,
            )
        return RecyclerView(
            len(found),
            lambda index: self._item(*found[index]),
            id="aggregated_stats_list",
            width=MATCH,
            height=MATCH,
        )

    def _item(self, name: str, count: int, metres: float, moving_ms: float, top: object) -> View:
        units = self.units
        paced = self.paced(name)
        word = "pace" if paced else "speed"
        speed = metres / (moving_ms / 1000) if moving_ms > 0 else 0.0
        fastest = max(speed, float(top) if isinstance(top, int | float) else 0.0)
        distance, mean = units.distance(metres), units.rate(speed, paced)
        best = units.rate(fastest, paced)
        return column(
            row(
                sport_icon(by_label(name), id="activity_icon", tint="text_primary"),
                label(name, id="aggregated_stats_type_label", margin=(16, 0, 0, 0)),
                label(f"({count})", id="aggregated_stats_num_tracks", margin=(4, 0, 0, 0)),
                width=MATCH,
            ),
            halves(
                value(distance[0], distance[1], "aggregated_stats_distance",
                      unit_name="aggregated_stats_distance_unit", below=0),
                value(elapsed(int(moving_ms)), None, "aggregated_stats_time", below=0),
            ),
            halves(
                _rate(*mean, f"Avg moving {word}", "aggregated_stats_avg_rate"),
                _rate(*best, "Fastest pace" if paced else "Max speed", "aggregated_stats_max_rate"),
            ),
            line(id="aggregated_stats_horizontal_line", margin=(0, 8)),
            key=name,
            class_name="android.view.ViewGroup",
            width=MATCH,
            padding=(16, 8, 16, 0),
        )  # fmt: skip

    def _ask(self) -> None:
        today = self.context.system.clock.today()
        names = tuple(self.store.categories())
        self.show_dialog(FilterTracks(names, Filter(frozenset(names), *week_of(today))))

    def apply_filter(self, chosen: Filter) -> None:
        """Apply a filter to the tracks."""
        self.update(filter=chosen)


def _rate(text: str, unit: str, title: str, name: str) -> View:
    return column(
        value(text, unit, name, unit_name=f"{name}_unit", below=0),
        label(title, small=True, id=f"{name}_label", margin=(0, 8, 0, 0)),
        content_gravity="center_horizontal",
    )


def _ms(moment: dt.datetime) -> int:
    return round(moment.timestamp() * 1000)
