"""Goals about opening apps in other words."""

from __future__ import annotations

REWORDINGS = {
    "Open the {app_name} app. Clear any pop-ups that may appear by granting all permissions that "
    "are required.": (
        "Start the app called {app_name} and allow whatever it asks for, so that no dialog is "
        "left.",
        "Please launch {app_name}. If it wants permissions, grant them all.",
        "I want to use {app_name}: bring it up, and accept every permission it needs on the way.",
        "Get to the first screen of the {app_name} app, saying yes to any request for permissions.",
    ),
    "Turn on Wifi, then open the {app_name} app": (
        "Enable Wi-Fi. After that, start the {app_name} app.",
        "First switch the wifi on, second launch {app_name}.",
        "I need a wireless network and then the app {app_name}: turn wifi on and open it.",
        "Open the {app_name} app, but only once you have turned on WiFi.",
    ),
}
