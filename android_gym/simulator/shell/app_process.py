"""The command `app_process`, which starts a Java program from a pushed jar."""

from __future__ import annotations

import zipfile
import zlib
from io import BytesIO
from typing import Final

from android_gym.errors import FileError
from android_gym.simulator.shell.command import Invocation, command

MOST_DEX: Final = 64 << 20
"""Maximum bytes of a jar's code that are searched."""


@command("app_process", "app_process32", "app_process64", cost=50_000)
def run(io: Invocation) -> int:
    """Run the main class of a jar, if the phone has an equivalent program.

    The jars are those of CLASSPATH, or of the option ``-Djava.class.path=``. The phone has no
    Java: it has its own implementations of the classes that it knows.
    """
    args = list(io.args)
    jars = io.env.get("CLASSPATH", "")
    while args and args[0].startswith("-"):
        option, _, value = args.pop(0).partition("=")
        if option == "-Djava.class.path":
            jars = value
    if len(args) < 2:
        io.err("Error: no class name or --zygote supplied.\n")
        io.err("app_process: no class name or --zygote supplied.\n")
        return 10
    name, rest = args[1], args[2:]
    program = io.phone.java_programs.get(name)
    if program is None or not _has_class(io, jars, name):
        io.err(
            f"Error: could not find class '{name}'\n"
            f'java.lang.ClassNotFoundException: Didn\'t find class "{name}" on path: '
            f"DexPathList[[{jars}]]\n"
        )
        return 1
    return program(io, rest)


def _has_class(io: Invocation, jars: str, name: str) -> bool:
    """Return whether one of the jars, which are separated by colons, contains the class."""
    wanted = f"L{name.replace('.', '/')};".encode()
    for path in jars.split(":"):
        try:
            data = io.read_file(path) if path else b""
        except FileError:
            continue
        if any(wanted in code for code in _code(data)):
            return True
    return False


def _code(jar: bytes) -> list[bytes]:
    """Return the code files in a jar, up to `MOST_DEX` bytes; empty if it is not a jar."""
    found: list[bytes] = []
    room = MOST_DEX
    try:
        with zipfile.ZipFile(BytesIO(jar)) as archive:
            for info in archive.infolist():
                if info.filename.endswith(".dex") and info.file_size <= room:
                    with archive.open(info) as member:
                        found.append(member.read(room))
                    room -= len(found[-1])
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError):
        return []
    return found
