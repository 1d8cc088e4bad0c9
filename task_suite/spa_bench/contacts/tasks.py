"""SPA-Bench's tasks of Contacts: contacts that are made and changed."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.errors import DeviceCommandError
from android_gym.task_suite.android_world.sms.messages import add_contact
from android_gym.task_suite.spa_bench.live import LiveTask
from android_gym.task_suite.task import NearMiss, Params
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["MakeContact", "MakeContactWithMail"]

_PROVIDER: Final = "com.android.providers.contacts"
_DATABASE: Final = f"/data/data/{_PROVIDER}/databases/contacts2.db"
_ITEMS: Final = (
    "SELECT mimetype, ifnull(data1, '') FROM raw_contacts JOIN data ON data.raw_contact_id = "
    "raw_contacts._id JOIN mimetypes ON mimetypes._id = data.mimetype_id "
    "WHERE raw_contacts.deleted = 0 AND raw_contacts.display_name = ? AND ifnull(data1, '') != '' "
    "AND mimetype NOT LIKE '%/group_membership' AND mimetype NOT LIKE '%/name' "
    "UNION ALL SELECT 'more', 'more' FROM raw_contacts JOIN contacts ON contacts._id = contact_id "
    "JOIN data ON data.raw_contact_id = raw_contacts._id JOIN mimetypes ON mimetypes._id = "
    "mimetype_id WHERE deleted = 0 AND display_name = ? AND (raw_contacts.starred OR "
    "contacts.custom_ringtone IS NOT NULL OR contacts.send_to_voicemail OR mimetype LIKE '%/name' "
    "AND coalesce(data4, '') || coalesce(data6, '') || coalesce(data7, '') || coalesce(data8, '') "
    "|| coalesce(data9, '') != '') LIMIT 50"
)
"""The fields of a contact besides its name and its groups.

A star, a ringtone, calls that go to voicemail and what stands before, after or for the sound of a
name count as one.
"""

_NUMBER: Final = "+441234567890"
_SHOWN_NUMBER: Final = "+44 1234 567 890"


def _plain(mimetype: str, value: str) -> tuple[str, str]:
    """Return an item by its kind, numbers without what people put between their digits."""
    kind = mimetype.rpartition("/")[2]
    return kind, re.sub(r"[\s().-]", "", value) if kind == "phone_v2" else value.strip()


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

    def _items(self, device: Device) -> list[tuple[str, str]]:
        try:
            found = device.query(_DATABASE, _ITEMS, (self.who, self.who))
        except DeviceCommandError:  # the provider's data has been cleared
            return []
        return sorted(_plain(str(kind), str(value)) for kind, value in found)

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if there is a contact of this name with just these items."""
        return float(self._items(device) == sorted(self.items))

    def progress(self, device: Device, params: Params) -> float:
        """Return the share of the items that contacts of this name have."""
        found = self._items(device)
        return sum(item in found for item in self.items) / len(self.items)


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
