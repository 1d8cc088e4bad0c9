"""The page about an app."""

from __future__ import annotations

from android_gym.simulator.apps.play_store import installer
from android_gym.simulator.apps.play_store.actions import Store
from android_gym.simulator.apps.play_store.catalogue import listing_of
from android_gym.simulator.apps.play_store.look import nothing
from android_gym.simulator.system.words import verbatim
from android_gym.simulator.ui.activity import NoState, Screen
from android_gym.simulator.ui.components import ListItem, Toolbar, section_header
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, full_column, wide_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

__all__ = ["AboutActivity"]


class AboutActivity(Store[NoState]):
    """Shows an app's description and a table of facts; intent extra "id" is the package."""

    def build(self) -> Screen:
        """Build the page."""
        listing = listing_of(self.intent.get_str("id"))
        version = installer.newest(self.context, listing) if listing is not None else None
        if listing is None or version is None:
            bar = Toolbar(navigation="arrow_back", on_navigation=self.finish)
            return Screen(full_column(bar, nothing("Item not found.")), title="Details")
        bar = Toolbar(verbatim(listing.title), navigation="arrow_back", on_navigation=self.finish)
        facts = {
            "Version": version.name,
            "Downloads": f"{listing.downloads} downloads",
            "Download size": f"{listing.size_mb} MB",
            "Offered by": listing.developer,
            "Category": listing.category,
        }
        packages = self.context.system.packages
        if packages.installed(listing.package):
            state = packages.state(listing.package)
            moment = state.updated_ms or state.first_install_ms
            facts["Installed version"] = packages.manifest(listing.package).version_name
            if moment:
                when = self.context.system.clock.datetime(moment)
                facts["Installed on"] = f"{when:%b} {when.day}, {when.year}"
        rows: list[View] = [
            ListItem(words, verbatim(value), key=words) for words, value in facts.items()
        ]
        text = TextView(verbatim(listing.about), padding=(16, 8))
        content = wide_column(
            section_header("About this app"), text, section_header("App info"), *rows
        )
        return Screen(
            full_column(bar, ScrollView(content, width=MATCH, height=0, weight=1)), title="Details"
        )
