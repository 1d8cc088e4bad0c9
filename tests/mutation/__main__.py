"""Mutation testing: changes the functions that judge tasks, and runs the tests against each mutant.

Each mutant runs in a process forked from one that has imported everything else, against the tests
of its module in tests/task_suite (`files_of_tests`). docs/mutants.md lists the mutants that may
survive, with reasons. The run fails if another one survives, or if a smaller share than `WANTED`
is killed, or than `WANTED_OF_EACH` of any module.
"""

from __future__ import annotations

import contextlib
import importlib.machinery
import io
import os
import re
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from tests.mutation.choosing import Choice, ids_that_use, users_of
from tests.mutation.mutants import SUITE, Mutant, judging_lines, sample, suite_files

TESTS = Path(__file__).parents[1] / "task_suite"
JUDGED = Path(__file__).with_name("judged.py")
PAGE = Path(__file__).parents[2] / "docs" / "mutants.md"
SHARED = {
    "android_world/rows.py": ("android_world/expense/tasks.py", "android_world/recipe/tasks.py"),
    "android_world/row_tasks.py": (
        "android_world/expense/tasks.py",
        "android_world/recipe/tasks.py",
    ),
    "mailbox.py": ("spa_bench/gmail/tasks.py",),
    **{
        f"aitw/general/{name}/tasks.py": ("aitw/general/catalogue.py",)
        for name in ("app_notifications", "app_settings", "play_store")
    },
}
"""Modules that others share, and those others, whose tests cover them."""

OF_ADAPTERS = (
    TESTS / "changes" / "test_task_judging.py",
    TESTS / "android_gym" / "test_rows_judging.py",
)
"""Tests of changes, which test the adapters, too."""

WANTED = 0.9
"""Least share of all mutants that must be killed."""

WANTED_OF_EACH = 0.5
"""Least share of each module's mutants that must be killed."""

MOST_SECONDS = 20.0
"""Seconds of processor time that the tests of a mutant may take; most take half of that."""

MOST_WAITING = 1800.0
"""Seconds of real time after which tests are killed, even if they use no processor time."""

_KEPT = ("android_gym.simulator", "android_gym.devices", "android_gym.errors")
_KEPT += ("android_gym.accessibility", "android_gym.events", "android_gym.trace")


class Tests(NamedTuple):
    """The tests of some functions of a module.

    Attributes:
        files: The module's files of tests.
        ids: Ids that use the functions, for tests of any id.
        users: All ids that do, for tests that name one.
    """

    files: Sequence[Path]
    ids: Collection[str]
    users: Collection[str]


def tests_of(mutants: Collection[Mutant]) -> Tests:
    """Return what tests mutants of one module."""
    (path,) = {mutant.path for mutant in mutants}
    module = module_of(path)
    names = sorted({mutant.qualified for mutant in mutants})
    ids, users = (
        {env_id for name in names for env_id in find(module, name)}
        for find in (ids_that_use, users_of)
    )
    return Tests(files_of_tests(path), ids, users)


def module_of(path: str) -> str:
    """Return the name of a module of ``task_suite``."""
    return "android_gym.task_suite." + path.removesuffix(".py").replace("/", ".")


def file_of_tests(path: str) -> Path:
    """Return the file that tests the judging functions of a module, relative to ``task_suite``."""
    suite, *rest = Path(path).with_suffix("").parts
    folder, name = (TESTS / suite, rest[0]) if rest else (TESTS, suite)
    for named in (*reversed(rest), name):  # the module, or one of its packages
        own = folder / f"test_{named}_judging.py"
        if own.exists():
            return own
    # A suite may have one file for all of its modules.
    whole = TESTS / suite / "test_judging.py"
    return whole if rest and whole.exists() else folder / f"test_{name}.py"


def files_of_tests(path: str) -> list[Path]:
    """Return the files that test a module, with its suite's tests of the original verdicts."""
    own = [file_of_tests(user) for user in SHARED.get(path, (path,))]
    original = own[0].parent / "test_original.py"
    module = module_of(path)
    others = sorted(own[0].parent.glob("test_*_judging.py"))
    others += own[0].parent.glob(f"test_{Path(path).stem}.py")
    import_it = [file for file in others if f"from {module} " in file.read_text("utf-8")]
    if path.startswith("android_gym/"):
        return list(dict.fromkeys([*filter(Path.exists, own), *import_it, *OF_ADAPTERS]))
    if own[0].name == "test_judging.py" or own[0].exists() and "_judging" not in own[0].name:
        return list(dict.fromkeys([*own, *import_it]))
    if not own[0].exists():
        return import_it or [OF_ADAPTERS[0]]
    return [*own, original] if original.exists() else own


def _load(mutant: Mutant | None) -> None:
    """Unload what may depend on ``task_suite``, and load the mutant in place of its module."""
    for name in list(sys.modules):
        if name.startswith("android_gym.") and not name.startswith(_KEPT):
            del sys.modules[name]
    if mutant is None:
        return
    module = module_of(mutant.path)
    original = importlib.machinery.SourceFileLoader.get_code

    def get_code(self: Any, fullname: str) -> Any:
        if fullname == module:
            return compile(mutant.source, str(SUITE / mutant.path), "exec")
        return original(self, fullname)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign]


def _run(tests: Tests, mutant: Mutant | None, output: int) -> int:
    """Run tests in this process; return pytest's exit code."""
    import pytest

    _load(mutant)
    os.dup2(output, 1)
    os.dup2(output, 2)
    arguments = [
        *map(str, tests.files),
        str(JUDGED),
        "--rotation",
        "all",
        "-m",
        "not nightly",
        "-x",
        "-q",
        "--no-header",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
    ]
    with contextlib.redirect_stdout(io.TextIOWrapper(os.fdopen(output, "wb"))):
        return int(
            pytest.main([*arguments, "-p", "no:cov"], plugins=[Choice(tests.ids, tests.users)])
        )


class Job:
    """A forked process that runs the tests of one mutant, or of none.

    Attributes:
        code: pytest's exit code; the negative signal number if the process was killed.
        seconds: Processor time that it took.
    """

    def __init__(self, tests: Tests, mutant: Mutant | None, quiet: bool = True) -> None:
        self.mutant = mutant
        self.code = -1
        self.seconds = 0.0
        self.deadline = time.monotonic() + MOST_WAITING
        sys.stdout.flush()
        self.pid = os.fork()
        if not self.pid:
            code = 3
            most = round(6 * MOST_SECONDS)
            resource.setrlimit(resource.RLIMIT_CPU, (most, most))  # a busy machine doesn't matter
            try:
                output = os.open(os.devnull, os.O_WRONLY) if quiet else os.dup(1)
                code = _run(tests, mutant, output)
            finally:
                os._exit(code)

    def poll(self) -> bool:
        """Return whether it has ended; kill it if it takes too long."""
        pid, status, usage = os.wait4(self.pid, os.WNOHANG)
        if not pid:
            if time.monotonic() > self.deadline:
                os.kill(self.pid, signal.SIGKILL)
            return False
        self.code = os.waitstatus_to_exitcode(status)
        self.seconds = usage.ru_utime + usage.ru_stime
        return True


def run_all(jobs: Sequence[tuple[Tests, Mutant | None]], at_once: int) -> Iterator[Job]:
    """Run jobs in parallel, and yield each as it ends."""
    waiting, running = list(jobs), list[Job]()
    while waiting or running:
        while waiting and len(running) < at_once:
            running.append(Job(*waiting.pop(0)))
        ended = [job for job in running if job.poll()]
        running = [job for job in running if job not in ended]
        yield from ended
        if not ended:
            time.sleep(0.01)


def survivors() -> set[tuple[str, str, str, str]]:
    """Return the survivors that the docs explain: (module, function, before, after)."""
    rows = re.findall(
        r"^\| `(.+?)` \| `(.+?)` \| `(.+?)` \| `(.+?)` \| .+ \|$",
        PAGE.read_text(encoding="utf-8"),
        re.M,
    )
    return {tuple(cell.replace("\\|", "|") for cell in row) for row in rows}  # type: ignore[misc]


def row(mutant: Mutant) -> str:
    """Format a mutant as a row of the docs' table."""
    cells = (mutant.path, mutant.function, mutant.before, mutant.after)
    return "| " + " | ".join(f"`{cell.replace('|', chr(92) + '|')}`" for cell in cells) + " | |"


def hardly_noticed(drawn: Mapping[str, int], alive: Mapping[str, int]) -> list[str]:
    """Return the modules of whose mutants less than `WANTED_OF_EACH` were killed."""
    return [m for m in drawn if drawn[m] - alive.get(m, 0) < WANTED_OF_EACH * drawn[m]]


def main(
    count: Annotated[int, typer.Option(help="How many mutants to draw.")] = 400,
    seed: Annotated[int, typer.Option(help="Of the draw.")] = 0,
    only: Annotated[str, typer.Option(help="A part of the modules' paths.")] = "",
    jobs: Annotated[int, typer.Option(help="How many to run at once.")] = 2,
) -> None:
    """Run the tests against mutants of the functions that judge tasks."""
    lines = judging_lines(suite_files())
    files = [path for path in lines if lines[path] and only in path.relative_to(SUITE).as_posix()]
    drawn = sample(count, seed, files)
    # Forks inherit the imported libraries, the phone, and its base state.
    from android_gym.devices import make_device

    make_device().close()
    of_each = Counter(mutant.path for mutant in drawn)
    names = sorted(of_each)
    tests = {name: tests_of([one for one in drawn if one.path == name]) for name in names}
    unchanged = run_all([(tests[name], None) for name in names], 1)
    for job, name in zip(unchanged, names, strict=True):
        print(f"{name}: its tests take {job.seconds:.1f} s", flush=True)
        if job.code:
            Job(tests[name], None, quiet=False)
            os.wait()
            files = ", ".join(map(str, tests[name].files))
            raise SystemExit(
                f"The tests of {name} fail, or don't exist: {files}, and those of "
                f"{', '.join(sorted(tests[name].ids))}."
            )
        if job.seconds > MOST_SECONDS * of_each[name]:  # these are all of its mutants' ids
            raise SystemExit(f"The tests of {name} take more than {MOST_SECONDS:g} s a mutant.")
    alive = []
    mutants = [(tests_of([mutant]), mutant) for mutant in drawn]
    for ran, job in enumerate(run_all(mutants, jobs), 1):
        if job.code == 0 and job.mutant is not None:
            alive.append(job.mutant)
        if ran % 20 == 0:
            print(f"{ran} of {len(drawn)} ran, {ran - len(alive)} were killed", flush=True)
    left = Counter(mutant.path for mutant in alive)
    for name in names:
        print(f"{name}: {of_each[name] - left[name]} of {of_each[name]} killed")
    for mutant in sorted(alive, key=lambda m: (m.path, m.function, m.before, m.after)):
        print(row(mutant))
    share = 1 - len(alive) / max(len(drawn), 1)
    print(f"{len(drawn) - len(alive)} of {len(drawn)} killed: {share:.1%}")
    known = survivors()
    unknown = [m for m in alive if (m.path, m.function, m.before, m.after) not in known]
    if unknown and not only:
        raise SystemExit(f"{len(unknown)} survivors are not explained in {PAGE.name}.")
    if blind := hardly_noticed(of_each, left):
        raise SystemExit(f"The tests of {', '.join(blind)} hardly notice its mutants.")
    if share < WANTED:
        raise SystemExit(f"Fewer than {WANTED:.0%} are killed.")


if __name__ == "__main__":
    typer.run(main)
