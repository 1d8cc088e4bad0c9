"""Wants of the tasks: the beginning of each part, its fulfilment, and ways to miss it.

A want's texts are templates; parameters stand in their places (``"{number}"``). The wants of a task
are met all together, and its near misses follow from them: all but one met, or one met in a way
that is wrong in one value.
"""

from __future__ import annotations

import shlex
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from android_gym.devices.user_data import UNSET
from android_gym.errors import DeviceCommandError
from android_gym.task_suite.android_world.sms.messages import add_contact, put_message
from android_gym.task_suite.mobile_bench.tables import READERS, Rows, fill_rows, table_of
from android_gym.task_suite.questions.adapter import adapters
from android_gym.task_suite.questions.answers import AnswerSpec
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.values import parse_phone
from android_gym.task_suite.task import Params
from android_gym.task_suite.text_match import most_matches, same_text
from android_gym.task_suite.touches import FileAt, Setting, Touch
from android_gym.task_suite.touches import Rows as TouchedRows

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = [
    "AIRPLANE",
    "DND",
    "LOCATION",
    "NIGHT",
    "WIFI",
    "Answered",
    "Called",
    "FilesAre",
    "Given",
    "InFront",
    "RowsAre",
    "Sent",
    "SettingIs",
    "Want",
]

STORAGE = "/storage/emulated/0"


class Want(ABC):
    """A part of what a task wants."""

    def prepare(self, device: Device, params: Params) -> None:  # noqa: B027 - not all begin
        """Bring the device to where the part begins."""

    @abstractmethod
    def met(self, device: Device, params: Params, answer: str | None) -> bool:
        """Return True if it is as wanted. Changes nothing."""

    @abstractmethod
    def fulfil(self, device: Device, params: Params) -> str | None:
        """Make it so over adb; return the answer that belongs to it, if any."""

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return what may change for it."""
        return ()

    def mistakes(self, params: Params) -> Mapping[str, Want]:
        """Return wants that are wrong in one value each, by what is wrong."""
        return {}


@dataclass(frozen=True)
class Given(Want):
    """Rows of an app that the task is to be solved with; nothing is wanted of them.

    Attributes:
        adapter: Name of the rows (`android_gym.task_suite.questions.adapter.adapters`).
        rows: The rows, with templates for values.
    """

    adapter: str
    rows: Rows

    def prepare(self, device: Device, params: Params) -> None:
        """Make these rows the only ones."""
        put_rows(device, self.adapter, fill_rows(self.rows, params))

    def met(self, device: Device, params: Params, answer: str | None) -> bool:
        """Return True: strict rules protect what is the user's."""
        return True

    def fulfil(self, device: Device, params: Params) -> None:
        """Do nothing."""


@dataclass(frozen=True)
class RowsAre(Want):
    """An app has exactly these rows in the end.

    Attributes:
        adapter: Name of the rows.
        before: Those at the start.
        after: Those in the end; of each, the fields that are named are compared, and of a new
            one those of `AppRows.plain`.
        wrong: Fields with a value that is wrong in each row that is changed or new.
        filler: Fields that are put where a row of ours has none, with what the app makes them.
        unasked: What the newest row is given besides, one of `AppRows.unasked`; empty for nothing.
    """

    adapter: str
    before: Rows
    after: Rows
    wrong: Mapping[str, str]
    filler: Mapping[str, str] = field(default_factory=dict)
    unasked: str = ""

    def _put(self, device: Device, rows: Rows, params: Params) -> None:
        full = [{**self.filler, **row} for row in fill_rows(rows, params)]
        put_rows(device, self.adapter, full)

    def prepare(self, device: Device, params: Params) -> None:
        """Make the rows of the start the only ones."""
        self._put(device, self.before, params)

    def met(self, device: Device, params: Params, answer: str | None) -> bool:
        """Return True if the rows are as many, and each is one that is wanted.

        What a goal does not say of a new row has to be what the app makes it.
        """
        wanted = self._wanted(params)
        try:
            found = READERS[self.adapter].read(device)
        except DeviceCommandError as error:  # the app's data has been cleared
            if error.lacks_rows:
                return False
            raise
        return len(found) == len(wanted) == most_matches(wanted, found, _is_row)

    def _wanted(self, params: Params) -> list[dict[str, str]]:
        """Return the rows of the end, new ones with what they are like unless a goal says it."""
        before = fill_rows(self.before, params)
        plain = READERS[self.adapter].plain
        return [row if row in before else {**plain, **row} for row in fill_rows(self.after, params)]

    def fulfil(self, device: Device, params: Params) -> None:
        """Put the rows of the end."""
        if self.adapter != "contacts":
            self._put(device, self.after, params)
        else:
            # The adapter clears the provider's data, which strict rules take for harm.
            for row in fill_rows(self.after, params):
                if row not in fill_rows(self.before, params):
                    add_contact(device, row["name"], row["number"])
        if self.unasked:
            rows = READERS[self.adapter]
            device.execute(rows.database, rows.unasked[self.unasked])

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return as many rows as differ."""
        table = table_of(self.adapter)
        before = Counter(repr(sorted(row.items())) for row in fill_rows(self.before, params))
        after = Counter(repr(sorted(row.items())) for row in fill_rows(self.after, params))
        added, lost = (after - before).total(), (before - after).total()
        return [TouchedRows(table, added=added, lost=lost)]

    def mistakes(self, params: Params) -> Mapping[str, Want]:
        """A value of a row wrong, or nobody's wish; one row more lost."""
        found: dict[str, Want] = {}
        if self.after:
            for what in READERS[self.adapter].unasked:
                found[f"{what} in {self.adapter}"] = replace(self, unasked=what)
        for index, row in enumerate(self.after):
            for name, value in self.wrong.items():
                if row in self.before or row.get(name) in (None, value):
                    continue
                rows = (*self.after[:index], {**row, name: value}, *self.after[index + 1 :])
                place = f"row {index + 1} of {self.adapter}"
                found[f"another {name} in {place}"] = replace(self, after=rows)
        if len(self.after) > 1 and self.after[0] in self.before:
            found[f"one lost of {self.adapter}"] = replace(self, after=self.after[1:])
        return found


@dataclass(frozen=True)
class SettingIs(Want):
    """A setting of Android has a value.

    Attributes:
        place: Table and name, e.g. ``"system font_scale"``.
        value: What it is in the end.
        before: What it is at the start.
        command: Command that brings it to a value, where ``settings put`` does not do;
            ``{value}`` stands for it.
        along: Other settings that move with it.
        wrong: Another value.
    """

    place: str
    value: str
    before: str
    command: str = ""
    along: tuple[str, ...] = ()
    wrong: str = ""

    def _put(self, device: Device, value: str) -> None:
        namespace, _, key = self.place.partition(" ")
        command = self.command or f"settings put {namespace} {key} {{value}}"
        device.shell(command.format(value=_WORDS.get((command, value), shlex.quote(value))))

    def prepare(self, device: Device, params: Params) -> None:
        """Give it the value of the start."""
        self._put(device, self.before.format_map(params))

    def met(self, device: Device, params: Params, answer: str | None) -> bool:
        """Return True if it has the value, or was never made and means the same."""
        namespace, _, key = self.place.partition(" ")
        found = device.shell(f"settings get {namespace} {key}").strip()
        if found == "null":
            found = UNSET.get(self.place, "0")
        return found == self.value.format_map(params)

    def fulfil(self, device: Device, params: Params) -> None:
        """Give it the value."""
        self._put(device, self.value.format_map(params))

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return the setting, and those that move with it."""
        names = (self.place, *self.along)
        parts = (name.partition(" ") for name in names)
        return [Setting(namespace, key) for namespace, _, key in parts]

    def mistakes(self, params: Params) -> Mapping[str, Want]:
        """Set and then set back; another value."""
        _, _, key = self.place.partition(" ")
        found: dict[str, Want] = {f"{key} as it was": replace(self, value=self.before)}
        if self.wrong:
            found[f"another {key}"] = replace(self, value=self.wrong)
        return found


WIFI, BLUETOOTH = "svc wifi {value}", "svc bluetooth {value}"
AIRPLANE = "cmd connectivity airplane-mode {value}"
NIGHT, LOCATION = "cmd uimode night {value}", "cmd location set-location-enabled {value}"
DND = "cmd notification set_dnd {value}"
_WORDS: Mapping[tuple[str, str], str] = {
    **{
        (c, v): w
        for c in (WIFI, BLUETOOTH, AIRPLANE)
        for v, w in (("0", "disable"), ("1", "enable"))
    },
    (NIGHT, "2"): "yes",
    (NIGHT, "1"): "no",
    (LOCATION, "0"): "false",
    (LOCATION, "3"): "true",
    (DND, "0"): "off",
    (DND, "1"): "priority",
}
"""Values of settings as commands write them."""


@dataclass(frozen=True)
class Sent(Want):
    """A text message was sent.

    Attributes:
        number: To whom.
        text: What it says.
    """

    number: str
    text: str

    def met(self, device: Device, params: Params, answer: str | None) -> bool:
        """Return True if such a message, and no other to the number, is in the sent box."""
        number, text = self.number.format_map(params), self.text.format_map(params)
        rows = device.query(
            "/data/data/com.android.providers.telephony/databases/mmssms.db",
            "SELECT address, body FROM sms WHERE type = 2 ORDER BY date DESC LIMIT 20",
        )
        bodies = [str(body) for address, body in rows if _same_number(address, number)]
        return len(bodies) == 1 and _says(bodies[0], text)

    def fulfil(self, device: Device, params: Params) -> None:
        """Put the message into the sent box."""
        put_message(device, "sent", self.number.format_map(params), self.text.format_map(params))

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return one message."""
        return [TouchedRows("sent messages", added=1)]

    def mistakes(self, params: Params) -> Mapping[str, Want]:
        """To another number, and with other words."""
        wrong = _other(self.number.format_map(params))
        return {
            "a message to another number": replace(self, number=wrong),
            "a message with other words": replace(self, text="See you soon"),
        }


def _other(number: str) -> str:
    """Return a number that differs in its last digit."""
    return f"{number[:-1]}{(int(number[-1]) + 1) % 10}"


def _same_number(found: object, wanted: str) -> bool:
    """Return True for the same number; people leave out the country's code, of America only."""
    return parse_phone(str(found)) == parse_phone(wanted)


def _says(text: str, wanted: str) -> bool:
    """Return True if a text says what is wanted: a number, in the digits that apps group."""
    return same_text(text, wanted) or (wanted.startswith("+") and _same_number(text, wanted))


@dataclass(frozen=True)
class Called(Want):
    """A number was called, from this phone, and the call is over."""

    number: str

    def met(self, device: Device, params: Params, answer: str | None) -> bool:
        """Return True if the log has one call to it."""
        rows = device.query(
            "/data/data/com.android.providers.contacts/databases/calllog.db",
            "SELECT number FROM calls WHERE type = 2 ORDER BY date DESC LIMIT 20",
        )
        number = self.number.format_map(params)
        return sum(_same_number(row[0], number) for row in rows) == 1

    def fulfil(self, device: Device, params: Params) -> None:
        """Put the call into the log."""
        device.shell(
            "content insert --uri content://call_log/calls --bind type:i:2 --bind duration:i:4 "
            f"--bind date:l:{device.now_ms()} "
            f"--bind number:s:{shlex.quote(self.number.format_map(params))}"
        )

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return one call."""
        return [TouchedRows("outgoing calls", added=1)]

    def mistakes(self, params: Params) -> Mapping[str, Want]:
        """Another number."""
        return {"a call to another number": Called(_other(self.number.format_map(params)))}


Entry = str | None


@dataclass(frozen=True)
class FilesAre(Want):
    """Files and folders of the shared storage are these in the end.

    Attributes:
        before: Content by path below the storage, None for a folder; what is there at the start.
        after: The same in the end, of all paths that `before` or `after` names.
        wrong: A path, and where it is instead.
    """

    before: Mapping[str, Entry]
    after: Mapping[str, Entry]
    wrong: tuple[str, str] | None = None

    def _put(self, device: Device, params: Params, entries: Mapping[str, Entry]) -> None:
        for path, content in entries.items():
            place = f"{STORAGE}/{path.format_map(params)}"
            if content is None:
                device.mkdir(place)
            else:
                device.push(place, content.format_map(params))

    def prepare(self, device: Device, params: Params) -> None:
        """Put the files of the start."""
        for path in (*self.after, *self.before):
            device.remove(f"{STORAGE}/{path.format_map(params)}")
        self._put(device, params, self.before)

    def met(self, device: Device, params: Params, answer: str | None) -> bool:
        """Return True if every path is as wanted, or gone where none is."""
        for path in {**self.before, **self.after}:
            place = f"{STORAGE}/{path.format_map(params)}"
            kind = device.run(
                f"test -d {shlex.quote(place)} && echo d || test -e {shlex.quote(place)}"
            )
            if path not in self.after:
                if kind[1] == 0:
                    return False
                continue
            content = self.after[path]
            if kind[1] or (content is None) != (kind[0].strip() == "d"):
                return False
            if content is not None and not _says(
                device.read_text(place).strip(), content.format_map(params).strip()
            ):
                return False
        return True

    def fulfil(self, device: Device, params: Params) -> None:
        """Put the files of the end, and remove the others."""
        gone = [path for path in self.before if path not in self.after]
        self._put(
            device, params, {k: v for k, v in self.after.items() if k not in self.before or v}
        )
        if gone:
            device.remove(*(f"{STORAGE}/{path.format_map(params)}" for path in gone))

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return all paths that differ."""
        paths = sorted({path for path, _ in self.before.items() ^ self.after.items()})
        return [FileAt(f"{STORAGE}/{path.format_map(params)}") for path in paths]

    def mistakes(self, params: Params) -> Mapping[str, Want]:
        """Another place, and other words."""
        found: dict[str, Want] = {}
        if self.wrong is not None:
            path, other = self.wrong
            moved = {other if k == path else k: v for k, v in self.after.items()}
            found["something at another place"] = replace(self, after=moved, wrong=None)
        for path, content in self.after.items():
            if content and self.before.get(path) != content:
                other_words = {**self.after, path: "Nothing of the kind.\n"}
                found[f"other words in {path.format_map(params)}"] = replace(
                    self, after=other_words
                )
        return found


@dataclass(frozen=True)
class InFront(Want):
    """An app's page is in front.

    Attributes:
        activity: Part of the activity's name.
        bar: Resource name of the view that is described by the page's title.
        title: The title; other pages may have rows of that text.
        open: Command that brings it there.
        others: Commands that lead elsewhere, by what is wrong.
    """

    activity: str
    bar: str
    title: str
    open: str
    others: Mapping[str, str]

    def met(self, device: Device, params: Params, answer: str | None) -> bool:
        """Return True if it is there."""
        if self.activity not in device.foreground_activity():
            return False
        title = self.title.format_map(params)
        return any(
            e.resource_name == self.bar and e.content_description == title
            for e in device.ui_elements()
        )

    def fulfil(self, device: Device, params: Params) -> None:
        """Bring it there."""
        quoted = {name: shlex.quote(str(value)) for name, value in params.items()}
        device.shell(f"{self.open.format_map(quoted)}; sleep 1")

    def mistakes(self, params: Params) -> Mapping[str, Want]:
        """Elsewhere."""
        return {what: replace(self, open=command) for what, command in self.others.items()}


@dataclass(frozen=True)
class Answered(Want):
    """The question was answered.

    Attributes:
        text: The answer.
        wrong: A wrong one.
        kind: What it is; it counts in any form that leaves one reading only (`AnswerSpec`).
        unit: Of a number, see `AnswerSpec`.
    """

    text: str
    wrong: str
    kind: Literal["number", "phone", "time"]
    unit: str = ""

    def met(self, device: Device, params: Params, answer: str | None) -> bool:
        """Return True if the answer says it, and nothing else of the kind."""
        spec = AnswerSpec("text", match=self.kind, unit=self.unit)
        return spec.is_right(answer, [self.text.format_map(params)])

    def fulfil(self, device: Device, params: Params) -> str:
        """Return the answer."""
        return self.text.format_map(params)

    def mistakes(self, params: Params) -> Mapping[str, Want]:
        """Another answer, and a choice of two."""
        return {
            "another answer": replace(self, text=self.wrong),
            "two answers": replace(self, text=f"{self.wrong} or {self.text}"),
        }


def _is_row(wanted: Mapping[str, str], found: Mapping[str, str]) -> bool:
    """Return True if a row has all that is wanted of it."""
    return all(same_text(found[name], text) for name, text in wanted.items())


def put_rows(device: Device, adapter: str, rows: Sequence[Mapping[str, str]]) -> None:
    """Make rows the only ones that an app has."""
    kind = adapters()[adapter]
    given: list[Row] = [{name: text for name, text in row.items() if text} for row in rows]
    kind.put(device, [kind.settle(row) for row in given])
