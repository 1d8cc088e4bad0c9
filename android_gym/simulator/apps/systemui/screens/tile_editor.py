"""The quick settings editor (QSCustomizer), which changes the active tiles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from android_gym.simulator.apps.systemui.actions import LEAST_TILES, SystemUi
from android_gym.simulator.apps.systemui.model import ShadeState, Tile
from android_gym.simulator.system.words import joined, phrase
from android_gym.simulator.ui.drag_drop import DragSource, drawn_last
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    GridLayout,
    RecyclerView,
    column,
    full_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageButton, ImageView, TextView

__all__ = ["tile_editor"]

COLUMNS: Final = 2


def tile_editor(window: SystemUi[ShadeState], tile_height: float) -> View:
    """Build the active and the available tiles; a tap moves a tile between them."""
    shown = window.tiles()
    names = {tile.spec for tile in shown}
    spare = [tile for tile in window.every_tile() if tile.spec not in names]
    removable = len(shown) > LEAST_TILES
    heading = "Hold and drag to rearrange tiles"
    return full_column(
        wide_row(
            ImageButton(
                "arrow_left",
                content_description="Navigate up",
                on_click=window.system.status_bar.expand_settings,
            ),
            TextView("Edit tiles", style="title_large", width=0, weight=1, margin=(8, 0)),
            Button("Reset", id="reset", on_click=window.reset_tiles),
            height=56,
        ),
        RecyclerView(
            [
                _grid(
                    [
                        _tile(
                            window,
                            tile,
                            tile_height,
                            "minus",
                            "remove tile",
                            partial(window.remove_tile, tile.spec),
                        )
                        for tile in shown
                    ],
                    key="shown",
                ),
                _heading(
                    heading if removable else phrase("You need at least {n} tiles", n=LEAST_TILES)
                ),
                _grid(
                    [
                        _tile(
                            window,
                            tile,
                            tile_height,
                            "plus",
                            "add tile to end",
                            partial(window.add_tile, tile.spec),
                        )
                        for tile in spare
                    ],
                    key="spare",
                ),
            ],
            id="customize_container",
            width=MATCH,
            height=0,
            weight=1,
        ),
        padding=(12, 49, 12, 24),
    )


def _heading(text: str) -> View:
    return TextView(
        text, key="heading", style="body_medium", align="center", width=MATCH, padding=(24, 16)
    )


class _Grid(GridLayout):
    """A grid of tiles that draws the dragged tile on top."""

    @property
    def drawing_order(self) -> Sequence[View]:
        """Children in drawing order, the dragged one last."""
        return drawn_last(super().drawing_order)


class _Tile(DragSource, FrameLayout):
    """A tile that can be dragged to another place, or out of the active tiles."""


def _grid(tiles: list[View], key: str) -> View:
    return _Grid(tiles, columns=COLUMNS, key=key, width=MATCH)


def _drop(
    window: SystemUi[ShadeState], spec: str, shown: bool, view: View, x: float, y: float
) -> None:
    """Drop a tile: onto another tile's place, at the end, or among the available tiles."""
    lists = next(each for each in view.ancestors() if isinstance(each, RecyclerView))
    grid = next((each for each in lists.children if each.key == "shown"), None)
    tiles = window.tiles()
    if grid is None or y >= grid.bounds[3]:
        if shown:
            window.remove_tile(spec)
        return
    left, top, right, bottom = grid.bounds
    column = max(0, min(COLUMNS - 1, int((x - left) * COLUMNS / (right - left))))
    line = max(0, int((y - top) * -(-len(tiles) // COLUMNS) / (bottom - top)))
    place = line * COLUMNS + column
    window.move_tile(spec, tiles[place].spec if place < len(tiles) else None)


def _tile(
    window: SystemUi[ShadeState],
    tile: Tile,
    height: float,
    badge: str,
    action: str,
    on_click: partial[None],
) -> View:
    label = TextView(
        tile.label,
        style="qs_tile",
        color="on_qs_tile_off",
        max_lines=1,
        important_for_accessibility="no",
    )
    box = wide_row(
        ImageView(tile.icon, size=20, tint="on_qs_tile_off", important_for_accessibility="no"),
        column(label, width=0, weight=1, margin=(12, 0, 0, 0)),
        height=height,
        padding=(18, 0),
        margin=4,
        background=Rounded("qs_tile_off", 28),
    )
    mark = FrameLayout(
        [ImageView(badge, size=14, tint="on_notification_icon", gravity="center")],
        width=20,
        height=20,
        gravity="top|end",
        background=Rounded("notification_icon", 10),
        important_for_accessibility="no_hide_descendants",
    )
    whole = _Tile(
        [box, mark],
        key=tile.spec,
        width=MATCH,
        class_name="android.widget.Button",
        content_description=joined(", ", (tile.label, action)),
        on_click=on_click,
        on_long_click=lambda: None,  # starts a drag
    )
    whole.drag_with(partial(_drop, window, tile.spec, badge == "minus"))
    return whole
