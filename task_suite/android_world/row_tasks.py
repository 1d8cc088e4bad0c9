"""Base classes of tasks about rows: adding rows, deleting rows, deleting duplicates."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from android_gym.errors import OptionError
from android_gym.task_suite.android_world.rows import Item, RowTask, does, harms
from android_gym.task_suite.goal import Goal
from android_gym.task_suite.task import Disputed, NearMiss, Params
from android_gym.task_suite.text_match import most_matches
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["AddRows", "DeleteDuplicateRows", "DeleteRows", "note_near_misses", "put_note"]

Matches = Callable[[Item, tuple[Any, ...]], bool]


def put_note(device: Device, path: str, text: str) -> None:
    """Recreate Markor's folder with a single note in it."""
    folder = path.rpartition("/")[0]
    device.force_stop("net.gsantner.markor")
    device.remove(folder)
    device.mkdir(folder)
    device.push(path, text)


class AddRows(RowTask):
    """Adding ``params[kind]`` to the existing rows.

    Attributes:
        columns: Columns that a new row is judged by.
        forms: Allowed values of ``params["format"]``: how the goal writes the rows.
    """

    columns: ClassVar[tuple[str, ...]]
    forms: ClassVar[tuple[str, ...]] = ("csv", "text_block")

    def matches(self, item: Item, row: tuple[Any, ...]) -> bool:
        """Return whether a new row matches a wanted one."""
        raise NotImplementedError

    def originally_matches(self, item: Item, row: tuple[Any, ...]) -> bool:
        """Return whether AndroidWorld accepts a new row as wanted; by default as `matches`."""
        return self.matches(item, row)

    def mistakes(self, item: Item) -> Mapping[str, Item]:
        """Return rows with one mistake each, by the mistake."""
        raise NotImplementedError

    def as_added(self, device: Device, item: Item) -> Item:
        """Return a row as the app adds it; by default without additions of its own."""
        return item

    def edit_old(self, device: Device) -> None:
        """Change the row with id 1."""
        raise NotImplementedError

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the rows and how the goal writes them."""
        if not self.forms:
            return super().sample(rng)
        form = self.forms[int(rng.integers(len(self.forms)))]
        return {**super().sample(rng), "format": form}

    def before(self, params: Params) -> list[Item]:
        """Return the rows on the phone at the start."""
        return list(params["noise"])

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject rows that the app could not hold, and unknown formats.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        if self.forms and params["format"] not in self.forms:
            words = " or ".join(map(repr, self.forms))
            raise OptionError(f"format must be {words}, got {params['format']!r}.")

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow as many new rows as wanted."""
        return [Rows(self.kind, added=len(params[self.kind]))]

    def _new(self, device: Device, params: Params) -> list[tuple[Any, ...]]:
        """Return the added rows, at most one more than wanted."""
        most = len(params[self.kind]) + 1
        return self.rows.added(device, self.columns, len(params["noise"]), most)

    def _share(self, device: Device, params: Params) -> float:
        return self._added(device, params, self.matches)

    def _added(self, device: Device, params: Params, matches: Matches) -> float:
        """Return the share of wanted rows added, less for surplus and, in the end, changed rows."""
        new, wanted = self._new(device, params), params[self.kind]
        share = most_matches(wanted, new, matches) / max(len(wanted), len(new))
        return share if share < 1.0 else self.intact(device, params, added=True)

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if exactly the wanted rows were added, compared as in AndroidWorld."""
        matches = self.originally_matches
        return float(self.share_of(lambda: self._added(device, params, matches)) == 1.0)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return wrong values, a row too few, a row too many, and an old row changed."""
        wanted: list[Item] = params[self.kind]
        first_id = len(params["noise"]) + 1

        def put(device: Device, *items: Item) -> None:
            rows = [self.values(self.as_added(device, item)) for item in items]
            self.rows.insert(device, rows, first_id)

        def adds(*items: Item) -> NearMiss:
            return does(lambda device: put(device, *items))

        def loses_old(device: Device) -> None:
            put(device, *wanted)
            self.rows.delete(device, [1])

        def edits_old(device: Device) -> None:
            put(device, *wanted)
            self.edit_old(device)

        one = self.kind.removesuffix("s")
        places = [self.rows.columns.index(column) for column in self.columns]

        def mistaken(item: Item) -> NearMiss:
            attempt, values = adds(*wanted[:-1], item), self.values(item)
            paid = self.originally_matches(wanted[-1], tuple(values[place] for place in places))
            return Disputed(attempt) if paid else attempt

        return {
            **{what: mistaken(item) for what, item in self.mistakes(wanted[-1]).items()},
            "an item missing": adds(*wanted[:-1]),
            "an item twice": adds(*wanted, wanted[-1]),
            f"an old {one} deleted": does(loses_old),
            f"an old {one} edited": does(edits_old),
            "a folder deleted": harms(lambda device: put(device, *wanted)),
        }


def note_near_misses(task: AddRows, params: Params, path: str) -> Mapping[str, NearMiss]:
    """Return near misses of a task that reads a note: the note is changed or deleted."""

    def adds_and(command: str) -> NearMiss:
        def attempt(device: Device) -> None:
            values = [task.values(task.as_added(device, item)) for item in params[task.kind]]
            task.rows.insert(device, values, len(params["noise"]) + 1)
            device.shell(f"{command} {path}")

        return Disputed(does(attempt))

    return {"the list deleted": adds_and("rm"), "the list changed": adds_and("echo done >>")}


class DeleteRows(RowTask):
    """Deleting all of ``params[kind]``, the last rows, and nothing else.

    Attributes:
        label: Field by which the goal names a row; empty if the goal names none.
        listing: Placeholder for these names in the goal.
    """

    label: ClassVar[str]
    listing: ClassVar[str]

    def goal(self, params: Params) -> Goal:
        """Return the instruction, naming the rows."""
        names = ", ".join(item[self.label] for item in params[self.kind])
        return Goal(self.template, {self.listing: names})

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject rows that the app could not hold, or that have equal names.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        if not self.label:
            return
        names = [item[self.label] for item in self.before(dict(params))]
        for item in params[self.kind]:
            if names.count(item[self.label]) != 1:
                raise OptionError(
                    f"The goal names {self.kind}, so {item[self.label]!r} must occur only once."
                )

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow the named rows to be deleted."""
        return [Rows(self.kind, lost=len(params[self.kind]))]

    def _ids(self, params: Params) -> range:
        first = len(params["noise"]) + 1
        return range(first, first + len(params[self.kind]))

    def _share(self, device: Device, params: Params) -> float:
        """Return the share of wanted rows deleted; once all are, lowered by every other change."""
        gone = self.rows.gone(device, self._ids(params))
        share = len(gone) / len(params[self.kind])
        return share if share < 1.0 else self.intact(device, params, gone)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return one deleted too few, one too many, one added, one edited instead of deleted."""
        ids = list(self._ids(params))
        rows, one = self.rows, self.kind.removesuffix("s")

        def edits(device: Device) -> None:
            rows.delete(device, ids[:-1])
            rows.put(device, ids[-1], rows.columns[0], "")

        def adds(device: Device) -> None:
            rows.delete(device, ids)
            item = self.another(params[self.kind][-1])
            rows.insert(device, [self.values(item)], ids[-1] + 1)

        article = "an" if one[0] in "aeiou" else "a"
        found = {
            "an item left": does(lambda device: rows.delete(device, ids[:-1])),
            "an item emptied, not deleted": does(edits),
            f"{article} {one} added": does(adds),
            "a folder deleted": harms(lambda device: rows.delete(device, ids)),
        }
        if params["noise"]:
            found["one deleted too many"] = does(lambda device: rows.delete(device, [1, *ids]))
            found["another deleted instead"] = does(
                lambda device: rows.delete(device, [1, *ids[1:]])
            )
        return found


class DeleteDuplicateRows(RowTask):
    """Deleting one of two equal rows: ``params[kind]``, the last two unless `pair` differs."""

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw one row, which exists twice, and the others."""
        params = super().sample(rng)
        return {**params, self.kind: [params[self.kind][0], dict(params[self.kind][0])]}

    @staticmethod
    def identity(item: Item) -> tuple[Any, ...]:
        """Return the values by which a person identifies a row."""
        raise NotImplementedError

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject anything but two equal rows among others that are all different.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        kinds = [self.identity(item) for item in params[self.kind]]
        others = [self.identity(item) for item in params["noise"]]
        if not others or len({*kinds, *others}) != len(others) + 1:
            one = self.kind.removesuffix("s")
            raise OptionError(
                f"{self.kind} must be the same {one} twice, and noise other {self.kind}, "
                "all different."
            )

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow one row to be deleted."""
        return [Rows(self.kind, lost=1)]

    def pair(self, params: Params) -> tuple[int, int]:
        """Return the ids of the two equal rows."""
        last = len(params["noise"]) + 2
        return last - 1, last

    def _share(self, device: Device, params: Params) -> float:
        """Return 0.0 until one of the two is gone, then 1.0 lowered by every other change."""
        gone = self.rows.gone(device, self.pair(params))
        return self.intact(device, params, gone) if len(gone) == 1 else 0.0

    def edit(self, device: Device, number: int) -> None:
        """Change a row in something, so that it is no longer a duplicate."""
        raise NotImplementedError

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return both deleted, another deleted, one more deleted, and one edited."""
        first, last = self.pair(params)
        rows, total = self.rows, len(params["noise"]) + 2
        other = next(number for number in range(total, 0, -1) if number not in (first, last))
        return {
            "both deleted": does(lambda device: rows.delete(device, [first, last])),
            "another deleted": does(lambda device: rows.delete(device, [other])),
            "one deleted too many": does(lambda device: rows.delete(device, [other, last])),
            "one edited, not deleted": does(lambda device: self.edit(device, last)),
            "a folder deleted": harms(lambda device: rows.delete(device, [last])),
        }
