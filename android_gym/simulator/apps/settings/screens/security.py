"""Security, Safety & emergency, Passwords & accounts, Google."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from android_gym.simulator.appkit.preferences import Category, Row, TextPreference
from android_gym.simulator.apps.settings.actions import AnyPage
from android_gym.simulator.apps.settings.dialogs import LOCKS, SetLock, tells
from android_gym.simulator.apps.settings.look import Footer
from android_gym.simulator.apps.settings.model import Link, MainSwitch, Toggle, link, radios
from android_gym.simulator.apps.settings.screens.page import Page

NO_GOOGLE = "There was a problem communicating with Google servers.\n\nTry again later."
UPDATE = "October 5, 2022"

SHOW_PASSWORDS = Toggle("system/show_password", "Show passwords", default=True)
EMERGENCY_LOCATION = Toggle(
    "emergency_location",
    "Emergency Location Service",
    "Send location to emergency responders",
    default=True,
)


def screen_lock(page: AnyPage) -> str:
    """Return the kind of lock: "none", "swipe", "pin" or "password"."""
    chosen = page.store.text("screen_lock", "")
    if chosen in ("pin", "password"):
        return chosen
    return "none" if page.store.is_on("secure/lockscreen.disabled") else "swipe"


class Security(Page):
    """Locks, updates, apps."""

    TITLE = "Security"

    def rows(self) -> Sequence[Row | None]:
        """List the status rows and the lock."""
        find = "On" if self.store.get("find_my_device") else "Off"
        return [
            Category("Security status"),
            link(
                "Google Play Protect",
                "security:PlayProtect",
                "Check device for harmful apps",
                "shield_check_outline",
            ),
            link("Find My Device", "security:FindMyDevice", find, "cellphone_marker"),
            link("Security update", "device:SystemUpdate", UPDATE, "cellphone_arrow_down"),
            Category("Device security"),
            link("Screen lock", "security:ScreenLock", LOCKS[screen_lock(self)]),
            Category("Privacy"),
            link("Permission manager", "privacy:PermissionManager"),
            link(
                "More security settings",
                "security:MoreSecurity",
                "Device admin apps, SIM lock, app pinning",
            ),
        ]


class PlayProtect(Page):
    """Play Protect, which scans apps."""

    TITLE = "Play Protect"
    ROWS = (
        Toggle("global/package_verifier_user_consent", "Scan apps with Play Protect", off="-1"),
        Toggle("play_protect_share", "Improve harmful app detection"),
    )


class FindMyDevice(Page):
    """The page "Find My Device"."""

    TITLE = "Find My Device"
    ROWS = (
        MainSwitch("find_my_device", "Use Find My Device"),
        Footer("Find My Device locates this device remotely once a Google Account is added."),
    )


class ScreenLock(Page):
    """Choice of the screen lock."""

    TITLE = "Choose screen lock"
    DIALOGS = (SetLock,)

    def rows(self) -> Sequence[Row | None]:
        """List the kinds of lock from weakest to strongest."""
        notes: dict[str, str] = {
            "swipe": "No security",
            "pin": "Medium to high security",
            "password": "High security",
            screen_lock(self): "Current screen lock",
        }
        return [
            Link(title, partial(ScreenLock.choose, kind=kind), notes.get(kind))
            for kind, title in LOCKS.items()
        ]

    def choose(self, kind: str) -> None:
        """Set a kind of lock, or ask for its PIN or password."""
        if kind in ("pin", "password"):
            self.show_dialog(SetLock(kind=kind))
            return
        self.store.put("screen_lock", None)
        self.store.put("secure/lockscreen.disabled", kind == "none")
        self.finish()


class MoreSecurity(Page):
    """The page "More security settings"."""

    TITLE = "More security settings"

    def rows(self) -> Sequence[Row | None]:
        """List the switches and pages."""
        pinning = "On" if self.store.is_on("system/lock_to_app_enabled") else "Off"
        admins = tells("Device admin apps", "No device admin apps available")
        return [
            SHOW_PASSWORDS,
            Link("Device admin apps", admins, "No active apps"),
            Link("SIM card lock", tells("SIM card lock", "The SIM card has no PIN.")),
            Link("Encryption & credentials", tells("Encrypt phone", "Encrypted"), "Encrypted"),
            Link(
                "Trust agents",
                tells("Trust agents", "No trust agents available"),
                "To use, first set a screen lock",
                enabled=screen_lock(self) in ("pin", "password"),
            ),
            link("App pinning", "security:AppPinning", pinning),
        ]


class AppPinning(Page):
    """App pinning, which keeps one app on the screen."""

    TITLE = "App pinning"
    ROWS = (
        MainSwitch("system/lock_to_app_enabled", "Use app pinning"),
        Footer(
            "App pinning allows you to keep the current app in view until you unpin it. This"
            " feature can be used, for example, to let a trusted friend play a specific game."
        ),
    )


class Safety(Page):
    """Safety & emergency: information, contacts, SOS."""

    TITLE = "Safety & emergency"

    def rows(self) -> Sequence[Row | None]:
        """List the emergency features."""
        sos = "On" if self.store.is_on("secure/emergency_gesture_enabled", "1") else "Off"
        return [
            link("Medical information", "security:MedicalInformation", "Name, blood type, more"),
            TextPreference(
                "emergency_contact",
                "Emergency contacts",
                empty="Add contacts",
                input_type="phone",
                hint="Phone number",
                accept=str,
                button="Save",
            ),
            link("Emergency SOS", "security:EmergencySos", sos),
            EMERGENCY_LOCATION,
            Toggle("earthquake_alerts", "Earthquake alerts", default=True),
            link("Wireless emergency alerts", "notifications:WirelessAlerts"),
        ]


class MedicalInformation(Page):
    """Medical information for first responders."""

    TITLE = "Medical information"
    ROWS = tuple(
        TextPreference(f"medical:{title}", title, empty="Unknown", accept=str)
        for title in ("Name", "Address", "Blood type", "Allergies", "Medications", "Medical notes")
    )


class EmergencySos(Page):
    """Emergency SOS, triggered by pressing the power button five times."""

    TITLE = "Emergency SOS"
    ROWS = (
        MainSwitch("secure/emergency_gesture_enabled", "Use Emergency SOS", default=True),
        Toggle(
            "secure/emergency_gesture_sound_enabled",
            "Play countdown alarm",
            "Play a loud sound when Emergency SOS is starting",
        ),
        Footer(
            "To start Emergency SOS, press the Power button 5 times or more. Emergency SOS"
            " calls your local emergency number."
        ),
    )


AUTOFILL = {"null": "None", "com.google.android.gms/.autofill.service.AutofillService": "Google"}


class Accounts(Page):
    """Passwords & accounts; the phone has no accounts."""

    TITLE = "Passwords & accounts"

    def rows(self) -> Sequence[Row | None]:
        """List autofill and accounts."""
        autofill = AUTOFILL.get(self.store.text("secure/autofill_service", "null"), "None")
        return [
            Category("Autofill service"),
            link("Autofill service", "security:Autofill", autofill, "form_textbox"),
            Category("Accounts for Owner"),
            link("Add account", "security:AddAccount", icon="add"),
            Category("Sync"),
            Toggle("auto_sync", "Automatically sync app data", default=True),
        ]


class Autofill(Page):
    """The autofill service: none or Google's."""

    TITLE = "Autofill service"
    ROWS = radios("secure/autofill_service", AUTOFILL, "null")


class AddAccount(Page):
    """Account types of the Google image; adding one would need a server."""

    TITLE = "Add an account"
    ROWS = tuple(
        Link(title, tells("Couldn\u2019t sign in", NO_GOOGLE), icon=icon)
        for title, icon in (
            ("Exchange", "email_outline"),
            ("Google", "google"),
            ("Personal (IMAP)", "email_outline"),
            ("Personal (POP3)", "email_outline"),
        )
    )


class Google(Page):
    """Google services that can be configured without an account."""

    TITLE = "Google"
    ROWS = (
        Link(
            "Sign in to your Google Account",
            tells("Couldn\u2019t sign in", NO_GOOGLE),
            icon="account_circle_outline",
        ),
        Category("Services on this device"),
        link("Ads", "privacy:Ads"),
        link("Autofill", "security:Autofill"),
        link("Backup", "system:Backup"),
        link("Find My Device", "security:FindMyDevice"),
        link("Usage & diagnostics", "privacy:UsageAndDiagnostics"),
    )
