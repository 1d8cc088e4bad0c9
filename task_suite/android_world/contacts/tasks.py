"""Tasks of Contacts: a saved contact, and one that is typed but not saved.

A draft only exists in the form, so that task is judged by the screen, as in AndroidWorld.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from android_gym.accessibility import UIElement
from android_gym.errors import DeviceCommandError, OptionError
from android_gym.task_suite.android_world.sms.messages import add_contact
from android_gym.task_suite.tapping import tap_if_there
from android_gym.task_suite.task import Disputed, NearMiss, Params, Task
from android_gym.task_suite.text_match import fuzzy_match
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = [
    "DATABASE",
    "FIRST",
    "LAST",
    "OTHER_DETAIL",
    "PACKAGE",
    "PROVIDER",
    "SAID_OTHERWISE",
    "ContactsAddContact",
    "ContactsNewContactDraft",
    "new_item",
]

PACKAGE = "com.google.android.contacts"
PROVIDER = "com.android.providers.contacts"
DATABASE = f"/data/data/{PROVIDER}/databases/contacts2.db"

FIRST = (
    "Amina", "Bruno", "Celia", "Daniel", "Esther", "Felipe", "Greta", "Hassan", "Ingrid", "Joao",
    "Katya", "Leon", "Marisol", "Nikhil", "Olga", "Pascal",
)  # fmt: skip
LAST = (
    "Abbott", "Bianchi", "Castro", "Delgado", "Eriksen", "Fischer", "Goldberg", "Hughes", "Ivanova",
    "Jansen", "Kowalski", "Laurent", "Mendoza", "Nakamura", "Olsen", "Petrov",
)  # fmt: skip
FAMILY = (*LAST, "da Costa", "dos Reis", "van Dijk")
"""Family names, some of two words; drafts, which have a field for each name, use `LAST`."""

LABELS = ("Home", "Work")

_NAMED = (
    "SELECT raw_contacts.display_name, number.data1 FROM raw_contacts "
    "LEFT JOIN data AS number ON number.raw_contact_id = raw_contacts._id AND number.mimetype_id = "
    "(SELECT _id FROM mimetypes WHERE mimetype = 'vnd.android.cursor.item/phone_v2') "
    "WHERE raw_contacts.deleted = 0 AND raw_contacts.display_name = ? LIMIT 20"
)
_NUMBERED = (
    "SELECT 1 FROM phone_lookup JOIN raw_contacts ON raw_contacts._id = raw_contact_id "
    "WHERE raw_contacts.deleted = 0 AND normalized_number IN (?, ?) LIMIT 1"
)


OTHER_DETAIL = (
    "(mimetype NOT IN ('vnd.android.cursor.item/name', 'vnd.android.cursor.item/phone_v2', "
    "'vnd.android.cursor.item/group_membership') AND (ifnull(data1, '') != '' "
    "OR mimetype = 'vnd.android.cursor.item/photo' AND (data14 IS NOT NULL OR data15 IS NOT NULL)))"
)
"""SQL condition of what a contact has besides name, numbers and labels: a picture, too."""

SAID_OTHERWISE = (
    "(mimetype = 'vnd.android.cursor.item/name' "
    "AND ifnull(data7, '') || ifnull(data8, '') || ifnull(data9, '') != '')"
)
"""SQL condition of a name with a pronunciation."""


def new_item(kind: str, column: str, value: str) -> str:
    """Return SQL that gives the newest contact an item; the value is SQL, too."""
    mimetype = f"vnd.android.cursor.item/{kind}"
    return (
        f"INSERT OR IGNORE INTO mimetypes (mimetype) VALUES ('{mimetype}'); "
        f"INSERT INTO data (mimetype_id, raw_contact_id, {column}) SELECT _id, "
        f"(SELECT max(_id) FROM raw_contacts), {value} FROM mimetypes "
        f"WHERE mimetype = '{mimetype}'"
    )


_INVENTED = (
    "SELECT 1 FROM raw_contacts JOIN data ON data.raw_contact_id = raw_contacts._id "
    "JOIN mimetypes ON mimetypes._id = data.mimetype_id "
    "WHERE raw_contacts.deleted = 0 AND raw_contacts.display_name = ? "
    f"AND ({OTHER_DETAIL} OR {SAID_OTHERWISE}) LIMIT 1"
)
_SET_APART = (
    "SELECT 1 FROM raw_contacts JOIN contacts ON contacts._id = contact_id "
    "WHERE deleted = 0 AND raw_contacts.display_name = ? "
    "AND (contacts.starred OR contacts.send_to_voicemail OR contacts.custom_ringtone IS NOT NULL) "
    "LIMIT 1"
)

_ALL_CONTACTS = "content update --uri content://com.android.contacts/contacts --where 1"


def _digits(number: object) -> str:
    return re.sub(r"\D", "", str(number))


def _dialled(number: object) -> str:
    """Return a number without separators; * and # are kept, as they are dialled too."""
    return re.sub(r"[^\w*#,;]", "", str(number))


def _number(rng: np.random.Generator) -> str:
    """Return ten digits, with an area code."""
    return f"{int(rng.integers(201, 990))}{int(rng.integers(2_000_000, 10_000_000))}"


def _insert(name: str, number: str) -> str:
    """Return the command that opens the form, filled in."""
    return (
        "am start -W -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact "
        f"-e name {shlex.quote(name)} -e phone {shlex.quote(number)}"
    )


class ContactsAddContact(Task):
    """Add a contact with a name and a number."""

    apps = ("Contacts",)
    template = "Create a new contact for {name}. Their number is {number}."
    rewordings = (
        "Add {name} to my contacts, phone number {number}.",
        "Please save {number} as the number of a new contact called {name}.",
        "I met {name} today. Store a contact under that name, with the number {number}.",
        "My address book lacks {name}, who can be reached at {number}. Make an entry.",
    )
    tags = ("data_entry", "parameterized")
    complexity = 1.2

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw a name and a US number."""
        name = f"{FIRST[int(rng.integers(len(FIRST)))]} {FAMILY[int(rng.integers(len(FAMILY)))]}"
        return {"name": name, "number": f"+1{_number(rng)}"}

    def setup(self, device: Device, params: Params) -> None:
        """Delete all contacts."""
        device.clear(PROVIDER)
        # The provider creates its database on the first request.
        device.shell("content query --uri content://contacts/phones/ --projection display_name")

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow one new contact."""
        return [Rows("contacts", added=1)]

    def _found(self, device: Device, params: Params) -> list[tuple[Any, ...]]:
        """Return (name, number) of the contacts with the name."""
        try:
            return device.query(DATABASE, _NAMED, (params["name"],))
        except DeviceCommandError:  # the provider's data was cleared
            return []

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if there is a contact with exactly this name and number, and no other details."""
        wanted, found = _dialled(params["number"]), self._found(device, params)
        if not found or any(_dialled(number) != wanted for _, number in found):
            return 0.0
        return float(
            not any(
                device.query(DATABASE, sql, (params["name"],)) for sql in (_INVENTED, _SET_APART)
            )
        )

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if any contact with exactly this name has a number with these digits."""
        wanted = _digits(params["number"])
        return float(any(_digits(n) == wanted for _, n in self._found(device, params)))

    def progress(self, device: Device, params: Params) -> float:
        """Return half for only the name or only the number."""
        found = self._found(device, params)
        wanted = _digits(params["number"])
        if any(_digits(number) == wanted for _, number in found):
            return 1.0
        if found:
            return 0.5
        try:
            return 0.5 * bool(device.query(DATABASE, _NUMBERED, (wanted, f"+{wanted}")))
        except DeviceCommandError:
            return 0.0

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return a wrong digit, a wrong name, not saved, and more than was asked for."""
        name, number = params["name"], params["number"]
        other = number[:-1] + ("2" if number[-1] == "1" else "1")

        def adds(who: str, what: str, *, saves: bool = True) -> NearMiss:
            def act(device: Device) -> None:
                device.shell(f"{_insert(who, what)} && sleep 1")
                if saves:
                    tap_if_there(device, "Save")

            return act

        def and_also(who: str, what: str) -> NearMiss:
            def act(device: Device) -> None:
                add_contact(device, name, number)
                add_contact(device, who, what)

            return Disputed(act)

        def invents(device: Device) -> None:
            device.shell(f"{_insert(name, number)} -e email mail@example.org && sleep 1")
            tap_if_there(device, "Save")

        def and_data(kind: str, column: str) -> NearMiss:
            def act(device: Device) -> None:
                add_contact(device, name, number)
                device.execute(DATABASE, new_item(kind, column, "1"))

            return Disputed(act)

        def pronounces(device: Device) -> None:
            add_contact(device, name, number)
            device.execute(DATABASE, "UPDATE data SET data7 = 'Nik' WHERE data2 IS NOT NULL")

        def sets(column: str) -> NearMiss:
            def act(device: Device) -> None:
                add_contact(device, name, number)
                device.shell(f"{_ALL_CONTACTS} --bind {column}")

            return Disputed(act)

        return {
            "a wrong digit": adds(name, other),
            "the first name only": adds(name.split()[0], number),
            "not saved": adds(name, number, saves=False),
            "twice": and_also(name, number),
            "another contact too": and_also("Somebody Else", other),
            "a wrong number too": and_also(name, other),
            "an e-mail address that nobody gave": Disputed(invents),
            "calls of theirs go to voicemail": sets("send_to_voicemail:i:1"),
            "a favourite": sets("starred:i:1"),
            "a picture": and_data("photo", "data14"),
            "a pronunciation": Disputed(pronounces),
            "a ringtone": sets("custom_ringtone:s:null"),
            "a sign that is dialled too": Disputed(adds(name, f"*{number}")),
        }


class ContactsNewContactDraft(Task):
    """Fill in the form of a new contact and leave it there."""

    apps = ("Contacts",)
    template = (
        "Go to the new contact screen and enter the following details: First Name: {first}, "
        "Last Name: {last}, Phone: {phone}, Phone Label: {phone_label}. Do NOT hit save."
    )
    rewordings = (
        "Fill in the form for a new contact, but leave it unsaved. First name: {first}, last "
        "name: {last}, phone: {phone}, label of the phone: {phone_label}.",
        "Begin a new contact and don't save it: the first name is {first}, the last name {last}, "
        "the phone number {phone} with the label {phone_label}.",
        "Prepare a contact for me to check. On the screen for new contacts enter {first} as first "
        "name, {last} as last name, {phone} as phone and {phone_label} as its label. I will save "
        "it myself.",
        "Open the new contact screen. Put {first} into First name, {last} into Last name, {phone} "
        "into Phone, and choose the label {phone_label}. Stop before saving.",
    )
    tags = ("screen_reading", "data_entry")
    complexity = 1.2
    reads_screen = True

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw name, number and label."""
        number = _number(rng)
        return {
            "first": FIRST[int(rng.integers(len(FIRST)))],
            "last": LAST[int(rng.integers(len(LAST)))],
            "phone": f"{number[:3]}-{number[3:6]}-{number[6:]}",
            "phone_label": LABELS[int(rng.integers(len(LABELS)))],
        }

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject labels that the form doesn't offer.

        Raises:
            OptionError: Naming the parameter at fault.
        """
        super().check(params)
        if params["phone_label"] not in LABELS:
            raise OptionError(
                f"Parameter 'phone_label' must be one of {LABELS}, got {params['phone_label']!r}."
            )

    def _done(self, device: Device, params: Params) -> tuple[bool, ...]:
        """Return which of first name, last name, number and label are in the form."""
        if PACKAGE not in device.foreground_activity():
            return (False,) * 4
        elements = device.ui_elements()
        phone = _field(elements, "Phone")
        return (
            fuzzy_match(_text(_field(elements, "First name")), params["first"]),
            fuzzy_match(_text(_field(elements, "Last name")), params["last"]),
            _digits(_text(phone) or "") == _digits(params["phone"]),
            _labelled(elements, params["phone_label"], phone),
        )

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the form of a new, unsaved contact has exactly the four values and no others."""
        if not all(self._done(device, params)):
            return 0.0
        shown = device.ui_elements()
        if any("Edit contact" in (e.text, e.content_description) for e in shown):
            return 0.0
        # Some phones report an empty field's hint as its text.
        filled = [e.text for e in shown if e.hint_text and (e.text or "") not in ("", e.hint_text)]
        names = (params["first"], params["last"])
        return float(len(filled) == 3 and all(name in filled for name in names))

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the form of a contact has all four values."""
        return float(all(self._done(device, params)))

    def progress(self, device: Device, params: Params) -> float:
        """Return a quarter for each of the four."""
        return sum(self._done(device, params)) / 4

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return another label, a wrong digit, a detail too many, saved, saved and reopened."""
        name = f"{params['first']} {params['last']}"
        phone, label = params["phone"], params["phone_label"]
        other = phone[:-1] + ("2" if phone[-1] == "1" else "1")

        def fills(number: str, label: str, *, saves: bool = False) -> NearMiss:
            kind = {"Home": 1, "Work": 3}[label]

            def act(device: Device) -> None:
                device.shell(f"{_insert(name, number)} --ei phone_type {kind} && sleep 1")
                if saves:
                    tap_if_there(device, "Save")

            return act

        def adds(device: Device) -> None:
            fills(phone, label)(device)
            tap_if_there(device, "Company")
            device.shell("input text Acme && input keyevent KEYCODE_BACK && sleep 1")

        def edits(device: Device) -> None:
            fills(phone, label, saves=True)(device)
            tap_if_there(device, "Edit contact")

        return {
            "saved, and its form opened again": Disputed(edits),
            "a detail too many": Disputed(adds),
            "another label": fills(phone, "Work" if label == "Home" else "Home"),
            "a wrong digit": fills(other, label),
            "saved": fills(phone, label, saves=True),
        }


def _text(element: UIElement | None) -> str | None:
    return None if element is None else element.text


def _field(elements: tuple[UIElement, ...], hint: str) -> UIElement | None:
    return next((e for e in elements if e.hint_text == hint), None)


def _labelled(elements: tuple[UIElement, ...], label: str, phone: UIElement | None) -> bool:
    """Return whether a label is that of the number, by its description or its position."""
    for element in elements:
        if element.text != label:
            continue
        if element.content_description == f"{label} Phone":
            return True
        box, other = element.bbox_pixels, phone.bbox_pixels if phone is not None else None
        if box is not None and other is not None and not element.content_description:
            gap = max(box.y_min - other.y_max, other.y_min - box.y_max)
            if gap < other.height / 2:
                return True
    return False
