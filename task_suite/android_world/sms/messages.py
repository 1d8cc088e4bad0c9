"""Messages and contacts of Simple SMS Messenger's tasks, and the judging of messages."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from android_gym.devices.user_data import STORAGE
from android_gym.errors import DeviceCommandError, OptionError, TaskError
from android_gym.task_suite.task import Disputed, NearMiss, Params, Task
from android_gym.task_suite.text_match import fuzzy_match, other_number, same_text
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = [
    "ADDRESSES",
    "DATABASE",
    "GLITCH",
    "MESSAGES",
    "NAMES",
    "PACKAGE",
    "Match",
    "SmsTask",
    "add_contact",
    "choose",
    "draw_numbers",
    "is_message",
    "put_message",
    "receive_message",
]

PACKAGE = "com.simplemobiletools.smsmessenger"
DATABASE = "/data/data/com.android.providers.telephony/databases/mmssms.db"
CONTACTS = "/data/data/com.android.providers.contacts/databases/contacts2.db"

# No two are similar, and none resembles a part of a goal.
MESSAGES = (
    "The ferry leaves at nine tomorrow.",
    "I left the spare key under the flower pot.",
    "Please water the tomatoes while we're away.",
    "Don't forget your passport this time!",
    "Rehearsal has been moved to Thursday evening.",
    "Could you bring two folding chairs?",
    "The vet says the cat will be fine.",
    "My train is delayed by forty minutes.",
    "Your parcel arrived, it's at the neighbour's.",
    "We need one more player for Saturday's match.",
    "The soup was delicious, thank you.",
    "Can you check whether the oven is off?",
    "Grandma's birthday is on the 12th.",
    "I found your umbrella in the car.",
    "Let's meet in front of the library.",
    "The plumber comes between 10 and noon.",
    "Happy anniversary to you both!",
    "Have you read chapter four yet?",
    "Tickets are sold out, sorry.",
    "It's snowing up here, drive carefully.",
    "We've run out of coffee again.",
    "Who is picking up the children today?",
    "The lecture hall changed to B17.",
    "Wish me luck for the interview.",
    "Dinner is in the fridge, second shelf.",
    "He said yes, we're getting a dog!",
    "Please call the bank before five.",
    "The wifi password is on the fridge door.",
    "I will be ten minutes late, start without me.",
    "Did anyone see my blue scarf?",
    "The results are in and all is well.",
    "Remember to sign page three of the form.",
    "What a wonderful concert that was.",
    "The bike shop closes early on Mondays.",
    "Your turn to choose the film.",
    "Everything is packed, see you at the gate.",
)
"""Texts of messages."""

ADDRESSES = (
    "14 Harbour Lane, Portsmouth, NH 03801",
    "2207 Juniper Street, Boise, ID 83702",
    "58 Old Mill Road, Ithaca, NY 14850",
    "901 Prairie Avenue, Lawrence, KS 66044",
    "33 Lighthouse Way, Astoria, OR 97103",
    "4 Cathedral Square, Savannah, GA 31401",
    "760 Copper Canyon Drive, Tucson, AZ 85719",
    "1185 Lakeside Boulevard, Duluth, MN 55802",
    "29 Magnolia Court, Natchez, MS 39120",
    "6 Quarry Hill, Barre, VT 05641",
)
"""Places of events."""

NAMES = (
    "Amara Okafor", "Bruno Keller", "Chiara Lombardi", "Dmitri Volkov", "Elif Demir",
    "Femke de Boer", "Gustavo Prado", "Hanna Virtanen", "Isla MacLeod", "Jorge Ibarra",
    "Keiko Tanaka", "Lucas Moreau", "Mina Haddad", "Nora Lindqvist", "Owen Gallagher",
    "Priya Raman", "Quentin Dubois", "Rosa Castellanos", "Samir Aziz", "Tess Novak",
)  # fmt: skip
"""Names of contacts."""

GLITCH = "Sorry, there was a glitch, what was the last message you sent me?"

_SENT = 2
_ORIGINAL_AGE_MS = 300_000  # maximum age of a message in AndroidWorld
_LOOK_AT = 20  # number of newest sent messages that are judged


def choose(rng: np.random.Generator, pool: Sequence[str], count: int) -> list[str]:
    """Draw different texts from a pool."""
    return [pool[int(index)] for index in rng.choice(len(pool), size=count, replace=False)]


def draw_numbers(rng: np.random.Generator, count: int) -> list[str]:
    """Draw phone numbers whose last seven digits differ."""
    lines = rng.choice(10_000_000, size=count, replace=False)
    return [f"+1{int(rng.integers(201, 990))}{int(line):07d}" for line in lines]


def _plain(number: str) -> str:
    """Return a number without separators."""
    return re.sub(r"[^\d+]", "", number)


Match = Callable[[str | None, str | None], bool]
"""Predicate that is true if two texts are equivalent."""


def is_message(row: tuple[Any, ...], number: str, message: str, match: Match) -> tuple[bool, bool]:
    """Return whether recipient and text of a message are right."""
    address, body = row
    return _plain(str(address)) == _plain(number), match(body, message)


def _bind(values: Mapping[str, str | int | None]) -> str:
    """Format arguments of ``content insert``."""
    parts = []
    for name, value in values.items():
        kind = "n" if value is None else "l" if isinstance(value, int) else "s"
        text = "" if value is None else value
        parts.append(f"--bind {shlex.quote(f'{name}:{kind}:{text}')}")
    return " ".join(parts)


def _insert(device: Device, uri: str, **values: str | int | None) -> None:
    output = device.shell(f"content insert --uri {uri} {_bind(values)} 2>&1")
    if "Error" in output or "Exception" in output:
        raise TaskError(f"The device does not take {values} into {uri}: {output.strip()}")


def put_message(device: Device, box: str, number: str, text: str) -> None:
    """Put a message into a box (``inbox``, ``sent``, ``failed``, ...) without sending it.

    Raises:
        TaskError: If the device rejects it.
    """
    now = int(device.now().timestamp() * 1000)
    read = int(box != "inbox")
    values: dict[str, str | int | None] = {
        "address": number,
        "body": text,
        "date": now,
        "read": read,
        "seen": read,
    }
    _insert(device, f"content://sms/{box}", **values)


def receive_message(device: Device, number: str, text: str) -> None:
    """Deliver a message, and wait until it has arrived.

    Raises:
        TaskError: If it does not arrive: the emulator's modem delivers none (in some containers),
            or no app stores messages.
    """
    count = "SELECT count(*) FROM sms WHERE type = 1"
    before = device.query(DATABASE, count)
    device.console(f"sms send {number} {text}")
    for _ in range(6):
        # Threads are sorted by whole seconds, so messages a second apart have a defined order.
        device.shell("sleep 1.1")
        if device.query(DATABASE, count) != before:
            return
    raise TaskError(
        f"The device took `sms send {number}`, and no message has arrived in {DATABASE}. Check "
        "that an SMS app holds the role (`settings get secure sms_default_application`), that the "
        "radio is on, and that the emulator's modem works."
    )


def add_contact(device: Device, name: str, number: str) -> None:
    """Add a contact to the phone, in no account.

    Raises:
        TaskError: If the device rejects it.
    """
    base = "content://com.android.contacts"
    _insert(device, f"{base}/raw_contacts", account_type=None, account_name=None)
    newest = device.query(CONTACTS, "SELECT max(_id) FROM raw_contacts")[0][0]
    if not isinstance(newest, int):
        raise TaskError(f"The device has not added a contact to {CONTACTS}.")
    item = "vnd.android.cursor.item"
    _insert(device, f"{base}/data", raw_contact_id=newest, mimetype=f"{item}/name", data1=name)
    _insert(
        device,
        f"{base}/data",
        raw_contact_id=newest,
        mimetype=f"{item}/phone_v2",
        data1=number,
        data2=2,
    )


class SmsTask(Task):
    """Base class of the tasks, which start with no messages and end with one in the sent box.

    Attributes:
        receives: Whether messages have arrived at the start.
    """

    apps: ClassVar[tuple[str, ...]] = ("Simple SMS Messenger",)
    complexity = 1.2
    receives: ClassVar[bool] = False

    def setup(self, device: Device, params: Params) -> None:
        """Delete all messages, then prepare the task's own without changing the screen.

        Raises:
            TaskError: If there is no message database.
        """
        device.shell("cmd connectivity airplane-mode disable")
        try:
            device.execute(DATABASE, "DELETE FROM sms; DELETE FROM threads")
        except DeviceCommandError as error:
            raise TaskError(
                f"The phone has no messages in {DATABASE}: {error}. Make Simple SMS Messenger its "
                "SMS app once, and save the base state."
            ) from error
        device.put_setting("global", "heads_up_notifications_enabled", 0)
        self.prepare(device, params)
        device.put_setting("global", "heads_up_notifications_enabled", 1)

    def prepare(self, device: Device, params: Params) -> None:
        """Add the task's messages and contacts."""

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow one new message."""
        return [Rows("sent messages", added=1)]

    def wanted(self, params: Params) -> tuple[str, str]:
        """Return the message's recipient and text."""
        return params["number"], params["message"]

    def sent(self, device: Device) -> list[tuple[Any, ...]]:
        """Return (address, text) of the newest sent messages, newest first; none if unavailable."""
        return self._look(device, "address, body")

    def _look(self, device: Device, columns: str) -> list[tuple[Any, ...]]:
        try:
            return device.query(
                DATABASE,
                f"SELECT {columns} FROM sms WHERE type = {_SENT} "
                "ORDER BY date DESC, _id DESC LIMIT ?",
                (_LOOK_AT,),
            )
        except DeviceCommandError as error:
            if error.lacks_rows:
                return []
            raise

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the message was sent to the recipient."""
        return float(self.progress(device, params) == 1.0)

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if a similar message was sent in the last five minutes, and the app is in front."""
        number, message = self.wanted(params)
        now_ms = int(device.now().timestamp()) * 1000
        found = any(
            re.sub("[- ]", "", str(address)) == re.sub("[- ]", "", number)
            and fuzzy_match(body, message)
            and isinstance(date, int | float)
            and now_ms - date <= _ORIGINAL_AGE_MS
            for address, body, date in self._look(device, "address, body, date")
        )
        return float(found and device.foreground_activity().startswith(f"{PACKAGE}/"))

    def progress(self, device: Device, params: Params) -> float:
        """Return 1.0 if the message was sent; 0.5 for a right recipient or a right text."""
        number, message = self.wanted(params)
        found = [is_message(row, number, message, same_text) for row in self.sent(device)]
        return max((sum(marks) / 2 for marks in found), default=0.0)

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject invalid numbers, and texts that are not a single line.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        for name, value in params.items():
            if name.startswith("number") and not re.fullmatch(r"\+?\d{3,15}", value):
                raise OptionError(f"{name} must be a phone number like +15551234567, got {value!r}")
            if name.startswith(("message", "name")) and (
                not value.strip() or not value.isprintable() or len(value) > 160
            ):
                raise OptionError(f"{name} must be a line of at most 160 characters, got {value!r}")
        for item in params.get("others", ()):
            if not isinstance(item, list | tuple) or len(item) != 2:
                raise OptionError(f"others must be pairs of number and text, got {item!r}.")

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return wrong recipients and texts, unsent messages, too many, and some deleted."""
        number, message = self.wanted(params)
        last = str((int(number[-1]) + 1) % 10)
        other = next(text for text in MESSAGES if not fuzzy_match(text, message))

        def puts(box: str, address: str, text: str) -> NearMiss:
            def attempt(device: Device) -> None:
                put_message(device, box, address, text)

            return attempt

        def original(*attempts: NearMiss) -> NearMiss:
            def act(device: Device) -> None:
                for attempt in attempts:
                    attempt(device)
                device.launch(PACKAGE)

            return Disputed(act)

        def empties(device: Device) -> None:
            device.execute(DATABASE, "DELETE FROM sms WHERE type = 1")

        def harms(device: Device) -> None:
            device.shell(f"rmdir {STORAGE}/Ringtones")

        strangers = [puts("sent", f"+1555010{i}", message) for i in range(2)]
        harm = empties if self.receives else harms
        wrong = other_number(message)
        numbers = {"another number in the text": original(puts("sent", number, wrong))}
        return {
            "another recipient": puts("sent", number[:-1] + last, message),
            "another text": puts("sent", number, other),
            "half of the text": puts("sent", number, message[: len(message) // 2]),
            "a draft": puts("draft", number, message),
            "a message that failed": puts("failed", number, message),
            "a message that came in": puts("inbox", number, message),
            "sent to three people": original(puts("sent", number, message), *strangers),
            "sent twenty-five times": original(*[puts("sent", number, message)] * 25),
            "another text sent too": original(
                puts("sent", number, other), puts("sent", number, message)
            ),
            "something deleted": original(puts("sent", number, message), harm),
            **(numbers if wrong != message else {}),
        }
