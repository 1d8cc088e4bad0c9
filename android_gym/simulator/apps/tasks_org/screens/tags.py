"""The tag picker."""

from __future__ import annotations

from dataclasses import dataclass

from immutables import Map

from android_gym.simulator.appkit.list_bars import toggled
from android_gym.simulator.apps.tasks_org.look import RELATIVE, color_of
from android_gym.simulator.apps.tasks_org.model import NamedThing
from android_gym.simulator.apps.tasks_org.screens.base import TasksScreen
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import CheckBox, EditText, ImageView, TextView

NAME_LENGTH = 200


@dataclass(frozen=True)
class TagsState:
    """State of the tag picker.

    Attributes:
        selected: Uuids of the checked tags.
        query: Typed text.
    """

    selected: tuple[str, ...] = ()
    query: str = ""


class TagPicker(TasksScreen[TagsState]):
    """Shows all tags with check boxes; the typed text can become a new tag."""

    def on_create(self) -> TagsState:
        """Start with the task's tags."""
        return TagsState(self.intent.get_strs("selected"))

    def on_back(self) -> bool:
        """Return the checked tags to the caller."""
        if self.state.query:
            self.update(query="")
        else:
            self.done()
        return True

    def done(self) -> None:
        """Return the checked tags to the caller."""
        self.hide_keyboard()
        self.finish(RESULT_OK, Intent(extras=Map({"selected": self.state.selected})))

    def toggle(self, key: str) -> None:
        """Check or uncheck a tag."""
        self.update(selected=toggled(self.state.selected, key))

    def create(self) -> None:
        """Create a tag from the typed text and check it."""
        key = self.store.add_tag(self.state.query.strip())
        self.update(selected=(*self.state.selected, key), query="")

    def build(self) -> Screen:
        """Build the field and the list of tags."""
        query = self.state.query.strip().casefold()
        tags = self.store.tags()
        found = [tag for tag in tags if query in tag.name.casefold()]
        new = bool(query) and all(tag.name.casefold() != query for tag in tags)

        def build(index: int) -> View:
            return self._new() if new and index == 0 else self._tag(found[index - int(new)])

        rows = RecyclerView(len(found) + int(new), build, id="recycler_view")
        field = EditText(
            self.state.query,
            id="search_input",
            hint="Enter tag name",
            on_text_change=lambda text: self.update(query=text),
            capitalize="sentences",
            max_length=NAME_LENGTH,
            background="transparent",
            size=18,
            width=MATCH,
        )
        return self.page("Tags", rows, leave=self.done, bar=field)

    def _new(self) -> View:
        words = f'Create "{self.state.query.strip()}"'
        return row(
            ImageView("plus", tint="icon", margin=(16, 0, 32, 0)),
            TextView(words, id="text", size=16, color="text_primary", width=0, weight=1),
            id="tag_row",
            key="new",
            class_name=RELATIVE,
            width=MATCH,
            height=56,
            content_gravity="center_vertical",
            on_click=self.create,
        )

    def _tag(self, tag: NamedThing) -> View:
        on = tag.key in self.state.selected
        return row(
            ImageView("label_outline", tint=color_of(tag.color) or "icon", margin=(16, 0, 32, 0)),
            TextView(tag.name, id="text", size=16, color="text_primary", width=0, weight=1),
            CheckBox(
                checked=on,
                id="checkbox",
                on_checked_change=lambda _: self.toggle(tag.key),
                margin=(12, 0),
            ),
            id="tag_row",
            key=("tag", tag.id),
            class_name=RELATIVE,
            width=MATCH,
            height=56,
            content_gravity="center_vertical",
            on_click=lambda: self.toggle(tag.key),
        )
