"""Security, Safety & emergency, Passwords & accounts, Google."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from android_gym.simulator.apps.settings import dialogs
from android_gym.simulator.apps.settings.page import Page, Row
from android_gym.simulator.apps.settings.preferences import (
    Category,
    Footer,
    MainSwitch,
    Preference,
    RadioPreference,
)
from android_gym.simulator.ui.activity import Overlay

__all__ = [
    "Accounts",
    "AddAccount",
    "AppPinning",
    "Autofill",
    "EmergencySos",
    "FindMyDevice",
    "Google",
    "MedicalInformation",
    "MoreSecurity",
    "PlayProtect",
    "Safety",
    "ScreenLock",
    "Security",
]

NO_GOOGLE = "There was a problem communicating with Google servers.\n\nTry again later."
UPDATE = "October 5, 2022"
_LOCKS = {"none": "None", "swipe": "Swipe", "pin": "PIN", "password": "Password"}


def screen_lock(page: Page) -> str:
    """The kind of lock: "none", "swipe", "pin" or "password"."""
    chosen = page.kept("screen_lock")
    if chosen in ("pin", "password"):
        return str(chosen)
    return "none" if page.is_on("secure", "lockscreen.disabled") else "swipe"


class Security(Page):
    """Locks, updates, apps."""

    TITLE = "Security"

    def rows(self) -> Sequence[Row | None]:
        """Status and the lock."""
        find = self.kept("find_my_device", False)
        return [
            Category("Security status"),
            self.link(
                "Google Play Protect",
                "security:PlayProtect",
                "Check device for harmful apps",
                "shield_check_outline",
            ),
            self.link(
                "Find My Device",
                "security:FindMyDevice",
                "On" if find else "Off",
                "cellphone_marker",
            ),
            self.link("Security update", "device:SystemUpdate", UPDATE, "cellphone_arrow_down"),
            Category("Device security"),
            self.link("Screen lock", "security:ScreenLock", _LOCKS[screen_lock(self)]),
            Category("Privacy"),
            self.link("Permission manager", "privacy:PermissionManager"),
            self.link(
                "More security settings",
                "security:MoreSecurity",
                "Device admin apps, SIM lock, app pinning",
            ),
        ]


class PlayProtect(Page):
    """The scanner of apps."""

    TITLE = "Play Protect"

    def rows(self) -> Sequence[Row | None]:
        """Its two switches."""
        return [
            self.toggle(
                "Scan apps with Play Protect",
                "global",
                "package_verifier_user_consent",
                on="1",
                off="-1",
                default="-1",
            ),
            self.kept_toggle("Improve harmful app detection", "play_protect_share"),
        ]


class FindMyDevice(Page):
    """Finding a lost phone."""

    TITLE = "Find My Device"

    def rows(self) -> Sequence[Row | None]:
        """The switch."""
        on = bool(self.kept("find_my_device", False))
        return [
            MainSwitch(
                "Use Find My Device", on, lambda wanted: self.keep("find_my_device", wanted)
            ),
            Footer("Find My Device locates this device remotely once a Google Account is added."),
        ]


class ScreenLock(Page):
    """How the phone is locked."""

    TITLE = "Choose screen lock"

    def rows(self) -> Sequence[Row | None]:
        """Kinds from the weakest to the strongest."""
        present = screen_lock(self)
        notes = {
            "swipe": "No security",
            "pin": "Medium to high security",
            "password": "High security",
        }

        def choose(kind: str) -> None:
            if kind in ("pin", "password"):
                self.show(kind)
                return
            self.keep("screen_lock", None)
            self.put("secure", "lockscreen.disabled", kind == "none")
            self.finish()

        for kind in ("pin", "password"):
            self._enter(kind)
        return [
            Preference(
                title,
                "Current screen lock" if kind == present else notes.get(kind),
                on_click=partial(choose, kind),
            )
            for kind, title in _LOCKS.items()
        ]

    def _enter(self, kind: str) -> None:
        name = _LOCKS[kind]

        def save() -> None:
            self.put("secure", "lockscreen.disabled", "0")
            self.keep("screen_lock", kind)
            self.finish()

        def make() -> Overlay:
            draft = self.state.draft
            return dialogs.edit_dialog(
                f"Set a {name}",
                draft,
                lambda text: self.update(draft=text),
                save,
                self.dismiss,
                button="Confirm",
                message=f"{name} must be at least 4 characters",
                enabled=len(draft) >= 4,
                input_type="number_password" if kind == "pin" else "password",
            )

        self.dialog(kind, make)


class MoreSecurity(Page):
    """The rest."""

    TITLE = "More security settings"

    def rows(self) -> Sequence[Row | None]:
        """Switches and pages."""
        return [
            self.toggle("Show passwords", "system", "show_password", default="1"),
            Preference(
                "Device admin apps",
                "No active apps",
                on_click=self.tell("Device admin apps", "No device admin apps available"),
            ),
            Preference(
                "SIM card lock", on_click=self.tell("SIM card lock", "The SIM card has no PIN.")
            ),
            Preference(
                "Encryption & credentials",
                "Encrypted",
                on_click=self.tell("Encrypt phone", "Encrypted"),
            ),
            Preference(
                "Trust agents",
                "To use, first set a screen lock",
                enabled=screen_lock(self) in ("pin", "password"),
                on_click=self.tell("Trust agents", "No trust agents available"),
            ),
            self.link(
                "App pinning",
                "security:AppPinning",
                "On" if self.is_on("system", "lock_to_app_enabled") else "Off",
            ),
        ]


class AppPinning(Page):
    """One app and no other."""

    TITLE = "App pinning"

    def rows(self) -> Sequence[Row | None]:
        """The switch."""
        return [
            MainSwitch(
                "Use app pinning",
                self.is_on("system", "lock_to_app_enabled"),
                lambda on: self.put("system", "lock_to_app_enabled", on),
            ),
            Footer(
                "App pinning allows you to keep the current app in view until you unpin it. This"
                " feature can be used, for example, to let a trusted friend play a specific game."
            ),
        ]


class Safety(Page):
    """Safety & emergency."""

    TITLE = "Safety & emergency"

    def rows(self) -> Sequence[Row | None]:
        """Information, contacts, SOS."""
        return [
            self.link(
                "Medical information", "security:MedicalInformation", "Name, blood type, more"
            ),
            self.edit(
                "Emergency contacts",
                self.kept("emergency_contact", ""),
                lambda text: self.keep("emergency_contact", text or None),
                summary=self.kept("emergency_contact") or "Add contacts",
                button="Save",
                hint="Phone number",
                required=False,
                input_type="phone",
            ),
            self.link(
                "Emergency SOS",
                "security:EmergencySos",
                "On" if self.is_on("secure", "emergency_gesture_enabled", "1") else "Off",
            ),
            self.kept_toggle(
                "Emergency Location Service",
                "emergency_location",
                "Send location to emergency responders",
                default=True,
            ),
            self.kept_toggle("Earthquake alerts", "earthquake_alerts", default=True),
            self.link("Wireless emergency alerts", "notifications:WirelessAlerts"),
        ]


class MedicalInformation(Page):
    """What helpers should know."""

    TITLE = "Medical information"

    def rows(self) -> Sequence[Row | None]:
        """One field each."""
        fields = ("Name", "Address", "Blood type", "Allergies", "Medications", "Medical notes")
        return [self._field(title) for title in fields]

    def _field(self, title: str) -> Row:
        key = f"medical:{title}"
        return self.edit(
            title,
            self.kept(key, ""),
            lambda text: self.keep(key, text or None),
            summary=self.kept(key) or "Unknown",
            required=False,
        )


class EmergencySos(Page):
    """Five presses of the power button."""

    TITLE = "Emergency SOS"

    def rows(self) -> Sequence[Row | None]:
        """The switch."""
        return [
            MainSwitch(
                "Use Emergency SOS",
                self.is_on("secure", "emergency_gesture_enabled", "1"),
                lambda on: self.put("secure", "emergency_gesture_enabled", on),
            ),
            self.toggle(
                "Play countdown alarm",
                "secure",
                "emergency_gesture_sound_enabled",
                "Play a loud sound when Emergency SOS is starting",
            ),
            Footer(
                "To start Emergency SOS, press the Power button 5 times or more. Emergency SOS"
                " calls your local emergency number."
            ),
        ]


class Accounts(Page):
    """Passwords & accounts."""

    TITLE = "Passwords & accounts"

    def rows(self) -> Sequence[Row | None]:
        """Autofill and accounts: there are none."""
        sync = bool(self.kept("auto_sync", True))
        return [
            Category("Autofill service"),
            self.link(
                "Autofill service", "security:Autofill", _autofill_name(self), "form_textbox"
            ),
            Category("Accounts for Owner"),
            self.link("Add account", "security:AddAccount", icon="add"),
            Category("Sync"),
            self.kept_toggle("Automatically sync app data", "auto_sync", default=sync),
        ]


_AUTOFILL = (
    ("null", "None"),
    ("com.google.android.gms/.autofill.service.AutofillService", "Google"),
)


def _autofill_name(page: Page) -> str:
    chosen = page.setting("secure", "autofill_service", "null")
    return next((name for value, name in _AUTOFILL if value == chosen), "None")


class Autofill(Page):
    """Who fills in forms."""

    TITLE = "Autofill service"

    def rows(self) -> Sequence[Row | None]:
        """Nobody or Google."""
        chosen = self.setting("secure", "autofill_service", "null")
        return [
            RadioPreference(
                name,
                on_click=partial(self.put, "secure", "autofill_service", value),
                checked=value == chosen,
            )
            for value, name in _AUTOFILL
        ]


class AddAccount(Page):
    """Kinds of accounts. None can be added: the phone reaches no server."""

    TITLE = "Add an account"

    def rows(self) -> Sequence[Row | None]:
        """The kinds that Google's image has."""
        kinds = (
            ("Exchange", "email_outline"),
            ("Google", "google"),
            ("Personal (IMAP)", "email_outline"),
            ("Personal (POP3)", "email_outline"),
        )
        fail = self.tell("Couldn\u2019t sign in", NO_GOOGLE)
        return [Preference(title, icon=icon, on_click=fail) for title, icon in kinds]


class Google(Page):
    """Google's services, without an account."""

    TITLE = "Google"

    def rows(self) -> Sequence[Row | None]:
        """What can be set without signing in."""
        return [
            Preference(
                "Sign in to your Google Account",
                icon="account_circle_outline",
                on_click=self.tell("Couldn\u2019t sign in", NO_GOOGLE),
            ),
            Category("Services on this device"),
            self.link("Ads", "privacy:Ads"),
            self.link("Autofill", "security:Autofill"),
            self.link("Backup", "system:Backup"),
            self.link("Find My Device", "security:FindMyDevice"),
            self.link("Usage & diagnostics", "privacy:UsageAndDiagnostics"),
        ]
