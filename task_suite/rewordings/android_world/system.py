"""Goals about the phone's settings in other words."""

from __future__ import annotations

REWORDINGS = {
    "Turn wifi on.": (
        "Enable Wi-Fi.",
        "Please switch the wifi on.",
        "I want to use a wireless network: the phone's WiFi has to be on.",
        "Make sure that wifi is turned on.",
    ),
    "Turn wifi off.": (
        "Disable Wi-Fi.",
        "Please switch the wifi off.",
        "I want no wireless network: the phone's WiFi has to be off.",
        "Make sure that wifi is turned off.",
    ),
    "Turn bluetooth on.": (
        "Enable Bluetooth.",
        "Please switch the bluetooth on.",
        "I want to pair my headphones later: the phone's Bluetooth has to be on.",
        "Make sure that bluetooth is turned on.",
    ),
    "Turn bluetooth off.": (
        "Disable Bluetooth.",
        "Please switch the bluetooth off.",
        "I don't use headphones any more: the phone's Bluetooth has to be off.",
        "Make sure that bluetooth is turned off.",
    ),
    "Turn brightness to the max value.": (
        "Set the screen to its greatest brightness.",
        "Please make the display as bright as it gets.",
        "I'm out in the sun: brightness all the way up.",
        "The brightness slider should be at its maximum.",
    ),
    "Turn brightness to the min value.": (
        "Set the screen to its least brightness.",
        "Please make the display as dark as it gets.",
        "I'm in bed: brightness all the way down.",
        "The brightness slider should be at its minimum.",
    ),
    "Turn off WiFi, then enable bluetooth": (
        "Disable Wi-Fi and after that turn bluetooth on.",
        "First switch WiFi off, second switch Bluetooth on.",
        "I want bluetooth instead of wifi: turn off the latter, then turn on the former.",
        "Please end the wifi connection by turning WiFi off, and have bluetooth on afterwards.",
    ),
}
