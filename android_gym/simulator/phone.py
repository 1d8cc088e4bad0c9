"""`Phone`: the parts wired together, and everything that can be done to a phone from outside."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from android_gym.accessibility import UIElement
from android_gym.checks import shown
from android_gym.errors import OptionError
from android_gym.simulator.apps import discover
from android_gym.simulator.readings import Readings
from android_gym.simulator.state import Snapshot, State
from android_gym.simulator.system import System
from android_gym.simulator.system.builds import ANDROID_13, Build
from android_gym.simulator.system.keycodes import KEY_OF_EVDEV
from android_gym.simulator.system.packages import Apk, Manifest, Version
from android_gym.simulator.ui import nodes
from android_gym.simulator.ui.gestures import GestureDetector
from android_gym.simulator.ui.host import AppHost
from android_gym.simulator.ui.keys import KeyDispatcher
from android_gym.simulator.ui.windows import WindowManager

if TYPE_CHECKING:
    import numpy as np

    from android_gym.simulator.shell import Shell, ShellResult
    from android_gym.simulator.shell.command import Invocation
    from android_gym.simulator.ui.renderer import Renderer
    from android_gym.simulator.ui.view import DisplayItem

__all__ = ["Phone"]

_T = TypeVar("_T")

TAP_MS = 50
"""Time between down and up of an injected tap."""

SWIPE_EVENT_MS = 8
"""Injected swipes move the finger this often, up to `SWIPE_EVENTS` times."""

SWIPE_EVENTS = 12

MOST_PIXELS = 8192
"""Width and height of screens and frames at most."""

MOST_CRASHES = 8
"""Most apps that may crash while the screen is looked at once."""

_MOST_JOINS = 64
"""Screens whose elements are kept."""

_MOST_SIZES = 8
_MOST_KEPT_PIXELS = 1 << 25
"""Sizes of frames that are kept up to date, and their pixels together; the last asked for first."""

_images: dict[tuple[Any, ...], Snapshot] = {}


class Phone:
    """An Android 13 phone in Python.

    Time stands still between calls; see `advance`. Two phones that get the same calls are the same
    to the last byte.

    Args:
        width: Pixels of the screen in portrait.
        height: Pixels of the screen in portrait.
        density_dpi: Pixels per inch; 160 makes 1 dp 1 pixel.
        manifests: The apps; by default every app that ships with the package.
        build: The build of Android that it says it runs.

    Attributes:
        state: The root of state.
        system: The services.
        windows: The window manager.
        gestures: Turns touches into gestures.
        keys: Gives key events to whom they concern.
        host: Runs the apps' code.
        pass_time: How `advance` lets time pass: at once, or when real time has passed.
        java_programs: What ``app_process`` runs, by the name of the class: a function of the
            command and its arguments, which returns the exit code. There are none but where the
            phone is served, because nobody could reach them.
    """

    def __init__(
        self,
        width: int = 1080,
        height: int = 2400,
        density_dpi: int = 420,
        manifests: tuple[Manifest, ...] | None = None,
        build: Build = ANDROID_13,
    ) -> None:
        for name, value, least, most in (
            ("width", width, 200, MOST_PIXELS),
            ("height", height, 200, MOST_PIXELS),
            ("density_dpi", density_dpi, 72, 1000),
        ):
            _check_whole(name, value, least, most)
        apps = discover() if manifests is None else manifests
        self.state = State()
        self.system = System(
            self.state, apps, width=width, height=height, density_dpi=density_dpi, build=build
        )
        self.host = AppHost(self.state, self.system)
        self.windows = WindowManager(self.state, self.system, self.host)
        self.gestures = GestureDetector(self.system, self.windows)
        self.keys = KeyDispatcher(self.state, self.system, self.windows)
        self.pass_time: Callable[[int], None] = self.system.clock.advance
        self.java_programs: dict[str, Callable[[Invocation, list[str]], int]] = {}
        self.keys.take_screenshot = self.take_screenshot
        self.system.input_devices.on_touch = self.touches
        self.system.input_devices.on_key = self._hardware_key
        self._renderers: dict[tuple[tuple[int, int], tuple[int, int]], Renderer] = {}
        # By the size of frames: the last frame, and what its renderer has painted last, each with
        # the screen's revision.
        self._frames: dict[tuple[int, int], tuple[int, Any]] = {}
        self._painted: dict[tuple[int, int], int] = {}
        self._elements: tuple[int, tuple[UIElement, ...]] | None = None
        self._joins: dict[
            tuple[int, ...], tuple[tuple[list[UIElement], ...], tuple[UIElement, ...]]
        ] = {}
        self._readings = Readings(self.state)
        self.host.wire(apps, self.windows)
        self._boot((width, height, density_dpi, apps, build))

    def _boot(self, image: tuple[Any, ...]) -> None:
        """Bring up the installed image: made once in a process, then only restored."""
        known = _images.get(image)
        if known is not None:
            self.state.restore(known)
            return
        for package in self.system.packages.names:
            self.host.prepare(package)  # an image that can't be made is no phone
        self.system.activities.home()
        _images[image] = self.state.snapshot()

    def prepare(self, package: str, *, cleared: bool = False) -> None:
        """Make an app's private directories and lay down its first data."""
        with self.host.process(package, "install"):
            self.host.prepare(package, cleared=cleared)

    def add_package(
        self,
        package: str | Apk,
        *,
        version: Version | None = None,
        installer: str = "",
        data: bytes | None = None,
    ) -> None:
        """Install a package; see `AppHost.add_package`."""
        self.host.add_package(package, version=version, installer=installer, data=data)

    def clear(self, package: str) -> None:
        """Delete an app's data, as ``pm clear`` does."""
        self.host.clear(package)

    # -- input

    def touch(self, x: float, y: float, down: bool, pointer: int = 0) -> None:
        """Take a touch event.

        Args:
            x: Pixels from the left edge of the screen as it is rotated. A finger that goes down
                off the screen touches nothing until it leaves, as on Android.
            y: Pixels from the top edge.
            down: True while the finger is on the glass.
            pointer: Number of the finger; ten at most are followed.

        Raises:
            OptionError: If a coordinate is not finite.
        """
        if not (math.isfinite(x) and math.isfinite(y)):
            raise OptionError(f"A touch must be at finite coordinates, got ({x}, {y}).")
        self.windows.refresh()
        self.gestures.touch(x, y, down, pointer)

    def touches(self, touches: Sequence[tuple[float, float, bool, int]]) -> None:
        """Take touch events of several fingers that happen at the same moment.

        Args:
            touches: (x, y, down, pointer) of each finger, as for `touch`.

        Raises:
            OptionError: If a coordinate is not finite.
        """
        for x, y, _, _ in touches:
            if not (math.isfinite(x) and math.isfinite(y)):
                raise OptionError(f"A touch must be at finite coordinates, got ({x}, {y}).")
        self.windows.refresh()
        self.gestures.touches(touches)

    def tap(self, x: float, y: float) -> None:
        """Taps, taking `TAP_MS`."""
        self.touch(x, y, True)
        self.advance(TAP_MS)
        self.touch(x, y, False)

    def swipe(self, x1: float, y1: float, x2: float, y2: float, duration_ms: int = 300) -> None:
        """Move a finger in a straight line at constant speed; in place, it is a long press."""
        self.touch(x1, y1, True)
        events = max(1, min(SWIPE_EVENTS, duration_ms // SWIPE_EVENT_MS))
        passed = 0
        for event in range(1, events + 1):
            until = duration_ms * event // events
            self.advance(until - passed)
            passed = until
            part = event / events
            self.touch(x1 + (x2 - x1) * part, y1 + (y2 - y1) * part, True)
        self.touch(x2, y2, False)

    def type_text(self, text: str) -> None:
        """Type into the focused field; without one the text is lost, as on Android."""
        self.windows.refresh()
        self.keys.type_text(text)

    def press_key(self, code: int) -> None:
        """Press and release a key by its code (see `system.keycodes`)."""
        self.windows.refresh()
        self.keys.press(code)

    def _hardware_key(self, code: int, down: bool) -> None:
        """Take a key of the keyboard by Linux's number."""
        key = KEY_OF_EVDEV.get(code)
        if key is not None:
            self.windows.refresh()
            (self.keys.down if down else self.keys.up)(key)

    def advance(self, duration_ms: int) -> None:
        """Let virtual time pass."""
        self.pass_time(duration_ms)

    # -- output

    @property
    def revision(self) -> int:
        """Number that moves whenever something that adb can read has changed."""
        return self.state.revision

    @property
    def screen_revision(self) -> int:
        """Number that moves whenever the screen or its tree may have changed."""
        self.windows.refresh()
        return self.windows.screen_revision

    @property
    def screen(self) -> tuple[int, int, int, int]:
        """Bounds of the screen as it is rotated."""
        return (0, 0, *self.windows.size)

    def screenshot(self, width: int | None = None, height: int | None = None) -> np.ndarray:
        """Draw the screen.

        Args:
            width: Pixels; by default those of the screen as it is rotated.
            height: Pixels.

        Returns:
            RGB, uint8, shape (height, width, 3), read-only. The same object again where nothing
            has changed.

        Raises:
            OptionError: If a size is not a whole number of 1 to 8192 pixels.
        """
        return self._look(lambda: self._screenshot(width, height))

    def copy_screenshot(self, width: int | None = None, height: int | None = None) -> np.ndarray:
        """Draw the screen as `screenshot` does, into a new array that is the caller's own."""
        return self._look(lambda: self._copy_screenshot(width, height))

    def _copy_screenshot(self, width: int | None, height: int | None) -> np.ndarray:
        full = self.windows.size
        size = self._frame_size(width, height)
        revision = self.screen_revision
        renderer = self._renderer(full, size)
        if self._painted.get(size) != revision:
            renderer.show(self._items())
            self._painted[size] = revision
        return renderer.copy()

    def _screenshot(self, width: int | None, height: int | None) -> np.ndarray:
        full = self.windows.size
        size = self._frame_size(width, height)
        revision = self.screen_revision
        known = self._frames.get(size)
        if known is not None and known[0] == revision:
            return known[1]
        frame = self._renderer(full, size).render(self._items())
        self._frames[size] = (revision, frame)
        self._painted[size] = revision
        return frame

    def take_screenshot(self) -> str:
        """Take a screenshot as the user does, into Pictures/Screenshots; return its path."""
        from android_gym.simulator.ui.renderer import encode_png

        self.system.screenshots.dismiss()  # the last one's preview is not in this one
        return self.system.screenshots.add(encode_png(self.screenshot()))

    def repaint(self, width: int | None = None, height: int | None = None) -> np.ndarray:
        """Draw all of the screen anew, with nothing kept; `screenshot` must be equal to it."""
        self.screenshot(width, height)
        full = self.windows.size
        return self._renderer(full, self._frame_size(width, height)).render_full()

    def _frame_size(self, width: int | None, height: int | None) -> tuple[int, int]:
        full = self.windows.size
        for name, value in (("width", width), ("height", height)):
            if value is not None:
                _check_whole(name, value, 1, MOST_PIXELS)
        return full[0] if width is None else width, full[1] if height is None else height

    def _items(self) -> Sequence[DisplayItem]:
        return self.windows.items() if self.system.display.on else []

    def _renderer(self, full: tuple[int, int], size: tuple[int, int]) -> Renderer:
        renderer = self._renderers.get((full, size))
        if renderer is None:
            from android_gym.simulator.ui.renderer import Renderer

            self._forget_sizes(size)
            renderer = self._renderers[full, size] = Renderer(*full, *size)
        return renderer

    def _forget_sizes(self, new: tuple[int, int]) -> None:
        """Make room for frames of another size: the first ones asked for go."""
        pixels = new[0] * new[1] + sum(width * height for _, (width, height) in self._renderers)
        while self._renderers and (
            len(self._renderers) >= _MOST_SIZES or pixels > _MOST_KEPT_PIXELS
        ):
            oldest = next(iter(self._renderers))
            del self._renderers[oldest]
            width, height = oldest[1]
            pixels -= width * height
            self._frames.pop((width, height), None)
            self._painted.pop((width, height), None)

    def ui_elements(self) -> tuple[UIElement, ...]:
        """Return the elements that AndroidWorld's accessibility forwarder would report; cached."""
        return self._look(self._ui_elements)

    def _ui_elements(self) -> tuple[UIElement, ...]:
        self.windows.refresh()
        revision = self.windows.tree_revision
        if self._elements is None or self._elements[0] != revision:
            lists = nodes.ui_elements(self.windows.accessible_windows(), self.screen)
            self._elements = (revision, self._joined(lists))
        return self._elements[1]

    def _joined(self, lists: tuple[list[UIElement], ...]) -> tuple[UIElement, ...]:
        """Join the elements of windows; those of a screen that was there before the same object."""
        key = tuple(map(id, lists))  # the lists are kept, so no other one has its number
        known = self._joins.pop(key, None)
        if known is None:
            known = lists, tuple(itertools.chain.from_iterable(lists))
            if len(self._joins) >= _MOST_JOINS:
                del self._joins[next(iter(self._joins))]
        self._joins[key] = known  # the last one used goes last
        return known[1]

    def forest(self) -> Any:
        """Return the screen as android_env's AndroidAccessibilityForest."""
        return self._look(
            lambda: nodes.forest(
                self.windows.accessible_windows(), self.screen, self.windows.top_focusable()
            )
        )

    def _look(self, look: Callable[[], _T]) -> _T:
        """Look at the screen; an app whose views can't be drawn or reported crashes."""
        for _ in range(MOST_CRASHES):
            try:
                return look()
            except Exception as error:
                self.host.blame(error)  # raises what is no app's fault, such as a wrong size
        return look()

    @cached_property
    def _shell(self) -> Shell:
        from android_gym.simulator.shell import Shell

        return Shell(self)

    def shell(self, command: str | bytes, stdin: bytes = b"") -> ShellResult:
        """Run a command line in the phone's own shell, as root.

        Nothing of it reaches the host.
        """
        self.windows.refresh()
        return self._shell.run(command, stdin)

    def console(self, command: str) -> str:
        """Run a command of the emulator's telnet console, such as ``sms send 5551234 Hello``.

        Returns:
            What it prints; ``OK`` or ``KO: reason`` at its end.
        """
        from android_gym.simulator.wire.console import Console

        return Console(self).run(command)

    def reread(self, name: Hashable, read: Callable[[], _T]) -> _T:
        """Return what `read` reads by shell commands, known already where nothing has changed.

        See `Readings.get`.
        """
        self.windows.refresh()  # before the observation: what it builds is not what is read
        return self._readings.get(name, read)

    def known(self, name: Hashable) -> tuple[Any, ...]:
        """Return what `reread` would return without reading, as the only item; else nothing."""
        self.windows.refresh()
        return self._readings.known(name)

    # -- files

    def push(
        self, path: str, data: bytes, *, mode: int = 0o644, mtime_ms: int | None = None
    ) -> None:
        """Write a file as ``adb push`` does: anew, with missing directories made."""
        files = self.system.files
        directory = path.rpartition("/")[0]
        if directory and not files.exists(directory):
            files.mkdir(directory, parents=True)
        if files.is_file(path):
            files.remove(path)
        files.write(path, data, mode=mode)
        if mtime_ms is not None:
            files.utime(path, mtime_ms=mtime_ms)

    def pull(self, path: str) -> bytes:
        """Read a file as ``adb pull`` does."""
        return self.system.files.read(path)

    # -- snapshots

    def snapshot(self) -> Snapshot:
        """Return all of the phone's state; see `Snapshot`."""
        return self.state.snapshot()

    def restore(self, snapshot: Snapshot) -> None:
        """Make the phone what it was when `snapshot` was taken."""
        self.state.restore(snapshot)

    def close(self) -> None:
        """Let go of what is outside of the phone, such as pages in a browser.

        The state stays; a phone that is used again opens them again.
        """
        self.host.close()


def _check_whole(name: str, value: Any, least: int, most: int) -> None:
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise OptionError(f"{name} must be a whole number, got {shown(value)}.")
    if not least <= number <= most:
        raise OptionError(f"{name} must be {least} to {most}, got {shown(value)}.")
