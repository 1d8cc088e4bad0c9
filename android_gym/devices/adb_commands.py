"""adb's own commands (``adb push``, ``adb install`` ...), answered by a phone in this process."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from android_gym.simulator.phone import Phone

    Command = Callable[[Phone, list[str]], tuple[int, bytes]]

__all__ = ["COMMANDS"]


def _shell(phone: Phone, args: list[str]) -> tuple[int, bytes]:
    while args and args[0] in ("-n", "-T", "-t", "-tt", "-x"):
        args = args[1:]
    if not args:
        return 0, b""  # an interactive shell without input
    result = phone.shell(" ".join(args))
    return result.exit_code, b"".join(part for _, part in result.chunks)


def _exec_out(phone: Phone, args: list[str]) -> tuple[int, bytes]:
    return 0, _shell(phone, args)[1]


def _logcat(phone: Phone, args: list[str]) -> tuple[int, bytes]:
    return _shell(phone, ["logcat", *map(shlex.quote, args)])


def _push(phone: Phone, args: list[str]) -> tuple[int, bytes]:
    paths = [arg for arg in args if arg not in ("--sync", "-z", "-Z")]
    if len(paths) < 2:
        return 1, b"adb: push requires an argument\n"
    *sources, target = paths
    is_folder = phone.system.files.is_dir(target)
    if len(sources) > 1 and not is_folder:
        return 1, f"adb: error: target '{target}' is not a directory\n".encode()
    count = 0
    for source in sources:
        base = f"{target.rstrip('/')}/{os.path.basename(source)}" if is_folder else target
        try:
            for local, remote in _local_files(source, base):
                with open(local, "rb") as file:
                    phone.push(remote, file.read(), mode=os.stat(local).st_mode & 0o777)
                count += 1
        except OSError as error:
            return 1, f"adb: error: failed to copy '{source}' to '{target}': {error}\n".encode()
    return 0, f"{count} file{'s' * (count != 1)} pushed, 0 skipped.\n".encode()


def _local_files(source: str, target: str) -> Iterator[tuple[str, str]]:
    """Yield the files of this computer to push, each with its target."""
    if not os.path.isdir(source):
        yield source, target
        return
    for folder, folders, names in os.walk(source):
        folders.sort()
        inner = os.path.relpath(folder, source)
        for name in sorted(names):
            path = name if inner == "." else f"{inner}/{name}"
            yield os.path.join(folder, name), f"{target}/{path}"


def _pull(phone: Phone, args: list[str]) -> tuple[int, bytes]:
    paths = [arg for arg in args if arg not in ("-a", "-z", "-Z")]
    if not paths:
        return 1, b"adb: pull requires an argument\n"
    sources, target = (paths[:-1], paths[-1]) if len(paths) > 1 else (paths, ".")
    files = phone.system.files
    count = 0
    for source in sources:
        if not files.exists(source):
            message = f"failed to stat remote object '{source}': No such file or directory"
            return 1, f"adb: error: {message}\n".encode()
        local = os.path.join(target, os.path.basename(source)) if os.path.isdir(target) else target
        remotes = [source]
        if files.is_dir(source):
            remotes = [path for path, stat in files.walk(source) if stat.kind == "file"]
        try:
            for remote in remotes:
                path = local + remote.removeprefix(source) if remote != source else local
                os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
                with open(path, "wb") as file:
                    file.write(phone.pull(remote))
                count += 1
        except OSError as error:
            return 1, f"adb: error: failed to copy '{source}' to '{local}': {error}\n".encode()
    return 0, f"{count} file{'s' * (count != 1)} pulled, 0 skipped.\n".encode()


def _install(phone: Phone, args: list[str]) -> tuple[int, bytes]:
    paths = [arg for arg in args if not arg.startswith("-")]
    if not paths:
        return 1, b"adb: install requires an apk argument\n"
    flags = " ".join(shlex.quote(arg) for arg in args if arg.startswith("-"))
    output = b"Performing Streamed Install\n"
    for path in paths:
        try:
            with open(path, "rb") as file:
                apk = file.read()
        except OSError as error:
            return 1, f"adb: failed to stat {path}: {error.strerror}\n".encode()
        # As adb itself does: the package manager reads the APK from its standard input.
        result = phone.shell(f"cmd package install {flags} -S {len(apk)}", stdin=apk)
        output += result.stdout + result.stderr
        if result.exit_code:
            return 1, output
    return 0, output


def _uninstall(phone: Phone, args: list[str]) -> tuple[int, bytes]:
    return _shell(phone, ["pm", "uninstall", *args])


def _says(output: str) -> Command:
    return lambda phone, args: (0, output.encode())


COMMANDS: Final[Mapping[str, Command]] = {
    "devices": _says("List of devices attached\nsimulator\tdevice\n\n"),
    "exec-out": _exec_out,
    "get-serialno": _says("simulator\n"),
    "get-state": _says("device\n"),
    "install": _install,
    "kill-server": _says(""),
    "logcat": _logcat,
    "pull": _pull,
    "push": _push,
    "remount": _says("remount succeeded\n"),
    "root": _says("adbd is already running as root\n"),
    "shell": _shell,
    "start-server": _says(""),
    "uninstall": _uninstall,
    "wait-for-device": _says(""),
}
"""Functions by command; each takes the phone and arguments, returns the exit code and output."""
