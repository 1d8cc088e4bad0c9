"""The android-gym command, run as a user runs it."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from PIL import Image
from typer.testing import CliRunner

import android_gym
from android_gym.cli import app
from android_gym.cli.common import told
from android_gym.simulator import serve
from android_gym.simulator.serve import ServeOptions
from android_gym.testing.serving import ServedPhone

WIFI_OFF = "AndroidWorld/SystemWifiTurnOff-v0"
SUITES = ("AndroidGym", "AndroidWorld")


def run(*args: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, args)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.output


def test_list_names_every_id_with_its_goal() -> None:
    code, output = run("list")
    assert code == 0
    (line,) = (line for line in output.splitlines() if WIFI_OFF in line)
    assert line.split() == [WIFI_OFF, "Turn", "wifi", "off.", "easy", "10"]


@pytest.mark.parametrize("args", [["--help"], ["--version"], ["demo", "--help"], ["list"]])
def test_what_cannot_be_printed_is_told(args: list[str]) -> None:
    command = [sys.executable, "-c", f"from android_gym.cli import app; app({args!r})"]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr.startswith("No space left on device. Make room")
    assert len(done.stderr.splitlines()) == 1


def test_letters_that_the_output_lacks_are_escaped() -> None:
    code = "from android_gym.cli import app; app(['list', '--suite', 'SPABench'])"
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, timeout=60, env=environment
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"SPABench/CHN-deskclock-0-v0" in done.stdout and b"\\u" in done.stdout


@pytest.mark.parametrize(
    ("args", "ports"),
    [
        ([], (5554, 5555, 8554)),
        (["--console", "5578"], (5578, 5579, 8578)),
        (["--console", "5578", "--grpc", "9000"], (5578, 5579, 9000)),
        (["--grpc", "0"], (5554, 5555, 0)),
    ],
)
def test_a_served_phone_has_grpc_where_clients_look_for_it(
    monkeypatch: pytest.MonkeyPatch, args: list[str], ports: tuple[int, int, int]
) -> None:
    served: list[ServeOptions] = []
    monkeypatch.setattr(serve, "serve", lambda options, ready: served.append(options))
    assert run("phone", "serve", *args) == (0, "")
    (options,) = served
    assert (options.ports.console, options.ports.adb, options.ports.grpc) == ports


def test_list_of_one_suite() -> None:
    ids = {suite: re.findall(rf"^ ({suite}/\S+)", run("list")[1], re.M) for suite in SUITES}
    for suite, own in ids.items():
        code, output = run("list", "--suite", suite)
        assert code == 0
        assert re.findall(r"^ (\w+/\S+)", output, re.M) == own != []
    code, output = run("list", "--suite", "Nowhere")
    assert code == 2
    assert "'Nowhere'" in output and "AndroidWorld" in output
    assert "--module my_module" in output


def test_list_of_a_suite_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "registers_of_mine.py").write_text("LOADED = True")
    assert run("list", "--suite", "SPABench", "--module", "registers_of_mine")[0] == 0
    assert sys.modules.pop("registers_of_mine").LOADED
    code, output = run("list", "--module", "nowhere_at_all")
    assert code == 2 and "The module 'nowhere_at_all' can't be imported" in output


def test_an_id_of_no_suite_may_be_of_a_module() -> None:
    output = run("demo", "Nowhere/CountTheBirds-v0")[1]
    assert "Did you mean" not in output and "The suites are AITW, " in output
    assert "name that: 'my_module:Nowhere/CountTheBirds-v0'." in output


def test_demo_tells_each_action_and_writes_pictures(tmp_path: Path) -> None:
    code, output = run("demo", WIFI_OFF, "--seed", "30", "--out", str(tmp_path))
    lines = output.splitlines()
    assert code == 0
    assert lines[0] == "Turn wifi off."
    assert "tap Network & internet" in lines
    assert any(line.startswith("reward 1 after ") and "steps/s" in line for line in lines)
    with Image.open(tmp_path / "demo.gif") as gif:
        assert gif.n_frames > 4
    with Image.open(tmp_path / "demo.png") as png:
        assert png.height > png.width


def test_demo_without_a_folder_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("demo", WIFI_OFF)[0] == 0
    assert not list(tmp_path.iterdir())


def test_demo_that_does_not_earn_the_reward_exits_1(monkeypatch: pytest.MonkeyPatch) -> None:
    from android_gym.task_suite.android_world.system import demonstrations as system

    monkeypatch.setattr(system, "SCRIPTS", {"SystemWifiTurnOff": lambda screen: screen.back()})
    code, output = run("demo", WIFI_OFF)
    assert code == 1
    assert "reward 0 after 2 steps" in output


@pytest.mark.parametrize("command", ["demo", "play"])
@pytest.mark.parametrize("env_id", ["AndroidWorld/Nothing-v0", "no id", "CartPole-v1"])
def test_an_unknown_id_is_told(command: str, env_id: str) -> None:
    code, output = run(command, env_id)
    assert code == 2
    assert "android-gym list" in output
    namespace = "AndroidWorld" if "/" in env_id else r"\w+"
    assert re.search(rf"Did you mean ({namespace}/[\w-]+-v0(, )?){{3}}\?", output)


@pytest.mark.parametrize("env_id", ["ExpenseAddSingel", "expense add single", "X/ExpenseAddSingle"])
def test_the_nearest_id_comes_first(env_id: str) -> None:
    assert "Did you mean AndroidWorld/ExpenseAddSingle-v0, " in run("demo", env_id)[1]


@pytest.mark.parametrize("command", [["demo"], ["play"], ["mcp", "--task"]])
def test_a_pattern_of_several_ids_is_told(command: list[str]) -> None:
    code, output = run(*command, "AndroidWorld/SystemWifi*")
    assert code == 2
    assert "matches 4 ids, such as AndroidWorld/SystemWifiTurnOff-v0" in output


def test_version() -> None:
    assert run("--version") == (0, f"android-gym {android_gym.__version__}\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seed", "-1"], "--seed"),
        (["--seed", "1.5"], "--seed"),
        (["--out", "/proc/nothing/there"], "'/proc/nothing': No such file"),
        (["--device", "toaster"], "No kind of device is called 'toaster'"),
        (["--device", "emulator-5998"], "Nothing listens on 127.0.0.1:5999"),
        (["--device", "{"], "--device takes a name or a JSON object"),
        (["--device", '{"kind": "simulator", "colour": 1}'], "colour"),
    ],
)
def test_demo_tells_wrong_options(arguments: list[str], message: str) -> None:
    code, output = run("demo", WIFI_OFF, *arguments)
    assert code == 2
    assert message in output


def test_demo_plays_over_the_wire(served_phone: ServedPhone) -> None:
    code, output = run("demo", WIFI_OFF, "--device", served_phone.name)
    assert code == 0
    assert "reward 1 after " in output


def test_gallery_writes_a_picture_of_a_page_in_each_theme(tmp_path: Path) -> None:
    code, output = run("gallery", "--out", str(tmp_path), "--page", "charts", "--width", "108")
    assert code == 0
    assert len(list(tmp_path.glob("charts_*.png"))) == 4 and "4 pictures" in output
    code, output = run("gallery", "--page", "nothing")
    assert code == 2
    assert "'nothing'" in output and "charts" in output


APPS = {"android_gym": "cli/__init__.py", "android_gym_emulator": "simulator/serve.py"}


def command_with(
    package: Path, name: str, body: str, ignored: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run an installed command, with another package in the place of ours."""
    module = package / "android_gym" / APPS[name]
    module.parent.mkdir(parents=True)
    for folder in {module.parent, package / "android_gym"}:
        (folder / "__init__.py").write_text("")
    module.write_text(body)
    root = str(Path(android_gym.__file__).parents[1])
    code = f"import sys; sys.path[:0] = [{str(package)!r}, {root!r}]\n"
    if ignored:
        code += "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    code += f"import android_gym_commands as commands; commands.{name}()"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("name", APPS)
def test_an_interruption_while_it_is_loaded_is_no_traceback(tmp_path: Path, name: str) -> None:
    ran = command_with(
        tmp_path, name, "import signal, time\nsignal.raise_signal(signal.SIGINT)\ntime.sleep(60)\n"
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "")


SHOWS_HANDLERS = """
import signal
loading = signal.getsignal(signal.SIGINT)
def app():
    running = signal.getsignal(signal.SIGINT)
    print(*(handler is signal.default_int_handler for handler in (loading, running)))
emulator_main = app
"""


@pytest.mark.parametrize("name", APPS)
def test_what_is_loaded_is_interrupted_as_any_program(tmp_path: Path, name: str) -> None:
    ran = command_with(tmp_path, name, SHOWS_HANDLERS)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "False True\n", "")


@pytest.mark.parametrize("name", APPS)
def test_a_background_process_goes_on_ignoring_interruptions(tmp_path: Path, name: str) -> None:
    body = SHOWS_HANDLERS.replace("signal.default_int_handler", "signal.SIG_IGN")
    ran = command_with(tmp_path, name, body, ignored=True)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "True True\n", "")


@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.ENOSPC, "Make room"),
        (errno.EMFILE, "ulimit -n"),
        (errno.EEXIST, "Choose another name"),
        (errno.EROFS, "that can be written to"),
        (errno.EIO, "Input/output error.\n"),
    ],
)
def test_errors_of_files_say_what_to_do(
    number: int, remedy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    @told
    def command() -> None:
        raise OSError(number, os.strerror(number), "some/file")

    with pytest.raises(typer.Exit):
        command()
    message = capsys.readouterr().err
    assert message.startswith("'some/file': ") and remedy in message


def test_a_name_that_is_no_text_is_told_why() -> None:
    code, output = run("report", "run\udcff")
    assert code == 2
    assert "the encoding of file names here" in output and "LC_ALL=C.UTF-8" in output
