"""Actions of Tasks' main activity, without its views."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import ClassVar, Final
from urllib.parse import unquote

from android_gym.simulator.appkit.list_bars import toggled
from android_gym.simulator.apps.tasks_org import changes, reminders, settings
from android_gym.simulator.apps.tasks_org.listing import Listing, listing
from android_gym.simulator.apps.tasks_org.look import theme_of
from android_gym.simulator.apps.tasks_org.manifest import FRAGMENTS
from android_gym.simulator.apps.tasks_org.model import (
    ALL,
    Draft,
    Editor,
    MainState,
    Place,
    PlaceKind,
)
from android_gym.simulator.apps.tasks_org.settings import Options
from android_gym.simulator.apps.tasks_org.storage import Store
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity, Dialogs, callback
from android_gym.simulator.ui.theme import Theme

__all__ = ["Actions"]

SNACK_MS: Final = 2750
ACTION_SNACK_MS: Final = 4000
SHARED_LENGTH: Final = 100_000
"""Maximum characters of task titles shared with another app."""

MOST_FILES: Final = 50
"""Maximum attachments of a task."""

MOST_EDITORS: Final = 20
"""Maximum edit screens on the stack."""


class Actions(Activity[MainState]):
    """The main activity without its views: a list, with edit screens on top."""

    DIALOGS: ClassVar[Dialogs] = ()

    @property
    def store(self) -> Store:
        """The store of the database."""
        return Store(self.context)

    def theme(self) -> Theme:
        """Return the light or dark theme, as set."""
        return theme_of(self.context)

    @property
    def options(self) -> Options:
        """Return the user's list options."""
        return Options.of(self.context)

    @property
    def editor(self) -> Editor | None:
        """The edit screen on top; None if there is none."""
        return self.state.editors[-1] if self.state.editors else None

    # -- lifecycle

    def on_create(self) -> MainState:
        """Open the list that was open last, or the target of the intent."""
        reminders.schedule(self.context)
        state = MainState(self._first_place())
        opened = self._opened(self.intent)
        return replace(state, editors=(opened,)) if opened is not None else state

    def on_restart(self) -> None:
        """Reschedule the reminders, because a stopped app has lost its alarm."""
        reminders.schedule(self.context)

    def on_new_intent(self) -> None:
        """Open the target of a notification, a link or another app's intent."""
        opened = self._opened(self.intent)
        if opened is not None:
            self._push(opened)

    def _first_place(self) -> Place:
        last = settings.read(self.context, "open_last_viewed_list", True)
        opened = "last_viewed_list" if last else "default_list"
        kind, _, key = settings.read(self.context, opened, "").partition(":")
        store = self.store
        known: dict[PlaceKind, set[str]] = {
            "list": {named.key for named in store.lists()},
            "tag": {named.key for named in store.tags()},
            "filter": {named.key for named in store.filters()},
            "place": {named.key for named in store.places()},
            "today": {""},
            "recent": {""},
        }
        found = (each for each, keys in known.items() if each == kind and key in keys)
        return next((Place(each, key) for each in found), ALL)

    def _opened(self, intent: Intent) -> Editor | None:
        if intent.extra("new") is not None:
            title, notes = intent.get_str("title"), intent.get_str("notes")
            draft = replace(self._new_draft(), title=title[:10_000], notes=notes[:SHARED_LENGTH])
            return Editor(draft=draft, original=self._new_draft())
        task = self.store.get(intent.get_int("task"))
        if task is None:
            return None
        draft = changes.draft_of(self.store, task)
        return Editor(task.id, draft, draft)

    def on_back(self) -> bool:
        """Close what is open, then the list, then leave the app."""
        state = self.state
        if state.editors:
            self.leave_editor()
        elif state.selected:
            self.clear_selection()
        elif state.query is not None:
            self.search(None)
        elif state.place != ALL:
            self.open_place(ALL)
        else:
            return False
        return True

    # -- lists

    def listing(self) -> Listing:
        """Return the contents of the list on screen."""
        state = self.state
        place = Place("search", state.query) if state.query else state.place
        options = self.options
        folded = frozenset(key for group, key in state.folded if group == options.group)
        return listing(self.store, options, place, folded)

    def title(self) -> str:
        """Return the title of the list on screen."""
        place = self.state.place
        match place.kind:
            case "all":
                return "My Tasks"
            case "today":
                return "Today"
            case "recent":
                return "Recently modified"
            case "snoozed":
                return "Snoozed"
            case "search":
                return f"Matching '{place.key}'"
        named = {
            "list": self.store.lists,
            "tag": self.store.tags,
            "filter": self.store.filters,
            "place": self.store.places,
        }[place.kind]()
        return next((each.name for each in named if each.key == place.key), "My Tasks")

    def open_place(self, place: Place) -> None:
        """Show another list."""
        self.dismiss_dialogs()
        settings.keep(self.context, last_viewed_list=f"{place.kind}:{place.key}")
        self.update(place=place, query=None, selected=(), folded=frozenset())

    def search(self, query: str | None) -> None:
        """Search for a text; None closes the search."""
        if query is None:
            self.hide_keyboard()
        self.update(query=None if query is None else query[:500])

    def submit_search(self) -> None:
        """Show the search results as a list."""
        query = self.state.query
        self.hide_keyboard()
        if query:
            self.update(place=Place("search", query), query=None)

    def fold(self, key: int) -> None:
        """Collapse or expand a group of tasks."""
        self.update(folded=self.state.folded ^ {(self.options.group, key)})

    def toggle_setting(self, name: str, default: bool) -> None:
        """Toggle a boolean preference."""
        kept = settings.read(self.context, name, default)
        settings.keep(self.context, **{name: not kept})

    def collapse_all(self, collapsed: bool) -> None:
        """Collapse or expand the subtasks of all tasks in the list."""
        parents = [
            row[0]
            for row in self.store.database.query(
                "SELECT DISTINCT parent FROM tasks WHERE parent > 0 AND deleted = 0"
            )
        ]
        self.store.change(parents, collapsed=int(collapsed))

    def clear_completed(self) -> None:
        """Delete the completed tasks of the list."""
        store = self.store
        done = {
            row[0]
            for row in store.database.query(
                "SELECT _id FROM tasks WHERE completed > 0 AND deleted = 0"
            )
        }
        number = changes.delete(self.context, [n for n in self.listing().ids() if n in done])
        self.toast(f"{number} deleted", long=True)

    def shared_text(self, tasks: tuple[int, ...]) -> str:
        """Return the tasks' titles, one per line, for sharing."""
        lines, length = [], 0
        for number in tasks:
            task = self.store.get(number)
            if task is not None and length < SHARED_LENGTH:
                lines.append(("☑ " if task.completed_ms else "☐ ") + task.title)
                length += len(task.title)
        return "\n".join(lines)

    # -- tasks

    def complete(self, task: int, done: bool) -> None:
        """Check or uncheck a task as completed."""
        before = self.store.get(task)
        if before is None:
            return
        words, marked = changes.complete(self.context, (task,), done)
        if done:
            self.show_snackbar(
                words,
                action="Undo",
                method="undo_completion",
                arguments=(task, marked, before.due_ms, before.hide_ms, before.recurrence),
                duration_ms=ACTION_SNACK_MS,
                bottom=0 if self.editor else 56,
            )
        else:
            self.hide_snackbar()

    @callback
    def undo_completion(
        self, task: int, marked: tuple[int, ...], due_ms: int, hide_ms: int, recurrence: str
    ) -> None:
        """Undo the completion of a task and of those below it that were open."""
        now = self.context.system.clock.now_ms()
        self.store.change(marked, completed=0, modified=now)
        self.store.change((task,), dueDate=due_ms, hideUntil=hide_ms, recurrence=recurrence or None)
        reminders.schedule(self.context)

    def toggle_selected(self, task: int) -> None:
        """Select or deselect a task."""
        self.update(selected=toggled(self.state.selected, task))

    def clear_selection(self) -> None:
        """Clear the selection."""
        self.update(selected=())

    def select_all(self) -> None:
        """Select all tasks of the list."""
        self.update(selected=tuple(self.listing().ids()))

    def delete_selected(self) -> None:
        """Delete the selected tasks."""
        number = changes.delete(self.context, self.state.selected)
        self.clear_selection()
        self.show_snackbar(f"{number} deleted", duration_ms=SNACK_MS, bottom=56)

    def copy_selected(self) -> None:
        """Copy the selected tasks."""
        number = changes.copy(self.context, self.state.selected)
        self.clear_selection()
        self.show_snackbar(f"{number} copied", duration_ms=SNACK_MS, bottom=56)

    def set_priority(self, tasks: tuple[int, ...], importance: int) -> None:
        """Set the priority of tasks."""
        now = self.context.system.clock.now_ms()
        self.store.change(tasks, importance=importance, modified=now)
        self.clear_selection()

    def move(self, tasks: tuple[int, ...], key: str) -> None:
        """Move tasks to a list."""
        for task in self.store.family(tasks):
            self.store.set_list(task, key)
        self.clear_selection()

    # -- the edit screen

    def _new_draft(self, parent: int = 0) -> Draft:
        store, place = self.store, self.state.place
        key = place.key if place.kind == "list" else ""
        if parent:
            key = store.list_of(parent)
        tags = (place.key,) if place.kind == "tag" else ()
        return changes.new_draft(self.context, key or store.default_list().key, tags)

    def new_task(self, parent: int = 0) -> None:
        """Open the edit screen for a new task."""
        draft = self._new_draft(parent)
        self._push(Editor(draft=draft, original=draft, parent=parent))
        self.show_keyboard("title")

    def edit(self, task: int) -> None:
        """Open the edit screen of a task."""
        found = self.store.get(task)
        if found is None:
            return
        self.store.default_list()
        draft = changes.draft_of(self.store, found)
        self._push(Editor(task, draft, draft))

    def _push(self, editor: Editor) -> None:
        self.hide_keyboard()
        self.hide_snackbar()
        editors = (*self.state.editors, editor)[-MOST_EDITORS:]
        self.update(editors=editors, selected=())

    def change_draft(self, draft: Draft) -> None:
        """Replace the draft of the edit screen."""
        editor = self.editor
        if editor is not None:
            self.update(editors=(*self.state.editors[:-1], replace(editor, draft=draft)))

    def save(self) -> None:
        """Save the edited task and close the edit screen."""
        editor = self.editor
        if editor is not None and (not editor.task or editor.changed):
            changes.save(self.context, editor)
        self.close_editor()

    def leave_editor(self) -> None:
        """Close the edit screen; save changes or ask to discard them, depending on the settings."""
        editor = self.editor
        if editor is None or not editor.changed:
            self.close_editor()
        elif settings.read(self.context, "back_button_saves_task", False):
            self.save()
        else:
            self.ask_to_discard()

    def discard(self) -> None:
        """Close the edit screen, asking before changes are discarded (used if BACK saves)."""
        editor = self.editor
        if editor is not None and editor.changed:
            self.ask_to_discard()
        else:
            self.close_editor()

    def ask_to_discard(self) -> None:
        """Ask before discarding changes."""
        raise NotImplementedError

    def ask_to_move(self, tasks: tuple[int, ...]) -> None:
        """Ask for the list to move tasks to."""
        raise NotImplementedError

    def close_editor(self) -> None:
        """Close the edit screen."""
        self.hide_keyboard()
        self.dismiss_dialogs()
        self.update(editors=self.state.editors[:-1])

    def delete_task(self) -> None:
        """Delete the edited task and close the edit screen."""
        editor = self.editor
        if editor is not None and editor.task:
            changes.delete(self.context, (editor.task,))
        self.close_editor()

    def tick_edited(self) -> None:
        """Save and complete the edited task, and close the edit screen."""
        editor = self.editor
        if editor is None or not editor.task:
            return
        task = self.store.get(editor.task)
        if editor.changed:
            changes.save(self.context, editor)
        self.close_editor()
        if task is not None:
            self.complete(task.id, not task.completed_ms)

    def set_recurrence(self, rule: str) -> None:
        """Set the recurrence of the edited task, adding a due date if it has none."""
        editor = self.editor
        if editor is None:
            return
        draft = replace(editor.draft, recurrence=rule)
        if rule and not draft.due_ms:
            today = self.context.system.clock.today()
            draft = changes.rescheduled(draft, changes.due_of(self.context, today, -1))
        self.change_draft(draft)

    def open_custom_recurrence(self) -> None:
        """Open the screen for a custom recurrence rule."""
        editor = self.editor
        rule = editor.draft.recurrence if editor is not None else ""
        self.start_activity(
            "org.tasks.repeats.CustomRecurrenceActivity", request="recurrence", rule=rule
        )

    def choose_tags(self, tasks: tuple[int, ...] = ()) -> None:
        """Open the tag picker for the edited task, or for selected tasks."""
        editor = self.editor
        if editor is not None:
            chosen = editor.draft.tags
        else:
            chosen = tuple(dict.fromkeys(tag for task in tasks for tag in self.store.tags_of(task)))
        self.start_activity("org.tasks.tags.TagPickerActivity", request="tags", selected=chosen)

    def choose_file(self) -> None:
        """Open the file picker for an attachment of the edited task."""
        wanted = Intent(
            "android.intent.action.OPEN_DOCUMENT",
            type="*/*",
            categories=("android.intent.category.OPENABLE",),
        )
        self.start_activity(wanted, request="file")

    def _attach(self, uri: str) -> None:
        editor = self.editor
        if editor is not None and uri and len(editor.draft.files) < MOST_FILES:
            name = unquote(uri).rpartition("/")[2][-200:]
            files = (*editor.draft.files, (name, uri))
            self.change_draft(replace(editor.draft, files=files))

    def turn_timer(self) -> None:
        """Start or stop the timer of the edited task."""
        editor, now = self.editor, self.context.system.clock.now_ms()
        if editor is None:
            return
        draft = editor.draft
        if draft.timer_ms:
            spent = draft.spent + max(0, now - draft.timer_ms) // 1000
            self.change_draft(replace(draft, spent=spent, timer_ms=0))
        else:
            self.change_draft(replace(draft, timer_ms=now))

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Apply the chosen tags, rule or file."""
        if code != RESULT_OK or data is None:
            return
        if request == "file":
            self._attach(data.data or "")
            return
        if request == "recurrence":
            self.set_recurrence(data.get_str("rule"))
            return
        tags, editor = data.get_strs("selected"), self.editor
        if editor is not None:
            self.change_draft(replace(editor.draft, tags=tags))
            return
        for task in self.state.selected:
            self.store.set_tags(task, tags)
        self.clear_selection()

    def hide_hint(self) -> None:
        """Dismiss the hint about too many fields for good."""
        settings.keep(self.context, shown_beast_mode_hint=True)

    def open_page(self, name: str) -> None:
        """Open a settings page."""
        self.start_activity(f"{FRAGMENTS}.{name}")
