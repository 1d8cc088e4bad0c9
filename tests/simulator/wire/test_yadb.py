"""YADB's commands, run as agents run them: from a jar that was pushed."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator

import pytest

from android_gym.simulator.phone import Phone
from android_gym.simulator.wire import yadb

JAR = "/data/local/tmp/yadb"
YADB = f"app_process -Djava.class.path={JAR} /data/local/tmp {yadb.MAIN}"


@pytest.fixture
def phone() -> Iterator[Phone]:
    """A phone with the jar, and the field of a new contact's first name focused."""
    phone = Phone()
    phone.java_programs[yadb.MAIN] = yadb.run_main
    jar = io.BytesIO()
    with zipfile.ZipFile(jar, "w") as archive:
        archive.writestr("classes.dex", b"Lcom/ysbing/yadb/Main;")
    phone.system.files.write(JAR, jar.getvalue())
    yield phone


@pytest.fixture
def focused(phone: Phone) -> Phone:
    phone.shell("am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact")
    phone.advance(1_000)
    field = next(item for item in phone.ui_elements() if item.is_editable)
    assert field.bbox_pixels is not None
    phone.tap(*field.bbox_pixels.center)
    return phone


def run(phone: Phone, words: str) -> str:
    result = phone.shell(f"{YADB} {words}")
    assert result.exit_code == 0
    return result.output.decode()


def text_of(phone: Phone) -> str:
    field = phone.windows.focused_field()
    assert field is not None
    return field.text


def test_texts_are_typed_in_any_script(focused: Phone) -> None:
    assert run(focused, "-keyboard 'Zoë 你好 👋'") == ""
    assert text_of(focused) == "Zoë 你好 👋"
    focused.press_key(122)  # to the beginning: a text is appended all the same
    run(focused, "-keyboard ' it'\\''s'")
    assert text_of(focused) == "Zoë 你好 👋 it's"
    run(focused, "-keyboardClear")
    assert text_of(focused) == ""


def test_a_written_line_break_is_one(focused: Phone) -> None:
    field = focused.windows.focused_field()
    assert field is not None
    expected = "a\nb" if field.multi_line else "a b"
    run(focused, r"-keyboard 'a\nb'")
    assert text_of(focused) == expected
    run(focused, "-keyboardClear")
    run(focused, r"-keyboard 'a\\nb'")
    assert text_of(focused) == r"a\nb"


def test_without_a_field_a_text_is_lost(phone: Phone) -> None:
    before = phone.screen_revision
    assert run(phone, "-keyboard lost") == ""
    assert phone.screen_revision == before


def test_the_clipboard_is_written_and_read(phone: Phone) -> None:
    assert run(phone, "-writeClipboard 'ünï code'") == ""
    assert phone.system.clipboard.text == "ünï code"
    assert run(phone, "-readClipboard") == "ünï code\n"


def test_touches_last_as_long_as_they_say(phone: Phone) -> None:
    def passed(words: str) -> int:
        before = phone.system.clock.elapsed_ms()
        run(phone, words)
        return phone.system.clock.elapsed_ms() - before

    assert passed("-touch 500 500") == 100
    assert passed("-touch 500 500 2000") == 2_000
    assert passed("-swipe 500 1500 500 500 400") == 400
    assert passed("-pinch 500 1000 100 400 500") == 500


def test_files_are_written_where_they_say(phone: Phone) -> None:
    assert run(phone, "-screenshot") == "screenshot success:/data/local/tmp/yadb_screenshot.png\n"
    assert run(phone, "-screenshot /sdcard/a.png").endswith("success:/sdcard/a.png\n")
    for path in ("/data/local/tmp/yadb_screenshot.png", "/sdcard/a.png"):
        assert phone.system.files.read(path).startswith(b"\x89PNG")
    assert run(phone, "-layout").endswith("layout dumped to:/data/local/tmp/yadb_layout_dump.xml\n")
    assert b"<hierarchy" in phone.system.files.read("/data/local/tmp/yadb_layout_dump.xml")
    assert "success" not in run(phone, "-screenshot /nope/a.png")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "Invalid argument\n"),
        ("-zork", "Invalid argument\n"),
        ("-keyboard", "MainException: java.lang.ArrayIndexOutOfBoundsException: "
         "length=1; index=1\n"),
        ("-touch 1", "MainException: java.lang.ArrayIndexOutOfBoundsException: "
         "length=2; index=2\n"),
        ("-touch 1 nan", "MainException: java.lang.NumberFormatException: "
         'For input string: "nan"\n'),
        ("-touch up 1", "MainException: java.lang.NumberFormatException: "
         'For input string: "up"\n'),
        ("-touch 1 1 60001", "MainException: java.lang.NumberFormatException: 60001 ms: "
         "at most 60000 are supported here\n"),
    ],
)  # fmt: skip
def test_nonsense_is_refused(phone: Phone, words: str, said: str) -> None:
    assert run(phone, words) == said


def test_it_needs_its_jar(phone: Phone) -> None:
    phone.system.files.remove(JAR)
    result = phone.shell(f"{YADB} -readClipboard")
    assert result.exit_code == 1
    said = f'Didn\'t find class "{yadb.MAIN}" on path: DexPathList[[{JAR}]]'
    assert said in result.output.decode()
