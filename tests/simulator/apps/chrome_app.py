"""Chrome on a phone of its own, for tests."""

from __future__ import annotations

from android_gym.simulator.phone import Phone
from android_gym.testing.driver import AppDriver

PACKAGE = "com.android.chrome"
MAIN = "com.google.android.apps.chrome.Main"
DOWNLOAD = "/storage/emulated/0/Download"


def chrome(phone: Phone | None = None) -> AppDriver:
    """Return a driver of Chrome, past its first run, which may show notifications."""
    phone = phone or Phone()
    phone.shell(f"pm grant {PACKAGE} android.permission.POST_NOTIFICATIONS")
    app = AppDriver(phone, PACKAGE)
    app.start(MAIN)
    app.tap("Accept & continue", "No thanks")
    return app
