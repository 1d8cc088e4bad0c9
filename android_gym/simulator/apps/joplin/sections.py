"""The sections of the configuration with their settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from android_gym.simulator.apps.joplin.dates import DATE_FORMATS, TIME_FORMATS
from android_gym.simulator.apps.joplin.look import THEMES

__all__ = ["SECTIONS", "Section", "Setting"]


@dataclass(frozen=True)
class Setting:
    """One setting.

    Attributes:
        key: Key in the settings file.
        label: Label on screen.
        kind: A switch, a choice of several, a text, a secret text, a number on a slider.
        choices: (value, label) of each choice.
        help: Help text below the setting.
        advanced: Whether it is only shown after "Show Advanced Settings".
        targets: Synchronisation targets that it belongs to; none for all.
        span: Minimum and maximum of a slider.
        unit: Unit shown after the number.
    """

    key: str
    label: str
    kind: Literal["switch", "choice", "text", "secret", "slider"] = "text"
    choices: tuple[tuple[str, str], ...] = ()
    help: str = ""
    advanced: bool = False
    targets: tuple[int, ...] = ()
    span: tuple[int, int] = (0, 0)
    unit: str = ""


@dataclass(frozen=True)
class Section:
    """One section of the configuration.

    Attributes:
        name: Internal name.
        label: Label on screen.
        icon: Icon before the label.
        about: Description in the list.
        settings: Settings of the section.
    """

    name: str
    label: str
    icon: str
    about: str
    settings: tuple[Setting, ...] = ()


_TARGETS: Final = (
    ("0", "(None)"),
    ("10", "Joplin Cloud"),
    ("7", "Dropbox"),
    ("3", "OneDrive"),
    ("2", "File system"),
    ("5", "Nextcloud"),
    ("6", "WebDAV"),
    ("8", "S3"),
    ("9", "Joplin Server (Beta)"),
)
_INTERVALS: Final = (
    ("0", "Disabled"),
    ("300", "5 minutes"),
    ("600", "10 minutes"),
    ("1800", "30 minutes"),
    ("3600", "1 hour"),
    ("43200", "12 hours"),
    ("86400", "24 hours"),
)
_NAMES: Final = tuple((str(number), name) for number, name in THEMES)
_LIGHT: Final = tuple((str(number), name) for number, name in THEMES if number in (1, 3))
_DARK: Final = tuple((str(number), name) for number, name in THEMES if number not in (1, 3))
_DAYS: Final = (1, 365)
_SIZES: Final = (4, 50)


def _account(number: int, name: str, address: str, user: str) -> tuple[Setting, ...]:
    return (
        Setting(f"sync.{number}.path", address, targets=(number,)),
        Setting(f"sync.{number}.username", f"{name} {user}", targets=(number,)),
        Setting(f"sync.{number}.password", f"{name} password", "secret", targets=(number,)),
    )


SECTIONS: Final = (
    Section(
        "general",
        "General",
        "cog",
        "Language, date format",
        (
            Setting("locale", "Language", "choice", (("en_GB", "English (United Kingdom)"),)),
            Setting("dateFormat", "Date format", "choice", tuple((f, f) for f in DATE_FORMATS)),
            Setting("timeFormat", "Time format", "choice", tuple((f, f) for f in TIME_FORMATS)),
            Setting(
                "trash.autoDeletionEnabled",
                "Automatically delete notes in the trash after a number of days",
                "switch",
            ),
            Setting(
                "trash.ttlDays",
                "Keep notes in the trash for",
                "slider",
                span=_DAYS,
                unit="days",
            ),
        ),
    ),
    Section(
        "sync",
        "Synchronisation",
        "sync",
        "Configure sync, encryption",
        (
            Setting("sync.target", "Synchronisation target", "choice", _TARGETS),
            Setting("sync.2.path", "Directory to synchronise with (absolute path)", targets=(2,)),
            *_account(5, "Nextcloud", "Nextcloud WebDAV URL", "username"),
            *_account(6, "WebDAV", "WebDAV URL", "username"),
            Setting("sync.8.path", "S3 bucket", targets=(8,)),
            Setting("sync.8.url", "S3 URL", targets=(8,)),
            Setting("sync.8.region", "S3 region", targets=(8,)),
            Setting("sync.8.username", "S3 access key", targets=(8,)),
            Setting("sync.8.password", "S3 secret key", "secret", targets=(8,)),
            Setting("sync.8.forcePathStyle", "Force path style", "switch", targets=(8,)),
            *_account(9, "Joplin Server", "Joplin Server URL", "email"),
            Setting("sync.interval", "Synchronisation interval", "choice", _INTERVALS),
            Setting("sync.mobileWifiOnly", "Synchronise only over WiFi connection", "switch"),
            Setting(
                "sync.resourceDownloadMode",
                "Attachment download behaviour",
                "choice",
                (("always", "Always"), ("manual", "Manual"), ("auto", "Auto")),
                'In "Manual" mode, attachments are downloaded only when you click on them.',
                advanced=True,
            ),
            Setting(
                "net.ignoreTlsErrors", "Ignore TLS certificate errors", "switch", advanced=True
            ),
            Setting("net.proxyEnabled", "Proxy enabled", "switch", advanced=True),
            Setting("net.proxyUrl", "Proxy URL", advanced=True),
            Setting(
                "net.proxyTimeout",
                "Proxy timeout (seconds)",
                "slider",
                span=(1, 60),
                advanced=True,
            ),
            Setting(
                "sync.wipeOutFailSafe",
                "Fail-safe",
                "switch",
                help="Fail-safe: Do not wipe out local data when sync target is empty.",
                advanced=True,
            ),
        ),
    ),
    Section(
        "appearance",
        "Appearance",
        "palette",
        "Themes, editor font",
        (
            Setting("theme", "Theme", "choice", _NAMES),
            Setting(
                "themeAutoDetect", "Automatically switch theme to match system theme", "switch"
            ),
            Setting("preferredLightTheme", "Preferred light theme", "choice", _LIGHT),
            Setting("preferredDarkTheme", "Preferred dark theme", "choice", _DARK),
            Setting("style.editor.fontSize", "Editor font size", "slider", span=_SIZES),
        ),
    ),
    Section(
        "note",
        "Note",
        "note_text",
        "Geolocation, spellcheck, editor toolbar, image resize",
        (
            Setting("trackLocation", "Save geo-location with notes", "switch"),
            Setting(
                "editor.mobile.spellcheckEnabled",
                "Enable spellcheck in the text editor",
                "switch",
            ),
            Setting("editor.mobile.toolbarEnabled", "Enable the Markdown toolbar", "switch"),
            Setting(
                "imageResizing",
                "Resize large images:",
                "choice",
                (
                    ("alwaysAsk", "Always ask"),
                    ("alwaysResize", "Always resize"),
                    ("neverResize", "Never resize"),
                ),
                "Shrink large images before adding them to notes.",
            ),
            Setting(
                "voiceTypingBaseUrl",
                "Voice typing language files (URL)",
                help="Leave it blank to download the language files from the default website",
            ),
        ),
    ),
    Section(
        "revisionService",
        "Note History",
        "history",
        "Toggle note history, keep notes for",
        (
            Setting("revisionService.enabled", "Enable note history", "switch"),
            Setting(
                "revisionService.ttlDays",
                "Keep note history for",
                "slider",
                span=_DAYS,
                unit="days",
            ),
        ),
    ),
    Section("tools", "Tools", "wrench", "Logs, sync status, fix search index"),
    Section("moreInfo", "More information", "information", "Donate, website"),
)
"""The sections in the list's order."""
