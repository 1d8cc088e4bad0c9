"""Schema of the media provider's ``external.db``, as on Android 13."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.system.databases import Database

__all__ = ["COLLECTIONS", "COLUMNS", "DATABASE", "PACKAGE", "VERSION", "create"]

PACKAGE: Final = "com.google.android.providers.media.module"
DATABASE: Final = f"/data/user/0/{PACKAGE}/databases/external.db"
VERSION: Final = 1307

_FILES: Final = """CREATE TABLE files (_id INTEGER PRIMARY KEY AUTOINCREMENT,
_data TEXT UNIQUE COLLATE NOCASE, _size INTEGER, format INTEGER, parent INTEGER,
date_added INTEGER, date_modified INTEGER, mime_type TEXT, title TEXT, description TEXT,
_display_name TEXT, picasa_id TEXT, orientation INTEGER, latitude DOUBLE, longitude DOUBLE,
datetaken INTEGER, mini_thumb_magic INTEGER, bucket_id TEXT, bucket_display_name TEXT,
isprivate INTEGER, title_key TEXT, artist_id INTEGER, album_id INTEGER, composer TEXT,
track INTEGER, year INTEGER CHECK(year!=0), is_ringtone INTEGER, is_music INTEGER,
is_alarm INTEGER, is_notification INTEGER, is_podcast INTEGER, album_artist TEXT,
duration INTEGER, bookmark INTEGER, artist TEXT, album TEXT, resolution TEXT, tags TEXT,
category TEXT, language TEXT, mini_thumb_data TEXT, name TEXT, media_type INTEGER,
old_id INTEGER, is_drm INTEGER, width INTEGER, height INTEGER, title_resource_uri TEXT,
owner_package_name TEXT DEFAULT NULL, color_standard INTEGER, color_transfer INTEGER,
color_range INTEGER, _hash BLOB DEFAULT NULL, is_pending INTEGER DEFAULT 0,
is_download INTEGER DEFAULT 0, download_uri TEXT DEFAULT NULL, referer_uri TEXT DEFAULT NULL,
is_audiobook INTEGER DEFAULT 0, date_expires INTEGER DEFAULT NULL,
is_trashed INTEGER DEFAULT 0, group_id INTEGER DEFAULT NULL,
primary_directory TEXT DEFAULT NULL, secondary_directory TEXT DEFAULT NULL,
document_id TEXT DEFAULT NULL, instance_id TEXT DEFAULT NULL,
original_document_id TEXT DEFAULT NULL, relative_path TEXT DEFAULT NULL,
volume_name TEXT DEFAULT NULL, artist_key TEXT DEFAULT NULL, album_key TEXT DEFAULT NULL,
genre TEXT DEFAULT NULL, genre_key TEXT DEFAULT NULL, genre_id INTEGER,
author TEXT DEFAULT NULL, bitrate INTEGER DEFAULT NULL, capture_framerate REAL DEFAULT NULL,
cd_track_number TEXT DEFAULT NULL, compilation INTEGER DEFAULT NULL,
disc_number TEXT DEFAULT NULL, is_favorite INTEGER DEFAULT 0,
num_tracks INTEGER DEFAULT NULL, writer TEXT DEFAULT NULL,
exposure_time TEXT DEFAULT NULL, f_number TEXT DEFAULT NULL, iso INTEGER DEFAULT NULL,
scene_capture_type INTEGER DEFAULT NULL, generation_added INTEGER DEFAULT 0,
generation_modified INTEGER DEFAULT 0, xmp BLOB DEFAULT NULL,
_transcode_status INTEGER DEFAULT 0, _video_codec_type TEXT DEFAULT NULL,
_modifier INTEGER DEFAULT 0, is_recording INTEGER DEFAULT 0, redacted_uri_id TEXT DEFAULT NULL,
_user_id INTEGER DEFAULT 0, _special_format INTEGER DEFAULT NULL);
"""

_OF_ALL: Final = """_id _data _display_name _size mime_type title date_added date_modified
is_pending is_trashed is_favorite is_download date_expires owner_package_name relative_path
volume_name bucket_id bucket_display_name orientation datetaken duration width height resolution
document_id instance_id original_document_id group_id generation_added generation_modified
album album_artist artist author bitrate capture_framerate cd_track_number compilation composer
disc_number genre num_tracks writer xmp is_drm"""

_OF_AUDIO: Final = """title_key artist_id artist_key album_id album_key track year is_ringtone
is_music is_alarm is_notification is_podcast is_audiobook is_recording bookmark genre_id genre_key
title_resource_uri"""

_OF_IMAGES: Final = """description picasa_id isprivate latitude longitude mini_thumb_magic
exposure_time f_number iso scene_capture_type"""

_OF_VIDEOS: Final = """description isprivate tags category language latitude longitude
mini_thumb_magic bookmark color_standard color_transfer color_range"""

_OF_FILES: Final = "format parent media_type"
_OF_DOWNLOADS: Final = "download_uri referer_uri description"

COLUMNS: Final = {
    table: tuple(f"{_OF_ALL} {more}".split())
    for table, more in (
        ("audio", _OF_AUDIO),
        ("images", _OF_IMAGES),
        ("video", _OF_VIDEOS),
        ("downloads", _OF_DOWNLOADS),
        ("files", f"{_OF_FILES} {_OF_AUDIO}"),
    )
}
"""Columns of each view, and the visible columns of ``files``, in their order."""

_AND: Final = {
    "audio": "media_type = 2",
    "images": "media_type = 1",
    "video": "media_type = 3",
    "downloads": "is_download = 1",
}

_ALBUMS: Final = """CREATE VIEW audio_albums AS SELECT album_id, album, album_key,
MIN(year) AS minyear, MAX(year) AS maxyear, artist, artist_id, artist_key,
COUNT(*) AS numsongs, COUNT(DISTINCT artist_id) AS numsongs_by_artist, NULL AS album_art
FROM audio WHERE is_music = 1 AND volume_name IN ('external_primary') GROUP BY album_id;
"""

_ARTISTS: Final = """CREATE VIEW audio_artists AS SELECT artist_id AS _id, artist, artist_key,
COUNT(DISTINCT album_id) AS number_of_albums, COUNT(*) AS number_of_tracks
FROM audio WHERE is_music = 1 AND volume_name IN ('external_primary') GROUP BY artist_id;
"""

_GENRES: Final = """CREATE VIEW audio_genres AS SELECT genre_id AS _id, genre AS name
FROM audio WHERE is_music = 1 AND volume_name IN ('external_primary') AND genre_id IS NOT NULL
GROUP BY genre_id;
"""

COLLECTIONS: Final = {
    "images/media": "images",
    "audio/media": "audio",
    "video/media": "video",
    "downloads": "downloads",
    "file": "files",
    "audio/albums": "audio_albums",
    "audio/artists": "audio_artists",
    "audio/genres": "audio_genres",
}
"""Table or view by the path after the volume in a URI."""


def create(database: Database) -> None:
    """Create the tables and views in an empty database."""
    database.script(
        "CREATE TABLE android_metadata (locale TEXT);\n"
        "INSERT INTO android_metadata VALUES ('en_US');\n"
        "CREATE TABLE thumbnails (_id INTEGER PRIMARY KEY, _data TEXT, image_id INTEGER, "
        "kind INTEGER, width INTEGER, height INTEGER);\n"
        "CREATE TABLE local_metadata (generation INTEGER DEFAULT 0);\n"
        "INSERT INTO local_metadata VALUES (0);\n" + _FILES
    )
    for view, where in _AND.items():
        columns = ", ".join(COLUMNS[view])
        database.execute(f"CREATE VIEW {view} AS SELECT {columns} FROM files WHERE {where}")
    for statement in (_ALBUMS, _ARTISTS, _GENRES):
        database.execute(statement)
    for name, columns in (
        ("album_id_idx", "album_id"),
        ("artist_id_idx", "artist_id"),
        ("bucket_index", "bucket_id, media_type, datetaken, _id"),
        ("media_type_index", "media_type"),
    ):
        database.execute(f"CREATE INDEX {name} ON files({columns})")
