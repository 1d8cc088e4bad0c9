"""Dumps of the screen: windows, input, displays, power and input methods."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.shell.activity import configuration
from android_gym.simulator.shell.command import Invocation
from android_gym.simulator.shell.dumps_of_activities import record_line
from android_gym.simulator.shell.identities import DISPLAY_ID, identity, uid_of
from android_gym.simulator.system.orientation import ORIENTATION_NUMBERS

__all__ = [
    "dump_display",
    "dump_input",
    "dump_input_method",
    "dump_power",
    "dump_window",
]


def _focus(io: Invocation) -> tuple[str, str]:
    """Return the focused window and the focused app, as named by ``dumpsys window``."""
    tasks = io.system.activities.tasks
    app = record_line(tasks[0].top, tasks[0]) if tasks else "null"
    if not io.system.display.on:
        return "null", app
    window = io.phone.windows.top_focusable()
    if window is None:
        return "null", app
    if isinstance(window.owner, int):
        record = io.system.activities.record(window.owner)
        title = record.component if record is not None else window.title
    else:
        title = {"NotificationShade": "NotificationShade", "Keyguard": "NotificationShade"}.get(
            str(window.owner), window.title or str(window.owner)
        )
    return f"Window{{{identity('window', window.key)} u0 {title}}}", app


_WINDOW_PARTS: Final = frozenset(
    " a all animator constants d displays l lastanr p package-config policy s sessions starting t "
    "tokens trace visible w windows".split(" ")
)


def dump_window(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``window``."""
    words = [word for word in args if not word.startswith("-")]
    what = words[0] if words else ""
    if what not in _WINDOW_PARTS:
        io.out(f"Bad window command, or no windows match: {what}\nUse -h for help.\n")
        return
    display = io.system.display
    width, height = display.size
    physical_width, physical_height = display.physical_size
    focus, app = _focus(io)
    rotation = display.rotation * 90
    bar = _bar(width, height)
    if what in ("", "displays", "d", "all", "a"):
        override = display.override_size
        current = f"cur={width}x{height} app={width}x{height - bar}"
        wish = display.requested()
        base = f"base={override[0]}x{override[1]} {display.density_dpi}dpi " if override else ""
        io.out(
            "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n"
            "  Display: mDisplayId=0\n"
            f"    init={physical_width}x{physical_height} {display.physical_density_dpi}dpi {base}"
            f"{current} rng=1080x1017-2337x2274\n"
            "    deferred=false mLayoutNeeded=false mTouchExcludeRegion=SkRegion()\n\n"
            f"  mLayoutSeq=121\n  mCurrentFocus={focus}\n  mFocusedApp={app}\n\n"
            "  DisplayRotation\n"
            f"    mCurrentAppOrientation=SCREEN_ORIENTATION_{wish.upper()}\n"
            f"    mLastOrientation={ORIENTATION_NUMBERS[wish]}\n    mRotation={display.rotation} "
            "mDeferredRotationPauseCount=0\n"
            f"    mLandscapeRotation=ROTATION_90 mSeascapeRotation=ROTATION_270\n"
            f"    mPortraitRotation=ROTATION_0 mUpsideDownRotation=ROTATION_180\n"
            f"    mUserRotationMode=USER_ROTATION_"
            f"{'LOCKED' if display.rotation_locked else 'FREE'} "
            f"mUserRotation=ROTATION_{display.user_rotation * 90}\n"
            f"    mCurrentRotation=ROTATION_{rotation}\n"
        )
    if what in ("", "windows", "w", "visible", "all", "a"):
        io.out("WINDOW MANAGER WINDOWS (dumpsys window windows)\n")
        io.phone.windows.refresh()
        for number, window in enumerate(reversed(io.phone.windows.windows())):
            title = window.title
            if isinstance(window.owner, int):
                record = io.system.activities.record(window.owner)
                title = record.component if record is not None else title
            left, top, right, bottom = window.frame_on_screen
            io.out(
                f"  Window #{number} Window{{{identity('window', window.key)} u0 "
                f"{title or window.owner}}}:\n"
                f"    mDisplayId=0 rootTaskId=1 mSession=Session{{{identity(window.package)} "
                f"583:1000}}\n    mOwnerUid={uid_of(io, window.package)} showForAllUsers=false "
                f"package={window.package} appop=NONE\n"
                f"    mHasSurface=true isReadyForDisplay()=true mWindowRemovalAllowed=false\n"
                f"    Frames: parent=[0,0][{width},{height}] display=[0,0][{width},{height}] "
                f"frame=[{left},{top}][{right},{bottom}]\n"
            )
        io.out(
            f"\n  mGlobalConfiguration={configuration(io)}\n"
            f"  mHasPermanentDpad=false\n  mTopFocusedDisplayId=0\n"
            f"  mCurrentFocus={focus}\n  mFocusedApp={app}\n  mBlurEnabled=false\n"
            f"  mLastDisplayFreezeDuration=0 due to new-config\n  mSystemBooted=true "
            "mDisplayEnabled=true\n"
        )
    if what in ("", "policy", "p"):
        awake, keyguard = str(display.on).lower(), str(io.system.keyguard.showing).lower()
        io.out(
            "WINDOW MANAGER POLICY STATE (dumpsys window policy)\n"
            f"    mSafeMode=false mSystemReady=true mSystemBooted=true\n"
            f"    screenState=SCREEN_STATE_{'ON' if display.on else 'OFF'}\n"
            f"    interactiveState=INTERACTIVE_STATE_{'AWAKE' if display.on else 'SLEEP'}\n"
            f"    mAwake={awake} mScreenOnEarly={awake} mScreenOnFully={awake}\n"
            f"    isKeyguardShowing={keyguard}\n    mDreamingLockscreen={keyguard}\n"
            f"    KeyguardServiceDelegate\n      showing={keyguard}\n"
        )


def _viewport(io: Invocation) -> str:
    display = io.system.display
    width, height = display.size
    return (
        f"Viewport INTERNAL: displayId=0, uniqueId=local:{DISPLAY_ID}, port=0, "
        f"orientation={display.rotation}, logicalFrame=[0, 0, {width}, {height}], "
        f"physicalFrame=[0, 0, {width}, {height}], deviceSize=[{width}, {height}], isActive=[1]"
    )


def dump_input(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``input``."""
    display = io.system.display
    width, height = display.physical_size
    focus, _ = _focus(io)
    viewport = _viewport(io)
    title = focus.rpartition(" ")[2].rstrip("}")
    io.out(
        "INPUT MANAGER (dumpsys input)\n\n"
        "Input Manager State:\n  Interactive: true\n  System UI Lights Out: false\n"
        "  Pointer Speed: 0\n\n"
        "Event Hub State:\n  BuiltInKeyboardId: -1\n  Devices:\n"
        "    1: qwerty2\n      Classes: KEYBOARD | ALPHAKEY | DPAD\n      Path: /dev/input/event0\n"
        "    2: virtio_input_multi_touch_1\n      Classes: TOUCH | TOUCH_MT\n"
        "      Path: /dev/input/event2\n\n"
        "Input Reader State (Nums of device: 8):\n"
        "  Device 3: virtio_input_multi_touch_1\n    EventHub Devices: [ 2 ] \n"
        "    Generation: 24\n    IsExternal: false\n    AssociatedDisplayPort: 0\n"
        "    Sources: 0x00001102\n    KeyboardType: 0\n    ControllerNum: 0\n"
        "    Touch Input Mapper (mode - DIRECT):\n"
        "      Parameters:\n        GestureMode: multi-touch\n        DeviceType: touchScreen\n"
        "        AssociatedDisplay: hasAssociatedDisplay=true, isExternal=false, displayId=''\n"
        "        OrientationAware: true\n"
        f"      {viewport}\n"
        f"      DisplayWidth: {display.size[0]}px\n"
        f"      DisplayHeight: {display.size[1]}px\n"
        f"      PhysicalWidth: {width}px\n"
        f"      PhysicalHeight: {height}px\n"
        "      PhysicalLeft: 0\n"
        "      PhysicalTop: 0\n"
        f"      SurfaceOrientation: {display.rotation}\n"
        f"      InputDeviceOrientation: {display.rotation}\n"
        "  Configuration:\n"
        "    ExcludedDeviceNames: []\n"
        f"    {viewport}\n\n"
        "Input Dispatcher State:\n"
        "  DispatchEnabled: true\n  DispatchFrozen: false\n  InputFilterEnabled: false\n"
        "  FocusedDisplayId: 0\n"
        "  FocusedApplications:\n"
        f"    displayId=0, name='{_focus(io)[1]}', dispatchingTimeout=5000ms\n"
        "  FocusedWindows:\n"
        f"    displayId=0, name='{title}'\n"
        "  TouchStates: <no displays touched>\n"
    )


def _bar(width: int, height: int) -> int:
    """Return the height of the navigation bar, which is at the bottom of an upright screen."""
    return 63 if height >= width else 0


def dump_display(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``display``."""
    display = io.system.display
    width, height = display.size
    state = "ON" if display.on else "OFF"
    float_value = io.system.settings.get("system", "screen_brightness_float") or "0.4"
    io.out(
        "DISPLAY MANAGER (dumpsys display)\n  mSafeMode=false\n  mPendingTraversal=false\n"
        f"  mGlobalDisplayState={state}\n  mViewports=[DisplayViewport{{type=INTERNAL, valid=true, "
        f"isActive=true, displayId=0, uniqueId='local:{DISPLAY_ID}', physicalPort=0, "
        f"orientation={display.rotation}, logicalFrame=Rect(0, 0 - {width}, {height}), "
        f"physicalFrame=Rect(0, 0 - {width}, {height}), deviceWidth={width}, "
        f"deviceHeight={height}}}]\n"
        f'\nDisplay Devices: size=1\n  DisplayDeviceInfo{{"Built-in Screen": uniqueId="local:'
        f'{DISPLAY_ID}", {width} x {height}, density {display.density_dpi}}}\n'
        f"    mState={state}\n    mBrightnessState={float_value}\n"
        f"\nDisplay Power Controller:\n  mScreenState={state}\n  mActualBrightness={float_value}\n"
        f"  mScreenBrightness={display.brightness}\n"
        "\nLogical Displays: size=1\n  Display 0:\n    mDisplayId=0\n    mLayerStack=0\n"
        f"    mBaseDisplayInfo={_display_info(io, display.physical_size)}\n"
        f"    mOverrideDisplayInfo={_display_info(io, display.size, override=True)}\n"
    )


def _display_info(io: Invocation, size: tuple[int, int], *, override: bool = False) -> str:
    """Return the panel, or the display as apps see it, as Android's DisplayInfo describes it."""
    display = io.system.display
    (width, height), long, short = size, max(size), min(size)
    dpi = display.density_dpi if override else display.physical_density_dpi
    rotation, bar = (display.rotation, _bar(width, height)) if override else (0, 0)
    physical_width, physical_height = display.physical_size
    return (
        'DisplayInfo{"Built-in Screen", displayId 0, displayGroupId 0, FLAG_SECURE, FLAG_TRUSTED, '
        f"real {width} x {height}, largest app {long} x {long}, smallest app {short} x {short}, "
        f"mode 1, defaultMode 1, modes [{{id=1, width={physical_width}, height={physical_height}, "
        f"fps=60.0, alternativeRefreshRates=[]}}], rotation {rotation}, "
        f"state {'ON' if display.on else 'OFF'}, type INTERNAL, "
        f'uniqueId "local:{DISPLAY_ID}", app {width} x {height - bar}, density {dpi} '
        f"({dpi}.0 x {dpi}.0) dpi, layerStack 0}}"
    )


def dump_power(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``power``."""
    on = io.system.display.on
    battery = io.system.battery.state
    stay_on = io.system.settings.get("global", "stay_on_while_plugged_in") or "0"
    io.out(
        "POWER MANAGER (dumpsys power)\n\nPower Manager State:\n  mDirty=0x0\n"
        f"  mWakefulness={'Awake' if on else 'Asleep'}\n  mWakefulnessChanging=false\n"
        f"  mIsPowered={str(battery.ac or battery.usb or battery.wireless).lower()}\n"
        f"  mBatteryLevel={battery.level}\n  mStayOn={str(stay_on != '0').lower()}\n"
        f"  mBootCompleted=true\n  mSystemReady=true\n  mHoldingDisplaySuspendBlocker="
        f"{str(on).lower()}\n  mLastWakeTime={io.system.clock.elapsed_ms()}\n"
        "\nWake Locks: size=0\n"
        f"\nDisplay Power: state={'ON' if on else 'OFF'}\n"
    )


def dump_input_method(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``input_method``."""
    io.phone.windows.refresh()
    shown = io.phone.windows.keyboard_shown
    editor = io.phone.windows.input_method.editor()
    flag = str(shown).lower()
    client = io.system.activities.top
    uid = 0 if client is None else uid_of(io, client.package)
    pid = 0 if client is None else io.system.activities.processes.get(client.package, 0)
    methods = io.system.input_methods
    listed = "".join(
        f"  InputMethod #{number}:\n    mId={name} mSettingsActivityName=null mIsVrOnly=false\n"
        for number, name in enumerate(methods.installed)
    )
    io.out(
        "Current Input Method Manager state:\n  Input Methods: mMethodMapUpdateCount=2\n"
        f"{listed}  Clients:\n  mCurMethodId={methods.current}\n"
        f"  mCurClient=ClientState{{{identity('client', client and client.token)} uid={uid} "
        f"pid={pid} displayId=0}} mCurSeq=1\n"
        "  mCurFocusedWindow=android.os.BinderProxy@"
        f"{identity('focus', client and client.token)}\n"
        f"  mShowRequested={flag} mShowExplicitlyRequested={flag} mShowForced=false "
        f"mInputShown={flag}\n"
        f"  mInFullscreenMode=false\n  mSystemReady=true mInteractive=true\n"
        "\nCurrent input method:\n"
        f"  mServedView={'EditText' if editor is not None else 'null'}\n"
        f"  mInputStarted={str(editor is not None).lower()}\n"
        f"  mIsInputViewShown={flag}\n"
    )
