"""The management of the phone's apps: updates, installed and formerly installed apps."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.appkit.list_bars import marked_bar, toggled
from android_gym.simulator.apps.play_store import installer
from android_gym.simulator.apps.play_store.actions import Store
from android_gym.simulator.apps.play_store.catalogue import listing_of
from android_gym.simulator.apps.play_store.dialogs import SortApps, UninstallApps, WhichApps
from android_gym.simulator.apps.play_store.look import MOST_SCALE, app_icon, nothing
from android_gym.simulator.apps.play_store.model import SORTS, Listing, ManageState
from android_gym.simulator.system.words import counted, verbatim
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import (
    Chip,
    ChipGroup,
    ListItem,
    MenuItem,
    TabLayout,
    Toolbar,
)
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    RecyclerView,
    ScrollView,
    full_column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, CheckBox, ImageView, TextView

__all__ = ["ManageActivity"]


class ManageActivity(Store[ManageState]):
    """Shows an overview and a list of apps."""

    DIALOGS = (SortApps, UninstallApps, WhichApps)

    def build(self) -> Screen:
        """Build the toolbar, the tabs and the page in front."""
        state = self.state
        listed = state.page == 1
        tabs = TabLayout(
            ["Overview", "Manage"],
            state.page,
            lambda index: self.update(page=index, marked=()),
            all_caps=False,
            background="transparent",
        )
        page = self._manage() if listed else self._overview()
        return Screen(full_column(self._bar(), tabs, page), title="Manage apps & device")

    def on_back(self) -> bool:
        """Clear the selection before leaving the screen."""
        if self.state.marked:
            self.update(marked=())
            return True
        return False

    def _bar(self) -> View:
        marked = self.state.marked
        if not marked:
            return Toolbar(
                "Manage apps & device", navigation="arrow_back", on_navigation=self.finish
            )
        menu = []
        if self.state.installed:
            can = tuple(each for each in marked if self._removable(each))
            ask = UninstallApps(packages=can)
            menu = [
                MenuItem(
                    "Uninstall",
                    lambda: self.show_dialog(ask),
                    icon="delete_outline",
                    enabled=bool(can),
                )
            ]
        else:
            menu = [MenuItem("Install", self._install_marked, icon="download")]
        return marked_bar(f"{len(marked)} selected", lambda: self.update(marked=()), menu)

    def _removable(self, package: str) -> bool:
        packages = self.context.system.packages
        if not packages.installed(package):
            return False
        return not packages.manifest(package).system or packages.state(package).version is not None

    def _install_marked(self) -> None:
        for package in self.state.marked:
            listing = listing_of(package)
            if listing is not None:
                self.install(listing)
        self.update(marked=())

    # -- overview

    def _overview(self) -> View:
        updates = self.updates()
        busy = self.states.active()
        waiting = [e for e in updates if not any(s.package == e.package for s in busy)]
        installed = [each for each in self.offers() if self.installed(each)]
        if busy:
            words = counted(len(busy), "{n} download in progress", "{n} downloads in progress")
            head = ListItem(words, icon="download", on_click=self._see_all)
        elif updates:
            head = ListItem("Updates available", self._count(len(updates)), icon="update")
        else:
            head = ListItem("All apps up to date", icon="check_circle_outline")
        update_all = details = None
        if waiting:
            update_all = Button("Update all", on_click=self.update_all, most_scale=MOST_SCALE)
        if updates:
            details = Button("See details", on_click=self._see_updates, most_scale=MOST_SCALE)
        rows = wide_column(
            head,
            wide_row(update_all, details, padding=(56, 0, 16, 8)),
            ListItem(
                "Apps & games",
                f"{self._count(len(installed))} installed",
                icon="apps",
                on_click=self._see_all,
            ),
        )
        return ScrollView(rows, width=MATCH, height=0, weight=1)

    @staticmethod
    def _count(number: int) -> str:
        return counted(number, "{n} app", "{n} apps")

    def _see_all(self) -> None:
        self.update(page=1, installed=True, updates=False)

    def _see_updates(self) -> None:
        self.update(page=1, installed=True, updates=True)

    # -- list

    def _listed(self) -> list[Listing]:
        state = self.state
        if state.updates:
            found = self.updates()
        elif state.installed:
            found = [each for each in self.offers() if self.installed(each)]
        else:
            had = map(listing_of, self.library.packages())
            found = [each for each in had if each is not None and not self.installed(each)]
        match state.sort:
            case "name":
                return sorted(found, key=lambda each: each.title.casefold())
            case "size":
                return sorted(found, key=lambda each: -each.size_mb)
            case "recent":
                return sorted(found, key=lambda each: -self._changed_ms(each))

    def _changed_ms(self, listing: Listing) -> int:
        if not self.installed(listing):
            return self.states.get(listing.package).updated_ms
        state = self.context.system.packages.state(listing.package)
        return state.updated_ms or state.first_install_ms

    def _manage(self) -> View:
        state, found = self.state, self._listed()
        chips = ChipGroup(
            [
                Chip(
                    "Installed" if state.installed else "Not installed",
                    key="which",
                    on_click=lambda: self.show_dialog(WhichApps(installed=state.installed)),
                ),
                Chip(
                    "Updates available",
                    key="updates",
                    checked=state.updates,
                    on_click=lambda: self.update(
                        updates=not state.updates, installed=True, marked=()
                    ),
                ),
            ],
            width=MATCH,
            padding=(16, 4),
        )
        order = wide_row(
            TextView(
                self._count(len(found)),
                width=0,
                weight=1,
                color="text_secondary",
                most_scale=MOST_SCALE,
            ),
            Button(
                dict(SORTS)[state.sort],
                icon="sort",
                most_scale=MOST_SCALE,
                on_click=lambda: self.show_dialog(SortApps(sort=state.sort)),
            ),
            padding=(24, 0, 8, 0),
            content_gravity="center_vertical",
        )
        listing = self._list(found) if found else nothing("No apps here", "apps")
        return wide_column(chips, order, listing, height=0, weight=1)

    def _list(self, found: list[Listing]) -> View:
        def build(index: int) -> View:
            return self._row(found[index])

        return RecyclerView(
            len(found),
            build,
            row_key=lambda index: found[index].package,
            id="managed_apps",
            width=MATCH,
            height=0,
            weight=1,
        )

    def _row(self, listing: Listing) -> View:
        package = listing.package
        mark = CheckBox(
            checked=package in self.state.marked,
            content_description=verbatim(f"Select {listing.title}"),
            on_checked_change=lambda _: self._toggle(package),
        )
        end: View = mark
        if self.state.updates:
            active = self.states.get(package).active
            end = wide_row(
                Button("Cancel", on_click=partial(self.cancel, package), most_scale=MOST_SCALE)
                if active
                else Button(
                    "Update", on_click=partial(self.install, listing), most_scale=MOST_SCALE
                ),
                mark,
            )
            end.width = -2
        return ListItem(
            verbatim(listing.title),
            self._words(listing),
            title_lines=2,
            leading=ImageView(app_icon(self.context, package), size=40, tint=None),
            trailing=end,
            key=package,
            on_click=partial(self.open_page, package),
            on_long_click=partial(self._toggle, package),
        )

    def _words(self, listing: Listing) -> str:
        state = self.states.get(listing.package)
        if state.active:
            return "Installing\u2026"
        if installer.can_update(self.context, listing):
            return f"{listing.size_mb} MB \u2022 Update available"
        return f"{listing.size_mb} MB"

    def _toggle(self, package: str) -> None:
        self.update(marked=toggled(self.state.marked, package))
