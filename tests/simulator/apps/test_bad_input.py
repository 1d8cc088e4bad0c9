"""Files, databases and the clock changed over adb under an app, and its screens then."""

from __future__ import annotations

import shlex

import pytest

from android_gym.accessibility import UIElement
from android_gym.simulator.phone import Phone

NOTES = "/storage/emulated/0/Documents/Markor"
PODCASTS = "/storage/emulated/0/Podcasts"
MARKOR = "net.gsantner.markor/.activity.MainActivity"
FILES = "com.google.android.documentsui/com.android.documentsui.files.FilesActivity"
MESSAGES = "com.simplemobiletools.smsmessenger/.activities.MainActivity"
PEOPLE = "com.google.android.contacts/com.android.contacts.activities.PeopleActivity"
CLOCK = "com.google.android.deskclock/com.android.deskclock.DeskClock"
ALARMS = (
    "com.google.android.deskclock/com.android.deskclock.HandleApiCalls "
    "-a android.intent.action.SHOW_ALARMS"
)
EXPENSES = "com.arduia.expense/.ui.MainActivity"
MAIN = {"Markor": MARKOR, "Files": FILES, "Messages": MESSAGES, "Contacts": PEOPLE, "Clock": CLOCK,
        "Clipper": "ca.zgrs.clipper/.Main"}  # fmt: skip
MMSSMS = "/data/data/com.android.providers.telephony/databases/mmssms.db"

DATABASES = {
    "messages": (MESSAGES, MMSSMS, "No stored conversations have been found"),
    "conversations": (
        MESSAGES,
        "/data/data/com.simplemobiletools.smsmessenger/databases/conversations.db",
        "No stored conversations have been found",
    ),
    "contacts": (
        PEOPLE,
        "/data/data/com.android.providers.contacts/databases/contacts2.db",
        "Your contacts list is empty",
    ),
    "alarms": (
        ALARMS,
        "/data/user_de/0/com.google.android.deskclock/databases/alarms.db",
        "Mon, Tue, Wed, Thu, Fri",
    ),
    "expenses": (EXPENSES, "/data/data/com.arduia.expense/databases/accounting.db", "Totals"),
    "recipes": (
        "com.flauschcode.broccoli/.MainActivity",
        "/data/data/com.flauschcode.broccoli/databases/broccoli",
        "No recipes found.",
    ),
}
"""For each an app that reads it, its path, and what the app shows once it is new."""

DAMAGE = {
    "garbage": "echo garbage > {}",
    "cut short": "head -c 3000 {0} > /data/cut; cat /data/cut > {0}",
    "empty": ": > {}",
    "missing": "rm {}",
    "overwritten in the middle": "yes x | head -c 3000 | dd of={} bs=1 seek=4096 conv=notrunc",
}

NAMES = (
    "it's",
    'a "b"',
    "  two  spaces ",
    "new\nline",
    "\U0001f600 \U0001f419",
    "x" * 255,
    "\u00e9" * 127 + "x",
    "-rf",
    "$HOME `id`",
    "100%41.md",
)


class Handset:
    """A phone, and what a person does with it."""

    def __init__(self) -> None:
        self.phone = Phone()

    def start(self, component: str) -> None:
        """Start an app by adb."""
        assert self.phone.shell(f"am start -n {component}").exit_code == 0
        self.phone.advance(2500)

    def shell(self, command: str) -> str:
        """Run a command that must succeed."""
        result = self.phone.shell(command)
        assert result.exit_code == 0, (command, result)
        return result.stdout.decode()

    def find(self, name: str) -> UIElement | None:
        """First element with this text, description or resource id."""
        for element in self.phone.ui_elements():
            resource = (element.resource_name or "").rpartition("/")[2]
            if name in (element.text, element.content_description, resource):
                return element
        return None

    def texts(self) -> list[str]:
        """All texts and descriptions on the screen."""
        return [e.text or e.content_description or "" for e in self.phone.ui_elements()]

    def tap(self, *names: str, ms: int = 50) -> None:
        """Tap one thing after the other."""
        for name in names:
            element = self.find(name)
            assert element is not None and element.bbox_pixels is not None, (name, self.texts())
            x, y = element.bbox_pixels.center
            self.phone.swipe(x, y, x, y, ms)
            self.phone.advance(500)

    def hold(self, name: str) -> None:
        """Press it for long."""
        self.tap(name, ms=800)

    @property
    def package(self) -> str:
        """The app in front."""
        top = self.phone.system.activities.top
        return top.package if top is not None else ""


@pytest.fixture
def phone() -> Handset:
    return Handset()


# --- databases


@pytest.mark.parametrize("name", DATABASES)
@pytest.mark.parametrize("damage", DAMAGE)
def test_a_database_is_damaged_while_its_app_shows_it(
    phone: Handset, name: str, damage: str
) -> None:
    component, path, shown = DATABASES[name]
    phone.start(component)
    phone.texts()
    phone.shell(DAMAGE[damage].format(path))
    assert phone.texts()
    phone.shell(f"am force-stop {component.partition('/')[0]}")
    phone.start(component)
    assert phone.package == component.partition("/")[0]
    assert any(shown in text for text in phone.texts()), phone.texts()


def test_nobody_finds_messages_locked(phone: Handset) -> None:
    phone.start(MESSAGES)
    phone.shell(f"sqlite3 {MMSSMS} 'BEGIN EXCLUSIVE; DELETE FROM sms;'")
    command = "am start -a android.intent.action.SENDTO -d sms:+15550001111 --es sms_body hello"
    phone.shell(command)
    phone.phone.advance(600)
    phone.tap("thread_send_message")
    phone.phone.advance(2000)
    assert "body=hello, type=2" in phone.shell(
        "content query --uri content://sms --projection body:type"
    )


# --- files


@pytest.mark.parametrize("name", NAMES)
def test_files_of_any_name_are_renamed_copied_and_deleted(phone: Handset, name: str) -> None:
    phone.shell(f"echo text > {PODCASTS}/{shlex.quote(name)}")
    phone.start(FILES)
    phone.tap("Show roots", "sdk_gphone64_x86_64", "Podcasts")
    phone.hold(name)
    phone.tap("More options", "Copy to\u2026", "COPY")
    assert phone.phone.system.files.read(f"/sdcard/Download/{name}") == b"text\n"
    phone.hold(name)
    phone.tap("More options", "Rename")
    phone.phone.type_text("new")
    phone.tap("OK")
    (renamed,) = phone.phone.system.files.listdir(PODCASTS)
    assert renamed.startswith("new")
    phone.hold(renamed)
    phone.tap("Delete", "OK")
    assert phone.phone.system.files.listdir(PODCASTS) == []


@pytest.mark.parametrize("name", ["y" * 256, "\u00e9" * 128])
def test_a_name_of_one_byte_too_many(phone: Handset, name: str) -> None:
    result = phone.phone.shell(f"echo text > {PODCASTS}/{name}")
    assert result.exit_code != 0 and b"File name too long" in result.stderr
    phone.shell(f"echo text > {PODCASTS}/note")
    phone.start(FILES)
    phone.tap("Show roots", "sdk_gphone64_x86_64", "Podcasts")
    phone.hold("note")
    phone.tap("More options", "Rename")
    phone.phone.type_text(name)
    phone.tap("OK")
    assert phone.find("Failed to rename document")
    phone.tap("Cancel", "Cancel", "More options", "New folder")
    phone.phone.type_text(name)
    phone.tap("OK")
    assert phone.find("Failed to create folder")
    assert phone.phone.system.files.listdir(PODCASTS) == ["note"]


@pytest.mark.parametrize(
    "way",
    [
        ("hold note.md", "Delete", "!", "OK"),
        ("hold note.md", "More options", "Rename", "!", "OK"),
        ("hold note.md", "More options", "Get info", "!", "Navigate up"),
        ("hold note.md", "More options", "Move to\u2026", "!", "MOVE"),
        ("hold note.md", "More options", "Compress", "!"),
        ("More options", "New folder", "!", "OK"),
        ("!", "note.md"),
    ],
    ids=" ".join,
)
def test_a_folder_goes_away_under_files(phone: Handset, way: tuple[str, ...]) -> None:
    phone.shell(f"echo text > {PODCASTS}/note.md")
    phone.start(FILES)
    phone.tap("Show roots", "sdk_gphone64_x86_64", "Podcasts")
    _go(phone, way, f"rm -r {PODCASTS}")
    assert phone.package == FILES.partition("/")[0] and phone.texts()


@pytest.mark.parametrize(
    "way",
    [
        ("hold File note.md ", "Delete", "!", "OK"),
        ("hold File note.md ", "Rename", "!", "OK"),
        ("hold File note.md ", "Details", "!", "OK"),
        ("hold File note.md ", "More options", "Copy", "!", "ui__filesystem_dialog__button_ok"),
        ("Create a new file or folder", "!", "OK"),
        ("Create a new file or folder", "!", "FOLDER"),
        ("!", "File note.md "),
        ("action_search", "!", "OK"),
    ],
    ids=" ".join,
)
def test_a_folder_goes_away_under_markor(phone: Handset, way: tuple[str, ...]) -> None:
    phone.shell(f"mkdir -p {NOTES}/Plans; echo text > {NOTES}/Plans/note.md")
    phone.start(MARKOR)
    phone.tap("Folder Plans ")
    _go(phone, way, f"rm -r {NOTES}/Plans")
    assert phone.package == "net.gsantner.markor" and phone.texts()


def _go(phone: Handset, way: tuple[str, ...], command: str) -> None:
    for step in way:
        if step == "!":
            phone.shell(command)
            phone.phone.advance(300)
        elif step.startswith("hold "):
            phone.hold(step.removeprefix("hold "))
        elif phone.find(step):
            phone.tap(step)


def test_a_note_that_is_edited_outlives_its_folder(phone: Handset) -> None:
    phone.shell(f"mkdir -p {NOTES}/Plans; echo text > {NOTES}/Plans/note.md")
    phone.start(MARKOR)
    phone.tap("Folder Plans ", "File note.md ", "document__fragment__edit__highlighting_editor")
    phone.phone.type_text("more")
    phone.shell(f"rm -r {NOTES}/Plans")
    phone.phone.press_key(4)
    phone.phone.press_key(4)
    phone.phone.advance(500)
    assert phone.phone.system.files.read(f"{NOTES}/Plans/note.md") == b"text\nmore"


def test_a_note_of_a_megabyte(phone: Handset) -> None:
    text = "All work and no play makes Jack a dull boy.\n" * 24_000
    phone.phone.push(f"{NOTES}/long.md", text.encode())
    phone.start(MARKOR)
    phone.tap("File long.md ", "document__fragment__edit__highlighting_editor")
    phone.phone.press_key(123)
    phone.phone.type_text("The end")
    phone.phone.advance(600)
    phone.tap("Save")
    saved = phone.phone.system.files.read(f"{NOTES}/long.md").decode()
    assert len(saved) == len(text) + 7 and saved.replace("The end", "") == text
    phone.tap("View mode")
    assert phone.texts()
    phone.start(FILES)
    phone.shell(f"cp {NOTES}/long.md /sdcard/Download")
    phone.phone.advance(300)
    assert "1.06 MB" in phone.texts()


# --- people, and the clock


def test_a_contact_without_a_name(phone: Handset) -> None:
    insert = "content insert --uri content://com.android.contacts"
    phone.shell(f"{insert}/raw_contacts --bind account_type:n: --bind account_name:n:")
    phone.start(PEOPLE)
    phone.tap("(No name)", "Edit contact", "Cancel", "Navigate up")
    phone.shell(
        f"{insert}/data --bind raw_contact_id:i:1 --bind data2:i:2 --bind data1:s:5551234 "
        "--bind mimetype:s:vnd.android.cursor.item/phone_v2"
    )
    assert phone.find("5551234")
    phone.start(MESSAGES)
    phone.tap("conversations_fab")
    assert "5551234" in phone.texts()
    phone.tap("5551234")
    assert phone.find("thread_type_message")


@pytest.mark.parametrize("date", ["010100001970.00", "011903142038.08", "123123592099.59"])
@pytest.mark.parametrize("app", MAIN)
def test_the_clock_is_set_far_away(phone: Handset, app: str, date: str) -> None:
    phone.shell(f"mkdir -p {NOTES}; echo text > {NOTES}/note.md")
    phone.shell("cp /sdcard/Documents/Markor/note.md /sdcard/Download")
    phone.start(MAIN[app])
    shown = len(phone.texts())
    phone.shell(f"date {date}")
    phone.phone.advance(61_000)
    assert len(phone.texts()) >= shown - 1
    phone.shell(f"am force-stop {MAIN[app].partition('/')[0]}")
    phone.start(MAIN[app])
    assert len(phone.texts()) >= shown - 1
    for part in (0.3, 0.5, 0.9):
        phone.phone.tap(400, 2400 * part)
        phone.phone.advance(1000)
        assert phone.texts()
    phone.shell("date 101515342023.00")
    phone.phone.advance(1000)
    assert phone.texts()
