"""``mmssms.db``: tables, views and triggers of Android 13's MmsSmsDatabaseHelper."""

from __future__ import annotations

from android_gym.errors import DatabaseCorruptError, DatabaseError
from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context

__all__ = ["MESSAGE_COLUMNS", "PDU_COLUMNS", "THREAD_COLUMNS", "install", "open_database"]

SCHEMA_VERSION = 67

_SMS = """_id INTEGER PRIMARY KEY,thread_id INTEGER,address TEXT,person INTEGER,date INTEGER,
date_sent INTEGER DEFAULT 0,protocol INTEGER,read INTEGER DEFAULT 0,status INTEGER DEFAULT -1,
type INTEGER,reply_path_present INTEGER,subject TEXT,body TEXT,service_center TEXT,
locked INTEGER DEFAULT 0,sub_id INTEGER DEFAULT -1,error_code INTEGER DEFAULT -1,creator TEXT,
seen INTEGER DEFAULT 0"""
_THREADS = """_id INTEGER PRIMARY KEY AUTOINCREMENT,date INTEGER DEFAULT 0,
message_count INTEGER DEFAULT 0,recipient_ids TEXT,snippet TEXT,snippet_cs INTEGER DEFAULT 0,
read INTEGER DEFAULT 1,archived INTEGER DEFAULT 0,type INTEGER DEFAULT 0,error INTEGER DEFAULT 0,
has_attachment INTEGER DEFAULT 0"""
_PDU = """_id INTEGER PRIMARY KEY AUTOINCREMENT,thread_id INTEGER,date INTEGER,
date_sent INTEGER DEFAULT 0,msg_box INTEGER,read INTEGER DEFAULT 0,m_id TEXT,sub TEXT,
sub_cs INTEGER,ct_t TEXT,ct_l TEXT,exp INTEGER,m_cls TEXT,m_type INTEGER,v INTEGER,m_size INTEGER,
pri INTEGER,rr INTEGER,rpt_a INTEGER,resp_st INTEGER,st INTEGER,tr_id TEXT,retr_st INTEGER,
retr_txt TEXT,retr_txt_cs INTEGER,read_status INTEGER,ct_cls INTEGER,resp_txt TEXT,d_tm INTEGER,
d_rpt INTEGER,locked INTEGER DEFAULT 0,sub_id INTEGER DEFAULT -1,seen INTEGER DEFAULT 0,
creator TEXT,text_only INTEGER DEFAULT 0"""


def _names(columns: str) -> tuple[str, ...]:
    return tuple(column.split()[0] for column in columns.split(","))


MESSAGE_COLUMNS = _names(_SMS)
"""Columns of ``sms``, in order."""

_NO_MESSAGES = f"SELECT {', '.join(MESSAGE_COLUMNS)} FROM sms LIMIT 0"
"""Returns no rows, and fails if a column is missing."""

THREAD_COLUMNS = _names(_THREADS)
"""Columns of ``threads``, in order."""

PDU_COLUMNS = _names(_PDU)
"""Columns of ``pdu`` (MMS), in order."""

_COUNT = """UPDATE threads SET message_count =
(SELECT COUNT(sms._id) FROM sms WHERE thread_id = new.thread_id AND sms.type != 3) +
(SELECT COUNT(pdu._id) FROM pdu WHERE thread_id = new.thread_id
 AND (m_type=132 OR m_type=130 OR m_type=128) AND msg_box != 3)
WHERE threads._id = new.thread_id;"""
_SMS_READ = """UPDATE threads SET read = CASE
(SELECT COUNT(*) FROM sms WHERE read = 0 AND thread_id = threads._id) WHEN 0 THEN 1 ELSE 0 END
WHERE threads._id = new.thread_id;"""
_SMS_CHANGED = f"""BEGIN UPDATE threads SET date = (strftime('%s','now') * 1000),
snippet = new.body, snippet_cs = 0 WHERE threads._id = new.thread_id;
{_COUNT} {_SMS_READ} END"""
_PDU_READ = _SMS_READ.replace("FROM sms", "FROM pdu").replace(
    "read = 0 AND", "read = 0 AND (m_type=132 OR m_type=130 OR m_type=128) AND"
)
_PDU_CHANGED = f"""WHEN new.m_type=132 OR new.m_type=130 OR new.m_type=128 BEGIN
UPDATE threads SET date = (strftime('%s','now') * 1000), snippet = new.sub,
snippet_cs = new.sub_cs WHERE threads._id = new.thread_id; {_COUNT} {_PDU_READ} END"""
_ATTACHMENT = """UPDATE threads SET has_attachment = CASE (SELECT COUNT(*) FROM part JOIN pdu
WHERE pdu.thread_id = threads._id AND part.ct != 'text/plain' AND part.ct != 'application/smil'
AND part.mid = pdu._id) WHEN 0 THEN 0 ELSE 1 END"""

_SCHEMA = f"""
CREATE TABLE android_metadata (locale TEXT);
INSERT INTO android_metadata VALUES ('en_US');
CREATE TABLE pdu ({_PDU});
CREATE TABLE addr (_id INTEGER PRIMARY KEY,msg_id INTEGER,contact_id INTEGER,address TEXT,
type INTEGER,charset INTEGER);
CREATE TABLE part (_id INTEGER PRIMARY KEY AUTOINCREMENT,mid INTEGER,seq INTEGER DEFAULT 0,ct TEXT,
name TEXT,chset INTEGER,cd TEXT,fn TEXT,cid TEXT,cl TEXT,ctt_s INTEGER,ctt_t TEXT,_data TEXT,
text TEXT);
CREATE TABLE rate (sent_time INTEGER);
CREATE TABLE drm (_id INTEGER PRIMARY KEY,_data TEXT);
CREATE TABLE sms ({_SMS});
CREATE TABLE raw (_id INTEGER PRIMARY KEY,date INTEGER,reference_number INTEGER,count INTEGER,
sequence INTEGER,destination_port INTEGER,address TEXT,sub_id INTEGER DEFAULT -1,pdu TEXT,
deleted INTEGER DEFAULT 0,message_body TEXT,display_originating_addr TEXT);
CREATE TABLE attachments (sms_id INTEGER,content_url TEXT,offset INTEGER);
CREATE TABLE sr_pending (reference_number INTEGER,action TEXT,data TEXT);
CREATE TABLE canonical_addresses (_id INTEGER PRIMARY KEY AUTOINCREMENT,address TEXT);
CREATE TABLE threads ({_THREADS});
CREATE TABLE pending_msgs (_id INTEGER PRIMARY KEY,proto_type INTEGER,msg_id INTEGER,
msg_type INTEGER,err_type INTEGER,err_code INTEGER,retry_index INTEGER NOT NULL DEFAULT 0,
due_time INTEGER,pending_sub_id INTEGER DEFAULT 0,last_try INTEGER);
CREATE VIRTUAL TABLE words USING FTS3 (_id INTEGER PRIMARY KEY, index_text TEXT,
source_id INTEGER, table_to_use INTEGER);
CREATE VIEW sms_restricted AS SELECT * FROM sms WHERE type=1 OR type=2;
CREATE VIEW pdu_restricted AS SELECT * FROM pdu WHERE (msg_box=1 OR msg_box=2) AND (m_type!=130);
CREATE INDEX typeThreadIdIndex ON sms (type, thread_id);
CREATE INDEX threadIdDateIndex ON sms (thread_id, date);
CREATE INDEX partMidIndex ON part (mid);
CREATE INDEX addrMsgIdIndex ON addr (msg_id);
CREATE TRIGGER part_cleanup DELETE ON pdu BEGIN DELETE FROM part WHERE mid=old._id; END;
CREATE TRIGGER addr_cleanup DELETE ON pdu BEGIN DELETE FROM addr WHERE msg_id=old._id; END;
CREATE TRIGGER sms_words_update AFTER UPDATE ON sms BEGIN UPDATE words
SET index_text = NEW.body WHERE (source_id=NEW._id AND table_to_use=1); END;
CREATE TRIGGER sms_words_delete AFTER DELETE ON sms BEGIN DELETE FROM words
WHERE source_id = OLD._id AND table_to_use = 1; END;
CREATE TRIGGER sms_update_thread_on_insert AFTER INSERT ON sms {_SMS_CHANGED};
CREATE TRIGGER sms_update_thread_date_subject_on_update AFTER UPDATE OF date, body, type ON sms
{_SMS_CHANGED};
CREATE TRIGGER sms_update_thread_read_on_update AFTER UPDATE OF read ON sms BEGIN {_SMS_READ} END;
CREATE TRIGGER update_threads_error_on_update_sms AFTER UPDATE OF type ON sms
WHEN (OLD.type != 5 AND NEW.type = 5) OR (OLD.type = 5 AND NEW.type != 5) BEGIN
UPDATE threads SET error = CASE WHEN NEW.type = 5 THEN error + 1 ELSE error - 1 END
WHERE _id = NEW.thread_id; END;
CREATE TRIGGER pdu_update_thread_on_insert AFTER INSERT ON pdu {_PDU_CHANGED};
CREATE TRIGGER pdu_update_thread_date_subject_on_update AFTER UPDATE OF date, sub, msg_box ON pdu
{_PDU_CHANGED};
CREATE TRIGGER pdu_update_thread_read_on_update AFTER UPDATE OF read ON pdu
WHEN new.m_type=132 OR new.m_type=130 OR new.m_type=128 BEGIN {_PDU_READ} END;
CREATE TRIGGER update_threads_on_insert_part AFTER INSERT ON part
WHEN new.ct != 'text/plain' AND new.ct != 'application/smil'
BEGIN {_ATTACHMENT} WHERE _id IN (SELECT thread_id FROM pdu WHERE _id = new.mid); END;
CREATE TRIGGER update_threads_on_delete_part AFTER DELETE ON part
WHEN old.ct != 'text/plain' AND old.ct != 'application/smil' BEGIN {_ATTACHMENT}; END;
"""
# The four statements above that update a message's words search by a column without an index, as
# Android's do; with few messages that costs little.


def _create(database: Database) -> None:
    database.script(_SCHEMA)


def _upgrade(database: Database, old: int, new: int) -> None:
    for kind, name in database.query(
        "SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' "
        "AND name NOT LIKE 'words\\_%' ESCAPE '\\' AND type IN ('table', 'view')"
    ):
        database.execute(f'DROP {kind} "{name}"')
    database.script(_SCHEMA)


def open_database(context: Context) -> Database:
    """Open ``mmssms.db``; create it again if it's missing or lacks columns."""
    database = context.database(
        "mmssms.db", wal=False, version=SCHEMA_VERSION, create=_create, upgrade=_upgrade
    )
    try:
        database.query(_NO_MESSAGES)  # checked by each call, as reading the schema takes longer
    except DatabaseCorruptError:
        raise
    except DatabaseError:
        _upgrade(database, 0, SCHEMA_VERSION)
    return database


def install(context: Context, *, cleared: bool) -> None:
    """Create the empty database."""
    open_database(context)
    context.system.databases.close_owner(context.package)
