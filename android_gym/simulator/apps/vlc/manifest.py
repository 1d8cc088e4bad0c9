"""VLC's manifest."""

from android_gym.simulator.system.packages import (
    ACTION_VIEW,
    CATEGORY_DEFAULT,
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    Manifest,
    ReceiverInfo,
    ServiceInfo,
)

_PERMISSION = "android.permission."
_BROWSABLE = "android.intent.category.BROWSABLE"


def _own(name: str, screen: str) -> ActivityInfo:
    return ActivityInfo(f".gui.{name}", f"screens.{screen}", exported=False)


MANIFEST = Manifest(
    package="org.videolan.vlc",
    label="VLC",
    version_name="3.5.4",
    version_code=13050408,
    target_sdk=33,
    min_sdk=17,
    icon=("#FFFFFF", "traffic_cone", "#FF8800"),
    activities=(
        ActivityInfo(
            ".StartActivity",
            "screens.start:StartActivity",
            (
                LAUNCHER_FILTER,
                IntentFilter(
                    (ACTION_VIEW,),
                    (CATEGORY_DEFAULT, _BROWSABLE),
                    ("file", "content"),
                    types=("video/*", "audio/*"),
                ),
                IntentFilter(
                    ("android.intent.action.SEND",),
                    (CATEGORY_DEFAULT,),
                    types=("video/*", "audio/*"),
                ),
                IntentFilter(("android.intent.action.SEARCH",), ()),
                IntentFilter(("android.media.action.MEDIA_PLAY_FROM_SEARCH",), (CATEGORY_DEFAULT,)),
            ),
            translucent=True,
        ),
        ActivityInfo(
            ".gui.MainActivity",
            "screens.main:MainActivity",
            launch_mode="singleTask",
            exported=False,
        ),
        _own("onboarding.OnboardingActivity", "onboarding:OnboardingActivity"),
        _own("SecondaryActivity", "secondary:SecondaryActivity"),
        _own("HeaderMediaListActivity", "header_list:HeaderMediaListActivity"),
        _own("InfoActivity", "info:InfoActivity"),
        _own("SearchActivity", "search:SearchActivity"),
        _own("AuthorsActivity", "about:AuthorsActivity"),
        _own("LibrariesActivity", "about:LibrariesActivity"),
        _own("preferences.PreferencesActivity", "preferences:PreferencesActivity"),
        ActivityInfo(
            ".gui.video.VideoPlayerActivity",
            "screens.player:VideoPlayerActivity",
            launch_mode="singleTask",
        ),
    ),
    receivers=(
        ReceiverInfo(".SleepTimerReceiver", "services:on_sleep"),
        ReceiverInfo(".AbRepeatReceiver", "services:on_part_ended"),
    ),
    services=(ServiceInfo(".PlaybackService", "services:on_playback"),),
    permissions=(_PERMISSION + "POST_NOTIFICATIONS", _PERMISSION + "MANAGE_EXTERNAL_STORAGE"),
    granted=(_PERMISSION + "POST_NOTIFICATIONS",),
    install="storage:install",
    memory="model:Memory",
)
