"""Settings of Retro Music that change what is seen, and its lyrics."""

from __future__ import annotations

import numpy as np
import pytest

from android_gym.simulator.apps.retro_music.look import ACCENTS
from android_gym.simulator.apps.retro_music.lyrics import Lyrics, parse_lrc
from android_gym.simulator.apps.retro_music.player_look import COVER_STYLES, THEMES
from android_gym.simulator.apps.retro_music.tags import read_lyrics
from android_gym.simulator.ui.colors import parse_color
from tests.simulator.apps.test_retro_music import MUSIC, App

SONG = "[00:01.00]One\n[00:05.50]Two\n[01:10]Three"


@pytest.fixture
def app() -> App:
    app = App()
    app.launch()
    return app


def test_the_title_is_one_text_in_two_colours(app: App) -> None:
    box = app.find("Retro Music").bbox_pixels
    assert box is not None and not app.shows("Retro") and not app.shows("Music")
    app.shell("settings put global debug.force_rtl 1")
    app.wait(500)
    for shown in (box, app.find("Retro Music").bbox_pixels):
        assert shown is not None
        title = app.phone.screenshot()[shown.y_min : shown.y_max, shown.x_min : shown.x_max, :3]
        spread = np.ptp(title.astype(int), axis=2).max(axis=0)
        coloured = np.flatnonzero(spread > 60)
        grey = np.flatnonzero((title.min(axis=(0, 2)) < 90) & (spread < 30))
        assert grey[-1] < coloured[0], "the second word has the accent colour"


def page(app: App, name: str) -> None:
    """Open a page of settings."""
    app.tap("action_settings", name)


def switch(app: App, *titles: str) -> None:
    for title in titles:
        app.scroll_to(title)
        app.tap(title)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ()),
        ("no times", ()),
        (SONG, ((1000, "One"), (5500, "Two"), (70_000, "Three"))),
        ("[00:02][00:01]twice\n[ar: x]", ((1000, "twice"), (2000, "twice"))),
        ("[00:01.5]a\n[9999:00]b\n[00:03.123] c ", ((1500, "a"), (3123, "c"))),
    ],
)
def test_lines_are_sung_at_their_times(text: str, lines: tuple[tuple[int, str], ...]) -> None:
    found = Lyrics(text, parse_lrc(text))
    assert found.lines == lines
    for place, (time, _) in enumerate(lines):
        assert found.place(time) == place and found.place(time - 1) == place - 1


def test_lyrics_are_shown_and_edited(app: App) -> None:
    app.tap("action_song", "Amber", "miniPlayerTitle", "Lyrics")
    assert app.shows("No lyrics found")
    app.menu("Go to Lyrics")
    app.tap("edit_button")
    assert app.shows("Edit Lyrics")
    app.type(SONG)
    app.tap("Save", "Deny")
    assert read_lyrics(app.phone.pull(f"{MUSIC}/Amber.mp3")) == ""
    app.tap("edit_button")
    app.type(SONG)
    app.tap("Save", "Allow")
    assert read_lyrics(app.phone.pull(f"{MUSIC}/Amber.mp3")) == SONG
    app.tap("Three", "edit_button")  # a tap on a line goes there
    assert app.shows("Edit Synced Lyrics")
    app.tap("Cancel", "miniPlayerTitle")
    assert app.shows("One") and app.text("songCurrentProgress").startswith("01:1")


def test_a_file_beside_the_song_has_its_lyrics(app: App) -> None:
    app.phone.push(f"{MUSIC}/Amber.lrc", SONG.encode())
    page(app, "Now playing")
    app.tap("Lyrics type", "Over Cover")
    app.back(2)
    app.tap("action_song", "Amber", "miniPlayerTitle", "Lyrics")
    app.wait(6000)
    assert [app.text(f"player_lyrics_line{n}") for n in (1, 2)] == ["One", "Two"]
    app.menu("Go to Lyrics")
    app.tap("edit_button")
    app.enter("edit", "New")
    app.tap("Save", "Allow")
    assert b"New" in app.phone.pull(f"{MUSIC}/Amber.lrc")
    assert read_lyrics(app.phone.pull(f"{MUSIC}/Amber.mp3")) == ""


def test_each_theme_of_the_player_has_its_buttons(app: App) -> None:
    app.tap("action_song", "Amber")
    # Set as the dialogs set it, without twenty taps each.
    kept = app.phone.windows.host.context(app.package).preferences()
    for number, theme in THEMES.items():
        for style in COVER_STYLES if theme.name == "Normal" else (0,):
            kept.put(now_playing_screen_id=number, album_cover_style_id=style)
            app.tap("miniPlayerTitle")
            for name in ("title", "progressSlider", "playPauseButton", "now_playing"):
                assert app.shows(name), (theme, style, name)
            assert bool(app.elements("player_image")) <= (theme.cover != "none")
            app.tap("Navigate up")


def test_the_player_s_theme_is_chosen_by_its_name(app: App) -> None:
    page(app, "Now playing")
    app.tap("Now playing theme")
    app.scroll_to("Tiny")
    app.tap("Tiny")
    assert app.shows("Tiny")
    app.tap("Album cover theme", "Circle")
    assert app.shows("Circle")


def test_volume_is_the_phone_s(app: App) -> None:
    page(app, "Now playing")
    switch(app, "Volume controls")
    app.back(2)
    app.tap("action_song", "Amber", "miniPlayerTitle")
    before = app.phone.system.audio.volume
    app.tap("volumeUp", "volumeUp", "volumeDown")
    assert app.phone.system.audio.volume == before + 1


def test_categories_are_dragged_and_ticked(app: App) -> None:
    page(app, "Personalize")
    app.tap("Library categories")
    row = app.find("For you").bbox_pixels
    assert row is not None
    x, y = 900, row.center[1]  # the handle, which has no node
    app.phone.swipe(x, y, x, y + 2 * 56 * 2.625, 800)
    app.tap("Playlists", "Done")
    app.back(2)
    tabs = [e.content_description for e in app.elements("action_artist")]
    assert tabs == ["Artists"] and not app.shows("action_playlist")
    places = [app.find(f"action_{name}").bbox_pixels for name in ("song", "album", "home")]
    lefts = [box.x_min for box in places if box is not None]
    assert lefts == sorted(lefts) and len(lefts) == 3
    page(app, "Personalize")
    app.tap("Library categories", "For you", "Songs", "Albums", "Artists", "Done")
    assert app.phone.system.status_bar.toast is not None
    assert "at least one" in app.phone.system.status_bar.toast[1]
    app.tap("Reset")
    app.back(2)
    assert app.shows("action_playlist")


def test_last_added_reaches_back_as_far_as_is_set(app: App) -> None:
    def added() -> list[str]:
        app.launch()
        app.tap("action_home", "lastAdded")
        found = app.titles()
        app.back()
        return found

    assert len(added()) == 5
    app.shell("date 2023-12-20-10:00:00 || date 122010002023.00")
    assert added() == []
    page(app, "Other")
    app.tap("Last added playlist interval", "Past 3 months")
    app.back(2)
    assert len(added()) == 5


def test_songs_played_to_the_end_make_the_top(app: App) -> None:
    app.tap("action_song", "Cedar")
    app.wait(130_000)
    app.tap("miniPlayerPlayPauseButton", "action_home")
    app.scroll_to("Top albums")
    app.tap("Top albums")
    assert app.shows("Dawn")


def test_looks_of_cells(app: App) -> None:
    for style in ("Card", "Colored Card", "Circular", "Image", "Gradient image"):
        app.tap("action_album", "More options", "Grid style", style)
        assert app.shows("Dawn") and app.shows("Ann")
    app.tap("action_home")
    page(app, "Personalize")
    app.tap("Album grid", "Tiny card", "Banner")
    app.back(2)
    assert app.shows("bannerImage") and app.shows("User Name")
    app.tap("bannerImage")
    assert app.shows("Profile")


def test_the_accent_colour_is_chosen(app: App) -> None:
    page(app, "Look and feel")
    app.tap("Material You", "Accent color")
    assert [app.shows(color) for color in ACCENTS] == [True] * len(ACCENTS)
    app.tap(ACCENTS[1], "OK")
    assert app.shows("Just Black")
    activity = app.phone.host.activity(app.phone.system.activities.top)
    assert activity.theme().resolve("primary") == parse_color(ACCENTS[1])


def test_what_the_player_shares_is_chosen(app: App) -> None:
    app.tap("action_song", "Amber", "miniPlayerTitle")
    app.menu("Share")
    assert app.shows("Currently listening to Amber by Ann.") and app.shows("The audio file")


def test_facts_for_a_report_are_copied(app: App) -> None:
    page(app, "About")
    app.tap("Report an issue", "air_textDeviceInfo")
    assert "App version: 6.1.0" in app.phone.system.clipboard.text


def test_a_phone_on_its_side_has_two_columns_of_rows_and_sizes_of_its_own(app: App) -> None:
    app.tap("action_song")
    app.shell("settings put system accelerometer_rotation 0; settings put system user_rotation 1")
    app.wait(1000)
    boxes = [app.find(title).bbox_pixels for title in ("Amber", "Birch")]
    assert boxes[0] is not None and boxes[1] is not None
    assert boxes[0].center[1] == boxes[1].center[1] and boxes[0].x_max < boxes[1].x_min
    app.tap("More options", "Grid size (land)", "1")
    app.shell("settings put system user_rotation 0")
    app.wait(1000)
    app.tap("More options")
    assert app.shows("Grid size") and not app.shows("Grid size (land)")
