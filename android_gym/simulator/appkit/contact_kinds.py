"""Kinds of contact data, as stored by the contacts provider (``ContactsContract``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from android_gym.simulator.appkit.people import PHONE_LABELS, label_of

__all__ = ["ADDRESS_PARTS", "DATA_KINDS", "EMAIL_LABELS", "DataKind", "FieldKind"]

FieldKind = Literal[
    "phone", "email", "company", "title", "department", "nickname", "address", "website", "date",
    "relation", "chat", "sip", "notes",
]  # fmt: skip
"""Kind of a contact's data."""

EMAIL_LABELS: Final = {"Home": 1, "Work": 2, "Other": 3, "Mobile": 4, "Custom": 0}
_ADDRESS_LABELS: Final = {"Home": 1, "Work": 2, "Other": 3, "Custom": 0}
_DATE_LABELS: Final = {"Birthday": 3, "Anniversary": 1, "Other": 2, "Custom": 0}
_RELATION_LABELS: Final = {
    "Assistant": 1, "Brother": 2, "Child": 3, "Domestic Partner": 4, "Father": 5, "Friend": 6,
    "Manager": 7, "Mother": 8, "Parent": 9, "Partner": 10, "Referred by": 11, "Relative": 12,
    "Sister": 13, "Spouse": 14, "Custom": 0,
}  # fmt: skip
_CHAT_LABELS: Final = {
    "AIM": 0, "Windows Live": 1, "Yahoo": 2, "Skype": 3, "QQ": 4, "Hangouts": 5, "ICQ": 6,
    "Jabber": 7, "Custom": -1,
}  # fmt: skip

ADDRESS_PARTS: Final[Mapping[str, str]] = {
    "PO box": "data5", "Neighborhood": "data6", "Street": "data4", "City": "data7",
    "State": "data8", "ZIP code": "data9", "Country": "data10",
}  # fmt: skip
"""Columns of the parts of a postal address, by name, in the order of a vCard."""


@dataclass(frozen=True)
class DataKind:
    """A kind of row in ``data``.

    Attributes:
        mime: Its MIME type, without ``vnd.android.cursor.item/``.
        column: Column of the text.
        labels: Type numbers by label, the default first; empty if this kind has no types.
        type_column: Column of the type.
        label_column: Column of a custom label.
    """

    mime: str
    column: str = "data1"
    labels: Mapping[str, int] = field(default_factory=dict)
    type_column: str = "data2"
    label_column: str = "data3"

    def label(self, row: Mapping[str, Any]) -> str:
        """Return the label of a row; "" if rows of this kind have none."""
        if not self.labels:
            return ""
        kind, own = row[self.type_column], row[self.label_column]
        if str(kind) == str(self.labels["Custom"]):
            return str(own or "Custom")
        known = {name: number for name, number in self.labels.items() if name != "Custom"}
        return label_of(known, kind, own)

    def typed(self, label: str) -> dict[str, int | str | None]:
        """Return the columns that store a label."""
        if not self.labels:
            return {}
        known = label in self.labels
        return {
            self.type_column: self.labels[label if known else "Custom"],
            self.label_column: None if known else label,
        }


DATA_KINDS: Final[Mapping[FieldKind, DataKind]] = {
    "phone": DataKind("phone_v2", labels=PHONE_LABELS),
    "email": DataKind("email_v2", labels=EMAIL_LABELS),
    "company": DataKind("organization"),
    "title": DataKind("organization", "data4"),
    "department": DataKind("organization", "data5"),
    "nickname": DataKind("nickname"),
    "address": DataKind("postal-address_v2", labels=_ADDRESS_LABELS),
    "website": DataKind("website"),
    "date": DataKind("contact_event", labels=_DATE_LABELS),
    "relation": DataKind("relation", labels=_RELATION_LABELS),
    "chat": DataKind("im", labels=_CHAT_LABELS, type_column="data5", label_column="data6"),
    "sip": DataKind("sip_address"),
    "notes": DataKind("note"),
}
"""Kinds of rows in ``data``, by the kind of contact data."""
