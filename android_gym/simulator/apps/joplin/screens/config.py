"""The configuration: a list of sections with their settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from android_gym.simulator.apps.joplin.actions import Actions
from android_gym.simulator.apps.joplin.dialogs.config import ChooseOption
from android_gym.simulator.apps.joplin.look import (
    BUTTON,
    GROUP,
    SCROLL,
    back_button,
    glyph,
    header,
    header_button,
    native_button,
    screen_of,
    touchable,
    words,
)
from android_gym.simulator.apps.joplin.manifest import VERSION
from android_gym.simulator.apps.joplin.schema import SCHEMA_VERSION
from android_gym.simulator.apps.joplin.sections import SECTIONS, Section, Setting
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, column, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Divider, EditText, SeekBar, Switch

__all__ = ["config", "log", "status"]

PERMISSIONS = (
    "To work correctly, the app needs the following permissions. Please enable them in your phone "
    "settings, in Apps > Joplin > Permissions",
    "- Storage: to allow attaching files to notes and to enable filesystem synchronisation.",
    "- Camera: to allow taking a picture and attaching it to a note.",
    "- Location: to allow attaching geo-location information to a note.",
)
INDEX_HELP = (
    "Use this to rebuild the search index if there is a problem with search. It may take a long "
    "time depending on the number of notes."
)
LINKS = (
    ("Make a donation", "https://joplinapp.org/donate/"),
    ("Joplin website", "https://joplinapp.org/"),
    ("Privacy Policy", "https://joplinapp.org/privacy/"),
)


def config(app: Actions) -> View:
    """Build the list of sections, one section, or the search results."""
    state = app.state.config
    section = next((s for s in SECTIONS if s.name == state.section), None)
    rows: list[View]
    if state.query is not None:
        wanted = state.query.casefold()
        rows = [
            _setting(app, setting)
            for found in SECTIONS
            for setting in found.settings
            if wanted and wanted in setting.label.casefold() and _applies(app, setting)
        ]
    elif section is not None:
        rows = list(_section(app, section))
    else:
        rows = [_entry(app, each) for each in SECTIONS]
    save = None
    if state.changes:
        save = header_button("content_save", "Save changes", app.save_settings)
    find = header_button("magnify", "Search", lambda: _search(app, ""))
    title = section.label if section is not None else "Configuration"
    return screen_of(
        header(back_button(app.on_back), title, save, find),
        _search_field(app) if state.query is not None else None,
        RecyclerView(
            len(rows),
            rows.__getitem__,
            class_name=SCROLL,
            width=MATCH,
            height=0,
            weight=1,
            key=("config", state.section),
        ),
    )


def _search(app: Actions, query: str) -> None:
    app.update(config=replace(app.state.config, query=query))
    app.show_keyboard("config_search")


def _search_field(app: Actions) -> View:
    return EditText(
        app.state.config.query or "",
        key="config_search",
        hint="Search...",
        on_text_change=lambda text: app.update(config=replace(app.state.config, query=text)),
        width=MATCH,
        color="text_primary",
        background="transparent",
        padding=(15, 12),
    )


def _entry(app: Actions, section: Section) -> View:
    texts = column(
        words(section.label, max_lines=1),
        words(section.about, size=14, color="text_secondary", max_lines=1),
        width=0,
        weight=1,
        class_name=GROUP,
    )
    open_ = partial(app.update, config=replace(app.state.config, section=section.name, query=None))
    return touchable(
        glyph(section.icon, 22, margin=(0, 0, 15, 0)),
        texts,
        class_name=BUTTON,
        key=section.name,
        width=MATCH,
        padding=(15, 12),
        on_click=open_,
    )


def _applies(app: Actions, setting: Setting) -> bool:
    return not setting.targets or app.setting("sync.target") in setting.targets


def _section(app: Actions, section: Section) -> Iterator[View]:
    advanced = app.state.config.advanced
    shown = [each for each in section.settings if _applies(app, each)]
    for setting in shown:
        if not setting.advanced:
            yield _setting(app, setting)
    if section.name == "sync":
        yield _button("Sync Status", partial(app.go, "Status"))
    if any(setting.advanced for setting in shown):
        label = "Hide Advanced Settings" if advanced else "Show Advanced Settings"
        toggle = partial(app.update, config=replace(app.state.config, advanced=not advanced))
        yield _button(label, toggle)
        if advanced:
            yield from (_setting(app, setting) for setting in shown if setting.advanced)
    if section.name == "tools":
        yield _button("Sync Status", partial(app.go, "Status"))
        yield _button("Log", partial(app.go, "Log"))
        yield _button("Fix search index", app.store.rebuild_index, INDEX_HELP)
    elif section.name == "moreInfo":
        for text in PERMISSIONS:
            yield words(text, padding=(15, 6), width=MATCH)
        for label, address in LINKS:
            yield touchable(
                words(label, color="url", padding=(15, 10), width=MATCH),
                key=label,
                width=MATCH,
                on_click=partial(app.open_link, address),
            )
        for fact in (f"Joplin {VERSION}", f"Database v{SCHEMA_VERSION}", "FTS enabled: 1"):
            yield words(fact, padding=(15, 6), width=MATCH)
        yield words("Hermes enabled: 1", padding=(15, 6), width=MATCH)


def _button(label: str, click: Callable[[], object], help: str = "") -> View:
    text = words(help, size=14, color="text_secondary", width=MATCH) if help else None
    return wide_column(
        native_button(label, click, width=MATCH),
        text,
        padding=(15, 10),
        class_name=GROUP,
        key=label,
    )


def _setting(app: Actions, setting: Setting) -> View:
    """Build a setting with a divider below it."""
    value = app.setting(setting.key)
    label = words(setting.label, width=0, weight=1, padding=(0, 0, 10, 0))
    inside: View
    match setting.kind:
        case "switch":
            inside = wide_row(
                label,
                Switch(
                    checked=bool(value),
                    content_description=setting.label,
                    on_checked_change=partial(app.change_setting, setting.key),
                ),
                content_gravity="center_vertical",
                class_name=GROUP,
            )
        case "choice":
            inside = _choice(app, setting, str(value), label)
        case "slider":
            inside = _slider(app, setting, int(value), label)
        case kind:
            inside = wide_column(
                words(setting.label),
                EditText(
                    str(value),
                    key=setting.key,
                    on_text_change=partial(app.change_setting, setting.key),
                    input_type="password" if kind == "secret" else "text",
                    color="text_primary",
                    width=MATCH,
                ),
                class_name=GROUP,
            )
    help = None
    if setting.help:
        help = words(setting.help, size=14, color="text_secondary", padding=(0, 6, 0, 0))
    return wide_column(
        wide_column(inside, help, padding=(15, 12), class_name=GROUP),
        Divider(width=MATCH),
        key=setting.key,
        class_name=GROUP,
    )


def _choice(app: Actions, setting: Setting, value: str, label: View) -> View:
    names = dict(setting.choices)
    ask = ChooseOption(
        setting.key,
        tuple(names),
        tuple(names.values()),
        isinstance(app.settings.get(setting.key), int),
    )
    picker = touchable(
        words(names.get(value, value), width=0, weight=1, max_lines=1),
        words("\u25bc", size=14),
        width=0,
        weight=1,
        height=40,
        key="picker",
        on_click=lambda: app.show_dialog(ask),
    )
    return wide_row(label, picker, content_gravity="center_vertical", class_name=GROUP)


def _slider(app: Actions, setting: Setting, value: int, label: View) -> View:
    least, most = setting.span
    bar = SeekBar(
        value - least,
        most - least,
        on_change=lambda at: app.change_setting(setting.key, least + round(at)),
        text=str(value),
        width=0,
        weight=1,
        key="bar",
    )
    number = words(f"{value} {setting.unit}".strip(), padding=(10, 0, 0, 0))
    return wide_column(
        wide_row(label, class_name=GROUP),
        wide_row(bar, number, content_gravity="center_vertical", class_name=GROUP),
        class_name=GROUP,
    )


# -- status and log


def status(app: Actions) -> View:
    """Build the counts of items."""
    store = app.store
    notes, folders, tags, resources, gone, conflicts = store.totals()
    facts = (
        ("Sync status (synced items / total items)", True),
        (f"Note: {0}/{notes}", False),
        (f"Folder: {0}/{folders}", False),
        (f"Resource: {0}/{resources}", False),
        (f"Tag: {0}/{tags}", False),
        (f"Total: {0}/{notes + folders + tags + resources}", False),
        (f"Conflicted: {conflicts}", False),
        (f"To delete: {gone}", False),
        ("Folders", True),
        *((f"{title}: {count} notes", False) for title, count in store.folder_totals()),
    )

    def row(index: int) -> View:
        text, heading = facts[index]
        return words(text, weight_font=700 if heading else 400, padding=(15, 6), width=MATCH)

    return screen_of(
        header(back_button(app.on_back), "Status"),
        RecyclerView(len(facts), row, class_name=SCROLL, width=MATCH, height=0, weight=1),
    )


def log(app: Actions) -> View:
    """Build the app's log, newest entry first."""
    lines = app.store.log()

    def row(index: int) -> View:
        return words(lines[index], size=14, font="mono", padding=(15, 6), width=MATCH)

    return screen_of(
        header(back_button(app.on_back), "Log"),
        RecyclerView(len(lines), row, class_name=SCROLL, width=MATCH, height=0, weight=1),
    )
