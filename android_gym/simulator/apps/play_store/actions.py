"""Actions of the Play Store's screens."""

from __future__ import annotations

from immutables import Map

from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.apps.play_store import installer
from android_gym.simulator.apps.play_store.catalogue import CATALOGUE
from android_gym.simulator.apps.play_store.look import theme_of
from android_gym.simulator.apps.play_store.manifest import FINSKY
from android_gym.simulator.apps.play_store.model import Listing
from android_gym.simulator.apps.play_store.storage import AppStates, Library, Searches
from android_gym.simulator.system.intents import FLAG_ACTIVITY_NEW_TASK, Intent
from android_gym.simulator.ui.activity import Activity, S_co, callback
from android_gym.simulator.ui.theme import Theme

__all__ = ["Store"]


class Store(Activity[S_co]):
    """Base class of the store's screens."""

    def theme(self) -> Theme:
        """Return the theme chosen by the user."""
        return theme_of(self.context)

    def on_resume(self) -> None:
        """Resume installations that were interrupted by a force stop."""
        installer.resume(self.context)

    @property
    def states(self) -> AppStates:
        """The install states of apps, including the queue."""
        return AppStates(self.context)

    @property
    def library(self) -> Library:
        """The apps that the user owns."""
        return Library(self.context)

    @property
    def searches(self) -> Searches:
        """The search history."""
        return Searches(self.context)

    @property
    def online(self) -> bool:
        """True if there is a network, which the store needs to show anything."""
        return self.context.system.connectivity.active_network is not None

    @callback
    def look_again(self) -> None:
        """Check for a network on request; the screen is rebuilt by itself once there is one."""
        if not self.online:
            self.toast("No internet connection")

    def offers(self) -> list[Listing]:
        """Return the apps in the catalogue that this phone can install."""
        packages = self.context.system.packages
        return [each for each in CATALOGUE if packages.shipped(each.package) is not None]

    # -- navigation

    def open_page(self, package: str) -> None:
        """Open the page of an app."""
        self.start_activity(f"{FINSKY}.activities.DetailsActivity", id=package)

    def open_about(self, package: str) -> None:
        """Open the page about an app."""
        self.start_activity(f"{FINSKY}.activities.AboutActivity", id=package)

    def open_category(self, category: str) -> None:
        """Open the list of a category."""
        self.start_activity(f"{FINSKY}.activities.CategoryActivity", category=category)

    def open_search(self) -> None:
        """Open the search."""
        self.start_activity(f"{FINSKY}.activities.SearchActivity")

    def open_manage(self) -> None:
        """Open the list of the phone's apps."""
        self.start_activity(f"{FINSKY}.activities.ManageActivity")

    def open_settings(self) -> None:
        """Open the store's settings."""
        self.start_activity(f"{FINSKY}.activities.SettingsActivity")

    # -- apps

    def installed(self, listing: Listing) -> bool:
        """Return whether an app is installed."""
        return self.context.system.packages.installed(listing.package)

    def updates(self) -> list[Listing]:
        """Return the apps with a newer version in the store."""
        return [each for each in self.offers() if installer.can_update(self.context, each)]

    def install(self, listing: Listing) -> None:
        """Request the installation or update of an app."""
        installer.request(self.context, listing)

    def update_all(self) -> None:
        """Request updates of all apps with a newer version."""
        for listing in self.updates():
            installer.request(self.context, listing, "bulk_update")

    def cancel(self, package: str) -> None:
        """Cancel the installation of an app."""
        installer.cancel(self.context, package)

    def uninstall(self, packages: tuple[str, ...]) -> None:
        """Uninstall apps."""
        for package in packages:
            installer.uninstall(self.context, package)

    def launch(self, package: str) -> None:
        """Open an app."""
        component = self.context.system.packages.launch_component(package)
        if component is None:
            self.toast("This app can\u2019t be opened")
            return
        self.start_activity(
            Intent(
                "android.intent.action.MAIN",
                component=component,
                categories=("android.intent.category.LAUNCHER",),
                flags=FLAG_ACTIVITY_NEW_TASK,
            )
        )

    def enable(self, package: str) -> None:
        """Enable an app that was disabled in Settings."""
        self.context.system.packages.change(package, enabled=True)

    def share(self, listing: Listing) -> None:
        """Share the URL of an app's page."""
        address = f"https://play.google.com/store/apps/details?id={listing.package}"
        extras = Map({"android.intent.extra.TEXT": address})
        choose_app(self, Intent("android.intent.action.SEND", type="text/plain", extras=extras))

    def set_auto_update(self, package: str, on: bool) -> None:
        """Set whether an app is updated automatically."""
        self.states.change(package, auto_update=int(on))
