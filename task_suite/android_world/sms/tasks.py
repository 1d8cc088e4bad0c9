"""Tasks of Simple SMS Messenger: sending, answering and sending again.

The set-up empties the telephony provider's database, so whatever is in the sent box afterwards was
sent in this episode (or, where the set-up sends something itself, comes after that).
"""

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
    "MESSAGES",
    "NAMES",
    "PACKAGE",
    "SimpleSmsReply",
    "SimpleSmsReplyMostRecent",
    "SimpleSmsResend",
    "SimpleSmsSend",
    "SimpleSmsSendClipboardContent",
    "SimpleSmsSendReceivedAddress",
]

PACKAGE = "com.simplemobiletools.smsmessenger"
DATABASE = "/data/data/com.android.providers.telephony/databases/mmssms.db"
CONTACTS = "/data/data/com.android.providers.contacts/databases/contacts2.db"

# No two are fuzzily alike, and none reads like a part of a goal.
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
"""Where events take place."""

NAMES = (
    "Amara Okafor", "Bruno Keller", "Chiara Lombardi", "Dmitri Volkov", "Elif Demir",
    "Femke de Boer", "Gustavo Prado", "Hanna Virtanen", "Isla MacLeod", "Jorge Ibarra",
    "Keiko Tanaka", "Lucas Moreau", "Mina Haddad", "Nora Lindqvist", "Owen Gallagher",
    "Priya Raman", "Quentin Dubois", "Rosa Castellanos", "Samir Aziz", "Tess Novak",
)  # fmt: skip
"""Names of contacts."""

GLITCH = "Sorry, there was a glitch, what was the last message you sent me?"

_SENT = 2
_ORIGINAL_AGE_MS = 300_000  # of a message that AndroidWorld still takes
_LOOK_AT = 20  # newest sent messages that are judged


def _choose(rng: np.random.Generator, pool: Sequence[str], count: int) -> list[str]:
    return [pool[int(index)] for index in rng.choice(len(pool), size=count, replace=False)]


def _numbers(rng: np.random.Generator, count: int) -> list[str]:
    """Different phone numbers, which differ in their last seven digits too."""
    lines = rng.choice(10_000_000, size=count, replace=False)
    return [f"+1{int(rng.integers(201, 990))}{int(line):07d}" for line in lines]


def _plain(number: str) -> str:
    """A number without what people put between its digits."""
    return re.sub(r"[^\d+]", "", number)


Match = Callable[[str | None, str | None], bool]
"""Tells whether two texts say the same."""


def _is_message(row: tuple[Any, ...], number: str, message: str, match: Match) -> tuple[bool, bool]:
    """Tell whether recipient and text of a message are right."""
    address, body = row
    return _plain(str(address)) == _plain(number), match(body, message)


def _bind(values: Mapping[str, str | int | None]) -> str:
    """Arguments of ``content insert``."""
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
    """Put a message into a box (``inbox``, ``sent``, ``failed``, ...) without sending any.

    Raises:
        TaskError: If the device refuses it.
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
    """Has a message arrive, and waits for it.

    Raises:
        TaskError: If it does not arrive: the emulator's modem delivers none (in some containers),
            or no app keeps messages.
    """
    count = "SELECT count(*) FROM sms WHERE type = 1"
    before = device.query(DATABASE, count)
    device.console(f"sms send {number} {text}")
    for _ in range(6):
        # Threads are sorted by whole seconds: messages a second apart have an order.
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
        TaskError: If the device refuses it.
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


class _SmsTask(Task):
    """Base class of the tasks: an empty phone at first, a message in the sent box at the end.

    Attributes:
        receives: Whether messages have come in at the start.
    """

    apps: ClassVar[tuple[str, ...]] = ("Simple SMS Messenger",)
    complexity = 1.2
    receives: ClassVar[bool] = False

    def setup(self, device: Device, params: Params) -> None:
        """Delete all messages, then prepare the task's own without disturbing the screen.

        Raises:
            TaskError: If there is no database of messages.
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
        """Bring in the messages and contacts of the task."""

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return one message more."""
        return [Rows("sent messages", added=1)]

    def wanted(self, params: Params) -> tuple[str, str]:
        """Whom the message goes to, and its text."""
        return params["number"], params["message"]

    def sent(self, device: Device) -> list[tuple[Any, ...]]:
        """(address, text) of the newest sent messages, newest first; none without a database."""
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
            if re.search("no such|unable to open|not a database", error.output):
                return []
            raise

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the message is in the sent box."""
        return float(self.progress(device, params) == 1.0)

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if it was sent in the last five minutes, and the app is in front."""
        number, message = self.wanted(params)
        now_ms = int(device.now().timestamp()) * 1000
        found = any(
            re.sub("[- ]", "", str(address)) == re.sub("[- ]", "", number)
            and fuzzy_match(body, message)
            and now_ms - date <= _ORIGINAL_AGE_MS
            for address, body, date in self._look(device, "address, body, date")
        )
        return float(found and device.foreground_activity().startswith(f"{PACKAGE}/"))

    def progress(self, device: Device, params: Params) -> float:
        """1.0 if the message was sent; 0.5 for a right recipient or a right text."""
        number, message = self.wanted(params)
        found = [_is_message(row, number, message, same_text) for row in self.sent(device)]
        return max((sum(marks) / 2 for marks in found), default=0.0)

    def check(self, params: Mapping[str, Any]) -> None:
        """Refuse numbers that are none and texts that are no line.

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
        """The wrong recipient, another text, messages that never left, too many, some deleted."""
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


def _drawn(rng: np.random.Generator) -> Params:
    return {"number": _numbers(rng, 1)[0], "message": _choose(rng, MESSAGES, 1)[0]}


class SimpleSmsSend(_SmsTask):
    """A message to a number."""

    template = "Send a text message using Simple SMS Messenger to {number} with message: {message}"
    rewordings = (
        "Open Simple SMS Messenger and text this to {number}: {message}",
        "Please write an SMS to {number} in Simple SMS Messenger. It should say: {message}",
        "The number {number} should get this from me, by Simple SMS Messenger: {message}",
        "With Simple SMS Messenger, start a conversation with {number} and send: {message}",
    )
    difficulty = "medium"
    tags = ("parameterized",)

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw ``number`` and ``message``."""
        return _drawn(rng)


def _answers(number: str, message: str) -> NearMiss:
    """Put a message to a number into the sent box."""

    def attempt(device: Device) -> None:
        put_message(device, "sent", number, message)

    return attempt


class _Reply(_SmsTask):
    """Answering one of several messages."""

    receives = True
    fewest_others: ClassVar[int] = 0

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw ``number`` and ``message``, the text received, and messages from ``others``."""
        count = int(rng.integers(self.fewest_others, 6))
        numbers = _numbers(rng, count + 1)
        texts = _choose(rng, MESSAGES, count + 2)
        return {
            "number": numbers[0],
            "message": texts[0],
            "message_received": texts[1],
            "others": [list(pair) for pair in zip(numbers[1:], texts[2:], strict=True)],
        }

    def arriving(self, params: Params) -> list[tuple[str, str]]:
        """Return (number, text) of the messages in the order in which they come in."""
        others = [(number, text) for number, text in params["others"]]
        return [*others, (params["number"], params["message_received"])]

    def prepare(self, device: Device, params: Params) -> None:
        """Has the messages arrive."""
        for number, text in self.arriving(params):
            receive_message(device, number, text)


class SimpleSmsReply(_Reply):
    """An answer to a number that has written, among others who wrote before and after."""

    template = "Reply to {number} with message: {message} in Simple SMS Messenger"
    rewordings = (
        "In Simple SMS Messenger, answer {number} with these words: {message}",
        "{number} has written to me. Please send this answer in Simple SMS Messenger: {message}",
        "Open the conversation with {number} in Simple SMS Messenger and reply: {message}",
        "Write back to {number} by Simple SMS Messenger, saying: {message}",
    )
    difficulty = "easy"
    tags = ("search", "data_entry", "parameterized")
    fewest_others = 1

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw also ``position``: how many of the others write before the one to be answered.

        Before each of the others a coin is tossed; if none shows heads, the message comes last.
        """
        params = super().sample(rng)
        heads = rng.integers(2, size=len(params["others"]))
        position = int(heads.argmax()) if heads.any() else len(heads)
        return {**params, "position": position}

    def check(self, params: Mapping[str, Any]) -> None:
        """Refuse positions that are none too.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        position, most = params["position"], len(params["others"])
        if type(position) is not int or not 0 <= position <= most:
            raise OptionError(f"position must be 0 to {most}, got {position!r}.")

    def arriving(self, params: Params) -> list[tuple[str, str]]:
        """Return (number, text) of the messages, with the one to be answered at its place."""
        *others, wanted = super().arriving(params)
        others.insert(params["position"], wanted)
        return others

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Also an answer to the first and to the last of the others."""
        missed = dict(super().near_misses(params))
        for name, (number, _) in (("first", params["others"][0]), ("last", params["others"][-1])):
            missed[f"an answer to the {name} of the others"] = _answers(number, params["message"])
        return missed


class SimpleSmsReplyMostRecent(_Reply):
    """An answer to whoever wrote last."""

    template = (
        "Reply to the most recent text message using Simple SMS Messenger with message: {message}"
    )
    rewordings = (
        "The latest message I got in Simple SMS Messenger wants an answer, namely this: {message}",
        "Whoever texted me last should get this reply by Simple SMS Messenger: {message}",
        "Open Simple SMS Messenger, find the newest message and write back: {message}",
        "Use Simple SMS Messenger to respond to the text message that came in last. Say: {message}",
    )
    difficulty = "medium"
    tags = ("parameterized",)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Also an answer to who wrote before."""
        missed = dict(super().near_misses(params))
        if params["others"]:
            number = params["others"][-1][0]
            missed["an answer to an earlier message"] = _answers(number, params["message"])
        return missed


class SimpleSmsSendClipboardContent(_SmsTask):
    """Send the clipboard's text to a number."""

    template = "Send a message to {number} with the clipboard content in Simple SMS Messenger"
    rewordings = (
        "In Simple SMS Messenger, text {number} what is on the clipboard.",
        "Please paste the clipboard into an SMS to {number} and send it with Simple SMS Messenger.",
        "I have copied something. Send it to {number}, using Simple SMS Messenger.",
        "Use Simple SMS Messenger: the clipboard's content should go to {number} as a message.",
    )
    apps = ("Simple SMS Messenger", "Clipper")
    difficulty = "easy"
    tags = ("data_entry", "parameterized")

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw ``number`` and ``message``."""
        return _drawn(rng)

    def prepare(self, device: Device, params: Params) -> None:
        """Put the text on the clipboard."""
        device.set_clipboard(params["message"])


class SimpleSmsResend(_SmsTask):
    """The last message to a contact, once more."""

    template = "Resend the message I just sent to {name} in Simple SMS Messenger"
    rewordings = (
        "In Simple SMS Messenger, send {name} my last message to them once more.",
        "Please repeat the text message that {name} got from me just now, in Simple SMS Messenger.",
        "I'm not sure that my latest message reached {name}. Send the same text again with Simple "
        "SMS Messenger.",
        "What I just wrote to {name} in Simple SMS Messenger should be sent a second time.",
    )
    receives = True
    difficulty = "medium"
    tags = ("parameterized",)

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw ``name``, ``number`` and ``message``."""
        return {"name": _choose(rng, NAMES, 1)[0], **_drawn(rng)}

    def prepare(self, device: Device, params: Params) -> None:
        """A contact, a message sent to it, and the answer that asks for it again."""
        add_contact(device, params["name"], params["number"])
        put_message(device, "sent", params["number"], params["message"])
        device.shell("sleep 1.1")
        receive_message(device, params["number"], GLITCH)

    def progress(self, device: Device, params: Params) -> float:
        """1.0 if exactly one message was added, and is the one of before."""
        return self._share(device, params, same_text)

    def _share(self, device: Device, params: Params, match: Match) -> float:
        number, message = self.wanted(params)
        marks = [sum(_is_message(row, number, message, match)) / 2 for row in self.sent(device)]
        if len(marks) < 2:
            return 0.0
        return marks[0] if len(marks) == 2 and min(marks) == 1.0 else 0.5 * max(marks[:-1])

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if exactly one message was added, and is the one of before."""
        return float(self._share(device, params, fuzzy_match) == 1.0)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Also the message twice, and the received text sent back."""
        number, message = self.wanted(params)

        def twice(device: Device) -> None:
            put_message(device, "sent", number, message)
            put_message(device, "sent", number, message)

        def glitch(device: Device) -> None:
            put_message(device, "sent", number, GLITCH)

        # AndroidWorld counts the messages in this task.
        missed = {
            what: attempt.attempt
            if isinstance(attempt, Disputed)
            and what not in ("something deleted", "another number in the text")
            else attempt
            for what, attempt in super().near_misses(params).items()
        }
        return {**missed, "sent twice": twice, "the question": glitch}


class SimpleSmsSendReceivedAddress(_SmsTask):
    """Send what one contact wrote to another."""

    template = (
        "Text the address of the event to {name1} that {name2} just sent me in Simple SMS Messenger"
    )
    rewordings = (
        "In Simple SMS Messenger, let {name1} know the event's address, which {name2} has just "
        "texted me.",
        "{name2} just sent me the address of the event. Send it on to {name1} with Simple SMS "
        "Messenger.",
        "Please look in Simple SMS Messenger for the address of the event that came from {name2}, "
        "and text it to {name1}.",
        "{name1} needs to know where the event is. Open Simple SMS Messenger and text them the "
        "address that I just got from {name2}.",
    )
    receives = True
    complexity = 1.8
    difficulty = "medium"
    tags = ("information_retrieval", "parameterized")

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw names and numbers of two contacts, and ``message``, the address."""
        names, numbers = _choose(rng, NAMES, 2), _numbers(rng, 2)
        return {
            "name1": names[0],
            "number": numbers[0],
            "name2": names[1],
            "number2": numbers[1],
            "message": _choose(rng, ADDRESSES, 1)[0],
        }

    def prepare(self, device: Device, params: Params) -> None:
        """Two contacts, and a message from the second."""
        add_contact(device, params["name1"], params["number"])
        add_contact(device, params["name2"], params["number2"])
        receive_message(device, params["number2"], params["message"])

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Also the address sent back to who sent it."""

        def back(device: Device) -> None:
            put_message(device, "sent", params["number2"], params["message"])

        return {**super().near_misses(params), "sent back": back}
