"""``pm get-app-links``: the web domains whose links open in an app, as on Android 13."""

from __future__ import annotations

import uuid

from android_gym.simulator.shell.command import Arguments, Invocation
from android_gym.simulator.system.packages import Manifest

__all__ = ["get_app_links"]


def get_app_links(io: Invocation, args: Arguments) -> int:
    """Show an app's domains, or those of all apps that have any."""
    while (option := args.option()) is not None:
        if option == "--user":
            args.required(option)
    package = args.next()
    packages = io.system.packages
    if package is not None and not packages.installed(package):
        io.err(f"Error: package {package} unavailable\n")
        return 255
    for name in packages.names if package is None else (package,):
        domains = _domains(packages.manifest(name))
        if package is None and not domains:
            continue
        io.out(
            f"  {name}:\n    ID: {uuid.uuid5(uuid.NAMESPACE_DNS, name)}\n    Signatures: []\n"
            "    Domain verification state:\n"
        )
        io.out("".join(f"      {domain}: verified\n" for domain in domains))
    return 0


def _domains(manifest: Manifest) -> list[str]:
    """Return the hosts of an app's web links, sorted."""
    filters = [each for activity in manifest.activities for each in activity.filters]
    return sorted({host for each in filters if "https" in each.schemes for host in each.hosts})
