"""The driver of tests of apps: whatever is not there is told with what is."""

from __future__ import annotations

import pytest

from android_gym.simulator.phone import Phone
from android_gym.testing.driver import AppDriver


def test_an_element_that_is_not_there_is_told_with_those_that_are() -> None:
    app = AppDriver(Phone(360, 800, 160), "com.android.settings")
    app.start(".Settings")
    with pytest.raises(AssertionError, match="0 elements are called 'Nonsense', and number 0 was"):
        app.tap("Nonsense")
    with pytest.raises(AssertionError, match="1 elements .* number 1 .*'Network & internet', 'ti"):
        app.find("Network & internet", nth=1)
