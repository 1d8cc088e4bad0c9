"""Starts and ends a browser process that is isolated from the host."""

from __future__ import annotations

import fcntl
import itertools
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from android_gym.errors import DeviceError
from android_gym.simulator.web.cdp import Connection
from android_gym.simulator.web.engines import Engine

__all__ = ["Process"]

_PREFIX: Final = "android-gym-browser-"
_SAFE: Final = 16  # lowest file descriptor for our pipes, clear of the child's 3 and 4
_LEAST_SHARED: Final = 256 << 20
_PIPE: Final = 1 << 20  # bytes of a pipe's buffer, so that a page's scripts fit at once

_FLAGS: Final = (
    "--remote-debugging-pipe",
    "--headless",
    # Nothing leaves the browser: every request is answered over the pipe. If one weren't, no name
    # would resolve and no proxy would answer.
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=http://nowhere.invalid:1",
    "--proxy-bypass-list=<-loopback>",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-sync",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-quic",
    "--dns-prefetch-disable",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--metrics-recording-only",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-pings",
    "--no-service-autorun",
    "--password-store=basic",
    "--use-mock-keychain",
    "--mute-audio",
    "--block-new-web-contents",
    # One process for a page and its frames.
    "--disable-site-isolation-trials",
    "--disable-features=IsolateOrigins,site-per-process,Translate,MediaRouter,OptimizationHints,"
    "BackForwardCache,AcceptCHFrame,PaintHolding,Prerender2,CalculateNativeWinOcclusion,"
    "LazyFrameLoading,AutofillServerCommunication,"
    # The next page of a target comes into the same frame and process, which saves a quarter of
    # what loading costs; `Target` clears what pages leave.
    "RenderDocument,ProactivelySwapBrowsingInstance,"
    # Without streaming, scripts that a target's previous page compiled come from memory.
    "ScriptStreaming",
    # The same pixels on every machine.
    "--disable-gpu",
    "--disable-gpu-compositing",
    "--disable-lcd-text",
    "--disable-partial-raster",
    "--disable-skia-runtime-opts",
    "--disable-threaded-animation",
    "--disable-threaded-scrolling",
    "--disable-checker-imaging",
    "--disable-image-animation-resync",
    "--disable-new-content-rendering-timeout",
    "--disable-smooth-scrolling",
    "--font-render-hinting=none",
    "--enable-font-subpixel-positioning",
    "--force-color-profile=srgb",
    "--force-device-scale-factor=1",
    "--hide-scrollbars",
    # Nothing is throttled because a page is not visible.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-hang-monitor",
    "--disable-ipc-flooding-protection",
    "--disable-low-res-tiling",
)
_BEGIN_FRAME_FLAGS: Final = (
    "--enable-begin-frame-control",
    "--run-all-compositor-stages-before-draw",
    "--enable-surface-synchronization",
)
_FREE_FRAME_FLAGS: Final = ("--disable-frame-rate-limit", "--disable-gpu-vsync")


class Process:
    """A browser process. It ends when its pipes close, and so also when this process is killed.

    Args:
        engine: The browser.
        fonts: Font files that its pages use; it does not see those of the host.

    Raises:
        DeviceError: If it does not start.
    """

    def __init__(self, engine: Engine, fonts: Sequence[Path]) -> None:
        self.engine = engine
        _sweep()
        self.folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
        environment = self._environment(fonts)
        flags = [*_FLAGS, *(_BEGIN_FRAME_FLAGS if engine.begin_frames else _FREE_FRAME_FLAGS)]
        flags.append(f"--user-data-dir={self.folder / 'profile'}")
        if os.geteuid() == 0:
            flags.append("--no-sandbox")  # Chromium has none for root
        shared = os.statvfs("/dev/shm") if os.path.isdir("/dev/shm") else None
        if shared is None or shared.f_bavail * shared.f_frsize < _LEAST_SHARED:
            flags.append("--disable-dev-shm-usage")  # a container's is often 64 MB
        theirs_in, ours_out = _pipe()
        ours_in, theirs_out = _pipe()
        log = os.open(self.folder / "log", os.O_WRONLY | os.O_CREAT, 0o600)
        nothing = os.open(os.devnull, os.O_RDWR)
        try:
            self.pid = os.posix_spawn(
                engine.path,
                [engine.path, *flags, "about:blank"],
                environment,
                file_actions=[
                    (os.POSIX_SPAWN_DUP2, nothing, 0),
                    (os.POSIX_SPAWN_DUP2, nothing, 1),
                    (os.POSIX_SPAWN_DUP2, log, 2),
                    (os.POSIX_SPAWN_DUP2, theirs_in, 3),
                    (os.POSIX_SPAWN_DUP2, theirs_out, 4),
                ],
                setpgroup=0,
            )
        except OSError as error:
            os.close(ours_out)
            os.close(ours_in)
            shutil.rmtree(self.folder, ignore_errors=True)
            raise DeviceError(f"The browser {engine.path} can't be started: {error}.") from None
        finally:
            for descriptor in (theirs_in, theirs_out, log, nothing):
                os.close(descriptor)
        self.connection = Connection(ours_in, ours_out)
        self._ended = False
        self._assets = self.folder / "assets"
        self._assets.mkdir()
        self._asset_urls: dict[tuple[bytes, str], str] = {}
        self._asset_numbers = itertools.count()

    def _environment(self, fonts: Sequence[Path]) -> dict[str, str]:
        """Write the font configuration, and return the browser's environment variables."""
        here = self.folder / "fonts"
        here.mkdir()
        for path in fonts:
            (here / path.name).symlink_to(path)
        families = "".join(
            f"<alias binding='same'><family>{name}</family><prefer><family>{font}</family>"
            "</prefer></alias>"
            for name, font in _FAMILIES
        )
        file = self.folder / "fonts.conf"
        file.write_text(
            "<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig>"
            f"<dir>{escape(str(here))}</dir>"
            f"<cachedir>{escape(str(self.folder / 'cache'))}</cachedir>{families}"
            "<match target='font'><edit name='hinting' mode='assign'><bool>false</bool></edit>"
            "<edit name='antialias' mode='assign'><bool>true</bool></edit>"
            "<edit name='rgba' mode='assign'><const>none</const></edit></match></fontconfig>"
        )
        home = str(self.folder)
        return {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": home,
            "TMPDIR": home,
            "XDG_CONFIG_HOME": home,
            "XDG_CACHE_HOME": home,
            "XDG_DATA_HOME": home,
            "FONTCONFIG_FILE": str(file),
            "LANG": "C.UTF-8",
            "TZ": "UTC",
            "DBUS_SESSION_BUS_ADDRESS": "disabled:",
            "DBUS_SYSTEM_BUS_ADDRESS": "disabled:",
        }

    def asset_url(self, body: bytes, suffix: str, mark: bytes = b"") -> str:
        """Return the URL of a file with this content in its folder, writing it the first time.

        Args:
            body: Content of one of an app's own files, so there are only a few of them.
            suffix: File extension that tells the browser the type, such as ``.js``; each type
                always has the same mark.
            mark: Bytes to put before the content.
        """
        found = self._asset_urls.get((body, suffix))
        if found is None:
            file = self._assets / f"{next(self._asset_numbers)}{suffix}"
            file.write_bytes(mark + body)
            found = self._asset_urls[body, suffix] = file.as_uri()
        return found

    def last_words(self) -> str:
        """Return the last lines that it has logged."""
        with suppress(OSError):
            lines = (self.folder / "log").read_text("utf-8", "replace").strip().splitlines()
            return " / ".join(line[:300] for line in lines[-3:])
        return ""

    @property
    def running(self) -> bool:
        """True until the process has ended."""
        return not self._ended and not self._reap(0.0)

    def _reap(self, limit: float) -> bool:
        end = time.monotonic() + limit
        while not self._ended:
            try:
                self._ended = os.waitpid(self.pid, os.WNOHANG)[0] == self.pid
            except ChildProcessError:
                self._ended = True
            if self._ended or time.monotonic() >= end:
                break
            time.sleep(0.005)
        return self._ended

    def end(self) -> None:
        """End the browser with all of its children, and delete its files."""
        self.connection.close()
        if not self._reap(1.0):
            with suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
            self._reap(5.0)
        shutil.rmtree(self.folder, ignore_errors=True)

    def abandon(self) -> None:
        """Let go of a browser that belongs to the parent process, after a fork."""
        self._ended = True
        self.connection.abandon()


_FAMILIES: Final = (
    ("sans-serif", "Roboto"),
    ("system-ui", "Roboto"),
    ("Arial", "Roboto"),
    ("Helvetica", "Roboto"),
    ("Verdana", "Roboto"),
    ("Tahoma", "Roboto"),
    ("serif", "Roboto"),
    ("Times New Roman", "Roboto"),
    ("cursive", "Roboto"),
    ("fantasy", "Roboto"),
    ("monospace", "Roboto Mono"),
    ("Courier New", "Roboto Mono"),
    ("emoji", "Noto Color Emoji"),
)
"""Fonts by family name, like the aliases in Android's ``fonts.xml``."""


def _pipe() -> tuple[int, int]:
    """Return both ends of a pipe, with descriptors that don't collide with the child's 3 and 4."""
    ends = os.pipe()
    with suppress(OSError, AttributeError):  # not every system has or allows this size
        fcntl.fcntl(ends[1], fcntl.F_SETPIPE_SZ, _PIPE)
    moved = tuple(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, _SAFE) for end in ends)
    for end in ends:
        os.close(end)
    return moved[0], moved[1]


def _sweep() -> None:
    """Delete folders that were left behind by processes that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        pid = folder.name.removeprefix(_PREFIX).partition("-")[0]
        if pid.isdigit() and not os.path.exists(f"/proc/{pid}") and os.path.isdir("/proc/self"):
            shutil.rmtree(folder, ignore_errors=True)
