"""The settings, colour customization and about screens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from android_gym.simulator.appkit import simple_about, simple_customization
from android_gym.simulator.appkit.preferences import (
    Preference,
    Row,
    Value,
)
from android_gym.simulator.appkit.simple_about import Question
from android_gym.simulator.appkit.simple_customization import CustomizationState
from android_gym.simulator.appkit.simple_locks import (
    APP,
    DELETION,
    EXCLUDED,
    HIDDEN,
    LockSettings,
    lock_row,
)
from android_gym.simulator.appkit.simple_rows import (
    COLORS,
    DATES,
    Section,
    check_row,
    link_row,
    list_row,
    opening_row,
)
from android_gym.simulator.apps.gallery.actions import Actions
from android_gym.simulator.apps.gallery.dialogs import EmptyBin
from android_gym.simulator.apps.gallery.dialogs.looks import (
    BottomActions,
    ExtendedDetails,
    FileLook,
    FolderLook,
)
from android_gym.simulator.apps.gallery.model import size_text
from android_gym.simulator.apps.gallery.screens.turning import BY_DEVICE, BY_SHAPE, BY_SYSTEM
from android_gym.simulator.ui.activity import callback

__all__ = [
    "AboutActivity",
    "CustomizationActivity",
    "FAQActivity",
    "LicenseActivity",
    "SettingsActivity",
]


_VIDEOS = (
    Section("Videos", after="general_settings"),
    check_row("autoplay_videos", "Play videos automatically"),
    check_row("loop_videos", "Loop videos"),
)
_FULLSCREEN = (
    Section("Fullscreen media", after="thumbnails"),
    check_row("black_background", "Black background at fullscreen media"),
    check_row("hide_system_ui", "Automatically hide system UI at fullscreen media"),
    check_row("allow_instant_change", "Allow instantly changing media by clicking on screen sides"),
    check_row(
        "allow_down_gesture", "Allow closing the fullscreen view with a down gesture", default=True
    ),
    list_row(
        "screen_rotation",
        "Rotate fullscreen media by",
        (BY_SYSTEM, "System setting"),
        (BY_DEVICE, "Device rotation"),
        (BY_SHAPE, "Aspect ratio"),
    ),
    Section("Deep zoomable images", after="fullscreen_media"),
    check_row("allow_rotating_with_gestures", "Allow rotating images with gestures", default=True),
)
_SECURITY = (
    Section("Security", after="extended_details"),
    lock_row(APP, "Password protect the whole application", "app_password_protection"),
    lock_row(HIDDEN, "Password protect hidden item visibility", "hidden_item_password_protection"),
    lock_row(
        EXCLUDED,
        "Password protect excluded folder visibility",
        "excluded_item_password_protection",
    ),
    lock_row(
        DELETION, "Password protect file deletion and moving", "file_deletion_password_protection"
    ),
)
_FILE_OPERATIONS = (
    Section("File operations", after="security"),
    check_row("delete_empty_folders", "Delete empty folders after deleting their content"),
    check_row(
        "keep_last_modified", "Keep old last-modified value at file operations", default=True
    ),
    check_row("skip_delete_confirmation", "Always skip delete confirmation dialog"),
)


class SettingsActivity(Actions, LockSettings):
    """Shows the app's settings."""

    DIALOGS = (BottomActions, EmptyBin, ExtendedDetails, FileLook, FolderLook)

    def rows(self) -> Sequence[Row]:
        """List the settings, in sections."""
        return (
            Section("Color customization", name="color_customization_section"),
            COLORS,
            *self._general(),
            *_VIDEOS,
            *self._thumbnails(),
            *_FULLSCREEN,
            *self._extended_details(),
            *_SECURITY,
            *_FILE_OPERATIONS,
            *self._bottom_actions(),
            *self._recycle_bin(),
        )

    def _general(self) -> Sequence[Row]:
        return (
            Section("General", name="general_settings", after="color_customization"),
            link_row("Language", "language", self.open_language, "English"),
            list_row(
                "date_format_index",
                "Change date and time format",
                *enumerate(DATES),
                summary="",
                id="change_date_time_format",
            ),
            *(
                opening_row(
                    f"Manage {kind} folders",
                    f"manage_{kind}_folders",
                    f".activities.{kind.title()}FoldersActivity",
                )
                for kind in ("included", "excluded", "hidden")
            ),
            check_row("show_hidden_media", "Show hidden items", "show_hidden_items"),
            check_row(
                "search_all_files_by_default",
                "Search all files instead of folders on the main screen",
                "search_all_files",
            ),
        )

    def _thumbnails(self) -> Sequence[Row]:
        rounded = self.settings.number("folder_thumbnail_style", 1) == 2
        return (
            Section("Thumbnails", after="videos"),
            check_row("crop_thumbnails", "Crop thumbnails into squares", default=True),
            link_row(
                "File thumbnail style",
                "file_thumbnail_style",
                lambda _: self.show_dialog(FileLook.of(self)),
            ),
            link_row(
                "Folder thumbnail style",
                "folder_thumbnail_style",
                lambda _: self.show_dialog(FolderLook.of(self)),
                "Rounded corners" if rounded else "Square",
            ),
        )

    def _extended_details(self) -> Iterator[Row]:
        yield Section("Extended details", after="deep_zoomable_images")
        yield check_row("show_extended_details", "Show extended details over fullscreen media")
        if self.settings.flag("show_extended_details"):
            yield check_row(
                "hide_extended_details",
                "Hide extended details when status bar is hidden",
                default=True,
            )
            shown = self.settings.number("extended_details", 152)
            yield link_row(
                "Manage extended details",
                "manage_extended_details",
                lambda _: self.show_dialog(ExtendedDetails(shown)),
            )

    def _bottom_actions(self) -> Iterator[Row]:
        yield Section("Bottom actions", after="file_operations")
        yield check_row(
            "bottom_actions",
            "Show some action buttons at the bottom of the screen",
            "bottom_actions_checkbox",
            default=True,
        )
        if self.settings.flag("bottom_actions", True):
            shown = self.settings.number("visible_bottom_actions", 15)
            yield link_row(
                "Manage visible bottom actions",
                "manage_bottom_actions",
                lambda _: self.show_dialog(BottomActions(shown)),
            )

    def _recycle_bin(self) -> Iterator[Row]:
        yield Section("Recycle Bin", after="bottom_actions")
        yield check_row(
            "use_recycle_bin", "Move items into the Recycle Bin instead of deleting", default=True
        )
        if not self.settings.uses_bin:
            return
        yield check_row(
            "show_recycle_bin_at_folders",
            "Show the Recycle Bin at the folders screen",
            "show_recycle_bin",
            default=True,
        )
        if self.settings.flag("show_recycle_bin_at_folders", True):
            yield check_row(
                "show_recycle_bin_last", "Show the Recycle Bin as the last item on the main screen"
            )
        size = sum(medium.size for medium in self.media("recycle_bin"))
        yield link_row(
            "Empty the Recycle Bin",
            "empty_recycle_bin",
            lambda _: self._empty(size),
            size_text(size),
        )

    def set_value(self, preference: Preference, value: Value) -> None:
        """Store a setting; hidden items are only shown after their lock was opened."""
        if preference.key == "show_hidden_media" and value:
            self.guarded(HIDDEN, "always_show_hidden")
        else:
            super().set_value(preference, value)

    @callback
    def always_show_hidden(self) -> None:
        """Always show hidden items."""
        self.settings.put(show_hidden_media=True)

    def _empty(self, size: int) -> None:
        if size:
            self.show_dialog(EmptyBin())
        else:
            self.toast("The Recycle Bin is empty")


class CustomizationActivity(
    simple_customization.CustomizationActivity, Actions[CustomizationState]
):
    """Shows the colour customization."""


class AboutActivity(Actions, simple_about.AboutActivity):
    """Shows information about the app."""

    WITH_IDS = False


class FAQActivity(Actions, simple_about.FAQActivity):
    """Shows frequently asked questions."""

    QUESTIONS = (
        Question(
            "How can a picture be cropped?",
            "Open it, tap the pencil at the bottom, and move the corners of the frame.",
        ),
        Question(
            "Where are deleted pictures?",
            "In the Recycle Bin, which is the last folder of the main screen, for thirty days.",
        ),
        Question(
            "How can a folder be hidden?",
            'Hold it and choose "Hide folder"; "Temporarily show hidden" shows it again.',
        ),
    )


class LicenseActivity(Actions, simple_about.LicenseActivity):
    """Shows the third-party licences."""

    LIBRARIES = (
        "Kotlin (programming language)",
        "Glide (image loading and caching)",
        "Android Image Cropper (image crop and rotate)",
        "RtlViewPager (right to left swiping)",
        "Subsampling Scale Image View (zoomable imageviews)",
        "PatternLockView (pattern protection)",
        "Reprint (fingerprint protection)",
        "Gif Drawable (loading GIFs)",
        "Picasso (image loading and caching)",
        "ExoPlayer (video player)",
        "VR Panorama View (displaying panoramas)",
        "Apache Sanselan (reading image metadata)",
        "Android Photo Filters (image filters)",
        "Gesture Views (zoomable images)",
        "APNG Android (animated WebP support)",
    )
