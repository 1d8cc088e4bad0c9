"""The command `content`, which queries and changes content providers, as on Android 13.

A provider is the class that an app's manifest names as ``handler``, an
`android_gym.simulator.appkit.providers.ContentProvider`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from android_gym.errors import DatabaseError, FileError
from android_gym.simulator.appkit.providers import ContentProvider, UnsupportedCallError
from android_gym.simulator.shell.command import (
    Arguments,
    CommandExit,
    Invocation,
    JavaError,
    command,
)
from android_gym.simulator.system.java_errors import java_exception

_log = logging.getLogger(__name__)
_WRITING = 2_000  # extra units of work per written row, as its observers are notified


_USAGE = """usage: adb shell content [subcommand] [options]

usage: adb shell content insert --uri <URI> [--user <USER_ID>] --bind <BINDING> [--bind <BINDING>...] [--extra <BINDING>...]
  <URI> a content provider URI.
  <BINDING> binds a typed value to a column and is formatted:
  <COLUMN_NAME>:<TYPE>:<COLUMN_VALUE> where:
  <TYPE> specifies data type such as:
  b - boolean, s - string, i - integer, l - long, f - float, d - double, n - null
  Note: Omit the value for passing an empty string, e.g column:s:

usage: adb shell content update --uri <URI> [--user <USER_ID>] [--where <WHERE>] [--extra <BINDING>...]

usage: adb shell content delete --uri <URI> [--user <USER_ID>] --bind <BINDING> [--bind <BINDING>...] [--where <WHERE>] [--extra <BINDING>...]

usage: adb shell content query --uri <URI> [--user <USER_ID>] [--projection <PROJECTION>] [--where <WHERE>] [--sort <SORT_ORDER>] [--extra <BINDING>...]

usage: adb shell content call --uri <URI> --method <METHOD> [--arg <ARG>] [--extra <BINDING> ...]

usage: adb shell content read --uri <URI> [--user <USER_ID>]

usage: adb shell content write --uri <URI> [--user <USER_ID>]

usage: adb shell content gettype --uri <URI> [--user <USER_ID>]

"""  # noqa: E501 - Android's words

_TYPES: dict[str, Callable[[str], Any]] = {
    "b": lambda text: int(text.lower() == "true"),
    "s": str,
    "i": int,
    "l": int,
    "f": float,
    "d": float,
    "n": lambda text: None,
}
_ACCEPTED = {
    "query": "--uri --user --projection --where --sort --extra",
    "insert": "--uri --user --bind --extra",
    "update": "--uri --user --bind --where --extra",
    "delete": "--uri --user --where --extra --bind",
    "call": "--uri --user --method --arg --extra",
    "read": "--uri --user",
    "write": "--uri --user",
    "gettype": "--uri --user",
}


class _Bad(Exception):
    """A malformed command line."""


@command("content", cost=500)
def run(io: Invocation) -> int:
    """Run a verb of the command on a provider."""
    args = Arguments(io.args)
    verb = args.next()
    try:
        if verb not in _ACCEPTED:
            raise _Bad(f"Unsupported operation: {verb}")
        request = _parse(verb, args)
    except _Bad as error:
        io.err(f"[ERROR] {error}\n\n{_USAGE}")
        return 1
    uri = request["uri"]
    return _act(io, verb, uri, _authority(uri), request)


def type_of(io: Invocation, uri: str) -> str | None:
    """Return the MIME type that a provider gives a ``content:`` URI; None if it knows none."""
    authority = _authority(uri)
    found = io.system.packages.provider(authority)
    if found is None:
        return None
    provider = None
    with io.phone.host.process(found[0].package, found[1].handler, f"Unable to get {authority}"):
        provider = io.phone.host.provider(authority)
    if provider is None:
        return None
    try:
        return provider.get_type(uri)
    except Exception:  # the provider's own, which Android logs and takes for "no type"
        _log.exception("The provider %s failed.", authority)
        return None


def _authority(uri: str) -> str:
    return uri.partition("://")[2].partition("/")[0].partition("?")[0]


def _parse(verb: str, args: Arguments) -> dict[str, Any]:
    request: dict[str, Any] = {"values": {}}
    accepted = _ACCEPTED[verb].split()
    while (option := args.next()) is not None:
        if option not in accepted:
            raise _Bad(f"Unsupported argument: {option}")
        value = args.next()
        if value is None or value.startswith("--"):
            raise _Bad(f"Missing value for {option}")
        if option in ("--bind", "--extra"):
            name, kind, text = _binding(value)
            if option == "--bind":
                request["values"][name] = _typed(kind, text)
        else:
            request[option[2:]] = value
    if "uri" not in request:
        raise _Bad("Content provider URI not specified. Did you specify --uri argument?")
    if verb in ("insert", "update") and not request["values"]:
        raise _Bad("Bindings not specified. Did you specify --bind argument(s)?")
    if verb == "call" and "method" not in request:
        raise _Bad("Content provider method not specified.")
    return request


def _binding(text: str) -> tuple[str, str, str]:
    parts = text.split(":", 2)
    if len(parts) < 3:
        raise _Bad("Binding not well formed: " + text)
    return parts[0], parts[1], parts[2]


def _typed(kind: str, text: str) -> Any:
    if kind not in _TYPES:
        raise _Bad(f"Unsupported type: {kind}")
    try:
        return _TYPES[kind](text)
    except ValueError:
        raise _Bad(f'For input string: "{text}"') from None


def _act(io: Invocation, verb: str, uri: str, authority: str, request: dict[str, Any]) -> int:
    host = io.phone.host
    found = io.system.packages.provider(authority)
    if verb in ("insert", "update", "delete"):
        io.process.budget.spend(_WRITING)
    provider = None
    package, handler = (found[0].package, found[1].handler) if found is not None else ("", "")
    with host.process(package, handler, f"Unable to get provider {authority}"):
        provider = host.provider(authority)
    if provider is None:
        kind, message = "IllegalStateException", f"Could not find provider: {authority}"
        raise _failed(io, authority, f"java.lang.{kind}", message)
    try:
        _ask(io, provider, verb, uri, request)
    except UnsupportedCallError:
        kind, message = "java.lang.UnsupportedOperationException", f"Unsupported call: {verb}"
    except FileError:
        kind, message = "java.io.FileNotFoundException", "No such file or directory"
    except DatabaseError as error:
        kind, message = java_exception(error)
    except ValueError as error:
        kind, message = "java.lang.IllegalArgumentException", str(error) or f"Unknown URL {uri}"
    except (CommandExit, JavaError):
        raise
    except Exception as error:  # the provider's own; reported to the caller, as over binder
        _log.exception("The provider %s failed.", authority)
        kind, message = java_exception(error)
    else:
        return 0
    raise _failed(io, authority, kind, message)


def _ask(
    io: Invocation, provider: ContentProvider, verb: str, uri: str, request: dict[str, Any]
) -> None:
    """Call the provider's method and print the result."""
    where = request.get("where")
    if verb == "query":
        names = request.get("projection")
        with io.system.databases.for_others():
            columns, rows = provider.query(
                uri, names.split(":") if names else None, where, request.get("sort")
            )
        _show(io, columns, rows)
    elif verb == "insert":
        provider.insert(uri, request["values"])
    elif verb == "update":
        provider.update(uri, request["values"], where)
    elif verb == "delete":
        provider.delete(uri, where)
    elif verb == "call":
        io.out(f"Result: {_bundle(provider.call(request['method'], request.get('arg')))}\n")
    elif verb == "gettype":
        io.out(f"Result: {provider.get_type(uri)}\n")
    elif verb == "read":
        io.out(provider.read(uri))
    else:
        provider.write(uri, io.stdin)


def _failed(io: Invocation, authority: str, kind: str, message: str) -> CommandExit:
    """Report a provider's exception; the program still exits with 0."""
    io.err(
        f"Error while accessing provider:{authority}\n{kind}: {message}\n"
        "\tat com.android.commands.content.Content$Command.execute(Content.java:505)\n"
        "\tat com.android.commands.content.Content.main(Content.java:713)\n"
    )
    return CommandExit(0)


def _show(io: Invocation, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    if not rows:
        io.out("No result found.\n")
        return
    out = []
    for number, row in enumerate(rows):
        cells = ", ".join(
            f"{name}={_cell(value)}" for name, value in zip(columns, row, strict=True)
        )
        out.append(f"Row: {number} {cells}\n")
    io.out("".join(out))


def _cell(value: Any) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return "BLOB"
    if isinstance(value, bool):
        return str(int(value))
    return str(value)


def _bundle(result: Any) -> str:
    if result is None:
        return "null"
    if isinstance(result, Mapping):
        inner = ", ".join(f"{name}={value}" for name, value in sorted(result.items()))
        return f"Bundle[{{{inner}}}]"
    return str(result)
