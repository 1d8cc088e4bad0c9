"""Dumps of installed packages."""

from __future__ import annotations

from android_gym.simulator.shell.command import Invocation
from android_gym.simulator.shell.identities import identity
from android_gym.simulator.shell.package_lists import RUNTIME_PERMISSIONS, apk_path
from android_gym.simulator.system.intents import flatten_short

__all__ = ["dump_package"]


def dump_package(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``package``."""
    words = [word for word in args if not word.startswith("-")]
    packages = io.system.packages
    if not words:
        io.out("Packages:\n")
        for name in packages.names:
            _one_package(io, name)
        return
    name = words[-1] if words[0] in ("package", "p") and len(words) > 1 else words[0]
    if name in ("permissions", "perm", "features", "feat", "libraries", "preferred", "providers"):
        return
    if not packages.installed(name):
        io.out(f"Unable to find package: {name}\n")
        return
    manifest = packages.manifest(name)
    if manifest.activities:
        io.out("Activity Resolver Table:\n  Non-Data Actions:\n")
        actions: dict[str, list[str]] = {}
        for info in manifest.activities:
            for item in info.filters:
                for action in item.actions:
                    actions.setdefault(action, []).append(manifest.component(info.name))
        for action in sorted(actions):
            io.out(f"      {action}:\n")
            for component in actions[action]:
                io.out(
                    f"        {identity(component)} {flatten_short(component)} filter "
                    f"{identity(component, action)}\n"
                )
        io.out("\n")
    io.out("Packages:\n")
    _one_package(io, name)


def _one_package(io: Invocation, name: str) -> None:
    packages = io.system.packages
    manifest, state = packages.manifest(name), packages.state(name)
    installed = io.system.clock.datetime(state.first_install_ms or None)
    when = installed.strftime("%Y-%m-%d %H:%M:%S")
    path = apk_path(io, name)
    flags = (
        "[ SYSTEM HAS_CODE ALLOW_CLEAR_USER_DATA ]"
        if manifest.system
        else ("[ HAS_CODE ALLOW_CLEAR_USER_DATA ALLOW_BACKUP ]")
    )
    if manifest.system and state.version is not None:
        flags = "[ SYSTEM HAS_CODE ALLOW_CLEAR_USER_DATA UPDATED_SYSTEM_APP ]"
    updated = when
    if state.updated_ms:
        updated = f"{io.system.clock.datetime(state.updated_ms):%Y-%m-%d %H:%M:%S}"
    enabled = 0 if state.enabled else 3
    out = [
        f"  Package [{name}] ({identity('package', name)}):\n    userId={state.uid}\n"
        f"    pkg=Package{{{identity('pkg', name)} {name}}}\n"
        f"    codePath={path.rpartition('/')[0]}\n    resourcePath={path.rpartition('/')[0]}\n"
        f"    primaryCpuAbi=x86_64\n    versionCode={manifest.version_code} "
        f"minSdk={manifest.min_sdk} targetSdk={manifest.target_sdk}\n"
        f"    versionName={manifest.version_name}\n    splits=[base]\n"
        f"    flags={flags}\n    dataDir=/data/user/0/{name}\n    supportsScreens=[small, medium, "
        f"large, xlarge, resizeable, anyDensity]\n    timeStamp={updated}\n"
        f"    firstInstallTime={when}\n    lastUpdateTime={updated}\n    pkgFlags={flags}\n"
    ]
    if state.installer:
        out.append(f"    installerPackageName={state.installer}\n")
    if manifest.permissions:
        out.append("    requested permissions:\n")
        out.extend(f"      {permission}\n" for permission in manifest.permissions)
    install_time = [item for item in manifest.permissions if item not in RUNTIME_PERMISSIONS]
    if install_time:
        out.append("    install permissions:\n")
        out.extend(f"      {permission}: granted=true\n" for permission in install_time)
    out.append(
        f"    User 0: ceDataInode={_inode(io, name)} installed=true hidden=false "
        f"suspended={str(bool(state.suspended)).lower()} "
        f"distractionFlags=0 stopped={str(state.stopped).lower()} notLaunched=false "
        f"enabled={enabled} instant=false virtual=false\n"
        + (
            f"      Suspend params:\n        suspendingPackage={state.suspended} dialogInfo=null\n"
            if state.suspended
            else ""
        )
        + "      gids=[3003]\n"
        "      runtime permissions:\n"
    )
    for permission in manifest.permissions:
        if permission in RUNTIME_PERMISSIONS:
            granted = str(permission in state.granted).lower()
            out.append(
                f"        {permission}: granted={granted}, flags=[ USER_SENSITIVE_WHEN_"
                "GRANTED|USER_SENSITIVE_WHEN_DENIED]\n"
            )
    io.out("".join(out))


def _inode(io: Invocation, package: str) -> int:
    return io.system.files.identify(f"/data/data/{package}")[0] or 0
