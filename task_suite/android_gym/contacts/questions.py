"""Contacts with company, address of mail and star, for changes."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.errors import TaskError
from android_gym.task_suite.android_gym.contacts.settings import SETTINGS
from android_gym.task_suite.android_world.contacts.questions import Contacts
from android_gym.task_suite.android_world.contacts.tasks import PACKAGE
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.tables import read_texts
from android_gym.task_suite.questions.values import Field
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["ADAPTERS", "People"]

_DATABASE: Final = "/data/data/com.android.providers.contacts/databases/contacts2.db"
_ITEM: Final = "vnd.android.cursor.item"
_URI: Final = "content://com.android.contacts"
_NEW: Final = f"content insert --uri {_URI}"
_NOWHERE: Final = "--bind account_type:n: --bind account_name:n:"
_KINDS: Final = {
    "name": "name",
    "number": "phone_v2",
    "email": "email_v2",
    "company": "organization",
}
_LABELS: Final = {"number": 2, "email": 1}
"""Numbers are mobile ones, addresses those of a home, as in the app's form."""


def _data(number: str, row: Row) -> Iterator[str]:
    """Yield the commands that give a raw contact its values."""
    for field, kind in _KINDS.items():
        if row[field] is not None:
            label = f" --bind data2:i:{_LABELS[field]}" if field in _LABELS else ""
            yield (
                f"{_NEW}/data --bind raw_contact_id:i:{number} --bind mimetype:s:{_ITEM}/{kind} "
                f"--bind {shlex.quote(f'data1:s:{row[field]}')}{label}"
            )


def _value(kind: str, column: str = "data1") -> str:
    """Return SQL for the texts, or another column, of one kind of a contact's data."""
    return (
        f"(SELECT group_concat({column}, '; ') FROM data "
        "JOIN mimetypes ON mimetypes._id = mimetype_id "
        f"WHERE raw_contact_id = raw._id AND mimetype = '{_ITEM}/{kind}' AND data1 != '')"
    )


_MORE: Final = (
    "(SELECT group_concat(mimetype || ifnull(' ' || data1, '')) FROM data JOIN mimetypes "
    "ON mimetypes._id = mimetype_id WHERE raw_contact_id = raw._id AND CASE mimetype "
    f"WHEN '{_ITEM}/name' THEN coalesce(data7, data8, data9, '') != '' "
    f"WHEN '{_ITEM}/organization' THEN coalesce(data4, data5, '') != '' "
    f"ELSE mimetype NOT IN ('{_ITEM}/phone_v2', '{_ITEM}/email_v2', '{_ITEM}/group_membership') "
    "AND coalesce(data1, data14, data15, '') != '' END)"
)
"""SQL of what no row has: a phonetic name, a job's title or department, notes, a picture."""

_CALLS: Final = (
    "(SELECT iif(send_to_voicemail, ' to voicemail', '') || ifnull(' rings ' || custom_ringtone, "
    "'') FROM contacts WHERE contacts._id = raw.contact_id)"
)
"""SQL of what happens when a contact calls; a ringtone that is empty is none at all."""


def _digits(number: str) -> str:
    return re.sub(r"[ ()-]", "", number)


def _old(put: Sequence[Row], names: Set[str], name: str, number: str) -> Row | None:
    """Return the row that was put for a contact; its name or number may have changed since.

    Args:
        put: The rows.
        names: Names of all contacts now.
        name: The contact's name.
        number: Its number.
    """
    named = [row for row in put if row["name"] == name]
    if not named:
        named = [row for row in put if row["number"] == number and row["name"] not in names]
    return named[0] if named else None


def _labelled(old: Row | None, kinds: Sequence[str]) -> str:
    """Return what to add to the name of a contact that was put, if a value's label changed.

    A new value may have any label, as goals name none.
    """
    if old is None:
        return ""
    changed = [
        f" with {field} of type {kind}"
        for (field, kept), kind in zip(_LABELS.items(), kinds, strict=True)
        if old[field] is not None and kind and kind != str(kept)
    ]
    return "".join(changed)


class People(Contacts):
    """Contacts in no account."""

    name = "people"
    fields: ClassVar[Mapping[str, Field]] = {
        "name": Field("text"),
        "number": Field("text"),
        "email": Field("text", optional=True),
        "company": Field("text", optional=True),
        "starred": Field("flag", default=False),
    }

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw a name and a number in the United States."""
        return {**super().noise(rng), "email": None, "company": None, "starred": False}

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all contacts.

        Raises:
            TaskError: If the device refuses one.
        """
        device.force_stop(PACKAGE)
        starred = [f"--bind starred:i:{int(bool(row['starred']))}" for row in rows]
        # The provider makes its database when it is first asked.
        device.shell(
            "\n".join(
                [
                    "content query --uri content://contacts/phones/ --projection display_name",
                    f"content delete --uri {_URI}/raw_contacts",
                    *(f"{_NEW}/raw_contacts {_NOWHERE} {star}" for star in starred),
                ]
            )
        )
        ids = read_texts(device, _DATABASE, "SELECT _id FROM raw_contacts WHERE deleted = 0")
        if len(ids) != len(rows):
            raise TaskError(f"The device has {len(ids)} contacts instead of {len(rows)}.")
        lines = [
            line
            for (number,), row in zip(sorted(ids, key=lambda row: int(row[0])), rows, strict=True)
            for line in _data(number, row)
        ]
        output = device.shell("\n".join(lines) or ":")
        if len(self.read(device, rows)) != len(rows):
            raise TaskError(f"The device has not taken all contacts: {output[-300:]!r}")

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Read all contacts; several values of one kind are one text, which none of ours is.

        What no row has, such as an address, a contact has in its name; so has one of those that
        were put whose number or email address was given another label ("Work" for "Mobile").
        """
        columns = ", ".join(
            (
                f"display_name || ifnull({_CALLS}, '') || ifnull(' and ' || {_MORE}, '')",
                _value("phone_v2"),
                _value("email_v2"),
                _value("organization"),
                "starred",
                *(_value(_KINDS[field], "data2") for field in _LABELS),
            )
        )
        found = read_texts(
            device, _DATABASE, f"SELECT {columns} FROM raw_contacts AS raw WHERE deleted = 0"
        )
        names = {row[0] for row in found}
        return [
            {
                "name": name + _labelled(_old(put, names, name, _digits(number)), kinds),
                "number": _digits(number),
                "email": email or None,
                "company": company or None,
                "starred": starred == "1",
            }
            for name, number, email, company, starred, *kinds in found
        ]

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Allow for as many contacts."""
        return [Rows("contacts", added=len(new), lost=len(lost))]


ADAPTERS = (People(), SETTINGS)
