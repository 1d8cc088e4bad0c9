"""Simple Gallery Pro's dialogs."""

from android_gym.simulator.apps.gallery.dialogs.choices import (
    ChangeGrouping,
    ChangeSorting,
    ChangeViewType,
    ColumnCount,
    FilterMedia,
)
from android_gym.simulator.apps.gallery.dialogs.facts import Properties, RemoveExif
from android_gym.simulator.apps.gallery.dialogs.files import (
    DeleteFiles,
    DeleteFolders,
    EmptyBin,
    FileConflict,
    GrantAllFiles,
    HideFolders,
)
from android_gym.simulator.apps.gallery.dialogs.names import (
    CreateFolder,
    Overwrite,
    RenameItem,
    RenameItems,
    ResizeImage,
    SaveAs,
    Slideshow,
)
from android_gym.simulator.apps.gallery.dialogs.pickers import FilePicker, PickDirectory, PickMedium
from android_gym.simulator.ui.activity import Dialogs

__all__ = [
    "OF_FILES",
    "ChangeGrouping",
    "ChangeSorting",
    "ChangeViewType",
    "ColumnCount",
    "CreateFolder",
    "DeleteFiles",
    "DeleteFolders",
    "EmptyBin",
    "FileConflict",
    "FilePicker",
    "FilterMedia",
    "GrantAllFiles",
    "HideFolders",
    "Overwrite",
    "PickDirectory",
    "PickMedium",
    "Properties",
    "RemoveExif",
    "RenameItem",
    "RenameItems",
    "ResizeImage",
    "SaveAs",
    "Slideshow",
]

OF_FILES: Dialogs = (
    CreateFolder,
    DeleteFiles,
    EmptyBin,
    FileConflict,
    FilePicker,
    Overwrite,
    PickDirectory,
    Properties,
    RemoveExif,
    RenameItem,
    RenameItems,
    ResizeImage,
    SaveAs,
    Slideshow,
)
"""Dialogs of all screens that change files."""
