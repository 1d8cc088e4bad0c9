"""Simple SMS Messenger and the providers below it, through the screen and through adb."""

from __future__ import annotations

import re
from typing import Any

import cv2
import numpy as np
import pytest

from android_gym.simulator.apps.sms_messenger.storage import MessageStore, preferences
from android_gym.simulator.phone import Phone
from android_gym.testing.driver import AppDriver

PACKAGE = "com.simplemobiletools.smsmessenger"
DATABASE = "/data/data/com.android.providers.telephony/databases/mmssms.db"
ONE, TWO = "+15550001111", "+15550002222"


class Messenger(AppDriver):
    """The app on a phone of its own, as the prepared image has it."""

    def __init__(self) -> None:
        self.host = Phone()
        super().__init__(self.host, PACKAGE)

    def open(self) -> None:
        """Start it at its first screen."""
        self.start(f"{PACKAGE}.activities.MainActivity")

    def receive(self, number: str, text: str) -> None:
        """Have a message come in, and its notification leave the screen."""
        assert self.host.console(f"sms send {number} {text}") == "OK\r\n"
        self.wait(6000)

    def compose(self, number: str, text: str) -> None:
        """Open a new conversation and type."""
        self.open()
        self.tap("conversations_fab")
        self.type(number)
        self.tap("new_conversation_confirm")
        self.type(text)

    def sms(self, columns: str = "type, address, body") -> list[tuple[Any, ...]]:
        """Read the table of messages."""
        return self.query(DATABASE, f"SELECT {columns} FROM sms ORDER BY _id")

    def contact(self, name: str, number: str) -> None:
        """Add a contact over adb."""
        base, item = "content://com.android.contacts", "vnd.android.cursor.item"
        self.shell(f"content insert --uri {base}/raw_contacts --bind account_type:n:")
        for kind, value in (("name", name), ("phone_v2", number)):
            self.shell(
                f"content insert --uri {base}/data --bind raw_contact_id:i:1 "
                f"--bind mimetype:s:{item}/{kind} --bind data1:s:'{value}'"
            )


@pytest.fixture
def app() -> Messenger:
    return Messenger()


# -- sending


def test_a_message_goes_through_the_outbox(app: Messenger) -> None:
    app.compose(ONE, "Hi there")
    app.tap("thread_send_message")
    assert app.sms() == [(4, ONE, "Hi there")]
    assert "Sending\u2026" in app.texts()
    app.wait(1000)
    assert app.sms() == [(2, ONE, "Hi there")]
    assert "Sending\u2026" not in app.texts()
    assert "body=Hi there" in app.shell("content query --uri content://sms/sent")


def test_a_radio_that_is_off_fails_and_a_retry_sends_the_same_row(app: Messenger) -> None:
    app.shell("cmd connectivity airplane-mode enable")
    app.compose(ONE, "Hello")
    app.tap("thread_send_message")
    app.wait(500)
    assert app.sms() == [(5, ONE, "Hello")]
    app.shell("cmd connectivity airplane-mode disable")
    app.tap("Not sent. Touch to retry.")
    app.tap("thread_send_message")
    app.wait(1500)
    assert app.sms() == [(2, ONE, "Hello")]


def test_a_draft_is_kept_and_shown(app: Messenger) -> None:
    app.receive(ONE, "Question")
    app.open()
    app.tap(ONE)
    app.tap("thread_type_message")
    app.type("Half an ans")
    app.back(2)
    assert "Draft" in app.texts() and "Half an ans" in app.texts()
    assert app.sms("type, body")[-1] == (3, "Half an ans")
    app.tap(ONE)
    assert "Half an ans" in app.texts()


def test_a_group_gets_one_message_each(app: Messenger) -> None:
    app.compose(f"{ONE};{TWO}", "Both of you")
    app.tap("thread_send_message")
    app.wait(1500)
    assert {row[1] for row in app.sms() if row[0] == 2} == {f"{ONE}|{TWO}", ONE, TWO}


def test_names_of_people_to_add_begin_with_a_capital(app: Messenger) -> None:
    app.receive(ONE, "Hello")
    app.open()
    app.tap(ONE, "Add Person")
    assert {"Q", "W"} <= {e.content_description for e in app.phone.ui_elements()}


def test_letters_cannot_be_written_to(app: Messenger) -> None:
    app.open()
    app.tap("conversations_fab")
    app.type("MYBANK")
    app.tap("new_conversation_confirm")
    assert app.sms() == []
    app.receive("MYBANK", "Your code is 123")
    app.open()
    app.back(2)
    app.open()
    app.tap("MYBANK")
    assert "Can't reply to short codes like this" in app.texts()


def test_a_scheduled_message_goes_out_when_its_time_has_come(app: Messenger) -> None:
    app.compose(ONE, "Later")
    app.long_press("thread_send_message")
    app.tap("OK")
    app.tap("OK")
    app.tap("thread_send_message")
    assert app.sms() == [] and "Later" in app.texts()
    app.wait(10 * 60_000)
    assert app.sms() == [(2, ONE, "Later")]


@pytest.mark.parametrize(("choice", "sent"), [("Send now", True), ("Delete", False)])
def test_a_scheduled_message_can_be_sent_now_or_never(
    app: Messenger, choice: str, sent: bool
) -> None:
    app.compose(ONE, "Later")
    app.long_press("thread_send_message")
    app.tap("OK", "OK", "thread_send_message", "Later", choice)
    app.wait(10 * 60_000)
    assert app.sms() == ([(2, ONE, "Later")] if sent else [])


def test_a_scheduled_message_can_be_changed(app: Messenger) -> None:
    app.compose(ONE, "Later")
    app.long_press("thread_send_message")
    app.tap("OK", "OK", "thread_send_message", "Later", "Update message")
    app.type(" today")
    app.tap("thread_send_message")
    assert app.sms() == [] and "Later today" in app.texts() and "Later" not in app.texts()
    app.wait(10 * 60_000)
    assert app.sms() == [(2, ONE, "Later today")]


def test_a_changed_message_that_is_sent_at_once_is_not_sent_again(app: Messenger) -> None:
    app.compose(ONE, "Later")
    app.long_press("thread_send_message")
    app.tap("OK", "OK", "thread_send_message", "Later", "Update message")
    app.tap("discard_scheduled_message", "thread_send_message")
    app.wait(10 * 60_000)
    assert app.sms() == [(2, ONE, "Later")]


def test_messages_are_exported_and_imported(app: Messenger) -> None:
    app.receive(ONE, "Keep me")
    app.open()
    app.tap("Settings")
    app.scroll_to("Export messages")
    app.tap("Export messages")
    name = app.text("export_messages_filename")
    assert re.fullmatch(r"messages_2023-10-15_15-34-\d\d", name)
    app.tap("Export MMS", "OK", "SAVE")
    assert app.shell("ls /sdcard/Download") == f"{name}.json\n"
    kept = app.sms("address, body, date, type")
    app.shell("content delete --uri content://sms")
    for _ in range(2):  # what is there already is not added again
        app.scroll_to("Import messages")
        app.tap("Import messages", f"{name}.json")
        assert app.shows("import_sms_checkbox") and app.shows("Import MMS")
        app.tap("OK")
        assert app.sms("address, body, date, type") == kept


@pytest.mark.parametrize("kind", ["sms", "mms"])
def test_only_what_is_ticked_is_exported(app: Messenger, kind: str) -> None:
    app.receive(ONE, "Keep me")
    app.open()
    app.tap("Settings")
    app.scroll_to("Export messages")
    app.tap("Export messages", f"export_{kind}_checkbox")
    assert app.find("OK").is_enabled
    app.tap("OK", "SAVE")
    written = app.shell("cat /sdcard/Download/*")
    assert ("Keep me" in written) == (kind == "mms")


def test_nothing_is_exported_without_a_name_or_a_kind(app: Messenger) -> None:
    app.open()
    app.tap("Settings")
    app.scroll_to("Export messages")
    app.tap("Export messages", "export_sms_checkbox", "export_mms_checkbox")
    assert not app.find("OK").is_enabled


def test_a_time_that_has_passed_is_asked_for_again(app: Messenger) -> None:
    app.compose(ONE, "Later")
    app.long_press("thread_send_message")
    app.tap("OK", "OK")
    app.wait(6 * 60_000)
    app.tap("thread_send_message")
    assert app.sms() == [] and app.shows("Next month")
    app.tap("OK", "OK", "thread_send_message")
    assert app.sms() == []
    app.wait(6 * 60_000)
    assert app.sms() == [(2, ONE, "Later")]


def test_a_group_needs_a_title_to_be_renamed(app: Messenger) -> None:
    app.compose(f"{ONE};{TWO}", "Both of you")
    app.tap("thread_send_message", "Rename conversation")
    for _ in f"{ONE}, {TWO}":
        app.shell("input keyevent KEYCODE_DEL")
    app.tap("OK")
    assert app.shows("rename_conv_edit_text")
    app.type("Friends")
    app.tap("OK")
    assert not app.shows("rename_conv_edit_text") and "Friends" in app.texts()


def test_an_open_question_outlives_the_process(app: Messenger) -> None:
    app.receive(ONE, "Question")
    app.open()
    app.tap(ONE, "Delete")
    question = "Are you sure you want to delete all messages of this conversation?"
    assert question in app.texts()
    app.stop()
    app.press("APP_SWITCH")
    app.tap("SMS Messenger")
    assert question in app.texts()
    app.tap("Yes")
    assert app.sms() == []


# -- receiving


def test_opening_a_conversation_reads_it(app: Messenger) -> None:
    app.receive(ONE, "One, two = three")
    assert app.sms("read, seen, body") == [(0, 0, "One, two = three")]
    assert len(app.host.system.notifications.active()) == 1
    app.open()
    app.tap(ONE)
    assert app.sms("read, seen") == [(1, 1)]
    assert not app.host.system.notifications.active()


def test_a_notification_can_be_answered(app: Messenger) -> None:
    app.host.system.activities.home()
    app.host.console(f"sms send {ONE} Are you there?")
    app.tap("Reply")
    app.type("Yes")
    app.tap("Send")
    app.wait(1500)
    assert app.sms() == [(1, ONE, "Are you there?"), (2, ONE, "Yes")]
    assert app.sms("read") == [(1,), (1,)]


def test_an_answer_that_is_left_does_not_have_the_focus_again(app: Messenger) -> None:
    app.host.system.activities.home()
    app.host.console(f"sms send {ONE} Are you there?")
    app.wait(6000)
    app.shell("cmd statusbar expand-notifications")
    app.tap("Reply")
    assert app.host.windows.focused_field() is not None
    app.shell("cmd statusbar collapse")
    assert app.host.windows.focused_field() is None
    app.shell("cmd statusbar expand-notifications")
    assert app.host.windows.focused_field() is None


def test_a_new_notification_leaves_the_screen_after_a_while(app: Messenger) -> None:
    app.host.system.activities.home()
    app.host.console(f"sms send {ONE} Hello")
    assert "Mark as Read" in app.texts()
    app.wait(6000)
    assert "Mark as Read" not in app.texts()
    app.shell("cmd statusbar expand-notifications")
    app.tap("Mark as Read")
    assert app.sms("read") == [(1,)]


def test_blocked_numbers_and_words_are_thrown_away(app: Messenger) -> None:
    app.receive(ONE, "First")
    app.open()
    app.tap(ONE)
    app.menu("Block number")
    app.tap("Yes")
    app.receive(ONE, "Second")
    assert app.sms("body") == [("First",)]


# -- lists


def test_rows_can_be_marked_and_deleted(app: Messenger) -> None:
    app.receive(ONE, "First")
    app.receive(TWO, "Second")
    app.open()
    app.long_press(ONE)
    assert "1 / 2" in app.texts()
    app.tap("Delete")
    assert "Are you sure you want to delete 1 conversation?" in app.texts()
    app.tap("Yes")
    assert app.sms("address") == [(TWO,)]
    assert ONE not in app.texts()


def test_pinned_rows_stand_first(app: Messenger) -> None:
    app.receive(ONE, "First")
    app.receive(TWO, "Second")
    app.open()
    app.long_press(ONE)
    app.menu("Pin to the top")
    shown = [text for text in app.texts() if text in (ONE, TWO)]
    assert shown == [ONE, TWO]


def test_archived_rows_come_back(app: Messenger) -> None:
    app.receive(ONE, "First")
    app.open()
    app.long_press(ONE)
    app.menu("Archive")
    assert ONE not in app.texts()
    app.menu("Show archived conversations")
    app.long_press(ONE)
    app.tap("Unarchive")
    app.back()
    assert ONE in app.texts()


def test_the_recycle_bin_keeps_what_was_deleted(app: Messenger) -> None:
    app.receive(ONE, "Keep me")
    app.open()
    preferences(app.host.host.context(PACKAGE)).put(use_recycle_bin=True)
    app.long_press(ONE)
    app.tap("Delete")
    app.tap("Yes")
    assert ONE not in app.texts() and app.sms("body") == [("Keep me",)]
    app.menu("Show the Recycle Bin")
    app.long_press(ONE)
    app.menu("Restore all messages")
    app.tap("Yes")
    app.back()
    assert ONE in app.texts()


def test_search_finds_names_and_texts(app: Messenger) -> None:
    app.receive(ONE, "The 100% answer")
    app.receive(TWO, "Nothing else")
    app.open()
    app.tap("top_toolbar_search")
    app.type("100%")
    assert "The 100% answer" in app.texts() and TWO not in app.texts()


def test_names_of_contacts_stand_for_numbers(app: Messenger) -> None:
    app.contact("Ana da Silva", "(555) 000-1111")
    app.receive(ONE, "Ol\u00e1")
    app.open()
    assert "Ana da Silva" in app.texts()
    app.tap("conversations_fab")
    app.type("silva")
    app.tap("item_contact_name")
    assert "Ol\u00e1" in app.texts()


# -- messages


def test_a_message_can_be_copied_and_forwarded(app: Messenger) -> None:
    app.receive(ONE, "Copy me")
    app.open()
    app.tap(ONE)
    app.long_press("thread_message_body")
    app.tap("Copy to clipboard")
    assert app.host.system.clipboard.text == "Copy me"
    app.long_press("thread_message_body")
    app.menu("Forward")
    app.type(TWO)
    app.tap("new_conversation_confirm")
    app.tap("thread_send_message")
    app.wait(1500)
    assert app.sms()[-1] == (2, TWO, "Copy me")


def test_a_message_is_shared_with_another_app(app: Messenger) -> None:
    app.receive(ONE, "Share me")
    app.open()
    app.tap(ONE)
    app.long_press("thread_message_body")
    app.tap("cab_share")
    assert "Share via" in app.texts()
    app.tap("Markor")
    assert "Share me" in app.texts()


def test_another_app_can_prefill_a_message(app: Messenger) -> None:
    app.shell(
        f"am start -a android.intent.action.SENDTO -d sms:{ONE} --es sms_body 'Prepared text'"
    )
    app.wait(500)
    assert "Prepared text" in app.texts()
    app.tap("SMS")
    app.wait(1500)
    assert app.sms() == [(2, ONE, "Prepared text")]


# -- the role


def test_a_cleared_app_asks_for_the_role(app: Messenger) -> None:
    app.shell(f"pm clear {PACKAGE}")
    app.open()
    assert "Set SMS Messenger as your default SMS app?" in app.texts()
    app.tap("Cancel")
    top = app.host.system.activities.top
    assert top is None or top.package != PACKAGE
    app.open()
    app.tap("SMS Messenger")
    app.tap("Set as default")
    assert app.shows("conversations_fab")


# -- bad input


def test_an_emptied_database_empties_the_screen(app: Messenger) -> None:
    app.receive(ONE, "First")
    app.open()
    assert ONE in app.texts()
    app.shell(f'sqlite3 {DATABASE} "DELETE FROM sms;"; sqlite3 {DATABASE} "DELETE FROM threads;"')
    assert "No stored conversations have been found" in app.texts()
    app.receive(ONE, "Second")
    assert ONE in app.texts()


@pytest.mark.parametrize("content", [b"", b"no database", None])
def test_a_broken_database_is_made_anew(app: Messenger, content: bytes | None) -> None:
    app.receive(ONE, "First")
    app.open()
    if content is None:
        app.shell(f"rm {DATABASE}")
    else:
        app.host.push(DATABASE, content)
    # The provider sees it when it is started the next time.
    app.host.system.databases.close_owner("com.android.providers.telephony")
    app.open()
    app.receive(TWO, "Second")
    assert TWO in app.texts()
    assert app.sms("body") == [("Second",)]


@pytest.mark.parametrize("table", ["sms", "threads", "canonical_addresses"])
def test_a_database_that_lacks_a_table_shows_no_conversations(app: Messenger, table: str) -> None:
    app.receive(ONE, "First")
    app.open()
    app.tap(ONE)
    app.shell(f'sqlite3 {DATABASE} "DROP TABLE {table}"')
    app.texts()
    app.back(2)
    app.open()
    assert "First" not in app.texts()
    app.receive(TWO, "Second")
    app.tap("conversations_fab")
    app.type(TWO)
    app.tap("new_conversation_confirm")


def test_sizes_and_dates_follow_the_settings(app: Messenger) -> None:
    app.receive(ONE, "First")
    app.shell("date -u 101712002023.00")
    app.open()
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
    assert before.bbox_pixels and after.bbox_pixels
    assert after.bbox_pixels.height > before.bbox_pixels.height


@pytest.mark.parametrize("date", ["010100001970.00", "011903142038.07"])
def test_odd_clocks(app: Messenger, date: str) -> None:
    app.receive(ONE, "Before")
    app.shell(f"date -u {date}")
    app.receive(TWO, "After")
    app.open()
    assert {ONE, TWO} <= set(app.texts())
    app.tap(TWO)
    assert "After" in app.texts()


@pytest.mark.parametrize(
    "text", ["a=b, c=d", 'It\'s "quoted"', "emoji \U0001f600 and \u65e5\u672c", "x" * 1000]
)
def test_odd_texts_arrive_as_they_are(app: Messenger, text: str) -> None:
    app.receive(ONE, text)
    app.open()
    app.tap(ONE)
    assert text in app.texts()


# -- attachments


def _attach(app: Messenger, content: bytes = b"not really a picture") -> None:
    app.host.push("/sdcard/Download/cat.jpg", content)
    app.shell("am start -a android.intent.action.SENDTO -d sms:+15550002222")
    app.wait(500)
    app.tap("Attachment")
    app.tap("Choose file")
    app.wait(500)
    app.tap("cat.jpg")
    app.wait(500)


def test_a_file_is_attached_and_taken_away_again(app: Messenger) -> None:
    _attach(app)
    assert {"cat.jpg", "MMS"} <= set(app.texts())
    app.tap("Remove")
    assert "SMS" in app.texts() and "cat.jpg" not in app.texts()


def test_pictures_are_shown_before_and_after_they_are_sent(app: Messenger) -> None:
    red = np.zeros((40, 60, 3), np.uint8)
    red[:, :, 2] = 255
    _attach(app, cv2.imencode(".png", red)[1].tobytes())

    def shown(name: str, left: int = 0) -> bool:
        box = app.find(name).bbox_pixels
        assert box is not None
        x, y = (int(place) for place in box.center)
        return bool(tuple(app.host.screenshot()[y, x - left]) == (255, 0, 0))

    assert shown("Remove", left=130) and "cat.jpg" not in app.texts()
    app.tap("thread_send_message")
    app.wait(1500)
    assert shown("attachment_image")


def test_a_multimedia_message_is_stored_and_fails_without_a_centre(app: Messenger) -> None:
    query = "content query --uri content://mms --projection msg_box"
    app.shell(
        "content insert --uri content://sms/sent --bind address:s:+15550002222 "
        "--bind body:s:before --bind date:l:1697000000000"
    )
    _attach(app)
    app.tap("thread_type_message")
    app.type("look")
    app.tap("thread_send_message")
    assert "Sending\u2026" in app.texts() and "MMS" not in app.texts()
    assert "msg_box=4" in app.shell(query)
    app.wait(1500)
    assert "Not sent. Touch to retry." in app.texts() and "msg_box=5" in app.shell(query)
    assert {"before", "cat.jpg", "look"} <= set(app.texts())
    parts = app.shell("content query --uri content://mms/1/part --projection ct:name:text:_data")
    assert "ct=text/plain, name=text.txt, text=look" in parts and "name=cat.jpg" in parts
    path = parts.rpartition("_data=")[2].strip()
    assert app.host.pull(path) == b"not really a picture"
    assert "address=+15550002222, type=151" in app.shell(
        "content query --uri content://mms/1/addr --projection address:type"
    )
    app.tap("Not sent. Touch to retry.")
    assert "Sending\u2026" in app.texts()
    app.wait(1500)
    app.tap("Delete")
    app.tap("Yes")
    app.wait(500)
    assert "No result found." in app.shell(query) and "No result found." in app.shell(
        "content query --uri content://sms"
    )
    assert app.host.shell(f"ls {path}").exit_code == 1


def test_texts_and_multimedia_messages_stand_in_order(app: Messenger) -> None:
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
    store = MessageStore(app.host.windows.host.context("com.simplemobiletools.smsmessenger"))
    assert store.message_count(1) == 63
    found = [m for first in range(0, 63, 7) for m in store.messages(1, first, 7)]
    dates = [message.date_ms for message in found]
    assert len(found) == 63 and dates == sorted(dates)
    assert [m.body for m in found if m.body] == [f"n{number}" for number in range(60)]


def test_a_contact_is_attached_looked_at_and_kept(app: Messenger) -> None:
    insert = "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact"
    app.shell(f"{insert} -e name 'Ann Lee' -e phone '5550001' -e email ann@example.com")
    app.wait(600)
    app.tap("Save")
    app.shell("am start -a android.intent.action.SENDTO -d sms:+15550002222")
    app.wait(500)
    app.tap("Attachment", "Choose contact", "Ann Lee")
    assert app.shows("vcard_title") and app.shows("MMS")
    app.tap("vcard_title")
    assert {"Contact details", "ann@example.com"} <= set(app.texts())
    app.tap("Ann Lee")
    assert not app.shows("ann@example.com")
    app.tap("Add contact")
    assert app.shows("Create new contact")
    app.back()
    app.back()
    app.tap("OK")
    assert app.shows("vcard_title") and not app.shows("Remove")


def test_choosing_no_contact_attaches_nothing(app: Messenger) -> None:
    app.shell("am start -a android.intent.action.SENDTO -d sms:+15550002222")
    app.wait(500)
    app.tap("Attachment", "Choose contact")
    app.back()
    assert not app.shows("vcard_title") and app.shows("Attachment")


def test_a_message_passes_the_bin_by(app: Messenger) -> None:
    app.receive(ONE, "First")
    app.receive(ONE, "Second")
    app.receive(ONE, "Third")
    preferences(app.host.host.context(PACKAGE)).put(use_recycle_bin=True)
    app.open()
    app.tap(ONE)
    for text in ("First", "Second"):
        app.long_press(text)
        app.tap("Delete")
        if text == "Second":
            app.tap("Skip the Recycle Bin, delete messages directly")
        app.tap("Yes")
        assert not app.shows(text)
    assert app.sms("body") == [("First",), ("Third",)]
