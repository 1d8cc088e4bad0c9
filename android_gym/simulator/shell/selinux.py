"""SELinux: labels of files and processes, and the commands that show and set them.

Labels follow from paths and users, except those that ``chcon`` has set. Access doesn't depend on
them.
"""

from __future__ import annotations

import errno
import posixpath
import re
from typing import Final

from android_gym.simulator.shell.command import Invocation, command, options
from android_gym.simulator.shell.file_words import for_each, tree
from android_gym.simulator.system import users
from android_gym.simulator.system.initial_files import SELINUX_ENFORCE
from android_gym.simulator.system.inodes import Stat, file_error

__all__ = ["file_label", "process_label"]

_LABEL: Final = re.compile(r"u:object_r:[a-z0-9_]{1,64}:s0(:c\d{1,4}(,c\d{1,4}){0,7})?")
_OF_PATHS: Final = (
    ("/storage/emulated", "fuse"),
    ("/storage", "storage_file"),
    ("/mnt/sdcard", "tmpfs"),
    ("/mnt/user", "mnt_user_file"),
    ("/mnt", "tmpfs"),
    ("/data/adb", "adb_data_file"),
    ("/data/anr", "anr_data_file"),
    ("/data/app", "apk_data_file"),
    ("/data/backup", "backup_data_file"),
    ("/data/dalvik-cache", "dalvikcache_data_file"),
    ("/data/local/tmp", "shell_data_file"),
    ("/data/local/traces", "trace_data_file"),
    ("/data/media/0", "media_rw_data_file"),
    ("/data/media", "media_userdir_file"),
    ("/data/property", "property_data_file"),
    ("/data/tombstones", "tombstone_data_file"),
    ("/data/vendor", "vendor_data_file"),
    ("/data/", "system_data_file"),
    ("/data", "system_data_root_file"),
    ("/system/bin/sh", "shell_exec"),
    ("/system/bin/toybox", "toolbox_exec"),
    ("/system", "system_file"),
    ("/vendor", "vendor_file"),
    ("/product", "system_file"),
    ("/proc/cpuinfo", "proc_cpuinfo"),
    ("/proc/meminfo", "proc_meminfo"),
    ("/proc", "proc"),
    ("/sys/fs/selinux", "selinuxfs"),
    ("/sys", "sysfs"),
    ("/dev/null", "null_device"),
    ("/dev/input", "input_device"),
    ("/dev/block", "block_device"),
    ("/dev", "device"),
    ("/metadata", "metadata_file"),
)


def file_label(io: Invocation, path: str, stat: Stat) -> str:
    """Return the label of a file.

    Args:
        io: The command that asks.
        path: Its path, as typed.
        stat: Its status; that of a link, or of what it leads to.
    """
    if stat.label:
        return stat.label
    folder, _, name = io.path(path).rpartition("/")
    if stat.kind == "link":
        path = posixpath.join(io.files.resolve(folder or "/"), name)
    else:
        path = io.files.resolve(io.path(path))
    for above in ("/data/data/", "/data/user_de/0/"):
        package = path.removeprefix(above).partition("/")[0]
        if path.startswith(above) and io.system.packages.installed(package):
            return f"u:object_r:{_kind(io, package)}_data_file:{_level(io, package)}"
    label = next((label for prefix, label in _OF_PATHS if path.startswith(prefix)), "rootfs")
    return f"u:object_r:{label}:s0"


def process_label(io: Invocation, uid: int, title: str = "") -> str:
    """Return the label of a process.

    Args:
        io: The command that asks.
        uid: Its user.
        title: Its name; an app's is the name of its package.
    """
    if io.system.packages.installed(title):
        kind = _kind(io, title)
        domain = {"app": "untrusted_app", "privapp": "priv_app"}.get(kind, kind)
        return f"u:r:{domain}:{_level(io, title)}"
    return "u:r:su:s0" if uid == users.ROOT else "u:r:shell:s0"


def _kind(io: Invocation, package: str) -> str:
    """Return how SELinux classes an app: ``app``, ``privapp``, ``system_app`` or ``radio``."""
    uid = io.system.packages.state(package).uid
    if uid < users.FIRST_APPLICATION_UID:
        return "radio" if uid == users.RADIO else "system_app"
    return "privapp" if io.system.packages.manifest(package).system else "app"


def _level(io: Invocation, package: str) -> str:
    """Return the level of an app's process and files, which keeps apps apart."""
    kind = _kind(io, package)
    if kind != "app":
        return "s0:c512,c768" if kind == "privapp" else "s0"
    number = io.system.packages.state(package).uid - users.FIRST_APPLICATION_UID
    return f"s0:c{number & 0xFF},c{256 + (number >> 8)},c512,c768"


@command("getenforce")
def run_getenforce(io: Invocation) -> None:
    """Show whether SELinux enforces."""
    io.out(f"{'Enforcing' if io.system.files.read(SELINUX_ENFORCE) == b'1' else 'Permissive'}\n")


@command("setenforce")
def run_setenforce(io: Invocation) -> int:
    """Set whether SELinux enforces, until the phone restarts."""
    found = options(io, "", minimum=1, maximum=1)
    word = found.args[0].lower()
    values = {"1": b"1", "enforcing": b"1", "0": b"0", "permissive": b"0"}
    if word not in values:
        raise io.fail(f"Invalid state: {found.args[0]}")
    if io.uid:
        raise io.fail(f"Couldn't set enforcing status to '{found.args[0]}': Permission denied")
    with io.system.files.remounted():
        io.system.files.write(SELINUX_ENFORCE, values[word])
    return 0


@command("chcon")
def run_chcon(io: Invocation) -> int:
    """Set labels of files."""
    found = options(io, "hvR", minimum=2)
    label = found.args.pop(0)
    if not _LABEL.fullmatch(label):
        raise io.fail(f"'{found.args[0]}' to {label}: Invalid argument")

    def change(path: str) -> None:
        for each, _ in tree(io, path, "R" in found):
            if io.uid:
                raise file_error(errno.EACCES, each)
            io.files.relabel(each, label)
            if "v" in found:
                io.out(f"chcon '{each}' to {label}\n")

    return for_each(io, found.args, change, f"'{{}}' to {label}")


@command("restorecon")
def run_restorecon(io: Invocation) -> int:
    """Give files back the labels that their paths have."""
    found = options(io, "DFnrRv", minimum=1)

    def change(path: str) -> None:
        for each, stat in tree(io, path, "R" in found or "r" in found):
            if stat.label and "n" not in found:
                io.files.relabel(each, "")

    return for_each(io, found.args, change, "restorecon failed: {}")
