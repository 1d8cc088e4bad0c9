"""Contacts' manifest."""

from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.packages import (
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    Manifest,
    ShortcutInfo,
    android_permissions,
    category_filter,
)

_AOSP = "com.android.contacts"
_ITEMS = (
    "vnd.android.cursor.item/contact",
    "vnd.android.cursor.item/raw_contact",
    "vnd.android.cursor.item/person",
)
_LISTS = (
    "vnd.android.cursor.dir/contact",
    "vnd.android.cursor.dir/raw_contact",
    "vnd.android.cursor.dir/person",
)
_HOSTS = ("contacts", "com.android.contacts")
_VIEW = "android.intent.action.VIEW"

PERMISSIONS = android_permissions(
    "READ_CONTACTS", "WRITE_CONTACTS", "CALL_PHONE", "READ_PHONE_STATE"
)

MANIFEST = Manifest(
    package="com.google.android.contacts",
    label="Contacts",
    version_name="4.8.17.499125180",
    version_code=3951742,
    min_sdk=23,
    system=True,
    icon=("#1A73E8", "account", "#FFFFFF"),
    shortcuts=(
        ShortcutInfo(
            "shortcut-add-contact",
            "Add contact",
            "account_plus",
            Intent("android.intent.action.INSERT", type="vnd.android.cursor.dir/contact"),
        ),
    ),
    activities=(
        ActivityInfo(
            name=f"{_AOSP}.activities.PeopleActivity",
            screen="screens.people:PeopleActivity",
            filters=(
                LAUNCHER_FILTER,
                category_filter("CONTACTS"),
                IntentFilter((_VIEW,), types=_LISTS),
                IntentFilter((_VIEW,), schemes=("content",), hosts=_HOSTS),
            ),
        ),
        ActivityInfo(
            name=f"{_AOSP}.activities.ContactSelectionActivity",
            screen="screens.people:ContactSelectionActivity",
            filters=(
                IntentFilter(("android.intent.action.INSERT_OR_EDIT",), types=_ITEMS),
                IntentFilter(("android.intent.action.PICK",), types=_LISTS),
            ),
        ),
        ActivityInfo(
            name=f"{_AOSP}.vcard.ImportVCardActivity",
            screen="screens.importing:ImportVCardActivity",
            filters=(
                IntentFilter(
                    (_VIEW,),
                    schemes=("content", "file"),
                    types=("text/x-vcard", "text/vcard", "text/directory"),
                ),
            ),
            translucent=True,
        ),
        ActivityInfo(
            name=f"{_AOSP}.group.GroupActivity",
            screen="screens.labels:GroupActivity",
            exported=False,
        ),
        ActivityInfo(
            name=f"{_AOSP}.group.MemberPickerActivity",
            screen="screens.labels:MemberPicker",
            exported=False,
        ),
        ActivityInfo(
            name=f"{_AOSP}.activities.JoinContactActivity",
            screen="screens.linking:JoinContactActivity",
            exported=False,
        ),
        ActivityInfo(
            name=f"{_AOSP}.activities.DuplicatesActivity",
            screen="screens.linking:DuplicatesActivity",
            exported=False,
        ),
        ActivityInfo(
            name=f"{_AOSP}.activities.SettingsActivity",
            screen="screens.settings:SettingsActivity",
            exported=False,
        ),
        ActivityInfo(
            name=f"{_AOSP}.activities.AboutActivity",
            screen="screens.settings:AboutActivity",
            exported=False,
        ),
        ActivityInfo(
            name=f"{_AOSP}.quickcontact.QuickContactActivity",
            screen="screens.detail:QuickContactActivity",
            filters=(IntentFilter((_VIEW,), types=_ITEMS),),
        ),
        ActivityInfo(
            name=f"{_AOSP}.activities.ContactEditorActivity",
            screen="screens.editor:ContactEditorActivity",
            filters=(
                IntentFilter(("android.intent.action.INSERT",), types=_LISTS),
                IntentFilter(("android.intent.action.EDIT",), types=_ITEMS),
                IntentFilter(
                    ("android.intent.action.INSERT", "android.intent.action.EDIT"),
                    schemes=("content",),
                    hosts=_HOSTS,
                ),
            ),
        ),
    ),
    permissions=(*PERMISSIONS, "android.permission.POST_NOTIFICATIONS"),
    granted=PERMISSIONS,
    install="storage:install",
)
