"""The input focus and the keyboard: which field gets the typed text."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

from android_gym.simulator.state import Slot, State
from android_gym.simulator.ui.reveal import Reveal
from android_gym.simulator.ui.ui import Path
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.window_layout import IME_LAYER

if TYPE_CHECKING:
    from android_gym.simulator.system import System
    from android_gym.simulator.ui.editable import Editable
    from android_gym.simulator.ui.transitions import Transitions
    from android_gym.simulator.ui.window import Window

__all__ = ["EditorInfo", "InputMethod"]

_T = TypeVar("_T")


@dataclass(frozen=True)
class EditorInfo:
    """Description of the field that the keyboard types into.

    Attributes:
        input_type: See `widgets.EditText`.
        ime_action: See `widgets.EditText`.
        multi_line: Whether Enter inserts a line break.
        capital: Whether the next letter should be a capital one.
    """

    input_type: str
    ime_action: str
    multi_line: bool
    capital: bool


@dataclass(frozen=True)
class _Ime:
    """The keyboard: whether it is shown, and the field that it types into.

    The field is stored here because the keyboard is built before the windows that make room for it.
    `timer` is that of a keyboard which is about to appear, or else 0.
    """

    shown: bool = False
    editor: EditorInfo | None = None
    timer: int = 0


@dataclass(frozen=True)
class _Composing:
    """The word that the keyboard is composing, and length and cursor of the text around it."""

    word: str = ""
    length: int = 0
    selection: tuple[int, int] = (0, 0)


def _editor_info(field: Editable) -> EditorInfo:
    before = field.text[: min(field.selection)]
    line = before.rstrip(" ")
    capital = {
        "characters": True,
        "words": not before or before[-1].isspace(),
        "sentences": not line or line[-1] == "\n" or (line != before and line[-1] in ".!?"),
    }
    return EditorInfo(
        field.input_type, field.ime_action, field.multi_line, capital.get(field.capitalize, False)
    )


class _Windows(Protocol):
    """The part of the window manager that focus and keyboard need."""

    transitions: Transitions

    @property
    def keyboard_top(self) -> int | None:
        """Upper edge of the keyboard in pixels, or None while it is hidden."""

    @property
    def present(self) -> Sequence[Window]:
        """All windows, the lowest first, as of the last refresh."""

    def refresh(self) -> None:
        """Bring the windows up to date."""

    def window(self, key: Hashable) -> Window | None:
        """Find a window by its key."""

    def view(self, key: Hashable, path: Path) -> View | None:
        """Find a view by its window's key and its path."""

    def top_focusable(self) -> Window | None:
        """Return the window that gets key events."""

    def covered(self, key: Hashable) -> bool:
        """Return whether a modal window above this one takes its keys."""

    def call(
        self, package: str, function: Callable[..., _T], *arguments: Any
    ) -> _T | Literal[True]:
        """Call a function of an app."""


class InputMethod:
    """The focus and the keyboard, and which field the keyboard types into.

    Args:
        state: The root of state.
        system: The services.
        windows: The windows on screen.
        focus: Window and path of the focused view, or None.
    """

    def __init__(
        self,
        state: State,
        system: System,
        windows: _Windows,
        focus: Slot[tuple[Any, Path] | None],
    ) -> None:
        self._system = system
        self._windows = windows
        self.focus = focus
        # The focus of windows of activities that do not get keys at present.
        self._kept: Slot[tuple[tuple[Any, Path], ...]] = state.slot(
            "kept_focus", (), holds=tuple[tuple[Any, Path], ...], observable=False
        )
        self._reveal = Reveal(state)
        self._ime = state.slot("ime", _Ime(), observable=False)
        self._composing = state.slot("composing", _Composing(), observable=False)
        # A field to be focused as soon as it exists: (token, resource id, keyboard).
        self._wanted: Slot[tuple[int | str, str, bool] | None] = state.slot(
            "wanted_focus", None, holds=tuple[int | str, str, bool] | None, observable=False
        )
        # Window and path of fields that have already been offered autofocus.
        self._greeted: Slot[frozenset[Any]] = state.slot(
            "greeted", frozenset(), holds=frozenset[Any], observable=False
        )
        system.clock.handler("keyboard", self._arrived)

    def _arrived(self, _: object) -> None:
        self._ime.update(timer=0)

    @property
    def shown(self) -> bool:
        """True if the keyboard is on screen."""
        self._windows.refresh()
        ime = self._ime.get()
        return ime.shown and not ime.timer

    def focused_view(self) -> View | None:
        """Return the focused view, if its window gets keys."""
        self._windows.refresh()
        focus = self.focus.get()
        if focus is None or self._windows.covered(focus[0]):
            return None
        return self._windows.view(*focus)

    def focused_field(self) -> Editable | None:
        """Return the field that is edited, i.e. the focused one."""
        view = self.focused_view()
        return view.editor if view is not None else None

    def _present_field(self) -> Editable | None:
        """Return the field that is edited, from the present windows: nothing is laid out for it."""
        focus = self.focus.get()
        if focus is None or self._windows.covered(focus[0]):
            return None
        for window in self._windows.present:
            if window.key == focus[0]:
                view = window.root.find(focus[1])
                return view.editor if view is not None else None
        return None

    def editor(self) -> EditorInfo | None:
        """Return a description of the focused field; None if no field has the focus."""
        return self._ime.get().editor

    @property
    def composing(self) -> str:
        """The word before the cursor that is being composed; empty after other input."""
        return self._composing.get().word

    def compose(self, field: Editable, word: str) -> None:
        """Store the word before the cursor that is being composed in the focused field."""
        composing = _Composing()
        if word:
            composing = _Composing(word, len(field.text), field.selection)
        if composing != self._composing.peek():
            self._composing.set(composing)

    def _end_composing(self, field: Editable | None) -> None:
        """End composing if something else has moved the cursor or changed the text."""
        at = self._composing.peek()
        if at.word and (
            field is None or len(field.text) != at.length or field.selection != at.selection
        ):
            self._composing.set(_Composing())

    def focus_view(self, window: Window, view: View, *, keyboard: bool = True) -> None:
        """Focus a view, and show the keyboard if it can be edited."""
        before = self._present_field()
        target = (window.key, view.path)
        field = view.editor
        focus = self.focus.get()
        if focus != target:
            if focus is not None and focus[0] != window.key:
                self._keep(focus)
            self.focus.set(target)
            if before is not None and before.on_focus_change is not None:
                self._windows.call(before.ui.package, before.on_focus_change, False)
            if field is not None and field.on_focus_change is not None:
                self._windows.call(window.package, field.on_focus_change, True)
        if keyboard and field is not None and field.soft_keyboard:
            self._show_keyboard(field)

    def focus_inside(self, surface: View, path: Path | None, *, keyboard: bool = True) -> None:
        """Focus a field inside a surface, or clear its focus.

        Args:
            surface: The view that contains the field.
            path: Path of the field, which need not exist yet; or of the surface itself, to get keys
                without a keyboard; None to clear the focus.
            keyboard: Whether to show the keyboard.
        """
        window = self._windows.window(surface.ui.window)
        if path is not None and window is not None:
            view = window.root.find(path)
            if view is not None:
                self.focus_view(window, view, keyboard=keyboard)
                if view.editor is None:
                    self.hide_keyboard()
            return
        focus = self.focus.get()
        depth = len(surface.path)
        if focus is not None and focus[0] == surface.ui.window:
            if focus[1][:depth] == surface.path:
                self.hide_keyboard(drop_focus=True)

    def _focus_field(self, window: Window, field: Editable, *, keyboard: bool = True) -> None:
        view = window.root.find(field.path)
        if view is not None:
            self.focus_view(window, view, keyboard=keyboard)

    def _show_keyboard(self, field: Editable) -> None:
        ime, timer = self._ime.peek(), 0
        if self._windows.transitions.on and not ime.shown:
            delay = self._system.latency.draw("keyboard")
            timer = self._system.clock.schedule(delay, "keyboard") if delay else 0
        self._ime.update(shown=True, editor=_editor_info(field), timer=timer or ime.timer)

    def request_focus(self, token: int | str, field_id: str, *, keyboard: bool = True) -> None:
        """Focus a field of an activity, or of a system window given by its class name."""
        self._wanted.set((token, field_id, keyboard))

    def hide_keyboard(self, *, drop_focus: bool = False) -> None:
        """Hide the keyboard."""
        if self._ime.peek().timer:
            self._system.clock.cancel(self._ime.peek().timer)
        self._ime.update(shown=False, timer=0)
        if drop_focus:
            self.focus.set(None)

    def _keep(self, focus: tuple[Any, Path]) -> None:
        """Keep a window's focus for when it gets keys again."""
        if isinstance(focus[0][0], int):  # a window of the system is a new one whenever it is shown
            kept = tuple(each for each in self._kept.get() if each[0] != focus[0])
            self._kept.set((*kept, focus))

    def _drop_kept(self, gone: Callable[[Any], bool]) -> None:
        """Drop the focus of windows that are gone."""
        kept = self._kept.peek()
        left = tuple(focus for focus in kept if not gone(focus[0]))
        if len(left) < len(kept):
            self._kept.set(left)

    def _top(self) -> Window | None:
        """Return the window that gets keys, of those that are present."""
        return next((each for each in reversed(self._windows.present) if each.focusable), None)

    def _give_back(self) -> bool:
        """Focus what had the focus of the window that gets keys now. The keyboard stays hidden.

        That is what Android does for a window that asks for nothing else, which most do.
        """
        if not self._kept.get():
            return False
        windows = self._windows.present
        keys = {window.key for window in windows}
        # A dialog that is not there while its activity is has been closed.
        self._drop_kept(lambda key: (key[0], "main") in keys and key not in keys)
        if self.focus.get() is not None:
            return False
        top = self._top()
        top_key = None if top is None else top.key
        focus = next((focus for focus in self._kept.get() if focus[0] == top_key), None)
        if focus is None:
            return False
        self._drop_kept(lambda key: key == top_key)
        self.focus.set(focus)
        return True

    def _give_wanted(self) -> bool:
        """Focus the field that an activity requested, if it exists by now."""
        wanted = self._wanted.peek()
        if wanted is None:
            return False
        for window in self._windows.present:
            if window.owner == wanted[0]:
                for field in window.ui.fields:
                    if wanted[1] in (field.id, field.key):
                        self._wanted.set(None)
                        self._focus_field(window, field, keyboard=wanted[2])
                        return True
        return False

    def _keep_focus(self, focus: tuple[Any, Path]) -> bool:
        """Keep the focused view in sight, and the keyboard in line with it.

        Returns:
            False if the windows have to be laid out first.
        """
        top = self._windows.keyboard_top
        window = next((w for w in self._windows.present if w.key == focus[0]), None)
        view = window.root.find(focus[1]) if window is not None else None
        if window is None or view is None:
            if window is not None and self._reveal.lost(window, focus[1], top):
                return False
            if window is None:
                self._keep(focus)
            # On Android, too, a field that was scrolled out of a list keeps the keyboard only as
            # long as its row exists.
            self.hide_keyboard(drop_focus=True)
            self._ime.update(editor=None)
            self._end_composing(None)
            return True
        if self._ime.get().shown and self._windows.covered(focus[0]):
            # A dialog has opened above the field.
            self.hide_keyboard()
        field = view.editor
        self._ime.update(editor=_editor_info(field) if field is not None else None)
        self._end_composing(field)
        text = view.text_field
        if text is not None:
            self._reveal.show(window, text, view, top)
        return True

    def give_focus(self) -> None:
        """Focus fields that request it, drop the focus of vanished views, update the keyboard."""
        windows = self._windows.present
        focus = self.focus.get()
        if focus is None:
            self._ime.update(editor=None)
            self._end_composing(None)
        elif not self._keep_focus(focus):
            return
        if self._give_back() or self._give_wanted():
            return
        greeted = self._greeted.get()
        present = {window.key for window in windows}
        offered: set[Any] = set()
        for window in windows:
            if window.layer >= IME_LAYER:
                continue
            fields = [field for field in window.ui.fields if field.autofocus]
            names = {(window.key, field.path) for field in fields}
            offered |= names
            if fields and not names & greeted:
                self._greeted.set(greeted | names)
                self._focus_field(window, fields[0])
                return
        # A field that reappears is offered the focus again, but not one of an activity that
        # resumes.
        gone = {name for name in greeted - offered if name[0] in present or name[0][1] != "main"}
        if gone:
            self._greeted.set(greeted - gone)
        self._follow_inside()

    def _follow_inside(self) -> None:
        """Follow the focus inside of a view that takes keys; the keyboard doesn't open."""
        window = self._top()
        if window is None:
            return
        focus = self.focus.get()
        for taker, inside in window.ui.key_takers:
            path = taker.path
            if focus is None or focus[0] == window.key and focus[1][: len(path)] == path:
                view = window.root.find((*path, *inside()))
                if view is not None and focus != (window.key, view.path):
                    self.focus_view(window, view, keyboard=False)
                    if view.editor is None:
                        self.hide_keyboard()
                return

    def editor_action(self, *, key: bool = False) -> None:
        """Perform the keyboard's action key, or Enter.

        Args:
            key: Whether it is Enter, which web pages get as a key.
        """
        field = self.focused_field()
        if field is None:
            return
        act = (field.on_enter if key else None) or field.on_editor_action
        if act is not None:
            self._windows.call(field.ui.package, act)
            if field.ime_action in ("done", "search", "go", "send") and self._ime.get().shown:
                if field.ime_action != "send":
                    self.hide_keyboard()
            return
        if field.ime_action == "next" and self.focus_next():
            return
        self.hide_keyboard()

    def focus_next(self, step: int = 1) -> bool:
        """Move the focus to the next (or previous) text field of the window."""
        focus = self.focus.get()
        window = self._windows.top_focusable() if focus is None else self._windows.window(focus[0])
        if window is None:
            return False
        fields = [v for v in window.root.walk() if v.editor is not None and v.enabled]
        if not fields:
            return False
        paths = [view.path for view in fields]
        if focus is None or focus[1] not in paths:
            self.focus_view(window, fields[0])
            return True
        index = paths.index(focus[1]) + step
        if not 0 <= index < len(fields):
            return False
        self.focus_view(window, fields[index])
        return True

    def forget(self, token: int) -> None:
        """Drop the focus and related state of a finished activity."""
        focus = self.focus.get()
        if focus is not None and focus[0][0] == token:
            self.hide_keyboard(drop_focus=True)
        self._drop_kept(lambda key: key[0] == token)
        greeted = self._greeted.get()
        kept = frozenset(name for name in greeted if name[0][0] != token)
        if len(kept) < len(greeted):
            self._greeted.set(kept)
        wanted = self._wanted.get()
        if wanted is not None and wanted[0] == token:
            self._wanted.set(None)
