"""SPA-Bench's tasks of Contacts: contacts that are made and changed."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.errors import DeviceCommandError
from android_gym.task_suite.android_world.sms.messages import add_contact
from android_gym.task_suite.spa_bench.live import LiveTask
from android_gym.task_suite.task import NearMiss, Params
from android_gym.task_suite.text_match import same_text, spoken
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["ChangeContact", "MakeContact", "MakeContactWithMail"]

_PROVIDER: Final = "com.android.providers.contacts"
_DATABASE: Final = f"/data/data/{_PROVIDER}/databases/contacts2.db"
_MORE: Final = (
    "FROM raw_contacts JOIN contacts ON contacts._id = contact_id "
    "JOIN data ON data.raw_contact_id = raw_contacts._id JOIN mimetypes ON mimetypes._id = "
    "mimetype_id WHERE deleted = 0 AND (raw_contacts.starred OR "
    "contacts.custom_ringtone IS NOT NULL OR contacts.send_to_voicemail OR mimetype LIKE '%/photo' "
    "AND (data14 IS NOT NULL OR data15 IS NOT NULL) OR mimetype LIKE '%/name' "
    "AND coalesce(data4, '') || coalesce(data6, '') || coalesce(data7, '') || coalesce(data8, '') "
    "|| coalesce(data9, '') != '' OR mimetype LIKE '%/organization' "
    "AND coalesce(data4, '') || coalesce(data5, '') != '')"
)
"""SQL of contacts with more than fields.

That is a star, a ringtone, a picture, calls that go to voicemail, what stands before, after or for
the sound of a name, and a title or department beside a company.
"""

_ITEMS: Final = (
    "SELECT display_name, mimetype, ifnull(data1, '') FROM raw_contacts JOIN data ON "
    "data.raw_contact_id = raw_contacts._id JOIN mimetypes ON mimetypes._id = data.mimetype_id "
    "WHERE raw_contacts.deleted = 0 AND ifnull(data1, '') != '' "
    "AND mimetype NOT LIKE '%/group_membership' AND mimetype NOT LIKE '%/name' "
    f"UNION ALL SELECT display_name, 'more', 'more' {_MORE} LIMIT 50"
)
"""The fields of contacts besides names and groups; what one has more counts as one."""

_NUMBER: Final = "+441234567890"
_SHOWN_NUMBER: Final = "+44 1234 567 890"


_Item = tuple[str, object]


def _plain(mimetype: str, value: str) -> _Item:
    """Return an item by its kind: the digits of a number, the words of what else there is."""
    kind = mimetype.rpartition("/")[2]
    return kind, re.sub(r"[\s().-]", "", value) if kind == "phone_v2" else spoken(value)


def _adds(name: str, number: str, mail: str = "", *, again: bool = False) -> NearMiss:
    """Add a contact through its form; one of the same name and number beside it, if wanted."""

    def act(device: Device) -> None:
        device.shell(
            "am start -W -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact "
            f"-e name {shlex.quote(name)} -e phone {shlex.quote(number)} "
            + (f"-e email {shlex.quote(mail)} " if mail else "")
            + "&& sleep 1"
        )
        for element in device.ui_elements():
            if element.text == "Save" and element.bbox_pixels is not None:
                x, y = element.bbox_pixels.center
                device.shell(f"input tap {round(x)} {round(y)} && sleep 1")
                break
        if again:
            add_contact(device, name, number)

    return act


class _ContactTask(LiveTask):
    """A task that makes a contact.

    Attributes:
        who: Its name.
        items: What it has besides, by kind.
    """

    apps = ("Contacts",)
    who: ClassVar[str] = ""
    items: ClassVar[tuple[tuple[str, str], ...]] = ()

    def setup(self, device: Device, params: Params) -> None:
        """Delete all contacts."""
        device.clear(_PROVIDER)
        # The provider makes its database when it is first asked.
        device.shell("content query --uri content://contacts/phones/ --projection display_name")

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return one new contact."""
        return [Rows("contacts", added=1)]

    def _items(self, device: Device) -> Counter[_Item]:
        try:
            found = device.query(_DATABASE, _ITEMS)
        except DeviceCommandError:  # the provider's data has been cleared
            return Counter()
        return Counter(
            _plain(str(kind), str(value))
            for name, kind, value in found
            if same_text(name, self.who)
        )

    @property
    def _wanted(self) -> Counter[_Item]:
        return Counter(_plain(kind, value) for kind, value in self.items)

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if there is a contact with this name and exactly the wanted details."""
        return float(self._items(device) == self._wanted)

    def progress(self, device: Device, params: Params) -> float:
        """Return the share of the items that contacts of this name have."""
        return (self._items(device) & self._wanted).total() / len(self.items)


class MakeContact(_ContactTask):
    """Make a contact with a number."""

    uid = "ENG/contacts_0"
    who = "Agent"
    items = (("phone_v2", _NUMBER),)
    rewordings = (
        "Add a contact called 'Agent' whose phone number is +44 1234 567 890.",
        "Save +44 1234 567 890 as the number of a new contact 'Agent'.",
        "Please make a new contact: its name is 'Agent', its number +44 1234 567 890.",
        "Put 'Agent' into my contacts, phone number +44 1234 567 890.",
    )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Wrong digits, a wrong name, twice, and more than was asked for."""

        def sends(device: Device) -> None:
            _adds(self.who, _SHOWN_NUMBER)(device)
            device.execute(_DATABASE, "UPDATE contacts SET send_to_voicemail = 1")

        return {
            "a wrong digit": _adds(self.who, "+44 1234 567 891"),
            "without the country": _adds(self.who, "01234 567 890"),
            "a sign that is dialled too": _adds(self.who, "*+44 1234 567 890"),
            "another name": _adds("Agent Two", _SHOWN_NUMBER),
            "twice": _adds(self.who, _SHOWN_NUMBER, again=True),
            "with an address": _adds(self.who, _SHOWN_NUMBER, "agent@example.org"),
            "sent to voicemail": sends,
        }


class MakeContactWithMail(_ContactTask):
    """Make a contact with a number and an e-mail address."""

    uid = "ENG/contacts_1"
    who = "Agent Two"
    items = (("phone_v2", _NUMBER), ("email_v2", "benchmark@gmail.com"))
    rewordings = (
        "Add a contact called 'Agent Two' with the phone number +44 1234 567 890 and the email "
        "benchmark@gmail.com",
        "Save a new contact: 'Agent Two', number +44 1234 567 890, email benchmark@gmail.com",
        "Please put 'Agent Two' into my contacts. Phone: +44 1234 567 890. Email: "
        "benchmark@gmail.com",
        "Make a contact of the name 'Agent Two', phone number +44 1234 567 890; mail goes to "
        "benchmark@gmail.com",
    )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """One item missing or wrong, another name."""
        mail = "benchmark@gmail.com"
        return {
            "without the address": _adds(self.who, _SHOWN_NUMBER),
            "another address": _adds(self.who, _SHOWN_NUMBER, "benchmark@mail.com"),
            "a wrong digit": _adds(self.who, "+44 1234 567 800", mail),
            "the first name only": _adds("Agent", _SHOWN_NUMBER, mail),
            "twice": _adds(self.who, _SHOWN_NUMBER, mail, again=True),
        }


# -- a contact that is changed

_PEOPLE: Final = (
    "Ana Silva", "Bo Larsen", "Chen Wei", "Dina Haddad", "Emil Novak", "Fatou Diop", "Goran Babic",
    "Hana Kim", "Ivo Costa", "Jana Weber", "Kofi Mensah", "Lena Olsen",
)  # fmt: skip
_LAST, _COMPANY, _MAIL = "Three", "Huawei", "agent.benchmark.2024@gmail.com"
_PHONE_WORK, _MAIL_WORK = "3", "2"
"""Types of ContactsContract's Phone and Email."""

_FIELDS: Final = (
    "SELECT raw_contacts._id, mimetype, ifnull(data1, ''), ifnull(data2, ''), ifnull(data3, '') "
    "FROM raw_contacts JOIN data ON data.raw_contact_id = raw_contacts._id JOIN mimetypes ON "
    "mimetypes._id = data.mimetype_id WHERE raw_contacts.deleted = 0 AND ifnull(data1, '') != '' "
    "AND mimetype NOT LIKE '%/group_membership' "
    f"UNION ALL SELECT raw_contacts._id, 'more', '', '', '' {_MORE} LIMIT 200"
)
"""The fields of all contacts but their groups; what one has more counts as one."""


@dataclass(frozen=True)
class _Change:
    """Change of a contact.

    Attributes:
        last: Last name; None for the one it has.
        number_type: Type of its number.
        company: Its company; "" for none.
        mail: Its address; "" for none.
        mail_type: The address's type.
    """

    last: str | None = _LAST
    number_type: str = _PHONE_WORK
    company: str = _COMPANY
    mail: str = _MAIL
    mail_type: str = _MAIL_WORK

    def items(self, name: str, number: str) -> set[tuple[object, ...]]:
        """Return the fields of a contact of this name and number afterwards."""
        first, _, last = name.partition(" ")
        items: set[tuple[object, ...]] = {
            ("name", spoken(first), spoken(last if self.last is None else self.last)),
            (*_plain("phone_v2", number), self.number_type),
        }
        if self.company:
            items.add(_plain("organization", self.company))
        if self.mail:
            items.add((*_plain("email_v2", self.mail), self.mail_type))
        return items

    def make(self, device: Device, number: int) -> None:
        """Change the contact with the id of a row of ``raw_contacts``."""
        base, item = "content://com.android.contacts/data", "vnd.android.cursor.item"
        where = f"raw_contact_id={number} AND mimetype='{item}/"

        def update(kind: str, column: str, value: str) -> None:
            row = shlex.quote(f"{where}{kind}'")
            device.shell(f"content update --uri {base} --bind {column}:s:{value} --where {row}")

        def insert(kind: str, *values: str) -> None:
            columns = " ".join(f"--bind data{n}:s:{v}" for n, v in enumerate(values, 1))
            device.shell(
                f"content insert --uri {base} --bind raw_contact_id:i:{number} "
                f"--bind mimetype:s:{item}/{kind} {columns}"
            )

        if self.last is not None:
            update("name", "data3", self.last)
        update("phone_v2", "data2", self.number_type)
        if self.company:
            insert("organization", self.company)
        if self.mail:
            insert("email_v2", self.mail, self.mail_type)


class ChangeContact(LiveTask):
    """Change the name, the company and the labels of one of the contacts."""

    uid = "ENG/contacts_2"
    apps = ("Contacts",)
    rewordings = (
        "Take one of the contacts and change its last name to 'Three'. Label its phone number as "
        "Work, set the company to 'Huawei', and add the email agent.benchmark.2024@gmail.com with "
        "the label Work.",
        "Give one of my contacts the last name 'Three' and the company 'Huawei'. Its phone number "
        "gets the label Work. Add agent.benchmark.2024@gmail.com as an email, labelled Work.",
        "Edit any contact: last name 'Three', company 'Huawei', the phone number's label Work, and "
        "a new email agent.benchmark.2024@gmail.com whose label is Work.",
        "One of the contacts should have 'Three' as its last name, 'Huawei' as its company, the "
        "label Work on its phone number, and the email agent.benchmark.2024@gmail.com labelled "
        "Work.",
    )

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw three people and their numbers."""
        people = rng.permutation(len(_PEOPLE))[:3]
        return {
            "people": [_PEOPLE[index] for index in people],
            "numbers": [f"+44{int(rng.integers(10**9, 10**10))}" for _ in people],
        }

    def setup(self, device: Device, params: Params) -> None:
        """Have these people in the contacts, and nobody else."""
        device.clear(_PROVIDER)
        device.shell("content query --uri content://contacts/phones/ --projection display_name")
        for name, number in zip(params["people"], params["numbers"], strict=True):
            add_contact(device, name, number)

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return one contact that is another one afterwards."""
        return [Rows("contacts", added=1, lost=1)]

    def _contacts(self, device: Device) -> dict[int, set[tuple[object, ...]]]:
        try:
            found = device.query(_DATABASE, _FIELDS)
        except DeviceCommandError:  # the provider's data has been cleared
            return {}
        contacts: dict[int, set[tuple[object, ...]]] = {}
        for number, mimetype, *values in found:
            first, second, third = map(str, values)
            kind, what = _plain(str(mimetype), first)
            items: dict[str, tuple[object, ...]] = {
                "name": (kind, spoken(second), spoken(third)),
                "phone_v2": (kind, what, second),
                "email_v2": (kind, what, second),
            }
            assert isinstance(number, int)
            contacts.setdefault(number, set()).add(items.get(kind, (kind, what)))
        return contacts

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if exactly one contact was changed as wanted, and kept its first name and number."""
        people = zip(params["people"], params["numbers"], strict=True)
        wanted = [_Change().items(name, number) for name, number in people]
        contacts = self._contacts(device).values()
        return float(sum(items in wanted for items in contacts) == 1)

    def progress(self, device: Device, params: Params) -> float:
        """Return the largest share of the changes that one of the contacts has."""
        contacts, most = self._contacts(device).values(), 0.0
        for name, number in zip(params["people"], params["numbers"], strict=True):
            wanted = _Change().items(name, number)
            most = max([most, *(len(items & wanted) / len(wanted) for items in contacts)])
        return most

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """One of the changes missing, two contacts, and a star."""

        def changes(*made: _Change) -> NearMiss:
            def act(device: Device) -> None:
                for number, change in zip(sorted(self._contacts(device)), made, strict=False):
                    change.make(device, number)

            return act

        def stars(device: Device) -> None:
            changes(_Change())(device)
            number = min(self._contacts(device))
            device.execute(_DATABASE, f"UPDATE raw_contacts SET starred = 1 WHERE _id = {number}")

        return {
            "the last name stays": changes(_Change(last=None)),
            "another last name": changes(_Change(last="Tree")),
            "the number's label stays": changes(_Change(number_type="2")),
            "no company": changes(_Change(company="")),
            "another company": changes(_Change(company="Huawai")),
            "no address": changes(_Change(mail="")),
            "another address": changes(_Change(mail="agent.benchmark@gmail.com")),
            "a private address": changes(_Change(mail_type="1")),
            "two contacts": changes(_Change(), _Change()),
            "starred": stars,
        }
