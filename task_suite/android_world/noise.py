"""Noise for AndroidWorld's tasks: notes, contacts, messages, tracks, events and more.

Everything is put on the phone over adb with programs that any phone has.
"""

from __future__ import annotations

import shlex
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from android_gym.task_suite.android_world import file_names
from android_gym.task_suite.android_world.calendar import rows as calendar
from android_gym.task_suite.android_world.contacts import tasks as contacts
from android_gym.task_suite.android_world.expense import rows as expense
from android_gym.task_suite.android_world.files import tasks as files
from android_gym.task_suite.android_world.markor import notes as markor
from android_gym.task_suite.android_world.opentracks import rows as opentracks
from android_gym.task_suite.android_world.sms import messages as sms
from android_gym.task_suite.suite import Noise

if TYPE_CHECKING:
    import numpy as np

__all__ = ["NOISE"]

MOST = 4
"""Maximum number of items of a kind."""

_DAYS = 40
_DAY_S = 86_400


def _choose(rng: np.random.Generator, pool: Any) -> Any:
    return pool[int(rng.integers(len(pool)))]


def _past(rng: np.random.Generator, now_s: int) -> int:
    """Draw a time in the last weeks, in seconds since 1970."""
    return now_s - int(rng.integers(60, _DAYS * _DAY_S))


def _number(rng: np.random.Generator) -> str:
    return f"+1{int(rng.integers(201, 990))}{int(rng.integers(2_000_000, 10_000_000))}"


def _insert(uri: str, *values: str) -> str:
    binds = " ".join(f"--bind {value}" for value in values)
    return f"content insert --uri content://{uri} {binds} > /dev/null 2>&1"


def _file(path: str, text: str, at_s: int) -> str:
    name = shlex.quote(path)
    return f"echo {shlex.quote(text)} > {name} && touch -d @{at_s} {name}"


def _notes(rng: np.random.Generator, now_s: int) -> str:
    lines = [f"mkdir -p {markor.FOLDER}"]
    for _ in range(int(rng.integers(1, MOST + 1))):
        name = f"{_choose(rng, file_names.ADJECTIVES)}_{_choose(rng, file_names.NOUNS)}.md"
        text = _choose(rng, markor.SENTENCES)
        lines.append(_file(f"{markor.FOLDER}/{name}", text, _past(rng, now_s)))
    return "\n".join(lines)


def _downloads(rng: np.random.Generator, now_s: int) -> str:
    folders = [str(name) for name in rng.permutation(sorted(files.FOLDERS))]
    lines = []
    for folder in folders[: int(rng.integers(1, MOST + 1))]:
        first, _, endings = (part.split() for part in files.FOLDERS[folder])
        name = f"{_choose(rng, first)}_{int(rng.integers(100, 1000))}.{_choose(rng, endings)}"
        path = f"{files.STORAGE}/{folder}"
        lines.append(f"mkdir -p {path}")
        lines.append(_file(f"{path}/{name}", files.CONTENT, _past(rng, now_s)))
    return "\n".join(lines)


def _contacts(rng: np.random.Generator, now_s: int) -> str:
    base, item = "com.android.contacts", "mimetype:s:vnd.android.cursor.item"
    newest = f"sqlite3 {contacts.DATABASE} 'SELECT max(_id) FROM raw_contacts'"
    of = '"raw_contact_id:i:$id"'
    lines = []
    for _ in range(int(rng.integers(1, MOST + 1))):
        name = shlex.quote(f"data1:s:{_choose(rng, contacts.FIRST)} {_choose(rng, contacts.LAST)}")
        number = f"data1:s:{_number(rng)}"
        lines.append(
            f"{_insert(f'{base}/raw_contacts', 'account_type:n:', 'account_name:n:')} && "
            f"id=$({newest} 2> /dev/null) && "
            f"{_insert(f'{base}/data', of, f'{item}/name', name)} && "
            f"{_insert(f'{base}/data', of, f'{item}/phone_v2', number, 'data2:i:2')}"
        )
    return "\n".join(lines)


def _messages(rng: np.random.Generator, now_s: int) -> str:
    lines = []
    for _ in range(int(rng.integers(1, MOST + 1))):
        body = shlex.quote(f"body:s:{_choose(rng, sms.MESSAGES)}")
        box, at = _choose(rng, ("inbox", "sent")), f"date:l:{_past(rng, now_s)}000"
        number = f"address:s:{_number(rng)}"
        lines.append(_insert(f"sms/{box}", number, body, at, "read:i:1", "seen:i:1"))
    return "\n".join(lines)


def _expenses(rng: np.random.Generator, now_s: int) -> str:
    rows = []
    for _ in range(int(rng.integers(1, MOST + 1))):
        category = int(rng.integers(1, len(expense.CATEGORIES) + 1))
        texts = _choose(rng, expense.NAMES[category]), _choose(rng, expense.NOTES)
        name, note = (text.replace("'", "''") for text in texts)
        at = _past(rng, now_s) // 3600 * 3_600_000
        amount = int(rng.integers(1000, 50_001))
        rows.append(f"('{name}', {amount}, {category}, '{note}', {at}, {at})")
    sql = (
        "INSERT INTO expense (name, amount, category, note, created_date, modified_date) VALUES "
        + ", ".join(rows)
    )
    database = expense.DATABASE
    return f"test -e {database} && sqlite3 {database} {shlex.quote(sql)}"


def _tracks(rng: np.random.Generator, now_s: int) -> str:
    today = datetime.fromtimestamp(now_s, UTC).date()
    rows = []
    for _ in range(int(rng.integers(1, MOST + 1))):
        values = opentracks.values(opentracks.draw(rng, today), 0)
        rows.append(
            ", ".join(
                "randomblob(16)" if isinstance(value, bytes)
                else "'" + value.replace("'", "''") + "'" if isinstance(value, str)
                else str(value)
                for value in values
            )
        )  # fmt: skip
    listed = ", ".join(f"({row})" for row in rows)
    sql = f"INSERT INTO tracks ({opentracks.COLUMNS}) VALUES {listed}"
    database = opentracks.DATABASE
    return f"test -e {database} && sqlite3 {database} {shlex.quote(sql)}"


def _events(rng: np.random.Generator, now_s: int) -> str:
    rows = []
    for _ in range(int(rng.integers(1, MOST + 1))):
        start = (now_s + int(rng.integers(-_DAYS, _DAYS + 1)) * _DAY_S) // 3600 * 3600
        title, text = (
            draw(rng).replace("'", "''") for draw in (calendar.draw_title, calendar.draw_text)
        )
        length = 60 * _choose(rng, calendar.DURATIONS)
        rows.append(
            f"({start}, {start + length}, '{title}', '', '{text}', -1, -1, -1, 0, 0, 0, 0, 0, 0, "
            "'[]', '', '', 'UTC', 0, 1, 0, 0, 'imported-ics', 0, 0, 0)"
        )
    sql = f"INSERT INTO events ({calendar.COLUMNS}) VALUES {', '.join(rows)}"
    database = calendar.DATABASE
    return f"test -e {database} && sqlite3 {database} {shlex.quote(sql)}"


_STORAGE = frozenset(
    {"Audio Recorder", "Broccoli app", "Camera", "Chrome", "Files", "Markor", "OsmAnd",
     "Retro Music", "Simple Draw Pro", "Simple Gallery Pro", "VLC"}
)  # fmt: skip
_PEOPLE = frozenset({"Contacts", "Dialer", "Phone", "Simple SMS Messenger"})

NOISE: dict[str, Noise] = {
    "notes": Noise(_STORAGE, _notes),
    "files": Noise(_STORAGE, _downloads),
    "contacts": Noise(_PEOPLE, _contacts),
    "messages": Noise(_PEOPLE, _messages),
    "expenses": Noise(frozenset({"Pro Expense"}), _expenses),
    "tracks": Noise(frozenset({"Open Tracks Sports Tracker"}), _tracks),
    "events": Noise(frozenset({"Simple Calendar Pro"}), _events),
}
"""The kinds of noise, by name."""
