"""Activities: their state's class, changes of it, dialogs, and what is refused."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

import pytest
from sampleapps.screens import Memory, Page, PageState

from android_gym.errors import OptionError, SimulatorError
from android_gym.simulator.system.activity_records import MOST_DIALOGS
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.packages import ActivityInfo
from android_gym.simulator.ui.activity import Activity, Dialog, Overlay
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.geometry import _side
from android_gym.simulator.ui.layouts import column, row
from android_gym.simulator.ui.options import Gravity, TextOptions, ViewOptions
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, CheckBox, EditText, TextView


@dataclass(frozen=True)
class Ask(Dialog[Any]):
    """Asks a question, and counts."""

    question: str = "Sure?"
    times: int = 0

    def build(self, screen: Any) -> Overlay | None:
        if self.times < 0:
            return None
        return alert_dialog(
            self.question,
            f"asked {self.times} times",
            on_dismiss=screen.dismiss_dialog,
            positive="Again",
            on_positive=lambda: screen.update_dialog(replace(self, times=self.times + 1)),
            negative="Another",
            on_negative=lambda: screen.show_dialog(Ask("Really?")),
        )


@dataclass(frozen=True)
class Undeclared(Dialog[Any]):
    pass


@pytest.fixture(autouse=True)
def _declared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Page, "DIALOGS", (Ask,))


class TestState:
    def test_the_type_argument_is_the_class_of_the_state(self) -> None:
        @dataclass(frozen=True)
        class Shown:
            title: str = ""

        class Plain(Activity):
            pass

        class Titled(Activity[Shown]):
            pass

        class More(Titled):
            pass

        assert (Titled.State, More.State) == (Shown, Shown)
        assert Plain.State is Activity.State

    def test_a_state_is_a_frozen_dataclass_with_defaults(self) -> None:
        @dataclass
        class Loose:
            title: str = ""

        @dataclass(frozen=True)
        class Bare:
            title: str

        with pytest.raises(OptionError, match="must be a frozen dataclass"):

            class Screen(Activity[Loose]):
                pass

        with pytest.raises(OptionError, match="Bare.title has no default"):

            class Other(Activity[Bare]):
                pass

        with pytest.raises(OptionError, match="Old defines State; name .* as type argument"):

            class Old(Activity):
                State = Bare

    def test_a_field_that_is_not_there_is_refused_with_those_that_are(self, phone: Any) -> None:
        page = phone.start(".Second")
        with pytest.raises(OptionError, match="no field 'titel'; its fields are count, text, val"):
            page.update(titel="x")
        window = phone.host.system_windows[0]
        with pytest.raises(OptionError, match="no field 'titel'"):
            window.update(titel="x")

    def test_an_attribute_that_no_class_declares_is_refused(self, phone: Any) -> None:
        class Base(Activity):
            found: list[int]

        class Cached(Base):
            seen: int | None = None

        screen: Any = Cached(phone.start(".Second").context, 1)
        screen.found, screen.seen = [1], 2
        with pytest.raises(OptionError, match=r"Cached declares no attribute 'sen'.*update\(sen="):
            screen.sen = 3

    def test_a_reset_gives_a_fresh_state_or_the_one_given(self, phone: Any) -> None:
        page = phone.start(".Second")
        page.update(count=3, text="x")
        page.reset(PageState(count=7))
        assert page.state == PageState(count=7)
        page.reset()
        assert page.state == PageState()
        with pytest.raises(OptionError, match="The state of Page is a PageState, got 3"):
            page.reset(3)

    def test_a_screen_of_a_part_of_the_state_stays_where_the_rest_changes(self, phone: Any) -> None:
        built: list[str] = []

        def build(page: Any) -> View:
            built.append(page.part("text", lambda state: state.text))
            return TextView(built[-1] or "empty")

        page = phone.show(build)
        before = len(built)
        page.update(count=3)
        phone.windows.refresh()
        assert len(built) == before
        page.update(text="said")
        assert phone.has("said")
        assert built[before:] == ["said"]

    def test_memory_has_the_class_that_the_manifest_names(self, phone: Any) -> None:
        context = phone.host.context("com.sample")
        assert context.memory_of(Memory).get() == Memory()
        with pytest.raises(OptionError, match="com.sample keeps no PageState in memory"):
            context.memory_of(PageState)
        with pytest.raises(OptionError, match="com.other keeps no Memory in memory"):
            phone.host.context("com.other").memory_of(Memory)

    def test_a_name_that_a_module_does_not_have_is_told_with_those_that_it_has(
        self, phone: Any
    ) -> None:
        context = phone.host.context("com.sample")
        with pytest.raises(OptionError, match="names .screens:Pgae., and .* has .*Page"):
            context.load("screens:Pgae")

    def test_a_provider_that_is_not_there_is_named(self, phone: Any) -> None:
        context = phone.host.context("com.sample")
        assert context.find_provider("notes") is None
        with pytest.raises(SimulatorError, match="has the content provider 'notes'"):
            context.provider("notes")

    def test_an_undeclared_activity_is_refused_with_those_declared(self, phone: Any) -> None:
        page = phone.start(".Second")
        with pytest.raises(OptionError, match=r"declares no activity '.Secnd'.*com.sample.Second"):
            page.start_activity(".Secnd")
        assert page.start_activity(".Second", text="x")

    def test_a_launch_mode_that_android_does_not_know_is_refused(self) -> None:
        with pytest.raises(OptionError, match="'single'; it must be one of standard, singleTop"):
            ActivityInfo(".Main", launch_mode="single")  # type: ignore[arg-type]


class TestExtras:
    def test_extras_of_another_type_give_the_default(self) -> None:
        intent = Intent.to("com.a/.B", text="t", number=3, on=True, names=("a", "b"))
        assert intent.get_str("text") == "t"
        assert intent.get_str("number", "none") == "none"
        assert intent.get_int("number") == 3
        assert intent.get_int("on", -1) == -1
        assert intent.get_bool("on")
        assert not intent.get_bool("number")
        assert intent.get_strs("names") == ("a", "b")
        assert intent.get_strs("text") == ()


class TestDialogs:
    def test_dialogs_stack_and_close_one_by_one(self, phone: Any) -> None:
        page: Page = phone.start(".Second")
        page.show_dialog(Ask())
        assert phone.element("alertTitle").text == "Sure?"
        phone.tap(*phone.element("Again").bbox_pixels.center)
        assert phone.element("message").text == "asked 1 times"
        phone.tap(*phone.element("Another").bbox_pixels.center)
        assert [d.question for d in page.dialogs] == ["Sure?", "Really?"]
        phone.press_key(4)
        phone.advance(400)
        assert phone.element("message").text == "asked 1 times"
        phone.press_key(4)
        phone.advance(400)
        assert page.dialogs == ()
        assert phone.element("name").text == "Second"

    def test_an_open_dialog_survives_the_process(self, phone: Any) -> None:
        page = phone.start(".Second")
        page.show_dialog(Ask("Still here?", 7))
        snapshot = phone.snapshot()
        phone.shell("input keyevent HOME; am kill com.sample")
        phone.start(".Second")
        phone.advance(400)
        assert phone.element("alertTitle").text == "Still here?"
        page.dismiss_dialogs()
        phone.restore(snapshot)
        assert phone.element("message").text == "asked 7 times"

    def test_a_dialog_whose_subject_is_gone_has_no_window(self, phone: Any) -> None:
        page = phone.start(".Second")
        page.show_dialog(Ask(times=-1))
        assert phone.element("name").text == "Second"

    def test_only_what_is_open_is_updated(self, phone: Any) -> None:
        page = phone.start(".Second")
        with pytest.raises(OptionError, match="No Ask is open"):
            page.update_dialog(Ask())
        page.dismiss_dialog()  # nothing to close, nothing said

    def test_a_dialog_that_is_not_declared_is_refused(self, phone: Any) -> None:
        page = phone.start(".Second")
        with pytest.raises(
            OptionError,
            match=r"Page does not declare the dialog Undeclared; add it to Page.DIALOGS. "
            r"Declared: Ask\.",
        ):
            page.show_dialog(Undeclared())
        with pytest.raises(OptionError, match="No Undeclared is open"):
            page.update_dialog(Undeclared())
        assert page.dialogs == ()

    def test_only_so_many_are_open(self, phone: Any) -> None:
        page = phone.start(".Second")
        for times in range(MOST_DIALOGS):
            page.show_dialog(Ask(times=times))
        with pytest.raises(OptionError, match="Page has 32 dialogs open, which are the most"):
            page.show_dialog(Ask())
        assert len(page.dialogs) == MOST_DIALOGS

    def test_the_dialogs_of_bases_can_be_shown_too(self) -> None:
        class Base(Activity):
            DIALOGS = (Ask,)

        class Mixed(Base):
            DIALOGS = (Undeclared, Ask)

        class Plain(Mixed):
            pass

        assert Base.dialog_classes() == (Ask,)
        assert Plain.dialog_classes() == Mixed.dialog_classes() == (Undeclared, Ask)

    def test_a_declared_dialog_is_a_frozen_dataclass_of_its_own_name(self) -> None:
        class Loose(Ask):  # inherits what makes `Ask` a dataclass
            why: str = ""

        @dataclass
        class Changing(Dialog[Any]):
            why: str = ""

        with pytest.raises(OptionError, match="Loose is a dialog: make it a frozen dataclass"):
            type("Screen", (Activity,), {"DIALOGS": (Loose,)})
        with pytest.raises(OptionError, match="Changing is a dialog: make it a frozen dataclass"):
            type("Screen", (Activity,), {"DIALOGS": (Changing,)})
        for odd in (PageState, "Ask", Ask()):
            with pytest.raises(OptionError, match=r"Screen.DIALOGS lists classes of dialogs, got"):
                type("Screen", (Activity,), {"DIALOGS": (odd,)})
        other = dataclass(frozen=True)(type("Ask", (Dialog,), {}))
        with pytest.raises(OptionError, match="Two dialogs of Screen are called Ask; rename one"):
            type("Screen", (Activity,), {"DIALOGS": (Ask, other)})


class TestOptions:
    @pytest.mark.parametrize(
        ("make", "words"),
        [
            (lambda: View(gravity="middle"), "View got gravity='middle'.*'center'"),
            (lambda: View(visibility="hidden"), "visibility='hidden'.*'gone', 'invisible'"),
            (lambda: View(important_for_accessibility="never"), "='never'.*'no_hide_desc"),
            (lambda: row(content_gravity="centre"), "content_gravity='centre'"),
            (lambda: TextView("x", align="left"), "TextView got align='left'.*'start'"),
            (lambda: TextView("x", vertical="middle"), "vertical='middle'"),
            (lambda: TextView("x", ellipsize="marquee"), "ellipsize='marquee'"),
            (lambda: Button("x", kind="flat"), "kind='flat'.*'elevated', 'filled'"),
            (lambda: EditText(input_type="nummer"), "input_type='nummer'.*'phone'"),
            (lambda: EditText(capitalize="all"), "capitalize='all'"),
            (lambda: EditText(ime_action="ok"), "ime_action='ok'.*'search'"),
            (lambda: Overlay(View(), gravity="up"), "gravity='up'"),
        ],
    )
    def test_a_word_that_is_not_valid_is_refused_with_those_that_are(
        self, make: Any, words: str
    ) -> None:
        with pytest.raises(OptionError, match=words):
            make()

    def test_an_option_that_is_not_there_is_refused(self) -> None:
        with pytest.raises(TypeError, match="unexpected argument 'gravitty'.*gravity"):
            column(gravitty="center")  # type: ignore[call-arg]
        with pytest.raises(TypeError, match="CheckBox got .*'on_change'.*mean.*on_checked_change"):
            CheckBox("Tent", on_change=print)  # type: ignore[call-arg]

    def test_every_gravity_places_something(self) -> None:
        for gravity in get_args(Gravity):
            sides = {_side(gravity, "x"), _side(gravity, "y")}
            assert sides <= {0, 1, 2}
            words = gravity.split("|")
            assert len(words) == len(set(words)) <= 2

    def test_every_option_is_an_attribute_of_the_views(self) -> None:
        known = set(dir(View)) | set(View.__annotations__) | {"important_for_accessibility"}
        assert known >= set(ViewOptions.__annotations__)
        assert known | set(dir(TextView)) >= set(TextOptions.__annotations__)


WRONG = """
from dataclasses import dataclass
from android_gym.simulator.ui.activity import Activity
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.widgets import EditText, TextView

@dataclass(frozen=True)
class State:
    title: str = ""

class Screen(Activity[State]):
    def change(self) -> None:
        self.update(titel="x")
        self.update(title=3)
        print(self.state.titel)
        TextView("x", gravitty="center")
        TextView("x", gravity="middle")
        EditText(input_type="nummer")
        column(width="wide")

class Stateless(Activity):
    def change(self) -> None:
        print(self.state.title)
"""


def test_preferences_are_those_of_the_file(phone: Any) -> None:
    kept = phone.start(".Second").context.preferences("kept")
    kept.put(number=1, words="a & b")
    kept.all()["number"] = 2  # what is returned is the caller's own
    assert (kept.get("number"), kept.all()) == (1, {"number": 1, "words": "a & b"})
    phone.shell(f'sed -i \'s/"1"/"5"/\' {kept.path}')
    assert kept.get("number") == 5
    phone.shell(f"echo '<map>' > {kept.path}")
    assert kept.all() == {}
    long = "x" * 100_000
    kept.put(words=long)
    assert kept.all() == {"words": long} and kept.get("words") == long
    phone.shell(f"rm {kept.path}")
    assert kept.get("words", "gone") == "gone"


def test_a_preference_of_another_type_is_not_taken(phone: Any) -> None:
    kept = phone.start(".Second").context.preferences("kept")
    kept.put(on=True, number=7, size=1.5, text="7", names=frozenset({"a"}))
    others: dict[str, Any] = {
        "on": False, "number": 0, "size": 0.0, "text": "", "names": frozenset(),
    }  # fmt: skip
    for name, value in kept.all().items():
        for own, default in others.items():
            same = name == own or (name, own) == ("number", "size")  # a float may be whole
            assert kept.get(name, default) == (value if same else default)
        assert kept.get(name) == value
        assert kept.get(f"no {name}", "default") == "default"


def test_preferences_hold_any_text(phone: Any) -> None:
    kept = phone.start(".Second").context.preferences("kept")
    controls = "".join(map(chr, range(32))) + "\x7f<&>\"'\u2028"
    kept.put(**{"words": controls, controls: 1}, several=frozenset({controls, ""}), other="kept")
    assert kept.get("words") == controls and kept.get("other") == "kept"
    assert kept.all() == {
        "words": controls,
        controls: 1,
        "several": frozenset({controls, ""}),
        "other": "kept",
    }
    written = phone.shell(f"cat {kept.path}").stdout.decode()
    assert "&#0;&#1;" in written and "&#31;" in written and "&#13;" in written
    phone.shell(f"echo '<map><string name=\"a\">&#x1F;&#x0041;&#031;</string></map>' > {kept.path}")
    assert kept.all() == {"a": "\x1fA\x1f"}
    kept.put(half="\ud83d")  # half of a pair is no text, on Android neither
    assert kept.get("half") == "?"


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_type_checkers_see_what_is_wrong(tmp_path: Path) -> None:
    """Each line that is wrong above, and no other, is an error of ``mypy --strict``."""
    file = tmp_path / "wrong.py"
    file.write_text(WRONG)
    config = tmp_path / "mypy.ini"
    config.write_text(
        "[mypy]\nstrict = True\nplugins = android_gym.testing.mypy_plugin\n"
        "[mypy-skia.*,immutables.*,lxml.*,uharfbuzz.*]\nignore_missing_imports = True\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", str(config), "--follow-imports=silent",
         "--cache-dir", str(tmp_path / "cache"), str(file)],
        capture_output=True, text=True,
    )  # fmt: skip
    lines = {line.split(":")[1] for line in done.stdout.splitlines() if ": error:" in line}
    first = WRONG[: WRONG.index("self.update(titel")].count("\n") + 1
    last = WRONG.count("\n")
    assert lines == {*map(str, range(first, first + 7)), str(last)}, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("base", "name", "meant"),
    [
        (Activity, "DIALOG", "screen has. Is 'DIALOGS'"),
        (Activity, "on_resumed", "screen has. Is 'on_resume'"),
        (Page, "TITEL", "screen has. Is 'TITLE'"),
        (Ask, "TITEL", "dialog has. Is 'TITLE'"),
    ],
)
def test_misspelt_settings_are_named(base: type, name: str, meant: str) -> None:
    titled = type("Titled", (base,), {"TITLE": "A"})
    with pytest.raises(OptionError, match=f"Odd has '{name}', which no {meant} meant"):
        type("Odd", (titled,), {name: ()})
    type("Even", (titled,), {"on_my_own": None, "ANYTHING": 1, "title": ""})
