"""The emulator's telnet console, for ``adb emu`` and ``telnet localhost 5554``."""

from __future__ import annotations

import contextlib
import hmac
import logging
import os
import re
import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from android_gym.errors import AndroidGymError, OptionError, SimulatorError, SnapshotError
from android_gym.simulator.wire.geo import parse_fix, parse_nmea

if TYPE_CHECKING:
    from android_gym.simulator.phone import Phone
    from android_gym.simulator.state import Snapshot

__all__ = ["Console", "ConsoleSession", "Snapshots", "auth_token"]

_log = logging.getLogger(__name__)

MOST_SNAPSHOTS: Final = 100
"""Maximum number of snapshots of a phone."""

MOST_HELD: Final = 512 << 20
"""Maximum bytes of files that exist only in snapshots and no longer on the phone."""

_MAX_LINE: Final = 4096


def auth_token(path: Path | None = None) -> str:
    """Return the console's password, which adb reads from a file in the user's home directory.

    As with Google's emulator the file is created if it is missing, and an empty file disables the
    password.

    Args:
        path: The file; ``~/.emulator_console_auth_token`` by default.
    """
    path = path or Path.home() / ".emulator_console_auth_token"
    with contextlib.suppress(FileNotFoundError):
        return _password(path)
    token = secrets.token_urlsafe(12)
    try:
        with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=path.name) as file:
            file.write(token)
            file.flush()
            # The file appears with its content: an empty one would disable the password for good.
            os.link(file.name, path)
    except FileExistsError:  # another phone was faster
        with contextlib.suppress(OSError):
            return _password(path)
    except OSError:
        pass  # nobody can know it: the console stays locked
    return token


def _password(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace").strip()


def _contents(snapshot: Snapshot) -> dict[int, int]:
    """Return the size in bytes of each file content in a snapshot, by its identity."""
    return {id(inode.data): len(inode.data) for inode in snapshot.values["files"].inodes.values()}


class Snapshots:
    """The emulator's snapshots, by name.

    Attributes:
        loaded: Name of the snapshot that was loaded last.
        restored: Called after a snapshot was loaded.
    """

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._kept: dict[str, tuple[Snapshot, int]] = {}
        self.loaded = ""
        self.restored: Callable[[], None] = lambda: None

    def list(self) -> list[tuple[str, int]]:
        """Return names, and when each was saved, in epoch milliseconds of the phone's clock."""
        return [(name, taken) for name, (_, taken) in sorted(self._kept.items())]

    def get(self, name: str) -> Snapshot:
        """Return a snapshot.

        Raises:
            SimulatorError: If there is none of this name.
        """
        try:
            return self._kept[name][0]
        except KeyError:
            raise SimulatorError(f"There is no snapshot {name[:300]!r}.") from None

    def accept(self, name: str, snapshot: Snapshot) -> None:
        """Add a snapshot from outside, if this phone can show it.

        Raises:
            SimulatorError: If the name is invalid, or there are too many snapshots or bytes.
            SnapshotError: If its contents are inconsistent.
        """
        before = self._phone.snapshot()
        try:
            self._phone.restore(snapshot)
            self._phone.ui_elements()
        except Exception as error:  # even well-typed state can make any part of the phone fail
            raise SnapshotError(
                f"The snapshot can't be shown: {type(error).__name__}: {str(error)[:300]}."
            ) from error
        finally:
            self._phone.restore(before)
        self.put(name, snapshot)

    def put(self, name: str, snapshot: Snapshot) -> None:
        """Add a snapshot of this phone, replacing one of the same name.

        Raises:
            SimulatorError: If the name is invalid, or there are too many snapshots or bytes.
        """
        if not name or len(name) > 255 or "/" in name or not name.isprintable():
            raise SimulatorError(f"{name[:300]!r} is no name for a snapshot.")
        others = {key: kept for key, (kept, _) in self._kept.items() if key != name}
        if len(others) >= MOST_SNAPSHOTS:
            raise SimulatorError(f"There are {MOST_SNAPSHOTS} snapshots; delete one first.")
        held: dict[int, int] = {}
        for kept in (*others.values(), snapshot):
            held.update(_contents(kept))
        for content in _contents(self._phone.snapshot()):
            held.pop(content, None)  # also on the phone, where its free space is the limit
        if sum(held.values()) > MOST_HELD:
            raise SimulatorError(
                f"Snapshots may hold {MOST_HELD} bytes of files that are gone from the phone; "
                f"with {name!r} they would hold {sum(held.values())}; delete one first."
            )
        self._kept[name] = (snapshot, self._phone.system.clock.now_ms())

    def save(self, name: str) -> None:
        """Take a snapshot.

        Raises:
            SimulatorError: If the name is invalid, or there are too many snapshots or bytes.
        """
        self.put(name, self._phone.snapshot())

    def load(self, name: str) -> None:
        """Restore a snapshot.

        Raises:
            SimulatorError: If there is none of this name, or it is another phone's.
        """
        self._phone.restore(self.get(name))
        self.loaded = name
        self.restored()

    def delete(self, name: str) -> None:
        """Delete a snapshot.

        Raises:
            SimulatorError: If there is none of this name.
        """
        self.get(name)
        del self._kept[name]


class Console:
    """The console's commands.

    Args:
        phone: The phone.
        snapshots: Its snapshots.

    Attributes:
        kill: Called by the command ``kill``.
    """

    def __init__(self, phone: Phone, snapshots: Snapshots | None = None) -> None:
        self._phone = phone
        self._snapshots = snapshots or Snapshots(phone)
        self.kill: Callable[[], None] = lambda: None

    def run(self, line: str) -> str:
        """Run a command.

        Returns:
            Its output, with telnet line endings; the last line is ``OK`` or ``KO: reason``.
        """
        words = line.split()
        handler = _COMMANDS.get(words[0]) if words else None
        if handler is None:
            return "OK\r\n" if not words else "KO: unknown command, try 'help'\r\n"
        try:
            text = handler(self, words[1:])
        except _Refused as error:
            return f"KO: {error}\r\n"
        except AndroidGymError as error:
            return f"KO: {error}\r\n"
        except Exception as error:  # a bug here must not close the connection
            _log.exception("The console's command %r failed.", line)
            return f"KO: internal error of the simulator: {type(error).__name__}\r\n"
        return "".join(f"{part}\r\n" for part in [*text.splitlines(), "OK"])

    def _help(self, words: list[str]) -> str:
        names = "\n".join(f"    {name}" for name in _COMMANDS)
        return f"Android console commands:\n\n{names}\n    quit|exit\n"

    def _ping(self, words: list[str]) -> str:
        return "I am alive!"

    def _kill(self, words: list[str]) -> str:
        self.kill()
        return "killing emulator, bye bye"

    def _avd(self, words: list[str]) -> str:
        verb = " ".join(words[:1])
        if verb == "name":
            return self._phone.system.properties.get("ro.boot.qemu.avd_name")
        if verb == "status":
            return "virtual device is running"
        if verb == "id":
            return self._phone.system.properties.get("ro.boot.qemu.avd_name")
        if verb == "snapshot":
            return self._snapshot(words[1:])
        raise _Refused("missing sub-command" if not verb else "bad sub-command")

    def _snapshot(self, words: list[str]) -> str:
        verb, *names = words or [""]
        if verb == "list":
            found = self._snapshots.list()
            if not found:
                return "There is no snapshot available."
            return "\n".join(["List of snapshots present:", *(name for name, _ in found)])
        actions = {
            "save": self._snapshots.save,
            "load": self._snapshots.load,
            "del": self._snapshots.delete,
            "delete": self._snapshots.delete,
        }
        if verb not in actions:
            raise _Refused("missing sub-command" if not verb else "bad sub-command")
        if len(names) != 1:
            raise _Refused(f"argument missing, try 'avd snapshot {verb} <name>'")
        actions[verb](names[0])
        return ""

    def _sms(self, words: list[str]) -> str:
        if words[:1] != ["send"]:
            raise _Refused("missing sub-command" if not words else "bad sub-command")
        if len(words) < 3:
            raise _Refused("missing argument, try 'sms send <phonenumber> <text message>'")
        self._phone.windows.refresh()
        try:
            self._phone.system.telephony.receive_sms(words[1], " ".join(words[2:]))
        except OptionError as error:
            raise _Refused("bad phone number format, must be [+](0-9)*") from error
        return ""

    def _gsm(self, words: list[str]) -> str:
        telephony = self._phone.system.telephony
        verb, *numbers = words or [""]
        if verb == "list":
            return "\n".join(
                f"{'inbound from' if call.incoming else 'outbound to '} {call.number:<10} : "
                f"{'ringing' if call.state == 'alerting' else call.state}"
                for call in telephony.calls
            )
        if verb == "status":
            state = "off" if self._phone.system.connectivity.airplane_mode else "home"
            return f"gsm voice state: {state}\ngsm data state:  {state}"
        states = {"accept": "active", "hold": "held", "busy": "busy", "cancel": "ended"}
        if verb not in ("call", *states):
            raise _Refused("missing sub-command" if not verb else "bad sub-command")
        if not numbers:
            raise _Refused(f"missing argument, try 'gsm {verb} <phonenumber>'")
        number = "".join(numbers)
        self._phone.windows.refresh()
        try:
            if verb == "call":
                telephony.ring(number)
                return ""
        except OptionError as error:
            raise _Refused("bad phone number format, use digits, # and + only") from error
        if not telephony.change(number, states[verb]):
            raise _Refused("could not find call" if verb != "busy" else "could not cancel call")
        return ""

    def _power(self, words: list[str]) -> str:
        battery = self._phone.system.battery
        verb, *values = words or [""]
        if verb == "display":
            state = battery.state
            names = {2: "Charging", 3: "Discharging", 4: "Not charging", 5: "Full"}
            status = names.get(state.status, "Unknown")
            return (
                f"AC: {'online' if state.ac else 'offline'}\nstatus: {status}\n"
                f"health: Good\npresent: {str(state.present).lower()}\ncapacity: {state.level}"
            )
        statuses = {"unknown": 1, "charging": 2, "discharging": 3, "not-charging": 4, "full": 5}
        value = " ".join(values)
        if verb == "ac" and value in ("on", "off"):
            battery.change(ac=value == "on")
        elif verb == "capacity" and value.isdecimal() and int(value) <= 100:
            battery.change(level=int(value))
        elif verb == "status" and value in statuses:
            battery.change(status=statuses[value])
        elif verb == "present" and value in ("true", "false"):
            battery.change(present=value == "true")
        else:
            raise _Refused(f"Usage: \"{verb or 'power'}\" with a value; see 'help power'")
        return ""

    def _geo(self, words: list[str]) -> str:
        verb, *values = words or [""]
        location = self._phone.system.location
        if verb == "fix":
            place = parse_fix(values)
        elif verb == "nmea":
            place = parse_nmea(values[0] if values else "", location.place)
        else:
            raise _Refused("missing sub-command" if not verb else "bad sub-command")
        if isinstance(place, str):
            raise _Refused(place)
        location.move(
            place.latitude,
            place.longitude,
            place.altitude,
            speed=place.speed,
            bearing=place.bearing,
            satellites=place.satellites,
        )
        return ""

    def _rotate(self, words: list[str]) -> str:
        display = self._phone.system.display
        turned = display.user_rotation if display.rotation_locked else display.rotation
        display.set_rotation((turned + 1) % 4)
        return ""

    def _event(self, words: list[str]) -> str:
        if words[:1] != ["text"] or len(words) < 2:
            raise _Refused("bad sub-command, try 'event text <message>'")
        self._phone.type_text(" ".join(words[1:]))
        return ""


class _Refused(Exception):
    """An error of the console; the message follows ``KO:``."""


_COMMANDS: Final[dict[str, Callable[[Console, list[str]], str]]] = {
    "help": Console._help,
    "help-verbose": Console._help,
    "ping": Console._ping,
    "avd": Console._avd,
    "event": Console._event,
    "geo": Console._geo,
    "gsm": Console._gsm,
    "kill": Console._kill,
    "power": Console._power,
    "rotate": Console._rotate,
    "sms": Console._sms,
}


class ConsoleSession:
    """One telnet connection: bytes in, bytes out.

    Args:
        run: Runs a command, like `Console.run`.
        token: The password; empty for none.

    Attributes:
        over: Whether to close the connection once everything is sent.
        is_known: Whether an authorized client has given a command.
    """

    def __init__(self, run: Callable[[str], str], token: str) -> None:
        self._run = run
        self._token = token
        self._authenticated = not token
        self._buffer = b""
        self.over = False
        self.is_known = False

    def greeting(self) -> bytes:
        """Return the console's greeting."""
        if self._authenticated:
            return _WELCOME + b"OK\r\n"
        return (
            b"Android Console: Authentication required\r\n"
            b"Android Console: type 'auth <auth_token>' to authenticate\r\n"
            b"Android Console: you can find your <auth_token> in \r\n"
            b"'~/.emulator_console_auth_token'\r\nOK\r\n"
        )

    def receive(self, data: bytes) -> bytes:
        """Process input; return the answers."""
        *lines, rest = (self._buffer + data).split(b"\n")
        self._buffer = rest
        out: list[bytes] = []
        for line in [*lines, None]:
            if len(rest if line is None else line) > _MAX_LINE:
                self.over = True
                out.append(b"KO: line too long\r\n")
            elif line is not None:
                out.append(self._line(line.decode("utf-8", "replace").strip()))
            if self.over:
                self._buffer = b""
                break
        return b"".join(out)

    def _line(self, line: str) -> bytes:
        if _HTTP.match(line):  # a web page, which can reach this port and send nearly anything
            self.over = True
            return b"KO: this is no web server\r\n"
        verb, _, argument = line.partition(" ")
        if verb in ("quit", "exit"):
            self.over = True
            return b""
        if verb == "auth":
            if hmac.compare_digest(argument.strip().encode(), self._token.encode()):
                self._authenticated = self.is_known = True
                return _WELCOME + b"OK\r\n"
            self.over = True
            return b"KO: authentication token does not match ~/.emulator_console_auth_token\r\n"
        if not line:
            return b""
        if not (self._authenticated or verb in ("help", "ping") or line == "avd name"):
            return b"KO: unknown command, try 'help'\r\n"
        self.is_known = self._authenticated
        return self._run(line).encode("utf-8", "replace")


_HTTP: Final = re.compile(r"[A-Z]+ \S+ HTTP/\d|(?i:Host|Origin|Content-Type|User-Agent):")
"""A line of an HTTP request."""

_WELCOME: Final = b"Android Console: type 'help' for a list of commands\r\n"
