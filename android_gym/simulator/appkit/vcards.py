"""vCards, i.e. files of contacts: versions 2.1 (which Android writes), 3.0 and 4.0."""

from __future__ import annotations

import quopri
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from android_gym.simulator.appkit.contact_kinds import ADDRESS_PARTS, DATA_KINDS, FieldKind
from android_gym.simulator.ui.activity import Context

__all__ = [
    "MOST_BYTES",
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
"""Most cards that are read from a file."""

MOST_BYTES: Final = 4_000_000
"""Largest file that is read, in bytes."""

MOST_LINES: Final = 500
"""Most lines that are kept of a card; further ones are ignored."""

MOST_FIELDS: Final = 20_000
"""Most fields in all cards of a file, as each becomes a row; further cards are ignored."""

_MOST_PARTS: Final = 16
"""Most parts of a line that are separated at semicolons; a postal address has seven."""

_CHARSETS: Final[Mapping[str, str]] = {
    "ISO-8859-1": "latin-1", "ISO-8859-2": "iso8859-2", "ISO-8859-15": "iso8859-15",
    "WINDOWS-1250": "cp1250", "WINDOWS-1251": "cp1251", "WINDOWS-1252": "cp1252",
    "KOI8-R": "koi8-r", "SHIFT_JIS": "shift_jis", "EUC-JP": "euc_jp", "GB2312": "gb2312",
    "GBK": "gbk", "GB18030": "gb18030", "BIG5": "big5", "EUC-KR": "euc_kr",
}  # fmt: skip
"""Encodings of quoted texts other than UTF-8: names in files, and Python's names."""

_NAMES: Final[dict[FieldKind, str]] = {
    "phone": "TEL", "email": "EMAIL", "company": "ORG", "title": "TITLE", "nickname": "NICKNAME",
    "address": "ADR", "website": "URL", "date": "BDAY", "notes": "NOTE", "sip": "X-SIP",
}  # fmt: skip
_KINDS: Final = {name: kind for kind, name in _NAMES.items()}
_CHATS: Final = {
    "X-AIM": "AIM", "X-MSN": "Windows Live", "X-YAHOO": "Yahoo", "X-SKYPE-USERNAME": "Skype",
    "X-QQ": "QQ", "X-GOOGLE-TALK": "Hangouts", "X-ICQ": "ICQ", "X-JABBER": "Jabber",
}  # fmt: skip
"""Labels of chat addresses by property name (Android's VCardConstants)."""

_CUSTOM: Final = "X-ANDROID-CUSTOM"
"""Property for data that vCards have no property for: MIME type, text, type, custom label."""

_CUSTOM_KINDS: Final[Mapping[str, FieldKind]] = {
    "relation": "relation", "contact_event": "date", "nickname": "nickname",
}  # fmt: skip
_TYPES: Final = {
    "CELL": "Mobile", "MOBILE": "Mobile", "HOME": "Home", "WORK": "Work", "PAGER": "Pager",
    "CAR": "Car", "FAX": "Home Fax",
}  # fmt: skip
_READ: Final = frozenset({"FN", "N", "ANNIVERSARY", _CUSTOM, *_NAMES.values(), *_CHATS})
"""Properties that are read; photos, sounds and keys aren't."""


@dataclass(frozen=True)
class VCardField:
    """A property of a contact, such as a phone number or an address.

    Attributes:
        kind: Its kind.
        text: The number, the address ...
        label: "Mobile", "Home" ...; empty for birthdays, addresses without a type, and kinds
            without labels.
        parts: The parts named in `ADDRESS_PARTS`, for a postal address that separates them.
    """

    kind: FieldKind
    text: str
    label: str = ""
    parts: tuple[str, ...] = ()


@dataclass(frozen=True)
class VCard:
    """A contact.

    Attributes:
        name: Full name.
        parts: Last name, first name, middle name, prefix, suffix.
        fields: All other properties, in order.
    """

    name: str
    parts: tuple[str, str, str, str, str] = ("", "", "", "", "")
    fields: tuple[VCardField, ...] = ()

    @property
    def file_name(self) -> str:
        """A file name for the card."""
        plain = "".join(c if c.isalnum() or c in " -_" else "_" for c in self.name)
        return f"{plain[:40].strip() or 'contact'}.vcf"


def contact_card(context: Context, contact: int) -> VCard | None:
    """Return the card of a contact of the provider, or None if it doesn't exist."""
    provider = context.find_provider("com.android.contacts")
    if provider is None:
        return None
    columns = ["mimetype", *(f"data{number}" for number in range(1, 11))]
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
        for field, of in DATA_KINDS.items():
            if kind == of.mime and data[of.column]:
                fields.append(_field(field, data))
    return VCard(name, parts, tuple(fields)) if rows else None


def _field(kind: FieldKind, data: Mapping[str, Any]) -> VCardField:
    """Convert a row of the provider's ``data`` to a field of a card."""
    of = DATA_KINDS[kind]
    label = of.label(data)
    parts: tuple[str, ...] = ()
    if kind == "address":
        parts = tuple(str(data[column] or "") for column in ADDRESS_PARTS.values())
        label = "" if data[of.type_column] is None else label
        if not any(parts):
            parts = ()
    elif kind == "date" and (data[of.type_column] is None or label == "Birthday"):
        label = ""
    return VCardField(kind, str(data[of.column]), label, parts)


# -- writing


def write_vcards(cards: Iterable[VCard]) -> bytes:
    """Encode cards as a vCard 2.1 file; non-ASCII text is quoted-printable UTF-8."""
    lines: list[str] = []
    for card in cards:
        lines += ["BEGIN:VCARD", "VERSION:2.1", _line("N", card.parts), _line("FN", (card.name,))]
        lines += [_written(field, card) for field in card.fields if not _told_above(field, card)]
        lines.append("END:VCARD")
    return "".join(f"{line}\r\n" for line in lines).encode("ascii")


def _told_above(field: VCardField, card: VCard) -> bool:
    """Return whether a field is part of another's line, as a department is of its company's."""
    return field.kind == "department" and any(other.kind == "company" for other in card.fields)


def _written(field: VCardField, card: VCard) -> str:
    """Return the line of a field."""
    kind, label = field.kind, field.label
    if kind == "relation" or (kind == "date" and label):
        of = DATA_KINDS[kind]
        typed = of.typed(label)
        mime = f"vnd.android.cursor.item/{of.mime}"
        own = str(typed[of.label_column] or "")
        return _line(_CUSTOM, (mime, field.text, str(typed[of.type_column]), own))
    if kind == "chat":
        name = next((name for name, words in _CHATS.items() if words == label), "X-JABBER")
        return _line(name, (field.text,))
    texts: tuple[str, ...] = (field.text,)
    if kind == "company":
        texts += tuple(other.text for other in card.fields if other.kind == "department")[:1]
    elif kind == "department":
        kind, texts = "company", ("", field.text)
    elif kind == "address":
        texts = field.parts or ("", "", field.text, "", "", "", "")
    name = _NAMES[kind]
    types = [word for word, words in _TYPES.items() if words == label]
    if types:
        name += f";{types[0]}"
    elif label and label != "Other":
        name += f";X-{re.sub('[^A-Za-z0-9-]', '-', label)}"
    return _line(name, texts)


def _line(name: str, texts: Sequence[str]) -> str:
    plain = all(text.isascii() and text.isprintable() for text in texts)
    if plain:
        escaped = (text.replace("\\", "\\\\").replace(";", "\\;") for text in texts)
        return f"{name}:{';'.join(escaped)}"
    coded = (_quoted(text) for text in texts)
    return f"{name};CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:{';'.join(coded)}"


def _quoted(text: str) -> str:
    """Encode each byte of a text as ``=XX``, which all readers decode alike."""
    return "".join(f"={byte:02X}" for byte in text.encode("utf-8", "replace"))


# -- reading


def read_vcards(data: bytes) -> tuple[VCard, ...]:
    """Read cards of versions 2.1, 3.0 and 4.0; invalid parts are ignored.

    Returns:
        The cards that have a name, a number or an address; none if `data` isn't a vCard file.
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
    """Yield lines joined with their continuations: of all versions, and of quoted-printable."""
    parts: list[str] = []  # of one line, joined at its end
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
    """Split a value at semicolons and unescape its parts."""
    if "ENCODING=QUOTED-PRINTABLE" in parameters or "QUOTED-PRINTABLE" in parameters:
        parts = value.split(";", _MOST_PARTS)
        charset = _charset(parameters)
        return [quopri.decodestring(part.encode()).decode(charset, "replace") for part in parts]
    parts = re.split(r"(?<!\\);", value, maxsplit=_MOST_PARTS)
    return [re.sub(r"\\(.)", lambda m: "\n" if m[1] in "nN" else m[1], part) for part in parts]


def _charset(parameters: Sequence[str]) -> str:
    """Return the encoding of a quoted text: UTF-8 unless it is one of `_CHARSETS`."""
    told = (each.partition("=")[2].strip('"') for each in parameters if "CHARSET=" in each)
    return _CHARSETS.get(next(told, ""), "utf-8")


def _card(lines: Sequence[tuple[str, list[str], str]]) -> VCard | None:
    name, parts, fields = "", ["", "", "", "", ""], []
    for line, parameters, value in lines:
        texts = _texts(parameters, value)
        if line == "FN":
            name = texts[0].strip()
        elif line == "N":
            parts = [text.strip() for text in (*texts, "", "", "", "", "")[:5]]
        else:
            fields += [field for field in _told(line, parameters, texts) if field.text]
    last, first, middle, prefix, suffix = parts
    name = name or " ".join(filter(None, (prefix, first, middle, last, suffix)))
    if not name and not fields:
        return None
    return VCard(name, (last, first, middle, prefix, suffix), tuple(fields))


def _told(line: str, parameters: Sequence[str], texts: Sequence[str]) -> Iterator[VCardField]:
    """Yield the fields in a line of a card; their texts may be empty."""
    first = texts[0].strip()
    if line == _CUSTOM:
        mime, text, number, own = (*(each.strip() for each in texts), "", "", "", "")[:4]
        kind = _CUSTOM_KINDS.get(mime.removeprefix("vnd.android.cursor.item/"))
        if kind is not None:
            of = DATA_KINDS[kind]
            label = of.label({of.type_column: number or None, of.label_column: own})
            yield VCardField(kind, text, "" if label == "Birthday" else label)
    elif line == "ANNIVERSARY":
        yield VCardField("date", first, "Anniversary")
    elif line in _CHATS:
        yield VCardField("chat", first, _CHATS[line])
    elif line == "ORG":
        yield VCardField("company", first)
        if len(texts) > 1:
            yield VCardField("department", texts[1].strip())
    elif line == "ADR":
        address = tuple(text.strip() for text in (*texts, *[""] * 7)[:7])
        whole = " ".join(filter(None, (text.strip() for text in texts)))
        label = _label(parameters)
        street = [*ADDRESS_PARTS].index("Street")
        parts = address if whole != address[street] else ()
        yield VCardField("address", whole, "" if label == "Other" else label, parts)
    else:
        kind = _KINDS[line]
        yield VCardField(kind, first, _label(parameters) if kind in ("phone", "email") else "")


def _label(parameters: Sequence[str]) -> str:
    words = [w for each in parameters for w in each.removeprefix("TYPE=").strip('"').split(",")]
    known = [_TYPES[word] for word in words if word in _TYPES]
    if "FAX" in words:
        return "Work Fax" if "WORK" in words else "Home Fax"
    own = [word[2:].replace("-", " ").title() for word in words if word.startswith("X-")]
    return next(iter([*known, *own]), "Other")
