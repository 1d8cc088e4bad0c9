"""The home tab, and the profile page with the user's name."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from android_gym.simulator.apps.retro_music.actions import Actions
from android_gym.simulator.apps.retro_music.look import (
    GROUP,
    cover,
    list_row,
    section,
    toolbar,
)
from android_gym.simulator.apps.retro_music.model import DETAIL_LISTS, Destination, DetailList, Song
from android_gym.simulator.apps.retro_music.screens.details import (
    album_cell,
    albums_listed,
    artist_cell,
    artists_listed,
    cell_style,
)
from android_gym.simulator.apps.retro_music.screens.lists import bar, under_bar
from android_gym.simulator.ui.components import (
    AppBarLayout,
    FloatingActionButton,
    MenuItem,
    TextInputLayout,
)
from android_gym.simulator.ui.drawables import Gradient, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, ScrollView, column, row
from android_gym.simulator.ui.square import RatioFrame
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, EditText, ImageView, TextView

__all__ = ["home", "profile"]

USER = "User Name"
FEWEST = 9
"""Number of songs required for suggestions."""

SHOWN = 5
"""Number of albums or artists in a row."""


class _Title(TextView):
    """The app's name, its second word in the accent colour."""

    def draw(self, canvas: Any) -> None:
        """Paint the words."""
        from android_gym.simulator.ui.painting import paint_colored

        if self._layout is not None:
            accent = (self.text.find(" "), len(self.text), self.ui.color("primary"))
            paint_colored(canvas, self._layout, *self.text_origin(), [accent])


def home(app: Actions) -> View:
    """Build the user, four buttons, suggestions, and what was added last."""
    title = _Title(
        "Retro Music",
        size=20,
        weight_font=700,
        color="on_app_bar",
        align="center",
        max_lines=1,
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
    parts: list[View] = []
    if len(app.library.songs) >= FEWEST and app.is_on("toggle_suggestions", True):
        parts.append(_suggestions(app))
    parts.append(column(*_sections(app), id="recyclerView", width=MATCH, padding=(0, 0, 0, 56)))
    content = column(_buttons(app), column(*parts, width=MATCH), id="home_content", width=MATCH)
    listing = ScrollView(
        column(_user(app), content, id="contentContainer", class_name=GROUP, width=MATCH),
        id="container",
    )
    return under_bar(top, listing, scrolling=listing)


def _user(app: Actions) -> View:
    """Build the user's picture and name, on a banner if that setting is on."""
    if not app.is_on("toggle_home_banner"):
        return _greeting(app)
    greeting = _greeting(app)
    greeting.id, greeting.gravity = None, "bottom"
    ground = ImageView(
        Gradient(("primary_container", "tertiary_container"), angle=0, corners=24),
        id="bannerImage",
        width=MATCH,
        height=MATCH,
        scale="fit",
        on_click=partial(_edit_profile, app),
    )
    banner = RatioFrame([ground, greeting], ratio=2.1, id="imageContainer", width=MATCH, margin=16)
    return FrameLayout([banner], id="imageLayout", width=MATCH)


def _greeting(app: Actions) -> View:
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
        id="imageLayout",
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
        id="abs_playlists",
        width=MATCH,
        padding=(0, 0, 0, 12),
    )


def suggested(app: Actions) -> list[Song]:
    """Return eight random songs, different ones after each refresh."""
    songs = app.library.songs
    return random.Random(app.state.mix).sample(songs, min(8, len(songs)))


def _suggestions(app: Actions) -> View:
    songs = suggested(app)

    def card(number: int, place: int, weight: float) -> View:
        """Build the card of a song, numbered as the ids of cards and pictures in the layout."""
        picture = ImageView(
            "music_note",
            id=f"image{place + 1}",
            width=MATCH,
            height=MATCH,
            size=64 if weight > 1 else 28,
            tint="on_surface_variant@0.7",
            on_click=partial(app.play_all, songs, place),
        )
        return _card(picture, f"card{number}" if number else None, weight)

    refresh = ImageView(
        "refresh",
        id="refresh_button",
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
        max_lines=4,
        most_scale=1.0,
        padding=8,
        width=MATCH,
        height=MATCH,
        on_click=partial(app.play_all, songs),
    )
    small = column(card(7, 0, 0), card(0, 2, 0), width=0, weight=1)
    upper = row(_card(mix, "card6", 2), small, card(8, 1, 2), width=MATCH)
    lower = [card(place - 2, place, 1) for place in range(3, len(songs))]
    return column(
        section("Suggestions", trailing=refresh),
        upper,
        row(*lower, width=MATCH),
        id="suggestions",
        class_name=GROUP,
        width=MATCH,
        padding=4,
    )


def _card(content: View, id: str | None, weight: float) -> View:
    """Build a square card; `weight` is its share of a row's width, 0 to fill a column."""
    return RatioFrame(
        [content],
        id=id,
        width=0 if weight else MATCH,
        weight=weight,
        margin=4,
        background=Rounded("bottom_bar" if id == "card6" else "surface_variant", 16),
    )


def _sections(app: Actions) -> list[View]:
    """Build the sections that aren't empty."""

    def show(kind: DetailList) -> Callable[[], None]:
        return partial(app.open_page, Destination("list", text=kind))

    found: list[View] = []
    artist, album = cell_style(app, "artist"), cell_style(app, "album")
    kinds: tuple[DetailList, ...] = ("top_artists", "top_albums", "artists", "albums")
    for kind in kinds:
        if kind.endswith("artists"):
            style, listed = artist, artists_listed(app, kind)[:SHOWN]
            cells = [partial(artist_cell, app, artist, each) for each in listed]
        else:
            style, shelf = album, albums_listed(app, kind)[:SHOWN]
            cells = [partial(album_cell, app, album, each) for each in shelf]
        if cells:
            found.append(_strip(app, DETAIL_LISTS[kind], cells, style, show(kind)))
    number = app.playlists.named("Favorites")
    favorites = app.playlists.song_page(number, 0) if number is not None else []
    if favorites:
        found.append(_favorites(app, favorites[:SHOWN], show("favorites")))
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
    app: Actions,
    title: str,
    cells: Sequence[Callable[[], View]],
    style: str,
    opens: Callable[[], object],
) -> View:
    width = 112 if style == "Tiny card" else 168

    def build(index: int) -> View:
        cell = cells[index]()
        cell.width = width
        return cell

    return column(
        _heading(title, opens),
        RecyclerView(
            len(cells),
            build,
            orientation="horizontal",
            id="recyclerView",
            width=MATCH,
            height=width + 82 + 44 * max(0.0, app.context.system.display.font_scale - 1),
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
    """Build the profile page."""

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
