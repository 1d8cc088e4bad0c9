"""PermissionController's manifest."""

from android_gym.simulator.system.packages import ActivityInfo, IntentFilter, Manifest

MANIFEST = Manifest(
    package="com.google.android.permissioncontroller",
    label="Permission controller",
    version_name="33 system image",
    version_code=330000000,
    system=True,
    icon=("#1A73E8", "shield_check", "#FFFFFF"),
    activities=(
        ActivityInfo(
            name="com.android.permissioncontroller.permission.ui.GrantPermissionsActivity",
            screen="screens.grant:GrantPermissionsActivity",
            translucent=True,
            exclude_from_recents=True,
            filters=(IntentFilter(("android.content.pm.action.REQUEST_PERMISSIONS",)),),
        ),
        ActivityInfo(
            name="com.android.permissioncontroller.permission.ui.ReviewPermissionsActivity",
            screen="screens.review:ReviewPermissionsActivity",
            exclude_from_recents=True,
            filters=(IntentFilter(("android.intent.action.REVIEW_PERMISSIONS",)),),
        ),
        ActivityInfo(
            name="com.android.permissioncontroller.role.ui.RequestRoleActivity",
            screen="screens.roles:RequestRoleActivity",
            translucent=True,
            exclude_from_recents=True,
            filters=(IntentFilter(("android.app.role.action.REQUEST_ROLE",)),),
        ),
    ),
)
