"""VLC's players: repeating a part, bookmarks, the equalizer, the queue; and settings of theirs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from android_gym.simulator.apps.vlc.library import Library
from android_gym.simulator.apps.vlc.playing import Player
from android_gym.simulator.apps.vlc.stats import rate, track_facts
from android_gym.simulator.phone import Phone
from android_gym.testing.driver import AppDriver
from tests.simulator.apps.test_vlc import DATABASE, PACKAGE, VIDEOS, video

TIPS = {"video_player_tips_shown": True, "audio_player_tips_shown": True,
        "playlist_tips_shown": True}  # fmt: skip


@pytest.fixture
def phone() -> Phone:
    phone = Phone()
    for name, seconds in (("Ant.mp4", 60), ("Bee.mp4", 40), ("Cat.mp4", 30)):
        phone.system.files.write(f"{VIDEOS}/{name}", video(seconds))
    phone.windows.host.context(PACKAGE).preferences().put(**TIPS)
    return phone


@pytest.fixture
def app(phone: Phone) -> AppDriver:
    driver = AppDriver(phone, PACKAGE)
    driver.start(".StartActivity")
    return driver


def option(app: AppDriver, name: str) -> None:
    """Choose one of the advanced options of the video player."""
    if not app.shows("advanced options"):
        app.tap("player_root")
    app.tap("advanced options")
    app.scroll_to(name)
    app.tap(name)


def put(phone: Phone, **values: str | bool) -> None:
    phone.windows.host.context(PACKAGE).preferences().put(**values)


# --- repeating a part


def test_a_part_is_repeated_until_that_ends(phone: Phone, app: AppDriver) -> None:
    session = phone.system.playback.of(PACKAGE)
    app.tap("Ant")
    option(app, "A-B repeat")
    app.tap("SET START POINT")
    start = session.position_ms()
    phone.advance(3000)
    app.tap("player_root")
    app.tap("SET END POINT")
    end = session.position_ms() + 3000
    assert start < end
    seen = []
    for _ in range(20):
        phone.advance(1000)
        seen.append(session.position_ms())
    assert max(seen) < start + 8000 and min(seen) >= start - 1500
    # Out of sight, too, where videos play on.
    before = session.index
    app.tap("player_root")
    app.tap("Stop A-B repeat")
    phone.advance(15_000)
    assert session.position_ms() > start + 8000 and session.index == before


def test_the_earlier_end_is_the_start(phone: Phone, app: AppDriver) -> None:
    app.tap("Ant")
    session = phone.system.playback.of(PACKAGE)
    app.tap("Pause")
    session.seek_to(20_000)
    option(app, "A-B repeat")
    app.tap("SET START POINT")
    session.seek_to(10_000)
    app.tap("SET END POINT")
    assert session.position_ms() == 10_000 and not app.shows("SET END POINT")
    app.tap("Play")
    phone.advance(12_000)
    assert 10_000 <= session.position_ms() < 20_000
    app.tap("player_root")
    app.tap("Reset A-B repeat")
    assert app.shows("SET START POINT")


def test_a_part_ends_with_what_it_is_of(phone: Phone, app: AppDriver) -> None:
    app.long_press("Ant")
    app.tap("Bee", "Play")
    context = phone.windows.host.context(PACKAGE)
    player = Player(context, Library(context))
    player.change(replace(player.queue, ab_on=True, ab_start=1000, ab_end=70_000))
    player.arm_repeat()
    phone.advance(61_000)  # the file is shorter than the part
    assert player.index == 1
    assert (player.queue.ab_on, player.queue.ab_start, player.queue.ab_end) == (False, -1, -1)
    phone.advance(15_000)
    assert player.session.position_ms() > 10_000


# --- bookmarks


def test_bookmarks_are_kept_renamed_and_gone_to(phone: Phone, app: AppDriver) -> None:
    app.tap("Ant", "Pause")
    session = phone.system.playback.of(PACKAGE)
    session.seek_to(30_000)
    option(app, "Bookmarks")
    app.tap("ADD BOOKMARK")
    app.tap("ADD BOOKMARK")  # the same place is kept once
    assert app.query(DATABASE, "SELECT time, name FROM Bookmark") == [(30_000, "Bookmark at 0:30")]
    session.seek_to(0)
    app.tap("Bookmark at 0:30")
    assert session.position_ms() == 30_000
    app.tap("More Actions", "Rename")
    app.enter("edit", "!")
    app.tap("OK")
    [(name,)] = app.query(DATABASE, "SELECT name FROM Bookmark")
    assert "!" in name
    app.tap("More Actions", "Delete")
    assert app.query(DATABASE, "SELECT * FROM Bookmark") == []


# --- the equalizer


def test_sets_of_the_equalizer(phone: Phone, app: AppDriver) -> None:
    app.tap("Ant", "Pause")
    option(app, "Equalizer")
    app.tap("Bass")
    context = phone.windows.host.context(PACKAGE)
    assert context.preferences().get("equalizer_enabled") is True
    app.drag("equalizer_band_0", dx=-200)
    app.tap("SAVE")
    app.type("Bass")
    app.tap("SAVE")
    toast = phone.system.status_bar.toast
    assert toast is not None and toast[1] == "Equalizer-set with this name already exists"
    app.tap("SAVE")
    app.type("Mine")
    app.tap("SAVE")
    app.back()
    option(app, "Equalizer")
    app.drag("Voice", dx=-500)
    assert app.shows("Mine")
    app.tap("Mine", "DELETE")
    assert not app.shows("Mine")
    put(phone, equalizer_values="1,2,x", equalizer_set="gone")
    app.back()
    option(app, "Equalizer")  # what somebody else has written is borne
    assert app.shows("Flat")


# --- the queue


def test_the_queue_is_searched_and_sorted(phone: Phone, app: AppDriver) -> None:
    app.long_press("Ant")
    app.tap("Bee", "Cat", "Play")
    app.tap("player_root") if not app.shows("Show playlist") else None
    app.tap("Show playlist")
    session = phone.system.playback.of(PACKAGE)
    titles = [item.title for item in session.queue]
    app.tap("Move down", wait_ms=300)
    assert [item.title for item in session.queue] == [titles[1], titles[0], titles[2]]
    app.enter("playlist_search_edittext", "cat")
    assert [e.text for e in app.elements("audio_item_title")] == ["Cat"]


def test_what_is_heard_tells_of_the_queue(phone: Phone, app: AppDriver) -> None:
    app.tap("More Actions", "Play as audio", "artist" if app.shows("artist") else "Ant")
    assert app.shows("Track: 1 / 1*") or "Progress" in app.text("audio_play_progress")
    app.tap("audio_play_progress")
    assert "Remaining" in app.text("audio_play_progress")
    app.tap("audio_play_progress")
    assert "Ends at" in app.text("audio_play_progress")
    app.tap("advanced options", "Sleep timer")
    app.enter("edit", "5")
    app.tap("OK")
    assert app.shows("sleep_quick_action")


def test_tips_are_shown_once(phone: Phone, app: AppDriver) -> None:
    put(phone, audio_player_tips_shown=False, playlist_tips_shown=False)
    app.tap("More Actions", "Play as audio", "Ant")
    assert app.shows("Audio player tips")
    app.tap("CLOSE", "Show playlist")
    assert app.shows("Playlist tips")
    app.tap("CLOSE", "Hide playlist", "Show playlist")
    assert not app.shows("Playlist tips")


# --- what is over the picture


def test_facts_and_sizes_of_a_video(app: AppDriver) -> None:
    app.tap("Ant", "Pause")
    option(app, "Video information")
    assert app.shows("Resolution: 320x240") and app.shows("Frame rate: 1")
    app.tap("stats_close")
    assert not app.shows("stats_close")
    app.long_press("player_resize")
    app.tap("16:9")
    assert app.shows("16:9")


@pytest.mark.parametrize(
    ("given", "video_lines", "audio_lines"),
    [
        (((0, 0), 0, 0, 0, 2), [], []),
        (((640, 480), 24, 1_500_000, 0, 2),
         ["Resolution: 640x480", "Frame rate: 24", "Bitrate: 1.5 Mb/s"], []),
        (((0, 0), 0, 128_000, 44_100, 1),
         [], ["Bitrate: 128 kb/s", "1 channel", "Sample rate: 44100 Hz"]),
    ],
)  # fmt: skip
def test_facts_in_words(
    given: tuple[tuple[int, int], float, int, int, int],
    video_lines: list[str],
    audio_lines: list[str],
) -> None:
    assert track_facts(*given) == (video_lines, audio_lines)
    assert rate(999_400) == "999 kb"


def test_the_screen_turns_as_the_settings_and_the_lock_say(phone: Phone, app: AppDriver) -> None:
    put(phone, screen_orientation="102")
    app.tap("Ant", "Pause")
    left, top, right, bottom = phone.screen
    assert right - left > bottom - top
    app.tap("orientation_toggle")  # locked as it is
    app.back()
    app.tap("Ant")
    left, top, right, bottom = phone.screen
    assert right - left > bottom - top
    app.back()
    left, top, right, bottom = phone.screen
    assert right - left < bottom - top


# --- settings


@pytest.mark.parametrize(
    ("button", "least", "most"), [("Resume", 15_000, 30_000), ("No", 0, 5_000)]
)
def test_a_video_asks_whether_it_goes_on(
    phone: Phone, app: AppDriver, button: str, least: int, most: int
) -> None:
    app.tap("Ant")
    phone.system.playback.of(PACKAGE).seek_to(15_000)
    app.back()
    put(phone, video_confirm_resume="2")
    app.tap("Ant")
    assert app.shows("Resume from last position?")
    app.tap(button.upper() if app.shows(button.upper()) else button)
    assert least <= phone.system.playback.of(PACKAGE).position_ms() <= most


def test_never_resumed_means_from_the_start(phone: Phone, app: AppDriver) -> None:
    app.tap("Ant")
    phone.system.playback.of(PACKAGE).seek_to(15_000)
    app.back()
    put(phone, video_confirm_resume="1")
    app.tap("Ant")
    assert phone.system.playback.of(PACKAGE).position_ms() < 5_000


def test_folders_are_left_out_of_the_library(app: AppDriver) -> None:
    app.tap("More", "SETTINGS", "Media library folders")
    app.scroll_to("VLCVideos")
    app.tap("VLCVideos")
    app.back(2)
    app.tap("Video")
    assert not app.shows("Ant")
    app.tap("More", "SETTINGS", "Media library folders")
    app.scroll_to("VLCVideos")
    app.tap("VLCVideos")
    app.back(2)
    app.tap("Video")
    assert app.shows("Ant")


def test_the_history_of_what_is_heard_goes_after_a_question(phone: Phone, app: AppDriver) -> None:
    app.tap("More", "SETTINGS")
    app.scroll_to("Audio play queue history")
    kept = phone.windows.host.context(PACKAGE).preferences()
    app.tap("Audio play queue history", "CANCEL")
    assert kept.get("audio_resume_playback") is None
    app.tap("Audio play queue history", "accept_button")
    assert kept.get("audio_resume_playback") is False


def test_what_was_heard_last_is_offered_at_the_next_start(phone: Phone, app: AppDriver) -> None:
    app.tap("More Actions", "Play as audio")
    app.stop()
    app.start(".StartActivity")
    assert app.shows("Resume playback of Ant?")
    app.tap(*(name for name in ("RESUME", "Resume") if app.shows(name)))
    assert phone.system.playback.of(PACKAGE).playing


def test_a_search_of_one_list_goes_on_everywhere(app: AppDriver) -> None:
    app.tap("Search…")
    app.type("be")
    app.tap("searchButton")
    assert app.text("search_edit_text") == "be" and app.shows("Bee")


def test_media_controls_offer_to_seek(phone: Phone, app: AppDriver) -> None:
    put(phone, show_seek_in_compact_notification=True)
    app.tap("Ant")
    assert {"rewind", "fast_forward"} <= phone.system.playback.of(PACKAGE).controls
