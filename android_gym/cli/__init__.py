"""The command ``android-gym``."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from android_gym import __version__
from android_gym.cli import aitw, mobile_bench, spa_bench, sweeps, tasks
from android_gym.cli.common import fail, told
from android_gym.errors import AndroidGymError

__all__ = ["app"]


class _App(typer.Typer):
    """The command ``android-gym``, with all its subcommands."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command; errors in writing help and version are reported like any command's.

        Goals and screens have any letters: those that the locale's encoding lacks are escaped.
        """
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")
        try:
            return told(super().__call__)(*args, **kwargs)
        except typer.Exit as exit_:  # no caller handles it
            raise SystemExit(exit_.exit_code) from None


app = _App(help="Gymnasium environments for Android.", no_args_is_help=True, add_completion=False)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"android-gym {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    pass


app.command("list")(tasks.list_ids)
for _command in (
    tasks.demo,
    tasks.play,
    tasks.gallery,
    sweeps.sweep,
    sweeps.report,
    sweeps.view,
    sweeps.judge,
):
    app.command()(_command)
app.command("mcp")(tasks.mcp)
app.command("openenv")(tasks.openenv)
app.command("export-checkpoint")(sweeps.export_checkpoint)

app.add_typer(aitw.app, name="aitw")
app.add_typer(spa_bench.app, name="spa-bench")
app.add_typer(mobile_bench.app, name="mobile-bench")

phone_app = typer.Typer(
    help="Serve the built-in phone to adb and other programs.", no_args_is_help=True
)
app.add_typer(phone_app, name="phone")

device_app = typer.Typer(help="Check, prepare and compare emulators.", no_args_is_help=True)
app.add_typer(device_app, name="device")


@phone_app.command("serve")
@told
def phone_serve(
    console: Annotated[
        int,
        typer.Option(help="Port of the telnet console, an even number; adb uses the next port."),
    ] = 5554,
    grpc: Annotated[
        int | None,
        typer.Option(
            help="Port of the emulator's gRPC service; by default 3000 above the console's, where "
            "clients look for it; 0 for none."
        ),
    ] = None,
    profile: Annotated[
        str,
        typer.Option(help="Device profile: pixel_6 with Android 13, or pixel_5 with Android 12."),
    ] = "pixel_6",
    size: Annotated[
        str | None,
        typer.Option(
            help="Size of the screen in pixels, such as 1080x2400; the profile's by default."
        ),
    ] = None,
    density: Annotated[
        int | None,
        typer.Option(
            help="Density of the screen in pixels per inch (dpi); the profile's by default."
        ),
    ] = None,
    image: Annotated[
        Path | None, typer.Option(help="Image to start from, written by `phone save`.")
    ] = None,
    virtual_time: Annotated[
        bool,
        typer.Option(
            "--virtual-time",
            help="Advance the phone's clock only by the time that commands take.",
        ),
    ] = False,
    count: Annotated[
        int, typer.Option(min=1, help="Number of phones; their ports increase in steps of two.")
    ] = 1,
    snapshots: Annotated[
        bool, typer.Option(help="Whether to offer the emulator's snapshots.")
    ] = True,
    root: Annotated[
        bool,
        typer.Option(
            help="Whether adbd can run as root, which it can't on images with Google Play."
        ),
    ] = True,
    grpc_use_token: Annotated[
        bool,
        typer.Option(
            "--grpc-use-token",
            help="Require the token in avd/running/pid_*.ini for gRPC calls.",
        ),
    ] = False,
) -> None:
    """Serve phones to adb and to the emulator's clients, on 127.0.0.1, until SIGTERM or Ctrl-C."""
    import re

    from android_gym.simulator.serve import Ports, ServeOptions, serve, serve_many

    found = None if size is None else re.fullmatch(r"(\d{1,6})x(\d{1,6})", size)
    if size is not None and found is None:
        fail(f"--size takes WIDTHxHEIGHT, such as 1080x2400, not {size!r}.")
    if console % 2:
        fail(f"--console takes an even number, as adb looks for emulators, not {console}.")

    def ready(ports: Ports) -> None:
        print(
            f"emulator-{ports.console} is ready: adb on 127.0.0.1:{ports.adb}, console on "
            f"{ports.console}, " + (f"gRPC on {ports.grpc}" if ports.grpc else "no gRPC"),
            flush=True,
        )

    try:
        options = ServeOptions(
            ports=Ports(console, console + 1, console + 3000 if grpc is None else grpc),
            profile=profile,
            width=None if found is None else int(found[1]),
            height=None if found is None else int(found[2]),
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
        fail(str(error))


@phone_app.command("save")
@told
def phone_save(
    out: Annotated[Path, typer.Argument(help="File to write the image to.")],
    grpc: Annotated[int, typer.Option(help="Port of the phone's gRPC service.")] = 8554,
) -> None:
    """Save the state of a served phone as an image for `phone serve --image`."""
    from android_gym.devices.emulator import save_image

    try:
        out.write_bytes(save_image(grpc))
    except (AndroidGymError, OSError) as error:
        fail(str(error))
    print(f"wrote {out}")


DeviceName = Annotated[
    str, typer.Argument(metavar="NAME", help="Name of the emulator, such as emulator-5554.")
]


@device_app.command("doctor")
@told
def device_doctor(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="Emulator to check too, such as emulator-5554."),
    ] = None,
    adb: Annotated[
        str | None, typer.Option(help="Path of the adb binary; searched for by default.")
    ] = None,
) -> None:
    """Report what is missing on this computer or on an emulator, and how to get it."""
    from android_gym.devices.doctor import examine, examine_device

    missing = False
    try:
        for finding in [*examine(adb), *(examine_device(name, adb) if name else ())]:
            missing |= finding.state == "missing"
            print(f"{finding.state:<8} {finding.what}: {finding.found}")
            if finding.remedy:
                print(f"         {finding.remedy}")
    except AndroidGymError as error:
        fail(str(error))
    raise typer.Exit(1 if missing else 0)


@device_app.command("setup")
@told
def device_setup(
    name: DeviceName = "emulator-5554",
    apks: Annotated[
        Path | None, typer.Option(help="Folder with APKs to install; none by default.")
    ] = None,
    snapshot: Annotated[str, typer.Option(help="Name of the snapshot to take.")] = "android_gym",
    click_s: Annotated[
        float, typer.Option(min=0, help="Seconds to wait for each button at an app's first start.")
    ] = 10.0,
) -> None:
    """Prepare a fresh emulator for tasks, and take a snapshot of it. Downloads nothing.

    It installs apps, grants permissions, and starts each app for the first time.
    """
    from android_gym.devices.emulator import EmulatorDevice
    from android_gym.devices.provision import provision

    try:
        device = EmulatorDevice(name, reset="none", lease=True)
        try:
            problems = provision(device, apks, snapshot, print, click_s)
        finally:
            device.close()
    except AndroidGymError as error:
        fail(str(error))
    for problem in problems:
        print(f"problem: {problem}")
    print(f'use it with device={{"kind": "emulator", "name": "{name}", "snapshot": "{snapshot}"}}')


@device_app.command("compare")
@told
def device_compare(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="Device, such as emulator-5554, or a recording that --keep wrote."
        ),
    ],
    against: Annotated[
        str, typer.Argument(help="Device or recording to compare it with.")
    ] = "simulator",
    out: Annotated[Path, typer.Option(help="File to write the report to, in Markdown.")] = Path(
        "compare.md"
    ),
    keep: Annotated[
        Path | None,
        typer.Option(help="JSON file to write a recording of the first device to."),
    ] = None,
) -> None:
    """Report how two devices differ in all known commands and screens.

    Exit code 1 if they differ.
    """
    from android_gym.devices.compare import load, report, save

    for file in (out, keep):  # known before recording, which takes minutes
        if file is not None and (file.is_dir() or not file.parent.is_dir()):
            fail(f"{str(file)!r} can't be written: choose a file in a folder that exists.")
    try:
        loaded = {each: load(Path(each)) for each in (name, against) if each.endswith(".json")}
        first, second = (
            loaded[device] if device in loaded else _recording(device) for device in (name, against)
        )
    except AndroidGymError as error:
        fail(str(error))
    if keep is not None:
        save(first, keep)
    text, count = report(first, second)
    out.write_text(text, encoding="utf-8")
    print(f"{count} commands and screens differ, see {out}")
    raise typer.Exit(1 if count else 0)


def _recording(name: str) -> Any:
    from android_gym.devices import make_device
    from android_gym.devices.compare import record

    options = {"kind": "emulator", "name": name, "reset": "none", "lease": True}
    device = make_device(options if name.startswith("emulator-") else name)
    try:
        return record(device, lambda line: typer.echo(line[:100], err=True))
    finally:
        device.close()
