"""VLC's storage: the library's database, the preferences, and the state after installation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from android_gym.errors import DatabaseError
from android_gym.simulator.appkit.storage_access import allow_all_files, forbid_all_files
from android_gym.simulator.apps.vlc.favorites import Favorites
from android_gym.simulator.apps.vlc.model import Grouping
from android_gym.simulator.apps.vlc.schema import SCHEMA
from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context

__all__ = [
    "DEFAULTS",
    "changing",
    "grouping",
    "install",
    "is_on",
    "keep_grouping",
    "library_database",
    "setting",
]

_DATABASE: Final = "app_db/vlc_media.db"

DEFAULTS: Final[Mapping[str, str | bool]] = {
    "app_onboarding_done": False,
    "fragment_id": "nav_video",
    "auto_rescan": True,
    "playback_history": True,
    "video_resume_playback": True,
    "audio_resume_playback": True,
    "resume_playback": True,
    "playback_speed": False,
    "playback_speed_video": False,
    "video_display_in_cards": True,
    "display_mode_playlists": True,
    "video_min_group_length": "6",
    "video_sort": "name",
    "video_sort_desc": False,
    "audio_sort": "name",
    "audio_sort_desc": False,
    "browser_sort": "filename",
    "browser_sort_desc": False,
    "playlists_sort": "name",
    "playlists_sort_desc": False,
    "browser_show_all_files": True,
    "browser_show_hidden_files": False,
    "media_seen": True,
    "show_video_thumbnails": True,
    "force_play_all_video": False,
    "force_play_all_audio": False,
    "video_confirm_resume": "0",
    "video_action_switch": "0",
    "screen_orientation": "99",
    "app_theme": "-1",
    "audio_player_tips_shown": False,
    "audio_resume_card": True,
    "playlist_tips_shown": False,
    "list_title_ellipsize": "0",
    "lock_use_sensor": True,
    "show_seek_in_compact_notification": False,
    "video_transition_show": True,
    "audio_play_progress_mode": "0",
    "albums_show_track_numbers": True,
    "video_player_tips_shown": False,
    "artists_show_all": False,
}
"""Preferences that change what the app does, with their default values."""

_GROUPINGS: Final[Mapping[str, Grouping]] = {"-1": "none", "0": "folder", "6": "name"}


def setting(context: Context, key: str) -> str:
    """Return a string preference; its default if a value of another type is stored."""
    return context.preferences().get(key, str(DEFAULTS[key]))


def is_on(context: Context, key: str) -> bool:
    """Return a boolean preference."""
    return context.preferences().get(key, bool(DEFAULTS[key]))


def grouping(context: Context) -> Grouping:
    """Return how videos are grouped."""
    return _GROUPINGS.get(setting(context, "video_min_group_length"), "name")


def keep_grouping(context: Context, value: Grouping) -> None:
    """Store how videos are grouped."""
    kept = next(key for key, name in _GROUPINGS.items() if name == value)
    context.preferences().put(video_min_group_length=kept)


def library_database(context: Context) -> Database:
    """Open the library's database; create it if it's missing."""
    return context.database(
        f"{context.data_dir}/{_DATABASE}", create=lambda database: database.script(SCHEMA), wal=True
    )


def install(context: Context, *, cleared: bool) -> None:
    """Skip the first start and grant all files access, as on the prepared image; not if cleared."""
    if cleared:
        forbid_all_files(context)
        return
    allow_all_files(context)
    context.preferences().put(
        first_run=1, app_onboarding_done=True, ml_scan=0, fragment_id="nav_video"
    )
    files, videos = context.system.files, "/storage/emulated/0/VLCVideos"
    if not files.exists(videos):
        files.mkdir(videos, owner=context.uid)
    library_database(context)
    Favorites(context)
    context.system.databases.close_owner(context.package)


@contextmanager
def changing(database: Database) -> Iterator[None]:
    """Change the library in one transaction, which is undone if it violates a constraint.

    VLC's medialibrary logs such an error and goes on, so damaged rows never crash the app.
    """
    try:
        with database.transaction():
            yield
    except DatabaseError as error:
        if error.exception != "SQLiteConstraintException":
            raise
