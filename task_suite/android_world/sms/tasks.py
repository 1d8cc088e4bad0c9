"""Tasks of Simple SMS Messenger: sending, answering and sending again.

The set-up empties the telephony provider's database, so whatever is in the sent box afterwards was
sent in this episode (or, if the set-up sends something itself, after that).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from android_gym.errors import OptionError
from android_gym.task_suite.task import Disputed, NearMiss, Params
from android_gym.task_suite.text_match import fuzzy_match, same_text

if TYPE_CHECKING:
    from android_gym.devices.device import Device

from android_gym.task_suite.android_world.sms.messages import (
    ADDRESSES,
    GLITCH,
    MESSAGES,
    NAMES,
    Match,
    SmsTask,
    add_contact,
    choose,
    draw_numbers,
    is_message,
    put_message,
    receive_message,
)

__all__ = [
    "SimpleSmsReply",
    "SimpleSmsReplyMostRecent",
    "SimpleSmsResend",
    "SimpleSmsSend",
    "SimpleSmsSendClipboardContent",
    "SimpleSmsSendReceivedAddress",
]


def _drawn(rng: np.random.Generator) -> Params:
    return {"number": draw_numbers(rng, 1)[0], "message": choose(rng, MESSAGES, 1)[0]}


class SimpleSmsSend(SmsTask):
    """Send a message to a number."""

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
    """Return a near miss that puts a message to a number into the sent box."""

    def attempt(device: Device) -> None:
        put_message(device, "sent", number, message)

    return attempt


class _Reply(SmsTask):
    """Answering one of several messages."""

    receives = True
    fewest_others: ClassVar[int] = 0

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw ``number`` and ``message``, the text received, and messages from ``others``."""
        count = int(rng.integers(self.fewest_others, 6))
        numbers = draw_numbers(rng, count + 1)
        texts = choose(rng, MESSAGES, count + 2)
        return {
            "number": numbers[0],
            "message": texts[0],
            "message_received": texts[1],
            "others": [list(pair) for pair in zip(numbers[1:], texts[2:], strict=True)],
        }

    def arriving(self, params: Params) -> list[tuple[str, str]]:
        """Return (number, text) of the messages in order of arrival."""
        others = [(number, text) for number, text in params["others"]]
        return [*others, (params["number"], params["message_received"])]

    def prepare(self, device: Device, params: Params) -> None:
        """Have the messages arrive."""
        for number, text in self.arriving(params):
            receive_message(device, number, text)


class SimpleSmsReply(_Reply):
    """Answer a number that has sent a message, among others that wrote before and after."""

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
        """Draw also ``position``: the number of other messages before the one to be answered.

        Before each of the others a coin is tossed; if none shows heads, the message comes last.
        """
        params = super().sample(rng)
        heads = rng.integers(2, size=len(params["others"]))
        position = int(heads.argmax()) if heads.any() else len(heads)
        return {**params, "position": position}

    def check(self, params: Mapping[str, Any]) -> None:
        """Also reject invalid positions.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        position, most = params["position"], len(params["others"])
        if type(position) is not int or not 0 <= position <= most:
            raise OptionError(f"position must be 0 to {most}, got {position!r}.")

    def arriving(self, params: Params) -> list[tuple[str, str]]:
        """Return (number, text) of the messages, with the one to be answered at its position."""
        *others, wanted = super().arriving(params)
        others.insert(params["position"], wanted)
        return others

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return the base's near misses, and answers to the first and last of the others."""
        missed = dict(super().near_misses(params))
        for name, (number, _) in (("first", params["others"][0]), ("last", params["others"][-1])):
            missed[f"an answer to the {name} of the others"] = _answers(number, params["message"])
        return missed


class SimpleSmsReplyMostRecent(_Reply):
    """Answer the last sender."""

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
        """Return the base's near misses, and an answer to the sender before."""
        missed = dict(super().near_misses(params))
        if params["others"]:
            number = params["others"][-1][0]
            missed["an answer to an earlier message"] = _answers(number, params["message"])
        return missed


class SimpleSmsSendClipboardContent(SmsTask):
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


class SimpleSmsResend(SmsTask):
    """Send the last message to a contact once more."""

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
        return {"name": choose(rng, NAMES, 1)[0], **_drawn(rng)}

    def prepare(self, device: Device, params: Params) -> None:
        """Add a contact, a message sent to it, and its answer that asks for it again."""
        add_contact(device, params["name"], params["number"])
        put_message(device, "sent", params["number"], params["message"])
        device.shell("sleep 1.1")
        receive_message(device, params["number"], GLITCH)

    def progress(self, device: Device, params: Params) -> float:
        """Return 1.0 if exactly one message was added, equal to the previous one."""
        return self._share(device, params, same_text)

    def _share(self, device: Device, params: Params, match: Match) -> float:
        number, message = self.wanted(params)
        marks = [sum(is_message(row, number, message, match)) / 2 for row in self.sent(device)]
        if len(marks) < 2:
            return 0.0
        return marks[0] if len(marks) == 2 and min(marks) == 1.0 else 0.5 * max(marks[:-1])

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if exactly one message was added, which is similar to the previous one."""
        return float(self._share(device, params, fuzzy_match) == 1.0)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return the base's near misses, the message twice, and the received text sent back."""
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


class SimpleSmsSendReceivedAddress(SmsTask):
    """Send a received address to another contact."""

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
        names, numbers = choose(rng, NAMES, 2), draw_numbers(rng, 2)
        return {
            "name1": names[0],
            "number": numbers[0],
            "name2": names[1],
            "number2": numbers[1],
            "message": choose(rng, ADDRESSES, 1)[0],
        }

    def prepare(self, device: Device, params: Params) -> None:
        """Add two contacts, and a message from the second."""
        add_contact(device, params["name1"], params["number"])
        add_contact(device, params["name2"], params["number2"])
        receive_message(device, params["number2"], params["message"])

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return the base's near misses, and the address sent back to its sender."""

        def back(device: Device) -> None:
            put_message(device, "sent", params["number2"], params["message"])

        return {**super().near_misses(params), "sent back": back}
