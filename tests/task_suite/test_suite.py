"""Suites, and what their ids' action spaces depend on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest

from android_gym import registration
from android_gym.devices import apps
from android_gym.errors import OptionError
from android_gym.task_suite import suite as module
from android_gym.task_suite.suite import Suite, one_label_each, suite_of, suites, tasks
from android_gym.wrappers import ElementActions

NEWCOMER = "android_gym.task_suite.newcomer"
WIFI_OFF = "AndroidWorld/SystemWifiTurnOff-v0"

PACKAGE = """
from android_gym.task_suite.suite import Suite

SUITE = Suite("Newcomer", apps={"Aardvark": "org.example.aardvark", "zebra": "org.example.zebra"})
"""

TASK = """
from android_gym.task_suite.task import Task


class Wait(Task):
    def success(self, device, params, answer):
        return 1.0

    template = "Wait."
    apps = ("Aardvark",)
"""


@pytest.fixture
def unchanged() -> Iterator[None]:
    """Forget afterwards which folders were added."""
    import android_gym.simulator.apps
    import android_gym.task_suite

    paths = [android_gym.task_suite.__path__, android_gym.simulator.apps.__path__]
    before = [list(path) for path in paths]
    labels, folders = dict(apps._packages), list(registration._folders)
    yield
    for path, old in zip(paths, before, strict=True):
        path[:] = old
    registration._folders[:] = folders
    gym.registry.pop("Newcomer/Wait-v0", None)
    apps._packages.clear()
    apps._packages.update(labels)
    for name in [name for name in sys.modules if name.startswith(NEWCOMER)]:
        del sys.modules[name]
    module.clear()


def folder_with(path: Path, package: str | None = PACKAGE, task: str = TASK) -> Path:
    """Write a folder of one's own with a suite and a task."""
    folder = path / "task_suite" / "newcomer" / "waiting"
    folder.mkdir(parents=True)
    if package is not None:
        (folder.parent / "__init__.py").write_text(package)
    (folder / "__init__.py").write_text("")
    (folder / "tasks.py").write_text(task)
    return path


@pytest.fixture
def newcomer(tmp_path: Path, unchanged: None) -> None:
    import android_gym

    android_gym.add_folder(folder_with(tmp_path))


@pytest.mark.parametrize(
    ("package", "task", "message"),
    [
        (None, TASK, "newcomer is not a package: it needs an __init__.py"),
        ("", TASK, r"has no suite, .* Write SUITE = Suite"),
        (PACKAGE, TASK.replace("apps", "app"), "Wait has 'app', .* Is 'apps' meant"),
        (PACKAGE, TASK.replace("template", "tempalte"), "'tempalte', .* Is 'template' meant"),
        (PACKAGE, TASK.replace("Aardvark", "Ardvark"), "'Ardvark', .* Is 'aardvark' meant"),
        (PACKAGE, TASK.replace('("Aardvark",)', '"Aardvark"'), "Wait: 'apps' must be a tuple of"),
        (PACKAGE, f"{TASK}    complexity = '2'", "'complexity' must be a number above 0, got '2'"),
        (PACKAGE, f"{TASK}    complexity = 0", "'complexity' must be a number above 0, got 0"),
        (PACKAGE, f"{TASK}    tags = 'a'", "'tags' must be a tuple of strings, got 'a'"),
        (PACKAGE, f"{TASK}    difficulty = 'esay'", r"must be one of \['easy', .*, got 'esay'"),
        (PACKAGE, f"{TASK}    version = '1'", "'version' must be a whole number from 0 on"),
        (PACKAGE, f"{TASK}    answers = 'yes'", "'answers' must be true or false, got 'yes'"),
        (PACKAGE, f"{TASK}    rewordings = ('a', 2)", "'rewordings' must be a tuple of strings"),
        (PACKAGE, f"{TASK}    observation_size = (1,)", r"a tuple \(width, height\) or None"),
        (PACKAGE.replace("apps={", "noise={"), TASK, "'Newcomer': 'noise' must be a dict of Noise"),
        (PACKAGE.replace("apps={", "settings={'a': 1, "), TASK, "'settings' must be a dict of str"),
        (PACKAGE.replace("})", "}, rules=5)"), TASK, "'rules' must be a name or None, got 5"),
        (PACKAGE, TASK.replace("def success", "def is_done"), "Wait must say when it is solved"),
        (
            PACKAGE,
            TASK.replace(", answer", ""),
            r"Wait.success must take \(self, device, .*, answer\), not \(self, device, params\)\.$",
        ),
        (PACKAGE, TASK.replace("return", "yield"), "Wait.success does nothing .* is a generator"),
        (
            PACKAGE,
            f"{TASK}    async def setup(self, device, params):\n        pass",
            "Wait.setup does nothing when it is called: it is async",
        ),
        (
            PACKAGE,
            f"{TASK}    def judge(trace, params):\n        return 1.0",
            r"must take \(self, trace, params\), not \(trace, params\)\.$",
        ),
        ('SUITE = ""', TASK, "SUITE in .* must be a Suite, got ''"),
    ],
)
def test_mistakes_in_a_folder_of_ones_own_are_told(
    package: str | None, task: str, message: str, tmp_path: Path, unchanged: None
) -> None:
    import android_gym

    with pytest.raises(OptionError, match=message):
        android_gym.add_folder(folder_with(tmp_path, package, task))


@pytest.mark.parametrize("method", ["def success(self, *args):", "def success(s, d, p, a, b=1):"])
def test_a_method_may_take_more_than_a_tasks(method: str, tmp_path: Path, unchanged: None) -> None:
    import android_gym

    task = TASK.replace("def success(self, device, params, answer):", method)
    android_gym.add_folder(folder_with(tmp_path, task=task))
    assert "Wait" in tasks("Newcomer")


def test_a_judge_of_episodes_may_be_a_function_of_its_own(tmp_path: Path, unchanged: None) -> None:
    import android_gym

    task = f"{TASK}    judge = staticmethod(lambda trace, params: 0.5)\n"
    android_gym.add_folder(folder_with(tmp_path, task=task))
    wait = tasks("Newcomer")["Wait"]()
    assert wait.judges_episodes()
    with gym.make("Newcomer/Wait-v0", observation="goal", rules="strict") as env:
        env.reset(seed=0)
        tracer = env.unwrapped._tracer
        assert tracer is not None and wait.judge(tracer.trace, {}) == 0.5


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("task_suite/newcomer/waiting/long/a.py", "waiting/long is not a package, so a.py is not"),
        ("task_suite/newcomer/waiting/long/a.toml", "waiting/long is not a package, so a.toml is"),
        ("apps/own/manifest.py", "apps/own is not a package: it needs an __init__.py.$"),
        ("apps/own/screens/a.py", "apps/own is not a package"),
    ],
)
def test_a_folder_in_which_nothing_is_found_is_told(
    place: str, message: str, tmp_path: Path, unchanged: None
) -> None:
    import android_gym

    file = folder_with(tmp_path) / place
    file.parent.mkdir(parents=True)
    file.write_text("")
    with pytest.raises(OptionError, match=message):
        android_gym.add_folder(tmp_path)


def test_folders_of_other_things_are_no_packages(tmp_path: Path, unchanged: None) -> None:
    import android_gym

    suite = folder_with(tmp_path) / "task_suite" / "newcomer"
    for place in ("pictures/a.png", "__pycache__/a.py", ".hidden/a.py"):
        (suite / place).parent.mkdir()
        (suite / place).write_text("")
    android_gym.add_folder(tmp_path)
    assert "Wait" in tasks("Newcomer")


def spaces_and_samples(env_id: str) -> list[Any]:
    """All that depends on which apps there are: spaces, samples and meanings."""
    found: list[Any] = []
    for mode in ("touch", "gesture", "discrete", "json"):
        with gym.make(env_id, action_mode=mode, observation="goal") as env:
            env.action_space.seed(5)
            found += [env.action_space, env.observation_space]
            found += [repr(env.action_space.sample()) for _ in range(300)]
    with gym.make(env_id, observation="goal") as env:
        for kind in ("discrete", "multi_discrete"):
            wrapped = ElementActions(env, space=kind)
            wrapped.action_space.seed(5)
            found += [wrapped.action_space, wrapped.meanings, wrapped.verbs]
            found += [repr(wrapped.action_space.sample()) for _ in range(100)]
    return found


def test_another_suite_changes_no_space_and_no_sample(request: pytest.FixtureRequest) -> None:
    before = spaces_and_samples(WIFI_OFF)
    request.getfixturevalue("newcomer")
    assert apps.package_of("AARDVARK") == "org.example.aardvark"
    assert spaces_and_samples(WIFI_OFF) == before


def test_element_actions_of_the_first_version_are_counted() -> None:
    with gym.make(WIFI_OFF, observation="goal") as env:
        assert ElementActions(env).action_space.n == 287


@pytest.mark.usefixtures("newcomer")
def test_a_suite_has_its_own_apps_and_extra_ones_where_asked_for() -> None:
    with gym.make("Newcomer/Wait-v0", observation="goal", rules="strict") as env:
        assert list(env.unwrapped.apps) == ["Aardvark", "zebra"]
        opened = [m for m in ElementActions(env).meanings if m.startswith("open ")]
        assert opened == ["open shade", "open quick settings", "open Aardvark", "open zebra"]
    extra = ("settings", "aardvark")
    with gym.make(WIFI_OFF, observation="goal", extra_apps=extra) as env:
        assert list(env.unwrapped.apps)[-1] == "aardvark"
        assert ElementActions(env).action_space.n == 288
    mine = {"Mine": "org.example.mine"}
    with gym.make(WIFI_OFF, action_mode="json", observation="goal", extra_apps=mine) as env:
        samples = "".join(repr(bytes(env.action_space.sample())) for _ in range(2000))
        assert '"app_name": "Mine"' in samples
    with pytest.raises(OptionError, match="no package is known for 'nothing'"):
        gym.make(WIFI_OFF, extra_apps=["nothing"])
    with pytest.raises(OptionError, match=r"rules must be one of \('strict',\)|strict"):
        gym.make("Newcomer/Wait-v0", rules="android_world")


def test_another_name_of_an_app_changes_no_space() -> None:
    """Goals call Tasks.org by its full name where Google's app of that label could be meant."""
    assert apps.package_of("Tasks.org") == apps.package_of("Tasks") == "org.tasks"
    for namespace in ("AndroidGym", "MobileBench"):
        labels = one_label_each(suites()[namespace].apps)
        assert "tasks" in labels and "tasks.org" not in labels


@pytest.mark.usefixtures("newcomer")
def test_a_suite_is_found_with_the_tasks_of_its_folders() -> None:
    assert "Newcomer" in suites() and list(suites()) == sorted(suites())
    cls = tasks("Newcomer")["Wait"]
    assert suite_of(cls) is suites()["Newcomer"]
    assert "Newcomer/Wait-v0" in gym.registry


def test_a_label_means_the_suites_own_app_on_its_device() -> None:
    """Two suites may call different apps by one name."""
    with gym.make(
        WIFI_OFF, observation="goal", extra_apps={"Calculon": "com.android.settings"}
    ) as e:
        e.reset(seed=0)
        device = e.unwrapped.device
        device.launch("calculon")
        assert device.foreground_activity().startswith("com.android.settings/")


def test_packages_may_register_environments_of_another_kind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from android_gym.task_suite import aitw
    from android_gym.task_suite.suite import Environment, environments

    assert environments() == aitw.ENVIRONMENTS
    spec = gym.registry["AITW/Replay-v0"]
    own = Environment(str(spec.entry_point), str(spec.vector_entry_point))
    assert own == aitw.ENVIRONMENTS["AITW/Replay-v0"]
    monkeypatch.setattr(aitw, "ENVIRONMENTS", {"A/B-v0": "module:Class"})
    with pytest.raises(OptionError, match="must have an Environment by id"):
        environments()


def test_a_suites_names_are_checked() -> None:
    with pytest.raises(OptionError, match="alphanumeric"):
        Suite("My suite")
    with pytest.raises(OptionError, match="strict"):
        Suite("Mine", rules="strict")
    with pytest.raises(OptionError, match="No suite is called 'Nothing'"):
        tasks("Nothing")
    assert one_label_each({"b": "p", "a": "p", "c": "q"}) == ("a", "c")
