"""The files of a fresh phone: directories, links, devices, ``/system`` and ``/proc``."""

from __future__ import annotations

import functools
import posixpath
from typing import Final

from immutables import Map

from android_gym.simulator.system import users
from android_gym.simulator.system.builds import ANDROID_13, Build
from android_gym.simulator.system.clock import START_MS
from android_gym.simulator.system.initial_programs import OTHERS, TOYBOX, program
from android_gym.simulator.system.inodes import (
    DATA,
    PROC,
    ROOT,
    SHARED,
    TMPFS,
    Inode,
    Stat,
    Tree,
    linked,
)

__all__ = ["SELINUX_ENFORCE", "initial_tree"]

SELINUX_ENFORCE: Final = "/sys/fs/selinux/enforce"
"""File that holds 1 while SELinux enforces, otherwise 0."""

_IMAGE_MS: Final = 1_230_768_000_000  # 2009-01-01, the time of every file in a system image


# (mode, owner, group, paths); directories not listed are created with their first child, as 0755
# root root.
_DIRECTORIES: Final[tuple[tuple[int, str, str, str], ...]] = (
    (0o755, "root", "root", "/acct /apex /bootstrap-apex /debug_ramdisk /linkerconfig"),
    (0o755, "root", "root", "/odm /odm_dlkm /oem /postinstall /second_stage_resources"),
    (0o755, "root", "root", "/system_dlkm /system_ext /vendor /vendor_dlkm /product /config"),
    (0o755, "root", "root", "/data_mirror /metadata /mnt /sys /system/app /system/etc"),
    (0o755, "root", "root", "/system/fonts /system/framework /system/lib /system/lib64"),
    (0o755, "root", "root", "/system/media /system/priv-app /system/usr /system/etc/security"),
    (0o751, "root", "shell", "/system/bin /storage"),
    (0o700, "root", "root", "/lost+found"),
    (0o771, "system", "system", "/data /data/app /data/app-private /data/app-lib"),
    (0o771, "system", "system", "/data/app-asec /data/app-ephemeral /data/app-staging"),
    (0o771, "system", "system", "/data/data /data/system /data/user /data/user_de"),
    (0o771, "system", "system", "/data/user_de/0 /data/dalvik-cache /data/resource-cache"),
    (0o771, "system", "cache", "/data/cache /data/ota /data/ota_package"),
    (0o775, "system", "system", "/data/anr /data/tombstones /data/preloads"),
    (
        0o700,
        "root",
        "root",
        "/data/lost+found /data/adb /data/property /data/per_boot /data/unencrypted",
    ),
    (0o700, "system", "system", "/data/backup /data/misc_ce /data/misc_de /data/system_ce"),
    (0o700, "system", "system", "/data/system_de /data/vendor_ce /data/vendor_de"),
    (0o751, "root", "root", "/data/local"),
    (0o771, "shell", "shell", "/data/local/tmp"),
    (0o777, "shell", "shell", "/data/local/traces"),
    (0o770, "media_rw", "media_rw", "/data/media"),
    (0o770, "drm", "drm", "/data/drm /data/mediadrm"),
    (0o771, "system", "misc", "/data/misc /data/vendor /data/nfc"),
    (0o755, "root", "root", "/mnt/media_rw /mnt/user/0 /storage/self /storage/emulated"),
    (0o755, "root", "root", "/dev/pts /dev/block /dev/input"),
)
_SHARED_FOLDERS: Final = (
    "Alarms Android Audiobooks DCIM Documents Download Movies Music Notifications Pictures "
    "Podcasts Recordings Ringtones Android/data Android/media Android/obb"
)
_LINKS: Final = {
    "/bin": "/system/bin",
    "/bugreports": "/data/user_de/0/com.android.shell/files/bugreports",
    "/cache": "/data/cache",
    "/d": "/sys/kernel/debug",
    "/etc": "/system/etc",
    "/init": "/system/bin/init",
    "/mnt/sdcard": "/storage/self/primary",
    "/mnt/user/0/primary": "/storage/emulated/0",
    "/sdcard": "/storage/self/primary",
    "/storage/self/primary": "/storage/emulated/0",
    "/system/product": "/product",
    "/system/system_ext": "/system_ext",
    "/system/vendor": "/vendor",
}
_CONTENTS: Final = {
    **dict.fromkeys((f"/dev/input/event{number}" for number in (0, 2)), ""),
    "/system/etc/hosts": "127.0.0.1       localhost\n::1             ip6-localhost\n",
    SELINUX_ENFORCE: "1",
    "/proc/cmdline": "androidboot.hardware=ranchu androidboot.qemu=1 loop.max_part=7\n",
    "/proc/cpuinfo": "".join(
        f"processor\t: {core}\nvendor_id\t: GenuineIntel\nmodel name\t: Android virtual processor\n"
        "cpu MHz\t\t: 2400.000\n\n"
        for core in range(4)
    ),
    "/proc/filesystems": "nodev\tproc\nnodev\ttmpfs\n\text4\nnodev\tfuse\n",
    "/proc/loadavg": "0.08 0.03 0.01 1/1042 5583\n",
    "/proc/meminfo": (
        "MemTotal:        2023516 kB\nMemFree:          412340 kB\nMemAvailable:    1043112 kB\n"
        "Buffers:            5412 kB\nCached:           702108 kB\nSwapTotal:       1517632 kB\n"
        "SwapFree:        1517632 kB\n"
    ),
    "/proc/mounts": (
        "/dev/block/dm-0 / ext4 ro,seclabel,relatime 0 0\n"
        "tmpfs /dev tmpfs rw,seclabel,nosuid,relatime,mode=755 0 0\n"
        "proc /proc proc rw,relatime,gid=3009,hidepid=invisible 0 0\n"
        "/dev/block/dm-5 /data ext4 rw,seclabel,nosuid,nodev,noatime 0 0\n"
        "/dev/fuse /storage/emulated fuse rw,lazytime,nosuid,nodev,noexec,noatime 0 0\n"
    ),
    "/proc/version": (
        "Linux version 5.15.41-android13-8-00055-g4f5025129fe8-ab8949913 "
        "(build-user@build-host) #1 SMP PREEMPT Mon Aug 15 18:33:14 UTC 2022\n"
    ),
}
_DEVICES: Final = "/dev/null /dev/zero /dev/full /dev/random /dev/urandom /dev/tty /dev/fuse"
_VOLUMES: Final = (
    ("/data/media/0", SHARED),
    ("/data/", DATA),
    ("/dev", TMPFS),
    ("/mnt", TMPFS),
    ("/storage", TMPFS),
    ("/proc", PROC),
    ("/sys/", PROC),
)


@functools.cache
def initial_tree(build: Build = ANDROID_13) -> Tree:
    """Return the tree of a fresh phone.

    Args:
        build: The build of Android on it.
    """
    return _TreeBuilder().build(build)


class _TreeBuilder:
    """Builds the initial tree; its read-only volumes become read-only once it is complete."""

    def __init__(self) -> None:
        self.inodes: dict[int, Inode] = {}
        self.numbers: dict[str, int] = {}

    def build(self, build: Build) -> Tree:
        self.add("/", "dir", 0o755)
        for mode, owner, group, paths in _DIRECTORIES:
            for path in paths.split():
                self.add(path, "dir", mode, owner, group)
        self.add("/data/media/0", "dir", 0o770, "media_rw", "media_rw")
        for folder in _SHARED_FOLDERS.split():
            self.add(f"/data/media/0/{folder}", "dir", 0o770, "media_rw", "media_rw")
        for path, target in _LINKS.items():
            self.add(path, "link", 0o777, target=target)
        properties = "".join(f"{name}={value}\n" for name, value in build.file)
        for path, text in {"/system/build.prop": properties, **_CONTENTS}.items():
            self.add(
                path, "file", 0o444 if path.startswith("/proc/") else 0o644, data=text.encode()
            )
        for name in OTHERS:
            self.add(f"/system/bin/{name}", "file", 0o755, "root", "shell", data=program(name))
        for name in TOYBOX:
            self.add(f"/system/bin/{name}", "link", 0o755, "root", "shell", target="toybox")
        self.add("/system/xbin", "dir", 0o751, "root", "shell")
        self.add("/system/xbin/su", "file", 0o4750, "root", "shell", data=program("su"))
        for path in _DEVICES.split():
            self.add(path, "char", 0o666)
        self.link("/storage/emulated/0", self.numbers["/data/media/0"])
        self.link("/data/user/0", self.numbers["/data/data"])
        binds = {
            self.numbers["/data/media/0"]: "/storage/emulated/0",
            self.numbers["/data/data"]: "/data/data",
        }
        return Tree(Map(self.inodes), len(self.inodes) + 1, 0, Map(binds))

    def add(
        self,
        path: str,
        kind: str,
        mode: int,
        owner: str = "root",
        group: str = "root",
        *,
        data: bytes = b"",
        target: str = "",
    ) -> None:
        parent = posixpath.dirname(path)
        assert path not in self.numbers, path
        if path != "/" and parent not in self.numbers:
            self.add(parent, "dir", 0o755)
        uid, gid = users.user_id(owner), users.user_id(group)
        assert uid is not None and gid is not None
        device = next(
            (number for prefix, number in _VOLUMES if f"{path}/".startswith(prefix)), ROOT
        )
        when = START_MS if device in (DATA, SHARED) else _IMAGE_MS
        ino = len(self.inodes) + 1
        size = {"dir": 4096, "link": len(target)}.get(kind, len(data))
        nlink = 2 if kind == "dir" else 1
        stat = Stat(kind, mode, uid, gid, size, when, when, when, ino, nlink, device, target)
        self.inodes[ino] = Inode(stat, data, Map() if kind == "dir" else None)
        self.numbers[path] = ino
        if path != "/":
            self.link(path, ino)

    def link(self, path: str, ino: int) -> None:
        number = self.numbers[posixpath.dirname(path)]
        parent = self.inodes[number]
        when = parent.stat.mtime_ms
        self.inodes[number] = linked(parent, posixpath.basename(path), self.inodes[ino], when)
