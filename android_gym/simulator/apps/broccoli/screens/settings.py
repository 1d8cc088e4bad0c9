"""The preference rows of the settings, backup and about pages."""

from __future__ import annotations

from android_gym.simulator.appkit.preferences import (
    Category,
    LinkPreference,
    ListPreference,
    Row,
)
from android_gym.simulator.apps.broccoli.actions import MainActions
from android_gym.simulator.apps.broccoli.dialogs import ChooseLanguages
from android_gym.simulator.apps.broccoli.model import ALL
from android_gym.simulator.apps.broccoli.seasons import LANGUAGES, REGIONS

__all__ = ["about", "backup", "settings"]

SITE = "https://flauschcode.com"
LICENSES = "com.mikepenz.aboutlibraries.ui.LibsActivity"


def settings(app: MainActions) -> list[Row]:
    """Return the rows of the settings."""
    preferences = app.context.preferences()
    region = preferences.get("seasonal-calendar-region")
    chosen: frozenset[str] = preferences.get("seasonal-calendar-languages", frozenset())
    languages = frozenset(index for index, (code, _) in enumerate(LANGUAGES) if code in chosen)
    labels = [LANGUAGES[index][1] for index in sorted(languages)]
    none = "In which languages do you create your recipes? Choose at least one language."
    return [
        Category("General settings"),
        ListPreference(
            "preferred-category",
            "Preferred category",
            icon="label",
            choices=tuple((str(number), label) for number, label in app.filters()),
            default=str(ALL),
        ),
        ListPreference(
            "theme",
            "Theme",
            icon="brightness_6",
            choices=(
                ("MODE_NIGHT_NO", "Light"),
                ("MODE_NIGHT_YES", "Dark"),
                ("MODE_NIGHT_FOLLOW_SYSTEM", "System default"),
            ),
            default="MODE_NIGHT_FOLLOW_SYSTEM",
        ),
        Category("Seasonal calendar"),
        ListPreference(
            "seasonal-calendar-region",
            "Region",
            icon="map_marker",
            choices=REGIONS,
            default="",
            summary="Not set" if region is None else None,
        ),
        LinkPreference(
            "Languages of recipes",
            lambda screen: screen.show_dialog(ChooseLanguages(languages)),
            ", ".join(labels) or none,
            icon="translate",
            key="seasonal-calendar-languages",
        ),
        LinkPreference(
            "Send feedback",
            lambda screen: screen.open_page(SITE),
            "Do you miss your region, language or favorite ingredient?",
            icon="pencil",
            key="seasonal-calendar-feedback",
        ),
    ]


def backup(app: MainActions) -> list[Row]:
    """Return the rows for backup and restore."""
    last = app.context.preferences().get("last-backup-date", "")
    return [
        Category("Backup"),
        LinkPreference(
            "Backup recipes",
            lambda screen: screen.backup(),
            "Export all your recipes and categories and save them wherever you want.",
            icon="cloud_upload",
            key="backup",
        ),
        LinkPreference("Last backup", None, str(last) or None, key="last-backup-date"),
        Category("Restore"),
        LinkPreference(
            "Restore recipes",
            lambda screen: screen.restore(),
            "Import all recipes and categories from a backup file.",
            icon="backup_restore",
            key="restore",
        ),
    ]


def about(app: MainActions) -> list[Row]:
    """Return the rows about the app."""
    demo = f"{SITE}/hummus-creamy-and-delicious/"
    return [
        Category("Help"),
        LinkPreference(
            "Send feedback",
            lambda screen: screen.open_page(SITE),
            "Did you find a bug or do you miss a feature?",
            icon="pencil",
            key="feedback",
        ),
        LinkPreference(
            "Demo recipe",
            lambda screen: screen.open_page(demo),
            demo,
            icon="silverware_fork_knife",
            key="demo-recipe",
        ),
        LinkPreference(
            "Version", None, app.context.manifest.version_name, icon="information", key="version"
        ),
        Category("Legal"),
        LinkPreference(
            "Open source licenses",
            lambda screen: screen.start_activity(LICENSES),
            "License details for open source software",
            icon="information",
            key="oss-licenses",
        ),
        LinkPreference(
            "Privacy policy",
            lambda screen: screen.open_page(f"{SITE}/privacy"),
            "Learn more about how we protect your personal data.",
            icon="shield_account_outline",
            key="privacy-policy",
        ),
    ]
