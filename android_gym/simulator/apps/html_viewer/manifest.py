"""HTML Viewer's manifest."""

from android_gym.simulator.system.packages import (
    ACTION_VIEW,
    CATEGORY_DEFAULT,
    ActivityInfo,
    IntentFilter,
    platform_app,
)

MANIFEST = platform_app(
    package="com.android.htmlviewer",
    label="HTML Viewer",
    icon=("#FFFFFF", "xml", "#5F6368"),
    activities=(
        ActivityInfo(
            ".HTMLViewerActivity",
            "screens:HtmlViewerActivity",
            (
                IntentFilter(
                    (ACTION_VIEW,),
                    (CATEGORY_DEFAULT,),
                    ("file", "content"),
                    types=("text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml"),
                ),
            ),
        ),
    ),
)
