"""OsmAnd's manifest."""

from android_gym.simulator.system.packages import (
    ACTION_VIEW,
    CATEGORY_DEFAULT,
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    Manifest,
    ReceiverInfo,
    android_permissions,
)

_BROWSABLE = (CATEGORY_DEFAULT, "android.intent.category.BROWSABLE")
_TYPES = ("application/gpx+xml", "application/gpx")

MANIFEST = Manifest(
    package="net.osmand",
    label="OsmAnd",
    version_name="4.6.13",
    version_code=4613,
    target_sdk=33,
    min_sdk=24,
    icon=("#FF8800", "compass", "#FFFFFF"),
    activities=(
        ActivityInfo(
            "net.osmand.plus.activities.MapActivity",
            "screens.main:MapActivity",
            (
                LAUNCHER_FILTER,
                IntentFilter((ACTION_VIEW,), _BROWSABLE, ("file", "content"), types=_TYPES),
                IntentFilter(("android.intent.action.SEND",), (CATEGORY_DEFAULT,), types=_TYPES),
            ),
            launch_mode="singleTask",
        ),
        ActivityInfo(
            "net.osmand.plus.myplaces.ui.MyPlacesActivity",
            "screens.my_places:MyPlacesActivity",
            exported=False,
        ),
        ActivityInfo(
            "net.osmand.plus.activities.search.GeoIntentActivity",
            "screens.geo:GeoIntentActivity",
            (IntentFilter((ACTION_VIEW,), _BROWSABLE, ("geo",)),),
        ),
    ),
    receivers=(ReceiverInfo("net.osmand.plus.NavigationService", "receivers:on_fix"),),
    permissions=android_permissions(
        "ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION", "POST_NOTIFICATIONS"
    ),
    granted=android_permissions("POST_NOTIFICATIONS"),
    install="storage:install",
    memory="model:Memory",
)
