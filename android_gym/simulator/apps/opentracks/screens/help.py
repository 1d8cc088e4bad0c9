"""Help and the About screen."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.apps.opentracks.look import (
    LOGO,
    TracksActivity,
    bottom_bar,
    framed,
    line,
    top_bar,
)
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, column, row
from android_gym.simulator.ui.widgets import ImageView, TextView

HELP: Final = (
    ("OpenTracks has the following features:",
     "Records tracks, offline, with sensors, markers and voice announcements."),
    ("How to show a track on a map?", "Use the small map icon."),
    ("How does OpenTracks record data?",
     "It uses the GPS sensor of the device to record the location continuously."),
    ("How does OpenTracks store pictures that were taken as markers?",
     "In the storage of the app, where only OpenTracks can read them."),
    ("How can I export/share recorded tracks?",
     "Export them from the settings as KMZ, KML or GPX; shared tracks are KMZ."),
    ("Does OpenTracks require/use Google Play Service?", "No"),
    ("How does OpenTracks store sensor data?", "With each recorded location."),
    ("OpenTracks is not recording locations?",
     "Check whether GPS is enabled, go outdoors, and disable power saving."),
    ("How can I support OpenTracks?", "Tell others about it, report what fails, and help."),
)  # fmt: skip
"""Questions in the app's help, with original answers."""


class HelpActivity(TracksActivity):
    """Questions and answers."""

    def build(self) -> Screen:
        """Build the texts between the bars."""
        views = []
        for number, (question, answer) in enumerate(HELP):
            top = 20 if number else 0
            views.append(
                TextView(question, style="title_large", width=MATCH, margin=(0, top, 0, 0))
            )
            views.append(TextView(answer, style="body_large", width=MATCH))
        return framed(
            ScrollView(column(*views, width=MATCH, padding=20), width=MATCH),
            bottom_bar(self.context, on_navigation=self.finish),
            top=top_bar("Help", "help_circle"),
        )


class AboutActivity(TracksActivity):
    """Name and version."""

    def build(self) -> Screen:
        """Build the texts between the bars."""
        manifest = self.context.manifest
        heading = row(
            ImageView(LOGO, content_description="OpenTracks", size=30, width=30),
            TextView(
                "OpenTracks is a sport tracking application that completely respects your privacy.",
                id="about_text_description",
                style="title_medium",
                align="center",
                padding=12,
                width=0,
                weight=1.0,
            ),
            width=MATCH,
            margin=8,
        )
        content = column(
            heading,
            line(margin=(0, 8)),
            _said(f"Version name: {manifest.version_name}", "about_text_version_name"),
            _said(f"Version code: {manifest.version_code}", "about_text_version_code"),
            _said("OpenTracks is a fork of Google's MyTracks (discontinued in 2016)."),
            width=MATCH,
            padding=20,
        )
        return framed(
            ScrollView(content, width=MATCH),
            bottom_bar(self.context, on_navigation=self.finish),
            top=top_bar("About OpenTracks", "information", id="track_list_toolbar"),
        )


def _said(text: str, id: str | None = None) -> TextView:
    return TextView(text, id=id, style="body_large", align="center", width=MATCH, padding=6)
