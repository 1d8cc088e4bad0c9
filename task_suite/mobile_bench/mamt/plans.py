"""Plans of demonstrations of several apps, which read and write by gestures or by calls."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass

from android_gym.events import Event
from android_gym.task_suite.demonstrations.script import Observation, Screen, Script, Steps

__all__ = ["Hands", "scripts"]

Read = Generator[Event, Observation, str]


@dataclass(frozen=True)
class Hands:
    """Scripts that read from apps and write into them.

    Attributes:
        note: Reads a note of Markor by its file.
        message: Reads the newest message from a number.
        contact: Reads the number of a contact.
        alarm: Sets an alarm at a time.
        send: Sends a text to a number; number and text are given.
        person: Saves a contact; name and number are given.
        expense: Records name, amount and category.
        task: Adds a task by its title.
        folder: Makes a folder in Documents.
        write: Makes a note; file and text are given.
        event: Adds an event; day, title, start and end are given.
        call: Calls a number and hangs up.
        timeout: Sets the screen timeout, in minutes.
    """

    note: Callable[[Screen, str], Read]
    message: Callable[[Screen, str], Read]
    contact: Callable[[Screen, str], Read]
    alarm: Callable[[Screen, str], Steps]
    send: Callable[[Screen, str, str], Steps]
    person: Callable[[Screen, str, str], Steps]
    expense: Callable[[Screen, str, str, str], Steps]
    task: Callable[[Screen, str], Steps]
    folder: Callable[[Screen, str], Steps]
    write: Callable[[Screen, str, str], Steps]
    event: Callable[[Screen, dt.date, str, str, str], Steps]
    call: Callable[[Screen, str], Steps]
    timeout: Callable[[Screen, str], Steps]


def _found(screen: Screen, pattern: str, text: str) -> tuple[str, ...]:
    """Return the groups of a pattern in what was read."""
    match = re.search(pattern, text)
    if match is None:
        raise screen.stuck(f"{text!r} has nothing like {pattern!r}")
    return match.groups()


def scripts(hands: Hands) -> Mapping[str, Script]:
    """Return a script for each task of several apps."""
    return {**_of_notes(hands), **_of_messages(hands), **_of_long_messages(hands)}


def _of_notes(hands: Hands) -> dict[str, Script]:
    def from_note(pattern: str, write: Callable[..., Steps]) -> Script:
        def script(screen: Screen, file: str, **others: str) -> Steps:
            text = yield from hands.note(screen, f"{file}.md")
            yield from write(screen, *others.values(), *_found(screen, pattern, text))

        return script

    def message(screen: Screen, number: str, file: str) -> Steps:
        text = yield from hands.note(screen, f"{file}.md")
        yield from hands.send(screen, number, *_found(screen, r"Gate code (\d+)", text))

    def expense(screen: Screen, name: str, amount: str) -> Steps:
        yield from hands.expense(screen, name, amount, "Housing")

    def event(screen: Screen, title: str, day: str, start: str, end: str) -> Steps:
        yield from hands.event(screen, dt.date(2023, 10, int(day)), title, start, end)

    def contact_to_message(screen: Screen, receiver: str, name: str) -> Steps:
        number = yield from hands.contact(screen, name)
        yield from hands.send(screen, receiver, number)

    def contact_to_note(screen: Screen, name: str, file: str) -> Steps:
        number = yield from hands.contact(screen, name)
        yield from hands.write(screen, f"{file}.md", number)

    return {
        "NoteToAlarm": from_note(r"leaves at (\d\d:\d\d)", hands.alarm),
        "NoteToContact": from_note(r"Name: (.+?)\. Phone: (\+\d+)", hands.person),
        "NoteToEvent": from_note(
            r"Appointment: (.+?), October (\d+), from (\S+) to (\d\d:\d\d)", event
        ),
        "NoteToExpense": from_note(r"Bought: (.+?)\. Paid: (\d+)", expense),
        "NoteToFolder": from_note(r"Folder: (\w+)", hands.folder),
        "NoteToMessage": message,
        "NoteToScreenTimeout": from_note(r"timeout: (\d+) minutes", hands.timeout),
        "NoteToTask": from_note(r"Still to do: (.+)\.", hands.task),
        "ContactToMessage": contact_to_message,
        "ContactToNote": contact_to_note,
    }


def _of_messages(hands: Hands) -> dict[str, Script]:
    def from_message(pattern: str, write: Callable[..., Steps]) -> Script:
        def script(screen: Screen, sender: str) -> Steps:
            text = yield from hands.message(screen, sender)
            yield from write(screen, *_found(screen, pattern, text))

        return script

    def contact(screen: Screen, sender: str, name: str) -> Steps:
        text = yield from hands.message(screen, sender)
        yield from hands.person(screen, name, *_found(screen, r"at (\+\d+)", text))

    def note(screen: Screen, sender: str, file: str) -> Steps:
        text = yield from hands.message(screen, sender)
        yield from hands.write(screen, f"{file}.md", *_found(screen, r"code is (\d+)", text))

    def expense(screen: Screen, sender: str, name: str) -> Steps:
        text = yield from hands.message(screen, sender)
        (amount,) = _found(screen, r"bill: (\d+)", text)
        yield from hands.expense(screen, name, amount, "Education")

    return {
        "MessageToAlarm": from_message(r"Get up at (\d\d:\d\d)", hands.alarm),
        "MessageToCall": from_message(r"call (\+\d+)", hands.call),
        "MessageToContact": contact,
        "MessageToExpense": expense,
        "MessageToNote": note,
        "MessageToTask": from_message(r": (.+)", hands.task),
    }


def _of_long_messages(hands: Hands) -> dict[str, Script]:
    def alarm_and_task(screen: Screen, sender: str) -> Steps:
        text = yield from hands.message(screen, sender)
        time, title = _found(screen, r"Start at (\d\d:\d\d) with this: (.+)", text)
        yield from hands.alarm(screen, time)
        yield from hands.task(screen, title)

    def expense_and_note(screen: Screen, sender: str, name: str, file: str) -> Steps:
        text = yield from hands.message(screen, sender)
        amount, invoice = _found(screen, r"bill: (\d+) dollars\. Invoice (\d+)", text)
        yield from hands.expense(screen, name, amount, "Housing")
        yield from hands.write(screen, f"{file}.md", invoice)

    def contact_and_reply(screen: Screen, name: str, sender: str) -> Steps:
        text = yield from hands.message(screen, sender)
        number, password = _found(screen, r"number is (\+\d+) and the password is (\w+)", text)
        yield from hands.person(screen, name, number)
        yield from hands.send(screen, number, password)

    def three(screen: Screen, sender: str, name: str) -> Steps:
        text = yield from hands.message(screen, sender)
        amount, title, folder = _found(
            screen, r"Cost: (\d+) dollars\. Errand: (.+)\. Folder: (\w+)", text
        )
        yield from hands.expense(screen, name, amount, "Donation")
        yield from hands.task(screen, title)
        yield from hands.folder(screen, folder)

    return {
        "MessageToAlarmAndTask": alarm_and_task,
        "MessageToContactAndReply": contact_and_reply,
        "MessageToExpenseAndNote": expense_and_note,
        "MessageToExpenseTaskAndFolder": three,
    }
