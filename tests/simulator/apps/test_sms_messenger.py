"""Simple SMS Messenger and the providers below it, through the screen and through adb."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from android_gym.accessibility import UIElement
from android_gym.simulator.apps.sms_messenger.storage import preferences
from android_gym.simulator.phone import Phone
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.wire.console import Console

PACKAGE = "com.simplemobiletools.smsmessenger"
DATABASE = "/data/data/com.android.providers.telephony/databases/mmssms.db"
MAIN = f"{PACKAGE}/{PACKAGE}.activities.MainActivity"
ONE, TWO = "+15550001111", "+15550002222"


class App:
    """The app on a phone of its own."""

    def __init__(self) -> None:
        self.phone = Phone()
        self.console = Console(self.phone)

    def start(self, component: str = MAIN) -> None:
        """Starts it."""
        self.phone.system.activities.start(Intent(component=component))
        self.phone.advance(400)

    def shell(self, command: str) -> str:
        """Runs a command."""
        result = self.phone.shell(command)
        return (result.stdout + result.stderr).decode()

    def receive(self, number: str, text: str) -> None:
        """Has a message come in."""
        assert self.console.run(f"sms send {number} {text}") == "OK\r\n"
        self.phone.advance(6000)  # until its notification has left the screen

    def find(self, name: str) -> UIElement | None:
        """First element with this text, description or resource id."""
        for element in self.phone.ui_elements():
            resource = element.resource_name or ""
            if name in (element.text, element.content_description, resource.rpartition("/")[2]):
                return element
        return None

    def tap(self, name: str, *, long: bool = False) -> None:
        """Taps it."""
        element = self.find(name)
        assert element is not None and element.bbox_pixels is not None, (name, self.texts())
        x, y = element.bbox_pixels.center
        if long:
            self.phone.swipe(x, y, x, y, 800)
        else:
            self.phone.tap(x, y)
        self.phone.advance(400)

    def menu(self, entry: str) -> None:
        """Chooses from the overflow menu."""
        self.tap("More options")
        self.tap(entry)

    def texts(self) -> list[str]:
        """All texts on screen."""
        return [e.text for e in self.phone.ui_elements() if e.text]

    def back(self, times: int = 1) -> None:
        """Presses BACK."""
        for _ in range(times):
            self.phone.windows.back()
            self.phone.advance(300)

    def compose(self, number: str, text: str) -> None:
        """Opens a new conversation and types."""
        self.start()
        self.tap("conversations_fab")
        self.phone.type_text(number)
        self.phone.advance(100)
        self.tap("new_conversation_confirm")
        self.phone.type_text(text)
        self.phone.advance(100)

    def sms(self, columns: str = "type, address, body") -> list[tuple[object, ...]]:
        """The table of messages."""
        database = self.phone.system.databases.open(DATABASE, owner="shell")
        rows = database.query(f"SELECT {columns} FROM sms ORDER BY _id")
        self.phone.system.databases.close_owner("shell")
        return rows

    def contact(self, name: str, number: str) -> None:
        """Adds a contact over adb."""
        base = "content://com.android.contacts"
        raw = len(self.shell(f"content query --uri {base}/raw_contacts").split("Row: "))
        raw = max(raw, 1)
        self.shell(f"content insert --uri {base}/raw_contacts --bind account_type:n:")
        item = "vnd.android.cursor.item"
        for kind, value in (("name", name), ("phone_v2", number)):
            self.shell(
                f"content insert --uri {base}/data --bind raw_contact_id:i:{raw} "
                f"--bind mimetype:s:{item}/{kind} --bind data1:s:'{value}'"
            )


@pytest.fixture
def app() -> Iterator[App]:
    """The app as the prepared image has it."""
    yield App()


# -- sending


def test_a_message_goes_through_the_outbox(app: App) -> None:
    app.compose(ONE, "Hi there")
    app.tap("thread_send_message")
    assert app.sms() == [(4, ONE, "Hi there")]
    assert "Sending\u2026" in app.texts()
    app.phone.advance(1000)
    assert app.sms() == [(2, ONE, "Hi there")]
    assert "Sending\u2026" not in app.texts()
    assert "body=Hi there" in app.shell("content query --uri content://sms/sent")


def test_a_radio_that_is_off_fails_and_a_retry_sends_the_same_row(app: App) -> None:
    app.shell("cmd connectivity airplane-mode enable")
    app.compose(ONE, "Hello")
    app.tap("thread_send_message")
    app.phone.advance(500)
    assert app.sms() == [(5, ONE, "Hello")]
    app.shell("cmd connectivity airplane-mode disable")
    app.tap("Not sent. Touch to retry.")
    app.tap("thread_send_message")
    app.phone.advance(1500)
    assert app.sms() == [(2, ONE, "Hello")]


def test_a_draft_is_kept_and_shown(app: App) -> None:
    app.receive(ONE, "Question")
    app.start()
    app.tap(ONE)
    app.tap("thread_type_message")
    app.phone.type_text("Half an ans")
    app.back(2)
    assert "Draft" in app.texts() and "Half an ans" in app.texts()
    assert app.sms("type, body")[-1] == (3, "Half an ans")
    app.tap(ONE)
    assert "Half an ans" in app.texts()


def test_a_group_gets_one_message_each(app: App) -> None:
    app.compose(f"{ONE};{TWO}", "Both of you")
    app.tap("thread_send_message")
    app.phone.advance(1500)
    assert {row[1] for row in app.sms() if row[0] == 2} == {f"{ONE}|{TWO}", ONE, TWO}


def test_letters_cannot_be_written_to(app: App) -> None:
    app.start()
    app.tap("conversations_fab")
    app.phone.type_text("MYBANK")
    app.phone.advance(100)
    app.tap("new_conversation_confirm")
    assert app.sms() == []
    app.receive("MYBANK", "Your code is 123")
    app.start()
    app.back(2)
    app.start()
    app.tap("MYBANK")
    assert "Can't reply to short codes like this" in app.texts()


def test_a_scheduled_message_goes_out_when_its_time_has_come(app: App) -> None:
    app.compose(ONE, "Later")
    app.tap("thread_send_message", long=True)
    app.tap("OK")
    app.tap("OK")
    app.tap("thread_send_message")
    assert app.sms() == [] and "Later" in app.texts()
    app.phone.advance(10 * 60_000)
    assert app.sms() == [(2, ONE, "Later")]


# -- receiving


def test_opening_a_conversation_reads_it(app: App) -> None:
    app.receive(ONE, "One, two = three")
    assert app.sms("read, seen, body") == [(0, 0, "One, two = three")]
    assert len(app.phone.system.notifications.active()) == 1
    app.start()
    app.tap(ONE)
    assert app.sms("read, seen") == [(1, 1)]
    assert not app.phone.system.notifications.active()


def test_a_notification_can_be_answered(app: App) -> None:
    app.phone.system.activities.home()
    app.console.run(f"sms send {ONE} Are you there?")
    app.tap("Reply")
    app.phone.type_text("Yes")
    app.phone.advance(100)
    app.tap("Send")
    app.phone.advance(1500)
    assert app.sms() == [(1, ONE, "Are you there?"), (2, ONE, "Yes")]
    assert app.sms("read") == [(1,), (1,)]


def test_a_new_notification_leaves_the_screen_after_a_while(app: App) -> None:
    app.phone.system.activities.home()
    app.console.run(f"sms send {ONE} Hello")
    assert "Mark as Read" in app.texts()
    app.phone.advance(6000)
    assert "Mark as Read" not in app.texts()
    app.shell("cmd statusbar expand-notifications")
    app.tap("Mark as Read")
    assert app.sms("read") == [(1,)]


def test_blocked_numbers_and_words_are_thrown_away(app: App) -> None:
    app.receive(ONE, "First")
    app.start()
    app.tap(ONE)
    app.menu("Block number")
    app.tap("Yes")
    app.receive(ONE, "Second")
    assert app.sms("body") == [("First",)]


# -- lists


def test_rows_can_be_marked_and_deleted(app: App) -> None:
    app.receive(ONE, "First")
    app.receive(TWO, "Second")
    app.start()
    app.tap(ONE, long=True)
    assert "1 / 2" in app.texts()
    app.tap("Delete")
    assert "Are you sure you want to delete 1 conversation?" in app.texts()
    app.tap("Yes")
    assert app.sms("address") == [(TWO,)]
    assert ONE not in app.texts()


def test_pinned_rows_stand_first(app: App) -> None:
    app.receive(ONE, "First")
    app.receive(TWO, "Second")
    app.start()
    app.tap(ONE, long=True)
    app.menu("Pin to the top")
    shown = [text for text in app.texts() if text in (ONE, TWO)]
    assert shown == [ONE, TWO]


def test_archived_rows_come_back(app: App) -> None:
    app.receive(ONE, "First")
    app.start()
    app.tap(ONE, long=True)
    app.menu("Archive")
    assert ONE not in app.texts()
    app.menu("Show archived conversations")
    app.tap(ONE, long=True)
    app.tap("Unarchive")
    app.back()
    assert ONE in app.texts()


def test_the_recycle_bin_keeps_what_was_deleted(app: App) -> None:
    app.receive(ONE, "Keep me")
    app.start()
    preferences(app.phone.host.context(PACKAGE)).put(use_recycle_bin=True)
    app.tap(ONE, long=True)
    app.tap("Delete")
    app.tap("Yes")
    assert ONE not in app.texts() and app.sms("body") == [("Keep me",)]
    app.menu("Show the Recycle Bin")
    app.tap(ONE, long=True)
    app.tap("Restore")
    app.tap("Yes")
    app.back()
    assert ONE in app.texts()


def test_search_finds_names_and_texts(app: App) -> None:
    app.receive(ONE, "The 100% answer")
    app.receive(TWO, "Nothing else")
    app.start()
    app.tap("top_toolbar_search")
    app.phone.type_text("100%")
    app.phone.advance(200)
    assert "The 100% answer" in app.texts() and TWO not in app.texts()


def test_names_of_contacts_stand_for_numbers(app: App) -> None:
    app.contact("Ana da Silva", "(555) 000-1111")
    app.receive(ONE, "Ol\u00e1")
    app.start()
    assert "Ana da Silva" in app.texts()
    app.tap("conversations_fab")
    app.phone.type_text("silva")
    app.phone.advance(100)
    app.tap("item_contact_name")
    assert "Ol\u00e1" in app.texts()


# -- messages


def test_a_message_can_be_copied_and_forwarded(app: App) -> None:
    app.receive(ONE, "Copy me")
    app.start()
    app.tap(ONE)
    app.tap("thread_message_body", long=True)
    app.tap("Copy to clipboard")
    assert app.phone.system.clipboard.text == "Copy me"
    app.tap("thread_message_body", long=True)
    app.menu("Forward")
    app.phone.type_text(TWO)
    app.phone.advance(100)
    app.tap("new_conversation_confirm")
    app.tap("thread_send_message")
    app.phone.advance(1500)
    assert app.sms()[-1] == (2, TWO, "Copy me")


def test_another_app_can_prefill_a_message(app: App) -> None:
    app.shell(
        f"am start -a android.intent.action.SENDTO -d sms:{ONE} --es sms_body 'Prepared text'"
    )
    app.phone.advance(500)
    assert "Prepared text" in app.texts()
    app.tap("SMS")
    app.phone.advance(1500)
    assert app.sms() == [(2, ONE, "Prepared text")]


# -- the role


def test_a_cleared_app_asks_for_the_role(app: App) -> None:
    app.shell(f"pm clear {PACKAGE}")
    app.start()
    assert "Set SMS Messenger as your default SMS app?" in app.texts()
    app.tap("Cancel")
    top = app.phone.system.activities.top
    assert top is None or top.package != PACKAGE
    app.start()
    app.tap("SMS Messenger")
    app.tap("Set as default")
    assert app.find("conversations_fab") is not None


# -- bad input


def test_an_emptied_database_empties_the_screen(app: App) -> None:
    app.receive(ONE, "First")
    app.start()
    assert ONE in app.texts()
    app.shell(f'sqlite3 {DATABASE} "DELETE FROM sms;"; sqlite3 {DATABASE} "DELETE FROM threads;"')
    assert "No stored conversations have been found" in app.texts()
    app.receive(ONE, "Second")
    assert ONE in app.texts()


@pytest.mark.parametrize("content", [b"", b"no database", None])
def test_a_broken_database_is_made_anew(app: App, content: bytes | None) -> None:
    app.receive(ONE, "First")
    app.start()
    if content is None:
        app.shell(f"rm {DATABASE}")
    else:
        app.phone.push(DATABASE, content)
    # The provider sees it when it is started the next time.
    app.phone.system.databases.close_owner("com.android.providers.telephony")
    app.start()
    app.receive(TWO, "Second")
    assert TWO in app.texts()
    assert app.sms("body") == [("Second",)]


@pytest.mark.parametrize("table", ["sms", "threads", "canonical_addresses"])
def test_a_database_that_lacks_a_table_shows_no_conversations(app: App, table: str) -> None:
    app.receive(ONE, "First")
    app.start()
    app.tap(ONE)
    app.shell(f'sqlite3 {DATABASE} "DROP TABLE {table}"')
    app.texts()
    app.back(2)
    app.start()
    assert "First" not in app.texts()
    app.receive(TWO, "Second")
    app.tap("conversations_fab")
    app.phone.type_text(TWO)
    app.phone.advance(100)
    app.tap("new_conversation_confirm")


def test_sizes_and_dates_follow_the_settings(app: App) -> None:
    app.receive(ONE, "First")
    app.shell("date -u 101712002023.00")
    app.start()
    assert "15.10" in app.texts()
    before = app.find("conversation_address")
    app.tap("Settings")
    app.tap("Change date and time format")
    app.tap("2023-10-15")
    app.tap("Font size")
    app.tap("Extra large")
    app.back()
    after = app.find("conversation_address")
    assert "10-15" in app.texts()
    assert before and after and before.bbox_pixels and after.bbox_pixels
    assert after.bbox_pixels.height > before.bbox_pixels.height


@pytest.mark.parametrize("date", ["010100001970.00", "011903142038.07"])
def test_odd_clocks(app: App, date: str) -> None:
    app.receive(ONE, "Before")
    app.shell(f"date -u {date}")
    app.receive(TWO, "After")
    app.start()
    assert {ONE, TWO} <= set(app.texts())
    app.tap(TWO)
    assert "After" in app.texts()


@pytest.mark.parametrize(
    "text", ["a=b, c=d", 'It\'s "quoted"', "emoji \U0001f600 and \u65e5\u672c", "x" * 1000]
)
def test_odd_texts_arrive_as_they_are(app: App, text: str) -> None:
    app.receive(ONE, text)
    app.start()
    app.tap(ONE)
    assert text in app.texts()


# -- attachments


def _attach(app: App) -> None:
    app.phone.push("/sdcard/Download/cat.jpg", b"not really a picture")
    app.shell("am start -a android.intent.action.SENDTO -d sms:+15550002222")
    app.phone.advance(500)
    app.tap("Attachment")
    app.tap("Choose file")
    app.phone.advance(500)
    app.tap("cat.jpg")
    app.phone.advance(500)


def test_a_file_is_attached_and_taken_away_again(app: App) -> None:
    _attach(app)
    assert {"cat.jpg", "MMS"} <= set(app.texts())
    app.tap("Remove")
    assert "SMS" in app.texts() and "cat.jpg" not in app.texts()


def test_a_multimedia_message_is_stored_and_fails_without_a_centre(app: App) -> None:
    query = "content query --uri content://mms --projection msg_box"
    app.shell(
        "content insert --uri content://sms/sent --bind address:s:+15550002222 "
        "--bind body:s:before --bind date:l:1697000000000"
    )
    _attach(app)
    app.tap("thread_type_message")
    app.phone.type_text("look")
    app.tap("thread_send_message")
    assert "Sending\u2026" in app.texts() and "MMS" not in app.texts()
    assert "msg_box=4" in app.shell(query)
    app.phone.advance(1500)
    assert "Not sent. Touch to retry." in app.texts() and "msg_box=5" in app.shell(query)
    assert {"before", "cat.jpg", "look"} <= set(app.texts())
    parts = app.shell("content query --uri content://mms/1/part --projection ct:name:text:_data")
    assert "ct=text/plain, name=text.txt, text=look" in parts and "name=cat.jpg" in parts
    path = parts.rpartition("_data=")[2].strip()
    assert app.phone.pull(path) == b"not really a picture"
    assert "address=+15550002222, type=151" in app.shell(
        "content query --uri content://mms/1/addr --projection address:type"
    )
    app.tap("Not sent. Touch to retry.")
    assert "Sending\u2026" in app.texts()
    app.phone.advance(1500)
    app.tap("Delete")
    app.tap("Yes")
    app.phone.advance(500)
    assert "No result found." in app.shell(query) and "No result found." in app.shell(
        "content query --uri content://sms"
    )
    assert app.phone.shell(f"ls {path}").exit_code == 1


def test_texts_and_multimedia_messages_stand_in_order(app: App) -> None:
    for number in range(60):
        app.shell(
            "content insert --uri content://sms/sent --bind address:s:+15550002222 "
            f"--bind body:s:n{number} --bind date:l:{1_697_000_000_000 + number * 10_000}"
        )
    for number in (3, 3, 59):
        app.shell(
            "content insert --uri content://mms/sent --bind thread_id:i:1 "
            f"--bind date:l:{1_697_000_000 + number * 10 + 5}"
        )
    from android_gym.simulator.apps.sms_messenger.storage import MessageStore

    store = MessageStore(app.phone.windows.host.context("com.simplemobiletools.smsmessenger"))
    assert store.message_count(1) == 63
    found = [m for first in range(0, 63, 7) for m in store.messages(1, first, 7)]
    dates = [message.date_ms for message in found]
    assert len(found) == 63 and dates == sorted(dates)
    assert [m.body for m in found if m.body] == [f"n{number}" for number in range(60)]
