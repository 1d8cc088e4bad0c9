"""The command ``android-gym``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from android_gym.errors import AndroidGymError

if TYPE_CHECKING:
    import gymnasium as gym

    from android_gym.actions import Decoded
    from android_gym.evaluation import Result, Row

__all__ = ["app"]

app = typer.Typer(
    help="Gymnasium environments for Android.", no_args_is_help=True, add_completion=False
)

phone_app = typer.Typer(help="The built-in phone, for other programs.", no_args_is_help=True)
app.add_typer(phone_app, name="phone")

device_app = typer.Typer(help="Emulators to drive.", no_args_is_help=True)
app.add_typer(device_app, name="device")

_RECORDED = (405, 900)
"""(width, height) in pixels of the pictures that `demo` writes."""

EnvId = Annotated[str, typer.Argument(metavar="ID", help="E.g. AndroidWorld/SystemWifiTurnOff-v0.")]


@app.command("list")
def list_ids(
    suite: Annotated[str | None, typer.Option(help="Only this suite's, e.g. AndroidWorld.")] = None,
) -> None:
    """Lists the ids that `gymnasium.make` takes, with goal, difficulty and budget."""
    from rich.console import Console
    from rich.table import Table

    from android_gym.task_suite.task import suites, tasks

    if suite is not None and suite not in suites():
        _fail(f"No suite is called {suite!r}; there are {', '.join(sorted(suites()))}.")
    table = Table("id", "goal", "difficulty", "budget", box=None)
    for namespace in sorted(suites()) if suite is None else [suite]:
        for cls in tasks(namespace).values():
            task = cls()
            table.add_row(
                f"{namespace}/{task.name}-v{task.version}",
                " ".join(task.template.split()),
                task.difficulty,
                str(task.budget),
            )
    console = Console()
    if not console.is_terminal:  # one line each, for grep
        console.width = 1000
    console.print(table)


@app.command()
def demo(
    env_id: EnvId,
    seed: Annotated[int, typer.Option(help="Of the episode; the same gives the same.")] = 0,
    out: Annotated[
        Path | None, typer.Option(help="Folder for demo.gif and demo.png; none if not given.")
    ] = None,
) -> None:
    """Plays a task's demonstration on the built-in phone. Exit code 0 if it earns 1.0, else 1."""
    from android_gym.evaluation.narration import describe, finger_path
    from android_gym.evaluation.recording import Recording, outline
    from android_gym.testing.demonstrations import play as play_demonstration

    recording = Recording()
    with _Environment(env_id, action_mode="gesture", termination="declared") as env:
        device = env.get_wrapper_attr("device")

        def tell(decoded: Decoded) -> None:
            if decoded.declared:
                print("declare the task done" if decoded.answer is None else decoded.answer)
            for event in decoded.events:
                print(describe(event, device.ui_elements()))
                width, height = device.size
                path = [(x / width, y / height) for x, y in finger_path(event)]
                pixels = device.screenshot(_RECORDED)
                recording.add(pixels)
                if path:
                    recording.add(pixels, path)

        try:
            episode = play_demonstration(env, seed, on_goal=print, on_action=tell)
        except AndroidGymError as error:
            _fail(str(error))
        pixels, elements = device.screenshot(_RECORDED), device.ui_elements()
        width, height = device.size
    steps = len(episode.actions)
    rate = steps / episode.seconds
    print(f"reward {episode.reward:g} after {steps} steps, {rate:,.0f} steps/s")
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        recording.add(pixels)
        recording.save(out / "demo.gif")
        boxes = [
            (b.x_min / width, b.y_min / height, b.x_max / width, b.y_max / height)
            for b in (element.bbox_pixels for element in elements)
            if b is not None
        ]
        outline(pixels, boxes).save(out / "demo.png")
        print(f"wrote {out / 'demo.gif'} and {out / 'demo.png'}")
    raise typer.Exit(0 if episode.reward == 1.0 else 1)


@app.command()
def play(
    env_id: EnvId,
    seed: Annotated[int | None, typer.Option(help="Of the first episode.")] = None,
    width: Annotated[int, typer.Option(min=100, max=2160, help="Of the phone, in pixels.")] = 405,
) -> None:
    """Opens a window in which the phone is used by mouse and keyboard."""
    from android_gym.play import Window

    with _Environment(env_id, action_mode="touch", step_ms=40, max_steps=10**6) as env:
        try:
            Window(env, width, seed).run()
        except AndroidGymError as error:
            _fail(str(error))


@app.command()
def gallery(
    out: Annotated[Path, typer.Option(help="Folder for the pictures.")] = Path("gallery"),
    page: Annotated[list[str] | None, typer.Option(help="Only this page; may be repeated.")] = None,
    width: Annotated[int, typer.Option(min=108, max=2160, help="Of the pictures.")] = 540,
) -> None:
    """Draws every widget of the built-in phone in light and dark themes."""
    from android_gym.simulator.ui.gallery import PAGES, render

    unknown = sorted(set(page or ()) - PAGES.keys())
    if unknown:
        _fail(f"There is no page {unknown[0]!r}; there are {', '.join(PAGES)}.")
    files = render(out, tuple(page or ()), width)
    print(f"wrote {len(files)} pictures to {out}")


@app.command()
def sweep(
    out: Annotated[Path, typer.Option(help="Folder of the sweep, which a second call goes on.")],
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="ID...", help="Or patterns, e.g. 'AndroidWorld/System*'."),
    ] = None,
    policy: Annotated[
        str, typer.Option(help="demonstration, random, module:callable or checkpoint.zip.")
    ] = "demonstration",
    seeds: Annotated[
        str | None,
        typer.Option(help="An episode each: 0:20 (without 20; the default), 1,5,30 or 0:3,30."),
    ] = None,
    split: Annotated[
        str | None, typer.Option(help="instance, template or app: only ids and seeds of its part.")
    ] = None,
    part: Annotated[str, typer.Option(help="Of the split: train or test.")] = "test",
    same_seed: Annotated[
        int | None, typer.Option(help="Also play this seed again and again, to compare.")
    ] = None,
    repeat: Annotated[int | None, typer.Option(help="How often; 20 if not given.")] = None,
    rewordings: Annotated[
        str, typer.Option(help="Of the goals, e.g. 0:5; 0 is the task's own words.")
    ] = "0",
    workers: Annotated[
        int | None, typer.Option(help="Processes; one for each device if not given.")
    ] = None,
    device: Annotated[
        list[str] | None,
        typer.Option(help="One for all workers, or one each; a name, or a JSON object."),
    ] = None,
    wrapper: Annotated[
        list[str] | None,
        typer.Option(help="Around environments: module:Class, or JSON with entry_point, kwargs."),
    ] = None,
    tries: Annotated[
        int, typer.Option(help="Of an episode whose device fails or whose worker dies.")
    ] = 3,
    timeout: Annotated[
        float | None, typer.Option(help="Seconds after which an episode's worker is killed.")
    ] = None,
    demonstrate: Annotated[
        bool, typer.Option(help="Whether to count the demonstration's steps too.")
    ] = True,
    retry_errors: Annotated[
        bool, typer.Option("--retry-errors", help="Play episodes again that ended in an error.")
    ] = False,
) -> None:
    """Plays a policy on many seeds of many ids; goes on where it was interrupted.

    Exit code 0; 1 if episodes ended in errors; 130 if interrupted.
    """
    import android_gym  # noqa: F401  (registers the ids)
    from android_gym import evaluation

    if not ids and split is None:
        _fail("Which ids? Name some, or a pattern of them, or give --split.")
    if repeat is not None and same_seed is None:
        _fail("--repeat says how often --same-seed is played; give that too.")
    numbers = None if seeds is None else _numbers("--seeds", seeds)
    try:
        with _SweepProgress() as progress:
            results = evaluation.sweep(
                ids or [] if split is None else _of_split(split, part, ids, numbers, same_seed),
                policy,
                out=out,
                seeds=range(20) if numbers is None else numbers,
                same_seed=same_seed,
                repeat=20 if repeat is None else repeat,
                rewordings=_numbers("--rewordings", rewordings),
                workers=workers,
                devices=[_json("--device", text) for text in device or ["simulator"]],
                wrappers=[_json("--wrapper", text) for text in wrapper or []],
                demonstrate=demonstrate,
                tries=tries,
                timeout_s=timeout,
                retry_errors=retry_errors,
                on_episode=progress.update,
            )
        _report(results, out)
    except KeyboardInterrupt:
        typer.secho("Interrupted; the same command goes on.", err=True)
        raise typer.Exit(130) from None
    except AndroidGymError as error:
        _fail(str(error))
    raise typer.Exit(1 if any(result.error for result in results) else 0)


@app.command()
def report(
    folder: Annotated[Path, typer.Argument(help="That `sweep` was given as --out.")],
) -> None:
    """Shows a sweep, be it finished or not; writes its summary.csv and chart.png."""
    import android_gym  # noqa: F401  (registers the ids)
    from android_gym import evaluation

    try:
        _report(evaluation.load(folder), folder)
    except AndroidGymError as error:
        _fail(str(error))


def _report(results: Sequence[Result], out: Path) -> None:
    from rich.console import Console
    from rich.table import Table

    from android_gym.evaluation import write_report

    rows = write_report(results, out)
    columns = ("", "group", "episodes", "success", "95 % interval", "p", "steps", "ratio", "errors")
    table = Table(*columns, box=None)
    for by in dict.fromkeys(row.by for row in rows):
        own = [row for row in rows if row.by == by]
        if by == "seed" or (by == "rewording" and len(own) == 1):
            continue  # many, and in summary.csv; or nothing new
        if by != "all":
            table.add_row(f"[bold]by {by}")
        for row in own:
            table.add_row(
                row.name or "all",
                row.group,
                str(row.episodes),
                f"{row.success_rate:.1%}",
                f"{row.low:.1%} - {row.high:.1%}",
                _p_value(row),
                f"{row.mean_steps:.1f}",
                "" if row.step_ratio is None else f"{row.step_ratio:.2f}",
                str(row.errors or ""),
            )
    console = Console()
    if not console.is_terminal:
        console.width = 1000
    console.print(table)
    for row in rows:
        if row.by == "all" and row.seed_mean is not None and row.seed_std is not None:
            mean, std = row.seed_mean, row.seed_std
            print(f"{row.group}: mean over seeds {mean:.1%}, standard deviation {std:.1%}")
    print(f"wrote {out / 'summary.csv'} and {out / 'chart.png'}")


def _p_value(row: Row) -> str:
    if row.p_value is None:
        return ""
    text = "<0.001" if row.p_value < 0.001 else f"{row.p_value:.3f}"
    return text + "*" * row.significant


class _SweepProgress:
    """A bar, and how many episodes succeeded of those played in this call."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
        from rich.progress import TimeRemainingColumn as Remaining

        self._played = self._successes = self._errors = 0
        self._progress = Progress(
            BarColumn(),
            MofNCompleteColumn(),
            Remaining(),
            TextColumn("{task.description}"),
            console=Console(stderr=True),
        )

    def __enter__(self) -> _SweepProgress:
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def update(self, result: Result | None, done: int, total: int) -> None:
        if result is None:
            self._bar = self._progress.add_task("", total=None)
            self._progress.start()
        else:
            self._played += 1
            self._successes += result.success
            self._errors += result.error is not None
        text = f"{self._successes} of {self._played} succeeded" if self._played else ""
        if self._errors:
            text += f", [red]{self._errors} errors[/]"
        self._progress.update(self._bar, completed=done, total=total, description=text)


def _of_split(
    kind: Any, part: Any, ids: list[str] | None, seeds: list[int] | None, same_seed: int | None
) -> dict[str, list[int]]:
    """The ids and seeds of a part of a split, of those that are named."""
    from android_gym import evaluation

    cases = evaluation.split(kind, part)
    if same_seed is not None and any(same_seed not in own for own in cases.values()):
        _fail(f"--same-seed {same_seed} is not in the part {part!r} of the split {kind!r}.")
    if ids:
        cases = {env_id: cases[env_id] for env_id in evaluation.find_ids(ids) if env_id in cases}
        if not cases:
            _fail(f"None of the ids is in the part {part!r} of the split {kind!r}.")
    return evaluation.select(cases, seeds)


def _numbers(option: str, text: str) -> list[int]:
    """Reads ``0:20``, ``1,5,30`` or ``0:3,30``."""
    found: list[int] = []
    for part in text.split(","):
        try:
            low, colon, high = part.partition(":")
            found += range(int(low), int(high)) if colon else [int(low)]
        except ValueError:
            _fail(f"{option} takes whole numbers, such as 0:20, 1,5,30 or 0:3,30, not {text!r}.")
    return found


def _json(option: str, text: str) -> Any:
    """A name, or what it stands for as JSON."""
    import json

    if not text.startswith("{"):
        return text
    try:
        return json.loads(text)
    except ValueError as error:
        _fail(f"{option} takes a name or a JSON object, not {text!r}: {error}.")


@phone_app.command("serve")
def phone_serve(
    console: Annotated[
        int, typer.Option(help="Port of the telnet console; adb's is the next one.")
    ] = 5554,
    grpc: Annotated[int, typer.Option(help="Port of the emulator's gRPC; 0 for none.")] = 8554,
    size: Annotated[str, typer.Option(help="Of the screen, in pixels.")] = "1080x2400",
    density: Annotated[int, typer.Option(help="Pixels per inch.")] = 420,
    image: Annotated[
        Path | None, typer.Option(help="File that `phone save` wrote, to start from.")
    ] = None,
    virtual_time: Annotated[
        bool, typer.Option("--virtual-time", help="Time moves by what commands take.")
    ] = False,
    count: Annotated[int, typer.Option(min=1, help="Phones; their ports count up in twos.")] = 1,
    snapshots: Annotated[
        bool, typer.Option(help="Whether the emulator's snapshots are offered.")
    ] = True,
    root: Annotated[
        bool, typer.Option(help="Whether adbd can run as root, unlike images with Google Play.")
    ] = True,
    grpc_use_token: Annotated[
        bool,
        typer.Option(
            "--grpc-use-token", help="gRPC calls need the token of avd/running/pid_*.ini."
        ),
    ] = False,
) -> None:
    """Serves phones to adb and to the emulator's clients, on 127.0.0.1, until SIGTERM or ctrl+C."""
    import re

    from android_gym.simulator.serve import Ports, ServeOptions, serve, serve_many

    found = re.fullmatch(r"(\d+)x(\d+)", size)
    if found is None:
        _fail(f"--size takes WIDTHxHEIGHT, such as 1080x2400, not {size!r}.")
    if console % 2:
        _fail(f"--console takes an even number, as adb looks for emulators, not {console}.")

    def ready(ports: Ports) -> None:
        print(
            f"emulator-{ports.console} is ready: adb on 127.0.0.1:{ports.adb}, console on "
            f"{ports.console}, " + (f"gRPC on {ports.grpc}" if ports.grpc else "no gRPC"),
            flush=True,
        )

    try:
        options = ServeOptions(
            ports=Ports(console, console + 1, grpc),
            width=int(found[1]),
            height=int(found[2]),
            density_dpi=density,
            image=image,
            virtual_time=virtual_time,
            snapshots=snapshots,
            root=root,
            grpc_use_token=grpc_use_token,
        )
        if count == 1:
            serve(options, lambda: ready(options.ports))
        else:
            serve_many(options, count, ready)
    except AndroidGymError as error:
        _fail(str(error))


@phone_app.command("save")
def phone_save(
    out: Annotated[Path, typer.Argument(help="The file to write.")],
    grpc: Annotated[int, typer.Option(help="The phone's gRPC port.")] = 8554,
) -> None:
    """Writes the state of a phone that is served, for `phone serve --image`."""
    from android_gym.devices.emulator import save_image

    try:
        out.write_bytes(save_image(grpc))
    except (AndroidGymError, OSError) as error:
        _fail(str(error))
    print(f"wrote {out}")


DeviceName = Annotated[str, typer.Argument(metavar="NAME", help="E.g. emulator-5554.")]


@device_app.command("doctor")
def device_doctor(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="An emulator to look into.")
    ] = None,
    adb: Annotated[str | None, typer.Option(help="The adb binary.")] = None,
) -> None:
    """Says what is missing on this computer or on an emulator, and how to get it."""
    from android_gym.devices.doctor import examine, examine_device

    missing = False
    try:
        for finding in [*examine(adb), *(examine_device(name, adb) if name else ())]:
            missing |= finding.state == "missing"
            print(f"{finding.state:<8} {finding.what}: {finding.found}")
            if finding.remedy:
                print(f"         {finding.remedy}")
    except AndroidGymError as error:
        _fail(str(error))
    raise typer.Exit(1 if missing else 0)


@device_app.command("setup")
def device_setup(
    name: DeviceName = "emulator-5554",
    apks: Annotated[Path | None, typer.Option(help="Folder of APKs to install.")] = None,
    snapshot: Annotated[str, typer.Option(help="Name of the snapshot to take.")] = "android_gym",
    click_s: Annotated[float, typer.Option(min=0, help="How long to look for a button.")] = 10.0,
) -> None:
    """Prepares a fresh emulator: apps, permissions, first starts, a snapshot. Downloads nothing."""
    from android_gym.devices.emulator import EmulatorDevice
    from android_gym.devices.provision import provision

    try:
        device = EmulatorDevice(name, reset="none")
        try:
            problems = provision(device, apks, snapshot, print, click_s)
        finally:
            device.close()
    except AndroidGymError as error:
        _fail(str(error))
    for problem in problems:
        print(f"problem: {problem}")
    print(f'use it with device={{"kind": "emulator", "name": "{name}", "snapshot": "{snapshot}"}}')


@device_app.command("compare")
def device_compare(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A device, or a recording.")],
    against: Annotated[str, typer.Argument(help="Another device, or a recording.")] = "simulator",
    out: Annotated[Path, typer.Option(help="The report to write.")] = Path("compare.md"),
    keep: Annotated[
        Path | None, typer.Option(help="Where to keep the first device's recording, as JSON.")
    ] = None,
) -> None:
    """Writes how two devices differ, in every command and screen known. Exit code 1 if they do."""
    from android_gym.devices.compare import report, save

    try:
        first, second = (_recording(device) for device in (name, against))
    except AndroidGymError as error:
        _fail(str(error))
    if keep is not None:
        save(first, keep)
    text, count = report(first, second)
    out.write_text(text, encoding="utf-8")
    print(f"{count} commands and screens differ, see {out}")
    raise typer.Exit(1 if count else 0)


def _recording(name: str) -> Any:
    from android_gym.devices import make_device
    from android_gym.devices.compare import load, record

    if name.endswith(".json"):
        return load(Path(name))
    options = {"kind": "emulator", "name": name, "reset": "none"}
    device = make_device(options if name.startswith("emulator-") else name)
    try:
        return record(device, lambda line: typer.echo(line[:100], err=True))
    finally:
        device.close()


class _Environment:
    """An environment that is closed at the end; one that can't be made is said without a trace."""

    def __init__(self, env_id: str, **options: Any) -> None:
        import gymnasium as gym

        import android_gym  # noqa: F401  (registers the ids)

        try:
            self._env = gym.make(env_id, **options)
        except (gym.error.Error, AndroidGymError) as error:
            _fail(f"{error}\n`android-gym list` tells what there is.")

    def __enter__(self) -> gym.Env[Any, Any]:
        return self._env

    def __exit__(self, *_: object) -> None:
        self._env.close()


def _fail(message: str) -> NoReturn:
    typer.secho(message, err=True, fg=typer.colors.RED)
    raise typer.Exit(2)


if __name__ == "__main__":
    app()
