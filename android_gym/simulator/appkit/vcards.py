"""vCards: contacts as files, of versions 2.1 (which Android writes), 3.0 and 4.0."""

from __future__ import annotations

import quopri
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from android_gym.simulator.appkit.people import PHONE_LABELS, label_of
from android_gym.simulator.ui.activity import Context

__all__ = [
    "DATA_ROWS",
    "VCARD",
    "FieldKind",
    "VCard",
    "VCardField",
    "contact_card",
    "read_vcards",
    "write_vcards",
]

VCARD: Final = "text/x-vcard"

MOST_CARDS: Final = 2_000
"""Cards that are read of a file at most."""

MOST_BYTES: Final = 4_000_000
"""Length of a file that is read at most, in bytes."""

MOST_LINES: Final = 500
"""Lines that are kept of a card at most; those after them are passed over."""

MOST_FIELDS: Final = 20_000
"""Fields of all cards of a file together, after which no card is read: each becomes a row."""

_MOST_PARTS: Final = 16
"""Parts between semicolons that are told apart in a line; a postal address has seven."""

_CHARSETS: Final[Mapping[str, str]] = {
    "ISO-8859-1": "latin-1", "ISO-8859-2": "iso8859-2", "ISO-8859-15": "iso8859-15",
    "WINDOWS-1250": "cp1250", "WINDOWS-1251": "cp1251", "WINDOWS-1252": "cp1252",
    "KOI8-R": "koi8-r", "SHIFT_JIS": "shift_jis", "EUC-JP": "euc_jp", "GB2312": "gb2312",
    "GBK": "gbk", "GB18030": "gb18030", "BIG5": "big5", "EUC-KR": "euc_kr",
}  # fmt: skip
"""Encodings of quoted texts beside UTF-8: the name in a file, and Python's."""

FieldKind = Literal[
    "phone", "email", "company", "title", "nickname", "address", "website", "date", "notes"
]

_EMAIL_LABELS: Final = {"Home": 1, "Work": 2, "Other": 3, "Mobile": 4, "Custom": 0}
_NAMES: Final[dict[FieldKind, str]] = {
    "phone": "TEL", "email": "EMAIL", "company": "ORG", "title": "TITLE", "nickname": "NICKNAME",
    "address": "ADR", "website": "URL", "date": "BDAY", "notes": "NOTE",
}  # fmt: skip
_TYPES: Final = {
    "CELL": "Mobile", "MOBILE": "Mobile", "HOME": "Home", "WORK": "Work", "PAGER": "Pager",
    "CAR": "Car", "FAX": "Home Fax",
}  # fmt: skip
_READ: Final = frozenset({"FN", "N", *_NAMES.values()})
"""Lines of a card that are read; photos, sounds and keys are not."""

DATA_ROWS: Final[dict[FieldKind, tuple[str, str]]] = {
    "phone": ("phone_v2", "data1"),
    "email": ("email_v2", "data1"),
    "company": ("organization", "data1"),
    "title": ("organization", "data4"),
    "nickname": ("nickname", "data1"),
    "address": ("postal-address_v2", "data1"),
    "website": ("website", "data1"),
    "date": ("contact_event", "data1"),
    "notes": ("note", "data1"),
}
"""Kind of a row of the contacts provider's ``data``, and column, by field."""


@dataclass(frozen=True)
class VCardField:
    """A number, an address, or another line of a card.

    Attributes:
        kind: What it is.
        text: The number, address ...
        label: "Mobile", "Home" ... of numbers and mail addresses; empty for others.
    """

    kind: FieldKind
    text: str
    label: str = ""


@dataclass(frozen=True)
class VCard:
    """A contact.

    Attributes:
        name: The whole name.
        parts: Last name, first name, middle name, prefix, suffix.
        fields: The rest, in order.
    """

    name: str
    parts: tuple[str, str, str, str, str] = ("", "", "", "", "")
    fields: tuple[VCardField, ...] = ()

    @property
    def file_name(self) -> str:
        """A name for a file with the card."""
        plain = "".join(c if c.isalnum() or c in " -_" else "_" for c in self.name)
        return f"{plain[:40].strip() or 'contact'}.vcf"


def contact_card(context: Context, contact: int) -> VCard | None:
    """Return the card of a contact of the provider; None where there is none."""
    provider = context.find_provider("com.android.contacts")
    if provider is None:
        return None
    columns = ["mimetype", *(f"data{number}" for number in range(1, 7))]
    uri = f"content://com.android.contacts/contacts/{contact}/data"
    _, rows = provider.query(uri, columns, None, "_id", ())
    name, parts, fields = "", ("", "", "", "", ""), []
    for mime, *values in rows:
        kind = str(mime).rpartition("/")[2]
        data = {f"data{number}": value for number, value in enumerate(values, start=1)}
        if kind == "name":
            name = str(data["data1"] or "")
            last, first, middle, prefix, suffix = (
                str(data[f"data{n}"] or "") for n in (3, 2, 5, 4, 6)
            )
            parts = (last, first, middle, prefix, suffix)
        for field, (wanted, column) in DATA_ROWS.items():
            if kind == wanted and data[column]:
                fields.append(VCardField(field, str(data[column]), _label_of(field, data)))
    return VCard(name, parts, tuple(fields)) if rows else None


def _label_of(field: FieldKind, data: dict[str, Any]) -> str:
    if field not in ("phone", "email"):
        return ""
    labels = PHONE_LABELS if field == "phone" else _EMAIL_LABELS
    return label_of(labels, data["data2"], data["data3"])


# -- writing


def write_vcards(cards: Iterable[VCard]) -> bytes:
    """Write cards as a file: vCard 2.1, what isn't ASCII in UTF-8 and quoted-printable."""
    lines: list[str] = []
    for card in cards:
        lines += ["BEGIN:VCARD", "VERSION:2.1", _line("N", card.parts), _line("FN", (card.name,))]
        for field in card.fields:
            name = _NAMES[field.kind]
            types = [word for word, label in _TYPES.items() if label == field.label]
            if types:
                name += f";{types[0]}"
            elif field.label and field.label != "Other":
                name += f";X-{re.sub('[^A-Za-z0-9-]', '-', field.label)}"
            texts = (
                ("", "", field.text, "", "", "", "") if field.kind == "address" else (field.text,)
            )
            lines.append(_line(name, texts))
        lines.append("END:VCARD")
    return "".join(f"{line}\r\n" for line in lines).encode("ascii")


def _line(name: str, texts: Sequence[str]) -> str:
    plain = all(text.isascii() and text.isprintable() for text in texts)
    if plain:
        escaped = (text.replace("\\", "\\\\").replace(";", "\\;") for text in texts)
        return f"{name}:{';'.join(escaped)}"
    coded = (_quoted(text) for text in texts)
    return f"{name};CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:{';'.join(coded)}"


def _quoted(text: str) -> str:
    """Return every byte of a text as ``=XX``, which no reader takes for anything else."""
    return "".join(f"={byte:02X}" for byte in text.encode("utf-8", "replace"))


# -- reading


def read_vcards(data: bytes) -> tuple[VCard, ...]:
    """Read cards of versions 2.1, 3.0 and 4.0; what makes no sense is passed over.

    Returns:
        The cards that have a name, a number or an address; none where `data` is no such file.
    """
    if len(data) > MOST_BYTES:
        return ()
    cards: list[VCard] = []
    fields = 0
    lines: list[tuple[str, list[str], str]] | None = None
    for line in _unfolded(data.decode("utf-8-sig", "replace")):
        found = re.match(r"(?:[\w-]+\.)?([\w-]+)((?:;[^:]*)?):(.*)", line, re.DOTALL)
        if found is None:
            continue
        name, value = found[1].upper(), found[3]
        if name == "BEGIN" and value.strip().upper() == "VCARD":
            lines = []
        elif name == "END" and lines is not None:
            if card := _card(lines):
                cards.append(card)
                fields += len(card.fields)
            lines = None
            if len(cards) >= MOST_CARDS or fields >= MOST_FIELDS:
                break
        elif lines is not None and name in _READ and len(lines) < MOST_LINES:
            lines.append((name, found[2].upper().split(";")[1:], value))
    return tuple(cards)


def _unfolded(text: str) -> Iterator[str]:
    """Yield lines with their continuations: of all versions, and of quoted-printable."""
    parts: list[str] = []  # of a line, put together once
    quoted = False
    for line in re.split(r"\r\n|\r|\n", text):
        if parts and line[:1] in (" ", "\t"):
            parts.append(line[1:])
        elif quoted and parts[-1].endswith("="):
            parts[-1] = parts[-1][:-1]
            parts.append(line)
        else:
            if parts:
                yield "".join(parts)
            parts = [line] if line else []
            quoted = "QUOTED-PRINTABLE" in line.partition(":")[0].upper()
    if parts:
        yield "".join(parts)


def _texts(parameters: Sequence[str], value: str) -> list[str]:
    """Return the parts of a value between semicolons, without escapes."""
    if "ENCODING=QUOTED-PRINTABLE" in parameters or "QUOTED-PRINTABLE" in parameters:
        parts = value.split(";", _MOST_PARTS)
        charset = _charset(parameters)
        return [quopri.decodestring(part.encode()).decode(charset, "replace") for part in parts]
    parts = re.split(r"(?<!\\);", value, maxsplit=_MOST_PARTS)
    return [re.sub(r"\\(.)", lambda m: "\n" if m[1] in "nN" else m[1], part) for part in parts]


def _charset(parameters: Sequence[str]) -> str:
    """Return the encoding of a quoted text: UTF-8 where none of `_CHARSETS` is told."""
    told = (each.partition("=")[2].strip('"') for each in parameters if "CHARSET=" in each)
    return _CHARSETS.get(next(told, ""), "utf-8")


def _card(lines: Sequence[tuple[str, list[str], str]]) -> VCard | None:
    kinds = {name: kind for kind, name in _NAMES.items()}
    assert set(kinds.values()) == set(get_args(FieldKind))
    name, parts, fields = "", ["", "", "", "", ""], []
    for line, parameters, value in lines:
        texts = _texts(parameters, value)
        if line == "FN":
            name = texts[0].strip()
        elif line == "N":
            parts = [text.strip() for text in (*texts, "", "", "", "", "")[:5]]
        elif line in kinds:
            kind = kinds[line]
            text = " ".join(filter(None, texts)) if kind == "address" else texts[0]
            if text.strip():
                several = kind in ("phone", "email")
                fields.append(VCardField(kind, text.strip(), _label(parameters) if several else ""))
    last, first, middle, prefix, suffix = parts
    name = name or " ".join(filter(None, (prefix, first, middle, last, suffix)))
    if not name and not fields:
        return None
    return VCard(name, (last, first, middle, prefix, suffix), tuple(fields))


def _label(parameters: Sequence[str]) -> str:
    words = [w for each in parameters for w in each.removeprefix("TYPE=").strip('"').split(",")]
    known = [_TYPES[word] for word in words if word in _TYPES]
    if "FAX" in words:
        return "Work Fax" if "WORK" in words else "Home Fax"
    own = [word[2:].replace("-", " ").title() for word in words if word.startswith("X-")]
    return next(iter([*known, *own]), "Other")
