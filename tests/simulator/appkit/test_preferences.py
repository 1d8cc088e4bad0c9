"""Pages of preferences from descriptions of their rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from sampleapps import screens

from android_gym.errors import OptionError
from android_gym.simulator.appkit.preferences import (
    Category,
    LinkPreference,
    ListPreference,
    PreferenceActivity,
    RadioPreference,
    Rows,
    SeekBarPreference,
    SwitchPreference,
    TextPreference,
    ViewRow,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

CLICKED: list[str] = []


@dataclass(frozen=True)
class Note(ViewRow):
    text: str

    def view(self, screen: PreferenceActivity[Any]) -> View:
        return TextView(f"{screen.TITLE}: {self.text}")


class Settings(PreferenceActivity):
    TITLE = "Prefs"
    ROWS = (
        Category("Display"),
        SwitchPreference("dark", "Dark", "It is dark", summary_off="It is light"),
        SwitchPreference("dots", "Dots", default=True, widget="checkbox"),
        ListPreference("sort", "Sort", choices=(("n", "Name"), ("d", "Date"))),
        ListPreference("size", "Size", choices=((1, "Small"), (2, "Large")), default=2),
        TextPreference("folder", "Folder", default="/a", hint="Path"),
        TextPreference("font", "Font", accept=lambda t: int(t) if t.isdecimal() else None),
        SeekBarPreference("volume", "Volume", default=3, minimum=1, maximum=5),
        LinkPreference("Help", lambda screen: CLICKED.append(screen.TITLE), "Opens help"),
    )


class More(PreferenceActivity):
    TITLE = "More"
    ROWS = (
        RadioPreference("way", "Slow", choice="slow", default="slow"),
        RadioPreference("way", "Fast", choice="fast", default="slow"),
        TextPreference("nick", "Nick", empty="Nobody", button="Keep", required=True, max_length=3),
        Note("small print"),
    )


def show(kind: type[PreferenceActivity], phone: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Show a page in place of the sample app's second activity."""
    shown = phone.start(".Second")
    page = kind(shown.context, shown.token)
    screens.BUILDERS["Second"] = lambda _: page.build()
    monkeypatch.setattr(screens.Page, "dialog_windows", lambda _: page.dialog_windows())
    phone.advance(400)
    return page


@pytest.fixture
def page(phone: Any, monkeypatch: pytest.MonkeyPatch) -> Settings:
    return show(Settings, phone, monkeypatch)


@pytest.fixture
def more(phone: Any, monkeypatch: pytest.MonkeyPatch) -> More:
    return show(More, phone, monkeypatch)


def tap(phone: Any, *names: str) -> None:
    for name in names:
        phone.tap(*phone.element(name).bbox_pixels.center)
        phone.advance(400)


def texts(phone: Any) -> list[str]:
    return [e.text for e in phone.ui_elements() if e.text]


def kept(page: PreferenceActivity) -> dict[str, Any]:
    values = page.context.preferences().all()
    values.pop("cleared")  # the sample app's own
    return values


def test_summaries_are_the_values(page: Settings, phone: Any) -> None:
    shown = texts(phone)
    assert {"Prefs", "Display", "It is light", "Name", "Large", "/a", "Opens help"} <= set(shown)
    assert kept(page) == {}


def test_switches(page: Settings, phone: Any) -> None:
    tap(phone, "Dark", "Dots")
    assert kept(page) == {"dark": True, "dots": False}
    assert "It is dark" in texts(phone)
    tap(phone, "Dark")
    assert kept(page)["dark"] is False


def test_lists(page: Settings, phone: Any) -> None:
    tap(phone, "Sort", "Date")
    tap(phone, "Size", "Small")
    assert kept(page) == {"sort": "d", "size": 1}
    tap(phone, "Sort", "Cancel")
    assert kept(page)["sort"] == "d"


def test_texts(page: Settings, phone: Any) -> None:
    tap(phone, "Folder")
    phone.type_text("/b ")
    tap(phone, "OK")
    assert kept(page) == {"folder": "/a/b"}
    tap(phone, "Font")
    phone.type_text("big")
    tap(phone, "OK")
    assert "font" not in kept(page)


def test_sliders(page: Settings, phone: Any) -> None:
    box = next(e for e in phone.ui_elements() if e.class_name == "android.widget.SeekBar")
    phone.tap(box.bbox_pixels.x_max - 20, box.bbox_pixels.center[1])
    assert kept(page) == {"volume": 5}


def test_radios(more: More, phone: Any) -> None:
    def chosen() -> list[bool]:
        return [e.is_checked for e in phone.ui_elements() if e.class_name.endswith("RadioButton")]

    assert chosen() == [True, False]
    tap(phone, "Fast")
    assert (kept(more), chosen()) == ({"way": "fast"}, [False, True])


def test_a_text_that_is_required_and_short(more: More, phone: Any) -> None:
    assert "Nobody" in texts(phone)
    tap(phone, "Nick", "Keep")
    assert kept(more) == {}
    phone.type_text("Robert")
    tap(phone, "Keep")
    assert kept(more) == {"nick": "Rob"}


def test_a_row_builds_its_own_view(more: More, phone: Any) -> None:
    assert "More: small print" in texts(phone)


def test_rows_are_built_when_they_are_asked_for(page: Settings) -> None:
    built: list[Any] = []

    def build(item: Any) -> View:
        built.append(item)
        return page.view(item)

    rows = Rows(Settings.ROWS, build)
    assert len(rows) == len(Settings.ROWS) and not built
    rows[1:3][1]
    assert built == [Settings.ROWS[2]]


def test_links(page: Settings, phone: Any) -> None:
    tap(phone, "Help")
    assert CLICKED.pop() == "Prefs"


def test_a_value_of_another_type_counts_as_none(page: Settings, phone: Any) -> None:
    page.context.preferences().put(dark="yes", sort=5, size="x", volume="loud", folder=3)
    assert {"It is light", "Name", "Large", "/a"} <= set(texts(phone))


def test_a_preference_that_is_not_there(page: Settings) -> None:
    with pytest.raises(OptionError, match="no preference 'night'; it has dark, dots, sort"):
        page.preference("night")
