"""Environment of a page: the scripts that run before its own, and the device that it sees."""

from __future__ import annotations

import functools
import json
from importlib import resources
from typing import Final

from android_gym.simulator.web.cdp import Command, Message
from android_gym.simulator.web.conversation import NAME
from android_gym.simulator.web.inputs import DeviceScreen, Opened

__all__ = ["beginning", "orientation", "told_of_the_phone", "whole_script"]

_SCRIPTS: Final = (
    "beside.js",
    "clock.js",
    "page.js",
    "permissions.js",
    "clipboard.js",
    "fingers.js",
    "zooming.js",
    "fields.js",
    "dragging.js",
    "finding.js",
    "selection.js",
    "lists.js",
    "suggestions.js",
    "bubbles.js",
    "tree.js",
    "steps.js",
)
"""Parts of the script that runs before any of the page's own; each uses those before it."""

_MODEL: Final = "sdk_gphone64_x86_64"
_MOBILE: Final = (
    f"Mozilla/5.0 (Linux; Android {{}}; {_MODEL}) AppleWebKit/537.36 "
    "(KHTML, like Gecko) Chrome/103.0.5060.71 Mobile Safari/537.36"
)
_DESKTOP: Final = (
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 "
    "(KHTML, like Gecko) Chrome/103.0.5060.71 Safari/537.36"
)
_BRANDS: Final = (
    {"brand": ".Not/A)Brand", "version": "99"},
    {"brand": "Google Chrome", "version": "103"},
    {"brand": "Chromium", "version": "103"},
)
_PLATFORM: Final = "Linux armv81"

_KEPT: Final = (
    "JSON",
    "Promise",
    "Map",
    "Set",
    "WeakMap",
    "WeakRef",
    "WeakSet",
    "Event",
    "InputEvent",
    "KeyboardEvent",
    "MouseEvent",
    "PointerEvent",
    "Touch",
    "TouchEvent",
)
"""Globals that the phone's scripts keep, as pages replace them by others of the same name."""

_BEGINS: Final = "androidPhoneBegins"
"""Property of a window that holds the common script until `beginning` has started it."""


@functools.cache
def whole_script() -> str:
    """Return the script that all pages share, so that the engine compiles it only once."""
    folder = resources.files(__package__)
    parts = "\n".join((folder / name).read_text("utf-8") for name in _SCRIPTS)
    kept = f"const {{{', '.join(_KEPT)}}} = globalThis;"
    value = f"(PHONE) => {{ 'use strict'; {kept} PHONE.name = '{NAME}';\n{parts} }}"
    return (
        f"Object.defineProperty(globalThis, '{_BEGINS}', {{configurable: true, value: {value}}});"
    )


def beginning(opened: Opened, density: float, *, free: bool) -> str:
    """Return the script that starts the common one with a page's parameters.

    Args:
        opened: How the page is opened.
        density: Pixels of the view per CSS pixel.
        free: Whether the engine draws frames on its own.
    """
    phone = {
        "seed": 0 if opened.settings.late_seed else opened.seed,
        "wall_ms": opened.wall_ms,
        "density": density,
        "size": list(opened.size),
        "free": free,
        "text_zoom": opened.settings.text_zoom,
        "storages": {
            name: kept
            for name, kept in (
                ("localStorage", opened.storage),
                ("sessionStorage", opened.session),
            )
            if kept is not None
        },
        "desktop": opened.settings.desktop_site and opened.settings.wide_viewport,
    }
    return f"{_BEGINS}({json.dumps(phone)}); delete globalThis.{_BEGINS};"


def orientation(screen: DeviceScreen) -> str:
    """Return a screen's orientation, by its name in the DevTools protocol.

    Follows ``DisplayUtil::GetOrientationTypeForMobile`` of Chromium: the first quarter turn makes
    a tall screen wide, and it stays "primary".
    """
    width, height = screen.size
    tall = height >= width
    naturally_tall = tall == (screen.turns % 2 == 0)
    secondary = screen.turns in ((2, 3) if naturally_tall else (1, 2))
    return ("portrait" if tall else "landscape") + ("Secondary" if secondary else "Primary")


def told_of_the_phone(opened: Opened) -> tuple[Command, ...]:
    """Return the commands that make a page see the phone's browser, time zone and locale."""
    settings = opened.settings
    agent = settings.user_agent or (
        _DESKTOP if settings.desktop_site else _MOBILE.format(opened.android)
    )
    told: Message = {"userAgent": agent, "acceptLanguage": opened.locale, "platform": _PLATFORM}
    if not settings.user_agent:
        told["userAgentMetadata"] = {
            "brands": [dict(brand) for brand in _BRANDS],
            "mobile": not settings.desktop_site,
            "platform": "Linux" if settings.desktop_site else "Android",
            "platformVersion": "" if settings.desktop_site else f"{opened.android}.0.0",
            "architecture": "x86" if settings.desktop_site else "",
            "model": "" if settings.desktop_site else _MODEL,
        }
    return (
        ("Emulation.setUserAgentOverride", told),
        ("Emulation.setTimezoneOverride", {"timezoneId": opened.time_zone}),
        ("Emulation.setLocaleOverride", {"locale": opened.locale.replace("-", "_")}),
    )
