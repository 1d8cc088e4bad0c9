"""Memory: average use by the phone and by each app over a span of hours."""

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
"""The phone's total memory, as reported by ``dumpsys meminfo``."""

SYSTEM_BYTES: Final = 612_000_000
"""Memory used by Android itself; the number is made up."""

DURATIONS: Final = ("3 hours", "6 hours", "12 hours", "1 day")

_ALWAYS: Final = ("com.android.systemui", "com.google.android.inputmethod.latin")
"""Apps whose process is always running."""


@dataclass(frozen=True)
class MemoryState:
    """State of a memory page.

    Attributes:
        duration: Index of the chosen span in `DURATIONS`; -1 for the previous page's span.
    """

    duration: int = -1


class _MemoryPage(Page[MemoryState]):
    """A page with a spinner for the span."""

    @property
    def duration(self) -> int:
        """Index of the span in `DURATIONS`."""
        given = int(self.text_extra("duration", "0"))
        chosen = self.state.duration if self.state.duration >= 0 else given
        return chosen if chosen in range(len(DURATIONS)) else 0

    def spinner(self) -> View:
        """Build the spinner for the span."""
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
        """Return the average bytes by running app, largest first (made up)."""
        running = {*_ALWAYS, *self.system.activities.processes}
        sizes = {
            package: 38_000_000 + sum(package.encode()) * 48_271 % 160_000_000
            for package in running
            if self.system.packages.installed(package)
        }
        return dict(sorted(sizes.items(), key=lambda item: (-item[1], item[0])))


class Memory(_MemoryPage):
    """Memory use of the whole phone."""

    TITLE = "Memory"

    def rows(self) -> Sequence[Row | None]:
        """List the span, the phone's memory, and a link to the apps."""
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
    """Memory use by app."""

    TITLE = "Memory used by apps"

    def rows(self) -> Sequence[Row | None]:
        """List the span and the apps with their average use."""
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
    """Memory use of one app: intent extra "package"."""

    TITLE = "Memory usage"

    def rows(self) -> Sequence[Row | None]:
        """List the app and its memory figures."""
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
