"""Memory: how much of it the phone and each app have used, in a span of hours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from android_gym.simulator.appkit.preferences import Category, LinkPreference, Row
from android_gym.simulator.apps.settings.look import Custom, Header, usage
from android_gym.simulator.apps.settings.model import app_icon, file_size, link
from android_gym.simulator.apps.settings.screens.page import Page
from android_gym.simulator.system.words import phrase
from android_gym.simulator.ui.fields import Spinner
from android_gym.simulator.ui.layouts import wide_column
from android_gym.simulator.ui.view import View

TOTAL_BYTES: Final = 2_023_516 * 1024
"""Memory of the phone, as ``dumpsys meminfo`` tells it."""

SYSTEM_BYTES: Final = 612_000_000
"""Memory that Android itself takes: made up."""

DURATIONS: Final = ("3 hours", "6 hours", "12 hours", "1 day")

_ALWAYS: Final = ("com.android.systemui", "com.google.android.inputmethod.latin")
"""Apps that run while the phone does."""


@dataclass(frozen=True)
class MemoryState:
    """State of a page of memory.

    Attributes:
        duration: Index of the chosen span in `DURATIONS`; -1 for that of the page before.
    """

    duration: int = -1


class _MemoryPage(Page[MemoryState]):
    """A page with the choice of a span."""

    @property
    def duration(self) -> int:
        """Index of the span."""
        given = int(self.text_extra("duration", "0"))
        chosen = self.state.duration if self.state.duration >= 0 else given
        return chosen if chosen in range(len(DURATIONS)) else 0

    def spinner(self) -> View:
        """Build the choice of the span."""
        return wide_column(
            Spinner(
                DURATIONS,
                self.duration,
                lambda index: self.update(duration=index),
                id="duration_spinner",
            ),
            padding=(16, 0),
        )

    def used(self) -> dict[str, int]:
        """Return the bytes that apps with a process take on average, the most first (made up)."""
        running = {*_ALWAYS, *self.system.activities.processes}
        sizes = {
            package: 38_000_000 + sum(package.encode()) * 48_271 % 160_000_000
            for package in running
            if self.system.packages.installed(package)
        }
        return dict(sorted(sizes.items(), key=lambda item: (-item[1], item[0])))


class Memory(_MemoryPage):
    """Memory of the whole phone."""

    TITLE = "Memory"

    def rows(self) -> Sequence[Row | None]:
        """List the span, the phone's memory, and the page of apps."""
        used = SYSTEM_BYTES + sum(self.used().values())
        free = max(0, TOTAL_BYTES - used)
        part = min(1.0, used / TOTAL_BYTES)
        facts = {
            "Performance": "Normal" if part < 0.9 else "Critical",
            "Total memory": file_size(TOTAL_BYTES),
            "Average used": f"{round(part * 100)}%",
            "Free": file_size(free),
        }
        words = phrase("{n} apps used memory", n=len(self.used()))
        return [
            Custom(self.spinner),
            Custom(lambda: usage(file_size(used), "", "Average memory use", part)),
            *(LinkPreference(title, summary=text) for title, text in facts.items()),
            link("Memory used by apps", "memory:MemoryApps", words, duration=str(self.duration)),
        ]


class MemoryApps(_MemoryPage):
    """Memory by app."""

    TITLE = "Memory used by apps"

    def rows(self) -> Sequence[Row | None]:
        """List the span, and the apps with what they took on average."""
        packages = self.system.packages
        apps = [(packages.manifest(package), size) for package, size in self.used().items()]
        return [
            Custom(self.spinner),
            *(
                link(
                    self.store.name(app),
                    "memory:AppMemory",
                    file_size(size),
                    app_icon(app),
                    package=app.package,
                )
                for app, size in apps
            ),
        ]


class AppMemory(_MemoryPage):
    """Memory of one app: intent extra "package"."""

    TITLE = "Memory usage"

    def rows(self) -> Sequence[Row | None]:
        """List the app, and the figures of its memory."""
        package = self.text_extra("package")
        if not self.system.packages.installed(package):
            return []
        app, average = self.system.packages.manifest(package), self.used().get(package, 0)
        return [
            Header(self.store.name(app), None, app_icon(app)),
            Category("Details"),
            LinkPreference("Average memory use", summary=file_size(average)),
            LinkPreference("Maximum memory use", summary=file_size(average * 5 // 4)),
            LinkPreference("Frequency of use", summary="Always" if average else "Rarely"),
        ]
