"""Gmail: lists, conversations, labels, search, the editor, what waits for a time, notifications."""

from __future__ import annotations

import datetime as dt
import shlex
from typing import Any

import pytest

from android_gym.simulator.apps.gmail.dialogs import offers
from android_gym.simulator.apps.gmail.storage.reading import PAGE
from android_gym.simulator.phone import Phone
from android_gym.simulator.state import Snapshot
from android_gym.simulator.system.databases import Database
from android_gym.testing.driver import AppDriver

PACKAGE = "com.google.android.gm"
MAIN, COMPOSE = ".ConversationListActivityGmail", ".ComposeActivityGmail"
DATABASE = "mailstore.owner@example.com.db"
MINUTE_MS = 60_000
NOW_MS = 1_697_384_040_000
ME = "Owner <owner@example.com>"

_PHONE = Phone()
_NEW: Snapshot = _PHONE.snapshot()


class Mail(AppDriver):
    """The app, with some mail, on a phone that is as new."""

    phone: Phone

    def __init__(self) -> None:
        _PHONE.restore(_NEW)
        super().__init__(_PHONE, PACKAGE)
        self.messages = 0

    def receive(
        self,
        sender: str,
        subject: str,
        body: str = "Hello",
        *,
        to: str = ME,
        cc: str = "",
        answers: int = 0,
        labels: tuple[str, ...] = ("^i", "^u", "^all"),
        age: int = 10,
    ) -> int:
        """Put a message into the mailbox by adb, and return its row.

        Args:
            sender: Who wrote it.
            subject: Its subject.
            body: Its text.
            to: Whom it is for.
            cc: Who gets a copy.
            answers: The conversation that it belongs to; 0 for one of its own.
            labels: Canonical names of its labels.
            age: Minutes since it came.
        """
        self.messages += 1
        number = self.messages
        when = NOW_MS - age * MINUTE_MS
        conversation = answers or number
        texts = [text.replace("'", "''") for text in (sender, to, cc, subject, body)]
        writer, people, copies, about, words = texts
        marks = ", ".join(f"'{label}'" for label in labels)
        self.sql(
            "INSERT INTO messages (messageId, conversation, fromAddress, toAddresses, ccAddresses, "
            "dateSentMs, dateReceivedMs, subject, body) VALUES "
            f"({number}, {conversation}, '{writer}', '{people}', '{copies}', {when}, {when}, "
            f"'{about}', '{words}'); INSERT INTO message_labels SELECT _id, {number}, "
            f"{conversation} FROM labels WHERE canonicalName IN ({marks})"
        )
        return number

    def sql(self, statements: str) -> str:
        path = f"/data/data/{PACKAGE}/databases/{DATABASE}"
        return self.shell(f"sqlite3 {path} {shlex.quote(statements)}")

    def labels(self, number: int) -> set[str]:
        rows = self.query(
            DATABASE,
            "SELECT canonicalName FROM message_labels JOIN labels ON _id = labels_id "
            f"WHERE message_messageId = {number}",
        )
        return {name for (name,) in rows}

    def last(self, *columns: str) -> tuple[object, ...]:
        sql = f"SELECT {', '.join(columns)} FROM messages ORDER BY messageId DESC LIMIT 1"
        return self.query(DATABASE, sql)[0]

    def subjects(self) -> list[str | None]:
        return [
            e.text for e in self.phone.ui_elements() if (e.resource_name or "").endswith("/subject")
        ]

    def go(self, place: str) -> None:
        self.tap("Open navigation drawer")
        self.scroll_to(place)
        self.tap(place)

    def open(self) -> None:
        self.start(MAIN)

    def leave(self, times: int) -> None:
        """Press BACK, which closes the keyboard, too."""
        for _ in range(times):
            self.press("BACK")

    def write(self, to: str, subject: str, body: str) -> None:
        """Fill the editor that is open."""
        self.type(f"{to},")
        self.tap("subject")
        self.type(subject)
        self.tap("composearea_tap_trap_bottom")
        self.type(body)


@pytest.fixture
def mail() -> Mail:
    return Mail()


# --- lists


def test_a_new_mailbox_is_empty(mail: Mail) -> None:
    mail.open()
    assert mail.shows("Nothing in Inbox")


def test_the_inbox_lists_conversations_the_newest_first(mail: Mail) -> None:
    mail.receive("Anna Berg <anna@example.org>", "Lunch", age=60)
    mail.receive("Ben <ben@example.org>", "Report", labels=("^i", "^all"), age=2 * 1440)
    mail.receive(ME, "Re: Lunch", "Fine", to="anna@example.org", answers=1,
                 labels=("^f", "^all"), age=5)  # fmt: skip
    mail.receive("Spammer <s@example.org>", "Win", labels=("^s", "^u"))
    mail.open()
    assert mail.subjects() == ["Lunch", "Report"]
    assert mail.shows("Unread, Anna, me 2, Lunch, Fine, 3:29 PM")
    assert mail.shows("Ben, Report, Hello, Oct 13")


def test_a_row_without_date_texts_or_people_is_shown(mail: Mail) -> None:
    mail.receive("", "", "")
    mail.sql("UPDATE messages SET fromAddress = NULL, dateReceivedMs = NULL, body = x'ff', "
             "subject = 7, toAddresses = 'x'")  # fmt: skip
    mail.open()
    assert mail.subjects() == ["7"]
    mail.tap("7")
    assert mail.shows("(unknown sender)")


def test_swipe_archives_and_undo_brings_back(mail: Mail) -> None:
    number = mail.receive("Anna <anna@example.org>", "Lunch")
    mail.open()
    mail.drag("subject", dx=700)
    assert mail.labels(number) == {"^u", "^all"}
    assert mail.shows("Archived") and mail.shows("Nothing in Inbox")
    mail.tap("Undo")
    assert mail.labels(number) == {"^i", "^u", "^all"}
    assert mail.subjects() == ["Lunch"]


def test_a_swipe_does_what_the_user_has_chosen(mail: Mail) -> None:
    number = mail.receive("Anna <anna@example.org>", "Lunch")
    mail.open()
    mail.tap("selected_account_disc_gmail", "General settings", "Swipe actions", "Left swipe")
    mail.tap("Mark as read/unread")
    mail.leave(3)
    mail.drag("subject", dx=-700)
    assert mail.labels(number) == {"^i", "^all"}
    mail.drag("subject", dx=-700)
    assert mail.labels(number) == {"^i", "^u", "^all"}


def test_marked_conversations_are_moved_labelled_and_deleted(mail: Mail) -> None:
    one = mail.receive("Anna <anna@example.org>", "Lunch", age=1)
    two = mail.receive("Ben <ben@example.org>", "Report", age=2)
    three = mail.receive("Cleo <cleo@example.org>", "Trip", age=3)
    mail.sql("INSERT INTO labels (canonicalName, name) VALUES ('Work', 'Work'), ('Home', 'Home')")
    mail.open()
    mail.long_press("Lunch")
    mail.tap("Report")
    assert mail.shows("2")
    mail.tap("More options", "Label", "Work", "OK")
    assert "Work" in mail.labels(one) & mail.labels(two)
    mail.long_press("Lunch")
    mail.tap("More options", "Move to", "Home")
    assert mail.labels(one) == {"^u", "^all", "Work", "Home"}
    mail.long_press("Trip")
    mail.tap("Delete")
    assert mail.labels(three) == {"^u", "^k"}
    assert mail.subjects() == ["Report"]
    mail.go("Work")
    assert mail.subjects() == ["Lunch", "Report"]
    mail.go("Trash")
    mail.tap("Empty trash now")
    mail.tap("Empty")
    assert mail.query(DATABASE, "SELECT messageId FROM messages") == [(one,), (two,)]


def test_star_and_important(mail: Mail) -> None:
    number = mail.receive("Anna <anna@example.org>", "Lunch")
    mail.open()
    mail.tap("Add star")
    assert "^t" in mail.labels(number)
    mail.long_press("Lunch")
    mail.tap("More options", "Mark important")
    mail.go("Important")
    assert mail.subjects() == ["Lunch"]
    mail.tap("Remove star")
    mail.go("Starred")
    assert mail.shows("Nothing in Starred")


def test_spam_goes_and_comes_back(mail: Mail) -> None:
    number = mail.receive("Anna <anna@example.org>", "Lunch")
    mail.open()
    mail.tap("Lunch", "More options", "Report spam")
    assert mail.labels(number) == {"^s"}
    mail.go("Spam")
    mail.tap("Lunch", "not_spam")
    assert mail.labels(number) == {"^i", "^all"}


def test_thousands_of_conversations_cost_what_is_seen(
    mail: Mail, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail.sql(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) "
        "INSERT INTO messages (messageId, fromAddress, subject, dateReceivedMs) SELECT i, "
        "'A <a@example.org>', 'Mail ' || i, i * 1000 FROM n; "
        "INSERT INTO message_labels SELECT 1, messageId, messageId FROM messages"
    )
    rows: list[int] = []
    query = Database.query

    def counted(self: Database, *arguments: Any) -> list[tuple[Any, ...]]:
        found = query(self, *arguments)
        rows.append(len(found))
        return found

    monkeypatch.setattr(Database, "query", counted)
    mail.open()
    assert mail.subjects()[:2] == ["Mail 3000", "Mail 2999"]
    mail.scroll_to("Mail 2980")
    assert max(rows) == PAGE


# --- search


def test_search_finds_by_words_and_operators(mail: Mail) -> None:
    mail.receive("Anna <anna@example.org>", "Lunch", "At noon, 100%", age=1)
    mail.receive("Ben <ben@example.org>", "Report", "Anna says lunch", labels=("^all",), age=2)
    mail.receive("Cleo <cleo@example.org>", "Lunch too", labels=("^k",), age=3)
    mail.open()

    def find(text: str) -> list[str | None]:
        mail.tap("Search in mail")
        mail.type(text)
        mail.press("ENTER")
        found = mail.subjects()
        mail.tap("Back")
        return found

    assert find("lunch") == ["Lunch", "Report"]
    assert find("from:anna") == ["Lunch"]
    assert find("lunch -") == []
    assert find("is:unread") == ["Lunch"]
    assert find("in:trash") == ["Lunch too"]
    assert find("100%") == ["Lunch"]
    assert find("to:owner report") == ["Report"]
    mail.tap("Search in mail")
    assert mail.shows("Recent email searches")
    mail.tap("from:anna")
    mail.tap("Is unread")
    assert mail.subjects() == ["Lunch"]
    mail.tap("Lunch", "Navigate up")
    assert mail.shows("No results")


# --- a conversation


def test_a_conversation_shows_what_is_unread_and_is_read_then(mail: Mail) -> None:
    mail.receive("Anna <anna@example.org>", "Lunch", "First", labels=("^i", "^all"), age=9)
    mail.receive("Anna <anna@example.org>", "Lunch", "<p>Second</p>", answers=1, age=8)
    mail.open()
    mail.tap("Lunch")
    assert mail.text("message_body") == "Second"
    assert mail.text("email_snippet") == "First"
    assert mail.labels(2) == {"^i", "^all"}
    mail.tap("First")
    assert len(mail.elements("message_body")) == 2
    mail.tap("inside_conversation_unread")
    assert "^u" in mail.labels(2) and "^u" not in mail.labels(1)


def test_many_messages_are_folded_into_their_number(mail: Mail) -> None:
    for age in range(9, 0, -1):
        mail.receive("Anna <anna@example.org>", "Talk", f"No {age}", answers=1,
                     labels=("^i", "^all"), age=age)  # fmt: skip
    mail.open()
    mail.tap("Talk")
    assert mail.text("super_collapsed_count") == "6"
    assert not mail.shows("No 5")
    mail.tap("super_collapsed_block")
    assert mail.shows("No 5")


# --- writing


def test_a_message_is_sent_and_can_be_taken_back(mail: Mail) -> None:
    mail.open()
    mail.tap("Compose")
    mail.write("anna@example.org", "Paper", "How is it?")
    mail.tap("Send")
    assert mail.shows("Sent")
    assert mail.last("toAddresses", "subject", "body") == (
        "anna@example.org",
        "Paper",
        "How is it?",
    )
    assert mail.labels(1) == {"^f", "^all"}
    mail.tap("Undo")
    assert mail.labels(1) == {"^r", "^all"}
    assert mail.text("subject") == "Paper"
    mail.press("BACK")
    mail.go("Drafts")
    assert mail.subjects() == ["Paper"]


def test_a_message_to_oneself_arrives_and_is_told_of(mail: Mail) -> None:
    mail.start(COMPOSE)
    mail.write("owner@example.com", "Note", "to self")
    mail.tap("Send")
    assert mail.labels(1) == {"^f", "^all", "^i", "^u"}
    assert "Note" in mail.shell("dumpsys notification --noredact")
    mail.open()
    assert mail.subjects() == ["Note"]
    assert "android.title=String (Owner)" not in mail.shell("dumpsys notification --noredact")


def test_what_is_not_sent_becomes_a_draft(mail: Mail) -> None:
    mail.open()
    mail.tap("Compose")
    mail.leave(2)
    assert mail.query(DATABASE, "SELECT * FROM messages") == []
    mail.tap("Compose")
    mail.write("anna@example.org", "Paper", "x")
    mail.tap("Navigate up")
    assert mail.shows("Message saved as draft") and mail.labels(1) == {"^r", "^all"}
    mail.tap("Discard")
    assert mail.query(DATABASE, "SELECT * FROM messages") == []


def test_a_message_survives_the_death_of_the_process(mail: Mail) -> None:
    mail.start(COMPOSE)
    mail.write("anna@example.org", "Paper", "x")
    mail.press("HOME")
    mail.shell(f"am kill {PACKAGE}")
    mail.start(MAIN)
    mail.go("Drafts")
    assert mail.subjects() == ["Paper"]


@pytest.mark.parametrize(
    ("to", "reason"),
    [("", "Add at least one recipient."), ("nobody", "The address <nobody> is invalid.")],
)
def test_a_message_to_nobody_is_not_sent(mail: Mail, to: str, reason: str) -> None:
    mail.start(COMPOSE)
    mail.type(to)
    mail.tap("Send")
    assert mail.shows(reason)


def test_a_message_without_subject_is_sent_after_a_question(mail: Mail) -> None:
    mail.start(COMPOSE)
    mail.type("anna@example.org")
    mail.tap("Send")
    assert mail.shows("There's no text in the message subject.")
    mail.tap("Send", nth=-1)
    assert mail.labels(1) == {"^f", "^all"}


def test_offline_mail_waits_in_the_outbox(mail: Mail) -> None:
    mail.shell("cmd connectivity airplane-mode enable")
    mail.phone.advance(5000)
    mail.start(COMPOSE)
    mail.write("anna@example.org", "Paper", "x")
    mail.tap("Send")
    assert mail.labels(1) == {"^^out", "^all"}
    mail.shell("cmd connectivity airplane-mode disable")
    mail.phone.advance(20_000)
    mail.open()
    assert mail.labels(1) == {"^f", "^all"}


def test_a_scheduled_message_goes_when_its_time_comes(mail: Mail) -> None:
    mail.open()
    mail.tap("Compose")
    mail.write("anna@example.org", "Paper", "x")
    mail.tap("More options", "Schedule send", "Tomorrow morning")
    assert mail.labels(1) == {"^scheduled", "^all"}
    assert mail.shows("Send scheduled for Tomorrow, 8:00 AM")
    mail.go("Scheduled")
    mail.tap("Paper")
    assert mail.shows("Send scheduled for Tomorrow, 8:00 AM")
    mail.phone.advance(24 * 60 * MINUTE_MS)
    assert mail.labels(1) == {"^f", "^all"}


def test_a_scheduled_message_can_be_cancelled(mail: Mail) -> None:
    mail.open()
    mail.tap("Compose")
    mail.write("anna@example.org", "Paper", "x")
    mail.tap("More options", "Schedule send", "Tomorrow morning")
    mail.go("Scheduled")
    mail.tap("Paper", "cancel_send")
    assert mail.labels(1) == {"^r", "^all"}
    mail.phone.advance(24 * 60 * MINUTE_MS)
    assert mail.labels(1) == {"^r", "^all"}


def test_answers_go_to_whom_they_should(mail: Mail) -> None:
    mail.receive("Anna <anna@example.org>", "Lunch", "At noon?", to=f"{ME}, Ben <ben@example.org>",
                 cc="cleo@example.org")  # fmt: skip
    mail.open()
    mail.tap("Lunch", "reply_all_button")
    mail.type("Yes")
    mail.tap("Send")
    assert mail.last("toAddresses", "ccAddresses", "subject", "body", "conversation") == (
        "Anna <anna@example.org>", "Ben <ben@example.org>, cleo@example.org", "Re: Lunch", "Yes", 1
    )  # fmt: skip
    assert str(mail.last("quotedText")[0]).endswith("Anna <anna@example.org> wrote:\n> At noon?")
    mail.tap("forward_button")
    mail.type("dan@example.org,")
    mail.tap("Send")
    assert mail.last("toAddresses", "subject", "forward") == (
        "dan@example.org",
        "Fwd: Re: Lunch",
        1,
    )


def test_the_signature_stands_below(mail: Mail) -> None:
    mail.open()
    mail.tap("selected_account_disc_gmail", "owner@example.com", "Mobile Signature")
    mail.type("Owner, by phone")
    mail.tap("OK")
    mail.leave(2)
    mail.tap("Compose")
    assert mail.text("composearea_tap_trap_bottom") == "\n\nOwner, by phone"
    mail.leave(2)
    assert mail.query(DATABASE, "SELECT * FROM messages") == []


def test_contacts_are_suggested(mail: Mail) -> None:
    add = "content insert --uri content://com.android.contacts"
    mail.shell(
        f"{add}/raw_contacts --bind account_type:n:x\n"
        f"{add}/data --bind raw_contact_id:i:1 --bind data1:s:'Zoe Hill' "
        "--bind mimetype:s:vnd.android.cursor.item/name\n"
        f"{add}/data --bind raw_contact_id:i:1 --bind data1:s:zoe@example.org "
        "--bind mimetype:s:vnd.android.cursor.item/email_v2"
    )
    mail.start(COMPOSE)
    mail.type("hil")
    mail.tap("Zoe Hill")
    mail.tap("More options", "Save draft")
    assert mail.last("toAddresses") == ("Zoe Hill <zoe@example.org>",)


# --- other apps


def test_a_mail_link_fills_the_editor(mail: Mail) -> None:
    link = "mailto:anna@example.org?subject=Hi%20there&body=a%26b&cc=ben@example.org"
    mail.shell(f"am start -a android.intent.action.SENDTO -d '{link}'")
    mail.wait(800)
    mail.tap("Send")
    assert mail.last("toAddresses", "ccAddresses", "subject", "body") == (
        "anna@example.org", "ben@example.org", "Hi there", "a&b"
    )  # fmt: skip


def test_a_shared_file_is_attached_sent_and_opened(mail: Mail) -> None:
    mail.shell("echo hello > /sdcard/Download/note.txt")
    mail.shell(
        f"am start -n {PACKAGE}/{COMPOSE} -a android.intent.action.SEND -t text/plain "
        "--eu android.intent.extra.STREAM file:///storage/emulated/0/Download/note.txt"
    )
    mail.wait(800)
    assert mail.text("attachment_tile_title") == "note.txt"
    mail.type("anna@example.org,")
    mail.tap("subject")
    mail.type("File")
    mail.tap("Send")
    mail.tap("Send", nth=-1)  # without a text
    assert mail.query(DATABASE, "SELECT filename, size FROM attachments") == [("note.txt", 6)]
    assert mail.labels(1) == {"^f", "^all"}


@pytest.mark.parametrize(
    ("now", "snooze", "send"),
    [
        # a Sunday afternoon, whose next Monday is tomorrow
        ((15, 15), ["15 18", "16 8", "23 8"], ["16 8", "16 13"]),
        ((16, 17), ["17 8", "21 8", "23 8"], ["17 8", "17 13", "23 8"]),
        ((20, 9), ["20 18", "21 8", "23 8"], ["21 8", "21 13", "23 8"]),
    ],
)
def test_times_that_are_offered(now: tuple[int, int], snooze: list[str], send: list[str]) -> None:
    moment = dt.datetime(2023, 10, *now)
    for sending, expected in ((False, snooze), (True, send)):
        found = [f"{when.day} {when.hour}" for *_, when in offers(moment, sending)]
        assert found == expected


# --- what comes by itself


def test_new_mail_is_told_of_once(mail: Mail) -> None:
    number = mail.receive("Anna <anna@example.org>", "Lunch")
    tell = f"am broadcast -a com.android.mail.action.update_notification -p {PACKAGE}"
    mail.shell(tell)
    dump = mail.shell("dumpsys notification --noredact")
    assert "android.title=String (Anna)" in dump and "android.text=String (Lunch)" in dump
    mail.phone.system.notifications.cancel_all(PACKAGE)
    mail.shell(tell)
    assert "String (Anna)" not in mail.shell("dumpsys notification --noredact")
    mail.receive("Ben <ben@example.org>", "Report")
    mail.shell(tell)
    mail.shell("cmd statusbar expand-notifications")
    mail.wait(800)
    mail.tap("Ben")
    assert mail.text("subject_view") == "Report"
    assert "^u" in mail.labels(number) and "^u" not in mail.labels(2)


def test_a_snoozed_conversation_comes_back(mail: Mail) -> None:
    number = mail.receive("Anna <anna@example.org>", "Lunch", age=60)
    mail.receive("Ben <ben@example.org>", "Report", age=5)
    mail.open()
    mail.tap("Lunch", "More options", "Snooze", "Tomorrow")
    assert mail.labels(number) == {"^snoozed", "^all"}
    mail.go("Snoozed")
    assert mail.subjects() == ["Lunch"]
    mail.phone.advance(24 * 60 * MINUTE_MS)
    assert mail.labels(number) == {"^i", "^all"}
    mail.open()
    mail.go("Inbox")
    assert mail.subjects() == ["Lunch", "Report"]


def test_triggers_keep_the_lists_whatever_adb_writes(mail: Mail) -> None:
    mail.receive("Anna <anna@example.org>", "Lunch", age=60)
    mail.receive("Ben <ben@example.org>", "Report", age=5)
    lists = "SELECT labels_id, conversation_id, date FROM conversation_labels ORDER BY 1, 2"
    true = (
        "SELECT labels_id, message_conversation, MAX(dateReceivedMs) FROM message_labels "
        "JOIN messages ON messageId = message_messageId GROUP BY 1, 2 ORDER BY 1, 2"
    )
    for statement in (
        "UPDATE messages SET dateReceivedMs = 5 WHERE messageId = 2",
        "INSERT INTO messages (messageId, conversation, dateReceivedMs) VALUES (9, 1, 99)",
        "INSERT INTO message_labels VALUES (1, 9, 1), (2, 9, 1)",
        "UPDATE message_labels SET labels_id = 3 WHERE labels_id = 2",
        "DELETE FROM message_labels WHERE message_messageId = 9 AND labels_id = 1",
        "DELETE FROM messages WHERE messageId = 9",
        "DELETE FROM labels WHERE canonicalName = '^t'",
    ):
        mail.sql(statement)
        assert mail.query(DATABASE, lists) == mail.query(DATABASE, true), statement
    assert mail.query(DATABASE, "SELECT COUNT(*) FROM conversation_labels")[0][0] == 4
