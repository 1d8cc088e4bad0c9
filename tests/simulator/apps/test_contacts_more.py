"""Contacts through its screens: all fields, labels, linked contacts, duplicates, settings."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from test_contacts import BASE, LIST, App  # noqa: E402

SETTINGS = (
    "am start -n com.google.android.contacts/com.android.contacts.activities.SettingsActivity"
)
ROWS = f"content query --uri {BASE}/data --projection "


@pytest.fixture
def app() -> Iterator[App]:
    yield App()


def rows(app: App, mime: str, *columns: str) -> list[str]:
    """Return rows of a kind: their columns, with bars between."""
    where = f"--where \"mimetype='vnd.android.cursor.item/{mime}'\""
    found = app.shell(f"{ROWS}{':'.join(columns)} {where}").splitlines()
    lines = []
    for line in found:
        if not line.startswith("Row"):
            continue
        values = line.split(" ", 2)[2]
        for column in columns:
            values = values.replace(f", {column}=", "|").replace(f"{column}=", "")
        lines.append(values)
    return lines


def group(app: App, title: str) -> None:
    app.shell(f"content insert --uri {BASE}/groups --bind title:s:{title} --bind group_visible:i:1")


def reach(app: App, name: str) -> None:
    """Bring something of the form into sight, without the keyboard."""
    if app.phone.windows.keyboard_shown:
        app.back()
    app.scroll_to(name)


def new_contact(app: App, name: str) -> None:
    """Open the form for somebody."""
    intent = "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact"
    app.shell(f"{intent} -e name {name}")


def test_every_field_of_the_form_is_a_row(app: App) -> None:
    app.shell(LIST)
    app.tap("Create contact")
    app.enter("First name", "Ann")
    reach(app, "More fields")
    app.tap("More fields")
    typed = {
        "Phonetic first name": "An", "Nickname": "Annie", "Title": "Captain",
        "Department": "Ships", "Website": "ann.example", "Related person": "Bo",
        "IM": "ann@chat", "SIP": "ann@sip", "Notes": "Tall",
    }  # fmt: skip
    for hint, text in typed.items():
        reach(app, hint)
        app.enter(hint, text)
    app.tap("Save")
    assert {"Captain \u2022 Ships", "Bo", "ann@chat", "An"} <= set(app.texts())
    assert rows(app, "name", "data1", "data2", "data7") == ["Ann|Ann|An"]
    assert rows(app, "nickname", "data1") == ["Annie"]
    assert rows(app, "organization", "data1", "data4", "data5") == ["NULL|Captain|Ships"]
    assert rows(app, "website", "data1") == ["ann.example"]
    assert rows(app, "relation", "data1", "data2") == ["Bo|1"]
    assert rows(app, "im", "data1", "data5") == ["ann@chat|0"]
    assert rows(app, "sip_address", "data1") == ["ann@sip"]
    assert rows(app, "note", "data1") == ["Tall"]
    raw = app.shell(f"content query --uri {BASE}/raw_contacts --projection phonetic_name")
    assert raw == "Row: 0 phonetic_name=An\n"


def test_an_address_is_kept_in_parts(app: App) -> None:
    app.shell(
        "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact -e name A"
    )
    reach(app, "More fields")
    app.tap("More fields")
    reach(app, "Show more address fields")
    app.tap("Show more address fields")
    for hint, text in (("Street", "1 Main St"), ("City", "Bern"), ("ZIP code", "3000")):
        reach(app, hint)
        app.enter(hint, text)
    app.tap("Save")
    assert rows(app, "postal-address_v2", "data2", "data4", "data7", "data9") == [
        "1|1 Main St|Bern|3000"
    ]
    app.tap("Edit contact")
    reach(app, "ZIP code")
    app.enter("City", "-Ost")
    app.tap("Save")
    assert rows(app, "postal-address_v2", "data4", "data7") == ["1 Main St|Bern-Ost"]
    assert "1 Main St\nBern-Ost, 3000" in app.texts()


def test_an_address_of_one_text_keeps_it(app: App) -> None:
    app.add("Ann", "5550001")
    app.shell(
        f"content insert --uri {BASE}/data --bind raw_contact_id:i:1 --bind data1:s:'Nowhere 7' "
        "--bind mimetype:s:vnd.android.cursor.item/postal-address_v2"
    )
    app.shell(LIST)
    app.tap("Ann", "Edit contact")
    app.enter("Last name", "Lee")
    app.tap("Save")
    assert rows(app, "postal-address_v2", "data1") == ["Nowhere 7"]


def test_dates_have_labels(app: App) -> None:
    app.shell(
        "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact -e name A"
    )
    reach(app, "Significant date")
    assert not app.shows("Birthday Significant date")
    app.tap("Show date picker", "OK")
    reach(app, "Birthday Significant date")
    app.tap("Birthday Significant date", "Anniversary", "Save")
    assert rows(app, "contact_event", "data1", "data2") == ["2023-10-15|1"]
    assert {"October 15, 2023", "Anniversary"} <= set(app.texts())


def test_labels(app: App) -> None:
    for name in ("Ann", "Bo", "Cy"):
        app.add(name, "5550001")
    app.shell(LIST)
    app.tap("Open navigation drawer", "Create label")
    app.type("Crew")
    app.tap("OK", "Open navigation drawer", "Crew")
    assert app.shows("No contacts with this label")
    app.tap("Add contacts", "Ann", "Cy", "Add")
    assert set(app.texts()) >= {"Ann", "Cy"} and not app.shows("Bo")
    assert rows(app, "group_membership", "data1") == ["1", "1"]
    app.tap("More options", "Remove contacts", "Ann", "Remove from label")
    assert not app.shows("Ann") and app.shows("Cy")
    app.tap("More options", "Rename label")
    app.type("men")
    app.tap("OK")
    assert app.shows("Crewmen")
    app.tap("More options", "Delete label")
    assert app.shows('Delete the label "Crewmen"? (Contacts themselves will not be deleted.)')
    app.tap("Delete")
    assert app.shows("Label deleted")
    app.tap("Undo", "Open navigation drawer", "Crewmen")
    assert app.shows("Cy") and not app.shows("Bo")
    app.tap("More options", "Delete label", "Delete", "Open navigation drawer")
    assert not app.shows("Crewmen")
    assert rows(app, "group_membership", "data1") == []
    assert "Cy" in app.shell(f"content query --uri {BASE}/contacts --projection display_name")


def test_a_label_is_given_in_the_form_and_by_the_menus(app: App) -> None:
    group(app, "Crew")
    group(app, "Band")
    app.add("Ann", "5550001")
    app.add("Bo", "5550002")
    app.shell(LIST)
    app.long_press("Ann")
    app.tap("More options", "Add to label", "Band")
    app.tap("Bo", "More options", "Add to label", "Create label")
    app.type("crew")
    app.tap("OK")  # there is one of that name
    assert app.shows("That label already exists")
    app.type(" 2")
    app.tap("OK")
    app.tap("Edit contact")
    reach(app, "More fields")
    app.tap("More fields")
    reach(app, "crew 2")
    app.tap("crew 2", "Crew", "OK", "Save")
    assert sorted(rows(app, "group_membership", "contact_id", "data1")) == ["1|2", "2|1", "2|3"]
    assert app.shows("Crew, crew 2") or app.shows("crew 2, Crew")


def test_a_deleted_label_is_no_fault(app: App) -> None:
    group(app, "Crew")
    app.add("Ann", "5550001")
    app.shell(
        f"content insert --uri {BASE}/data --bind raw_contact_id:i:1 --bind data1:s:oops "
        "--bind mimetype:s:vnd.android.cursor.item/group_membership"
    )
    app.shell(LIST)
    app.tap("Open navigation drawer", "Crew")
    app.shell(f"content delete --uri {BASE}/groups/1")
    assert app.shows("Failed to load label")
    app.back()
    app.tap("Ann", "Edit contact")
    app.enter("Last name", "Lee")
    app.tap("Save")
    assert app.shows("Ann Lee")


def test_contacts_are_linked_and_parted(app: App) -> None:
    app.add("Ann Lee", "5550001")
    app.add("Annie", "5550002")
    app.add("Cy", "5550003")
    app.shell(LIST)
    app.tap("Annie", "More options", "Link")
    assert app.shows("Choose the contact you want to link with Annie:")
    app.tap("Ann Lee")
    assert set(app.texts()) >= {"Ann Lee", "555-0001", "555-0002"}
    names = f"content query --uri {BASE}/contacts --projection display_name:has_phone_number"
    assert app.shell(names).splitlines() == [
        "Row: 0 display_name=Ann Lee, has_phone_number=1",
        "Row: 1 display_name=Cy, has_phone_number=1",
    ]
    app.tap("More options", "View linked contacts")
    assert app.shows("Ann Lee\nAnnie")
    app.tap("Unlink")
    assert app.shows("Unlink this contact into multiple contacts?")
    app.tap("Unlink")
    assert app.shell(names).count("Row") == 3
    app.back()
    assert {"Ann Lee", "Annie", "Cy"} <= set(app.texts())


def test_linking_over_adb_refuses_what_is_not_there(app: App) -> None:
    app.add("Ann", "5550001")
    update = f"content update --uri {BASE}/aggregation_exceptions --bind type:i:1"
    for bound in ("", " --bind raw_contact_id1:i:1", " --bind raw_contact_id2:s:x"):
        assert "Error" in app.shell(update + bound) or "Invalid" in app.shell(update + bound)
    both = " --bind raw_contact_id1:i:1 --bind raw_contact_id2:i:9"
    assert "raw_contact_id 9 is not there" in app.shell(update + both)


def test_changing_a_linked_contact_leaves_the_other_name_alone(app: App) -> None:
    app.add("Ann", "5550001")
    app.add("Bo", "5550002")
    app.shell(LIST)
    app.tap("Ann", "More options", "Link", "Bo", "Edit contact")
    app.enter("Last name", "Lee")
    app.tap("Save")
    assert app.shows("Ann Lee")
    app.tap("Edit contact", "More options", "Unlink", "Unlink")
    app.back()
    assert {"Ann Lee", "Bo"} <= set(app.texts())


def test_duplicates_are_found_merged_and_dismissed(app: App) -> None:
    for name, number in (
        ("Ann", "5550001"), ("ann", "5550009"), ("Bo", "555-0002"), ("Robert", "5550002"),
        ("Cy", "5550003"),
    ):  # fmt: skip
        app.add(name, number)
    app.shell(LIST)
    app.tap("Open navigation drawer", "Merge & fix")
    assert {"Ann", "ann", "Bo", "Robert"} <= set(app.texts()) and not app.shows("Cy")
    app.tap("Dismiss")
    assert not app.shows("ann") and app.shows("Robert")
    app.tap("Merge")
    assert app.shows("No duplicates")
    app.back()
    assert app.shows("Bo") and not app.shows("Robert")


def test_export_and_import_ask_where(app: App) -> None:
    app.shell(SETTINGS)
    app.tap("Export", "Export to .vcf file")
    assert app.shows("Export")  # nobody to export: still on the page
    app.tap("Import", "SIM card")
    app.add("Ann", "5550001")
    app.shell(f"content update --uri {BASE}/contacts/1 --bind starred:i:1")
    app.add("Bo", "5550002")
    app.shell(SETTINGS)
    app.tap("Export", "Share favorite contacts")
    assert app.shows("Ann.vcf")
    app.back()
    app.tap("Export", "Share all contacts")
    assert app.shows("contacts.vcf")
    app.back()
    app.tap("Blocked numbers")
    assert app.shows("Add a number")
    app.back()
    app.tap("About Contacts")
    assert app.shows("Build version")


def test_phonetic_names_are_hidden_where_they_are_not_wanted(app: App) -> None:
    app.shell(SETTINGS)
    app.tap("Phonetic name", "Hide if empty")
    app.shell(LIST)
    app.tap("Create contact")
    reach(app, "More fields")
    app.tap("More fields")
    assert not app.shows("Phonetic last name") and app.shows("Nickname")


CARD = """BEGIN:VCARD
VERSION:2.1
N:Lee;Ann;;;
FN:Ann Lee
ADR;HOME:;;1 Main St;Bern;BE;3000;CH
ORG:Acme;Ships
X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Bo;14;;;
X-ANDROID-CUSTOM:vnd.android.cursor.item/contact_event;2001-02-03;1;;
X-ANDROID-CUSTOM:vnd.android.cursor.item/oops;;;
X-ANDROID-CUSTOM:
X-SKYPE-USERNAME:ann.lee
X-SIP:ann@sip
BDAY:1990-01-02
END:VCARD
"""


def test_every_field_of_a_card_comes_in_and_goes_out(app: App) -> None:
    app.phone.push("/sdcard/Download/in.vcf", CARD.encode())
    app.shell(SETTINGS)
    app.tap("Import", ".vcf file", "in.vcf", "OK")
    assert rows(app, "postal-address_v2", "data2", "data4", "data7", "data10") == [
        "1|1 Main St|Bern|CH"
    ]
    assert rows(app, "organization", "data1", "data5") == ["Acme|Ships"]
    assert rows(app, "relation", "data1", "data2") == ["Bo|14"]
    assert sorted(rows(app, "contact_event", "data1", "data2")) == ["1990-01-02|3", "2001-02-03|1"]
    assert rows(app, "im", "data1", "data5") == ["ann.lee|3"]
    app.shell(SETTINGS)
    app.tap("Export", "Export to .vcf file", "SAVE")
    out = app.phone.pull("/sdcard/Download/contacts.vcf").decode().splitlines()
    assert {
        "ADR;HOME:;;1 Main St;Bern;BE;3000;CH", "ORG:Acme;Ships", "BDAY:1990-01-02",
        "X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Bo;14;", "X-SKYPE-USERNAME:ann.lee",
        "X-ANDROID-CUSTOM:vnd.android.cursor.item/contact_event;2001-02-03;1;", "X-SIP:ann@sip",
    } <= set(out)  # fmt: skip


def test_labels_and_links_survive_snapshots_and_the_death_of_the_process(app: App) -> None:
    app.add("Ann", "5550001")
    app.add("Bo", "5550002")
    app.shell(LIST)
    app.tap("Ann", "More options", "Link")
    before = app.phone.snapshot()
    app.tap("Bo")
    app.phone.restore(before)
    assert app.shows("Choose contact") and app.shows("Bo")
    app.press("HOME")
    app.shell("am kill com.google.android.contacts")
    app.shell(LIST)
    assert app.shows("Choose contact")
    app.tap("Bo")
    assert app.shows("555-0002")
