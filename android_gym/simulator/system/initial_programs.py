"""The programs in ``/system/bin``; what they do is the shell's."""

from __future__ import annotations

from typing import Final

__all__ = ["OTHERS", "TOYBOX", "program"]

TOYBOX: Final = tuple(
    "[ arch base32 base64 basename cat chcon chgrp chmod chown chrt cksum clear cmp comm cp crc32 "
    "cut date dd df diff dirname dmesg du echo egrep env expand expr factor false fgrep file find "
    "fold free fsync ftpget getenforce getevent getprop grep groups gunzip gzip head hostname id "
    "ifconfig insmod ionice kill killall ln log logname losetup ls md5sum mkdir mktemp more mount "
    "mv nc netcat netstat nice nl nohup nproc od paste pgrep pidof pkill printenv printf ps pwd "
    "readlink realpath reset restorecon rev rm rmdir rmmod sed sendevent seq setenforce setprop "
    "setsid sha1sum sha224sum sha256sum sha384sum sha512sum sleep sort stat strings swapoff swapon "
    "sync tac tail tar taskset tee test time timeout top touch tr true truncate tty umount uname "
    "uniq unlink uptime usleep wc wget which whoami xargs xxd yes zcat".split()
)
"""Names of toybox's commands, which are links to it."""

OTHERS: Final = tuple(
    "am app_process app_process32 app_process64 appops atrace awk bmgr bugreport cmd content curl "
    "device_config dpm dumpsys fsck ime incident input ip ll locksettings logcat media mkfs.ext4 "
    "mksh monkey perfetto ping ping6 pm pppd reboot run-as screencap screenrecord service settings "
    "sh simpleperf sm sqlite3 start stop svc telecom telnet toybox uiautomator wm".split()
)
"""Names of the other programs."""

_SCRIPTS: Final = {
    "am": "activity",
    "ime": "input_method",
    "input": "input",
    "locksettings": "lock_settings",
    "pm": "package",
    "settings": "settings",
    "wm": "window",
}
"""Services that scripts of one line pass their arguments to."""


def program(name: str) -> bytes:
    """Return the content of a program: a script, or the beginning of an ELF file."""
    service = _SCRIPTS.get(name)
    return f'#!/system/bin/sh\ncmd {service} "$@"\n'.encode() if service else b"\x7fELF\2\1\1"
