"""Manifests of the sample apps: one activity for each launch mode and flag."""

from __future__ import annotations

from android_gym.simulator.system.packages import (
    ACTION_VIEW,
    CATEGORY_DEFAULT,
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    Manifest,
    ProviderInfo,
    ReceiverInfo,
    ServiceInfo,
)

CAMERA = "android.permission.CAMERA"
CONTACTS = "android.permission.READ_CONTACTS"
PING = "com.sample.PING"


def page(name: str, **options: object) -> ActivityInfo:
    return ActivityInfo(name=name, screen="screens:Page", **options)  # type: ignore[arg-type]


VIEW_NOTE = IntentFilter((ACTION_VIEW,), (CATEGORY_DEFAULT,), schemes=("note",))

SAMPLE = Manifest(
    package="com.sample",
    label="Sample",
    module="sampleapps",
    memory="screens:Memory",
    permissions=(CAMERA, CONTACTS, "android.permission.WRITE_CONTACTS"),
    activities=(
        page(".Main", filters=(LAUNCHER_FILTER,)),
        page(".Second"),
        page(".Top", launch_mode="singleTop"),
        page(".Task", launch_mode="singleTask"),
        page(".Instance", launch_mode="singleInstance", task_affinity="com.sample.instance"),
        page(".Clear", translucent=True),
        page(".Private", exported=False),
        page(".Fleeting", no_history=True),
        page(".Note", filters=(VIEW_NOTE,)),
        ActivityInfo(name=".Alias", target=".Second"),
    ),
    receivers=(ReceiverInfo(".Pong", "screens:receive", (IntentFilter((PING,)),)),),
    services=(ServiceInfo(".Work", "screens:serve"),),
    providers=(ProviderInfo("com.sample.notes", "screens:Notes"),),
    install="screens:install",
)

OTHER = Manifest(
    package="com.other",
    label="Other",
    module="sampleapps",
    activities=(
        page(".Main", filters=(LAUNCHER_FILTER,)),
        page(".Note", filters=(VIEW_NOTE,), label="Other notes"),
    ),
)
