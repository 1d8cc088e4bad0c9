"""``contacts2.db`` and ``calllog.db``: the core tables and views of Android 13's providers."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context

__all__ = ["CALL_COLUMNS", "ITEM", "install", "open_calls", "open_contacts"]

CONTACTS_VERSION, CALLS_VERSION = 1604, 11
ITEM: Final = "vnd.android.cursor.item"

_MIMETYPES = (
    "email_v2", "im", "nickname", "organization", "phone_v2", "sip_address", "name",
    "postal-address_v2", "identity", "photo", "group_membership", "note", "contact_event",
    "website", "relation",
)  # fmt: skip

_DATA_COLUMNS = ", ".join(
    [*(f"data{n} TEXT" for n in range(1, 15)), "data15 BLOB"]
    + [f"data_sync{n} TEXT" for n in range(1, 5)]
)
_SYNC = ", ".join(f"sync{n} TEXT" for n in range(1, 5))
_CONTACT_USE = """x_times_contacted INTEGER NOT NULL DEFAULT 0, x_last_time_contacted INTEGER,
times_contacted INTEGER NOT NULL DEFAULT 0, last_time_contacted INTEGER,
starred INTEGER NOT NULL DEFAULT 0, pinned INTEGER NOT NULL DEFAULT 0"""

_CONTACTS = f"""
CREATE TABLE android_metadata (locale TEXT);
INSERT INTO android_metadata VALUES ('en_US');
CREATE TABLE properties (property_key TEXT PRIMARY KEY, property_value TEXT);
CREATE TABLE accounts (_id INTEGER PRIMARY KEY AUTOINCREMENT, account_name TEXT,
account_type TEXT, data_set TEXT, sim_slot_index INTEGER, sim_ef_type INTEGER,
ungrouped_visible INTEGER NOT NULL DEFAULT 0, should_sync INTEGER NOT NULL DEFAULT 1,
x_is_default INTEGER NOT NULL DEFAULT 0);
INSERT INTO accounts (account_name) VALUES (NULL);
CREATE TABLE contacts (_id INTEGER PRIMARY KEY AUTOINCREMENT, name_raw_contact_id INTEGER,
photo_id INTEGER, photo_file_id INTEGER, custom_ringtone TEXT,
send_to_voicemail INTEGER NOT NULL DEFAULT 0, {_CONTACT_USE},
has_phone_number INTEGER NOT NULL DEFAULT 0, lookup TEXT, status_update_id INTEGER,
contact_last_updated_timestamp INTEGER);
CREATE INDEX contacts_has_phone_index ON contacts (has_phone_number);
CREATE INDEX contacts_name_raw_contact_id_index ON contacts (name_raw_contact_id);
CREATE TABLE raw_contacts (_id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER,
sourceid TEXT, backup_id TEXT, raw_contact_is_read_only INTEGER NOT NULL DEFAULT 0,
version INTEGER NOT NULL DEFAULT 1, dirty INTEGER NOT NULL DEFAULT 0,
deleted INTEGER NOT NULL DEFAULT 0, metadata_dirty INTEGER NOT NULL DEFAULT 0,
contact_id INTEGER, aggregation_mode INTEGER NOT NULL DEFAULT 0,
aggregation_needed INTEGER NOT NULL DEFAULT 1, custom_ringtone TEXT,
send_to_voicemail INTEGER NOT NULL DEFAULT 0, {_CONTACT_USE}, display_name TEXT,
display_name_alt TEXT, display_name_source INTEGER NOT NULL DEFAULT 0, phonetic_name TEXT,
phonetic_name_style TEXT, sort_key TEXT, phonebook_label TEXT, phonebook_bucket INTEGER,
sort_key_alt TEXT, phonebook_label_alt TEXT, phonebook_bucket_alt INTEGER,
name_verified INTEGER NOT NULL DEFAULT 0, {_SYNC});
CREATE INDEX raw_contacts_contact_id_index ON raw_contacts (contact_id);
CREATE TABLE mimetypes (_id INTEGER PRIMARY KEY AUTOINCREMENT, mimetype TEXT NOT NULL);
CREATE UNIQUE INDEX mime_type ON mimetypes (mimetype);
CREATE TABLE data (_id INTEGER PRIMARY KEY AUTOINCREMENT, package_id INTEGER,
mimetype_id INTEGER NOT NULL, raw_contact_id INTEGER NOT NULL, hash_id TEXT,
is_read_only INTEGER NOT NULL DEFAULT 0, is_primary INTEGER NOT NULL DEFAULT 0,
is_super_primary INTEGER NOT NULL DEFAULT 0, data_version INTEGER NOT NULL DEFAULT 0,
{_DATA_COLUMNS}, carrier_presence INTEGER NOT NULL DEFAULT 0,
is_phone_account_migration_pending INTEGER NOT NULL DEFAULT 0,
preferred_phone_account_component_name TEXT, preferred_phone_account_id TEXT);
CREATE INDEX data_raw_contact_id ON data (raw_contact_id);
CREATE INDEX data_mimetype_data1_index ON data (mimetype_id, data1);
CREATE TABLE phone_lookup (data_id INTEGER PRIMARY KEY NOT NULL, raw_contact_id INTEGER NOT NULL,
normalized_number TEXT NOT NULL, min_match TEXT NOT NULL);
CREATE INDEX phone_lookup_index ON phone_lookup (normalized_number, raw_contact_id, data_id);
CREATE INDEX phone_lookup_min_match_index ON phone_lookup (min_match, raw_contact_id, data_id);
CREATE TABLE name_lookup (data_id INTEGER NOT NULL, raw_contact_id INTEGER NOT NULL,
normalized_name TEXT NOT NULL, name_type INTEGER NOT NULL,
PRIMARY KEY (data_id, normalized_name, name_type));
CREATE TABLE groups (_id INTEGER PRIMARY KEY AUTOINCREMENT, package_id INTEGER,
account_id INTEGER, sourceid TEXT, version INTEGER NOT NULL DEFAULT 1,
dirty INTEGER NOT NULL DEFAULT 0, title TEXT, title_res INTEGER, notes TEXT, system_id TEXT,
deleted INTEGER NOT NULL DEFAULT 0, group_visible INTEGER NOT NULL DEFAULT 0,
should_sync INTEGER NOT NULL DEFAULT 1, auto_add INTEGER NOT NULL DEFAULT 0,
favorites INTEGER NOT NULL DEFAULT 0, group_is_read_only INTEGER NOT NULL DEFAULT 0, {_SYNC});
CREATE TABLE packages (_id INTEGER PRIMARY KEY AUTOINCREMENT, package TEXT NOT NULL);
CREATE TABLE agg_exceptions (_id INTEGER PRIMARY KEY AUTOINCREMENT, type INTEGER NOT NULL,
raw_contact_id1 INTEGER, raw_contact_id2 INTEGER);
CREATE TABLE default_directory (_id INTEGER PRIMARY KEY);
CREATE TABLE visible_contacts (_id INTEGER PRIMARY KEY);
CREATE TABLE deleted_contacts (contact_id INTEGER PRIMARY KEY,
contact_deleted_timestamp INTEGER NOT NULL DEFAULT 0);
CREATE TABLE status_updates (status_update_data_id INTEGER PRIMARY KEY, status TEXT,
status_ts INTEGER, status_res_package TEXT, status_label INTEGER, status_icon INTEGER);
CREATE TABLE data_usage_stat (stat_id INTEGER PRIMARY KEY AUTOINCREMENT,
data_id INTEGER NOT NULL, usage_type INTEGER NOT NULL DEFAULT 0,
x_times_used INTEGER NOT NULL DEFAULT 0, x_last_time_used INTEGER NOT NULL DEFAULT 0,
times_used INTEGER NOT NULL DEFAULT 0, last_time_used INTEGER NOT NULL DEFAULT 0);
CREATE TABLE photo_files (_id INTEGER PRIMARY KEY AUTOINCREMENT, height INTEGER NOT NULL,
width INTEGER NOT NULL, filesize INTEGER NOT NULL);
CREATE TRIGGER raw_contacts_deleted BEFORE DELETE ON raw_contacts BEGIN
DELETE FROM data WHERE raw_contact_id = OLD._id;
DELETE FROM agg_exceptions WHERE raw_contact_id1 = OLD._id OR raw_contact_id2 = OLD._id;
DELETE FROM visible_contacts WHERE _id = OLD.contact_id AND
(SELECT COUNT(*) FROM raw_contacts WHERE contact_id = OLD.contact_id) = 1;
DELETE FROM default_directory WHERE _id = OLD.contact_id AND
(SELECT COUNT(*) FROM raw_contacts WHERE contact_id = OLD.contact_id) = 1;
DELETE FROM contacts WHERE _id = OLD.contact_id AND
(SELECT COUNT(*) FROM raw_contacts WHERE contact_id = OLD.contact_id) = 1; END;
CREATE TRIGGER raw_contacts_marked_deleted AFTER UPDATE ON raw_contacts BEGIN
UPDATE raw_contacts SET version = OLD.version + 1
WHERE _id = OLD._id AND NEW.deleted != OLD.deleted; END;
CREATE TRIGGER data_updated AFTER UPDATE ON data BEGIN
UPDATE data SET data_version = OLD.data_version + 1 WHERE _id = OLD._id;
UPDATE raw_contacts SET version = version + 1 WHERE _id = OLD.raw_contact_id; END;
CREATE TRIGGER data_deleted BEFORE DELETE ON data BEGIN
UPDATE raw_contacts SET version = version + 1 WHERE _id = OLD.raw_contact_id;
DELETE FROM phone_lookup WHERE data_id = OLD._id;
DELETE FROM status_updates WHERE status_update_data_id = OLD._id;
DELETE FROM name_lookup WHERE data_id = OLD._id; END;
CREATE VIEW view_raw_contacts AS SELECT raw_contacts._id AS _id, contact_id, aggregation_mode,
raw_contact_is_read_only, deleted, display_name_source, display_name, display_name_alt,
phonetic_name, phonetic_name_style, sort_key, phonebook_label, phonebook_bucket, sort_key_alt,
phonebook_label_alt, phonebook_bucket_alt, custom_ringtone, send_to_voicemail, times_contacted,
last_time_contacted, starred, pinned, account_name, account_type, data_set, sourceid, backup_id,
version, dirty, sync1, sync2, sync3, sync4
FROM raw_contacts JOIN accounts ON raw_contacts.account_id = accounts._id;
CREATE VIEW view_contacts AS SELECT contacts._id AS _id, contacts.custom_ringtone AS
custom_ringtone, name.display_name_source AS display_name_source, name.display_name AS
display_name, name.display_name_alt AS display_name_alt, name.phonetic_name AS phonetic_name,
name.phonetic_name_style AS phonetic_name_style, name.sort_key AS sort_key,
name.phonebook_label AS phonebook_label, name.phonebook_bucket AS phonebook_bucket,
name.sort_key_alt AS sort_key_alt, name.phonebook_label_alt AS phonebook_label_alt,
name.phonebook_bucket_alt AS phonebook_bucket_alt, has_phone_number, name_raw_contact_id, lookup,
photo_id, photo_file_id, contacts.send_to_voicemail AS send_to_voicemail,
contacts.last_time_contacted AS last_time_contacted, contacts.starred AS starred,
contacts.pinned AS pinned, contacts.times_contacted AS times_contacted,
contact_last_updated_timestamp, 1 AS in_visible_group, 1 AS in_default_directory,
NULL AS photo_uri, NULL AS photo_thumb_uri, 0 AS is_user_profile
FROM contacts JOIN raw_contacts AS name ON name_raw_contact_id = name._id;
CREATE VIEW view_data AS SELECT data._id AS _id, raw_contact_id, raw.contact_id AS contact_id,
mimetypes.mimetype AS mimetype, hash_id, is_primary, is_super_primary, data_version,
{", ".join(f"data{n}" for n in range(1, 16))},
{", ".join(f"data_sync{n}" for n in range(1, 5))}, carrier_presence,
accounts.account_name AS account_name, accounts.account_type AS account_type,
accounts.data_set AS data_set, name.display_name AS display_name,
name.display_name_alt AS display_name_alt, name.display_name_source AS display_name_source,
name.sort_key AS sort_key, name.sort_key_alt AS sort_key_alt,
name.phonebook_label AS phonebook_label, contacts.lookup AS lookup,
contacts.starred AS starred, contacts.has_phone_number AS has_phone_number,
contacts.photo_id AS photo_id, contacts.send_to_voicemail AS send_to_voicemail,
contacts.custom_ringtone AS custom_ringtone, contacts.times_contacted AS times_contacted,
contacts.last_time_contacted AS last_time_contacted, name_raw_contact_id
FROM data JOIN raw_contacts AS raw ON data.raw_contact_id = raw._id
JOIN accounts ON raw.account_id = accounts._id JOIN contacts ON raw.contact_id = contacts._id
JOIN raw_contacts AS name ON contacts.name_raw_contact_id = name._id
JOIN mimetypes ON data.mimetype_id = mimetypes._id;
CREATE VIEW view_v1_people AS SELECT raw._id AS _id, name.data1 AS name,
raw.display_name AS display_name, raw.phonetic_name AS phonetic_name, note.data1 AS notes,
accounts.account_name AS account_name, accounts.account_type AS account_type,
raw.times_contacted AS times_contacted, raw.last_time_contacted AS last_time_contacted,
raw.custom_ringtone AS custom_ringtone, raw.send_to_voicemail AS send_to_voicemail,
raw.starred AS starred, organization.data1 AS primary_organization,
email.data1 AS primary_email, phone._id AS primary_phone, phone.data1 AS number,
phone.data2 AS type, phone.data3 AS label, phone_lookup.normalized_number AS number_key
FROM raw_contacts AS raw JOIN accounts ON raw.account_id = accounts._id
LEFT JOIN data AS name ON name.raw_contact_id = raw._id AND name.mimetype_id =
(SELECT _id FROM mimetypes WHERE mimetype = '{ITEM}/name')
LEFT JOIN data AS organization ON organization.raw_contact_id = raw._id AND
organization.is_primary AND organization.mimetype_id =
(SELECT _id FROM mimetypes WHERE mimetype = '{ITEM}/organization')
LEFT JOIN data AS email ON email.raw_contact_id = raw._id AND email.is_primary AND
email.mimetype_id = (SELECT _id FROM mimetypes WHERE mimetype = '{ITEM}/email_v2')
LEFT JOIN data AS note ON note.raw_contact_id = raw._id AND note.mimetype_id =
(SELECT _id FROM mimetypes WHERE mimetype = '{ITEM}/note')
LEFT JOIN data AS phone ON phone.raw_contact_id = raw._id AND phone.is_primary AND
phone.mimetype_id = (SELECT _id FROM mimetypes WHERE mimetype = '{ITEM}/phone_v2')
LEFT JOIN phone_lookup ON phone_lookup.data_id = phone._id WHERE raw.deleted = 0;
CREATE VIEW view_v1_phones AS SELECT DISTINCT data._id AS _id, data.raw_contact_id AS person,
data.is_primary AS isprimary, data.data1 AS number, data.data2 AS type, data.data3 AS label,
phone_lookup.normalized_number AS number_key, people.name AS name,
people.display_name AS display_name, people.phonetic_name AS phonetic_name, people.notes AS notes,
people.account_name AS account_name, people.account_type AS account_type,
people.times_contacted AS times_contacted, people.last_time_contacted AS last_time_contacted,
people.custom_ringtone AS custom_ringtone, people.send_to_voicemail AS send_to_voicemail,
people.starred AS starred, people.primary_organization AS primary_organization,
people.primary_email AS primary_email, people.primary_phone AS primary_phone
FROM data JOIN phone_lookup ON data._id = phone_lookup.data_id
JOIN view_v1_people AS people ON people._id = data.raw_contact_id;
""" + "".join(
    f"INSERT INTO mimetypes (mimetype) VALUES ('{ITEM}/{name}');\n" for name in _MIMETYPES
)  # fmt: skip

_CALLS = """_id INTEGER PRIMARY KEY AUTOINCREMENT,number TEXT,
presentation INTEGER NOT NULL DEFAULT 1,post_dial_digits TEXT NOT NULL DEFAULT '',
via_number TEXT NOT NULL DEFAULT '',date INTEGER,duration INTEGER,data_usage INTEGER,type INTEGER,
features INTEGER NOT NULL DEFAULT 0,subscription_component_name TEXT,subscription_id TEXT,
phone_account_address TEXT,phone_account_hidden INTEGER NOT NULL DEFAULT 0,
sub_id INTEGER DEFAULT -1,new INTEGER,name TEXT,numbertype INTEGER,numberlabel TEXT,
countryiso TEXT,voicemail_uri TEXT,is_read INTEGER,geocoded_location TEXT,lookup_uri TEXT,
matched_number TEXT,normalized_number TEXT,photo_id INTEGER NOT NULL DEFAULT 0,photo_uri TEXT,
formatted_number TEXT,add_for_all_users INTEGER NOT NULL DEFAULT 1,last_modified INTEGER DEFAULT 0,
call_screening_component_name TEXT,call_screening_app_name TEXT,
block_reason INTEGER NOT NULL DEFAULT 0,missed_reason INTEGER NOT NULL DEFAULT 0,
priority INTEGER NOT NULL DEFAULT 0,subject TEXT,location TEXT,composer_photo_uri TEXT,
is_call_log_phone_account_migration_pending INTEGER NOT NULL DEFAULT 0"""
CALL_COLUMNS = tuple(column.split()[0] for column in _CALLS.split(","))
"""Columns of ``calls``, in order."""


def _create_contacts(database: Database) -> None:
    database.script(_CONTACTS)


def _create_calls(database: Database) -> None:
    database.script(
        "CREATE TABLE android_metadata (locale TEXT);"
        "INSERT INTO android_metadata VALUES ('en_US');"
        f"CREATE TABLE calls ({_CALLS});"
        "CREATE TABLE properties (property_key TEXT PRIMARY KEY, property_value TEXT);"
    )


def _drop(database: Database) -> None:
    kinds = database.query(
        "SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' "
        "AND type IN ('table', 'view') ORDER BY type DESC"
    )
    for kind, name in kinds:
        database.execute(f'DROP {kind} IF EXISTS "{name}"')


def _upgrade_contacts(database: Database, old: int, new: int) -> None:
    _drop(database)
    _create_contacts(database)


def _upgrade_calls(database: Database, old: int, new: int) -> None:
    _drop(database)
    _create_calls(database)


def open_contacts(context: Context) -> Database:
    """Open ``contacts2.db``; create it if it's missing."""
    return context.database(
        "contacts2.db",
        wal=True,
        version=CONTACTS_VERSION,
        create=_create_contacts,
        upgrade=_upgrade_contacts,
    )


def open_calls(context: Context) -> Database:
    """Open ``calllog.db``; create it if it's missing."""
    return context.database(
        "calllog.db",
        wal=True,
        version=CALLS_VERSION,
        create=_create_calls,
        upgrade=_upgrade_calls,
    )


def install(context: Context, *, cleared: bool) -> None:
    """Create the empty databases."""
    open_contacts(context)
    open_calls(context)
    context.system.databases.close_owner(context.package)
