"""The first run experience: terms, sync, notifications."""

from __future__ import annotations

from collections.abc import Callable

from android_gym.simulator.apps.chrome.actions import Actions
from android_gym.simulator.apps.chrome.intents import THEN
from android_gym.simulator.apps.chrome.model import FirstRunState
from android_gym.simulator.apps.chrome.storage import FIRST_RUN
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, full_column, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, CheckBox, ImageView, TextView

__all__ = ["FirstRunActivity"]

_NOTIFICATIONS = "android.permission.POST_NOTIFICATIONS"


class FirstRunActivity(Actions[FirstRunState]):
    """Shows the pages of the first run experience."""

    def build(self) -> Screen:
        """Build the page."""
        page = {
            "welcome": self._welcome,
            "sync": self._sync,
            "notifications": self._notifications,
        }[self.state.page]
        return Screen(page(), title="Welcome to Chrome")

    def on_back(self) -> bool:
        """Go back a page."""
        page = self.state.page
        if page == "welcome":
            return False
        self.update(page="welcome" if page == "sync" else "sync")
        return True

    def _accept(self) -> None:
        self.settings.put(metrics_reporting=self.state.report)
        self.update(page="sync")

    def _refuse_sync(self) -> None:
        if self.context.granted(_NOTIFICATIONS):
            self._done()
        else:
            self.update(page="notifications")

    def _add_account(self) -> None:
        self.toast("No account can be added without an internet connection")

    def on_permission_result(self, request: object, granted: bool) -> None:
        """Finish, whatever the answer was."""
        self._done()

    def _done(self) -> None:
        self.context.preferences().put(**{FIRST_RUN: True})
        wanted = self.intent.extra(THEN)
        if isinstance(wanted, Intent):
            self.start_activity(wanted)
        self.finish()

    # -- pages

    def _frame(self, icon: str, title: str, id: str, words: View, *buttons: View | None) -> View:
        return full_column(
            ScrollView(
                wide_column(
                    ImageView(icon, id="image", size=72, tint="primary", margin=(0, 64, 0, 24)),
                    TextView(title, id=id, style="headline_small", align="center"),
                    words,
                    padding=(24, 0),
                    content_gravity="center_horizontal",
                ),
                width=MATCH,
                height=0,
                weight=1,
            ),
            wide_row(*buttons, padding=(16, 8), content_gravity="end|center_vertical"),
            id="fre_pager",
        )

    @staticmethod
    def _words(text: str, id: str) -> View:
        return TextView(
            text,
            id=id,
            style="body_medium",
            color="text_secondary",
            align="center",
            margin=(0, 16, 0, 16),
        )

    def _welcome(self) -> View:
        words = wide_column(
            self._words(
                "By continuing, you agree to the Google Chrome Terms of Service and the Google "
                "Chrome and ChromeOS Additional Terms of Service.",
                "tos_and_privacy",
            ),
            CheckBox(
                "Help make Chrome better by sending usage statistics and crash reports to Google",
                id="send_report_checkbox",
                checked=self.state.report,
                width=MATCH,
                on_checked_change=lambda on: self.update(report=on),
            ),
        )
        return self._frame(
            "google_chrome",
            "Welcome to Chrome",
            "title",
            words,
            View(width=0, weight=1),
            self._button("Accept & continue", "terms_accept", self._accept),
            View(width=0, weight=1),
        )

    @staticmethod
    def _button(text: str, id: str, act: Callable[[], object]) -> View:
        return Button(text, id=id, kind="filled", on_click=act)

    @staticmethod
    def _plain(text: str, act: Callable[[], object]) -> View:
        return Button(text, id="negative_button", on_click=act)

    def _sync(self) -> View:
        return self._frame(
            "account_circle_outline",
            "Turn on sync?",
            "signin_title",
            self._words(
                "With an account you get your bookmarks, history and settings on all of your "
                "devices.",
                "signin_sync_description",
            ),
            self._plain("No thanks", self._refuse_sync),
            View(width=0, weight=1),
            self._button("Add account to device", "positive_button", self._add_account),
        )

    def _notifications(self) -> View:
        return self._frame(
            "bell_outline",
            "Chrome notifications make things easier",
            "notification_permission_rationale_title",
            self._words(
                "Chrome tells you when a download is finished or media plays in a tab. Which of "
                "this it does is in its settings.",
                "notification_permission_rationale_message",
            ),
            self._plain("No thanks", self._done),
            View(width=0, weight=1),
            self._button(
                "Continue", "positive_button", lambda: self.request_permission(_NOTIFICATIONS)
            ),
        )
