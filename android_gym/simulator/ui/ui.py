"""Context shared by the views of one window: theme, density, and the state kept for its views."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, TypeAlias

from immutables import Map

from android_gym.simulator.ui.geometry import Rect
from android_gym.simulator.ui.options import Insets

if TYPE_CHECKING:
    from android_gym.simulator.state import Observation, Slot, State
    from android_gym.simulator.system.words import Words
    from android_gym.simulator.ui.activity import Overlay
    from android_gym.simulator.ui.editable import Editable
    from android_gym.simulator.ui.theme import Theme
    from android_gym.simulator.ui.view import View
    from android_gym.simulator.ui.windows import WindowManager

__all__ = ["Kept", "Path", "Ui"]

Path = tuple[Hashable, ...]
"""Keys from the root of a window's views down to one of them."""

Kept: TypeAlias = tuple[str, Any]
"""Class name and state of a view."""

_NOTHING: Map[Path, Kept] = Map()


class Ui:
    """Access to state, theme and window for the views of one window.

    Args:
        window: Key of the window, under which the states of its views are stored.
        package: Package that the views' resource ids belong to.
        theme: Colours and text styles.
        density: Pixels per dp.
        font_scale: Additional factor for text sizes.
        state: The root of state, for dependencies.
        states: Slot with the states of all views, by window and by path.
        focus: Slot with the (window, path) of the focused view, or None.
        windows: The window manager.
        mirrored: Whether the layout runs from right to left.
        words: The app's texts in the phone's language; None for English.

    Attributes:
        popups: Windows that views have opened themselves (menus, dropdown lists); views add theirs
            when they are attached.
        back: Handlers of BACK, called before the activity's, the last one first; a handler returns
            True if it used the key. Views add theirs when they are attached.
        fields: The editable views of the window.
        key_takers: Views that get keys while nothing else has the focus, with functions that return
            the path from them to what has the focus inside.
        seen: Everything that the window's views have read since they were attached; None before
            that.
        written: Views whose stored state, and perhaps the view itself, has changed since they were
            attached.
        moved: Views whose scroll position was changed since the window was laid out; the value is
            True if the view hasn't been laid out since.
        scrolled: The scroll positions that the window is laid out with, or will be once `moved` is
            laid out; None if unknown.
        mirrored: Whether the layout runs from right to left (see `ui.direction`).
        words: The app's texts in the phone's language; None for English.
    """

    __slots__ = (
        "_state",
        "_states",
        "back",
        "density",
        "fields",
        "focus",
        "font_scale",
        "key_takers",
        "mirrored",
        "moved",
        "package",
        "popups",
        "scrolled",
        "seen",
        "size",
        "theme",
        "window",
        "windows",
        "words",
        "written",
    )

    def __init__(
        self,
        window: tuple[Hashable, Hashable],
        package: str,
        theme: Theme,
        density: float,
        font_scale: float,
        state: State,
        states: Slot[Map[tuple[Hashable, Hashable], Map[Path, Kept]]],
        focus: Slot[tuple[Any, Path] | None],
        windows: WindowManager,
        mirrored: bool = False,
        words: Words | None = None,
    ) -> None:
        self.window = window
        self.package = package
        self.theme = theme
        self.density = density
        self.font_scale = font_scale
        self.size = (0, 0)
        self._state = state
        self._states = states
        self.focus = focus
        self.windows = windows
        self.popups: list[Overlay] = []
        self.back: list[Callable[[], bool]] = []
        self.fields: list[Editable] = []
        self.key_takers: list[tuple[View, Callable[[], Path]]] = []
        self.seen: Observation | None = None
        self.written: list[View] = []
        self.moved: dict[View, bool] = {}
        self.scrolled: Observation | None = None
        self.mirrored = mirrored
        self.words = words

    def px(self, dp: float) -> int:
        """Convert dp to whole pixels, rounding as Android's getDimensionPixelSize does."""
        size = int(dp * self.density + 0.5) if dp >= 0 else -int(-dp * self.density + 0.5)
        return size or (1 if dp > 0 else 0)

    def insets(self, value: Insets) -> Rect:
        """Convert insets in dp (all, (horizontal, vertical) or four) to pixels."""
        if not value:
            return (0, 0, 0, 0)
        if isinstance(value, tuple):
            if len(value) == 2:
                h, v = self.px(value[0]), self.px(value[1])
                return h, v, h, v
            left, top, right, bottom = value
            return self.px(left), self.px(top), self.px(right), self.px(bottom)
        each = self.px(value)
        return each, each, each, each

    def color(self, value: str | int) -> int:
        """Resolve a colour to ARGB."""
        return value if isinstance(value, int) else self.theme.resolve(value)

    def read(self, view: View, default: Any = None) -> Any:
        """Return the state stored under the view's path."""
        self._state.depend(("views", self.window), self._kept)
        return self.offset(view, default)

    def _kept(self) -> Map[Path, Kept] | None:
        """Return the stored states of all views of the window."""
        return self._states.peek().get(self.window)

    def write(self, view: View, value: Any) -> None:
        """Replace the state stored under the view's path."""
        self._keep(view, value)
        # The view may have changed itself, so it may no longer be the view that was built. That is
        # so even if the value was stored before: an app that sets a field's text stores nothing.
        self.written.append(view)
        self._state.touch(("views", self.window), observable=False)

    def offset(self, view: View, default: Any = 0) -> Any:
        """Return the scroll position stored under the view's path; for `View.layout` only."""
        return self.offset_at(view.path, type(view), default)

    def offset_at(self, path: Path, kind: type[View], default: Any) -> Any:
        """Return what a view of this class has stored under a path, even if it isn't attached."""
        states = self._states.peek().get(self.window)
        kept = None if states is None else states.get(path)
        # Where a screen has changed, a view of another class may have been there.
        return default if kept is None or kept[0] != kind.__name__ else kept[1]

    def set_offset(self, view: View, value: Any, *, laid_out: bool = False) -> None:
        """Replace a scroll position; the window keeps its views, and only has to be laid out again.

        Args:
            view: The view that scrolls.
            value: Its new position.
            laid_out: Whether the view has already laid itself out there.
        """
        if self._keep(view, value):
            if self.scrolled is not None and self.scrolled.changed():
                self.scrolled = None  # others have moved, too, e.g. by restoring a snapshot
            self.moved[view] = not laid_out
            self._state.touch(("scroll", self.window), observable=False)
            if self.scrolled is not None:
                self.scrolled.renew()
        elif laid_out and view in self.moved:
            self.moved[view] = False

    def attach_again(self, root: View) -> bool:
        """Attach only the views that changed since the whole tree was attached.

        These are text fields whose text or focus has changed; no other change can be traced to
        views.

        Args:
            root: Root view of the window; it has to be laid out afterwards.

        Returns:
            False if that isn't known to be enough, so that all views have to be attached.
        """
        paths = self._changed_paths()
        if self.seen is None or paths is None or self.popups or self.back:
            return False
        found = [view for path in paths if (view := root.find(path)) is not None]
        changed = [*self.written, *(view for view in found if not view.SCROLLS_IN_PLACE)]
        due = dict.fromkeys(view.attached_with for view in changed)
        if not all(view.ATTACHES_AGAIN for view in due):
            return False
        fields, self.fields = self.fields, []
        with self._state.observe(self.seen):
            for view in due:
                view.attach(self, view.parent, view.path[-1])
                view.request_layout()
        self.fields = fields
        if self.popups or self.back:
            return False
        self.seen.renew()
        self.written.clear()
        return True

    def _changed_paths(self) -> list[Path] | None:
        """Return the paths of views whose state or focus has changed; None if anything else has."""
        moves = None if self.seen is None else self.seen.moves()
        if moves is None:
            return None
        paths: list[Path] = []
        kept = self._state.key(("views", self.window))
        for source, then, now in moves:
            if source is self.focus:
                paths += [focus[1] for focus in (then, now) if focus and focus[0] == self.window]
            elif source is kept:
                before, after = then or _NOTHING, now or _NOTHING
                both = dict.fromkeys([*before, *after])
                paths += [path for path in both if before.get(path) != after.get(path)]
            else:
                return None
        return paths

    def note_scrolled(self) -> None:
        """Record that the window is laid out at its current scroll positions."""
        self.moved = {}
        with self._state.observe() as self.scrolled:
            self._state.depend(("scroll", self.window))

    def lay_out_moved(self) -> bool:
        """Lay out scrolled views in place; return False if the whole window has to be laid out."""
        if self.scrolled is None or self.scrolled.changed() or self.mirrored:
            return False
        if not self.moved or not all(view.SCROLLS_IN_PLACE for view in self.moved):
            return False
        due = [view for view, is_due in self.moved.items() if is_due]
        for view in due:
            if not any(above in due for above in view.above()):
                view.layout(*view.bounds)
        return True

    def _keep(self, view: View, value: Any) -> bool:
        windows = self._states.peek()
        states = windows.get(self.window, _NOTHING)
        kept = (type(view).__name__, value)
        if states.get(view.path) == kept:
            return False
        self._states.set(windows.set(self.window, states.set(view.path, kept)))
        return True

    def observe(self) -> AbstractContextManager[Observation]:
        """Record the reads of a row that is built after the window was laid out."""
        return self._state.observe(self.seen)

    def focused(self, view: View) -> bool:
        """Return True if the view has the input focus."""
        focus = self.focus.get()
        return focus is not None and focus[0] == self.window and focus[1] == view.path
