"""The package's APIs, and those of a user's own folder."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import numpy as np
import pytest

from android_gym.apis import load_registry, perform_call
from android_gym.devices import make_device
from android_gym.errors import ActionError, OptionError
from android_gym.events import ApiCall
from android_gym.task_suite.android_world.media_files import make_mp3
from android_gym.task_suite.android_world.video_files import make_video

ENTRY = """
[[api]]
name = "open_page"
app = "Settings"
description = "Open a page."
command = ["am", "start", "-W", "-a", "{page}", ["--es", "note", "{note}"]]
example = { page = "a" }
[api.parameters.page]
type = "choice"
choices = ["a", "b"]
written = { a = "android.settings.SETTINGS", b = "android.settings.SYSTEM_SETTINGS" }
description = "Which."
[api.parameters.note]
type = "line"
optional = true
description = "A note."
"""


def folder(tmp_path: Path, text: str) -> Path:
    (tmp_path / "mine.toml").write_text(text)
    return tmp_path


def test_there_are_more_than_the_papers_103_with_words_for_everything() -> None:
    registry = load_registry()
    assert len(registry) >= 103
    for api in registry.values():
        assert api.description.endswith(".") and api.returns.endswith(".")
        assert api.fails.endswith(".")
        assert all(p.description.endswith(".") for p in api.parameters.values())
    assert len({str(api.command) for api in registry.values()}) == len(registry)


@pytest.fixture(scope="module")
def phone():
    device = make_device("simulator")
    device.reset()
    yield device
    device.close()


def put_files(device, name: str = "api") -> None:
    device.push(f"/sdcard/Documents/{name}.md", "hello")
    device.push(f"/sdcard/Documents/{name} page.html", "<p>hello</p>")
    device.shell(f"screencap -p {shlex.quote(f'/sdcard/Pictures/{name}.png')}")
    device.push(f"/sdcard/Music/{name}.mp3", make_mp3("Api", "Ada", "Calls", 60_000))
    video = make_video(["Api"], 20.0, np.random.default_rng(0))
    device.push(f"/sdcard/Movies/{name}.mp4", video)


def test_every_app_in_the_launcher_has_some(phone) -> None:
    listed = phone.shell(
        "cmd package query-activities --brief -a android.intent.action.MAIN "
        "-c android.intent.category.LAUNCHER"
    )
    apps = set(re.findall(r"^ +(\S+)/\S+$", listed, re.MULTILINE))
    assert len(apps) > 30
    missing = apps - {api.package for api in load_registry().values()}
    assert missing == set(), "add an entry to a file in android_gym/apis/entries"


def test_every_api_is_answered_by_the_phone(phone) -> None:
    registry = load_registry()
    put_files(phone)
    start = phone.snapshot()
    failed = []
    for api in registry.values():
        phone.restore(start)
        if api.name.startswith("clipboard_"):  # only what is in front may read it
            perform_call(phone, registry, ApiCall("clipboard_app_open"))
        result = perform_call(phone, registry, ApiCall(api.name, tuple(api.example.items())))
        if result.failed:
            failed.append(str(result))
    assert failed == []


FILES = {
    "gallery_show_picture": ("Pictures/{}.png", "{}.png"),
    "html_viewer_show_file": ("Documents/{} page.html", "hello"),
    "markor_open_file": ("Documents/{}.md", "{}"),
    "music_play_file": ("Music/{}.mp3", "Api • Ada"),
    "vlc_play_file": ("Movies/{}.mp4", "Video player tips"),
}
"""Calls that open a file, with the file and what the screen then has."""


def test_files_are_opened_whatever_they_are_called(phone) -> None:
    phone.restore()
    name = "A b#1%20?x'é +&"
    put_files(phone, name)
    start = phone.snapshot()
    for api, (path, told) in FILES.items():
        phone.restore(start)
        call = ApiCall.of(api, path=f"/sdcard/{path.format(name)}")
        result = perform_call(phone, load_registry(), call)
        assert not result.failed, result
        texts = {each.text or each.content_description for each in phone.ui_elements()}
        assert told.format(name) in texts, api


def test_a_folder_of_ones_own_is_added(phone, tmp_path: Path) -> None:
    registry = load_registry(folder(tmp_path, ENTRY))
    assert len(registry) == len(load_registry()) + 1
    phone.restore()
    result = perform_call(phone, registry, ApiCall.of("open_page", page="b"))
    assert not result.failed
    assert result.command == "am start -W -a android.settings.SYSTEM_SETTINGS"
    assert "SystemDashboard" in phone.foreground_activity()
    noted = perform_call(phone, registry, ApiCall.of("open_page", page="a", note="it's $(here)"))
    assert noted.command.endswith("--es note 'it'\"'\"'s $(here)'")


def test_the_unknown_is_told_with_what_is_alike() -> None:
    with pytest.raises(ActionError, match="No API is called 'clock_set_alarms'.*clock_set_alarm"):
        load_registry().need("clock_set_alarms")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('name = "open_page"', 'name = "Open page"', r":3: a name has 3 to 60 small letters"),
        ('name = "open_page"', 'name = "go_home"', r":2: there is an API 'go_home' already"),
        ('"am", "start"', '"sh", "-c"', r":6: there is no program 'sh'"),
        ('"am", "start"', '"{page}", "start"', r":6: the command must begin with the name"),
        ('"{page}"', '"{pages}"', r":6: there is no parameter 'pages'. Did you mean 'page'"),
        ('"{page}"', '"{page"', r":6: '\{page' can't be read: a place is written \{name\}"),
        ('"{page}", ["--es", "note", "{note}"]', '"{page}"', r"no place \{note\}"),
        ('["--es", "note", "{note}"]', '"--es", "note", "{note}"', r"'note' is optional: put"),
        (
            '["--es", "note", "{note}"]',
            '["note", "{note}"]',
            r"alone, it could be taken for an opt",
        ),
        ('["--es", "note", "{note}"]', '["--es", "note"]', "needs an optional parameter"),
        ('"-W", ', '["-W"], ', "needs an optional parameter"),
        ('"-W", ', "3, ", "must be a string or a list of strings"),
        ('type = "line"', 'type = "string"', r":14: there is no type 'string'"),
        ('type = "line"', 'type = "integer"', r"needs a range. Add `minimum"),
        ('type = "line"', 'type = "line"\nminimum = 3', "is not a number"),
        ('type = "line"', 'type = "line"\nmax_length = 0', "'max_length' must be from 1"),
        (
            'type = "line"',
            'type = "line"\nwritten = { true = "a", false = "b" }',
            "is neither a choice",
        ),
        ('choices = ["a", "b"]', 'choices = ["a", "a"]', "must differ"),
        ('choices = ["a", "b"]', "", "must have 'choices'"),
        ('written = { a = "android.settings.SETTINGS", ', "written = { ", "needs 'a'"),
        (
            'example = { page = "a" }',
            'example = { page = "c" }',
            r":7: the example is not a valid call",
        ),
        ('app = "Settings"', 'ap = "Settings"', "needs 'app'"),
        ('app = "Settings"', 'app = "Settings"\nshell = "rm"', r"no key for api.0 called 'shell'"),
    ],
)
def test_a_wrong_entry_is_told_with_its_line(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert old in ENTRY
    with pytest.raises(OptionError, match=rf"(?s)mine\.toml.*{told}"):
        load_registry(folder(tmp_path, ENTRY.replace(old, new)))


def test_a_folder_without_entries_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="has 0 files"):
        load_registry(tmp_path)
    with pytest.raises(OptionError, match="must be a folder"):
        load_registry(tmp_path / "none")
    with pytest.raises(OptionError, match="apis must be a list"):
        load_registry(7)  # type: ignore[arg-type]
