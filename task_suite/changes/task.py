"""Tasks made from change files: one class for each entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import compress
from typing import TYPE_CHECKING, Any, ClassVar

from android_gym.errors import OptionError
from android_gym.task_suite.changes.near_misses import near_misses
from android_gym.task_suite.changes.sampling import draw, kept_rows, refuse
from android_gym.task_suite.changes.schema import Change, read
from android_gym.task_suite.demonstrations import module_script, moves
from android_gym.task_suite.goal import Goal
from android_gym.task_suite.questions import entry
from android_gym.task_suite.questions.demonstrations import detour, take_steps
from android_gym.task_suite.questions.task import set_clock
from android_gym.task_suite.questions.values import Value
from android_gym.task_suite.task import NearMiss, Params, Task
from android_gym.task_suite.text_match import spoken

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device
    from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
    from android_gym.task_suite.questions.toml import Table
    from android_gym.task_suite.touches import Touch

__all__ = ["ChangeTask", "made", "tasks_of"]

Said = tuple[tuple[str, ...], ...]
"""The words of each line of a text."""

Bag = Counter[tuple[Value | Said, ...]]
"""Multiset of rows, each as the values of some fields."""


class ChangeTask(Task):
    """A change to an app's rows: exactly those asked for, while everything else stays as it is.

    Attributes:
        change: The entry of the file.
    """

    change: ClassVar[Change]

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the parameters, all rows, and the new values of some."""
        return draw(self.change, rng)

    def goal(self, params: Params) -> Goal:
        """Return the instruction with its parameters filled in."""
        return Goal.of(self.template, params["said"])

    def setup(self, device: Device, params: Params) -> None:
        """Put the rows on the device, and set its clock to the time of the task.

        Raises:
            TaskError: If the device has no place for them.
        """
        set_clock(device)
        self.change.adapter.put(device, params["rows"])

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the app has exactly the wanted rows and those that must stay.

        Texts that the goal gives must have its words (`same_text`), but for names of files.
        """
        missing, wrong = self._compare(device, params)
        return float(not missing and not wrong)

    def progress(self, device: Device, params: Params) -> float:
        """Return the share of the rows to be added and removed that have been."""
        missing, wrong = self._compare(device, params)
        gone = 0 if self.change.verb == "copy" else len(params["targets"])
        whole = len(params["wanted"]) + gone
        return max(0.0, 1.0 - (missing + wrong) / whole)

    def _compare(self, device: Device, params: Params) -> tuple[int, int]:
        """Return the number of missing rows, and of rows that should not exist."""
        change = self.change
        fields = sorted(change.adapter.fields)
        # Of the fields that the app stamps itself, only the date of a new row is compared.
        compared = [name for name in fields if name not in change.stamped - change.dated]
        try:
            found = _bag(change.adapter.read(device, params["rows"]), fields)
        except (ValueError, LookupError, OverflowError, OSError):
            # Values that no app would write: a text for a number, a time out of range.
            return len(params["rows"]) + len(params["wanted"]), 0
        kept = _bag(kept_rows(params, change), fields)
        gone, came = kept - found, found - kept
        if change.adapter.saved_at:
            lasting = [name not in change.adapter.saved_at for name in fields]
            gone, came = _unpaired(gone, came, lasting)
        rest = (dict(zip(fields, row, strict=True)) for row in came.elements())
        wanted = _bag(params["wanted"], compared, change.said)
        new = _bag(rest, compared, change.said)
        missing = gone.total() + (wanted - new).total()
        return missing, (new - wanted).total()

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return the changes to user data that the added and removed rows make."""
        lost = [params["rows"][i] for i in params["targets"]]
        return self.change.adapter.touches(
            [] if self.change.verb == "copy" else lost, params["wanted"]
        )

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject rows that the app cannot hold, and rows that make the task ambiguous.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        change, rows, targets = self.change, params["rows"], params["targets"]
        change.check_drawn(params, ("rows", "wanted"))
        if not all(type(index) is int and 0 <= index < len(rows) for index in targets):
            raise OptionError(f"'targets' must be indices of 'rows', got {targets!r}.")
        if len(set(targets)) < len(targets) or bool(targets) == (change.verb == "add"):
            raise OptionError(f"'targets' must name what is changed, each once, got {targets!r}.")
        if (change.verb in ("change", "copy") and len(params["wanted"]) != len(targets)) or (
            bool(params["wanted"]) == (change.verb == "delete")
        ):
            raise OptionError(
                f"'wanted' must have a row for each change, got {params['wanted']!r}."
            )
        refuse(change, params)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return other rows changed, too few, too many, wrong values, and harm done."""
        return near_misses(self.change, params)

    @classmethod
    def own_script(cls, *, other_way: bool = False) -> Script | None:
        """Return the script made from the steps; with a detour for the other way."""
        change = cls.change
        script = script_of(change, moves(cls)) if change.steps else module_script(cls)
        return detour(change.apps[0], script) if other_way and script is not None else script


def script_of(change: Change, known: Mapping[str, Script]) -> Script:
    """Return the script of a change's demonstration.

    Args:
        change: The change.
        known: Scripts that its steps may refer to, by name.
    """

    def script(screen: Screen, **words: str) -> Steps:
        yield from take_steps(screen, change.steps, dict(words), known)

    return script


def _bag(
    rows: Iterable[Mapping[str, Any]], fields: Sequence[str], said: frozenset[str] = frozenset()
) -> Bag:
    """Count rows by the values of some fields, or by the words of those in `said`."""
    return Counter(tuple(_plain(row[name], name in said) for name in fields) for row in rows)


def _unpaired(gone: Bag, came: Bag, lasting: Sequence[bool]) -> tuple[Bag, Bag]:
    """Return the rows of two bags without pairs that differ in other fields than the lasting.

    Such a row was saved again, and says what it said before.
    """
    gone, came = gone.copy(), came.copy()
    for row in list(gone.elements()):
        said = list(compress(row, lasting))
        again = next((one for one in +came if list(compress(one, lasting)) == said), None)
        if again is not None:
            gone[row] -= 1
            came[again] -= 1
    return +gone, +came


def _plain(value: Value, said: bool) -> Value | Said:
    if value == "":
        return None  # apps store either form
    return spoken(value) if said and isinstance(value, str) else value


def tasks_of(top: Table, module: str) -> dict[str, type[ChangeTask]]:
    """Return a task for each change of a file, by name.

    Args:
        top: The file's top table.
        module: Module name for the classes, as if the file were a module of its folder.

    Raises:
        OptionError: If the file has a mistake; with file, line and remedy.
    """
    return {change.name: made(change, module) for change in read(top)}


def made(change: Change, module: str) -> type[ChangeTask]:
    """Return the task class of a change, in the module `module`."""
    return entry.made(ChangeTask, "change", change, module)
