"""Names and numbers from the contacts provider."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from android_gym.errors import DatabaseError
from android_gym.simulator.apps.sms_messenger.model import Person
from android_gym.simulator.system.accents import without_accents
from android_gym.simulator.ui.activity import Context

_AUTHORITY = "com.android.contacts"
_KINDS = {1: "Home", 2: "Mobile", 3: "Work", 4: "Work Fax", 5: "Home Fax", 6: "Pager", 12: "Main"}
"""Labels of the types in ``ContactsContract.CommonDataKinds.Phone``."""


def _query(
    context: Context, path: str, columns: Sequence[str], sort: str | None = None
) -> Sequence[Sequence[Any]]:
    provider = context.find_provider(_AUTHORITY)
    if provider is None or not context.granted("android.permission.READ_CONTACTS"):
        return ()
    try:
        return provider.query(f"content://{_AUTHORITY}/{path}", columns, None, sort)[1]
    except (DatabaseError, ValueError):
        return ()


def contacts(context: Context) -> list[Person]:
    """Return the contacts with a number, by name; empty without permission to read them."""
    columns = ("display_name", "data1", "data2", "data3")
    return [
        Person(str(name or number), str(number), str(label or _KINDS.get(kind, "Other")))
        for name, number, kind, label in _query(
            context, "data/phones", columns, "display_name COLLATE NOCASE"
        )
        if number
    ]


def name_of(context: Context, number: str) -> str:
    """Return the name of the contact with a number, or the number itself."""
    if not re.search(r"\d", number):
        return number
    rows = _query(context, f"phone_lookup/{quote(number, safe='')}", ["display_name"])
    return str(rows[0][0]) if rows and rows[0][0] else number


def _plain(text: str) -> str:
    return without_accents(text.casefold())


def matching(people: list[Person], text: str) -> list[Person]:
    """Return the people whose name or number contains a text; names starting with it come first."""
    wanted = _plain(text.strip())
    digits = re.sub(r"[^\d+]", "", text)
    found = [
        person
        for person in people
        if wanted in _plain(person.name)
        or (digits and digits in re.sub(r"[^\d+]", "", person.number))
    ]
    return sorted(found, key=lambda person: not _plain(person.name).startswith(wanted))
