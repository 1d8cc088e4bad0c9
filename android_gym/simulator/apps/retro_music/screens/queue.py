"""The page of the playing queue."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.appkit.lists import Pages
from android_gym.simulator.apps.retro_music.actions import Actions
from android_gym.simulator.apps.retro_music.look import queue_row, toolbar
from android_gym.simulator.apps.retro_music.menus import queue_song_menu
from android_gym.simulator.apps.retro_music.model import PAGE, Song, length_text
from android_gym.simulator.apps.retro_music.screens.lists import bar, under_bar
from android_gym.simulator.ui.components import ExtendedFloatingActionButton, SwipeRow
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView
from android_gym.simulator.ui.reorder import ReorderRow
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

__all__ = ["queue"]


def queue(app: Actions) -> View:
    """Build the songs of the queue; those up to the current one are faded."""
    player = app.player
    count, place = player.count, player.place
    pages: Pages[Song] = Pages(player.queue.page, PAGE)
    length = length_text(player.queue.length_after(place))
    top = bar(
        toolbar(
            "Now playing queue",
            subtitle=f"Up next  •  {length}",
            on_navigation=app.on_back,
        )
    )
    if not count:
        nothing = TextView("No songs playing", id="empty", gravity="center")
        return under_bar(top, FrameLayout([nothing]))

    def build(index: int) -> View:
        song = pages.get(index)
        if song is None:
            return View()
        line = queue_row(
            song,
            faded=index <= place,
            menu=queue_song_menu(app, song, index),
            on_click=partial(player.play_at, index),
        )
        line.background = "background"
        remove = partial(player.remove_at, index)
        swipe = SwipeRow(line, on_swipe_left=remove, on_swipe_right=remove)
        return ReorderRow(swipe, lambda by: player.move(index, index + by))

    listing = RecyclerView(
        count,
        build,
        start=min(max(0, place + 1), count - 1),
        id="recyclerView",
        width=MATCH,
        height=MATCH,
        padding=(0, 0, 0, 96),
    )
    clear = ExtendedFloatingActionButton(
        "Clear queue", id="clearQueue", icon="clear_all", on_click=partial(_clear, app)
    )
    return under_bar(top, listing, fab=clear)


def _clear(app: Actions) -> None:
    app.player.clear()
    app.close_page()
