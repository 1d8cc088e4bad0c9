"""The Simple Mobile Tools' pages about an app: about, FAQ, licences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from immutables import Map

from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.appkit.simple_commons import COMMONS, SimpleScreen
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    ScrollView,
    full_column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Divider, ImageView, TextView

__all__ = ["AboutActivity", "FAQActivity", "LicenseActivity", "Question"]

EMAIL: Final = "hello@simplemobiletools.com"
SITE: Final = "https://www.simplemobiletools.com"
_Click = Callable[[], object]
_Entry = tuple[str, str, _Click | None]
"""Label, icon, and action of a tap."""

_START: Final = 72
"""Left edge of the texts beside icons, in dp."""


@dataclass(frozen=True)
class Question:
    """A frequently asked question, and its answer."""

    title: str
    text: str


QUESTIONS: Final = (
    Question(
        "Can I help without giving money?",
        "Yes. Tell your friends, write a review, or translate the app into your language.",
    ),
    Question(
        "Where did the colors of my theme go?",
        "The app follows the colors of the phone. Choose another theme in the settings, below "
        '"Customize colors".',
    ),
)
"""Questions that apply to all of these apps."""


class AboutActivity(SimpleScreen):
    """The page about the app and its makers.

    Attributes:
        WITH_IDS: Whether its views have ids; newer apps build the page with Compose, without ids.
    """

    WITH_IDS: ClassVar[bool] = True

    def _id(self, name: str) -> str | None:
        return name if self.WITH_IDS else None

    def build(self) -> Screen:
        """Return the screen with support, help, social networks, and the version."""
        version = f"Version: {self.context.manifest.version_name}"
        sections: tuple[tuple[str, str, tuple[_Entry, ...]], ...] = (
            ("support", "Support", (
                ("Frequently asked questions", "help_circle_outline",
                 self._opens(f"{COMMONS}.FAQActivity")),
                (EMAIL, "email_outline", self._write),
            )),
            ("help_us", "Help us", (
                ("Invite friends", "account_plus", self._invite),
                ("Contributors", "account_multiple", self._browses("contributors")),
                ("Donate", "heart", self._browses("donate")),
            )),
            ("social", "Social", (
                ("Facebook", "facebook", self._browses("facebook")),
                ("GitHub", "github", self._browses("github")),
                ("Reddit", "reddit", self._browses("reddit")),
                ("Telegram", "send", self._browses("telegram")),
            )),
            ("other", "Other", (
                ("Website", "web", self._browses("")),
                ("Privacy policy", "shield_account", self._browses("privacy")),
                ("Third party licences", "file_document",
                 self._opens(f"{COMMONS}.LicenseActivity")),
                (version, "information_outline", None),
            )),
        )  # fmt: skip
        rows: list[View] = []
        for name, title, entries in sections:
            rows += self._section(name, title, entries)
        footer = TextView(
            "Made with \u2764\ufe0f in Slovakia",
            id=self._id("footer"),
            size=16,
            width=MATCH,
            margin=(_START, 24, 0, 24),
        )
        holder = wide_column(*rows, footer, id=self._id("about_holder"))
        return Screen(
            full_column(
                self.toolbar("About", id=self._id("about_toolbar")),
                ScrollView(
                    holder, id=self._id("about_nested_scrollview"), width=MATCH, height=0, weight=1
                ),
                id=self._id("about_coordinator"),
                class_name="android.view.ViewGroup",
            ),
            title="About",
        )

    def _section(self, name: str, title: str, entries: Sequence[_Entry]) -> list[View]:
        heading = TextView(
            title,
            id=self._id(f"about_{name}"),
            size=14,
            color="primary",
            width=MATCH,
            margin=(_START, 0, 0, 0),
            padding=(0, 24, 0, 8),
        )
        layout = wide_column(
            *(self._entry(*entry) for entry in entries), id=self._id(f"about_{name}_layout")
        )
        return [heading, layout, Divider(id=self._id(f"about_{name}_divider"), width=MATCH)]

    def _entry(self, label: str, icon: str, on_click: _Click | None) -> View:
        return wide_row(
            ImageView(icon, margin=(0, 0, _START - 24 - 24, 0)),
            TextView(label, size=16),
            key=label,
            min_height=48,
            padding=(24, 0, 16, 0),
            content_gravity="center_vertical",
            on_click=on_click,
        )

    # -- actions of the entries

    def _opens(self, activity: str) -> _Click:
        return lambda: self.start_activity(activity)

    def _browses(self, path: str) -> _Click:
        def browse() -> None:
            if not self.start_activity(Intent("android.intent.action.VIEW", data=f"{SITE}/{path}")):
                self.toast("No browser found")

        return browse

    def _invite(self) -> None:
        text = f"Hey, come check out {self.app_name} at {SITE}"
        extras = Map(
            {"android.intent.extra.SUBJECT": self.app_name, "android.intent.extra.TEXT": text}
        )
        send = Intent("android.intent.action.SEND", type="text/plain", extras=extras)
        choose_app(self, send, "Invite friends via")

    def _write(self) -> None:
        """Compose a mail to the makers, with the facts that they ask for."""
        release = self.context.system.properties.release
        body = (
            f"App version: {self.context.manifest.version_name}\n"
            f"Device OS: {release}\n"
            "------------------------------\n\n"
        )
        extras = Map(
            {"android.intent.extra.SUBJECT": self.app_name, "android.intent.extra.TEXT": body}
        )
        mail = Intent("android.intent.action.SENDTO", data=f"mailto:{EMAIL}", extras=extras)
        if not self.start_activity(mail):
            self.toast("No email client found")


class FAQActivity(SimpleScreen):
    """Frequently asked questions.

    Attributes:
        QUESTIONS: Questions about this app, shown before the general ones.
    """

    QUESTIONS: ClassVar[Sequence[Question]] = ()

    def build(self) -> Screen:
        """Return the screen with questions and answers."""
        rows: list[View] = []
        for question in (*self.QUESTIONS, *QUESTIONS):
            rows += [
                TextView(
                    question.title,
                    id="faq_title",
                    key=question.title,
                    size=16,
                    color="primary",
                    width=MATCH,
                    padding=(16, 16, 16, 4),
                ),
                TextView(
                    question.text,
                    id="faq_text",
                    key=f"answer: {question.title}",
                    size=14,
                    width=MATCH,
                    padding=(16, 0, 16, 8),
                ),
            ]
        return _page(self, "Frequently asked questions", rows, "faq")


class LicenseActivity(SimpleScreen):
    """The third-party libraries that the app uses.

    Attributes:
        LIBRARIES: Their names, with their purpose.
    """

    LIBRARIES: ClassVar[Sequence[str]] = ("Kotlin (programming language)",)

    def build(self) -> Screen:
        """Return the screen with a line for each library."""
        rows = [
            TextView(
                library,
                id="license_title",
                key=library,
                size=16,
                color="primary",
                width=MATCH,
                padding=(16, 12),
            )
            for library in self.LIBRARIES
        ]
        return _page(self, "Third party licences", rows, "licenses")


def _page(screen: SimpleScreen, title: str, rows: Sequence[View], name: str) -> Screen:
    return Screen(
        full_column(
            screen.toolbar(title, id=f"{name}_toolbar"),
            ScrollView(
                wide_column(*rows, id=f"{name}_holder", padding=(0, 0, 0, 24)),
                id=f"{name}_nested_scrollview",
                width=MATCH,
                height=0,
                weight=1,
            ),
            id=f"{name}_coordinator",
            class_name="android.view.ViewGroup",
        ),
        title=title,
    )
