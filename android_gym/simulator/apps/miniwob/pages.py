"""The pages of MiniWoB++, read from the package ``miniwob`` and changed as in AndroidWorld's app.

The app's copy differs from the package in a few places, which are given as rules here, so that the
package's files need not be shipped again. One page, ``drag-item.html``, is not in the package.

A page's scripts, two to six files, are joined into one: each request costs the browser more than
a script does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from android_gym.errors import DependencyError

__all__ = ["ASSETS", "RULES", "Asset", "asset", "is_task", "package_folder"]

ASSETS: Final = "html/"
"""Folder of the app's assets that the pages are in."""

_OWN: Final = Path(__file__).with_name("html")

_MEDIA_TYPES: Final = {
    "css": "text/css; charset=utf-8",
    "gif": "image/gif",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "ttf": "font/ttf",
    "woff": "font/woff",
    "woff2": "font/woff2",
}
"""Media types by file extension, independent of the host's own table."""

_JOINED: Final = "html/joined/"
"""Folder of joined scripts: their paths below `ASSETS`, separated by commas, follow."""

_SCRIPTS: Final = re.compile(r'(?:<script src="\.\./[^",]+"></script>\s*){2,}')
"""Scripts in a page with nothing between them."""

_MOST_JOINED: Final = 16
"""Maximum number of scripts to join; pages have up to 6."""

_MOST_KEPT: Final = 256
"""Files to cache; the package has 190 that pages of tasks load."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file of the app.

    Attributes:
        data: Its bytes.
        media_type: Media type, such as ``"image/png"``.
    """

    data: bytes
    media_type: str


@dataclass(frozen=True, slots=True)
class _Rule:
    """A difference between the app's copy of a file and the package's.

    Attributes:
        path: Path of the file, below `ASSETS`.
        old: Text that the package's file contains exactly once.
        new: Text that the app's file has in its place.
    """

    path: str
    old: str
    new: str


RULES: Final = (
    _Rule("core/core.css", "background-color: #555;", "background-color: #FFFFFF;"),
    # The app removes the cover before anybody sees it.
    _Rule("core/core.js", "core.cover_div.innerHTML = 'START';", "core.cover_div.innerHTML = '';"),
    _Rule("core/core.js", "document.body.addEventListener('click', core.canvasDrawClick);", ""),
    _Rule(
        "core/core.js",
        "document.body.scrollTop = document.documentElement.scrollTop = 0;",
        "",
    ),
    # The app reads the utterance from the console, like the reward.
    _Rule(
        "core/core.js",
        "  }, core.EPISODE_MAX_TIME);\n}",
        "  }, core.EPISODE_MAX_TIME);\n"
        "  console.log('utterance: '"
        " + document.getElementById('query').textContent.replace(/\\s+/g, ' ').trim());\n}",
    ),
    # The app has no time limit, so it clears the timer; the package takes that for the end.
    _Rule(
        "core/core.js",
        "  } else {\n    // if timer is null, don't reward anything and exit out.\n"
        "    return;\n  }",
        "  }",
    ),
    _Rule(
        "miniwob/click-checkboxes.html",
        "core.endEpisode(r / checkboxData.elems, r > 0);",
        "r = r === checkboxData.elems ? 1.0 : -1.0; core.endEpisode(r, r > 0);",
    ),
    _Rule(
        "miniwob/use-colorwheel.html", "core.endEpisode(r, r > 0);", "core.endEpisode(r, false);"
    ),
    _Rule(
        "miniwob/use-colorwheel-2.html", "core.endEpisode(r, r > 0);", "core.endEpisode(r, false);"
    ),
    # Input must not be HTML, which could give itself the reward; in AndroidWorld it is.
    _Rule(
        "miniwob/terminal.html",
        "('command')[0].innerHTML = commandInput;",
        "('command')[0].textContent = commandInput;",
    ),
    _Rule(
        "miniwob/terminal.html",
        "('output')[0].innerHTML = output;",
        "('output')[0].textContent = output;",
    ),
    _Rule(
        "miniwob/count-sides.html",
        '<canvas id="c" width="150" height="100">',
        '<canvas id="c">',
    ),
)
"""Differences between the app's copy and the package; most are those of AndroidWorld's pages."""


@lru_cache(maxsize=_MOST_KEPT)
def asset(path: str) -> Asset | None:
    """Return a file of the app's assets.

    Args:
        path: Path below the assets folder, e.g. ``"html/miniwob/click-test.html"``, or
            ``"html/joined/core/core.js,core/d3.v3.min.js"`` for scripts one after the other.

    Returns:
        The file; None if there is no such file.

    Raises:
        DependencyError: If the package ``miniwob`` is not installed, or the rules don't fit its
            version.
    """
    if path.startswith(_JOINED):
        return _join(path.removeprefix(_JOINED).split(",", _MOST_JOINED - 1))
    parts = path.removeprefix(ASSETS).split("/")
    if not path.startswith(ASSETS) or not all(map(_is_plain, parts)):
        return None
    own = _OWN / parts[-1]
    file = own if parts[:-1] == ["miniwob"] and own.is_file() else package_folder().joinpath(*parts)
    if not file.is_file():
        return None
    name = "/".join(parts)
    media_type = _MEDIA_TYPES.get(file.suffix[1:].lower(), "application/octet-stream")
    data = _changed(name, file.read_bytes())
    if file.suffix == ".html":
        data = _SCRIPTS.sub(_one_script, data.decode()).encode()
    return Asset(data, media_type)


def _one_script(tags: re.Match[str]) -> str:
    names = re.findall(r'src="\.\./([^"]+)"', tags[0])
    return f'<script src="../joined/{",".join(names)}"></script>\n'


def _join(names: list[str]) -> Asset | None:
    """Return scripts as one; None if one of them is no script of the app."""
    files = [ASSETS + name for name in names if name.endswith(".js")]
    scripts = [asset(file) for file in files if not file.startswith(_JOINED)]
    data = [script.data for script in scripts if script is not None]
    if len(data) < len(names):
        return None
    return Asset(b";\n".join(data), _MEDIA_TYPES["js"])


def is_task(name: str) -> bool:
    """Return True if there is a page for a task of this name.

    Raises:
        DependencyError: If the package ``miniwob`` is not installed.
    """
    return "/" not in name and asset(f"{ASSETS}miniwob/{name}.html") is not None


def _is_plain(part: str) -> bool:
    """Return True if a part of a path is an ordinary name of a file or folder."""
    return part not in ("", ".", "..") and not set(part) & set("\\:\0")


def _changed(name: str, data: bytes) -> bytes:
    for rule in RULES:
        if rule.path != name:
            continue
        text = data.decode()
        if text.count(rule.old) != 1:
            raise DependencyError(
                f"The page {name} of the installed package miniwob has not the text {rule.old!r} "
                "once, which the app changes. Install miniwob 1.1.0: "
                "`pip install 'android-gym[web]'`."
            )
        data = text.replace(rule.old, rule.new).encode()
    return data


@cache
def package_folder() -> Path:
    """Return the folder of the package's pages.

    Raises:
        DependencyError: If the package is not installed.
    """
    # Don't import it: it imports Selenium and registers environments.
    spec = find_spec("miniwob")
    if spec is None or not spec.submodule_search_locations:
        raise DependencyError(
            "The pages of MiniWoB++ are in the package miniwob: run "
            "`pip install 'android-gym[web]'`."
        )
    return Path(spec.submodule_search_locations[0]) / "html"
