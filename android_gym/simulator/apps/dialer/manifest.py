"""Phone's manifest."""

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

_DIAL = "android.intent.action.DIAL"
_DEFAULT = (CATEGORY_DEFAULT, "android.intent.category.BROWSABLE")
_AOSP = "com.android.dialer"
_PERMISSIONS = android_permissions(
    "CALL_PHONE", "READ_PHONE_STATE", "READ_CALL_LOG", "WRITE_CALL_LOG", "READ_CONTACTS",
    "WRITE_CONTACTS", "SEND_SMS", "POST_NOTIFICATIONS",
)  # fmt: skip

MANIFEST = Manifest(
    package="com.google.android.dialer",
    label="Phone",
    version_name="86.0.464826345",
    version_code=9870086,
    min_sdk=24,
    system=True,
    icon=("#FFFFFF", "phone", "#1A73E8"),
    activities=(
        ActivityInfo(
            name=".extensions.GoogleDialtactsActivity",
            screen="screens.main:GoogleDialtactsActivity",
            launch_mode="singleTask",
            filters=(
                LAUNCHER_FILTER,
                IntentFilter((_DIAL,), _DEFAULT),
                IntentFilter((_DIAL, ACTION_VIEW), _DEFAULT, schemes=("tel", "voicemail")),
                IntentFilter(("android.intent.action.CALL_BUTTON",)),
                IntentFilter((ACTION_VIEW,), types=("vnd.android.cursor.dir/calls",)),
            ),
        ),
        ActivityInfo(f"{_AOSP}.app.calllog.CallLogActivity", "screens.history:CallLogActivity"),
        ActivityInfo(
            f"{_AOSP}.calldetails.CallDetailsActivity", "screens.history:CallDetailsActivity"
        ),
        ActivityInfo(f"{_AOSP}.app.list.AddFavoriteActivity", "screens.people:AddFavoriteActivity"),
        ActivityInfo(
            f"{_AOSP}.app.settings.DialerSettingsActivity", "screens.settings:DialerSettings"
        ),
        ActivityInfo(
            f"{_AOSP}.app.settings.BlockedNumbers",
            "screens.settings:BlockedNumbers",
            filters=(IntentFilter(("android.telecom.action.MANAGE_BLOCKED_NUMBERS",), _DEFAULT),),
        ),
        ActivityInfo(f"{_AOSP}.app.settings.QuickResponses", "screens.settings:QuickResponses"),
        ActivityInfo(f"{_AOSP}.app.settings.DisplayOptions", "screens.settings:DisplayOptions"),
        ActivityInfo(f"{_AOSP}.app.settings.Sounds", "screens.settings:Sounds"),
        ActivityInfo(f"{_AOSP}.app.settings.Voicemail", "screens.settings:Voicemail"),
        ActivityInfo(
            name="com.android.incallui.InCallActivity",
            screen="screens.in_call:InCallActivity",
            launch_mode="singleInstance",
            task_affinity="com.android.incallui",
            exclude_from_recents=True,
            exported=False,
            show_when_locked=True,
            orientation="nosensor",
        ),
    ),
    receivers=(
        ReceiverInfo("com.android.incallui.InCallServiceImpl", "receivers:calls_changed"),
        ReceiverInfo("com.android.incallui.NotificationBroadcastReceiver", "receivers:pressed"),
    ),
    permissions=_PERMISSIONS,
    granted=_PERMISSIONS,
)
