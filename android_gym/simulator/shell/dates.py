"""The commands `date` and `uptime`."""

from __future__ import annotations

import datetime as dt
import functools
import re

from android_gym.errors import OptionError
from android_gym.simulator.shell.command import Invocation, command, options
from android_gym.simulator.shell.file_words import parse_date, parse_posix_date, zone_of


@command("uptime")
def run_uptime(io: Invocation) -> int:
    """Show how long the phone has been up."""
    found = options(io, "ps")
    up = io.system.clock.elapsed_ms() // 1000
    clock = io.system.clock
    if "s" in found:
        started = clock.datetime(clock.now_ms() - clock.elapsed_ms()).astimezone(zone_of(io))
        io.out(started.strftime("%Y-%m-%d %H:%M:%S\n"))
        return 0
    now = clock.datetime().astimezone(zone_of(io))
    minutes, days = up // 60, up // 86400
    span = f"{days} day{'s' if days != 1 else ''}, " if days else ""
    hours = minutes // 60 % 24
    span += f"{hours:2d}:{minutes % 60:02d}" if hours else f"{minutes % 60} min"
    io.out(f" {now:%H:%M:%S} up {span},  0 users,  load average: 0.08, 0.03, 0.01\n")
    return 0


@command("date")
def run_date(io: Invocation) -> int:
    """Show or set the date and time."""
    # -I takes its argument attached, or none.
    io.args = [word if not re.fullmatch("-I[dhmsn]?", word) else f"+{_ISO[word]}"
               for word in io.args]  # fmt: skip
    found = options(io, "d:D:r:us:", long={"date": "d", "utc": "u", "set": "s"})
    clock = io.system.clock
    zone: dt.tzinfo = dt.UTC if "u" in found else zone_of(io)
    when: int | None = clock.now_ms()
    form = "%a %b %e %H:%M:%S %Z %Y"
    if "d" in found:
        when = _parsed(io, found["d"], found.get("D", ""), zone)
        if when is None:
            raise io.fail(f"bad date {found['d']}")
    elif "r" in found:
        stat = io.process.stat(found["r"])
        if stat is None:
            raise io.fail(f"{found['r']}: No such file or directory")
        when = stat.mtime_ms
    to_set = [found["s"]] if "s" in found else []
    for word in found.args:
        if word.startswith("+"):
            form = word[1:]
        else:
            to_set.append(word)
    if to_set:
        text = to_set[0]
        parse = parse_posix_date if re.fullmatch(r"[\d.]+", text) else parse_date
        when = parse(io, text, zone)
        if when is None or len(to_set) > 1:
            raise io.fail(f"bad date {text}")
        if io.uid:
            io.complain("cannot set date: Operation not permitted")
            return 1
        try:
            clock.set_time(when)
        except OptionError:
            io.complain("cannot set date: Invalid argument")
            return 1
    assert when is not None
    try:
        moment = dt.datetime.fromtimestamp(when // 1000, zone)
    except (ValueError, OverflowError, OSError):  # before year 1 or after 9999
        raise io.fail(f"bad date @{when // 1000}") from None
    form = re.sub("%(%|s|[0-9]?N)", functools.partial(_own_field, when), form)
    io.out(moment.strftime(form.encode("utf-8", "replace").decode()) + "\n")
    return 0


def _own_field(when: int, found: re.Match[str]) -> str:
    """Return seconds since 1970, or the first digits of the nanoseconds, as toybox has them."""
    field = found.group(1)
    if field == "%":
        return "%%"
    return str(when // 1000) if field == "s" else f"{when % 1000:03d}000000"[: int(field[:-1] or 9)]


_ISO = {"-I": "%Y-%m-%d", "-Id": "%Y-%m-%d", "-Ih": "%Y-%m-%dT%H%:z", "-Im": "%Y-%m-%dT%H:%M%:z",
        "-Is": "%Y-%m-%dT%H:%M:%S%:z", "-In": "%Y-%m-%dT%H:%M:%S,%N%:z"}  # fmt: skip


def _parsed(io: Invocation, text: str, form: str, zone: dt.tzinfo) -> int | None:
    if not form:
        return parse_date(io, text, zone)
    try:
        if form == "%s":
            return int(text) * 1000
        moment = dt.datetime.strptime(text, form).replace(tzinfo=zone)
        return round(moment.timestamp() * 1000)
    except (ValueError, OverflowError):
        return None
