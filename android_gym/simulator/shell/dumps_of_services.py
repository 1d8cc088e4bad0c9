"""Dumps of services besides activities: accessibility, views of windows, and layers."""

from __future__ import annotations

from android_gym.simulator.shell.command import Invocation
from android_gym.simulator.shell.identities import DISPLAY_ID, identity, process_record
from android_gym.simulator.shell.process_table import process_table
from android_gym.simulator.ui.window import Window

__all__ = ["dump_accessibility", "dump_gfxinfo", "dump_services", "dump_surface_flinger"]

_GLES = (
    "Google (Google Inc. (Google)), Android Emulator OpenGL ES Translator (Google SwiftShader), "
    "OpenGL ES 3.0 (OpenGL ES 3.0 SwiftShader 4.0.0.1)"
)


def _accessibility_services(io: Invocation) -> list[str]:
    """Return the enabled accessibility services whose packages are installed."""
    text = io.system.settings.get("secure", "enabled_accessibility_services") or ""
    return [component for component in text.split(":") if "/" in component]


def dump_services(io: Invocation) -> None:
    """Write the running services: the current keyboard and accessibility services."""
    processes = io.system.activities.processes
    keyboard = io.system.input_methods.current
    found = [name for name in (keyboard, *_accessibility_services(io)) if name]
    io.out("ACTIVITY MANAGER SERVICES (dumpsys activity services)\n")
    if not found:
        io.out("  (nothing)\n")
        return
    io.out("  User 0 active services:\n")
    for component in found:
        package = component.partition("/")[0]
        pid = processes.get(package)
        process = "null" if pid is None else process_record(io, package, pid)
        io.out(
            f"  * ServiceRecord{{{identity('service', component)} u0 {component}}}\n"
            f"    intent={{cmp={component}}}\n    packageName={package}\n"
            f"    processName={package}\n    app={process}\n\n"
        )


def dump_accessibility(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``accessibility``: the enabled services, and the windows they see."""
    enabled = _accessibility_services(io)
    settings = io.system.settings
    touch = str(settings.get("secure", "touch_exploration_enabled") == "1").lower()
    bound = ", ".join(
        f"Service[label={component.partition('/')[0]}, feedbackType[FEEDBACK_GENERIC], "
        "capabilities=1, eventTypes=TYPES_ALL_MASK, notificationTimeout=0]"
        for component in enabled
    )
    listed = ",".join(f"{{{component}}}" for component in enabled)
    io.phone.windows.refresh()
    io.out(
        "ACCESSIBILITY MANAGER (dumpsys accessibility)\n\ncurrentUserId=0\nUser state[\n"
        f"     attributes:{{id=0, touchExplorationEnabled={touch}, "
        "serviceHandlesDoubleTap=false, requestMultiFingerGestures=false, "
        "requestTwoFingerPassthrough=false, displayMagnificationEnabled=false, "
        f"autoclickEnabled=false, nonInteractiveUiTimeout=0, interactiveUiTimeout=0, "
        f"installedServiceCount={len(enabled)}}}\n"
        "     shortcut key:{}\n     button:{}\n     button target:{null}\n"
        f"     Bound services:{{{bound}}}\n     Enabled services:{{{listed}}}\n"
        "     Binding services:{}\n     Crashed services:{}\n]\n"
    )
    active = io.phone.windows.top_focusable()
    for window in reversed(io.phone.windows.accessible_windows()):
        left, top, right, bottom = window.frame_on_screen
        kind = {"application": 1, "input_method": 2, "system": 3}[window.kind]
        focused = str(window is active).lower()
        io.out(
            f"AccessibilityWindowInfo[title={_title(io, window)}, displayId=0, id={window.id}, "
            f"type={kind}, layer={window.id}, bounds=Rect({left}, {top} - {right}, {bottom}), "
            f"focused={focused}, active={focused}]\n"
        )


def _title(io: Invocation, window: Window) -> str:
    """Return a window's name: for an activity, its component."""
    if isinstance(window.owner, int) and window.overlay is None:
        record = io.system.activities.record(window.owner)
        if record is not None:
            return record.component
    return window.title or window.package


def dump_gfxinfo(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``gfxinfo``: the views of each process. Frame times are not measured."""
    words = [word for word in args if not word.startswith("-")]
    elapsed = io.system.clock.elapsed_ms()
    packages = io.system.packages
    processes = {row[4]: row[0] for row in process_table(io) if packages.installed(row[4])}
    wanted = [name for name in sorted(processes) if not words or name in words]
    if words and not wanted:
        io.out(f"No process found for: {words[0]}\n")
        return
    io.out(f"Applications Graphics Acceleration Info:\nUptime: {elapsed} Realtime: {elapsed}\n\n")
    windows = io.phone.windows.windows()
    for package in wanted:
        own = [window for window in windows if window.package == package]
        counts = [sum(1 for _ in window.root.walk()) for window in own]
        io.out(
            f"** Graphics info for pid {processes[package]} [{package}] **\n\n"
            "Stats since: 0ns\nTotal frames rendered: 0\nJanky frames: 0 (0.00%)\n\n"
            "View hierarchy:\n\n"
        )
        for window, count in zip(own, counts, strict=True):
            io.out(
                f"  {_title(io, window)}/android.view.ViewRootImpl@"
                f"{identity('root', window.key)}\n  {count} views, 0.00 kB of render nodes\n\n"
            )
        io.out(f"Total ViewRootImpl   : {len(own)}\nTotal attached Views : {sum(counts)}\n\n")


def dump_surface_flinger(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``SurfaceFlinger``: display, renderer, and layers, lowest first."""
    windows = io.phone.windows.windows()
    display = f"Display {DISPLAY_ID} (HWC display 0)"
    if "--list" in args:
        for window in windows:
            io.out(f"{_title(io, window)}#{window.id}\n")
        return
    if "--display-id" in args:
        io.out(f'{display}: port=0 pnpId=GGL displayName="EMU_display_0"\n')
        return
    if "--latency" in args or "--latency-clear" in args:
        io.out("16666666\n" if "--latency" in args else "")  # ns per frame; no frames are measured
        return
    width, height = io.system.display.upright_size
    power = "ON" if io.system.display.on else "OFF"
    io.out(
        "Build configuration: [sf PRESENT_TIME_OFFSET=0 FORCE_HWC_FOR_RBG_TO_YUV=0]\n\n"
        f"Display identification data:\n{display}: port=0 pnpId=GGL "
        'displayName="EMU_display_0"\n\n'
        f"Visible layers (count = {len(windows)})\n"
    )
    for window in windows:
        left, top, right, bottom = window.frame_on_screen
        io.out(
            f"+ Layer ({_title(io, window)}#{window.id})\n"
            f"      layerStack=   0, z={window.id:9d}, pos=({left},{top}), "
            f"size=({right - left:4d},{bottom - top:4d})\n"
        )
    io.out(
        f"\n{display}\n   powerMode={power}, activeConfig=0\n"
        f"   {{id=0, hwcId=0, resolution={width}x{height}, vsyncRate=60.000000 Hz, "
        f"dpi={io.system.display.density_dpi:.2f}x{io.system.display.density_dpi:.2f}}}\n"
        f"\nRE GLES:\n  GLES: {_GLES}\n"
    )
