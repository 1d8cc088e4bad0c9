"""The instructions of GENERAL that a phone without internet can follow.

The list they are from is that of the data set (CC BY 4.0, see NOTICE). ``instructions.csv`` has
each with its place in the list, the kind of task that it is, and what of its kind it asks for.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Final

from android_gym.errors import TaskError
from android_gym.task_suite.demonstrations.script import Script

__all__ = ["Instruction", "instructions", "of_kind", "scripts_of"]

_FILE: Final = Path(__file__).with_name("instructions.csv")


@dataclass(frozen=True, slots=True)
class Instruction:
    """An instruction of GENERAL.

    Attributes:
        number: Its place in the data set's list of 545, from 0.
        kind: The kind of task it is.
        subject: What of its kind it asks for, in its own words, e.g. ``"10am"``; may be empty.
        text: Its words.
    """

    number: int
    kind: str
    subject: str
    text: str


@cache
def instructions() -> tuple[Instruction, ...]:
    """Return the instructions that a phone without internet can follow, by their numbers."""
    with _FILE.open(encoding="utf-8", newline="") as file:
        rows = [
            Instruction(int(row["number"]), row["kind"], row["subject"], row["instruction"])
            for row in csv.DictReader(file, strict=True)
        ]
    return tuple(rows)


def of_kind(kind: str) -> list[Instruction]:
    """Return the instructions of a kind, by their numbers.

    Raises:
        TaskError: If there are none.
    """
    found = [one for one in instructions() if one.kind == kind]
    if not found:
        kinds = sorted({one.kind for one in instructions()})
        raise TaskError(f"No instruction is of the kind {kind!r}; there are {kinds}.")
    return found


def scripts_of(kind: str, script: Script) -> dict[str, Script]:
    """Return a script for each task of a kind, by the names of the tasks.

    Args:
        kind: As in ``instructions.csv``.
        script: Takes the screen, and the instruction's subject by the keyword ``subject``.

    Raises:
        TaskError: If there are none.
    """
    return {f"General-{one.number}": partial(script, subject=one.subject) for one in of_kind(kind)}
