"""`Phone`: all parts wired together, with everything that can be done to a phone from outside."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

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
from android_gym.simulator.ui.icons import check_icon
from android_gym.simulator.ui.keys import KeyDispatcher
from android_gym.simulator.ui.windows import WindowManager

if TYPE_CHECKING:
    import numpy as np

    from android_gym.simulator.shell import Shell, ShellResult
    from android_gym.simulator.shell.command import Invocation
    from android_gym.simulator.system.files import Files
    from android_gym.simulator.ui.display_item import DisplayItem
    from android_gym.simulator.ui.renderer import Renderer

__all__ = ["Phone"]

_P = ParamSpec("_P")
_T = TypeVar("_T")

TAP_MS = 50
"""Time between down and up of an injected tap, in ms."""

SWIPE_EVENT_MS = 8
"""Interval of move events of injected swipes in ms, of which there are up to `SWIPE_EVENTS`."""

SWIPE_EVENTS = 12

MOST_PIXELS = 8192
"""Largest width and height of screens and frames."""

MOST_CRASHES = 8
"""Most apps that may crash during one look at the screen."""

_MOST_JOINS = 64
"""Most screens whose joined elements are cached."""

_MOST_SIZES = 8
_MOST_KEPT_PIXELS = 1 << 25
"""Limits of the number of frame sizes with a renderer, and of their total pixels; the oldest go."""

_images: dict[tuple[Any, ...], Snapshot] = {}


class Phone:
    """An Android 13 phone, simulated in Python.

    Time only passes in `advance`. Two phones that get the same calls are identical to the last
    byte.

    Args:
        width: Width of the screen in portrait, in pixels.
        height: Height of the screen in portrait, in pixels.
        density_dpi: Pixels per inch; at 160, 1 dp is 1 pixel.
        manifests: The apps; by default every app that ships with the package.
        build: The Android build that it reports.

    Attributes:
        state: The root of state.
        system: The services.
        windows: The window manager.
        gestures: Turns touches into gestures.
        keys: Dispatches key events.
        host: Runs the apps' code.
        pass_time: Used by `advance` to let time pass: at once, or in real time.
        java_programs: Programs for ``app_process``, by class name: functions that get the command
            and its arguments, and return the exit code. Only a served phone has any, because they
            couldn't be reached otherwise.
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
        # By frame size: the last frame, and what its renderer has painted last, each with the
        # screen's revision.
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
        """Restore the installed image, which is built once per process."""
        known = _images.get(image)
        if known is not None:
            self.state.restore(known)
            return
        for app in image[3]:
            _check_icons(app)
        for package in self.system.packages.names:
            self.host.prepare(package)  # fatal: without an image there is no phone
        self.system.activities.home()
        _images[image] = self.state.snapshot()

    def prepare(self, package: str, *, cleared: bool = False) -> None:
        """Create an app's private directories and its initial data."""
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
        """Handle a touch event.

        Args:
            x: Pixels from the left edge of the screen in its current rotation. As on Android, a
                finger that goes down outside of the screen has no effect until it is lifted.
            y: Pixels from the top edge.
            down: Whether the finger is on the screen.
            pointer: Pointer id of the finger; at most ten fingers are tracked.

        Raises:
            OptionError: If a coordinate is not finite.
        """
        if not (math.isfinite(x) and math.isfinite(y)):
            raise OptionError(f"A touch must be at finite coordinates, got ({x}, {y}).")
        self.windows.refresh()
        self.gestures.touch(x, y, down, pointer)

    def touches(self, touches: Sequence[tuple[float, float, bool, int]]) -> None:
        """Handle simultaneous touch events of several fingers.

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
        """Tap, which takes `TAP_MS`."""
        self.touch(x, y, True)
        self.advance(TAP_MS)
        self.touch(x, y, False)

    def swipe(self, x1: float, y1: float, x2: float, y2: float, duration_ms: int = 300) -> None:
        """Swipe in a straight line at constant speed; without movement it is a long press."""
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
        """Handle a hardware key by its Linux key code."""
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
        """Revision that changes whenever anything that adb can read has changed."""
        return self.state.revision

    @property
    def screen_revision(self) -> int:
        """Revision that changes whenever the screen or its tree may have changed."""
        self.windows.refresh()
        return self.windows.screen_revision

    @property
    def screen(self) -> tuple[int, int, int, int]:
        """Bounds of the screen in its current rotation."""
        return (0, 0, *self.windows.size)

    def screenshot(self, width: int | None = None, height: int | None = None) -> np.ndarray:
        """Draw the screen.

        Args:
            width: Width in pixels; by default that of the screen in its current rotation.
            height: Height in pixels.

        Returns:
            RGB, uint8, shape (height, width, 3), read-only. The same object is returned as long as
            nothing has changed.

        Raises:
            OptionError: If a size isn't a whole number from 1 to 8192.
        """
        return self._look(self._screenshot, width, height)

    def copy_screenshot(self, width: int | None = None, height: int | None = None) -> np.ndarray:
        """Draw the screen as `screenshot` does, into a new array that the caller owns."""
        return self._look(self._copy_screenshot, width, height)

    def _copy_screenshot(self, width: int | None, height: int | None) -> np.ndarray:
        full = self.windows.size
        size = _frame_size(full, width, height)
        revision = self.screen_revision
        renderer = self._renderer(full, size)
        if self._painted.get(size) != revision:
            renderer.show(self._items())
            self._painted[size] = revision
        return renderer.copy()

    def _screenshot(self, width: int | None, height: int | None) -> np.ndarray:
        full = self.windows.size
        size = _frame_size(full, width, height)
        revision = self.screen_revision
        known = self._frames.get(size)
        if known is not None and known[0] == revision:
            return known[1]
        frame = self._renderer(full, size).render(self._items())
        self._frames[size] = (revision, frame)
        self._painted[size] = revision
        return frame

    def capture(self, width: int | None = None, height: int | None = None) -> np.ndarray:
        """Draw the screen as a program on the phone gets it: secure windows are black.

        Args:
            width: Pixels; see `screenshot`.
            height: Pixels.
        """
        secure = self._secure()
        if not secure:
            return self.screenshot(width, height)
        from android_gym.simulator.ui.renderer import Renderer

        full = self.windows.size
        items: list[DisplayItem] = []
        for window in self.windows.windows() if self.system.display.on else ():
            if window.owner not in secure:
                items += window.items((0, 0, *full))
        return Renderer(*full, *_frame_size(full, width, height)).render(items)

    def _secure(self) -> set[Hashable]:
        """Return the owners of windows on the screen that are kept from pictures."""
        return {window.owner for window in self.windows.windows() if window.secure}

    def take_screenshot(self) -> str:
        """Take a screenshot as the user does, into Pictures/Screenshots.

        Returns:
            Its path; empty where what is shown is kept from pictures.
        """
        from android_gym.simulator.ui.renderer import encode_png

        self.system.screenshots.dismiss()  # the last one's preview is not in this one
        if self._secure():
            self.system.screenshots.refuse(self.system.notifications)
            return ""
        return self.system.screenshots.add(encode_png(self.screenshot()))

    def repaint(self, width: int | None = None, height: int | None = None) -> np.ndarray:
        """Draw the whole screen without caches; `screenshot` has to give the same result."""
        self.screenshot(width, height)
        full = self.windows.size
        return self._renderer(full, _frame_size(full, width, height)).render_full()

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
        """Evict the frame sizes that were requested first, to make room for another."""
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
        """Join the elements of windows; return the same tuple as before for a recurring screen."""
        key = tuple(map(id, lists))  # the lists are kept alive, so their ids aren't reused
        known = self._joins.pop(key, None)
        if known is None:
            known = lists, tuple(itertools.chain.from_iterable(lists))
            if len(self._joins) >= _MOST_JOINS:
                del self._joins[next(iter(self._joins))]
        self._joins[key] = known  # the most recently used goes last
        return known[1]

    def forest(self) -> Any:
        """Return the screen's nodes as android_env's AndroidAccessibilityForest."""
        return self._look(
            lambda: nodes.forest(
                self.windows.accessible_windows(), self.screen, self.windows.top_focusable()
            )
        )

    def _look(self, look: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Call a function that looks at the screen; apps whose views raise an exception crash."""
        for _ in range(MOST_CRASHES):
            try:
                return look(*args, **kwargs)
            except Exception as error:
                self.host.blame(error)  # raises errors that aren't an app's, such as a wrong size
        return look(*args, **kwargs)

    @cached_property
    def _shell(self) -> Shell:
        from android_gym.simulator.shell import Shell

        return Shell(self)

    def shell(self, command: str | bytes, stdin: bytes = b"") -> ShellResult:
        """Run a command line in the phone's own shell, as root.

        It has no access to the host.
        """
        self.windows.refresh()
        return self._shell.run(command, stdin)

    def console(self, command: str) -> str:
        """Run a command of the emulator's telnet console, such as ``sms send 5551234 Hello``.

        Returns:
            Its output, which ends with ``OK`` or ``KO: reason``.
        """
        from android_gym.simulator.wire.console import Console

        return Console(self).run(command)

    def reread(self, name: Hashable, read: Callable[[], _T]) -> _T:
        """Return the result of `read`, which runs shell commands; cached until something changes.

        See `Readings.get`.
        """
        self.windows.refresh()  # before the observation, as builds aren't part of what is read
        return self._readings.get(name, read)

    def known(self, name: Hashable) -> tuple[Any, ...]:
        """Return the cached result of `reread` as a tuple of one item; empty if there is none."""
        self.windows.refresh()
        return self._readings.known(name)

    # -- files

    def push(
        self,
        path: str,
        data: bytes,
        *,
        mode: int = 0o644,
        mtime_ms: int | None = None,
        files: Files | None = None,
    ) -> None:
        """Write a file as ``adb push`` does: replace it, and create missing directories.

        Args:
            path: The path.
            data: The content.
            mode: Permission bits.
            mtime_ms: Modification time; None for now.
            files: The files as the user reaches them who pushes; None for the system's.
        """
        files = files or self.system.files
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
        """Restore the state of the phone when `snapshot` was taken."""
        self.state.restore(snapshot)

    def close(self) -> None:
        """Release resources outside of the phone, such as pages in a browser.

        The state is kept; if the phone is used again, it opens them again.
        """
        self.host.close()


def _frame_size(full: tuple[int, int], width: int | None, height: int | None) -> tuple[int, int]:
    """Check the size of a frame, and fill it in from the screen's, `full`."""
    for name, value in (("width", width), ("height", height)):
        if value is not None:
            _check_whole(name, value, 1, MOST_PIXELS)
    return full[0] if width is None else width, full[1] if height is None else height


def _check_icons(app: Manifest) -> None:
    """Check the names of an app's icons, which the launcher would stumble over only in its drawer.

    Raises:
        OptionError: If there is no icon of such a name.
    """
    shortcuts = [(f"shortcut {one.id!r}", one.icon) for one in app.shortcuts]
    for what, name in (("icon", app.icon[1]), *shortcuts):
        try:
            check_icon(name)
        except OptionError as error:
            raise OptionError(f"{what} of {app.package}: {error}") from error


def _check_whole(name: str, value: Any, least: int, most: int) -> None:
    if type(value) is int and least <= value <= most:  # as nearly always
        return
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise OptionError(f"{name} must be a whole number, got {shown(value)}.")
    if not least <= number <= most:
        raise OptionError(f"{name} must be {least} to {most}, got {shown(value)}.")
