"""The command `pm` (and ``cmd package``), as on Android 13."""

from __future__ import annotations

import io as streams
import logging
import zipfile
from collections.abc import Callable, Sequence
from typing import NamedTuple

from android_gym.errors import FileError
from android_gym.simulator.shell.app_links import get_app_links
from android_gym.simulator.shell.command import (
    Arguments,
    Invocation,
    JavaError,
    command,
    run_verb,
    says,
)
from android_gym.simulator.shell.intents import parse_intent
from android_gym.simulator.shell.package_lists import (
    DEVELOPMENT_PERMISSIONS,
    OTHER_PERMISSIONS,
    RUNTIME_PERMISSIONS,
    apk_path,
    has_feature,
    run_list,
)
from android_gym.simulator.shell.suspension import suspend, unsuspend
from android_gym.simulator.system.intents import Intent, flatten_short
from android_gym.simulator.system.packages import Apk, Version
from android_gym.simulator.system.roles import able, setting_of

__all__ = ["ApkError", "install", "read_apk", "run"]

_MAX_MANIFEST = 4 << 20


@command("pm", cost=500)
def run(io: Invocation) -> int:
    """Run a verb of the package manager."""
    return run_verb(io, io.args, _VERBS, _HELP)


_HELP = """Package manager (package) commands:
  help
    Print this help text.
  path [--user USER_ID] PACKAGE
    Print the path to the .apk of the given PACKAGE.
  list features
  list libraries
  list packages [-f] [-d] [-e] [-s] [-3] [-i] [-l] [-u] [-U]
      [--show-versioncode] [--apex-only] [--uid UID] [--user USER_ID] [FILTER]
  list permission-groups
  list permissions [-g] [-f] [-d] [-u] [GROUP]
  list users
  resolve-activity [--brief] [--components] [--query-flags FLAGS]
       [--user USER_ID] INTENT
  query-activities [--brief] [--components] [--query-flags FLAGS]
       [--user USER_ID] INTENT
  query-services [--brief] [--components] [--query-flags FLAGS]
       [--user USER_ID] INTENT
  query-receivers [--brief] [--components] [--query-flags FLAGS]
       [--user USER_ID] INTENT
  install [-rtfdg] [-i PACKAGE] [-S BYTES] [PATH|-]
  uninstall [-k] [--user USER_ID] [--versionCode VERSION_CODE] PACKAGE
  clear [--user USER_ID] [--cache-only] PACKAGE
  enable [--user USER_ID] PACKAGE_OR_COMPONENT
  disable [--user USER_ID] PACKAGE_OR_COMPONENT
  grant [--user USER_ID] PACKAGE PERMISSION
  revoke [--user USER_ID] PACKAGE PERMISSION
  suspend [--user USER_ID] [--dialogMessage TEXT] PACKAGE [PACKAGE...]
  unsuspend [--user USER_ID] PACKAGE [PACKAGE...]
  reset-permissions
  get-install-location
"""


# --- one package ---------------------------------------------------------------------------------


def options_of(args: Arguments, flags: str = "", values: str = "--user") -> dict[str, str]:
    """Parse options; raises an error for unknown ones."""
    found: dict[str, str] = {}
    while (option := args.option()) is not None:
        if option in values.split():
            found[option] = args.required(option)
        elif option in flags.split():
            found[option] = ""
        else:
            raise JavaError("java.lang.IllegalArgumentException", f"Unknown option: {option}")
    return found


def _path(io: Invocation, args: Arguments) -> int:
    options_of(args)
    package = args.next()
    if package is None:
        io.err("Error: no package specified\n")
        return 1
    if not io.system.packages.installed(package):
        return 1
    io.out(f"package:{apk_path(io, package)}\n")
    return 0


def _clear(io: Invocation, args: Arguments) -> int:
    options_of(args, "-f --cache-only")
    package = args.next()
    if package is None:
        io.err("Error: no package specified\n")
        return 1
    if not io.system.packages.installed(package):
        io.err("Failed\n")
        return 1
    io.phone.clear(package)
    io.out("Success\n")
    return 0


def _grant(io: Invocation, args: Arguments, grant: bool = True) -> int:
    options_of(args, "--all-permissions")
    package = args.next()
    if package is None:
        io.err("Error: no package specified\n")
        return 1
    permission = args.next()
    if permission is None:
        io.err("Error: no permission specified\n")
        return 1
    packages = io.system.packages
    if not packages.installed(package):
        raise JavaError("java.lang.IllegalArgumentException", f"Unknown package: {package}")
    known = RUNTIME_PERMISSIONS | OTHER_PERMISSIONS | DEVELOPMENT_PERMISSIONS
    requested = packages.manifest(package).permissions
    if permission not in known and permission not in requested:
        raise JavaError("java.lang.IllegalArgumentException", f"Unknown permission: {permission}")
    if permission not in requested:
        raise JavaError(
            "java.lang.SecurityException",
            f"Package {package} has not requested permission {permission}",
        )
    if permission in OTHER_PERMISSIONS:
        raise JavaError(
            "java.lang.SecurityException",
            f"Permission {permission} requested by {package} is not a changeable permission type",
        )
    if grant:
        packages.grant(package, permission)
    elif packages.granted(package, permission):
        packages.revoke(package, permission)
        io.system.activities.kill(package, background_only=False)
    return 0


def _revoke(io: Invocation, args: Arguments) -> int:
    return _grant(io, args, grant=False)


def _reset_permissions(io: Invocation, args: Arguments) -> int:
    options_of(args)
    packages = io.system.packages
    for package in packages.names:
        granted = packages.granted_at_first(packages.manifest(package))
        packages.change(package, granted=granted)
    return 0


def _enable(enabled: bool, state: str) -> Callable[[Invocation, Arguments], int]:
    def verb(io: Invocation, args: Arguments) -> int:
        options_of(args)
        package = args.next()
        if package is None:
            io.err("Error: no package or component specified\n")
            return 1
        name = package.partition("/")[0]
        if not io.system.packages.installed(name):
            raise JavaError("java.lang.IllegalArgumentException", f"Unknown package: {name}")
        if "/" in package:
            component = _component(io, package)
            disabled = io.system.packages.state(name).disabled - {component}
            io.system.packages.change(
                name, disabled=disabled if enabled else disabled | {component}
            )
            io.out(f"Component {{{name}/{component}}} new state: {state}\n")
            return 0
        io.system.packages.change(package, enabled=enabled)
        if not enabled:
            io.system.activities.force_stop(package, forget=True)
        io.out(f"Package {package} new state: {state}\n")
        return 0

    return verb


def _component(io: Invocation, text: str) -> str:
    """Return the full name of the class of a component, which must exist."""
    package, _, name = text.partition("/")
    manifest = io.system.packages.manifest(package)
    full = manifest.qualify(name)
    there = [info.name for info in manifest.activities]
    there += [info.name for info in manifest.receivers]
    there += [info.name for info in manifest.services]
    if full not in map(manifest.qualify, there):
        raise JavaError(
            "java.lang.IllegalArgumentException",
            f"Component class {full} does not exist in {package}",
        )
    return full


def _hide(hidden: bool) -> Callable[[Invocation, Arguments], int]:
    """Return ``hide`` or ``unhide``; a hidden app can't be started, as one that is disabled."""

    def verb(io: Invocation, args: Arguments) -> int:
        options_of(args)
        package = args.next()
        if package is None:
            io.err("Error: no package or component specified\n")
            return 1
        there = io.system.packages.installed(package)
        if there:
            io.system.packages.change(package, enabled=not hidden)
        if there and hidden:
            io.system.activities.force_stop(package, forget=True)
        # Android takes a package that it doesn't know for a hidden one.
        state = "true" if hidden or not there else "false"
        io.out(f"Package {package} new hidden state: {state}\n")
        return 0 if there else 1

    return verb


# --- install and uninstall -----------------------------------------------------------------------


class ApkError(Exception):
    """An archive that is not a valid APK; the message is Android's failure code with its reason."""


def read_apk(data: bytes) -> Apk:
    """Read the package name and version of an APK.

    Raises:
        ApkError: If it is not a valid APK.
    """
    try:
        with zipfile.ZipFile(streams.BytesIO(data)) as archive:
            entry = archive.getinfo("AndroidManifest.xml")
            if entry.file_size > _MAX_MANIFEST:
                raise ApkError("INSTALL_PARSE_FAILED_BAD_MANIFEST: manifest too large")
            manifest = archive.read(entry)
    except (zipfile.BadZipFile, KeyError, OSError, NotImplementedError) as error:
        raise ApkError(
            "INSTALL_PARSE_FAILED_NOT_APK: Failed to parse base.apk: "
            "Failed to load asset path base.apk"
        ) from error
    from pyaxmlparser.axmlprinter import AXMLPrinter

    logging.getLogger("pyaxmlparser").setLevel(logging.CRITICAL)  # the caller reports errors
    try:
        root = AXMLPrinter(manifest).get_xml_obj()
        attributes = {name.rpartition("}")[2]: value for name, value in root.attrib.items()}
        package = attributes["package"]
    except Exception as error:  # it fails in many ways on malformed archives
        raise ApkError(
            "INSTALL_PARSE_FAILED_BAD_MANIFEST: Missing manifest tag or package name"
        ) from error
    version = attributes.get("versionCode", "1")
    return Apk(
        package=package,
        label=package,
        version_code=int(version) if version.isdecimal() else 1,
        version_name=attributes.get("versionName", "1.0"),
    )


def install(
    io: Invocation,
    data: bytes,
    *,
    grant: bool = False,
    installer: str = "",
) -> str:
    """Install an APK; return its package name.

    An app that ships with the phone gets its screens; any other is installed without code.

    Args:
        io: The command.
        data: The APK.
        grant: Whether to grant its runtime permissions.
        installer: Package recorded as the installer, "" for none.

    Raises:
        ApkError: If it can't be installed.
    """
    apk = read_apk(data)
    packages, package = io.system.packages, apk.package
    if packages.shipped(package) is None:
        io.phone.add_package(apk, installer=installer, data=data)
    else:
        version = Version(apk.version_code, apk.version_name)
        io.phone.add_package(package, version=version, installer=installer, data=data)
    if grant:
        for permission in packages.manifest(package).permissions:
            packages.grant(package, permission)
    return package


_INSTALL_VALUES = frozenset(
    "-i -p --user --abi --install-location --originating-uri --referrer --pkg "
    "--install-reason".split()
)


def _install(io: Invocation, args: Arguments) -> int:
    size: int | None = None
    grant, installer = False, ""
    # Replacing is the default since Android 10.
    while (option := args.option()) is not None:
        if option == "-S":
            size = int(args.required(option))
        elif option in _INSTALL_VALUES:
            value = args.required(option)
            if option == "-i":
                installer = value
        elif option == "-g":
            grant = True
    path = args.next()
    try:
        if path not in (None, "-"):
            data = io.read_file(str(path))
        else:  # the sender of a stream keeps it open for the answer
            data = io.stdin if size is None else io.process.source().take(size)
    except FileError:
        io.err(f"Error: Unable to open file: {path}\n")
        io.err("Consider using a file under /data/local/tmp/\n")
        raise JavaError("java.lang.IllegalArgumentException", f"Error: Can't open file: {path}") \
            from None  # fmt: skip
    if size is not None:
        data = data[:size]
    try:
        install(io, data, grant=grant, installer=installer)
    except ApkError as error:
        io.out(f"Failure [{error}]\n")
        return 1
    io.out("Success\n")
    return 0


def _install_existing(io: Invocation, args: Arguments) -> int:
    options_of(args, "--instant --full --wait --restrict-permissions")
    package = args.required()
    packages = io.system.packages
    if not packages.installed(package):
        if packages.shipped(package) is None:
            io.out(
                f"android.content.pm.PackageManager$NameNotFoundException: Package {package} "
                "doesn't exist\n"
            )
            return 1
        io.phone.add_package(package)
    io.out(f"Package {package} installed for user: 0\n")
    return 0


def _uninstall(io: Invocation, args: Arguments) -> int:
    options = options_of(args, "-k", "--user --versionCode")
    package = args.next()
    if package is None:
        io.err("Error: package name not specified\n")
        return 1
    packages = io.system.packages
    one_user = options.get("--user", "all") != "all"
    if not packages.installed(package):
        reason = "not installed for 0" if one_user else "DELETE_FAILED_INTERNAL_ERROR"
        io.out(f"Failure [{reason}]\n")
        return 1
    # An app of the system image can only be taken from a user.
    if packages.manifest(package).system and not one_user:
        io.out("Failure [DELETE_FAILED_INTERNAL_ERROR]\n")
        return 1
    io.system.uninstall(package)
    io.out("Success\n")
    return 0


# --- resolving -----------------------------------------------------------------------------------


def _resolve(io: Invocation, args: Arguments) -> int:
    return _query(io, args, single=True)


def _query_activities(io: Invocation, args: Arguments) -> int:
    return _query(io, args, single=False)


def _query_receivers(io: Invocation, args: Arguments) -> int:
    query = _query_options(args)
    found = io.system.packages.query_receivers(query.intent)
    names = [manifest.component(info.name) for manifest, info in found]
    return _list(io, query, names, "Receiver")


def _query_services(io: Invocation, args: Arguments) -> int:
    query = _query_options(args)
    found = io.system.packages.query_services(query.intent)
    names = [manifest.component(info.name) for manifest, info in found]
    return _list(io, query, names, "Service")


class _Query(NamedTuple):
    intent: Intent
    brief: bool
    components: bool


def _query_options(args: Arguments) -> _Query:
    brief = components = False

    def other(option: str) -> bool:
        nonlocal brief, components
        if option == "--brief":
            brief = True
        elif option == "--components":
            components = True
        elif option in ("--user", "--query-flags"):
            args.required(option)
        else:
            return False
        return True

    intent = parse_intent(args, other)
    return _Query(intent, brief, components)


def _lines(query: _Query, name: str, kind: str = "Activity") -> list[str]:
    """Return the lines about a component that was found, as Android's ResolveInfo dumps them."""
    if query.components:
        return [flatten_short(name)]
    match = "0x108000" if query.intent.data is None else "0x208000"
    first = f"priority=0 preferredOrder=0 match={match} specificIndex=-1 isDefault=true"
    if query.brief:
        return [first, flatten_short(name)]
    package, _, name = name.partition("/")
    # A receiver is described by an ActivityInfo.
    info = "ServiceInfo" if kind == "Service" else "ActivityInfo"
    return [first, f"{info}:", f"  name={name}", f"  packageName={package}"]


_SEVERAL = {"Activity": "activities", "Receiver": "receivers", "Service": "services"}


def _list(io: Invocation, query: _Query, names: Sequence[str], kind: str = "Activity") -> int:
    """Print the components that were found."""
    if not names:
        io.out(f"No {_SEVERAL[kind]} found\n")
        return 0
    if not query.components:
        io.out(f"{len(names)} {_SEVERAL[kind]} found:\n")
    indent = "" if query.components else "    "
    for number, name in enumerate(names):
        if not query.components:
            io.out(f"  {kind} #{number}:\n")
        io.out("".join(f"{indent}{line}\n" for line in _lines(query, name, kind)))
    return 0


def _query(io: Invocation, args: Arguments, single: bool) -> int:
    query = _query_options(args)
    intent = query.intent
    found = io.system.packages.query_activities(intent)
    names = [manifest.component(info.name) for manifest, info in found]
    if intent.component is not None:
        names = [intent.component] if io.system.packages.activity(intent.component) else []
    if single:
        resolved = io.system.packages.resolve_activity(intent)
        names = [resolved] if resolved else []
    if not single:
        return _list(io, query, names)
    lines = _lines(query, names[0]) if names else ["No activity found"]
    io.out("".join(f"{line}\n" for line in lines))
    return 0


def _set_home(io: Invocation, args: Arguments) -> int:
    options_of(args)
    package, slash, name = args.required().partition("/")
    if slash and not name:
        io.out("Error: invalid component name\n")
        return 1
    if package not in able(io.system.packages, "HOME"):
        io.out("Error: Failed to set default home.\n")
        return 1
    io.system.settings.put("secure", setting_of("HOME"), package)
    io.out("Success\n")
    return 0


def _dump(io: Invocation, args: Arguments) -> int:
    return io.run(["dumpsys", "package", *args.rest()])


_VERBS: dict[str, Callable[[Invocation, Arguments], int]] = {
    "list": run_list,
    "l": run_list,
    "path": _path,
    "clear": _clear,
    "grant": _grant,
    "revoke": _revoke,
    "reset-permissions": _reset_permissions,
    "enable": _enable(True, "enabled"),
    "disable": _enable(False, "disabled"),
    "disable-user": _enable(False, "disabled-user"),
    "disable-until-used": _enable(False, "disabled-until-used"),
    "default-state": _enable(True, "default"),
    "hide": _hide(True),
    "unhide": _hide(False),
    "install": _install,
    "install-existing": _install_existing,
    "uninstall": _uninstall,
    "resolve-activity": _resolve,
    "query-activities": _query_activities,
    "query-receivers": _query_receivers,
    "query-services": _query_services,
    "set-home-activity": _set_home,
    "dump": _dump,
    "dump-package": _dump,
    "get-app-links": get_app_links,
    "get-install-location": says("0[auto]\n"),
    "set-install-location": says(""),
    "get-max-users": says("Maximum supported users: 4\n"),
    "has-feature": has_feature,
    "trim-caches": says(""),
    "compile": says("Success\n"),
    "bg-dexopt-job": says("Success\n"),
    "set-permission-enforced": says(""),
    "suspend": suspend,
    "unsuspend": unsuspend,
    "get-instantapp-resolver": says("null\n"),
}
