"""SPA-Bench's tasks of Keep: a note, a note with a title, a labelled list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.errors import DeviceCommandError
from android_gym.task_suite.spa_bench.live import LiveTask
from android_gym.task_suite.task import NearMiss, Params
from android_gym.task_suite.text_match import spoken
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["LabelledList", "MakeNote", "MakeTitledNote", "Wanted", "write"]

PACKAGE: Final = "com.google.android.keep"
DATABASE: Final = f"/data/data/{PACKAGE}/databases/keep.db"
_TABLES: Final = ("tree_entity", "list_item", "label", "note_label", "reminder")


@dataclass(frozen=True)
class Wanted:
    """A note.

    Attributes:
        items: Its text, or the items of a list that it is.
        title: Its title.
        is_list: Whether it is a list.
        labels: Names of its labels.
    """

    items: tuple[str, ...]
    title: str = ""
    is_list: bool = False
    labels: tuple[str, ...] = ()

    def says(self, other: Wanted) -> bool:
        """Return whether another note says the same, in the same words."""
        return self._words == other._words

    @property
    def _words(self) -> object:
        texts = (*self.items, self.title, *self.labels)
        return len(self.items), self.is_list, [spoken(text) for text in texts]


def _read(device: Device) -> list[tuple[Wanted, bool]]:
    """Return the notes that are not in the trash, and whether each is as good as new.

    One that was archived, pinned or coloured, has a reminder, or an item that is ticked or
    indented, is not.
    """
    notes = device.query(
        DATABASE,
        "SELECT _id, type, title, is_archived OR is_pinned OR color_name != 'DEFAULT' OR EXISTS "
        "(SELECT 1 FROM reminder WHERE tree_entity_id = tree_entity._id) FROM tree_entity "
        "WHERE is_trashed = 0 AND is_deleted = 0 ORDER BY _id LIMIT 20",
    )
    found = []
    for number, kind, title, changed in notes:
        items = device.query(
            DATABASE,
            "SELECT text, is_checked OR is_indented FROM list_item WHERE list_parent_id = ? "
            "AND is_deleted = 0 ORDER BY order_in_parent, _id LIMIT 50",
            (number,),
        )
        labels = device.query(
            DATABASE,
            "SELECT l.name FROM note_label AS n JOIN label AS l ON l._id = n.label_id "
            "WHERE n.tree_entity_id = ? AND n.is_deleted = 0 AND l.is_deleted = 0 "
            "ORDER BY l.name LIMIT 50",
            (number,),
        )
        texts = [str(text or "") for text, _ in items]
        note = Wanted(
            tuple(text for text in texts if text.strip()),
            str(title or ""),
            kind == 1,
            tuple(str(name) for (name,) in labels),
        )
        found.append((note, not changed and not any(marked for _, marked in items)))
    return found


def write(
    device: Device, *notes: Wanted, archived: int = 0, trashed: int = 0, checked: int = 0
) -> None:
    """Put notes into Keep's database."""
    device.force_stop(PACKAGE)
    for number, note in enumerate(notes, 1):
        device.execute(
            DATABASE,
            "INSERT INTO tree_entity (_id, account_id, type, title, is_archived, is_trashed) "
            "VALUES (?, 1, ?, ?, ?, ?)",
            [(number, int(note.is_list), note.title, archived, trashed)],
        )
        device.execute(
            DATABASE,
            "INSERT INTO list_item (account_id, list_parent_id, text, is_checked, order_in_parent) "
            "VALUES (1, ?, ?, ?, ?)",
            [(number, text, checked, order) for order, text in enumerate(note.items)],
        )
        for label, name in enumerate(note.labels, 10 * number):
            device.execute(
                DATABASE, "INSERT INTO label (_id, account_id, name) VALUES (?, 1, ?)",
                [(label, name)],
            )  # fmt: skip
            device.execute(
                DATABASE,
                "INSERT INTO note_label (account_id, tree_entity_id, label_id) VALUES (1, ?, ?)",
                [(number, label)],
            )


def _writes(
    *notes: Wanted, archived: int = 0, trashed: int = 0, checked: int = 0, more: str = ""
) -> NearMiss:
    def act(device: Device) -> None:
        write(device, *notes, archived=archived, trashed=trashed, checked=checked)
        if more:
            device.execute(DATABASE, more)

    return act


class _KeepTask(LiveTask):
    """A task that makes a note.

    Attributes:
        wanted: The note that it asks for.
    """

    apps = ("Keep Notes",)
    wanted: ClassVar[Wanted] = Wanted(())

    def setup(self, device: Device, params: Params) -> None:
        """Start Keep once, so that it makes its database, and empty that."""
        device.launch(PACKAGE)
        device.force_stop(PACKAGE)
        for table in _TABLES:
            device.execute(DATABASE, f"DELETE FROM {table}", [()])

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return the new note and its labels."""
        return [
            Rows("notes of Keep", added=1),
            Rows("labels of Keep", added=len(self.wanted.labels)),
        ]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if Keep has exactly the wanted note, and no other."""
        try:
            found = _read(device)
        except DeviceCommandError:  # Keep's data has been cleared
            return 0.0
        return float(len(found) == 1 and found[0][1] and self.wanted.says(found[0][0]))

    def _misses(self) -> Mapping[str, NearMiss]:
        right = self.wanted
        return {
            "twice": _writes(right, right),
            "in the trash": _writes(right, trashed=1),
            "in the archive": _writes(right, archived=1),
            "not there": _writes(),
            "pinned": _writes(right, more="UPDATE tree_entity SET is_pinned = 1"),
            "in another colour": _writes(right, more="UPDATE tree_entity SET color_name = 'RED'"),
            "with a reminder": _writes(
                right,
                more="INSERT INTO reminder (account_id, tree_entity_id, time) VALUES (1, 1, 9e12)",
            ),
            "a label too many": _writes(
                right, more="INSERT INTO label (account_id, name) VALUES (1, 'Other')"
            ),
        }


class MakeNote(_KeepTask):
    """Make a note."""

    uid = "ENG/keep_notes_0"
    wanted = Wanted(("Hello this is a note1",))
    rewordings = (
        "Make a new note that says 'Hello this is a note1'.",
        "Write 'Hello this is a note1' into a new note.",
        "In Keep, add a note with the content 'Hello this is a note1'.",
        "I need a new note with the text 'Hello this is a note1'.",
    )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Other texts, other places for it, and a note too many."""
        text = self.wanted.items[0]
        return {
            **self._misses(),
            "another number": _writes(Wanted(("Hello this is a note2",))),
            "as the title": _writes(Wanted((), text)),
            "a list": _writes(Wanted((text,), is_list=True)),
            "another note beside": _writes(self.wanted, Wanted(("x",))),
        }


class MakeTitledNote(_KeepTask):
    """Make a note with a title."""

    uid = "ENG/keep_notes_1"
    wanted = Wanted(("Hello this is a note2",), "Written by Agent2")
    rewordings = (
        "Make a new note with the title 'Written by Agent2' that says 'Hello this is a note2'.",
        "Write 'Hello this is a note2' into a new note and give it the title 'Written by Agent2'.",
        "In Keep, add a note: content 'Hello this is a note2', title 'Written by Agent2'.",
        "I need a new note called 'Written by Agent2' with the text 'Hello this is a note2'.",
    )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """No title, no text, both exchanged, another title."""
        text, title = self.wanted.items[0], self.wanted.title
        return {
            **self._misses(),
            "without the title": _writes(Wanted((text,))),
            "the title only": _writes(Wanted((), title)),
            "exchanged": _writes(Wanted((title,), text)),
            "another title": _writes(Wanted((text,), "Written by Agent1")),
        }


class LabelledList(_KeepTask):
    """Make a list and label it."""

    uid = "ENG/keep_notes_2"
    wanted = Wanted(("Learn Python", "Learn Java"), "Goal of agent", True, ("Agent",))
    rewordings = (
        "Make a checklist 'Goal of agent' with the items 'Learn Python' and 'Learn Java', and give "
        "it the label 'Agent'.",
        "Create a list with the title 'Goal of agent', add 'Learn Python' and 'Learn Java' to it, "
        "and label it 'Agent'.",
        "In Keep, add a checklist of 'Learn Python' and 'Learn Java'. The title: 'Goal of agent', "
        "its label 'Agent'.",
        "I need a new checklist labelled 'Agent' and titled 'Goal of agent': first 'Learn Python', "
        "then 'Learn Java'.",
    )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """An item, the title or the label missing or another; ticked; no list."""
        right = self.wanted
        items, title = right.items, right.title
        return {
            **self._misses(),
            "without the label": _writes(Wanted(items, title, True)),
            "another label": _writes(Wanted(items, title, True, ("Agents",))),
            "two labels": _writes(Wanted(items, title, True, ("Agent", "Java"))),
            "one item": _writes(Wanted(items[:1], title, True, right.labels)),
            "three items": _writes(Wanted((*items, "Learn C"), title, True, right.labels)),
            "a note, no list": _writes(Wanted(("\n".join(items),), title, False, right.labels)),
            "without the title": _writes(Wanted(items, "", True, right.labels)),
            "ticked": _writes(right, checked=1),
            "one below another": _writes(
                right, more="UPDATE list_item SET is_indented = 1 WHERE order_in_parent = 1"
            ),
        }
