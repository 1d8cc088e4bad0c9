"""Contacts through the screen, and what adb sees of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from android_gym.simulator.apps.contacts.model import LABELS, split_name
from android_gym.simulator.phone import Phone
from android_gym.simulator.system.phone_numbers import as_typed
from android_gym.testing.driver import AppDriver

LIST = "am start -a android.intent.action.VIEW -d content://contacts/people/"
INSERT = "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact"
PHONES = "content query --uri content://contacts/phones/ --projection display_name:number"
BASE = "content://com.android.contacts"


class App(AppDriver):
    """The app on a phone of its own."""

    phone: Phone

    def __init__(self) -> None:
        super().__init__(Phone(), settle_ms=500)

    def shell(self, command: str) -> str:
        """Run a command and wait."""
        result = self.phone.shell(command)
        self.phone.advance(600)
        return (result.stdout + result.stderr).decode()

    def add(self, name: str, number: str) -> None:
        """Add a contact by the intent that other apps use."""
        self.shell(f"{INSERT} -e name '{name}' -e phone '{number}'")
        self.tap("Save")
        self.back()


@pytest.fixture
def app() -> Iterator[App]:
    yield App()


def test_adds_a_contact(app: App) -> None:
    app.shell(LIST)
    assert app.shows("Your contacts list is empty")
    app.tap("Create contact")
    app.enter("First name", "Hugo")
    app.enter("Last name", "Pereira")
    app.enter("Phone", "+13920741751")
    field = app.find("Phone")
    assert field is not None and field.text == "+1 392-074-1751"
    app.tap("Save")
    assert app.find("large_title") or "Hugo Pereira" in app.texts()
    assert app.shell(PHONES) == "Row: 0 display_name=Hugo Pereira, number=+1 392-074-1751\n"
    app.back()
    assert "Hugo Pereira" in app.texts() and "H" in app.texts()


def test_label_says_whose_it_is(app: App) -> None:
    app.shell(f"{INSERT} -e name 'Ana' -e phone 5551234567")
    app.tap("Mobile Phone")
    app.tap("Work")
    label = app.find("Work Phone")
    assert label is not None and label.text == "Work"
    app.tap("Work Phone")
    app.tap("Custom")
    app.phone.type_text("Boat")
    app.tap("OK")
    app.tap("Save")
    rows = app.shell(f"content query --uri {BASE}/data/phones --projection data1:data2:data3")
    assert rows == "Row: 0 data1=(555) 123-4567, data2=0, data3=Boat\n"


def test_an_empty_form_makes_nothing(app: App) -> None:
    app.shell(LIST)
    app.tap("Create contact")
    app.tap("Save")
    assert app.shows("Your contacts list is empty")


def test_discarding_is_asked_for(app: App) -> None:
    app.shell(LIST)
    app.tap("Create contact")
    app.enter("First name", "Gone")
    app.tap("Cancel")
    app.tap("Keep editing")
    assert "Gone" in app.texts()
    app.tap("Cancel")
    app.tap("Discard")
    assert app.shows("Your contacts list is empty")
    assert app.shell(PHONES) == "No result found.\n"


def test_changes_keep_what_is_untouched(app: App) -> None:
    app.add("Ana Maria Luz", "5551234567")
    app.shell(LIST)
    app.tap("Ana Maria Luz")
    app.tap("Edit contact")
    assert "Maria" in app.texts()  # a middle name unfolds the name's parts
    app.enter("Company", "Acme")
    app.tap("Save")
    assert {"Ana Maria Luz", "Acme", "(555) 123-4567"} <= set(app.texts())
    app.tap("Add to favorites")
    starred = app.shell(f"content query --uri {BASE}/contacts --projection starred")
    assert starred == "Row: 0 starred=1\n"


def test_searches_names_and_numbers(app: App) -> None:
    app.add("Bea Long", "5551112222")
    app.add("Carl Short", "5553334444")
    app.shell(LIST)
    app.enter("Search contacts", "lon")
    assert "Bea Long" in app.texts() and "Carl Short" not in app.texts()
    app.tap("Clear text")
    app.phone.type_text("333")
    app.phone.advance(300)
    assert "Carl Short" in app.texts() and "Bea Long" not in app.texts()
    app.phone.type_text("%'")
    app.phone.advance(300)
    assert "No contacts found" in app.texts()


def test_a_search_knows_no_accents(app: App) -> None:
    """Neither those of the names nor those of what is typed, also for other apps and adb."""
    names = ("José Núñez", "Zoe Ångström", "Søren Łuk", "Jose Luz")
    for number, name in enumerate(names):
        app.add(name, f"555111222{number}")
    app.shell(LIST)
    for typed, found in (
        ("jose", {"José Núñez", "Jose Luz"}),
        ("JOSÉ nun", {"José Núñez"}),
        ("zoë an", {"Zoe Ångström"}),
        ("soren luk", {"Søren Łuk"}),
    ):
        app.enter("Search contacts", typed)
        assert found == set(names) & set(app.texts()), typed
        app.tap("Clear text")
    for path in ("contacts", "data/phones"):
        query = f"content query --uri {BASE}/{path}/filter/nunez --projection display_name"
        assert app.shell(query) == "Row: 0 display_name=José Núñez\n"


def test_deletes_one_and_several(app: App) -> None:
    for name in ("Ann", "Ben", "Cleo"):
        app.add(name, "5551112222")
    app.shell(LIST)
    app.tap("Ann")
    app.tap("More options")
    app.tap("Delete")
    app.tap("Cancel")
    app.tap("More options")
    app.tap("Delete")
    app.tap("Delete")
    assert "Ann" not in app.texts()
    app.long_press("Ben")
    app.tap("Cleo")
    assert "2 selected" in app.texts()
    app.tap("Delete")
    app.tap("Delete")
    assert app.shows("Your contacts list is empty")


def test_a_cleared_provider_empties_the_open_list(app: App) -> None:
    app.add("Dora", "5551112222")
    app.shell(LIST)
    assert "Dora" in app.texts()
    app.shell("pm clear com.android.providers.contacts")
    assert app.shows("Your contacts list is empty")


def test_first_run(app: App) -> None:
    app.shell("pm clear com.google.android.contacts")
    app.shell(LIST)
    app.tap("Skip")
    app.tap("Don’t allow")
    assert app.shows("Create contact")
    app.shell("am force-stop com.google.android.contacts")
    app.shell(LIST)
    assert app.shows("Create contact")


def test_a_number_is_added_to_a_contact(app: App) -> None:
    app.add("Eve", "5551112222")
    app.shell(
        "am start -a android.intent.action.INSERT_OR_EDIT "
        "-t vnd.android.cursor.item/contact -e phone 5559998888"
    )
    app.tap("Eve")
    app.tap("Save")
    assert app.shell(PHONES).count("Eve") == 2


def test_odd_names_and_missing_contacts(app: App) -> None:
    for name in ("😀 🐙", "ß" * 300, "  "):
        app.shell(f"{INSERT} -e name '{name}' -e phone 'not a number'")
        app.tap("Save")
        app.back()
    app.shell(f"content insert --uri {BASE}/raw_contacts --bind account_type:n:")
    app.shell(LIST)
    assert {"😀 🐙", "(No name)", "not a number"} <= set(app.texts())
    app.shell(f"am start -a android.intent.action.VIEW -d {BASE}/contacts/999")
    assert app.shows("The contact doesn't exist.")
    app.shell(f"am start -a android.intent.action.EDIT -d {BASE}/contacts/999")
    assert not app.shows("First name")


def test_a_crowd_is_scrolled(app: App) -> None:
    database = app.phone.system.databases.open(
        "/data/data/com.android.providers.contacts/databases/contacts2.db", owner="shell"
    )
    rows = [(i, i, f"Person {i:04}", f"Person {i:04}", "P") for i in range(1, 2001)]
    with database.transaction():
        for i, contact, name, key, label in rows:
            database.execute(
                "INSERT INTO contacts (_id, name_raw_contact_id) VALUES (?, ?)", (i, i)
            )
            database.execute(
                "INSERT INTO raw_contacts (_id, account_id, contact_id, display_name, sort_key, "
                "phonebook_label) VALUES (?, 1, ?, ?, ?, ?)",
                (i, contact, name, key, label),
            )
    app.phone.system.databases.close_owner("shell")
    app.shell(LIST)
    for _ in range(5):
        app.phone.swipe(540, 1800, 540, 600, 200)
        app.phone.advance(500)
    assert "Person 0001" not in app.texts()


@pytest.mark.parametrize(
    ("digits", "shown"),
    [
        ("555", "555"),
        ("5551234", "555-1234"),
        ("5551234567", "(555) 123-4567"),
        ("15551234567", "1 555-123-4567"),
        ("+15551234567", "+1 555-123-4567"),
        ("+442079460000", "+442079460000"),
        ("*#06#", "*#06#"),
        ("55512345678", "55512345678"),
        ("", ""),
    ],
)
def test_numbers_are_grouped(digits: str, shown: str) -> None:
    assert as_typed(digits) == shown
    typed = ""
    for digit in digits:
        typed = as_typed(typed + digit)
    assert typed == shown


def test_names_are_split() -> None:
    assert split_name("Ana de Boer") == {"first": "Ana", "last": "de Boer"}
    assert split_name("Ana Maria Luz") == {"first": "Ana", "middle": "Maria", "last": "Luz"}
    assert split_name("Ana") == {"first": "Ana"}
    assert split_name("") == {}


def test_lists_are_sorted_and_names_written_as_the_settings_say(app: App) -> None:
    for number, (name, given, family) in enumerate(
        (("Ada Zuse", "Ada", "Zuse"), ("Zoe Adams", "Zoe", "Adams")), 1
    ):
        app.shell(
            f"content insert --uri {BASE}/raw_contacts --bind account_type:n: "
            f"--bind account_name:n:; content insert --uri {BASE}/data "
            f"--bind raw_contact_id:i:{number} --bind mimetype:s:vnd.android.cursor.item/name "
            f"--bind data1:s:'{name}' --bind data2:s:{given} --bind data3:s:{family}"
        )
    app.shell(LIST)
    assert app.texts().index("Ada Zuse") < app.texts().index("Zoe Adams")
    app.tap("Open navigation drawer")
    app.tap("Settings")
    app.tap("Sort by")
    app.tap("Last name")
    app.tap("Navigate up")
    assert app.texts().index("Zoe Adams") < app.texts().index("Ada Zuse")
    app.tap("Open navigation drawer")
    app.tap("Settings")
    app.tap("Name format")
    app.tap("Last name first")
    app.tap("Navigate up")
    app.tap("Adams, Zoe")
    assert app.find("Adams, Zoe") and app.find("Contact info")


@pytest.mark.parametrize(
    ("field", "typed", "opened"),
    [
        ("Website", "example.com/a", "http://example.com/a"),
        ("Website", "HTTPS://example.com", "https://example.com"),
        ("Address", "1 Main St", None),
    ],
)
def test_websites_and_addresses_open_other_apps(
    app: App, field: str, typed: str, opened: str | None
) -> None:
    app.phone.host.context("com.android.chrome").preferences().put(first_run_flow=True)
    app.shell(f"{INSERT} -e name 'Ada'")
    app.scroll_to("More fields")
    app.tap("More fields")
    app.scroll_to(field)
    app.enter(field, typed)
    app.tap("Save", typed)
    tasks = app.phone.system.activities.tasks
    if opened is None:
        assert tasks[0].top.package == "net.osmand"
    else:
        assert opened in {record.intent.data for task in tasks for record in task.records}


def test_calls_go_to_voicemail_and_ring_as_told(app: App) -> None:
    app.shell(
        f"content insert --uri {BASE}/raw_contacts --bind account_type:n: --bind account_name:n:"
    )
    app.shell(LIST)
    query = f"content query --uri {BASE}/contacts --projection send_to_voicemail:custom_ringtone"
    app.tap("(No name)")
    app.tap("More options")
    app.tap("Route to voicemail")
    app.tap("More options")
    app.tap("Set ringtone")
    app.tap("Hotline", "OK")
    assert "send_to_voicemail=1, custom_ringtone=content://media" in app.shell(query)
    app.tap("More options", "Set ringtone")
    assert app.find("Hotline").is_checked
    app.back()
    app.tap("More options")
    app.tap("Don\u2019t route to voicemail")
    app.tap("More options")
    app.tap("Set ringtone")
    app.scroll_to("Default ringtone", "up")
    app.tap("Default ringtone", "OK")
    assert "send_to_voicemail=0, custom_ringtone=NULL" in app.shell(query)


def test_the_list_of_labels_keeps_off_the_bars(app: App) -> None:
    app.shell(LIST)
    app.tap("Create contact", "Mobile")
    boxes = [e.bbox_pixels for e in app.phone.ui_elements() if (e.text or "") in LABELS["phones"]]
    assert len(boxes) > 15
    windows = app.phone.windows
    assert min(box.y_min for box in boxes if box) >= windows.status_bar_height
    limit = app.phone.screen[3] - windows.navigation_bar_height
    assert max(box.y_max for box in boxes if box) <= limit


# -- files with cards


def test_a_contact_is_shared_as_a_file_and_sent(app: App) -> None:
    app.add("Zoë Pérez", "+15550001111")
    app.shell(LIST)
    app.tap("Zoë Pérez", "More options", "Share")
    assert app.shows("Zoë Pérez.vcf")
    app.tap("SMS Messenger")
    app.type("+15557654321")
    app.tap("new_conversation_confirm")
    assert app.text("vcard_title") == "Zoë Pérez" and app.shows("vcard_subtitle")


def test_a_file_is_imported_once_it_was_asked_for(app: App) -> None:
    card = (
        "BEGIN:VCARD\nVERSION:3.0\nN:Doe;Jane;;;\nFN:Jane Doe\n"
        "TEL;TYPE=WORK,VOICE:+1 555 000 2222\n"
        "EMAIL;TYPE=HOME:jane@example.com\nORG:Widgets\\, Inc.\nEND:VCARD\n"
    )
    app.phone.push("/sdcard/Download/jane.vcf", card.encode())
    view = "am start -a android.intent.action.VIEW -t text/x-vcard -d file:///storage/emulated/0/Download/jane.vcf"
    app.shell(view)
    app.tap("Contacts", "Just once", "Cancel")
    assert "Jane" not in app.shell(PHONES)
    app.shell(view)
    app.tap("Contacts", "Just once")
    assert app.shows("Import contacts from vCard?")
    app.tap("OK")
    assert "display_name=Jane Doe, number=+1 555 000 2222" in app.shell(PHONES)
    app.shell(LIST)
    app.tap("Jane Doe")
    assert {"jane@example.com", "Widgets, Inc."} <= set(app.texts())


@pytest.mark.parametrize("content", [b"", b"\xff\x00", b"BEGIN:VCARD\nFN", b"x" * 5_000_000])
def test_a_file_without_cards_is_told_of(app: App, content: bytes) -> None:
    app.phone.push("/sdcard/Download/odd.vcf", content)
    app.shell(
        "am start -a android.intent.action.VIEW -t text/vcard "
        "-d file:///storage/emulated/0/Download/odd.vcf"
    )
    app.tap("Contacts", "Just once", "OK")
    assert not app.shows("Import contacts from vCard?")
    assert app.phone.shell(PHONES).stdout.decode().startswith("No result")


def test_all_contacts_go_out_and_come_in_again(app: App) -> None:
    for name, number in (("Ann Lee", "5550001"), ("Bo; Ng", "5550002")):
        app.add(name, number)
    before = sorted(app.shell(PHONES).split("Row: ")[1:])
    settings = (
        "am start -n com.google.android.contacts/com.android.contacts.activities.SettingsActivity"
    )
    app.shell(settings)
    app.tap("Export", "Export to .vcf file", "SAVE")
    assert b"FN:Bo\\; Ng" in app.phone.pull("/sdcard/Download/contacts.vcf")
    app.shell("pm clear com.android.providers.contacts")
    app.shell(settings)
    app.tap("Import", ".vcf file", "contacts.vcf", "OK")
    after = sorted(app.shell(PHONES).split("Row: ")[1:])
    assert [line.partition("display_name")[2] for line in after] == [
        line.partition("display_name")[2] for line in before
    ]
