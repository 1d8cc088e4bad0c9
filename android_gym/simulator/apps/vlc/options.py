"""Entries of the sheet for each kind of subject, in VLC's order."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.apps.vlc.actions import Actions, Option
from android_gym.simulator.apps.vlc.model import Media, Subject
from android_gym.simulator.apps.vlc.titles import media_kind

__all__ = ["options_of"]

_PLAY: Final[Option] = ("Play", "play_arrow", "play")
_FROM_START: Final[Option] = ("Play from start", "replay", "play_from_start")
_PLAY_ALL: Final[Option] = ("Play all", "playlist_play", "play_all")
_AS_AUDIO: Final[Option] = ("Play as audio", "headphones", "play_as_audio")
_APPEND: Final[Option] = ("Append", "playlist_plus", "append")
_NEXT: Final[Option] = ("Insert next", "playlist_play", "insert_next")
_SUBTITLES: Final[Option] = ("Download subtitles", "file_download", "subtitles")
_INFORMATION: Final[Option] = ("Information", "information_outline", "information")
_TO_PLAYLIST: Final[Option] = ("Add to playlist", "playlist_plus", "add_to_playlist")
_DELETE: Final[Option] = ("Delete", "delete", "delete")
_REMOVE: Final[Option] = ("Delete", "delete", "remove")
_SHARE: Final[Option] = ("Share", "share_variant", "share")
_TO_GROUP: Final[Option] = ("Add to video group", "folder_plus", "add_to_group")
_REGROUP: Final[Option] = ("Regroup automatically", "auto_fix", "regroup")
_RENAME: Final[Option] = ("Rename video group", "pencil", "rename")
_UNGROUP: Final[Option] = ("Ungroup", "ungroup", "ungroup")
_PLAYED: Final[Option] = ("Mark as played", "check", "played")
_NOT_PLAYED: Final[Option] = ("Mark as not played", "close", "not_played")
_ALL_PLAYED: Final[Option] = ("Mark all as played", "check_all", "played")
_PARENT: Final[Option] = ("Browse parent", "folder", "browse_parent")
_RINGTONE: Final[Option] = ("Set as ringtone", "bell", "ringtone")
_SHUFFLE: Final[Option] = ("Shuffle", "shuffle", "play_shuffled")
_ADD_FAVORITE: Final[Option] = ("Add to favorites", "star_outline", "favorite")
_NO_FAVORITE: Final[Option] = ("Remove from favorites", "star", "favorite")
_THIS_FOLDER: Final[Option] = ("Add this folder", "playlist_plus", "add_to_playlist")
_SUBFOLDERS: Final[Option] = ("Add this folder and subfolders", "playlist_plus", "add_subfolders")

_GROUP: Final = (_PLAY_ALL, _APPEND, _TO_PLAYLIST, _TO_GROUP, _RENAME, _UNGROUP, _ALL_PLAYED)
_SHELF: Final = (_PLAY, _SHUFFLE, _APPEND, _NEXT, _TO_PLAYLIST)
_PLAYLIST: Final = (_PLAY, _APPEND, _NEXT, _TO_PLAYLIST, _DELETE)
_IN_PLAYLIST: Final = (
    _APPEND, _NEXT, _INFORMATION, _TO_PLAYLIST, _RINGTONE, _REMOVE, _SHARE,
)  # fmt: skip


def options_of(screen: Actions[object], subject: Subject) -> list[Option]:
    """Return the entries of a subject's sheet; none if the subject no longer exists."""
    match subject.kind:
        case "media" | "queue":
            media = screen.library.one(subject.number)
            return [] if media is None else _of_media(media)
        case "group":
            return list(_GROUP) if screen.library.group_name(subject.number) else []
        case "folder":
            return [_PLAY_ALL, _APPEND, _TO_PLAYLIST, _ALL_PLAYED]
        case "playlist":
            return list(_PLAYLIST) if screen.playlists.get(subject.number) is not None else []
        case "track":
            track = screen.playlists.track(subject.number, subject.position)
            if track is None:
                return []
            return [each for each in _IN_PLAYLIST if each != _RINGTONE or not track.media.is_video]
        case "file":
            return _of_file(subject.path)
        case "dir":
            favorite = _NO_FAVORITE if subject.path in screen.favorites() else _ADD_FAVORITE
            return [_PLAY, _APPEND, favorite, _DELETE, _THIS_FOLDER, _SUBFOLDERS]
    return list(_SHELF)


def _of_media(media: Media) -> list[Option]:
    if not media.is_video:
        return [_PLAY_ALL, _APPEND, _NEXT, _INFORMATION, _TO_PLAYLIST, _RINGTONE, _DELETE, _SHARE,
                _PARENT]  # fmt: skip
    grouped = [_TO_GROUP, _REGROUP] if media.group_id else []
    return [
        _PLAY,
        *([_FROM_START] if media.last_time_ms > 0 else []),
        _PLAY_ALL,
        _AS_AUDIO,
        _APPEND,
        _NEXT,
        _SUBTITLES,
        _INFORMATION,
        _TO_PLAYLIST,
        _DELETE,
        _SHARE,
        *grouped,
        _NOT_PLAYED if media.play_count else _PLAYED,
        _PARENT,
    ]


def _of_file(path: str) -> list[Option]:
    kind = media_kind(path)
    if kind == "video":
        return [_PLAY_ALL, _AS_AUDIO, _APPEND, _SUBTITLES, _INFORMATION, _TO_PLAYLIST, _DELETE]
    if kind == "audio":
        return [_PLAY_ALL, _APPEND, _INFORMATION, _TO_PLAYLIST, _RINGTONE, _DELETE]
    return [_DELETE]
