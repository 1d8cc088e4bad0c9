"""The phone as a whole: booting, frames, files, and what it says to odd input."""

from __future__ import annotations

import os
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from android_gym.errors import FileError, OptionError, SimulatorError
from android_gym.simulator.phone import Phone
from android_gym.simulator.system import file_tree
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.manifests import ShortcutInfo

EXPENSES = "/data/user/0/com.arduia.expense/databases/accounting.db"


class TestBooting:
    def test_two_phones_are_the_same_to_the_last_byte(self) -> None:
        one, other = Phone(), Phone()
        np.testing.assert_array_equal(one.screenshot(108, 240), other.screenshot(108, 240))
        assert one.ui_elements() == other.ui_elements()
        assert one.snapshot().values == other.snapshot().values

    def test_the_launcher_is_up_and_apps_have_their_directories(self) -> None:
        phone = Phone()
        assert phone.system.activities.top.package == "com.google.android.apps.nexuslauncher"  # type: ignore[union-attr]
        for package in phone.system.packages.names:
            stat = phone.system.files.stat(f"/data/user/0/{package}/cache")
            assert stat.uid == phone.system.packages.state(package).uid

    def test_other_screens(self) -> None:
        phone = Phone(720, 1280, 320)
        assert phone.screenshot().shape == (1280, 720, 3)
        assert phone.windows.density == 2.0

    def test_the_same_package_declared_otherwise_is_another_image(self, phone: Any) -> None:
        from sampleapps.manifest import SAMPLE

        other = Phone(400, 800, 160, (replace(SAMPLE, version_name="2"),))
        assert other.system.packages.manifest("com.sample").version_name == "2"
        assert type(phone)().system.packages.manifest("com.sample").version_name == "1.0"

    def test_a_misspelt_icon_is_told_when_the_phone_is_made(self, phone: Any) -> None:
        from sampleapps.manifest import SAMPLE

        odd = replace(SAMPLE, icon=("#00695C", "countr", "#FFFFFF"))
        with pytest.raises(OptionError, match=r"icon of com.sample: There is no icon 'countr'"):
            Phone(400, 800, 160, (odd,))
        shortcut = ShortcutInfo("new", "New", "plsu", Intent("android.intent.action.MAIN"))
        with pytest.raises(OptionError, match="shortcut 'new' of com.sample: .* 'plsu'"):
            Phone(400, 800, 160, (replace(SAMPLE, shortcuts=(shortcut,)),))

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"width": 10}, "width must be 200 to 8192, got 10"),
            ({"height": 99_999}, "height must be 200 to 8192, got 99999"),
            ({"density_dpi": 0}, "density_dpi must be 72 to 1000, got 0"),
            ({"width": 1080.5}, "width must be a whole number, got 1080.5"),
            ({"width": "x"}, "width must be a whole number, got 'x'"),
            ({"height": True}, "height must be a whole number, got True"),
        ],
    )
    def test_sizes_that_cannot_be(self, options: dict[str, Any], message: str) -> None:
        with pytest.raises(OptionError, match=message):
            Phone(**options)


class TestFrames:
    def test_they_are_read_only_and_the_same_until_something_changes(self, phone: Any) -> None:
        frame = phone.screenshot(40, 80)
        assert frame.dtype == np.uint8 and frame.shape == (80, 40, 3)
        assert not frame.flags.writeable
        assert phone.screenshot(40, 80) is frame
        kept = frame.copy()
        phone.start(".Second")
        assert (phone.screenshot(40, 80) != kept).any()
        np.testing.assert_array_equal(frame, kept)  # what was handed out does not change

    def test_they_are_what_a_full_repaint_gives(self, phone: Any) -> None:
        phone.screenshot(40, 80)
        phone.system.status_bar.expand_settings()
        np.testing.assert_array_equal(phone.screenshot(40, 80), phone.repaint(40, 80))

    def test_a_finger_shows_while_it_is_down(self, phone: Any) -> None:
        phone.start(".Second")
        before = phone.screenshot().copy()
        x, y = phone.element("more").bbox_pixels.center
        phone.touch(x, y, True)
        pressed = phone.screenshot().copy()
        phone.advance(50)
        phone.touch(x + 300, y, True)
        phone.touch(x + 300, y, False)
        assert (pressed != before).any()
        np.testing.assert_array_equal(phone.screenshot(), before)

    def test_one_side_may_be_given_alone(self, phone: Any) -> None:
        assert phone.screenshot(width=40).shape == (800, 40, 3)
        assert phone.screenshot(height=80).shape == (80, 400, 3)
        assert phone.screenshot(np.int64(40), np.int64(80)).shape == (80, 40, 3)

    @pytest.mark.parametrize("size", [(0, 5), (5, -1), (10**6, 5), (1.5, 2), ("a", 2)])
    def test_sizes_that_cannot_be(self, phone: Any, size: tuple[Any, Any]) -> None:
        with pytest.raises(OptionError, match="must be"):
            phone.screenshot(*size)


class TestRevisions:
    def test_what_adb_cannot_read_does_not_count(self, phone: Any) -> None:
        phone.start(".Second")
        phone.ui_elements()
        before = phone.revision
        phone.advance(1000)
        phone.touch(5, 400, True)
        phone.touch(5, 400, False)
        phone.screenshot(40, 80)
        assert phone.revision == before
        phone.tap_on("more")
        assert phone.revision != before

    def test_the_screens_moves_with_what_is_shown(self, phone: Any) -> None:
        before = phone.screen_revision
        phone.push("/sdcard/x", b"")
        phone.system.clipboard.set_text("x")
        assert phone.screen_revision == before
        phone.system.settings.put("system", "time_12_24", "24")
        assert phone.screen_revision != before


class TestFiles:
    def test_push_makes_directories_and_sets_mode_and_time(self, phone: Any) -> None:
        phone.push("/sdcard/a/b/c.txt", b"text", mode=0o600, mtime_ms=1_000_000_000_000)
        assert phone.pull("/storage/emulated/0/A/B/C.TXT") == b"text"
        assert phone.system.files.stat("/sdcard/a/b/c.txt").mtime_ms == 1_000_000_000_000

    def test_push_replaces(self, phone: Any) -> None:
        phone.push("/data/local/tmp/x", b"one")
        first = phone.system.files.stat("/data/local/tmp/x").ino
        phone.push("/data/local/tmp/x", b"two")
        assert phone.pull("/data/local/tmp/x") == b"two"
        assert phone.system.files.stat("/data/local/tmp/x").ino != first

    @pytest.mark.parametrize(
        ("path", "reason"),
        [
            ("", "No such file or directory"),
            ("/", "Is a directory"),
            ("/sdcard", "Is a directory"),
            ("relative", "No such file or directory"),
            ("/sdcard/a\0b", "Invalid argument"),
            ("/sdcard/" + "x" * 300, "File name too long"),
            ("/sdcard/" + "x/" * 3000, "File name too long"),
        ],
    )
    def test_paths_that_cannot_be(self, phone: Any, path: str, reason: str) -> None:
        with pytest.raises(FileError, match=reason):
            phone.push(path, b"x")
        assert "Home" in [e.content_description for e in phone.ui_elements()]

    @pytest.mark.parametrize("up", ["..", "../../..", "../../../../../.."])
    def test_no_path_leads_out(self, phone: Any, tmp_path: Path, up: str) -> None:
        target = tmp_path / "host.txt"
        phone.push(f"/sdcard/{up}/data{target}", b"of the phone")
        with pytest.raises(FileError, match="No such file"):
            phone.push(f"{up}{target}", b"x")
        assert not target.exists()
        target.write_bytes(b"of the host")
        with pytest.raises(FileError, match="No such file"):
            phone.pull(str(target))

    def test_fifty_megabytes(self, phone: Any) -> None:
        data = bytes(50_000_000)
        phone.push("/sdcard/big", data)
        snapshot = phone.snapshot()
        phone.system.files.remove("/sdcard/big")
        phone.restore(snapshot)
        assert phone.pull("/sdcard/big") == data

    def test_more_than_there_is_room_for(self, phone: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        phone.push("/sdcard/kept", b"x")
        free = phone.system.files.space().free
        monkeypatch.setattr(file_tree, "CAPACITY_BYTES", file_tree.CAPACITY_BYTES - free + 1000)
        with pytest.raises(FileError, match="No space left on device"):
            phone.push("/sdcard/large", bytes(2000))
        phone.push("/sdcard/small", bytes(900))
        assert phone.pull("/sdcard/kept") == b"x"

    @pytest.mark.parametrize("data", [b"", b"no database " * 50, b"SQLite format 3\0" + bytes(84)])
    @pytest.mark.parametrize("is_open", [False, True])
    def test_a_file_that_is_no_database_where_an_app_wants_one(
        self, data: bytes, is_open: bool
    ) -> None:
        phone = Phone()

        def start() -> None:
            phone.shell("am start -n com.arduia.expense/.ui.MainActivity")
            phone.advance(3000)
            phone.screenshot(54, 120)

        if is_open:
            start()
        phone.push(EXPENSES, data)
        start()
        assert any(e.text == "Home" for e in phone.ui_elements())
        phone.shell("am force-stop com.arduia.expense")
        start()
        result = phone.shell(f"sqlite3 {EXPENSES} 'select count(*) from expense'")
        assert result.stdout.strip().isdigit()  # Android's helper made the database anew


class TestSnapshots:
    def test_one_of_a_phone_with_other_apps_is_refused(self, phone: Any) -> None:
        with pytest.raises(SimulatorError, match="other services or apps"):
            Phone().restore(phone.snapshot())

    def test_it_is_small_and_quick_to_pickle(self) -> None:
        data = pickle.dumps(Phone().snapshot())
        assert len(data) < 20_000_000
        phone = Phone()
        phone.restore(pickle.loads(data))
        assert phone.ui_elements() == Phone().ui_elements()

    def test_what_is_pushed_after_it_is_gone(self, phone: Any) -> None:
        snapshot = phone.snapshot()
        phone.push("/sdcard/x", os.urandom(10))
        phone.restore(snapshot)
        assert not phone.system.files.exists("/sdcard/x")


def test_the_shell_is_the_phones(phone: Any) -> None:
    result = phone.shell("echo hello; cat; false", b"input\n")
    assert (result.stdout, result.exit_code) == (b"hello\ninput\n", 1)
    assert phone.shell("python3 -V").exit_code == 127
