"""Sheets of the context menu: further actions, sharing, a choice of spots, a marker's actions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from android_gym.simulator.apps.osmand.dialogs.search import SearchDialog
from android_gym.simulator.apps.osmand.look import button, list_row, sheet
from android_gym.simulator.apps.osmand.model import FLAG_COLORS, Spot
from android_gym.simulator.apps.osmand.navigating import NavigationActions
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.drawables import Oval
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FlowLayout
from android_gym.simulator.ui.view import View

__all__ = ["ICONS", "ActionsSheet", "AmongSheet", "MarkerSheet", "ShareSheet"]

ICONS = {
    "location": "map_marker",
    "poi": "map_marker",
    "address": "home_city",
    "favorite": "star",
    "marker": "flag",
    "track": "map_marker_path",
}


def _row(screen: NavigationActions, label: str, icon: str, click: Callable[[], object]) -> View:
    def chosen() -> None:
        screen.dismiss_dialog()
        click()

    return list_row(label, icon=icon, on_click=chosen)


@dataclass(frozen=True)
class ActionsSheet(Dialog[NavigationActions]):
    """Lists further actions on a place."""

    spot: Spot

    def build(self, screen: NavigationActions) -> Overlay:
        """Build the rows."""
        spot = self.spot
        place = (spot.lat, spot.lon)

        def near() -> None:
            screen.close_spot()
            screen.show_place(*place)
            screen.show_dialog(SearchDialog())

        rows: list[View | None] = [
            _row(screen, "Directions from", "source_branch", partial(
                screen.open_route, start=spot)),
            _row(screen, "Search nearby", "magnify", near),
            _row(screen, "Change marker position", "cursor_move", partial(
                screen.update, changing=spot.key, spot=None))
            if spot.kind == "marker" else None,
            _row(screen, "Plan a route", "ruler", partial(screen.start_plan, [place])),
        ]  # fmt: skip
        close = button("Close", "dismiss_button", screen.dismiss_dialog)
        return sheet("Actions", rows, screen.dismiss_dialog, close)


@dataclass(frozen=True)
class ShareSheet(Dialog[NavigationActions]):
    """Lists the ways to share a place."""

    spot: Spot

    def build(self, screen: NavigationActions) -> Overlay:
        """Build the rows."""
        spot = self.spot
        geo = f"geo:{spot.lat:.5f},{spot.lon:.5f}?z={round(screen.camera.zoom)}"
        place = screen.coordinates(spot.lat, spot.lon)
        text = f"{spot.title}\n{place}\n{geo}"

        def copy(copied: str) -> None:
            screen.context.system.clipboard.set_text(copied)
            screen.toast(f"Copied to clipboard\n{copied}")

        rows: list[View | None] = [
            _row(screen, "Message", "message_text", partial(screen.share, text)),
            _row(screen, "Clipboard", "content_copy", partial(copy, text)),
            _row(screen, "Copy name", "content_copy", partial(copy, spot.title)),
            _row(screen, "Copy coordinates", "content_copy", partial(copy, place)),
            _row(screen, "geo:", "earth", partial(screen.share, geo)),
        ]
        close = button("Close", "dismiss_button", screen.dismiss_dialog)
        return sheet("Share", rows, screen.dismiss_dialog, close)


@dataclass(frozen=True)
class AmongSheet(Dialog[NavigationActions]):
    """Lists the spots under a tap."""

    spots: tuple[Spot, ...]

    def build(self, screen: NavigationActions) -> Overlay:
        """Build a row for each spot."""

        def choose(spot: Spot) -> None:
            screen.dismiss_dialog()
            screen.open_spot(spot)

        rows: list[View | None] = [
            list_row(
                spot.title,
                spot.type,
                icon=ICONS[spot.kind],
                key=number,
                on_click=partial(choose, spot),
            )
            for number, spot in enumerate(self.spots)
        ]
        close = button("Cancel", "dismiss_button", screen.dismiss_dialog)
        return sheet("What's here:", rows, screen.dismiss_dialog, close)


@dataclass(frozen=True)
class MarkerSheet(Dialog[NavigationActions]):
    """Lists the actions on a marker: change colour, move, pass, delete."""

    number: str

    def build(self, screen: NavigationActions) -> Overlay | None:
        """Build the colours and the rows."""
        marker = screen.markers.get(self.number)
        if marker is None:
            return None

        def color(index: int) -> None:
            screen.markers.recolor(self.number, index)

        def passed() -> None:
            screen.markers.set_active([self.number], active=not marker.active)
            screen.close_spot()

        def delete() -> None:
            screen.markers.delete(self.number)
            screen.close_spot()

        colors = [
            View(
                key=index,
                width=40,
                height=40,
                margin=4,
                content_description=f"Color {index + 1}",
                selected=index == marker.color,
                background=Oval(
                    f"#{argb:08X}", "text_primary" if index == marker.color else None, 3
                ),
                on_click=partial(color, index),
            )
            for index, argb in enumerate(FLAG_COLORS)
        ]
        move = partial(screen.update, changing=self.number, spot=None)
        rows: list[View | None] = [
            FlowLayout(colors, width=MATCH, padding=(12, 4)),
            _row(screen, "Change marker position", "cursor_move", move),
            _row(screen, "Mark passed" if marker.active else "Restore", "check", passed),
            _row(screen, "Delete", "delete", delete),
        ]
        close = button("Close", "dismiss_button", screen.dismiss_dialog)
        return sheet("Edit map marker", rows, screen.dismiss_dialog, close)
