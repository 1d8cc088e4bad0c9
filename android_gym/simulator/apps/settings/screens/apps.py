"""Apps: the lists, default apps, the assistant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from android_gym.simulator.appkit.preferences import Category, RadioPreference, Row
from android_gym.simulator.apps.settings.dialogs import ResetApps
from android_gym.simulator.apps.settings.look import Footer, bar_button
from android_gym.simulator.apps.settings.model import Toggle, app_icon, file_size, link
from android_gym.simulator.apps.settings.screens.page import Page
from android_gym.simulator.apps.settings.storage import ROLES
from android_gym.simulator.system.words import joined, phrase
from android_gym.simulator.ui.components import MenuItem, OverflowButton, SearchView
from android_gym.simulator.ui.view import View


class AppDashboard(Page):
    """Recently used apps, and settings that concern all apps."""

    TITLE = "Apps"

    def rows(self) -> Sequence[Row | None]:
        """List recent apps first."""
        recent = self._recent()[:3]
        labels = [self.store.label(self.store.holder(r)) for r in ("browser", "phone", "sms")]
        default = joined(", ", (label for label in labels if label != "None"))
        access = "Control access to special features"
        return [
            Category("Recently opened apps") if recent else None,
            *recent,
            link(
                phrase("See all {n} apps", n=len(self.store.apps())),
                "apps:AllApps",
                icon="chevron_right",
            ),
            Category("General"),
            link("Default apps", "apps:DefaultApps", default or None),
            link("Assistant", "apps:Assistant", "Control assistant and voice input"),
            link("Unused apps", "apps:UnusedApps", "0 unused apps"),
            link("Special app access", "special:SpecialAccess", access),
        ]

    def _recent(self) -> list[Row]:
        packages = self.system.packages
        now = self.system.clock.watch_elapsed(1000)
        seen = {self.context.package}
        rows: list[Row] = []
        for task in self.system.activities.tasks:
            package = task.top.package
            if task.home or package in seen:
                continue
            seen.add(package)
            minutes = max(0, now - task.last_active_ms) // 60_000
            app = packages.manifest(package)
            ago = phrase("{minutes} min. ago", minutes=minutes)
            rows.append(
                link(self.store.name(app), "app:AppInfo", ago, app_icon(app), package=package)
            )
        return rows


@dataclass(frozen=True)
class AllAppsState:
    """State of the page "All apps".

    Attributes:
        query: Search text matched against labels; None while the search is closed.
        system: Whether system apps are shown.
    """

    query: str | None = None
    system: bool = False


class AllApps(Page[AllAppsState]):
    """Every app with its size."""

    TITLE = "All apps"
    DIALOGS = (ResetApps,)

    def actions(self) -> Sequence[View]:
        """Return the search button and the filter menu."""
        state = self.state
        if state.query is not None:
            field = SearchView(state.query, lambda text: self.update(query=text), width=0, weight=9)
            return [field]
        return [
            bar_button("search", "Search", self._search),
            OverflowButton(
                [
                    MenuItem(
                        "Hide system" if state.system else "Show system",
                        on_click=lambda: self.update(system=not state.system),
                    ),
                    MenuItem(
                        "Reset app preferences", on_click=lambda: self.show_dialog(ResetApps())
                    ),
                ]
            ),
        ]

    def _search(self) -> None:
        self.update(query="")
        self.show_keyboard("search_src_text")

    def on_back(self) -> bool:
        """Close the search if it is open."""
        if self.state.query is None:
            return False
        self.update(query=None)
        return True

    def rows(self) -> Sequence[Row | None]:
        """List the apps that match the search, by label."""
        query = (self.state.query or "").casefold()
        return [
            link(
                self.store.name(app),
                "app:AppInfo",
                file_size(sum(self.store.sizes(app.package))),
                app_icon(app),
                package=app.package,
            )
            for app in self.store.apps(system=self.state.system)
            if query in self.store.name(app).casefold()
        ]


class UnusedApps(Page):
    """Apps that have not been opened for months: always none."""

    TITLE = "Unused apps"
    ROWS = (
        Footer(
            "No unused apps. Apps you haven\u2019t used in a few months will appear here."
            " They\u2019ll have their permissions removed, temporary files deleted and"
            " notifications stopped."
        ),
    )


class DefaultApps(Page):
    """Default apps by role."""

    TITLE = "Default apps"

    def rows(self) -> Sequence[Row | None]:
        """List the roles."""
        packages = self.system.packages
        rows: list[Row] = [Category("General")]
        for role, (title, _) in ROLES.items():
            holder = self.store.holder(role)
            icon = app_icon(packages.manifest(holder)) if packages.installed(holder) else "android"
            rows.append(link(title, "apps:DefaultApp", self.store.label(holder), icon, role=role))
        return rows


class DefaultApp(Page):
    """The app that holds a role: intent extra "role"."""

    @property
    def role(self) -> str:
        """The role."""
        return self.text_extra("role", "sms")

    def title(self) -> str:
        """Return the name of the role."""
        return ROLES[self.role][0] if self.role in ROLES else "Default app"

    def rows(self) -> Sequence[Row | None]:
        """List the apps that can hold the role."""
        return [
            RadioPreference(f"role/{self.role}", app.label, icon=app_icon(app), choice=app.package)
            for app in self.store.candidates(self.role)
        ] or [Footer("No apps")]


class HomeApp(DefaultApp):
    """The home app, opened by an action."""

    @property
    def role(self) -> str:
        """The role."""
        return "home"


class Assistant(Page):
    """The assistant app and what it may access."""

    TITLE = "Assistant"

    def rows(self) -> Sequence[Row | None]:
        """List the assistant app and its access switches."""
        holder = self.store.label(self.store.holder("assistant"))
        return [
            link("Digital assistant app", "apps:DefaultApp", holder, role="assistant"),
            Toggle(
                "secure/assist_structure_enabled",
                "Use text from screen",
                "Allow the assist app to access the screen contents as text",
                default=True,
            ),
            Toggle(
                "secure/assist_screenshot_enabled",
                "Use screenshot",
                "Allow the assist app to access an image of the screen",
                default=True,
            ),
            Toggle(
                "secure/assist_disclosure_enabled",
                "Flash screen",
                "Flash edges of screen when assist app accesses text from screen or screenshot",
            ),
        ]
