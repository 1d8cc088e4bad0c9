"""Tables of the media library, ``app_db/vlc_media.db``, version 36 of its schema.

Triggers keep counts and search indexes up to date, so that rows which adb adds or deletes have the
same effects as on a real phone.
"""

from __future__ import annotations

from typing import Final

__all__ = ["MODEL_VERSION", "SCHEMA"]

MODEL_VERSION: Final = 36

_TABLES: Final = """
CREATE TABLE Settings(db_model_version UNSIGNED INTEGER NOT NULL,
max_task_attempts UNSIGNED INTEGER NOT NULL, max_link_task_attempts UNSIGNED INTEGER NOT NULL);
INSERT INTO Settings VALUES (36, 2, 6);
CREATE TABLE Device(id_device INTEGER PRIMARY KEY AUTOINCREMENT, uuid TEXT COLLATE NOCASE,
scheme TEXT, is_removable BOOLEAN, is_present BOOLEAN, is_network BOOLEAN,
last_seen UNSIGNED INTEGER, UNIQUE(uuid,scheme) ON CONFLICT FAIL);
CREATE TABLE DeviceMountpoint(device_id INTEGER, mrl TEXT COLLATE NOCASE, last_seen INTEGER,
PRIMARY KEY(device_id, mrl) ON CONFLICT REPLACE,
FOREIGN KEY(device_id) REFERENCES Device(id_device) ON DELETE CASCADE);
CREATE TABLE Folder(id_folder INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT,
name TEXT COLLATE NOCASE, parent_id UNSIGNED INTEGER, is_banned BOOLEAN NOT NULL DEFAULT 0,
device_id UNSIGNED INTEGER, is_removable BOOLEAN NOT NULL,
nb_audio UNSIGNED INTEGER NOT NULL DEFAULT 0, nb_video UNSIGNED INTEGER NOT NULL DEFAULT 0,
FOREIGN KEY(parent_id) REFERENCES Folder(id_folder) ON DELETE CASCADE,
FOREIGN KEY(device_id) REFERENCES Device(id_device) ON DELETE CASCADE,
UNIQUE(path,device_id) ON CONFLICT FAIL);
CREATE TABLE Artist(id_artist INTEGER PRIMARY KEY AUTOINCREMENT,
name TEXT COLLATE NOCASE UNIQUE ON CONFLICT FAIL, shortbio TEXT,
nb_albums UNSIGNED INT DEFAULT 0, nb_tracks UNSIGNED INT DEFAULT 0, mb_id TEXT,
is_favorite BOOLEAN NOT NULL DEFAULT 0, is_present UNSIGNED INTEGER NOT NULL DEFAULT 0,
CHECK(is_present <= nb_tracks));
CREATE TABLE Genre(id_genre INTEGER PRIMARY KEY AUTOINCREMENT,
name TEXT COLLATE NOCASE UNIQUE ON CONFLICT FAIL, nb_tracks INTEGER NOT NULL DEFAULT 0,
is_present INTEGER NOT NULL DEFAULT 0 CHECK(is_present <= nb_tracks));
CREATE TABLE Album(id_album INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT COLLATE NOCASE,
artist_id UNSIGNED INTEGER, release_year UNSIGNED INTEGER, short_summary TEXT,
nb_tracks UNSIGNED INTEGER DEFAULT 0, duration UNSIGNED INTEGER NOT NULL DEFAULT 0,
nb_discs UNSIGNED INTEGER NOT NULL DEFAULT 1, is_favorite BOOLEAN NOT NULL DEFAULT 0,
is_present UNSIGNED INTEGER NOT NULL DEFAULT 0 CHECK(is_present <= nb_tracks),
FOREIGN KEY(artist_id) REFERENCES Artist(id_artist) ON DELETE CASCADE);
CREATE TABLE MediaGroup(id_group INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT COLLATE NOCASE,
nb_video UNSIGNED INTEGER DEFAULT 0, nb_audio UNSIGNED INTEGER DEFAULT 0,
nb_unknown UNSIGNED INTEGER DEFAULT 0, nb_seen UNSIGNED INTEGER DEFAULT 0,
nb_external UNSIGNED INTEGER DEFAULT 0,
nb_present_video UNSIGNED INTEGER DEFAULT 0 CHECK(nb_present_video <= nb_video),
nb_present_audio UNSIGNED INTEGER DEFAULT 0 CHECK(nb_present_audio <= nb_audio),
nb_present_unknown UNSIGNED INTEGER DEFAULT 0 CHECK(nb_present_unknown <= nb_unknown),
nb_present_seen UNSIGNED INTEGER DEFAULT 0 CHECK(nb_present_seen <= nb_seen),
duration INTEGER DEFAULT 0, creation_date INTEGER NOT NULL,
last_modification_date INTEGER NOT NULL, user_interacted BOOLEAN, forced_singleton BOOLEAN);
CREATE TABLE Media(id_media INTEGER PRIMARY KEY AUTOINCREMENT, type INTEGER,
subtype INTEGER NOT NULL DEFAULT 0, duration INTEGER DEFAULT -1, last_position REAL DEFAULT -1,
last_time INTEGER DEFAULT -1, play_count UNSIGNED INTEGER NOT NULL DEFAULT 0,
last_played_date UNSIGNED INTEGER, insertion_date UNSIGNED INTEGER,
release_date UNSIGNED INTEGER, title TEXT COLLATE NOCASE, filename TEXT COLLATE NOCASE,
is_favorite BOOLEAN NOT NULL DEFAULT 0, is_present BOOLEAN NOT NULL DEFAULT 1,
device_id INTEGER, nb_playlists UNSIGNED INTEGER NOT NULL DEFAULT 0,
folder_id UNSIGNED INTEGER, import_type UNSIGNED INTEGER NOT NULL, group_id UNSIGNED INTEGER,
forced_title BOOLEAN NOT NULL DEFAULT 0, artist_id UNSIGNED INTEGER, genre_id UNSIGNED INTEGER,
track_number UNSIGNED INTEGER, album_id UNSIGNED INTEGER, disc_number UNSIGNED INTEGER,
lyrics TEXT, FOREIGN KEY(group_id) REFERENCES MediaGroup(id_group) ON DELETE RESTRICT,
FOREIGN KEY(folder_id) REFERENCES Folder(id_folder),
FOREIGN KEY(artist_id) REFERENCES Artist(id_artist) ON DELETE SET NULL,
FOREIGN KEY(genre_id) REFERENCES Genre(id_genre) ON DELETE SET NULL,
FOREIGN KEY(album_id) REFERENCES Album(id_album) ON DELETE SET NULL);
CREATE TABLE Playlist(id_playlist INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT COLLATE NOCASE,
creation_date UNSIGNED INT NOT NULL, artwork_mrl TEXT, nb_video UNSIGNED INT NOT NULL DEFAULT 0,
nb_audio UNSIGNED INT NOT NULL DEFAULT 0, nb_unknown UNSIGNED INT NOT NULL DEFAULT 0,
nb_present_video UNSIGNED INT NOT NULL DEFAULT 0 CHECK(nb_present_video <= nb_video),
nb_present_audio UNSIGNED INT NOT NULL DEFAULT 0 CHECK(nb_present_audio <= nb_audio),
nb_present_unknown UNSIGNED INT NOT NULL DEFAULT 0 CHECK(nb_present_unknown <= nb_unknown),
duration UNSIGNED INT NOT NULL DEFAULT 0, nb_duration_unknown UNSIGNED INT NOT NULL DEFAULT 0);
CREATE TABLE File(id_file INTEGER PRIMARY KEY AUTOINCREMENT, media_id UNSIGNED INT DEFAULT NULL,
playlist_id UNSIGNED INT DEFAULT NULL, mrl TEXT, type UNSIGNED INTEGER,
last_modification_date UNSIGNED INT, size UNSIGNED INT, folder_id UNSIGNED INTEGER,
is_removable BOOLEAN NOT NULL, is_external BOOLEAN NOT NULL, is_network BOOLEAN NOT NULL,
FOREIGN KEY(media_id) REFERENCES Media(id_media) ON DELETE CASCADE,
FOREIGN KEY(playlist_id) REFERENCES Playlist(id_playlist) ON DELETE CASCADE,
FOREIGN KEY(folder_id) REFERENCES Folder(id_folder) ON DELETE CASCADE,
UNIQUE(mrl,folder_id) ON CONFLICT FAIL);
CREATE TABLE PlaylistMediaRelation(media_id INTEGER, playlist_id INTEGER, position INTEGER,
FOREIGN KEY(media_id) REFERENCES Media(id_media) ON DELETE NO ACTION,
FOREIGN KEY(playlist_id) REFERENCES Playlist(id_playlist) ON DELETE CASCADE);
CREATE TABLE MediaArtistRelation(media_id INTEGER NOT NULL, artist_id INTEGER,
PRIMARY KEY(media_id, artist_id),
FOREIGN KEY(media_id) REFERENCES Media(id_media) ON DELETE CASCADE,
FOREIGN KEY(artist_id) REFERENCES Artist(id_artist) ON DELETE CASCADE);
CREATE TABLE VideoTrack(id_track INTEGER PRIMARY KEY AUTOINCREMENT, codec TEXT,
width UNSIGNED INTEGER, height UNSIGNED INTEGER, fps_num UNSIGNED INTEGER,
fps_den UNSIGNED INTEGER, bitrate UNSIGNED INTEGER, sar_num UNSIGNED INTEGER,
sar_den UNSIGNED INTEGER, media_id UNSIGNED INT, language TEXT, description TEXT,
FOREIGN KEY(media_id) REFERENCES Media(id_media) ON DELETE CASCADE,
UNIQUE(media_id, language, description) ON CONFLICT FAIL);
CREATE TABLE AudioTrack(id_track INTEGER PRIMARY KEY AUTOINCREMENT, codec TEXT,
bitrate UNSIGNED INTEGER, samplerate UNSIGNED INTEGER, nb_channels UNSIGNED INTEGER,
language TEXT, description TEXT, media_id UNSIGNED INT, attached_file_id UNSIGNED INT,
FOREIGN KEY(media_id) REFERENCES Media(id_media) ON DELETE CASCADE,
FOREIGN KEY(attached_file_id) REFERENCES File(id_file) ON DELETE CASCADE,
UNIQUE(media_id, attached_file_id) ON CONFLICT FAIL);
CREATE TABLE SubtitleTrack(id_track INTEGER PRIMARY KEY AUTOINCREMENT, codec TEXT,
language TEXT, description TEXT, encoding TEXT, media_id UNSIGNED INT,
attached_file_id UNSIGNED INT,
FOREIGN KEY(media_id) REFERENCES Media(id_media) ON DELETE CASCADE,
FOREIGN KEY(attached_file_id) REFERENCES File(id_file) ON DELETE CASCADE,
UNIQUE(media_id, attached_file_id) ON CONFLICT FAIL);
CREATE TABLE Label(id_label INTEGER PRIMARY KEY AUTOINCREMENT,
name TEXT UNIQUE ON CONFLICT FAIL);
CREATE TABLE LabelFileRelation(label_id INTEGER, media_id INTEGER,
PRIMARY KEY(label_id, media_id),
FOREIGN KEY(label_id) REFERENCES Label(id_label) ON DELETE CASCADE,
FOREIGN KEY(media_id) REFERENCES Media(id_media) ON DELETE CASCADE);
CREATE TABLE Metadata(id_media INTEGER, entity_type INTEGER, type INTEGER, value TEXT,
PRIMARY KEY(id_media, entity_type, type));
CREATE TABLE Show(id_show INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT,
nb_episodes UNSIGNED INTEGER NOT NULL DEFAULT 0, release_date UNSIGNED INTEGER,
short_summary TEXT, tvdb_id TEXT,
is_present UNSIGNED INTEGER NOT NULL DEFAULT 0 CHECK(is_present <= nb_episodes));
CREATE TABLE ShowEpisode(id_episode INTEGER PRIMARY KEY AUTOINCREMENT,
media_id UNSIGNED INTEGER NOT NULL, episode_number UNSIGNED INT, season_number UNSIGNED INT,
episode_title TEXT, show_id UNSIGNED INT,
FOREIGN KEY(media_id) REFERENCES Media(id_media) ON DELETE CASCADE,
FOREIGN KEY(show_id) REFERENCES Show(id_show) ON DELETE CASCADE);
CREATE TABLE Movie(id_movie INTEGER PRIMARY KEY AUTOINCREMENT,
media_id UNSIGNED INTEGER NOT NULL, summary TEXT, imdb_id TEXT,
FOREIGN KEY(media_id) REFERENCES Media(id_media) ON DELETE CASCADE);
CREATE TABLE Chapter(id_chapter INTEGER PRIMARY KEY AUTOINCREMENT, offset INTEGER NOT NULL,
duration INTEGER NOT NULL, name TEXT, media_id INTEGER,
FOREIGN KEY(media_id) REFERENCES Media(id_media) ON DELETE CASCADE);
CREATE TABLE Bookmark(id_bookmark INTEGER PRIMARY KEY AUTOINCREMENT,
time UNSIGNED INTEGER NOT NULL, name TEXT, description TEXT, media_id UNSIGNED INTEGER NOT NULL,
creation_date UNSIGNED INTEGER NOT NULL, type UNSIGNED INTEGER NOT NULL,
FOREIGN KEY(media_id) REFERENCES Media(id_media), UNIQUE(time,media_id) ON CONFLICT FAIL);
CREATE TABLE Task(id_task INTEGER PRIMARY KEY AUTOINCREMENT,
step INTEGER NOT NULL DEFAULT 0, attempts_left INTEGER NOT NULL, type INTEGER NOT NULL,
mrl TEXT, file_type INTEGER NOT NULL, file_id UNSIGNED INTEGER,
parent_folder_id UNSIGNED INTEGER, link_to_id UNSIGNED INTEGER NOT NULL,
link_to_type UNSIGNED INTEGER NOT NULL, link_extra UNSIGNED INTEGER NOT NULL,
link_to_mrl TEXT NOT NULL,
UNIQUE(mrl,type, link_to_id, link_to_type, link_extra, link_to_mrl) ON CONFLICT FAIL,
FOREIGN KEY(parent_folder_id) REFERENCES Folder(id_folder) ON DELETE CASCADE,
FOREIGN KEY(file_id) REFERENCES File(id_file) ON DELETE CASCADE);
CREATE TABLE Thumbnail(id_thumbnail INTEGER PRIMARY KEY AUTOINCREMENT, mrl TEXT,
status UNSIGNED INTEGER NOT NULL, nb_attempts UNSIGNED INTEGER DEFAULT 0,
is_owned BOOLEAN NOT NULL, shared_counter INTEGER NOT NULL DEFAULT 0, file_size INTEGER,
hash TEXT);
CREATE TABLE ThumbnailLinking(entity_id UNSIGNED INTEGER NOT NULL,
entity_type UNSIGNED INTEGER NOT NULL, size_type UNSIGNED INTEGER NOT NULL,
thumbnail_id UNSIGNED INTEGER NOT NULL, origin UNSIGNED INT NOT NULL,
PRIMARY KEY(entity_id, entity_type, size_type),
FOREIGN KEY(thumbnail_id) REFERENCES Thumbnail(id_thumbnail) ON DELETE CASCADE);
CREATE TABLE ThumbnailCleanup(id_request INTEGER PRIMARY KEY AUTOINCREMENT, mrl TEXT);
CREATE VIRTUAL TABLE MediaFts USING FTS3(title,labels);
CREATE VIRTUAL TABLE PlaylistFts USING FTS3(name);
CREATE VIRTUAL TABLE FolderFts USING FTS3(name);
CREATE VIRTUAL TABLE MediaGroupFts USING FTS3(name);
CREATE VIRTUAL TABLE AlbumFts USING FTS3(title, artist);
CREATE VIRTUAL TABLE ArtistFts USING FTS3(name);
CREATE VIRTUAL TABLE GenreFts USING FTS3(name);
CREATE VIRTUAL TABLE ShowFts USING FTS3(title);
CREATE INDEX playlist_position_pl_id_index ON PlaylistMediaRelation(playlist_id, position);
CREATE INDEX playlist_rel_media_id_idx ON PlaylistMediaRelation(media_id);
CREATE INDEX file_media_id_index ON File(media_id);
CREATE INDEX media_group_id_idx ON Media(group_id);
CREATE INDEX media_types_idx ON Media(type, subtype);
CREATE INDEX folder_parent_id_idx ON Folder(parent_id)
"""

# A media group counts its media by type, and how many of them are present. `+ (new.type = 1)` adds
# 1 for a video, but NULL if the type is unknown, hence `IS`.
_COUNTED: Final = """
nb_video = {table}.nb_video {sign} ({row}.type IS 1),
nb_audio = {table}.nb_audio {sign} ({row}.type IS 2),
nb_unknown = {table}.nb_unknown {sign} ({row}.type IS 0),
nb_present_video = {table}.nb_present_video {sign} ({row}.type IS 1 AND {row}.is_present != 0),
nb_present_audio = {table}.nb_present_audio {sign} ({row}.type IS 2 AND {row}.is_present != 0),
nb_present_unknown = {table}.nb_present_unknown {sign} ({row}.type IS 0 AND {row}.is_present != 0)
"""
_SEEN: Final = """
nb_seen = {table}.nb_seen {sign} ({row}.play_count > 0),
nb_present_seen = {table}.nb_present_seen {sign} ({row}.play_count > 0 AND {row}.is_present != 0),
nb_external = {table}.nb_external {sign} ({row}.import_type != 0),
duration = {table}.duration {sign} max(ifnull({row}.duration, 0), 0)
"""
_IN_PLAYLIST: Final = """
duration = {table}.duration {sign} max(ifnull({row}.duration, 0), 0),
nb_duration_unknown = {table}.nb_duration_unknown {sign} (ifnull({row}.duration, 0) <= 0)
"""


def _fts(table: str, columns: str, key: str, fts_columns: str = "") -> str:
    """Return the triggers that keep a full-text search table up to date."""
    own = [f"new.{name}" for name in columns.split(",")]
    names = (fts_columns or columns).split(",")
    changes = ", ".join(f"{name} = {value}" for name, value in zip(names, own, strict=True))
    low = table.lower()
    return f"""
CREATE TRIGGER insert_{low}_fts AFTER INSERT ON {table} BEGIN
INSERT INTO {table}Fts(rowid, {", ".join(names)}) VALUES (new.{key}, {", ".join(own)}); END;
CREATE TRIGGER update_{low}_fts AFTER UPDATE OF {columns} ON {table} BEGIN
UPDATE {table}Fts SET {changes} WHERE rowid = new.{key}; END;
CREATE TRIGGER delete_{low}_fts BEFORE DELETE ON {table} BEGIN
DELETE FROM {table}Fts WHERE rowid = old.{key}; END;
"""


def _row(sign: str, row: str, *parts: str) -> str:
    table = "Playlist" if _IN_PLAYLIST in parts else "MediaGroup"
    return ", ".join(part.strip().format(sign=sign, row=row, table=table) for part in parts)


_TRIGGERS: Final = f"""
CREATE TRIGGER update_playlist_order_on_insert AFTER INSERT ON PlaylistMediaRelation
WHEN new.position IS NOT NULL BEGIN
UPDATE PlaylistMediaRelation SET position = position + 1
WHERE playlist_id = new.playlist_id AND position >= new.position AND rowid != new.rowid; END;
CREATE TRIGGER append_new_playlist_record AFTER INSERT ON PlaylistMediaRelation
WHEN new.position IS NULL BEGIN
UPDATE PlaylistMediaRelation SET position = (SELECT count(media_id) FROM PlaylistMediaRelation
WHERE playlist_id = new.playlist_id) - 1 WHERE rowid = new.rowid; END;
CREATE TRIGGER update_playlist_order_on_delete AFTER DELETE ON PlaylistMediaRelation BEGIN
UPDATE PlaylistMediaRelation SET position = position - 1
WHERE playlist_id = old.playlist_id AND position > old.position; END;
CREATE TRIGGER increment_media_nb_playlist AFTER INSERT ON PlaylistMediaRelation BEGIN
UPDATE Media SET nb_playlists = nb_playlists + 1 WHERE id_media = new.media_id; END;
CREATE TRIGGER decrement_media_nb_playlist AFTER DELETE ON PlaylistMediaRelation BEGIN
UPDATE Media SET nb_playlists = max(nb_playlists - 1, 0) WHERE id_media = old.media_id; END;
CREATE TRIGGER playlist_update_nb_media_on_insert AFTER INSERT ON PlaylistMediaRelation BEGIN
UPDATE Playlist SET {_row("+", "m", _COUNTED, _IN_PLAYLIST)}
FROM (SELECT * FROM Media WHERE id_media = new.media_id) AS m
WHERE id_playlist = new.playlist_id; END;
CREATE TRIGGER playlist_update_nb_media_on_delete AFTER DELETE ON PlaylistMediaRelation BEGIN
UPDATE Playlist SET {_row("-", "m", _COUNTED, _IN_PLAYLIST)}
FROM (SELECT * FROM Media WHERE id_media = old.media_id) AS m
WHERE id_playlist = old.playlist_id; END;
CREATE TRIGGER playlist_update_nb_media_on_media_deletion BEFORE DELETE ON Media
WHEN old.nb_playlists > 0 BEGIN
DELETE FROM PlaylistMediaRelation WHERE media_id = old.id_media; END;
CREATE TRIGGER playlist_update_on_media_change
AFTER UPDATE OF type, is_present, duration ON Media WHEN new.nb_playlists > 0 BEGIN
UPDATE Playlist SET {_row("-", "old", _COUNTED, _IN_PLAYLIST)} WHERE id_playlist IN
(SELECT playlist_id FROM PlaylistMediaRelation WHERE media_id = new.id_media);
UPDATE Playlist SET {_row("+", "new", _COUNTED, _IN_PLAYLIST)} WHERE id_playlist IN
(SELECT playlist_id FROM PlaylistMediaRelation WHERE media_id = new.id_media); END;
CREATE TRIGGER media_group_insert_media AFTER INSERT ON Media WHEN new.group_id IS NOT NULL BEGIN
UPDATE MediaGroup SET {_row("+", "new", _COUNTED, _SEEN)} WHERE id_group = new.group_id; END;
CREATE TRIGGER media_group_delete_media AFTER DELETE ON Media WHEN old.group_id IS NOT NULL BEGIN
UPDATE MediaGroup SET {_row("-", "old", _COUNTED, _SEEN)} WHERE id_group = old.group_id; END;
CREATE TRIGGER media_group_update_media
AFTER UPDATE OF group_id, type, is_present, play_count, import_type, duration ON Media BEGIN
UPDATE MediaGroup SET {_row("-", "old", _COUNTED, _SEEN)} WHERE id_group = old.group_id;
UPDATE MediaGroup SET {_row("+", "new", _COUNTED, _SEEN)} WHERE id_group = new.group_id; END;
CREATE TRIGGER media_group_delete_empty_group AFTER UPDATE OF nb_video, nb_audio, nb_unknown
ON MediaGroup WHEN new.nb_video = 0 AND new.nb_audio = 0 AND new.nb_unknown = 0
AND (SELECT count(*) FROM Media WHERE group_id = new.id_group) = 0 BEGIN
DELETE FROM MediaGroup WHERE id_group = new.id_group; END;
CREATE TRIGGER update_folder_nb_media_on_insert AFTER INSERT ON Media
WHEN new.folder_id IS NOT NULL BEGIN
UPDATE Folder SET nb_audio = nb_audio + (new.type IS 2), nb_video = nb_video + (new.type IS 1)
WHERE id_folder = new.folder_id; END;
CREATE TRIGGER update_folder_nb_media_on_delete AFTER DELETE ON Media
WHEN old.folder_id IS NOT NULL BEGIN
UPDATE Folder SET nb_audio = max(nb_audio - (old.type IS 2), 0),
nb_video = max(nb_video - (old.type IS 1), 0) WHERE id_folder = old.folder_id; END;
CREATE TRIGGER update_folder_nb_media_on_update AFTER UPDATE OF type, folder_id ON Media BEGIN
UPDATE Folder SET nb_audio = max(nb_audio - (old.type IS 2), 0),
nb_video = max(nb_video - (old.type IS 1), 0) WHERE id_folder = old.folder_id;
UPDATE Folder SET nb_audio = nb_audio + (new.type IS 2), nb_video = nb_video + (new.type IS 1)
WHERE id_folder = new.folder_id; END;
CREATE TRIGGER artist_genre_album_insert_media AFTER INSERT ON Media WHEN new.type = 2 BEGIN
UPDATE Artist SET nb_tracks = nb_tracks + 1, is_present = is_present + (new.is_present != 0)
WHERE id_artist = new.artist_id;
UPDATE Genre SET nb_tracks = nb_tracks + 1, is_present = is_present + (new.is_present != 0)
WHERE id_genre = new.genre_id;
UPDATE Album SET nb_tracks = nb_tracks + 1, is_present = is_present + (new.is_present != 0),
duration = duration + max(ifnull(new.duration, 0), 0) WHERE id_album = new.album_id; END;
CREATE TRIGGER artist_genre_album_delete_media AFTER DELETE ON Media WHEN old.type = 2 BEGIN
UPDATE Artist SET is_present = is_present - (old.is_present != 0), nb_tracks = nb_tracks - 1
WHERE id_artist = old.artist_id;
UPDATE Genre SET is_present = is_present - (old.is_present != 0), nb_tracks = nb_tracks - 1
WHERE id_genre = old.genre_id;
UPDATE Album SET is_present = is_present - (old.is_present != 0), nb_tracks = nb_tracks - 1,
duration = max(duration - max(ifnull(old.duration, 0), 0), 0) WHERE id_album = old.album_id;
DELETE FROM Album WHERE id_album = old.album_id AND nb_tracks = 0;
DELETE FROM Genre WHERE id_genre = old.genre_id AND nb_tracks = 0;
DELETE FROM Artist WHERE id_artist = old.artist_id AND nb_tracks = 0 AND NOT EXISTS
(SELECT 1 FROM Album WHERE artist_id = old.artist_id); END;
CREATE TRIGGER insert_album AFTER INSERT ON Album WHEN new.artist_id IS NOT NULL BEGIN
UPDATE Artist SET nb_albums = nb_albums + 1 WHERE id_artist = new.artist_id; END;
CREATE TRIGGER delete_album AFTER DELETE ON Album WHEN old.artist_id IS NOT NULL BEGIN
UPDATE Artist SET nb_albums = max(nb_albums - 1, 0) WHERE id_artist = old.artist_id; END;
CREATE TRIGGER insert_media_fts AFTER INSERT ON Media BEGIN
INSERT INTO MediaFts(rowid, title, labels) VALUES (new.id_media, new.title, ''); END;
CREATE TRIGGER update_media_title_fts AFTER UPDATE OF title ON Media BEGIN
UPDATE MediaFts SET title = new.title WHERE rowid = new.id_media; END;
CREATE TRIGGER delete_media_fts BEFORE DELETE ON Media BEGIN
DELETE FROM MediaFts WHERE rowid = old.id_media; END;
{_fts("Playlist", "name", "id_playlist")}{_fts("Folder", "name", "id_folder")}
{_fts("MediaGroup", "name", "id_group")}{_fts("Artist", "name", "id_artist")}
{_fts("Genre", "name", "id_genre")}{_fts("Show", "title", "id_show")}
{_fts("Album", "title", "id_album")}
"""

SCHEMA: Final = f"{_TABLES.strip()};{_TRIGGERS}"
"""Statements that create the tables, indexes and triggers."""
