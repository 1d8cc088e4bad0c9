"""``cmd locale``: languages that an app speaks in place of the phone's."""

from __future__ import annotations

from android_gym.errors import OptionError
from android_gym.simulator.shell.command import Arguments, Invocation, JavaError

__all__ = ["cmd_locale"]


def cmd_locale(io: Invocation, verb: str, args: Arguments) -> int | None:
    """Run ``set-app-locales PACKAGE [--locales TAGS]`` or ``get-app-locales PACKAGE``."""
    if verb not in ("set-app-locales", "get-app-locales"):
        return None
    package = args.next()
    if package is None:
        io.err("Error: no package specified\n")
        return 255
    user, tags = "0", ""
    while (option := args.option()) is not None:
        if option == "--user":
            user = args.required(option)
        elif option == "--locales" and verb == "set-app-locales":
            tags = args.next() or ""
        else:
            raise JavaError("java.lang.IllegalArgumentException", f"Unknown option: {option}")
    if not io.system.packages.installed(package):
        io.out(f"Unknown package {package} for userId {user}\n")
    elif verb == "get-app-locales":
        found = io.system.locales.of_app(package)
        io.out(f"Locales for {package} for user {user} are [{found}]\n")
    else:
        try:
            io.system.locales.set_of_app(package, tags)
        except OptionError as error:
            raise JavaError("java.lang.IllegalArgumentException", str(error)) from None
    return 0
