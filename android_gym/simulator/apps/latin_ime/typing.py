"""Actions of the keys: type, delete, shift, move the cursor, correct, suggest."""

from __future__ import annotations

from functools import partial
from typing import Final

from android_gym.simulator.appkit.input_methods import InputMethodWindow
from android_gym.simulator.apps.latin_ime.model import Alternates, KeyboardState, Layer, Touched
from android_gym.simulator.apps.latin_ime.words import correction, word_before
from android_gym.simulator.state import Slot
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Context
from android_gym.simulator.ui.editable import Editable
from android_gym.simulator.ui.touches import Touch
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.windows import EditorInfo

__all__ = ["ALTERNATE_DP", "Typist"]

DOUBLE_SPACE_MS: Final = 1100
DOUBLE_SHIFT_MS: Final = 300
REPEAT_MS: Final = 50
SLIDE_DP: Final = 9
"""Distance in dp of a slide on the space bar per character of cursor movement."""

ALTERNATE_DP: Final = 40
"""Width in dp of an alternate character."""

_ENDS: Final = ".,!?;:)"
"""Characters that directly follow a word."""

_REPEAT: Final = "key_repeat"


class Typist(InputMethodWindow[KeyboardState]):
    """The keyboard window's typing logic; `screens.Keyboard` adds its views."""

    def __init__(self, context: Context, slot: Slot[KeyboardState]) -> None:
        super().__init__(context, slot)
        context.system.clock.handler(_REPEAT, self._repeat)

    @property
    def touched(self) -> Slot[Touched]:
        """Touch state that affects the next touch."""
        return self.context.memory_of(Touched)

    def _note(self, **changes: object) -> None:
        self.touched.update(**changes)

    def _field(self) -> Editable | None:
        return self.context.windows.focused_field()

    def _is_on(self, setting: str, *, default: bool = True) -> bool:
        value = self.context.system.settings.get("system", setting)
        return default if value is None else value != "0"

    # -- characters

    def type(self, text: str) -> None:
        """Type a character, as by a tap on its key."""
        if self.state.layer == "emoji_search":
            self.update(query=self.state.query + text)
        else:
            self.put(text)

    def put(self, text: str) -> None:
        """Put a character into the field, whatever the current layer is for."""
        field = self._field()
        if field is None:
            return
        plain = field.input_type == "text"
        if plain and text in _ENDS and self.touched.peek().spaced:
            self._back_over_space(field)
        if plain and (text == " " or text in _ENDS) and self._is_on("auto_replace", default=False):
            self._correct(field)
        if not (plain and text == " " and self._full_stop(field)):
            field.insert(text)
        self._after(field)
        if self.touched.peek().spaced:
            self._note(spaced=False)
        state = self.state
        if state.shift in ("on", "off"):
            self.update(shift="auto")
            self._note(shift_ms=-DOUBLE_SHIFT_MS - 1)
        if text == " " and state.layer in ("symbols", "more"):
            self.update(layer="letters")

    def _after(self, field: Editable) -> None:
        """Make the word before the cursor the composing word."""
        word = ""
        if field.input_type == "text" and len(set(field.selection)) == 1:
            word = word_before(field.text, field.selection[1])
        self.context.windows.input_method.compose(field, word)

    def space(self) -> None:
        """Type a space; a second one soon after turns both into a full stop and a space."""
        self.type(" ")
        self._note(space_ms=self.context.windows.now_ms)

    def _full_stop(self, field: Editable) -> bool:
        start, end = field.selection
        before = field.text[:start]
        late = self.context.windows.now_ms - self.touched.peek().space_ms > DOUBLE_SPACE_MS
        if late or start != end or before[-1:] != " " or not before[-2:-1].isalnum():
            return False
        if not self._is_on("auto_punctuate"):
            return False
        field.select(start - 1, start)
        if field.insert(". "):
            self._note(space_ms=-DOUBLE_SPACE_MS)
            return True
        field.select(start, start)
        return False

    @staticmethod
    def _back_over_space(field: Editable) -> None:
        start, end = field.selection
        if start == end and field.text[:start].endswith(" "):
            field.delete()

    def _correct(self, field: Editable) -> None:
        word = self.context.windows.input_method.composing
        better = correction(word) if word else word
        if better != word:
            self._replace(field, word, better)

    @staticmethod
    def _replace(field: Editable, word: str, by: str) -> None:
        end = field.selection[1]
        field.select(end - len(word), end)
        field.insert(by)

    def suggest(self, text: str) -> None:
        """Replace the composing word with a suggestion and a space."""
        field, word = self._field(), self.context.windows.input_method.composing
        if field is not None and word:
            self._replace(field, word, text + " ")
            self.context.windows.input_method.compose(field, "")
            self._note(spaced=True)
        if self.state.shift in ("on", "off"):
            self.update(shift="auto")

    def paste(self) -> None:
        """Type the clipboard's text."""
        field = self._field()
        if field is not None:
            field.insert(self.context.system.clipboard.text)
        self.update(layer="letters")

    def delete(self) -> None:
        """Delete the selection, or the character before the cursor."""
        if self.state.layer == "emoji_search":
            self.update(query=self.state.query[:-1])
            return
        field = self._field()
        if field is not None:
            field.delete()
            self._after(field)

    def enter(self, editor: EditorInfo) -> None:
        """Type a line break, or perform the field's IME action."""
        if editor.multi_line:
            self.type("\n")
        else:
            self.context.windows.input_method.editor_action()

    # -- layers and shift

    def show(self, layer: Layer) -> None:
        """Switch to another layer."""
        self.update(layer=layer, query="")

    def upper(self, editor: EditorInfo) -> bool:
        """Return whether letters are typed in upper case."""
        shift = self.state.shift
        if shift != "auto":
            return shift != "off"
        return editor.capital and self._is_on("auto_caps")

    def shift(self, upper: bool) -> None:
        """Switch to upper or lower case; a double tap locks upper case."""
        now = self.context.windows.now_ms
        if self.state.shift == "lock":
            self.update(shift="off")
        elif now - self.touched.peek().shift_ms <= DOUBLE_SHIFT_MS:
            self.update(shift="lock")
            now = -DOUBLE_SHIFT_MS - 1
        else:
            self.update(shift="off" if upper else "on")
        self._note(shift_ms=now)

    # -- long presses, and slides on the space bar

    def hold_delete(self) -> None:
        """Delete repeatedly until the finger is lifted."""
        self.delete()
        self.context.system.clock.schedule(REPEAT_MS, _REPEAT)

    def _repeat(self, _: object) -> None:
        gesture = self.context.windows.touches.peek().gesture
        held = gesture is not None and gesture.mode == "view" and gesture.path is not None
        view = self.context.windows.view(gesture.window, gesture.path or ()) if gesture else None
        if held and view is not None and view.id == "key_pos_del":
            self.hold_delete()

    def hold(self, key: str, texts: tuple[str, ...]) -> None:
        """Show the alternates over a held key."""
        view = self._view(key)
        if view is None:
            return
        left, top, right, bottom = view.frame_on_screen
        windows = self.context.windows
        width, cell = windows.size[0], round(ALTERNATE_DP * windows.density)
        whole, margin = cell * len(texts), round(4 * windows.density)
        start = min(max(margin, (left + right - cell) // 2), width - margin - whole)
        box = (start, top, start + whole, bottom)
        self._note(alternates=Alternates(key, texts, self._nearest(box, texts, left, right), box))

    @staticmethod
    def _nearest(box: tuple[int, ...], texts: tuple[str, ...], left: int, right: int) -> int:
        """Return the index of the alternate over the key's middle: the first, if there is room."""
        cell = (box[2] - box[0]) // len(texts)
        return max(0, min(len(texts) - 1, ((left + right) // 2 - box[0]) // cell))

    def _view(self, id: str) -> View | None:
        for window in self.context.windows.present:
            if window.kind == "input_method":
                return next((view for view in window.root.walk() if view.id == id), None)
        return None

    def follow(self, event: Touch) -> None:
        """Choose an alternate with the finger, and type it when the finger is lifted."""
        alternates = self.touched.peek().alternates
        if alternates is None:
            return
        view = self._view(alternates.key)
        if event.action == "move" and view is not None:
            left, _, right, _ = alternates.box
            cell = (right - left) / len(alternates.texts)
            x = event.x - view.bounds[0] + view.frame_on_screen[0]
            chosen = max(0, min(len(alternates.texts) - 1, int((x - left) // cell)))
            if abs(event.x - event.start_x) > cell / 4 and chosen != alternates.chosen:
                changed = Alternates(alternates.key, alternates.texts, chosen, alternates.box)
                self._note(alternates=changed)
        elif event.action in ("up", "cancel"):
            self._note(alternates=None)
            if event.action == "up":
                self.type(alternates.texts[alternates.chosen])

    def slide(self, event: Touch) -> None:
        """Move the cursor by a slide on the space bar."""
        if event.action == "down":
            self._note(slide=0)
            return
        step = SLIDE_DP * self.context.windows.density
        steps = int((event.x - event.start_x) / step)
        by = steps - self.touched.peek().slide
        field = self._field()
        if by and field is not None and event.action == "move":
            at = max(0, min(len(field.text), field.selection[1] + by))
            field.select(at, at)
            self._note(slide=steps)

    # -- the toolbar

    def open_settings(self) -> None:
        """Open the on-screen keyboard settings."""
        self.context.windows.hide_keyboard()
        self.context.system.activities.start(Intent("android.settings.INPUT_METHOD_SETTINGS"))

    def tell(self, text: str) -> partial[None]:
        """Return a callback that shows a toast why a key does nothing."""
        return partial(self.context.toast, text)
