"""The phone's languages: which the user has chosen, and which have translations.

``settings put system system_locales zh-CN,en-US`` chooses them, as Settings > System > Languages
does. A language is one file, ``simulator/system/languages/<tag>.toml``, with a table of
translations for each package, ``labels`` for the names of apps, and ``common`` for texts shared by
all apps that have a table. As on Android, each app uses the first of the phone's languages that it
supports; an app without a table uses English. ``cmd locale set-app-locales`` gives an app languages
of its own.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Final, cast

from immutables import Map

from android_gym.errors import OptionError, SimulatorError
from android_gym.simulator.state import State
from android_gym.simulator.system.properties import Properties
from android_gym.simulator.system.settings import Settings
from android_gym.simulator.system.words import Entry, Words

if TYPE_CHECKING:
    import babel

    from android_gym.simulator.system.packages import Manifest

__all__ = ["COMMON", "LABELS", "Locales", "known", "tables"]

ENGLISH: Final = "en-US"
LABELS: Final = "labels"
COMMON: Final = "common"

_PROPERTY: Final = "persist.sys.locale"
_MOST: Final = 20
"""Maximum number of languages in the setting that are considered."""

_TAG: Final = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,4}")
_EXTENSION: Final = re.compile("[-_][A-Za-z0-9][-_]")
"""Begins a tag's extensions, after language, script and region: ``-u-nu-latn`` (BCP 47)."""

Tables = Mapping[str, Mapping[str, Entry]]


@cache
def known() -> tuple[str, ...]:
    """Return the tags of the languages with translations, sorted."""
    folder = resources.files("android_gym.simulator.system.languages")
    names = (each.name for each in folder.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def tables(tag: str) -> Tables:
    """Read a language's file.

    Returns:
        Translations by package (or `LABELS`, `COMMON`) and English text.

    Raises:
        SimulatorError: If the file does not have this structure.
    """
    source = resources.files("android_gym.simulator.system.languages") / f"{tag}.toml"
    read = tomllib.loads(source.read_text(encoding="utf-8"))
    for name, table in read.items():
        if not isinstance(table, dict):
            raise SimulatorError(f"{source.name}: {name!r} must be a table of texts.")
        for text, entry in table.items():
            forms = entry.values() if isinstance(entry, dict) and "other" in entry else [entry]
            if not all(isinstance(form, str) for form in forms):
                raise SimulatorError(
                    f"{source.name}: {text!r} must be a text, or a table of texts by plural "
                    f"category with an 'other', got {entry!r}."
                )
    return cast(Tables, read)


def _plain(tag: str) -> str:
    """Return a tag without its extensions."""
    return _EXTENSION.split(tag, maxsplit=1)[0]


def _first(tags: str) -> str:
    """Return the first well-formed tag; English if there is none."""
    names = (each.strip() for each in tags.split(",", _MOST)[:_MOST])
    return next((name for name in names if _TAG.fullmatch(_plain(name))), ENGLISH)


@lru_cache(256)  # tags come over adb
def _locale(tag: str) -> babel.Locale | None:
    """Return the CLDR data of a language; None for an unknown language."""
    import babel

    tag = _plain(tag)
    if not _TAG.fullmatch(tag):
        return None
    try:
        return babel.Locale.parse(tag.replace("_", "-"), sep="-")
    except (ValueError, babel.UnknownLocaleError):
        return None


@lru_cache(256)
def _written(tag: str) -> tuple[str, str] | None:
    """Return a tag's language and script, using CLDR's likely script if the tag names none."""
    from babel.core import get_global

    found = _locale(tag)
    if found is None:
        return None
    likely = get_global("likely_subtags")
    full = likely.get(f"{found.language}_{found.territory}") or likely.get(found.language, "")
    parts = (*re.split("[-_]", _plain(tag)), *full.split("_"))
    scripts = (part.title() for part in parts if len(part) == 4 and part.isalpha())
    return found.language, next(scripts, "")


@lru_cache(64)
def _best(tags: str) -> str:
    """Return the tag of the first language with translations; English if there is none."""
    for tag in tags.split(",", _MOST)[:_MOST]:
        name = tag.strip()
        if name[:3].lower().replace("_", "-") in ("en", "en-"):
            return ENGLISH
        written = _written(name)
        for each in known() if written is not None else ():
            if _written(each) == written:
                return each
    return ENGLISH


@cache
def _words(tag: str, package: str) -> Words:
    every, locale = tables(tag), _locale(tag)
    if locale is None:
        raise SimulatorError(f"languages/{tag}.toml is not named by the tag of a language.")
    own = every.get(package)
    entries = {} if own is None else {**every.get(COMMON, {}), **own}
    return Words("-".join(_written(tag) or ()).lower(), entries, locale)


class Locales:
    """The phone's languages.

    Args:
        state: The root of state.
        settings: Keeps the user's choice.
        properties: Keeps it too, as Android does for code that starts before settings are read.
    """

    def __init__(self, state: State, settings: Settings, properties: Properties) -> None:
        self._apps = state.slot("locales.apps", Map[str, str](), holds=Map[str, str])
        self._settings = settings
        self._properties = properties
        settings.listen("system", "system_locales", self._chosen)

    @property
    def tags(self) -> str:
        """The chosen languages in order of preference, separated by commas."""
        return self._settings.get("system", "system_locales") or ENGLISH

    @property
    def current(self) -> str:
        """Tag of the phone's current language."""
        tags = self.tags
        return ENGLISH if tags == ENGLISH else _best(tags)

    def of_app(self, package: str) -> str:
        """Return the tags of the languages that an app speaks in place of the phone's, or ""."""
        return self._apps.select(package, lambda apps: apps.get(package, ""))

    def set_of_app(self, package: str, tags: str) -> None:
        """Set the languages that an app speaks.

        Args:
            package: The app.
            tags: Tags in order of preference, separated by commas; "" for those of the phone.

        Raises:
            OptionError: If this is no list of tags, or a longer one than Android takes.
        """
        names = [name.strip() for name in tags.split(",")] if tags.strip() else []
        if len(names) > _MOST or not all(_TAG.fullmatch(_plain(name)) for name in names):
            raise OptionError(f"These are no tags of languages: {tags[:100]!r}.")
        apps = self._apps.peek()
        if names:
            self._apps.set(apps.set(package, ",".join(names)))
        elif package in apps:
            self._apps.set(apps.delete(package))

    def words(self, package: str) -> Words | None:
        """Return an app's texts in its language, by default the phone's; None for English."""
        own = self.of_app(package)
        tag = _best(f"{own},{self.tags}") if own else self.current
        return None if tag == ENGLISH else _words(tag, package)

    def label(self, manifest: Manifest) -> str:
        """Return an app's name in the phone's language."""
        tag = self.current
        if tag == ENGLISH:
            return manifest.label
        entry = tables(tag).get(LABELS, {}).get(manifest.package)
        return entry if isinstance(entry, str) else manifest.label

    @property
    def is_24_hour(self) -> bool:
        """Return whether times use the 24-hour format: as set, else as usual in the language."""
        kept = self._settings.get("system", "time_12_24")
        if kept is not None:
            return kept == "24"
        tag = self.current
        locale = None if tag == ENGLISH else _locale(tag)
        return locale is not None and "H" in locale.time_formats["short"].pattern

    def restart(self) -> None:
        """Apply the language set in ``persist.sys.locale``, as booting does."""
        tag = self._properties.get(_PROPERTY)
        if tag and _TAG.fullmatch(_plain(tag)) and tag != _first(self.tags):
            rest = [each for each in self.tags.split(",") if each != tag]
            self._settings.put("system", "system_locales", ",".join([tag, *rest]))

    def _chosen(self, value: str | None) -> None:
        first = _first(value or ENGLISH)
        if self._properties.get(_PROPERTY) != first:
            self._properties.set(_PROPERTY, first)
