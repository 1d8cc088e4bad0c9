"""OpenTracks' dialogs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, Protocol

from android_gym.simulator.appkit.dialogs import ConfirmDialog, DialogScreen
from android_gym.simulator.apps.opentracks.actions import DASHBOARD
from android_gym.simulator.apps.opentracks.formats import FORMATS
from android_gym.simulator.apps.opentracks.look import sport_icon
from android_gym.simulator.apps.opentracks.model import Filter
from android_gym.simulator.apps.opentracks.sports import Sport, sports
from android_gym.simulator.apps.opentracks.units import full_date
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import TextInputLayout
from android_gym.simulator.ui.date_pickers import DatePicker
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import GridLayout, ScrollView, column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, EditText


class Deleting(DialogScreen, Protocol):
    """A screen that deletes tracks."""

    def delete_tracks(self, numbers: tuple[int, ...]) -> None:
        """Delete tracks."""

    def deleted(self) -> None:
        """Called after the tracks have been deleted."""


@dataclass(frozen=True)
class DeleteTracks(ConfirmDialog[Deleting]):
    """Ask before deleting tracks.

    Attributes:
        numbers: Ids of the tracks.
    """

    numbers: tuple[int, ...] = ()

    def title(self, screen: Deleting) -> str:
        """Return the question."""
        return "Delete track?" if len(self.numbers) == 1 else "Delete selected?"

    def message(self, screen: Deleting) -> str:
        """Return the consequences."""
        what = "track and its" if len(self.numbers) == 1 else "selected tracks and their"
        return f"The {what} markers will be permanently deleted from the device."

    def on_confirm(self, screen: Deleting) -> None:
        """Delete the tracks."""
        screen.delete_tracks(self.numbers)
        screen.deleted()


class DeletingMarkers(DialogScreen, Protocol):
    """A screen that deletes markers."""

    def delete_markers(self, numbers: tuple[int, ...]) -> None:
        """Delete markers."""


@dataclass(frozen=True)
class DeleteMarkers(ConfirmDialog[DeletingMarkers]):
    """Ask before deleting markers.

    Attributes:
        numbers: Ids of the markers.
    """

    numbers: tuple[int, ...] = ()

    def title(self, screen: DeletingMarkers) -> str:
        """Return the question."""
        return "Delete marker?" if len(self.numbers) == 1 else "Delete selected?"

    def message(self, screen: DeletingMarkers) -> str:
        """Return the consequences."""
        what = "marker" if len(self.numbers) == 1 else "selected markers"
        return f"The {what} will be permanently deleted from the device"

    def on_confirm(self, screen: DeletingMarkers) -> None:
        """Delete the markers."""
        screen.delete_markers(self.numbers)


MAPS = (
    *((form.key, f"Open as {form.label}") for form in FORMATS),
    (DASHBOARD, "OpenTracks Dashboard API"),
)
"""(value, label) of each way to show tracks on a map."""


class MapScreen(DialogScreen, Protocol):
    """A screen whose tracks can be shown on a map."""

    def show_on_map(self, numbers: Sequence[int], key: str) -> None:
        """Show tracks in another app."""


@dataclass(frozen=True)
class ShowOnMap(Dialog[MapScreen]):
    """Ask how to show tracks on a map.

    Attributes:
        numbers: Ids of the tracks.
        chosen: Index of the choice.
    """

    numbers: tuple[int, ...]
    chosen: int = len(MAPS) - 1

    def build(self, screen: MapScreen) -> Overlay:
        """Build the list and its three buttons."""

        def show(always: bool) -> None:
            key = MAPS[self.chosen][0]
            screen.dismiss_dialog()
            if always:
                screen.context.preferences().put(showOnMapFormatKey=key)
            screen.show_on_map(self.numbers, key)

        return alert_dialog(
            'Select "show on map" behavior',
            on_dismiss=screen.dismiss_dialog,
            items=[label for _, label in MAPS],
            selected=self.chosen,
            on_item=lambda index: screen.update_dialog(replace(self, chosen=index)),
            positive="OK",
            on_positive=partial(show, False),
            neutral="Always",
            on_neutral=partial(show, True),
            negative="Cancel",
        )


class Choosing(DialogScreen, Protocol):
    """A screen on which an activity type can be chosen by its icon."""

    def choose_sport(self, sport: Sport) -> None:
        """Set the activity type."""


@dataclass(frozen=True)
class ChooseSport(Dialog[Choosing]):
    """Activity types in a grid of icons."""

    def build(self, screen: Choosing) -> Overlay:
        """Build an icon for each activity type that has its own, in the types' order."""
        seen: dict[str, Sport] = {}
        for sport in sports():
            seen.setdefault(sport.icon, sport)

        def choose(sport: Sport) -> None:
            screen.dismiss_dialog()
            screen.choose_sport(sport)

        icons = [
            sport_icon(sport, width=MATCH, height=56, key=sport.id, on_click=partial(choose, sport))
            for sport in seen.values()
        ]
        grid = GridLayout(
            icons,
            columns=4,
            id="choose_activity_type_grid_view",
            class_name="android.widget.GridView",
            width=MATCH,
            padding=12,
        )
        return Overlay(
            ScrollView(grid, width=MATCH, background=Rounded("dialog", 28)),
            width=320,
            dim=0.6,
            margin=(24, 24, 24, 24),
            on_dismiss=screen.dismiss_dialog,
            title="Activity type",
        )


class Filtering(DialogScreen, Protocol):
    """A screen whose tracks can be filtered."""

    def apply_filter(self, chosen: Filter) -> None:
        """Apply a filter."""


@dataclass(frozen=True)
class FilterTracks(Dialog[Filtering]):
    """Ask which tracks to include, by activity types and dates.

    Attributes:
        all: All categories, in order.
        chosen: The current choice.
        picking: The date whose calendar is open.
    """

    all: tuple[str, ...]
    chosen: Filter
    picking: Literal["", "from", "to"] = ""

    def build(self, screen: Filtering) -> Overlay:
        """Build a button for each category, and the two dates."""

        def accept() -> None:
            screen.dismiss_dialog()
            screen.apply_filter(self.chosen)

        buttons = [self._button(screen, category) for category in self.all]
        content = column(
            column(
                *buttons,
                id="filter_items",
                class_name="android.widget.LinearLayout",
                width=MATCH,
                padding=8,
            ),
            *self._day(screen, "from", "From", self.chosen.first),
            *self._day(screen, "to", "To", self.chosen.last),
            width=MATCH,
            padding=8,
        )
        return alert_dialog(
            "Filter",
            on_dismiss=screen.dismiss_dialog,
            content=ScrollView(content, width=MATCH),
            positive="OK",
            on_positive=accept,
            negative="Cancel",
        )

    def _change(self, screen: Filtering, chosen: Filter) -> None:
        screen.update_dialog(replace(self, chosen=chosen, picking=""))

    def _button(self, screen: Filtering, category: str) -> View:
        on = category in self.chosen.categories
        changed = replace(self.chosen, categories=self.chosen.categories ^ {category})
        return Button(
            category,
            id="filter_dialog_check_button",
            key=("category", category),
            kind="tonal" if on else "outlined",
            width=MATCH,
            checkable=True,
            checked=on,
            on_click=partial(self._change, screen, changed),
        )

    def _day(
        self, screen: Filtering, which: Literal["from", "to"], hint: str, day: dt.date
    ) -> list[View | None]:
        shown = self.picking == which

        def pick(picked: dt.date) -> None:
            if which == "from":
                self._change(screen, replace(self.chosen, first=picked))
            else:
                self._change(screen, replace(self.chosen, last=picked))

        edit = EditText(
            full_date(day),
            id=f"filter_date_edit_text_{which}",
            hint=hint,
            input_type="datetime",
            focusable=False,
            on_click=lambda: screen.update_dialog(replace(self, picking="" if shown else which)),
        )
        picker = None
        if shown:
            picker = DatePicker(day, id=f"filter_date_picker_{which}", on_change=pick)
        return [TextInputLayout(edit, start_icon="calendar_range", margin=8, key=which), picker]


def week_of(day: dt.date) -> tuple[dt.date, dt.date]:
    """Return the first and last day of a day's week, which starts on Sunday in the US."""
    first = day - dt.timedelta(days=(day.weekday() + 1) % 7)
    return first, first + dt.timedelta(days=6)
