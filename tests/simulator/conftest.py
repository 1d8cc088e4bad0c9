"""A phone with the sample apps, on a screen where 1 dp is 1 pixel."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from android_gym.accessibility import UIElement
from android_gym.simulator.apps import discover
from android_gym.simulator.phone import Phone
from android_gym.simulator.system.intents import Intent
from android_gym.testing.driver import AppDriver

sys.path.insert(0, str(Path(__file__).parent))

from sampleapps import screens  # noqa: E402
from sampleapps.manifest import OTHER, SAMPLE  # noqa: E402

SYSTEM_APPS = ("framework", "latin_ime", "nexuslauncher", "packageinstaller",
               "permissioncontroller", "systemui")  # fmt: skip


class SamplePhone(Phone):
    """A phone that has `com.sample` and `com.other` beside the system's apps."""

    def __init__(self) -> None:
        folders = tuple(f"android_gym.simulator.apps.{name}" for name in SYSTEM_APPS)
        system = tuple(m for m in discover() if m.module in folders)
        super().__init__(400, 800, 160, (*system, SAMPLE, OTHER))

    def start(self, name: str, **options: Any) -> Any:
        """Start an activity of com.sample; return its object."""
        result = self.system.activities.start(
            Intent(component=f"com.sample/com.sample{name}", **options)
        )
        assert result.token is not None, result
        record = self.system.activities.record(result.token)
        assert record is not None
        return self.host.activity(record)

    def show(self, builder: Callable[[Any], Any], name: str = ".Second") -> Any:
        """Start an activity that shows what `builder` makes of it."""
        screens.BUILDERS[name.removeprefix(".")] = builder
        page = self.start(name)
        self.windows.refresh()
        return page

    def element(self, name: str) -> UIElement:
        """Find the one element with this resource id, text or description."""
        found = [
            e
            for e in self.ui_elements()
            if name in (e.text, e.content_description)
            or (e.resource_name or "").endswith(f":id/{name}")
        ]
        assert len(found) == 1, (name, [(e.text, e.resource_name) for e in self.ui_elements()])
        return found[0]

    def has(self, name: str) -> bool:
        """Return whether an element with this resource id, text or description is on screen."""
        return any(
            name in (e.text, e.content_description)
            or (e.resource_name or "").endswith(f":id/{name}")
            for e in self.ui_elements()
        )

    def tap_on(self, name: str) -> None:
        """Tap the middle of an element."""
        box = self.element(name).bbox_pixels
        assert box is not None
        self.tap(*box.center)

    def text_of(self, name: str) -> str | None:
        """Text of an element."""
        return self.element(name).text

    @property
    def top(self) -> str:
        """Class of the activity in the foreground, without its package."""
        record = self.system.activities.top
        assert record is not None
        return record.component.rpartition(".")[2]


@pytest.fixture
def phone() -> Iterator[SamplePhone]:
    """A phone with the sample apps, at its home screen."""
    screens.LOG.clear()
    screens.BUILDERS.clear()
    yield SamplePhone()
    screens.BUILDERS.clear()


@pytest.fixture
def driver(phone: SamplePhone) -> AppDriver:
    """Drive what is on that phone's screen."""
    return AppDriver(phone)


@pytest.fixture
def log() -> list[tuple[str, ...]]:
    """Return what the sample apps' activities were told."""
    return screens.LOG
