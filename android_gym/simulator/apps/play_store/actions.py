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
    """A screen of the store."""

    def theme(self) -> Theme:
        """Return the theme that was chosen."""
        return theme_of(self.context)

    def on_resume(self) -> None:
        """Go on with what was being installed when the app was stopped by force."""
        installer.resume(self.context)

    @property
    def states(self) -> AppStates:
        """The queue of what is being installed."""
        return AppStates(self.context)

    @property
    def library(self) -> Library:
        """The apps that the user has had."""
        return Library(self.context)

    @property
    def searches(self) -> Searches:
        """The searches."""
        return Searches(self.context)

    @property
    def online(self) -> bool:
        """True if there is a network, without which the store has nothing to show."""
        return self.context.system.connectivity.active_network is not None

    @callback
    def look_again(self) -> None:
        """Look whether there is a network now; the screen is built anew by itself when there is."""
        if not self.online:
            self.toast("No internet connection")

    def offers(self) -> list[Listing]:
        """Return the apps of the catalogue that this phone can install."""
        packages = self.context.system.packages
        return [each for each in CATALOGUE if packages.shipped(each.package) is not None]

    # -- ways

    def open_page(self, package: str) -> None:
        """Open the page of an app."""
        self.start_activity(f"{FINSKY}.activities.DetailsActivity", id=package)

    def open_about(self, package: str) -> None:
        """Open what the store says of an app."""
        self.start_activity(f"{FINSKY}.activities.AboutActivity", id=package)

    def open_category(self, category: str) -> None:
        """Open all apps of a category."""
        self.start_activity(f"{FINSKY}.activities.CategoryActivity", category=category)

    def open_search(self) -> None:
        """Open the search."""
        self.start_activity(f"{FINSKY}.activities.SearchActivity")

    def open_manage(self) -> None:
        """Open the apps of the phone."""
        self.start_activity(f"{FINSKY}.activities.ManageActivity")

    def open_settings(self) -> None:
        """Open the store's settings."""
        self.start_activity(f"{FINSKY}.activities.SettingsActivity")

    # -- apps

    def installed(self, listing: Listing) -> bool:
        """Return whether an app is installed."""
        return self.context.system.packages.installed(listing.package)

    def updates(self) -> list[Listing]:
        """Return the apps of which the store has a newer version."""
        return [each for each in self.offers() if installer.can_update(self.context, each)]

    def install(self, listing: Listing) -> None:
        """Begin to install or update an app."""
        installer.request(self.context, listing)

    def update_all(self) -> None:
        """Begin to update all apps of which there is a newer version."""
        for listing in self.updates():
            installer.request(self.context, listing, "bulk_update")

    def cancel(self, package: str) -> None:
        """Stop installing an app."""
        installer.cancel(self.context, package)

    def uninstall(self, packages: tuple[str, ...]) -> None:
        """Remove apps."""
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
        """Hand the address of an app's page to another app."""
        address = f"https://play.google.com/store/apps/details?id={listing.package}"
        extras = Map({"android.intent.extra.TEXT": address})
        choose_app(self, Intent("android.intent.action.SEND", type="text/plain", extras=extras))

    def set_auto_update(self, package: str, on: bool) -> None:
        """Choose whether an app may be updated unasked."""
        self.states.change(package, auto_update=int(on))
