"""The page of an app."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.apps.play_store import installer
from android_gym.simulator.apps.play_store.actions import Store
from android_gym.simulator.apps.play_store.catalogue import listing_of
from android_gym.simulator.apps.play_store.dialogs import UninstallApps
from android_gym.simulator.apps.play_store.look import (
    MOST_SCALE,
    app_icon,
    card,
    nothing,
    offline,
    shelf_heading,
)
from android_gym.simulator.apps.play_store.model import (
    DOWNLOADING,
    INSTALLING,
    MB,
    AppState,
    Listing,
)
from android_gym.simulator.apps.play_store.screens.buttons import install_button
from android_gym.simulator.system.words import verbatim
from android_gym.simulator.ui.activity import NoState, Screen
from android_gym.simulator.ui.components import MenuItem, Toolbar
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FlowLayout,
    HorizontalScrollView,
    ScrollView,
    column,
    full_column,
    row,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageView, ProgressBar, TextView

__all__ = ["DetailsActivity"]

_SIMILAR = 8


class DetailsActivity(Store[NoState]):
    """Shows an app's page: facts, buttons, description, similar apps; intent extra "id"."""

    DIALOGS = (UninstallApps,)

    def build(self) -> Screen:
        """Build the page, or a message that there is none."""
        package = self.intent.get_str("id")
        listing = listing_of(package)
        if listing is not None and installer.newest(self.context, listing) is None:
            listing = None
        below: View
        if listing is None:
            below = nothing("Item not found.") if self.online else offline(self.look_again)
        elif not self.online and not self.installed(listing):
            below = offline(self.look_again)
        else:
            below = ScrollView(self._page(listing), width=MATCH, height=0, weight=1)
        return Screen(full_column(self._bar(listing), below), title="Google Play Store")

    def _bar(self, listing: Listing | None) -> View:
        menu: list[MenuItem | None] = [MenuItem("Search", self.open_search, icon="magnify")]
        if listing is not None:
            auto = self.states.get(listing.package).auto_update
            menu += [
                MenuItem("Share", partial(self.share, listing)),
                MenuItem(
                    "Enable auto update",
                    partial(self.set_auto_update, listing.package, not auto),
                    checked=auto,
                )
                if self.installed(listing)
                else None,
            ]
        return Toolbar(navigation="arrow_back", on_navigation=self.finish, menu=menu)

    def _page(self, listing: Listing) -> View:
        state = self.states.get(listing.package)
        return wide_column(
            self._head(listing, state),
            self._figures(listing),
            self._buttons(listing, state),
            self._about(listing),
            self._similar(listing) if self.online else None,
            padding=(0, 0, 0, 24),
        )

    def _head(self, listing: Listing, state: AppState) -> View:
        kinds = {"Contains ads": listing.ads, "In-app purchases": listing.purchases}
        sold = [words for words, is_so in kinds.items() if is_so]
        below = self._going_on(listing, state) if state.active else None
        return wide_row(
            ImageView(app_icon(self.context, listing.package), size=72, tint=None),
            column(
                TextView(verbatim(listing.title), id="title", style="title_large"),
                TextView(verbatim(listing.developer), id="developer", color="primary"),
                below
                or TextView(
                    " \u2022 ".join(sold),
                    style="body_small",
                    color="text_secondary",
                    visibility="visible" if sold else "gone",
                ),
                width=0,
                weight=1,
                margin=(20, 0, 0, 0),
            ),
            padding=(24, 8, 24, 16),
            content_gravity="top",
        )

    def _going_on(self, listing: Listing, state: AppState) -> View:
        part: float | None = None
        if state.state == INSTALLING:
            words = "Installing\u2026"
        elif installer.network_for(self.context) is None:
            words = "Waiting for network\u2026"
        elif state.state == DOWNLOADING:
            part = min(1.0, state.received / (listing.size_mb * MB))
            words = f"{int(part * 100)}% of {listing.size_mb} MB"
        else:
            words = "Pending\u2026"
        return wide_column(
            TextView(words, id="progress_text", style="body_small", color="text_secondary"),
            ProgressBar(part, id="progress", width=MATCH, margin=(0, 6)),
        )

    def _figures(self, listing: Listing) -> View:
        def figure(value: str, words: str) -> View:
            return column(
                TextView(value, style="title_small", align="center"),
                TextView(words, style="body_small", color="text_secondary", align="center"),
                key=words,
                content_gravity="center_horizontal",
                padding=(16, 4),
            )

        return FlowLayout(
            [
                figure(f"{listing.rating} \u2605", "Rating"),
                figure(f"{listing.size_mb} MB", "Size"),
                figure("Everyone", "Content rating"),
                figure(listing.downloads, "Downloads"),
            ],
            width=MATCH,
            padding=(8, 0),
        )

    def _buttons(self, listing: Listing, state: AppState) -> View:
        package, packages = listing.package, self.context.system.packages
        second: Button | None = None
        main = install_button(self, listing)
        if not state.active and packages.installed(package):
            own = packages.manifest(package)
            removable = not own.system or packages.state(package).version is not None
            if removable and package != self.context.package:
                ask = UninstallApps(packages=(package,))
                second = Button(
                    "Uninstall", kind="outlined", on_click=lambda: self.show_dialog(ask)
                )
            elif installer.can_update(self.context, listing):
                second = Button("Open", kind="outlined", on_click=partial(self.launch, package))
        if second is None:
            main.width = MATCH
            return wide_row(main, padding=(24, 12))
        for button in (second, main):
            button.width, button.weight = 0, 1
            button.most_scale = MOST_SCALE
        second.margin = (0, 0, 12, 0)
        return wide_row(second, main, padding=(24, 12))

    def _about(self, listing: Listing) -> View:
        return wide_column(
            shelf_heading("About this app", partial(self.open_about, listing.package)),
            TextView(verbatim(listing.about), color="text_secondary", padding=(24, 4, 24, 12)),
            TextView(listing.category, style="body_small", color="text_secondary", padding=(24, 0)),
        )

    def _similar(self, listing: Listing) -> View | None:
        like = [
            each
            for each in self.offers()
            if each.category == listing.category and each.package != listing.package
        ][:_SIMILAR]
        if not like:
            return None
        cards = row(
            *(card(self.context, each, partial(self.open_page, each.package)) for each in like),
            padding=(16, 0),
            content_gravity="top",
        )
        return wide_column(
            shelf_heading("Similar apps", partial(self.open_category, listing.category)),
            HorizontalScrollView(cards, width=MATCH),
            padding=(0, 16, 0, 0),
        )
