"""Commands for tasks and phones: list, demo, play, gallery, mcp and openenv."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from android_gym.cli.common import fail, json_or_name, told
from android_gym.cli.options import DeviceOption, Modules
from android_gym.cli.tables import print_table

if TYPE_CHECKING:
    import gymnasium as gym

    from android_gym.actions import Decoded

__all__ = ["demo", "gallery", "list_ids", "mcp", "openenv", "play"]

_RECORDED = (405, 900)
"""(width, height) in pixels of the pictures that `demo` writes."""

EnvId = Annotated[
    str,
    typer.Argument(
        metavar="ID", help="Id of the environment, such as AndroidWorld/SystemWifiTurnOff-v0."
    ),
]


@told
def list_ids(
    suite: Annotated[
        str | None, typer.Option(help="List only the ids of this suite, such as AndroidWorld.")
    ] = None,
    modules: Modules = None,
) -> None:
    """List the ids of environments, with goal, difficulty and maximum number of steps."""
    from rich.table import Table

    from android_gym.evaluation.ids import import_module
    from android_gym.task_suite.suite import suites, tasks

    for module in modules or []:
        import_module(module)
    if suite is not None and suite not in suites():
        fail(
            f"No suite is called {suite!r}; there are {', '.join(sorted(suites()))}. If it is in a "
            "module of yours, name that: --module my_module."
        )
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
    print_table(table)


@told
def demo(
    env_id: EnvId,
    seed: Annotated[
        int, typer.Option(min=0, help="Seed of the episode; the same seed gives the same episode.")
    ] = 0,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder to write demo.gif and demo.png to; no files by default."),
    ] = None,
    device: DeviceOption = "simulator",
) -> None:
    """Play a task's demonstration.

    Exit code 0 if its reward is 1.0, else 1.
    """
    from android_gym.evaluation.narration import describe, finger_paths
    from android_gym.evaluation.recording import Recording, outline
    from android_gym.testing.demonstrations import play as play_demonstration

    if out is not None:
        out.mkdir(parents=True, exist_ok=True)  # before there is a result to lose
    recording = Recording()
    with _made(env_id, device, action_mode="gesture", termination="declared") as env:
        phone = env.get_wrapper_attr("device")

        def tell(decoded: Decoded) -> None:
            if decoded.declared:
                print("declare the task done" if decoded.answer is None else decoded.answer)
            for event in decoded.events:
                print(describe(event, phone.ui_elements()))
                width, height = phone.size
                paths = [[(x / width, y / height) for x, y in path] for path in finger_paths(event)]
                pixels = phone.screenshot(_RECORDED)
                recording.add(pixels)
                if paths:
                    recording.add(pixels, *paths)

        episode = play_demonstration(env, seed, on_goal=print, on_action=tell)
        pixels, elements = phone.screenshot(_RECORDED), phone.ui_elements()
        width, height = phone.size
    steps = len(episode.actions)
    rate = steps / episode.seconds
    print(f"reward {episode.reward:g} after {steps} steps, {rate:,.0f} steps/s")
    if out is not None:
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


@told
def play(
    env_id: EnvId,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Seed of the first episode; random by default.")
    ] = None,
    width: Annotated[
        int, typer.Option(min=100, max=2160, help="Width of the phone's screen in pixels.")
    ] = 405,
    device: DeviceOption = "simulator",
) -> None:
    """Open a window to play a task's episodes with mouse and keyboard."""
    from android_gym.play import Window

    with _made(env_id, device, action_mode="touch", step_ms=40, max_steps=10**6) as env:
        Window(env, width, seed).run()


@told
def gallery(
    out: Annotated[Path, typer.Option(help="Folder to write the pictures to.")] = Path("gallery"),
    page: Annotated[
        list[str] | None, typer.Option(help="Page to draw; repeatable; all pages by default.")
    ] = None,
    width: Annotated[
        int, typer.Option(min=108, max=2160, help="Width of the pictures in pixels.")
    ] = 540,
) -> None:
    """Draw every widget of the built-in phone, in the light and the dark theme."""
    from android_gym.simulator.ui.gallery import PAGES, render

    unknown = sorted(set(page or ()) - PAGES.keys())
    if unknown:
        fail(f"There is no page {unknown[0]!r}; there are {', '.join(PAGES)}.")
    files = render(out, tuple(page or ()), width)
    print(f"wrote {len(files)} pictures to {out}")


def _one_id(env_id: str) -> str:
    """Return the id that matches a name or a pattern, if it is only one."""
    from android_gym.evaluation import find_ids

    found = find_ids(env_id)
    if len(found) > 1:
        fail(f"{env_id!r} matches {len(found)} ids, such as {found[0]} and {found[1]}: give one.")
    return found[0]


@contextmanager
def _made(env_id: str, device: str, **options: Any) -> Iterator[gym.Env[Any, Any]]:
    """Make an environment, and close it in the end."""
    import gymnasium as gym

    env = gym.make(_one_id(env_id), device=json_or_name("--device", device), **options)
    try:
        yield env
    finally:
        env.close()


@told
def mcp(
    task: Annotated[
        str | None,
        typer.Option(
            help="Id of an environment, to serve one of its episodes; by default, only the phone."
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the episode.")] = None,
    device: DeviceOption = "simulator",
    shell: Annotated[
        bool, typer.Option("--shell", help="Also offer a tool that runs shell commands.")
    ] = False,
) -> None:
    """Serve a phone's tools over the Model Context Protocol, on standard input and output."""
    from android_gym.adapters.mcp import serve_tools
    from android_gym.adapters.tools import EpisodeTools, PhoneTools
    from android_gym.devices import make_device

    chosen = json_or_name("--device", device)
    if task is not None:
        task = _one_id(task)
        episode = EpisodeTools(device=chosen)
        try:
            episode._begin(task, seed)
            serve_tools(episode, shell).run()
        finally:
            episode._close()
        return
    if seed is not None:
        fail("--seed needs --task: it is the seed of an episode.")
    phone = make_device(chosen)
    try:
        serve_tools(PhoneTools(phone), shell).run()
    finally:
        phone.close()


@told
def openenv(
    port: Annotated[
        int,
        typer.Option(
            min=1, max=65535, help="Port to listen on, on 127.0.0.1: only for this computer."
        ),
    ] = 8000,
    sessions: Annotated[
        int,
        typer.Option(
            min=1, max=1024, help="Maximum number of concurrent sessions, each with its own phone."
        ),
    ] = 8,
    pictures: Annotated[
        bool, typer.Option("--pictures", help="Send a picture of the screen with each observation.")
    ] = False,
    device: DeviceOption = "simulator",
) -> None:
    """Serve episodes over OpenEnv's protocol."""
    from android_gym.adapters.loopback import LoopbackOnly
    from android_gym.adapters.openenv import make_app

    chosen = json_or_name("--device", device)
    serve = make_app(pictures, sessions, device=chosen)
    import uvicorn  # installed with openenv

    uvicorn.run(LoopbackOnly(serve), host="127.0.0.1", port=port, log_level="warning")
