"""Each database of each app broken in each way: the app crashes or mends it, the phone goes on.

The databases are those that are there once every app has been opened and every provider asked, so
an app that is added brings its own cases with it. Sixteen commits play them all, each with the app
whose database it is and a quarter of the others; a nightly run plays them all with every app.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest

from android_gym.devices.simulated import SimulatedDevice
from android_gym.errors import AppError
from android_gym.events import Tap
from android_gym.simulator.phone import Phone
from android_gym.testing.rotation import turn

pytestmark = pytest.mark.app_crashes

SIZE = (360, 800, 160)
MAGIC = b"SQLite format 3\0"
NUMBER = "+15551234567"


def _launch(phone: Phone) -> list[str]:
    return [
        manifest.component(info.name)
        for manifest, info in phone.system.packages.launcher_activities()
    ]


def _authorities(phone: Phone) -> list[str]:
    packages = phone.system.packages
    return sorted(p.authority for name in packages.names for p in packages.manifest(name).providers)


@cache
def _databases() -> dict[str, tuple[str, ...]]:
    """Tables and views by path of database, on a phone that has used all its apps."""
    phone = Phone(*SIZE)
    for component in _launch(phone):
        phone.shell(f"am start -n {component}")
        phone.advance(500)
    for authority in _authorities(phone):
        phone.shell(f"content query --uri content://{authority}/")
    phone.console(f"sms send {NUMBER} hello")
    found = {}
    for path, stat in phone.system.files.walk("/data/data"):
        if stat.kind == "file" and phone.system.files.read(path).startswith(MAGIC):
            listed = phone.shell(f"sqlite3 {path} \"SELECT type || ' ' || name FROM sqlite_master "
                                 "WHERE type IN ('table', 'view') ORDER BY name\"")  # fmt: skip
            found[path] = tuple(listed.stdout.decode().splitlines())
    return found


@dataclass(frozen=True)
class Case:
    """One way to break one database.

    Attributes:
        path: The database.
        name: What is done to it.
        command: Shell commands that do it.
    """

    path: str
    name: str
    command: str

    def __str__(self) -> str:
        return f"{self.path.rpartition('/')[2]}: {self.name}"


WAYS = {
    "newer": "sqlite3 DB 'PRAGMA user_version = 999999'",
    "version 0": "sqlite3 DB 'PRAGMA user_version = 0'",
    "version 1": "sqlite3 DB 'PRAGMA user_version = 1'",
    "negative version": "sqlite3 DB 'PRAGMA user_version = -5'",
    "garbage": "yes garbage | head -c 5000 > DB",
    "random": "tr -d x < /dev/urandom | head -c 9000 > DB",
    "empty": ": > DB",
    "header only": "head -c 100 DB > /data/local/tmp/x; cat /data/local/tmp/x > DB",
    "truncated": "head -c 9000 DB > /data/local/tmp/x; cat /data/local/tmp/x > DB",
    "damaged inside": "yes zzz | dd of=DB bs=1 seek=4196 count=3000 conv=notrunc",
    "replaced": "rm -f DB*; yes garbage | head -c 5000 > DB",
    "another schema": "rm -f DB*; sqlite3 DB 'CREATE TABLE odd(a, b); PRAGMA user_version = 7'",
    "missing": "rm -rf DB*",
    "directory": "rm -rf DB*; mkdir DB",
    "full directory": "rm -rf DB*; mkdir -p DB/inner; echo x > DB/inner/file",
    "link in a circle": "rm -rf DB*; ln -s DB DB",
    "link to nothing": "rm -rf DB*; ln -s /no/such/file DB",
    "read-only": "chmod 0 DB; chown root:root DB",
    "no directory": "rm -rf DIR",
    "file for directory": "rm -rf DIR; echo x > DIR",
    "odd wal": "yes garbage | head -c 5000 > DB-wal",
    "wal directory": "rm -f DB-wal DB-shm DB-journal; mkdir DB-wal DB-shm DB-journal",
    "in a transaction": "sqlite3 DB 'PRAGMA journal_mode = DELETE; BEGIN; DROP TABLE "
    "android_metadata'",
    "all dropped": "sqlite3 DB \"SELECT 'DROP ' || type || ' IF EXISTS \\\"' || name || '\\\";' "
    "FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'\" "
    "| sqlite3 DB",
}


def _cases() -> Iterator[Case]:
    for path, tables in _databases().items():
        for name, command in WAYS.items():
            yield Case(path, name, command)
        for line in tables:
            kind, _, table = line.partition(" ")
            if table.startswith("sqlite_"):
                continue
            yield Case(path, f"{table} dropped", f"sqlite3 DB 'DROP {kind} \"{table}\"'")
            if kind == "view":
                continue
            yield Case(
                path, f"{table} renamed", f"sqlite3 DB 'ALTER TABLE \"{table}\" RENAME TO x_x'"
            )
            for word, value in (("texts", "'text'"), ("blobs", "x'ff00fe'"), ("nulls", "NULL"),
                                ("numbers", "-9223372036854775807"), ("reals", "9e999"),
                                ("long", "hex(zeroblob(100000))")):  # fmt: skip
                yield Case(path, f"{table} of {word}", _filled(table, value))


def _filled(table: str, value: str) -> str:
    """Set each column of each row, after making sure that there is a row."""
    return (
        f"sqlite3 DB 'INSERT INTO \"{table}\" DEFAULT VALUES'; "
        f"for column in $(sqlite3 DB \"SELECT name FROM pragma_table_info('{table}')\"); do "
        f'sqlite3 DB "UPDATE OR IGNORE \\"{table}\\" SET \\"$column\\" = {value}"; done'
    )


@cache
def _device() -> tuple[SimulatedDevice, object]:
    """A phone with something in every app."""
    device = SimulatedDevice(*SIZE)
    phone = device.phone
    for component in _launch(phone):
        device.shell(f"am start -n {component}")
        device.ui_elements()
    for number in range(2):
        device.console(f"sms send {NUMBER}{number} hello there")
    contact = "content://com.android.contacts"
    device.shell(
        f"content insert --uri {contact}/raw_contacts --bind account_type:n:x\n"
        f"content insert --uri {contact}/data --bind raw_contact_id:i:1 --bind data1:s:Ann "
        f"--bind mimetype:s:vnd.android.cursor.item/name\n"
        f"content insert --uri {contact}/data --bind raw_contact_id:i:1 --bind data1:s:{NUMBER} "
        f"--bind mimetype:s:vnd.android.cursor.item/phone_v2 --bind data2:i:2\n"
        "input keyevent HOME"
    )
    return device, device.snapshot()


@pytest.fixture(scope="module", autouse=True)
def _device_is_closed() -> Iterator[None]:
    yield
    if _device.cache_info().currsize:
        _device()[0].close()
        _device.cache_clear()


def _use(device: SimulatedDevice, components: list[str]) -> None:
    """Do something with apps and with every provider, as people and programs would."""
    phone = device.phone
    for authority in _authorities(phone):
        device.shell(f"content query --uri content://{authority}/")
    for uri in ("sms", "mms-sms/conversations?simple=true", "call_log/calls",
                "com.android.contacts/contacts", "com.android.contacts/data"):  # fmt: skip
        device.shell(f"content query --uri content://{uri}")
    device.console(f"sms send {NUMBER} one more")
    device.console(f"gsm call {NUMBER}")
    device.ui_elements()
    device.console(f"gsm cancel {NUMBER}")
    for component in components:
        device.shell(f"am start -n {component}")
        for step in range(3):
            places = [e.bbox_pixels.center for e in device.ui_elements()
                      if e.is_clickable and e.bbox_pixels is not None]  # fmt: skip
            if places:
                x, y = places[(step * 7 + 1) % len(places)]
                device.perform([Tap(int(x), int(y))])
        device.screenshot((90, 200))
    device.shell("dumpsys activity; dumpsys alarm; pm list packages; input keyevent HOME")


def _play(case: Case, *, running: bool, everywhere: bool = True) -> None:
    """Break a database and use the phone.

    Args:
        case: What is broken, and how.
        running: Whether apps run meanwhile.
        everywhere: Whether all apps are used, or the database's own and a quarter of the others.
    """
    device, start = _device()
    device.restore(start)
    directory = case.path.rpartition("/")[0]
    if not running:
        device.shell("\n".join(f"am force-stop {p}" for p in device.phone.system.packages.names))
    device.run(case.command.replace("DB", case.path).replace("DIR", directory))
    owner = case.path.split("/")[3]
    components = [
        component
        for component in _launch(device.phone)
        if everywhere or component.startswith(f"{owner}/") or not turn(f"{case} {component}", 4)
    ]
    _use(device, components)
    # Whatever is broken, nothing that could not be done a moment ago can't be done now.
    device.restore(start)
    assert device.ui_elements()


def test_breaking_them_breaks_apps(app_errors: list[AppError]) -> None:
    """The cases do break something, and the app that shows it is the one that crashes."""
    contacts = "com.google.android.contacts"
    for name in ("newer", "view_contacts dropped", "directory"):
        app_errors.clear()
        _play(next(c for c in _cases() if str(c) == f"contacts2.db: {name}"), running=False)
        assert contacts in {error.package for error in app_errors}, name
    for name in ("garbage", "empty", "missing"):  # Android deletes it, or makes it anew
        app_errors.clear()
        _play(next(c for c in _cases() if str(c) == f"contacts2.db: {name}"), running=False)
        assert app_errors == [], name


@pytest.mark.slow
@pytest.mark.rotating(period=16)
@pytest.mark.parametrize("case", list(_cases()), ids=str)
def test_a_broken_database_is_no_broken_phone(case: Case) -> None:
    _play(case, running=False, everywhere=False)


@pytest.mark.nightly
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("running", [False, True], ids=["stopped", "running"])
@pytest.mark.parametrize("path", list(_databases()), ids=lambda path: path.rpartition("/")[2])
def test_every_way(path: str, running: bool) -> None:
    for case in _cases():
        if case.path == path:
            _play(case, running=running)
