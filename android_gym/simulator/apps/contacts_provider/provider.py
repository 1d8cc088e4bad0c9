"""The content provider of ``content://com.android.contacts``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from android_gym.simulator.appkit.providers import ContentProvider, QueryArgs, Rows, Source, Uri
from android_gym.simulator.apps.contacts_provider.aggregation import Aggregation
from android_gym.simulator.apps.contacts_provider.storage import ITEM, open_contacts
from android_gym.simulator.system.accents import folded
from android_gym.simulator.system.databases import Database

__all__ = ["ContactsProvider", "lookup_number", "normalized"]

NAME, PHONE, EMAIL, ORGANIZATION, NICKNAME = (
    f"{ITEM}/{name}" for name in ("name", "phone_v2", "email_v2", "organization", "nickname")
)
_NAMED: Final = "_FOLDED(display_name) LIKE ? ESCAPE '\\'"
_WITH_ID: Final = {
    "contacts": "view_contacts",
    "raw_contacts": "view_raw_contacts",
    "data": "view_data",
    "groups": "groups",
}
_WHOLE: Final[Mapping[str, tuple[str, ...]]] = {
    **{path: (view,) for path, view in _WITH_ID.items()},
    "accounts": ("accounts",),
    "aggregation_exceptions": ("agg_exceptions",),
    "deleted_contacts": ("deleted_contacts",),
    "contacts/strequent": ("view_contacts", "starred = 1 OR times_contacted > 0"),
    "contacts/frequent": ("view_contacts", "times_contacted > 0"),
    "contacts/starred": ("view_contacts", "starred = 1"),
    "data/phones": ("view_data", f"mimetype = '{PHONE}'"),
    "data/callables": ("view_data", f"mimetype = '{PHONE}'"),
    "data/emails": ("view_data", f"mimetype = '{EMAIL}'"),
    "profile": ("view_contacts", "0"),
}
"""View and conditions by path."""

MIN_MATCH: Final = 7
_PREFIXES = frozenset(("dr", "mr", "mrs", "ms", "prof", "sir"))
_SUFFIXES = frozenset(("jr", "sr", "ii", "iii", "iv", "md", "phd"))


def lookup_number(number: str) -> str:
    """Return a number without separators between its digits (stripSeparators)."""
    return re.sub(r"[^\d+*#,;NP]", "", number)


def normalized(number: str) -> str | None:
    """Return a US number in E.164 format; None if its length is invalid."""
    digits = re.sub(r"\D", "", number)
    if number.strip().startswith("+"):
        return f"+{digits}" if 7 <= len(digits) <= 15 else None
    if len(digits) == 10:
        return f"+1{digits}"
    return f"+{digits}" if len(digits) == 11 and digits[0] == "1" else None


def _split(name: str) -> dict[str, str | None]:
    """Return the parts of a display name by column, as NameSplitter does."""
    words = name.replace(",", " ").split()
    parts: dict[str, str | None] = dict.fromkeys(("data2", "data3", "data4", "data5", "data6"))
    if len(words) > 1 and words[0].rstrip(".").casefold() in _PREFIXES:
        parts["data4"] = words.pop(0)
    if len(words) > 1 and words[-1].rstrip(".").casefold() in _SUFFIXES:
        parts["data6"] = words.pop()
    if words:
        parts["data2"] = words.pop(0)
    if words:
        parts["data3"] = words.pop()
    if words and words[-1].islower():  # da Silva, van der Berg
        particles: list[str] = []
        while words and words[-1].islower():
            particles.insert(0, words.pop())
        parts["data3"] = " ".join([*particles, parts["data3"] or ""])
    if words:
        parts["data5"] = " ".join(words)
    return parts


class ContactsProvider(ContentProvider):
    """Contacts, raw contacts and their data."""

    def open(self) -> Database:
        """Open the database."""
        return open_contacts(self.context)

    # -- queries

    def answer(self, uri: Uri, args: QueryArgs) -> Rows:
        """Return rows of the view named by the URI, or look up a number."""
        match uri.path:
            case ("phone_lookup", number):
                return self._phone_lookup(number, args.projection)
        return super().answer(uri, args)

    def source(self, uri: Uri) -> Source:
        """Return the view and the conditions for a path."""
        whole = _WHOLE.get("/".join(uri.path))
        if whole is not None:
            return Source(whole[0], whole[1:])
        match uri.path:
            case (name, number) if name in _WITH_ID and number.isdecimal():
                return Source(_WITH_ID[name], ("_id = ?",), (int(number),))
            case ("contacts", number, "data" | "entities") if number.isdecimal():
                return Source("view_data", ("contact_id = ?",), (int(number),))
            case ("raw_contacts", number, "data" | "entity") if number.isdecimal():
                return Source("view_data", ("raw_contact_id = ?",), (int(number),))
            case ("contacts", "lookup", key, *_):
                return Source("view_contacts", ("lookup = ?",), (key,))
            case ("contacts", "filter", text):
                return Source("view_contacts", (_NAMED,), (_like(folded(text)),))
            case ("data", "phones", number) if number.isdecimal():
                return Source("view_data", (f"mimetype = '{PHONE}'", "_id = ?"), (int(number),))
            case ("data", "phones" | "callables", "filter", text):
                condition = f"{_NAMED} OR data1 LIKE ? ESCAPE '\\'"
                values = (_like(folded(text)), _like(lookup_number(text) or text))
                return Source("view_data", (f"mimetype = '{PHONE}'", condition), values)
        raise uri.unknown()

    def _phone_lookup(self, number: str, projection: Sequence[str] | None) -> Rows:
        """Return the contacts that have a number, the closest match first."""
        columns = {
            "_id": "contacts._id",
            "contact_id": "contacts._id",
            "data_id": "data._id",
            "display_name": "name.display_name",
            "lookup": "contacts.lookup",
            "number": "data.data1",
            "type": "data.data2",
            "label": "data.data3",
            "normalized_number": "data.data4",
            "starred": "contacts.starred",
            "photo_id": "contacts.photo_id",
            "has_phone_number": "contacts.has_phone_number",
        }
        names = list(projection or columns)
        if unknown := [name for name in names if name not in columns]:
            raise ValueError(f"Invalid column {unknown[0]}")
        plain = lookup_number(number)
        if not plain:
            return names, []
        rows = self.database.query(
            f"SELECT {', '.join(columns[name] for name in names)} FROM phone_lookup "
            "JOIN data ON data._id = phone_lookup.data_id "
            "JOIN raw_contacts ON raw_contacts._id = data.raw_contact_id "
            "JOIN contacts ON contacts._id = raw_contacts.contact_id "
            "JOIN raw_contacts AS name ON name._id = contacts.name_raw_contact_id "
            "WHERE min_match = ? AND raw_contacts.deleted = 0 "
            "ORDER BY phone_lookup.normalized_number = ? DESC, contacts._id",
            (_min_match(plain), normalized(number) or plain),
        )
        return names, rows

    # -- changes

    def insert(self, uri: str, values: Mapping[str, Any]) -> str | None:
        """Add a raw contact with a new contact, a data row, or a group."""
        row = dict(values)
        match Uri.parse(uri).path:
            case ("raw_contacts",):
                return f"{uri}/{self._insert_raw_contact(row)}"
            case ("data",):
                return f"{uri}/{self._insert_data(row)}"
            case ("raw_contacts", number, "data") if number.isdecimal():
                added = self._insert_data({**row, "raw_contact_id": int(number)})
                return f"content://com.android.contacts/data/{added}"
            case ("groups",):
                row["account_id"] = self._account(row)
                return f"{uri}/{self.database.insert('groups', row)}"
        raise ValueError(f"Unknown URL {uri}")

    def _account(self, row: dict[str, Any]) -> int:
        name, kind, data_set = (
            row.pop(key, None) or None for key in ("account_name", "account_type", "data_set")
        )
        if (name is None) != (kind is None):
            raise ValueError("Must specify both or neither of ACCOUNT_NAME and ACCOUNT_TYPE")
        found = self.database.query(
            "SELECT _id FROM accounts WHERE account_name IS ? AND account_type IS ? "
            "AND data_set IS ?",
            (name, kind, data_set),
        )
        if found:
            return int(found[0][0])
        return self.database.insert(
            "accounts", {"account_name": name, "account_type": kind, "data_set": data_set}
        )

    def _insert_raw_contact(self, row: dict[str, Any]) -> int:
        with self.database.transaction():
            row["account_id"] = self._account(row)
            row.setdefault("aggregation_needed", 0)
            number = self.database.insert("raw_contacts", row)
            contact = self.database.insert(
                "contacts", {"name_raw_contact_id": number, "starred": row.get("starred", 0)}
            )
            self.database.execute(
                "UPDATE raw_contacts SET contact_id = ? WHERE _id = ?", (contact, number)
            )
            self.database.insert("default_directory", {"_id": contact})
            self.database.insert("visible_contacts", {"_id": contact})
            self._refresh(number)
        return number

    def _insert_data(self, row: dict[str, Any]) -> int:
        raw = row.get("raw_contact_id")
        kind = row.pop("mimetype", None)
        if not kind:
            raise ValueError("mimetype is required")
        if not self.database.query("SELECT 1 FROM raw_contacts WHERE _id = ?", (raw,)):
            raise ValueError(f"raw_contact_id {raw} is not there")
        with self.database.transaction():
            row["mimetype_id"] = self._mimetype(str(kind))
            self._complete(str(kind), row)
            first = not self.database.query(
                "SELECT 1 FROM data WHERE raw_contact_id = ? AND mimetype_id = ? AND is_primary",
                (raw, row["mimetype_id"]),
            )
            if kind in (PHONE, EMAIL, ORGANIZATION) and first:
                row.setdefault("is_primary", 1)
            number = self.database.insert("data", row)
            self._index(number)
            self._refresh(raw)
        return number

    def _mimetype(self, kind: str) -> int:
        found = self.database.query("SELECT _id FROM mimetypes WHERE mimetype = ?", (kind,))
        if found:
            return int(found[0][0])
        return self.database.insert("mimetypes", {"mimetype": kind})

    def _complete(self, kind: str, row: dict[str, Any]) -> None:
        """Fill in the derived columns."""
        if kind == NAME:
            parts = ("data4", "data2", "data5", "data3", "data6")
            if row.get("data1") and not any(row.get(part) for part in parts):
                row.update(_split(str(row["data1"])))
            elif not row.get("data1"):
                row["data1"] = " ".join(str(row[part]) for part in parts if row.get(part)) or None
            row.setdefault("data10", 1)
        elif kind == PHONE and "data1" in row:
            row["data4"] = normalized(str(row["data1"] or ""))

    def _index(self, data: int) -> None:
        """Update the look-up rows of a data row."""
        (kind, raw, text), *_ = self.database.query(
            "SELECT mimetype, raw_contact_id, data1 FROM data "
            "JOIN mimetypes ON mimetype_id = mimetypes._id WHERE data._id = ?",
            (data,),
        )
        self.database.execute("DELETE FROM phone_lookup WHERE data_id = ?", (data,))
        self.database.execute("DELETE FROM name_lookup WHERE data_id = ?", (data,))
        if kind == PHONE and (plain := lookup_number(str(text or ""))):
            self.database.insert(
                "phone_lookup",
                {
                    "data_id": data,
                    "raw_contact_id": raw,
                    "normalized_number": normalized(str(text)) or plain,
                    "min_match": _min_match(plain),
                },
            )
        elif kind in (NAME, NICKNAME) and text:
            name = re.sub(r"\W+", "", str(text).casefold()).encode().hex().upper()
            self.database.insert(
                "name_lookup",
                {
                    "data_id": data,
                    "raw_contact_id": raw,
                    "normalized_name": name,
                    "name_type": 0 if kind == NAME else 3,
                },
            )

    def _refresh(self, raw: Any) -> None:
        """Update the names and flags of a raw contact and its contact."""
        rows = self.database.query(
            "SELECT mimetype, data1, data2, data3, data7, data8, data9 FROM data "
            "JOIN mimetypes ON mimetype_id = mimetypes._id WHERE raw_contact_id = ? "
            "ORDER BY is_primary DESC, data._id",
            (raw,),
        )
        sources = ((NAME, 40), (NICKNAME, 35), (ORGANIZATION, 30), (PHONE, 20), (EMAIL, 10))
        name, source, other = None, 0, None
        for kind, rank in sources:
            found = next((row for row in rows if row[0] == kind and row[1]), None)
            if found is not None:
                name = other = str(found[1])
                source = rank
                if kind == NAME and found[2] and found[3]:
                    other = f"{found[3]}, {found[2]}"
                break
        key, other_key = name or "", other or ""
        named = next((row for row in rows if row[0] == NAME), None)
        spoken = " ".join(str(part) for part in (named or ())[:3:-1] if part) or None
        self.database.execute(
            "UPDATE raw_contacts SET phonetic_name = ?, display_name = ?, display_name_alt = ?, "
            "display_name_source = ?, sort_key = ?, sort_key_alt = ?, phonebook_label = ?, "
            "phonebook_bucket = ?, phonebook_label_alt = ?, phonebook_bucket_alt = ? "
            "WHERE _id = ?",
            (spoken, name, other, source, key, other_key, *_bucket(key), *_bucket(other_key), raw),
        )
        self.database.execute(
            "UPDATE contacts SET has_phone_number = EXISTS (SELECT 1 FROM view_data WHERE "
            "view_data.contact_id = contacts._id AND mimetype = ? AND data1 <> ''), lookup = ?, "
            "contact_last_updated_timestamp = ? "
            "WHERE _id = (SELECT contact_id FROM raw_contacts WHERE _id = ?)",
            (
                PHONE,
                f"0r{raw}-{key.casefold().encode().hex().upper()}",
                self.context.system.clock.now_ms(),
                raw,
            ),
        )

    def update(
        self,
        uri: str,
        values: Mapping[str, Any],
        where: str | None = None,
        parameters: Sequence[Any] = (),
    ) -> int:
        """Change data, raw contacts, contacts or groups; join or separate contacts."""
        if Uri.parse(uri).path == ("aggregation_exceptions",):
            return Aggregation(self.database, self._refresh).keep(values)
        source = self.source(Uri.parse(uri))
        _, rows = self.select(source, QueryArgs(["_id"], where, None, parameters))
        table = source.table.removeprefix("view_")
        row = dict(values)
        with self.database.transaction():
            for (number,) in rows:
                if table == "data":
                    kind, raw = self.database.query(
                        "SELECT mimetype, raw_contact_id FROM view_data WHERE _id = ?", (number,)
                    )[0]
                    row = {key: value for key, value in values.items() if key != "mimetype"}
                    self._complete(str(kind), row)
                    self._set(table, row, number)
                    self._index(number)
                    self._refresh(raw)
                else:
                    self._set(table, row, number)
                    if table == "contacts" and "starred" in row:
                        self.database.execute(
                            "UPDATE raw_contacts SET starred = ? WHERE contact_id = ?",
                            (row["starred"], number),
                        )
        return len(rows)

    def _set(self, table: str, row: Mapping[str, Any], number: int) -> None:
        if row:
            self.database.update(table, row, "_id = ?", (number,))

    def delete(self, uri: str, where: str | None = None, parameters: Sequence[Any] = ()) -> int:
        """Delete data, raw contacts, contacts with all their raw contacts, or groups."""
        source = self.source(Uri.parse(uri))
        view = source.table
        wanted = ["_id", "raw_contact_id"] if view == "view_data" else ["_id"]
        _, rows = self.select(source, QueryArgs(wanted, where, None, parameters))
        database = self.database
        with database.transaction():
            for number, *rest in rows:
                if view == "view_data":
                    database.execute("DELETE FROM data WHERE _id = ?", (number,))
                    self._refresh(rest[0])
                elif view == "view_contacts":
                    self._delete_raw("contact_id = ?", number)
                elif view == "view_raw_contacts":
                    self._delete_raw("_id = ?", number)
                else:
                    database.execute(f"DELETE FROM {view} WHERE _id = ?", (number,))
        return len(rows)

    def _delete_raw(self, condition: str, number: int) -> None:
        """Delete raw contacts, and record the contacts deleted with them."""
        gone = self.database.query(
            f"SELECT DISTINCT contact_id FROM raw_contacts WHERE {condition}", (number,)
        )
        self.database.execute(f"DELETE FROM raw_contacts WHERE {condition}", (number,))
        now = self.context.system.clock.now_ms()
        for (contact,) in gone:
            if contact is not None:
                self.database.execute(
                    "INSERT OR REPLACE INTO deleted_contacts VALUES (?, ?)", (contact, now)
                )

    def get_type(self, uri: str) -> str | None:
        """Return the MIME type of a URI."""
        path = Uri.parse(uri).path
        kinds = {
            "contacts": "contact",
            "raw_contacts": "raw_contact",
            "data": "data",
            "groups": "group",
        }
        if not path or path[0] not in kinds:
            return None
        if path[0] == "data" and path[-1].isdecimal():
            found = self.database.query(
                "SELECT mimetype FROM view_data WHERE _id = ?", (int(path[-1]),)
            )
            return str(found[0][0]) if found else None
        return f"vnd.android.cursor.{'item' if path[-1].isdecimal() else 'dir'}/{kinds[path[0]]}"


def _like(text: str) -> str:
    return "%" + re.sub(r"([%_\\])", r"\\\1", text) + "%"


def _min_match(plain: str) -> str:
    """Return the last digits of a number in reverse order."""
    return re.sub(r"\D", "", plain)[::-1][:MIN_MATCH]


def _bucket(key: str) -> tuple[str, int]:
    """Return a name's section letter in an address book, and the letter's index."""
    letter = key[:1].upper()[:1]  # "ß" becomes two letters
    if "A" <= letter <= "Z":
        return letter, ord(letter) - ord("A") + 1
    return ("#", 27) if letter.isdigit() or letter == "+" else ("\u2026", 0)
