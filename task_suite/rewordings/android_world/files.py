"""Goals of Files in other words."""

from __future__ import annotations

REWORDINGS = {
    "Delete the file {file_name} from the Android filesystem located in the {subfolder} folder "
    "within the sdk_gphone_x86_64 storage area.": (
        "In the {subfolder} folder of the sdk_gphone_x86_64 storage there is a file called "
        "{file_name}. Delete it.",
        "Please remove {file_name} from {subfolder}, a folder of the storage sdk_gphone_x86_64.",
        "I no longer need the file {file_name}. It is kept in {subfolder} on sdk_gphone_x86_64; "
        "get rid of it.",
        "Open Files, go to the folder {subfolder} in sdk_gphone_x86_64 and delete {file_name}.",
    ),
    "Move the file {file_name} from {source_folder} within the sdk_gphone_x86_64 storage area to "
    "the {destination_folder} within the same sdk_gphone_x86_64 storage area in the Android "
    "filesystem.": (
        "The file {file_name} is in the folder {source_folder} of the sdk_gphone_x86_64 storage. "
        "Move it to the folder {destination_folder} there.",
        "Please take {file_name} out of {source_folder} and put it into {destination_folder}; "
        "both are folders of the storage sdk_gphone_x86_64.",
        "Open Files and go to sdk_gphone_x86_64. What should be in {destination_folder} is in "
        "{source_folder}: move {file_name} over.",
        "On the sdk_gphone_x86_64 storage, {destination_folder} is where I want the file "
        "{file_name}, not {source_folder}. Move it.",
    ),
}
