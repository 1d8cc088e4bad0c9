"""The telephony and contacts providers through ``content`` and ``sqlite3``."""

from __future__ import annotations

import pytest

from android_gym.simulator.phone import Phone

DATABASE = "/data/data/com.android.providers.telephony/databases/mmssms.db"
CONTACTS = "content://com.android.contacts"
ITEM = "vnd.android.cursor.item"


class Adb:
    """A phone's shell."""

    def __init__(self) -> None:
        self.phone = Phone()

    def __call__(self, command: str) -> str:
        result = self.phone.shell(command)
        return (result.stdout + result.stderr).decode()

    def query(self, uri: str, *columns: str) -> list[str]:
        """Rows of a query as text, without their numbers."""
        chosen = f"--projection {':'.join(columns)}" if columns else ""
        output = self(f'content query --uri "{uri}" {chosen}')
        if output == "No result found.\n":
            return []
        return [row.partition(" ")[2] for row in output.rstrip("\n")[5:].split("\nRow: ")]

    def insert(self, uri: str, **values: str) -> str:
        """Insert a row of texts."""
        bound = " ".join(f"--bind '{name}:s:{value}'" for name, value in values.items())
        return self(f"content insert --uri {uri} {bound}")


@pytest.fixture
def adb() -> Adb:
    return Adb()


def test_a_row_is_printed_as_android_prints_it(adb: Adb) -> None:
    adb.insert("content://sms/inbox", address="+15551234567", body="Hi, x=3")
    assert adb("content query --uri content://sms/inbox") == (
        "Row: 0 _id=1, thread_id=1, address=+15551234567, person=NULL, date=1697384040000, "
        "date_sent=0, protocol=NULL, read=0, status=-1, type=1, reply_path_present=NULL, "
        "subject=NULL, body=Hi, x=3, service_center=NULL, locked=0, sub_id=-1, error_code=-1, "
        "creator=com.android.shell, seen=0\n"
    )


def test_an_empty_box_says_so(adb: Adb) -> None:
    assert adb("content query --uri content://sms/sent") == "No result found.\n"


@pytest.mark.parametrize(
    "statement", ["DROP TABLE sms", "ALTER TABLE sms RENAME COLUMN service_center TO centre"]
)
def test_a_database_that_lacks_something_is_made_anew(adb: Adb, statement: str) -> None:
    adb.insert("content://sms/sent", address="1234567", body="gone")
    assert len(adb.query("content://sms/sent", "body")) == 1
    assert adb(f"sqlite3 {DATABASE} '{statement}'") == ""
    assert adb.query("content://sms/sent", "body") == []
    adb.insert("content://sms/sent", address="1234567", body="new")
    assert adb.query("content://sms/sent", "body", "service_center") == [
        "body=new, service_center=NULL"
    ]


def test_boxes_are_newest_first(adb: Adb) -> None:
    for date in (3, 1, 2):
        adb.insert("content://sms/sent", address="1234567", body=f"text {date}", date=str(date))
    assert adb.query("content://sms/sent", "body") == ["body=text 3", "body=text 2", "body=text 1"]


def test_numbers_written_differently_share_a_thread(adb: Adb) -> None:
    for number in ("+1 555 123 4567", "(555) 123-4567", "5551234567"):
        adb.insert("content://sms/inbox", address=number, body="x")
    adb.insert("content://sms/inbox", address="5551234568", body="x")
    assert adb.query("content://mms-sms/conversations?simple=true", "_id", "message_count") == [
        "_id=1, message_count=3",
        "_id=2, message_count=1",
    ]


def test_triggers_keep_threads_up_to_date(adb: Adb) -> None:
    adb.insert("content://sms/inbox", address="5551234567", body="first", date="5")
    columns = ("snippet", "message_count", "read", "error")
    uri = "content://mms-sms/conversations?simple=true"
    assert adb.query(uri, *columns) == ["snippet=first, message_count=1, read=0, error=0"]
    adb(f'sqlite3 {DATABASE} "UPDATE sms SET read = 1; UPDATE sms SET type = 5"')
    assert adb.query(uri, *columns) == ["snippet=first, message_count=1, read=1, error=1"]
    adb(
        f'sqlite3 {DATABASE} "INSERT INTO sms (thread_id, body, type, read) '
        "VALUES (1, 'raw', 2, 1)\""
    )
    assert adb.query(uri, *columns) == ["snippet=raw, message_count=2, read=1, error=1"]
    # Deleting rows by SQL leaves the thread as it is, deleting by the provider does not.
    adb(f'sqlite3 {DATABASE} "DELETE FROM sms WHERE _id = 2"')
    assert adb.query(uri, "message_count") == ["message_count=2"]
    adb("content delete --uri content://sms/1")
    assert adb.query(uri) == []
    assert adb.query("content://mms-sms/canonical-addresses") == []


def test_a_new_draft_takes_the_place_of_the_old(adb: Adb) -> None:
    for body in ("one", "two"):
        adb("content insert --uri content://sms/draft --bind thread_id:i:1 "
            f"--bind body:s:{body}")  # fmt: skip
    assert adb.query("content://sms/draft", "body", "read") == ["body=two, read=1"]


def test_words_can_be_searched(adb: Adb) -> None:
    adb.insert("content://sms/inbox", address="5551234567", body="The ferry leaves")
    assert len(adb.query("content://mms-sms/search?pattern=fer")) == 1
    adb("content update --uri content://sms/1 --bind 'body:s:Another text'")
    assert adb.query("content://mms-sms/search?pattern=fer") == []
    assert len(adb.query("content://mms-sms/search?pattern=text")) == 1


@pytest.mark.parametrize(
    "uri", ["content://sms/nothing", "content://mms-sms/x", "content://mms-sms/threadID"]
)
def test_unknown_uris_are_refused(adb: Adb, uri: str) -> None:
    assert "Error while accessing provider" in adb(f"content query --uri {uri}")


def test_unknown_columns_are_refused(adb: Adb) -> None:
    assert "no such column" in adb("content query --uri content://sms --projection nocolumn")


def test_clearing_the_provider_empties_it(adb: Adb) -> None:
    adb.insert("content://sms/inbox", address="5551234567", body="x")
    assert adb("pm clear com.android.providers.telephony") == "Success\n"
    assert adb.query("content://sms") == []


# -- contacts


def _contact(adb: Adb, raw: int, name: str, number: str) -> None:
    adb(f"content insert --uri {CONTACTS}/raw_contacts --bind account_type:n:")
    for kind, value in (("name", name), ("phone_v2", number)):
        adb.insert(
            f"{CONTACTS}/data", raw_contact_id=str(raw), mimetype=f"{ITEM}/{kind}", data1=value
        )


def test_phones_of_contacts(adb: Adb) -> None:
    _contact(adb, 1, "Hugo Pereira", "+1 392-074-1751")
    _contact(adb, 2, "No Digits", "none")
    assert adb.query("content://contacts/phones", "display_name", "number") == [
        "display_name=Hugo Pereira, number=+1 392-074-1751"
    ]
    lookup = f"{CONTACTS}/phone_lookup/3920741751"
    assert adb.query(lookup, "display_name") == ["display_name=Hugo Pereira"]
    assert adb.query(f"{CONTACTS}/phone_lookup/5550000000", "display_name") == []


@pytest.mark.parametrize(
    ("name", "given", "family"),
    [
        ("Ana da Silva", "Ana", "da Silva"),
        ("Dr. Mina Haddad Jr.", "Mina", "Haddad"),
        ("Cher", "Cher", "NULL"),
        ("Jan Peter Berg", "Jan", "Berg"),
    ],
)
def test_names_are_split(adb: Adb, name: str, given: str, family: str) -> None:
    _contact(adb, 1, name, "5551234567")
    row = adb.query(f"{CONTACTS}/data/1", "data2", "data3")
    assert row == [f"data2={given}, data3={family}"]


def test_a_contact_without_a_name_is_called_by_its_number(adb: Adb) -> None:
    adb(f"content insert --uri {CONTACTS}/raw_contacts --bind account_type:n:")
    assert adb.query(f"{CONTACTS}/contacts", "display_name") == ["display_name=NULL"]
    adb.insert(
        f"{CONTACTS}/data", raw_contact_id="1", mimetype=f"{ITEM}/phone_v2", data1="5551234567"
    )
    assert adb.query(f"{CONTACTS}/contacts", "display_name", "has_phone_number") == [
        "display_name=5551234567, has_phone_number=1"
    ]


def test_a_deleted_contact_leaves_nothing_behind(adb: Adb) -> None:
    _contact(adb, 1, "Hugo Pereira", "5551234567")
    _contact(adb, 2, "Ana", "5557654321")
    adb(f"content delete --uri {CONTACTS}/contacts/1")
    assert adb.query("content://contacts/phones", "display_name") == ["display_name=Ana"]
    assert adb.query(f"{CONTACTS}/deleted_contacts", "contact_id") == ["contact_id=1"]


def test_data_needs_its_contact_and_kind(adb: Adb) -> None:
    assert "is not there" in adb.insert(
        f"{CONTACTS}/data", raw_contact_id="9", mimetype=f"{ITEM}/name", data1="x"
    )
    assert "mimetype is required" in adb.insert(f"{CONTACTS}/data", raw_contact_id="1", data1="x")


def test_the_call_log(adb: Adb) -> None:
    adb("content insert --uri content://call_log/calls --bind number:s:911 --bind type:i:2")
    assert adb.query("content://call_log/calls", "number", "type") == ["number=911, type=2"]
    adb("content delete --uri content://call_log/calls")
    assert adb.query("content://call_log/calls") == []
