"""Settings' dialogs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Final

from android_gym.simulator.appkit.dialogs import (
    ConfirmDialog,
    MessageDialog,
    TextDialog,
)
from android_gym.simulator.appkit.preferences import LinkPreference
from android_gym.simulator.apps.settings.actions import AnyPage
from android_gym.simulator.apps.settings.look import radio_button
from android_gym.simulator.apps.settings.model import Click
from android_gym.simulator.system.words import phrase
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.layouts import wide_column
from android_gym.simulator.ui.options import InputType, Insets, TextOptions
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

DIALOG_PADDING: Final = (24, 0, 24, 8)
FIELD_PADDING: Final = (4, 12)

LOCKS: Final = {"none": "None", "swipe": "Swipe", "pin": "PIN", "password": "Password"}


def shows(dialog: Dialog[AnyPage]) -> Click:
    """Return a click handler that opens a dialog."""
    return lambda page: page.show_dialog(dialog)


def tells(title: str, message: str) -> Click:
    """Return a click handler that shows a message."""

    def show(page: AnyPage) -> None:
        say = page.context.say
        page.show_dialog(Message(say(title), say(message)))

    return show


@dataclass(frozen=True)
class Message(MessageDialog[AnyPage]):
    """A dialog with a title and a message."""

    TITLE = "{heading}"
    MESSAGE = "{text}"
    heading: str
    text: str


class _Edit(TextDialog[AnyPage]):
    """A dialog with a text field in Settings' style, which must not be left blank."""

    def padding(self, screen: AnyPage) -> Insets:
        return DIALOG_PADDING

    def field_options(self, screen: AnyPage) -> TextOptions:
        return {**super().field_options(screen), "padding": FIELD_PADDING}

    def valid(self, screen: AnyPage) -> bool:
        return bool(self.text.strip())


# -- network


@dataclass(frozen=True)
class ResetInternet(ConfirmDialog[AnyPage]):
    """Ask before reconnecting to Wi-Fi."""

    TITLE = "Reset your internet?"
    MESSAGE = "Your device will reconnect to the internet."
    POSITIVE = "Reset"

    def on_confirm(self, screen: AnyPage) -> None:
        """Reconnect to Wi-Fi."""
        screen.reset_internet()


@dataclass(frozen=True)
class ShareNetwork(MessageDialog[AnyPage]):
    """The QR code of a network."""

    TITLE = "Share Wi\u2011Fi"
    MESSAGE = "Scan this QR code to connect to \u201c{ssid}\u201d"
    NEGATIVE: ClassVar[str | None] = "Done"
    ssid: str = ""

    def build(self, screen: AnyPage) -> Overlay:
        """Build the message; "Done" only closes the dialog."""
        return self.alert(screen)


@dataclass(frozen=True)
class PrivateDns(ConfirmDialog[AnyPage]):
    """Choose the private DNS mode: off, automatic, or a typed host name."""

    TITLE = "Select Private DNS Mode"
    POSITIVE = "Save"
    MODES: ClassVar = {
        "off": "Off",
        "opportunistic": "Automatic",
        "hostname": "Private DNS provider hostname",
    }
    mode: str = "opportunistic"
    host: str = ""

    def body(self, screen: AnyPage) -> View:
        """Build the modes, and the host field if the mode needs one."""
        modes = (
            radio_button(
                LinkPreference(label),
                partial(screen.update_dialog, replace(self, mode=mode)),
                mode == self.mode,
            )
            for mode, label in self.MODES.items()
        )
        field = self.text_field(
            screen,
            "host",
            id="private_dns_mode_provider_hostname",
            hint="Enter hostname of DNS provider",
            input_type="uri",
            margin=(72, 0, 24, 8),
        )
        return wide_column(*modes, field if self.mode == "hostname" else None)

    def valid(self, screen: AnyPage) -> bool:
        """Return whether a host is given if the mode needs one."""
        return self.mode != "hostname" or ("." in self.host and " " not in self.host)

    def on_confirm(self, screen: AnyPage) -> None:
        """Save the mode and the host."""
        screen.store.put("global/private_dns_mode", self.mode)
        if self.mode == "hostname":
            screen.store.put("global/private_dns_specifier", self.host)


@dataclass(frozen=True)
class AddVpn(_Edit):
    """Ask for the name of a new VPN profile."""

    TITLE = "Edit VPN profile"
    POSITIVE = "Save"
    HINT = "Name"

    def on_accept(self, screen: AnyPage, text: str) -> None:
        """Save the profile."""
        screen.store.put("vpn", text)


@dataclass(frozen=True)
class DeleteVpn(ConfirmDialog[AnyPage]):
    """Ask before deleting a VPN profile."""

    TITLE = "Delete VPN profile?"
    MESSAGE = "\u201c{name}\u201d will be deleted."
    POSITIVE = "Delete"
    name: str = ""

    def on_confirm(self, screen: AnyPage) -> None:
        """Delete the profile."""
        screen.store.put("vpn", None)


@dataclass(frozen=True)
class ResetNetworks(ConfirmDialog[AnyPage]):
    """Ask before forgetting all networks."""

    TITLE = "Reset all network settings?"
    MESSAGE = "You can\u2019t undo this action."
    POSITIVE = "Reset settings"

    def on_confirm(self, screen: AnyPage) -> None:
        """Forget all networks."""
        screen.reset_network()


# -- apps


@dataclass(frozen=True)
class ResetApps(ConfirmDialog[AnyPage]):
    """Ask before resetting all app preferences."""

    TITLE = "Reset app preferences?"
    MESSAGE = (
        "This will reset all preferences for:\n\n\u2022 Disabled apps\n\u2022 Disabled app"
        " notifications\n\u2022 Default applications for actions\n\u2022 Background data"
        " restrictions for apps\n\u2022 Any permission restrictions\n\nYou will not lose any app"
        " data."
    )
    POSITIVE = "Reset apps"

    def on_confirm(self, screen: AnyPage) -> None:
        """Reset the preferences."""
        screen.reset_apps()


@dataclass(frozen=True)
class _AboutApp(ConfirmDialog[AnyPage]):
    """A question about one app."""

    POSITIVE = "OK"
    package: str = ""


@dataclass(frozen=True)
class DisableApp(_AboutApp):
    """Ask before disabling a system app."""

    TITLE = "Disable app?"
    MESSAGE = (
        "If you disable this app, Android and other apps may no longer function as"
        " intended. Keep in mind, you can\u2019t delete this app since it came"
        " pre-installed on your device. By disabling, you turn this app off and hide it on"
        " your device."
    )
    POSITIVE = "Disable app"

    def on_confirm(self, screen: AnyPage) -> None:
        """Disable the app, which stops it too."""
        screen.system.packages.change(self.package, enabled=False)
        screen.system.activities.force_stop(self.package, forget=True)


@dataclass(frozen=True)
class ForceStop(_AboutApp):
    """Ask before force-stopping an app."""

    TITLE = "Force stop?"
    MESSAGE = "If you force stop an app, it may misbehave."

    def on_confirm(self, screen: AnyPage) -> None:
        """Stop the app."""
        screen.system.activities.force_stop(self.package)


@dataclass(frozen=True)
class ClearData(_AboutApp):
    """Ask before deleting an app's data."""

    TITLE = "Clear app data?"
    MESSAGE = (
        "This app\u2019s data, including files and settings, will be permanently deleted from"
        " this device"
    )

    def on_confirm(self, screen: AnyPage) -> None:
        """Delete the data."""
        screen.context.windows.host.clear(self.package)


@dataclass(frozen=True)
class EmptyTrash(ConfirmDialog[AnyPage]):
    """Ask before emptying the trash."""

    TITLE = "Empty trash?"
    MESSAGE = "There are {size} of files in the trash."
    POSITIVE = "Empty trash"
    size: str = ""

    def on_confirm(self, screen: AnyPage) -> None:
        """Empty the trash."""
        screen.empty_trash()


# -- accessibility


@dataclass(frozen=True)
class AllowService(ConfirmDialog[AnyPage]):
    """Ask before switching on an accessibility service.

    Attributes:
        name: Name of the service.
        services: Components of the enabled services once this one is allowed.
    """

    TITLE = "Allow {name} to have full control of your device?"
    MESSAGE = (
        "Full control is appropriate for apps that help you with accessibility needs, but not"
        " for most apps."
    )
    POSITIVE = "Allow"
    name: str = ""
    services: tuple[str, ...] = ()

    def on_confirm(self, screen: AnyPage) -> None:
        """Save the list of enabled services."""
        screen.store.put("secure/enabled_accessibility_services", ":".join(self.services))
        screen.store.put("secure/accessibility_enabled", bool(self.services))


@dataclass(frozen=True)
class StopService(AllowService):
    """Ask before switching off an accessibility service."""

    TITLE = "Stop {name}?"
    MESSAGE = "Tapping Stop will stop {name}."
    POSITIVE = "Stop"


# -- security and privacy


@dataclass(frozen=True)
class SetLock(_Edit):
    """Ask for a PIN or a password; leaves the page once it is set."""

    POSITIVE = "Confirm"
    kind: str = "pin"

    def title(self, screen: AnyPage) -> str:
        """Return the title for the kind of lock."""
        return phrase("Set a {lock}", lock=LOCKS[self.kind])

    def heading(self, screen: AnyPage) -> View:
        """Build the hint about the minimum length."""
        text = phrase("{lock} must be at least 4 characters", lock=LOCKS[self.kind])
        return TextView(text, id="android:id/message", style="dialog_message", margin=(0, 0, 0, 8))

    def input_type(self, screen: AnyPage) -> InputType:
        """Return the input type for the kind of lock."""
        return "number_password" if self.kind == "pin" else "password"

    def valid(self, screen: AnyPage) -> bool:
        """Return whether the PIN or password is long enough."""
        return len(self.text) >= 4

    def on_accept(self, screen: AnyPage, text: str) -> None:
        """Save the kind of lock; the phone is never actually locked."""
        screen.store.put("secure/lockscreen.disabled", "0")
        screen.store.put("screen_lock", self.kind)
        screen.finish()


@dataclass(frozen=True)
class ResetAdId(ConfirmDialog[AnyPage]):
    """Ask before changing the advertising ID."""

    TITLE = "Reset advertising ID?"
    MESSAGE = "A new random number will be assigned to your advertising ID."
    POSITIVE = "Confirm"
    number: int = 1

    def on_confirm(self, screen: AnyPage) -> None:
        """Change the advertising ID."""
        screen.store.put("ad_id", self.number)


@dataclass(frozen=True)
class DeleteAdId(ResetAdId):
    """Ask before deleting the advertising ID."""

    TITLE = "Delete advertising ID?"
    MESSAGE = "Apps can no longer use this advertising ID to show you personalized ads."
    POSITIVE = "Delete advertising ID"
    number: int = 0


# -- system


@dataclass(frozen=True)
class RemoveLanguage(ConfirmDialog[AnyPage]):
    """Ask before removing a language."""

    TITLE = "Remove selected language?"
    MESSAGE = "Text will be displayed in another language."
    POSITIVE = "Remove"
    rest: tuple[str, ...] = ()

    def on_confirm(self, screen: AnyPage) -> None:
        """Keep the other languages."""
        screen.store.put("system/system_locales", ",".join(self.rest))


@dataclass(frozen=True)
class AddWord(_Edit):
    """Ask for a word for the personal dictionary."""

    TITLE = "Add to dictionary"
    POSITIVE = "Save"
    HINT = "Type a word"

    def on_accept(self, screen: AnyPage, text: str) -> None:
        """Save the word."""
        preferences = screen.context.preferences()
        words: frozenset[str] = preferences.get("dictionary", frozenset())
        preferences.put(dictionary=words | {text.strip()})


@dataclass(frozen=True)
class DeleteWord(ConfirmDialog[AnyPage]):
    """Ask before deleting a word from the personal dictionary."""

    TITLE = "Delete word?"
    MESSAGE = "\u201c{word}\u201d will be deleted from the dictionary."
    POSITIVE = "Delete"
    word: str = ""

    def on_confirm(self, screen: AnyPage) -> None:
        """Delete the word."""
        preferences = screen.context.preferences()
        words: frozenset[str] = preferences.get("dictionary", frozenset())
        preferences.put(dictionary=words - {self.word})


@dataclass(frozen=True)
class EraseAllData(ConfirmDialog[AnyPage]):
    """Ask before a factory reset."""

    TITLE = "Erase all data?"
    MESSAGE = (
        "All of your personal information and downloaded apps will be deleted. You can\u2019t"
        " undo this action."
    )
    POSITIVE = "Erase all data"

    def on_confirm(self, screen: AnyPage) -> None:
        """Erase all data."""
        screen.erase_all()


@dataclass(frozen=True)
class TakeBugReport(ConfirmDialog[AnyPage]):
    """Ask before taking a bug report."""

    TITLE = "Take bug report"
    MESSAGE = "This report contains data from your device\u2019s system log files."
    POSITIVE = "Report"

    def on_confirm(self, screen: AnyPage) -> None:
        """Show that the report is being taken."""
        screen.toast("Bug report is being generated, please wait")
