"""The manifest of the calendar provider."""

from android_gym.simulator.system.packages import ProviderInfo, platform_app

MANIFEST = platform_app(
    package="com.android.providers.calendar",
    label="Calendar Storage",
    icon=("#5F6368", "calendar", "#FFFFFF"),
    providers=(ProviderInfo("com.android.calendar", "provider:CalendarProvider"),),
    install="storage:install",
)
