"""Languages & input: languages, keyboards, personal dictionary."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from android_gym.simulator.appkit.preferences import Category, Row, SeekBarPreference
from android_gym.simulator.apps.settings.actions import AnyPage
from android_gym.simulator.apps.settings.dialogs import (
    AddWord,
    DeleteWord,
    RemoveLanguage,
    shows,
    tells,
)
from android_gym.simulator.apps.settings.look import Footer
from android_gym.simulator.apps.settings.model import Link, Toggle, link
from android_gym.simulator.apps.settings.screens.app import AppPage
from android_gym.simulator.apps.settings.screens.page import Page
from android_gym.simulator.system.packages import Manifest

_LOCALES: Final = {
    "en-US": "English (United States)",
    "en-GB": "English (United Kingdom)",
    "cs-CZ": "\u010ce\u0161tina (\u010cesko)",
    "da-DK": "Dansk (Danmark)",
    "de-DE": "Deutsch (Deutschland)",
    "es-ES": "Espa\u00f1ol (Espa\u00f1a)",
    "es-US": "Espa\u00f1ol (Estados Unidos)",
    "fr-FR": "Fran\u00e7ais (France)",
    "it-IT": "Italiano (Italia)",
    "ja-JP": "\u65e5\u672c\u8a9e (\u65e5\u672c)",
    "ko-KR": "\ud55c\uad6d\uc5b4 (\ub300\ud55c\ubbfc\uad6d)",
    "nl-NL": "Nederlands (Nederland)",
    "pl-PL": "Polski (Polska)",
    "pt-BR": "Portugu\u00eas (Brasil)",
    "sv-SE": "Svenska (Sverige)",
    "tr-TR": "T\u00fcrk\u00e7e (T\u00fcrkiye)",
    "zh-CN": "\u7b80\u4f53\u4e2d\u6587 (\u4e2d\u56fd)",
}

_KEY: Final = "system/system_locales"


def locales(page: AnyPage) -> list[str]:
    """Return the phone's languages, current one first."""
    return page.store.text(_KEY, "en-US").split(",")


class LanguagesAndInput(Page):
    """Languages, keyboards, tools."""

    TITLE = "Languages & input"

    def rows(self) -> Sequence[Row | None]:
        """List the three groups."""
        checker = self.store.is_on("secure/spell_checker_enabled")
        names = ", ".join(_LOCALES.get(name, name) for name in locales(self))
        return [
            Category("Languages"),
            link("Languages", "languages:Languages", names),
            link("App Languages", "languages:AppLanguages", "Set the language for each app"),
            Category("Keyboards"),
            link("On-screen keyboard", "languages:Keyboards", "Gboard"),
            link("Physical keyboard", "languages:PhysicalKeyboard", "Not connected"),
            Category("Tools"),
            Toggle(
                "secure/spell_checker_enabled",
                "Spell checker",
                "Gboard spell checker" if checker else "Off",
            ),
            link("Personal dictionary", "languages:Dictionary"),
            SeekBarPreference("system/pointer_speed", "Pointer speed", minimum=-7, maximum=7),
            link("Text-to-speech output", "accessibility:SpeechOutput"),
        ]


class Languages(Page):
    """The phone's languages in order of preference."""

    TITLE = "Languages"
    DIALOGS = (RemoveLanguage,)

    def rows(self) -> Sequence[Row | None]:
        """List the numbered languages; a tap moves one to the top, its button removes it."""
        names = locales(self)
        return [
            *(self._row(names, index) for index in range(len(names))),
            link("Add a language", "languages:AddLanguage", icon="add"),
        ]

    def _row(self, names: list[str], index: int) -> Row:
        name = names[index]
        rest = [other for other in names if other != name]
        first = ",".join([name, *rest])
        return Link(
            f"{index + 1} {_LOCALES.get(name, name)}",
            (lambda _: self.store.put(_KEY, first)) if index else None,
            gear=shows(RemoveLanguage(tuple(rest))) if len(names) > 1 else None,
            gear_icon="delete_outline",
            gear_label="Remove",
        )


class AddLanguage(Page):
    """Languages that can be added."""

    TITLE = "Add a language"

    def rows(self) -> Sequence[Row | None]:
        """List the languages that are not in use yet."""
        names = locales(self)
        return [
            Link(label, partial(AddLanguage.add, name=name))
            for name, label in _LOCALES.items()
            if name not in names
        ]

    def add(self, name: str) -> None:
        """Append a language to the phone's languages."""
        self.store.put(_KEY, ",".join([*locales(self), name]))
        self.finish()


class AppLanguages(Page):
    """Apps that can have a language of their own: none of this phone's declares one."""

    TITLE = "App Languages"
    ROWS = (
        Footer(
            "Set the language for each app. Apps that support language selection will show here."
        ),
    )


class AppLanguage(AppPage):
    """The language of one app: that of the phone."""

    TITLE = "App language"

    def app_rows(self, manifest: Manifest) -> Sequence[Row | None]:
        """List nothing but the reason."""
        return [Footer("Language selection for this app isn\u2019t available from Settings.")]


class Keyboards(Page):
    """On-screen keyboards; Gboard is the only one, so it can't be switched off."""

    TITLE = "On-screen keyboard"
    ROWS = (
        link("Gboard", "languages:Gboard", "English (US) (QWERTY)", "keyboard_outline"),
        Toggle("voice_typing", "Google Voice Typing", "Automatic", default=True),
    )


class Gboard(Page):
    """Gboard's most used settings."""

    TITLE = "Gboard"
    ROWS = (
        Toggle("gboard:number_row", "Number row"),
        Toggle("system/auto_replace", "Auto-correction"),
        Toggle("system/auto_caps", "Auto-capitalization", default=True),
        Toggle("system/auto_punctuate", "Double-space period", default=True),
        Toggle("gboard:haptics", "Haptic feedback on keypress", default=True),
        Toggle("gboard:sound", "Sound on keypress"),
    )


class PhysicalKeyboard(Page):
    """Physical keyboards: none are connected."""

    TITLE = "Physical keyboard"
    ROWS = (
        Toggle(
            "secure/show_ime_with_hard_keyboard",
            "Use on-screen keyboard",
            "Keep it on screen while physical keyboard is active",
        ),
        Link(
            "Keyboard shortcuts",
            tells("Keyboard shortcuts", "No physical keyboard is connected."),
            "Display available shortcuts",
        ),
    )


class Dictionary(Page):
    """The personal dictionary."""

    TITLE = "Personal dictionary"
    DIALOGS = (AddWord, DeleteWord)

    def rows(self) -> Sequence[Row | None]:
        """List the words; a tap on one deletes it."""
        words: list[str] = sorted(self.context.preferences().get("dictionary", frozenset()))
        none = Footer("You don\u2019t have any words in the user dictionary.")
        return [
            Link("Add to dictionary", shows(AddWord()), icon="add"),
            *(Link(word, shows(DeleteWord(word))) for word in words),
            None if words else none,
        ]
