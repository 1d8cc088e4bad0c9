"""Downloads and installs packages one after the other, in virtual time.

All progress is stored in ``appstate``; an alarm advances it by a step every `TICK_MS`, so it
continues after the process dies and after a restore. A force stop removes the app's alarms; then it
continues when the app is opened again.
"""

from __future__ import annotations

from typing import Final

from android_gym.simulator.apps.play_store.catalogue import listing_of
from android_gym.simulator.apps.play_store.manifest import FINSKY, MANIFEST, RECEIVER
from android_gym.simulator.apps.play_store.model import (
    DOWNLOADING,
    INSTALLING,
    MB,
    AppState,
    Listing,
)
from android_gym.simulator.apps.play_store.storage import AppStates, Library
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.notifications import Notification, PendingIntent
from android_gym.simulator.system.packages import Version
from android_gym.simulator.ui.activity import Context

__all__ = [
    "NETWORK",
    "STEP",
    "WIFI_ONLY",
    "can_update",
    "cancel",
    "network_for",
    "newest",
    "request",
    "resume",
    "step",
    "uninstall",
]

STEP: Final = "com.google.android.finsky.installer.STEP"
TICK_MS: Final = 500
BYTES_PER_TICK: Final = 4 * MB
"""Bytes downloaded per tick, a guess: 8 MB per second."""

INSTALL_MS: Final = 3000
"""Time from the end of the download to the end of the installation, a guess."""

WAIT_MS: Final = 2000
"""Interval at which to check for a network."""

WIFI_ONLY: Final = "wifi"
NETWORK: Final = "download_network_preference"
"""Preference of the network to download over: "any" or `WIFI_ONLY`."""

_ID: Final = 1
_CHANNEL: Final = "updates"


def newest(context: Context, listing: Listing) -> Version | None:
    """Return the store's version of an app; None if this phone doesn't know the app."""
    shipped = context.system.packages.shipped(listing.package)
    if shipped is None:
        return None
    return listing.version or Version(shipped.version_code, shipped.version_name)


def can_update(context: Context, listing: Listing) -> bool:
    """Return whether an installed app is older than the store's version."""
    packages, version = context.system.packages, newest(context, listing)
    if version is None or not packages.installed(listing.package):
        return False
    return packages.manifest(listing.package).version_code < version.code


def network_for(context: Context) -> str | None:
    """Return the network that may be used for downloads now: "wifi", "mobile" or None."""
    network = context.system.connectivity.active_network
    if network == "mobile" and context.preferences().get(NETWORK, "any") == WIFI_ONLY:
        return None
    return network


def request(context: Context, listing: Listing, reason: str = "single_install") -> None:
    """Queue an app for installation or update."""
    version, states = newest(context, listing), AppStates(context)
    if version is None or states.get(listing.package).active:
        return
    now = context.system.clock.now_ms()
    states.request(listing.package, listing.title, version.code, now, reason)
    resume(context)


def cancel(context: Context, package: str) -> None:
    """Cancel the installation of an app; an installed version stays."""
    AppStates(context).finish(package)
    context.system.notifications.cancel(context.package, _ID, package)


def uninstall(context: Context, package: str) -> None:
    """Uninstall an app; for a preinstalled one, remove its updates and its data."""
    packages = context.system.packages
    if not packages.installed(package):
        return
    context.system.notifications.cancel(context.package, _ID, package)
    if packages.manifest(package).system:
        context.windows.host.add_package(package)
        context.windows.host.clear(package)
    else:
        context.system.uninstall(package)


def resume(context: Context) -> None:
    """Schedule the next step if anything is in the queue."""
    if AppStates(context).active():
        _wait(context, TICK_MS)


def _wait(context: Context, delay_ms: int) -> None:
    alarms, now = context.system.alarms, context.system.clock.elapsed_ms()
    if any(each.package == context.package and each.tag == STEP for each in alarms.pending()):
        return
    intent = Intent(action=STEP, component=MANIFEST.component(RECEIVER))
    alarms.set(context.package, STEP, now + delay_ms, intent, wall=False)


def step(context: Context) -> None:
    """Advance the first package in the queue by a step, and schedule the next step."""
    states = AppStates(context)
    queue = states.active()
    if not queue:
        return
    state = queue[0]
    listing = listing_of(state.package)
    if listing is None or newest(context, listing) is None:  # written by adb
        cancel(context, state.package)
        resume(context)
        return
    if state.state == INSTALLING:
        _finish(context, state, listing)
    elif network_for(context) is None:
        _tell(context, listing, "Waiting for network connection", None)
        _wait(context, WAIT_MS)
        return
    else:
        _wait(context, _download(context, states, state, listing))
        return
    resume(context)


def _download(context: Context, states: AppStates, state: AppState, listing: Listing) -> int:
    """Download for one tick; return the milliseconds until the next step."""
    total = listing.size_mb * MB
    received = min(total, state.received + BYTES_PER_TICK)
    now = INSTALLING if received == total else DOWNLOADING
    states.change(state.package, installer_state=now, total_completed_bytes_downloaded=received)
    if now == INSTALLING:
        _tell(context, listing, "Installing\u2026", None)
        return INSTALL_MS
    words = f"{received * 100 // total}% of {listing.size_mb} MB"
    _tell(context, listing, words, (received * 100 // total, 100))
    return TICK_MS


def _tell(context: Context, listing: Listing, words: str, progress: tuple[int, int] | None) -> None:
    page = MANIFEST.component(f"{FINSKY}.activities.DetailsActivity")
    opened = Intent.to(page, id=listing.package)
    context.system.notifications.post(
        Notification(
            context.package,
            _ID,
            listing.title,
            words,
            icon="download",
            tag=listing.package,
            channel=_CHANNEL,
            content=PendingIntent(opened),
            auto_cancel=False,
            ongoing=True,
            only_alert_once=True,
            category="progress",
            progress=progress,
        )
    )


def _finish(context: Context, state: AppState, listing: Listing) -> None:
    packages, now = context.system.packages, context.system.clock.now_ms()
    updated = packages.installed(listing.package)
    context.windows.host.add_package(
        listing.package, version=newest(context, listing), installer=context.package
    )
    AppStates(context).finish(listing.package, now)
    Library(context).add(listing.package, now)
    context.system.notifications.cancel(context.package, _ID, listing.package)
    component = packages.launch_component(listing.package)
    launch = Intent(
        "android.intent.action.MAIN",
        component=component,
        categories=("android.intent.category.LAUNCHER",),
    )
    context.system.notifications.post(
        Notification(
            context.package,
            _ID,
            listing.title,
            "Successfully updated" if updated else "Successfully installed",
            icon="google_play",
            tag=listing.package,
            channel=_CHANNEL,
            content=PendingIntent(launch) if component is not None else None,
        )
    )
