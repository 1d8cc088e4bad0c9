"""About the app: its version, its authors and licence."""

from __future__ import annotations

from android_gym.simulator.apps.vlc.actions import Actions
from android_gym.simulator.apps.vlc.look import CONE, secondary_bar
from android_gym.simulator.ui.activity import NoState, Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, full_column, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["AuthorsActivity", "LibrariesActivity"]

_LIBRARIES = ("libvlc", "medialibrary", "FFmpeg", "AndroidX", "Kotlin coroutines", "OkHttp")


class AuthorsActivity(Actions[NoState]):
    """Shows the app's name and version, with links to the pages about it."""

    def build(self) -> Screen:
        """Build the page."""
        manifest = self.context.manifest

        def line(title: str, detail: str, id: str, activity: str = "") -> View:
            return wide_column(
                TextView(title, id=f"{id}_title", size=16, color="text_primary"),
                TextView(detail, id=id, size=14, color="text_secondary"),
                padding=(16, 12),
                key=id,
                on_click=(lambda: self.start_activity(activity)) if activity else None,
            )

        content = wide_column(
            wide_row(
                ImageView(CONE, id="icon", size=64, margin=(16, 16)),
                wide_column(
                    TextView("VLC for Android", id="about_title", size=20, color="text_primary"),
                    TextView(manifest.version_name, id="app_version", color="text_secondary"),
                    margin=(0, 16),
                ),
                content_gravity="center_vertical",
            ),
            line("Authors", "VideoLAN and its volunteers", "about_authors"),
            line("Licence", "GNU General Public License, version 2 or later", "about_license"),
            line("Libraries", "What the app is made with", "about_libraries",
                 ".gui.LibrariesActivity"),
        )  # fmt: skip
        return Screen(
            full_column(
                secondary_bar("About", self.finish),
                ScrollView(content, width=MATCH, height=0, weight=1),
            ),
            status_bar="status_bar",
            navigation_bar="navigation_bar",
        )


class LibrariesActivity(Actions[NoState]):
    """Lists the libraries that the app is built with."""

    def build(self) -> Screen:
        """Build the list."""
        rows = [
            TextView(name, size=16, color="text_primary", padding=(16, 16), key=name)
            for name in _LIBRARIES
        ]
        return Screen(
            full_column(
                secondary_bar("Libraries", self.finish),
                ScrollView(wide_column(*rows), width=MATCH, height=0, weight=1),
            ),
            status_bar="status_bar",
            navigation_bar="navigation_bar",
        )
