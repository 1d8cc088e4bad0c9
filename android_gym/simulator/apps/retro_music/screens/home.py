"""The tab that the app begins with, and the page of the user's name."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial

from android_gym.simulator.apps.retro_music.actions import Actions
from android_gym.simulator.apps.retro_music.look import (
    cover,
    list_row,
    section,
    square_cover,
    toolbar,
)
from android_gym.simulator.apps.retro_music.model import Destination, DetailList, Song
from android_gym.simulator.apps.retro_music.screens.details import (
    album_cell,
    artist_cell,
    recent_albums,
    recent_artists,
)
from android_gym.simulator.apps.retro_music.screens.lists import bar, under_bar
from android_gym.simulator.ui.components import (
    AppBarLayout,
    FloatingActionButton,
    MenuItem,
    TextInputLayout,
)
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import RecyclerView, column, row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Button, EditText, ImageButton, ImageView, TextView

__all__ = ["home", "profile"]

USER = "User Name"
FEWEST = 9
"""Songs that there must be before some are suggested."""

SHOWN = 5
"""Entries of a row of albums or artists."""


def home(app: Actions) -> View:
    """Build the user, four buttons, suggestions, and what was added last."""
    title = row(
        TextView("Retro", size=20, weight_font=700, color="on_app_bar"),
        TextView("Music", size=20, weight_font=700, color="primary", margin=(6, 0, 0, 0)),
        class_name="android.view.ViewGroup",
        content_gravity="center",
        width=MATCH,
    )
    top = AppBarLayout(
        [
            toolbar(
                "",
                navigation="search",
                on_navigation=partial(app.open_page, Destination("search")),
                content=title,
                menu=[
                    MenuItem(
                        "Settings",
                        partial(app.open_page, Destination("settings")),
                        id="action_settings",
                        icon="cog_outline",
                    )
                ],
            )
        ],
        id="appBarLayout",
    )
    parts: list[Callable[[], View]] = [partial(_user, app), partial(_buttons, app)]
    if len(app.library.songs) >= FEWEST and app.is_on("toggle_suggestions", True):
        parts.append(partial(_suggestions, app))
    parts += _sections(app)
    listing = RecyclerView(
        len(parts),
        lambda index: parts[index](),
        id="container",
        class_name="android.widget.ScrollView",
        padding=(0, 0, 0, 56),
    )
    return under_bar(top, listing, scrolling=listing)


def _user(app: Actions) -> View:
    name = app.context.preferences().get("user_name", USER)
    return row(
        ImageView(
            "account_circle_outline",
            id="userImage",
            width=42,
            height=42,
            size=42,
            tint="primary",
            margin=(16, 16, 0, 8),
            on_click=partial(_edit_profile, app),
        ),
        column(
            TextView("Welcome,", id="text", size=14, color="text_secondary"),
            TextView(str(name), id="titleWelcome", size=20, weight_font=700, max_lines=1),
            margin=(16, 8, 16, 0),
            width=0,
            weight=1,
        ),
        width=MATCH,
    )


def _edit_profile(app: Actions) -> None:
    name = app.context.preferences().get("user_name", USER)
    app.open_page(Destination("profile"))
    app.update(profile=str(name))


def _buttons(app: Actions) -> View:
    def show(kind: DetailList) -> Callable[[], None]:
        return partial(app.open_page, Destination("list", text=kind))

    def button(id: str, text: str, icon: str, click: Callable[[], object], end: bool) -> View:
        return Button(
            text,
            id=id,
            icon=icon,
            icon_size=24,
            icon_color="primary",
            icon_padding=16,
            max_lines=1,
            most_scale=1.5,
            align="start",
            color="text_primary",
            background=Rounded("bottom_bar", 12),
            padding=(16, 0, 8, 0),
            height=54,
            width=0,
            weight=1,
            margin=(0, 0, 16, 0) if end else (16, 0, 16, 0),
            elevation=1,
            on_click=click,
        )

    return column(
        row(
            button("history", "History", "history", show("history"), False),
            button("lastAdded", "Last added", "library_add", show("last_added"), True),
            width=MATCH,
            margin=(0, 16, 0, 0),
        ),
        row(
            button("topPlayed", "Most played", "trending_up", show("top_played"), False),
            button(
                "actionShuffle",
                "Shuffle",
                "shuffle",
                lambda: app.play_shuffled(app.library.songs),
                True,
            ),
            width=MATCH,
            margin=(0, 16, 0, 0),
        ),
        width=MATCH,
        padding=(0, 0, 0, 12),
    )


def suggested(app: Actions) -> list[Song]:
    """Return eight songs, others each time that others are asked for."""
    songs = app.library.songs
    return random.Random(app.state.mix).sample(songs, min(8, len(songs)))


def _suggestions(app: Actions) -> View:
    songs = suggested(app)

    def play(place: int) -> Callable[[], None]:
        return lambda: app.play_all(songs, place)

    def picture(place: int) -> View:
        view = square_cover(16, container=None, id=f"image{place + 1}", size=28, margin=4)
        view.width, view.weight = 0, 1
        view.on_click, view.clickable, view.focusable = play(place), True, True
        return view

    refresh = ImageButton(
        "refresh",
        id="refresh_button",
        class_name="android.widget.ImageView",
        tint="primary",
        width=56,
        height=56,
        on_click=lambda: app.update(mix=app.state.mix + 1),
    )
    mix = TextView(
        "New Music Mix",
        id="message",
        size=32,
        weight_font=700,
        color="primary",
        padding=8,
        width=0,
        weight=2,
        height=MATCH,
        margin=4,
        background=Rounded("bottom_bar", 16),
        on_click=lambda: app.play_all(songs),
    )
    big = square_cover(16, container=None, id="image2", size=64, margin=4)
    big.width, big.weight = 0, 2
    big.on_click, big.clickable, big.focusable = play(1), True, True
    small = column(
        _stacked(picture(0)), _stacked(picture(2)), width=0, weight=1, content_gravity="center"
    )
    return column(
        section("Suggestions", trailing=refresh),
        row(mix, small, big, width=MATCH),
        row(*(picture(place) for place in range(3, 8) if place < len(songs)), width=MATCH),
        id="suggestions",
        width=MATCH,
        padding=4,
    )


def _stacked(view: View) -> View:
    view.width, view.weight = MATCH, 0
    return view


def _sections(app: Actions) -> list[Callable[[], View]]:
    """Return what makes each section that has something in it."""

    def show(kind: DetailList) -> Callable[[], None]:
        return partial(app.open_page, Destination("list", text=kind))

    artists, albums = recent_artists(app), recent_albums(app)
    found: list[Callable[[], View]] = []
    if artists:
        cells = [partial(artist_cell, app, each) for each in artists[:SHOWN]]
        found.append(partial(_strip, app, "Recent artists", cells, show("artists")))
    if albums:
        covers = [partial(album_cell, app, each) for each in albums[:SHOWN]]
        found.append(partial(_strip, app, "Recent albums", covers, show("albums")))
    number = app.playlists.named("Favorites")
    favorites = app.playlists.song_page(number, 0) if number is not None else []
    if favorites:
        found.append(partial(_favorites, app, favorites[:SHOWN], show("favorites")))
    return found


def _heading(title: str, opens: Callable[[], object]) -> View:
    return row(
        TextView(title, id="title", size=20, weight_font=700, width=0, weight=1, padding=16),
        ImageView("arrow_forward", id="arrow", tint="primary", width=56, height=56),
        id="clickable_area",
        width=MATCH,
        on_click=opens,
    )


def _strip(
    app: Actions, title: str, cells: Sequence[Callable[[], View]], opens: Callable[[], object]
) -> View:
    def build(index: int) -> View:
        cell = cells[index]()
        cell.width = 168
        return cell

    return column(
        _heading(title, opens),
        RecyclerView(
            len(cells),
            build,
            orientation="horizontal",
            id="recyclerView",
            width=MATCH,
            height=250 + 44 * max(0.0, app.context.system.display.font_scale - 1),
        ),
        width=MATCH,
        key=title,
    )


def _favorites(app: Actions, songs: Sequence[Song], opens: Callable[[], object]) -> View:
    rows = [
        list_row(song.title, song.artist, menu=None, on_click=partial(app.play_all, songs, place))
        for place, song in enumerate(songs)
    ]
    return column(_heading("Favorites", opens), *rows, width=MATCH, key="favorites")


def profile(app: Actions) -> View:
    """Build the page of the user's name."""

    def save() -> None:
        name = app.state.profile.strip()
        if not name:
            app.toast("Your name can't be empty!")
            return
        app.context.preferences().put(user_name=name)
        app.close_page()

    field = EditText(
        app.state.profile,
        id="name",
        hint="Name",
        capitalize="words",
        on_text_change=lambda text: app.update(profile=text),
    )
    body = column(
        row(
            cover(72, 36, id="userImage", icon="account"),
            TextInputLayout(field, id="nameContainer", width=0, weight=1, margin=(16, 0, 0, 0)),
            width=MATCH,
            padding=16,
        ),
        width=MATCH,
    )
    done = FloatingActionButton("content_save", id="next", on_click=save)
    top = bar(toolbar("Profile", on_navigation=app.close_page))
    return under_bar(top, body, fab=done)
