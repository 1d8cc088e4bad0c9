"""``calendar.db``, as created by AOSP's CalendarDatabaseHelper, with the image's calendars."""

from __future__ import annotations

import datetime as dt
from typing import Final

from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context

__all__ = ["install", "open_database"]

VERSION: Final = 600

_SYNC: Final = ", ".join(f"sync_data{n} TEXT" for n in range(1, 11))
_CAL_SYNC: Final = ", ".join(f"cal_sync{n} TEXT" for n in range(1, 11))

_OF_EVENTS: Final = """
_sync_id dirty mutators lastSynced calendar_id title eventLocation description eventColor
eventColor_index eventStatus selfAttendeeStatus dtstart dtend eventTimezone duration allDay
accessLevel availability hasAlarm hasExtendedProperties rrule rdate exrule exdate original_id
original_sync_id originalInstanceTime originalAllDay lastDate hasAttendeeData guestsCanModify
guestsCanInviteOthers guestsCanSeeGuests organizer isOrganizer deleted eventEndTimezone
customAppPackage customAppUri uid2445
""".split()
_OF_CALENDARS: Final = """
account_name account_type calendar_displayName calendar_color calendar_color_index
calendar_access_level visible sync_events calendar_location calendar_timezone ownerAccount
isPrimary canOrganizerRespond canModifyTimeZone canPartiallyUpdate maxReminders allowedReminders
allowedAvailability allowedAttendeeTypes
""".split()
_VIEW: Final = ", ".join(
    [*(f"Events.{name} AS {name}" for name in _OF_EVENTS),
     *(f"Calendars.{name} AS {name}" for name in _OF_CALENDARS)]
)  # fmt: skip

_SCHEMA: Final = f"""
CREATE TABLE android_metadata (locale TEXT);
INSERT INTO android_metadata VALUES ('en_US');
CREATE TABLE Colors (_id INTEGER PRIMARY KEY, account_name TEXT NOT NULL,
  account_type TEXT NOT NULL, data TEXT, color_type INTEGER NOT NULL, color_index TEXT NOT NULL,
  color INTEGER NOT NULL);
CREATE TABLE Calendars (_id INTEGER PRIMARY KEY, account_name TEXT, account_type TEXT,
  _sync_id TEXT, dirty INTEGER, mutators TEXT, name TEXT, calendar_displayName TEXT,
  calendar_color INTEGER, calendar_color_index TEXT, calendar_access_level INTEGER,
  visible INTEGER NOT NULL DEFAULT 1, sync_events INTEGER NOT NULL DEFAULT 0,
  calendar_location TEXT, calendar_timezone TEXT, ownerAccount TEXT, isPrimary INTEGER,
  canOrganizerRespond INTEGER NOT NULL DEFAULT 1, canModifyTimeZone INTEGER DEFAULT 1,
  canPartiallyUpdate INTEGER DEFAULT 0, maxReminders INTEGER DEFAULT 5,
  allowedReminders TEXT DEFAULT '0,1', allowedAvailability TEXT DEFAULT '0,1',
  allowedAttendeeTypes TEXT DEFAULT '0,1,2', deleted INTEGER NOT NULL DEFAULT 0, {_CAL_SYNC});
CREATE TABLE Events (_id INTEGER PRIMARY KEY AUTOINCREMENT, _sync_id TEXT, dirty INTEGER,
  mutators TEXT, lastSynced INTEGER DEFAULT 0, calendar_id INTEGER NOT NULL, title TEXT,
  eventLocation TEXT, description TEXT, eventColor INTEGER, eventColor_index TEXT,
  eventStatus INTEGER, selfAttendeeStatus INTEGER NOT NULL DEFAULT 0, dtstart INTEGER,
  dtend INTEGER, eventTimezone TEXT, duration TEXT, allDay INTEGER NOT NULL DEFAULT 0,
  accessLevel INTEGER NOT NULL DEFAULT 0, availability INTEGER NOT NULL DEFAULT 0,
  hasAlarm INTEGER NOT NULL DEFAULT 0, hasExtendedProperties INTEGER NOT NULL DEFAULT 0,
  rrule TEXT, rdate TEXT, exrule TEXT, exdate TEXT, original_id INTEGER, original_sync_id TEXT,
  originalInstanceTime INTEGER, originalAllDay INTEGER, lastDate INTEGER,
  hasAttendeeData INTEGER NOT NULL DEFAULT 0, guestsCanModify INTEGER NOT NULL DEFAULT 0,
  guestsCanInviteOthers INTEGER NOT NULL DEFAULT 1,
  guestsCanSeeGuests INTEGER NOT NULL DEFAULT 1, organizer STRING, isOrganizer INTEGER,
  deleted INTEGER NOT NULL DEFAULT 0, eventEndTimezone TEXT, customAppPackage TEXT,
  customAppUri TEXT, uid2445 TEXT, {_SYNC});
CREATE INDEX eventsCalendarIdIndex ON Events (calendar_id);
CREATE TABLE EventsRawTimes (_id INTEGER PRIMARY KEY, event_id INTEGER NOT NULL,
  dtstart2445 TEXT, dtend2445 TEXT, originalInstanceTime2445 TEXT, lastDate2445 TEXT,
  UNIQUE (event_id));
CREATE TABLE Instances (_id INTEGER PRIMARY KEY, event_id INTEGER, begin INTEGER, end INTEGER,
  startDay INTEGER, endDay INTEGER, startMinute INTEGER, endMinute INTEGER,
  UNIQUE (event_id, begin, end));
CREATE TABLE CalendarMetaData (_id INTEGER PRIMARY KEY, localTimezone TEXT, minInstance INTEGER,
  maxInstance INTEGER);
CREATE TABLE CalendarCache (_id INTEGER PRIMARY KEY, key TEXT NOT NULL, value TEXT);
CREATE TABLE Attendees (_id INTEGER PRIMARY KEY, event_id INTEGER, attendeeName TEXT,
  attendeeEmail TEXT, attendeeStatus INTEGER, attendeeRelationship INTEGER,
  attendeeType INTEGER, attendeeIdentity TEXT, attendeeIdNamespace TEXT);
CREATE INDEX attendeesEventIdIndex ON Attendees (event_id);
CREATE TABLE Reminders (_id INTEGER PRIMARY KEY, event_id INTEGER, minutes INTEGER,
  method INTEGER NOT NULL DEFAULT 0);
CREATE INDEX remindersEventIdIndex ON Reminders (event_id);
CREATE TABLE CalendarAlerts (_id INTEGER PRIMARY KEY, event_id INTEGER, begin INTEGER NOT NULL,
  end INTEGER NOT NULL, alarmTime INTEGER NOT NULL, creationTime INTEGER NOT NULL DEFAULT 0,
  receivedTime INTEGER NOT NULL DEFAULT 0, notifyTime INTEGER NOT NULL DEFAULT 0,
  state INTEGER NOT NULL, minutes INTEGER, UNIQUE (alarmTime, begin, event_id));
CREATE TABLE ExtendedProperties (_id INTEGER PRIMARY KEY, event_id INTEGER, name TEXT, value TEXT);
CREATE TRIGGER events_cleanup_delete DELETE ON Events BEGIN
  DELETE FROM Instances WHERE event_id = old._id;
  DELETE FROM EventsRawTimes WHERE event_id = old._id;
  DELETE FROM Attendees WHERE event_id = old._id;
  DELETE FROM Reminders WHERE event_id = old._id;
  DELETE FROM CalendarAlerts WHERE event_id = old._id;
  DELETE FROM ExtendedProperties WHERE event_id = old._id;
END;
CREATE TRIGGER calendar_cleanup DELETE ON Calendars BEGIN
  DELETE FROM Events WHERE calendar_id = old._id;
END;
CREATE VIEW view_events AS SELECT Events._id AS _id, {_VIEW} FROM Events JOIN Calendars
  ON (Events.calendar_id = Calendars._id);
"""

_HOLIDAYS: Final = (
    ("New Year's Day", 1, 1, ""),
    ("Martin Luther King Jr. Day", 1, 18, "3MO"),
    ("Valentine's Day", 2, 14, ""),
    ("Presidents' Day", 2, 15, "3MO"),
    ("St. Patrick's Day", 3, 17, ""),
    ("Cinco de Mayo", 5, 5, ""),
    ("Mother's Day", 5, 9, "2SU"),
    ("Memorial Day", 5, 31, "-1MO"),
    ("Juneteenth", 6, 19, ""),
    ("Father's Day", 6, 20, "3SU"),
    ("Independence Day", 7, 4, ""),
    ("Labor Day", 9, 6, "1MO"),
    ("Columbus Day", 10, 11, "2MO"),
    ("Halloween", 10, 31, ""),
    ("Veterans Day", 11, 11, ""),
    ("Thanksgiving Day", 11, 25, "4TH"),
    ("Christmas Eve", 12, 24, ""),
    ("Christmas Day", 12, 25, ""),
    ("New Year's Eve", 12, 31, ""),
)
"""US holidays: name, month and day in 2021, and the weekday that determines the date, if any."""

_OWN: Final = (
    "INSERT INTO Calendars (_id, account_name, account_type, name, calendar_displayName, "
    "calendar_color, calendar_access_level, visible, sync_events, calendar_timezone, "
    "ownerAccount, isPrimary) VALUES (?, 'Offline calendar', 'LOCAL', ?, ?, ?, ?, 1, 1, 'UTC', "
    "'Offline calendar', ?)"
)
_BLUE, _GREEN = 0xFF4285F4 - (1 << 32), 0xFF0B8043 - (1 << 32)


def _create(database: Database) -> None:
    database.script(_SCHEMA)
    database.execute(_OWN, (1, "Events", "Events", _BLUE, 700, 1))
    name = "Holidays in United States"
    database.execute(_OWN, (2, name, name, _GREEN, 200, 0))
    rows = []
    for title, month, day, weekday in _HOLIDAYS:
        begin = int(dt.datetime(2021, month, day, tzinfo=dt.UTC).timestamp()) * 1000
        rule = f"FREQ=YEARLY;WKST=SU;BYMONTH={month};BYDAY={weekday}" if weekday else "FREQ=YEARLY"
        rows.append((title, begin, rule))
    database.executemany(
        "INSERT INTO Events (calendar_id, title, dtstart, duration, eventTimezone, allDay, rrule, "
        "description, availability) VALUES (2, ?, ?, 'P1D', 'UTC', 1, ?, 'Public holiday', 1)",
        rows,
    )


def open_database(context: Context) -> Database:
    """Open ``calendar.db``; create it if it's missing."""
    return context.database("calendar.db", version=VERSION, create=_create)


def install(context: Context, *, cleared: bool) -> None:
    """Create the database, as on a phone whose calendar was opened once."""
    if not cleared:
        open_database(context).close()
