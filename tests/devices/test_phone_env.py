"""The AndroidEnv over the built-in phone: steps, adb requests, states, logs and extras."""

import gc
import threading
import time

import numpy as np
import pytest
from android_env import environment
from android_env.components import action_type, errors
from android_env.proto import adb_pb2, state_pb2, task_pb2

from android_gym.devices.phone_env import load
from android_gym.errors import DeviceError
from android_gym.events import Touch

TOUCH, LIFT, REPEAT = action_type.ActionType.TOUCH, action_type.ActionType.LIFT, 2
OK = adb_pb2.AdbResponse.Status.OK


@pytest.fixture
def env():
    env = load()
    yield env
    env.close()


def act(kind=REPEAT, x=0.5, y=0.5):
    return {"action_type": np.array(kind), "touch_position": np.array([x, y], np.float32)}


def phone_of(env):
    return env._simulator.phone


# --- AndroidEnv, as DeepMind wrote it ------------------------------------------------------------


def test_two_fingers_of_android_env_zoom():
    env = load(num_fingers=2)
    try:
        phone = phone_of(env)
        env.reset()
        phone.shell("am start -n com.android.camera2/com.android.camera.CameraLauncher")

        def step(kind, left, right):
            env.step(
                {
                    "action_type": np.array(kind),
                    "touch_position": np.array([left, 0.4], np.float32),
                    "action_type_2": np.array(kind),
                    "touch_position_2": np.array([right, 0.4], np.float32),
                }
            )

        for grown in (0.0, 0.1, 0.2):
            step(TOUCH, 0.25 - grown, 0.75 + grown)
        step(LIFT, 0.05, 0.95)
        zoom = phone.system.activities.top.saved.zoom
        assert zoom == pytest.approx(0.9 / 0.7, rel=0.01)
        env.step(act(TOUCH) | {"action_type_2": np.array(LIFT), "touch_position_2": np.zeros(2)})
        assert phone.gestures.pointers == 1
    finally:
        env.close()


def test_the_android_env_is_unmodified(device):
    assert type(device.android_env) is environment.AndroidEnv


def test_raw_steps_show_painted_frames_of_the_phones_size(env):
    assert env.observation_spec()["pixels"].shape == (2400, 1080, 3)
    first = env.reset().observation["pixels"]
    assert first.shape == (2400, 1080, 3) and first.dtype == np.uint8
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 10
    phone_of(env).shell("am start -n com.android.settings/.Settings")
    second = env.step(act()).observation["pixels"]
    assert not np.array_equal(first, second)


def test_steps_of_the_device_paint_nothing(device, monkeypatch):
    def paint(*args):
        raise AssertionError("painted")

    monkeypatch.setattr(device.phone, "screenshot", paint)
    device.reset()
    device.perform([Touch(TOUCH, 0.5, 0.5), Touch(LIFT, 0.5, 0.5), Touch(REPEAT, 0.5, 0.5)])
    with pytest.raises(AssertionError, match="painted"):
        device.android_env.step(act())


def test_a_relaunched_phone_is_as_fresh_as_the_first(env):
    first = env.reset().observation["pixels"]
    phone_of(env).shell("settings put global wifi_on 7; echo x > /sdcard/x")
    env._coordinator._simulator_healthy = False
    np.testing.assert_array_equal(env.reset().observation["pixels"], first)
    assert phone_of(env).shell("cat /sdcard/x").exit_code == 1
    assert phone_of(env).shell("settings get global policy_control").stdout == b"null*\n"


def test_each_step_lasts_step_ms():
    env = load(step_ms=40)
    env.reset()
    clock = phone_of(env).system.clock
    for kind in (TOUCH, LIFT, REPEAT):
        before = clock.elapsed_ms()
        env.step(act(kind))
        assert clock.elapsed_ms() - before == 40
    env.close()


def test_the_orientation_is_found_and_does_not_have_to_be_asked_again(env, monkeypatch):
    assert env.reset().observation["orientation"].tolist() == [1, 0, 0, 0]
    monkeypatch.setattr(phone_of(env), "shell", None)
    assert env.step(act()).observation["orientation"].tolist() == [1, 0, 0, 0]


def test_a_forgotten_environment_is_collected():
    gc.collect()
    before = set(threading.enumerate())
    env = load()
    env.reset()
    (own,) = set(threading.enumerate()) - before
    del env
    gc.collect()
    assert not own.is_alive()


def test_key_events_press_keys():
    env = load(enable_key_events=True)
    env.reset()
    phone_of(env).shell("am start -n com.android.settings/.Settings")
    back = act(action_type.ActionType.KEYPRESS) | {"keycode": np.array([158 + 8])}
    pressed = []
    phone_of(env).press_key = pressed.append
    env.step(back)
    env.step(back | {"keycode": np.array([30 + 8])})
    env.step(back | {"keycode": np.array([60_000])})
    assert pressed == [4, 29]  # KEYCODE_BACK, KEYCODE_A
    env.close()


# --- adb requests --------------------------------------------------------------------------------

Request = adb_pb2.AdbRequest
Settings = Request.SettingsRequest
Packages = Request.PackageManagerRequest
SETTINGS = "com.android.settings"

REQUESTS = {
    "start_activity": Request(
        start_activity=Request.StartActivity(full_activity=f"{SETTINGS}/.Settings")
    ),
    "force_stop": Request(force_stop=Request.ForceStop(package_name=SETTINGS)),
    "tap": Request(tap=Request.Tap(x=5, y=6)),
    "home": Request(press_button=Request.PressButton(button=Request.PressButton.HOME)),
    "back": Request(press_button=Request.PressButton(button=Request.PressButton.BACK)),
    "enter": Request(press_button=Request.PressButton(button=Request.PressButton.ENTER)),
    "send_broadcast": Request(send_broadcast=Request.SendBroadcast(action="org.example.NOBODY")),
    "uninstall_package": Request(
        uninstall_package=Request.UninstallPackage(package_name="com.arduia.expense")
    ),
    "get_current_activity": Request(get_current_activity=Request.GetCurrentActivity()),
    "get_orientation": Request(get_orientation=Request.GetOrientationRequest()),
    "push": Request(push=Request.Push(path="/sdcard/Download/new/file", content=b"\0\xff")),
    "input_text": Request(input_text=Request.InputText(text="hello")),
    "settings put": Request(
        settings=Settings(name_space=Settings.GLOBAL, put=Settings.Put(key="k", value="v"))
    ),
    "settings get": Request(
        settings=Settings(name_space=Settings.GLOBAL, get=Settings.Get(key="k"))
    ),
    "settings list": Request(settings=Settings(name_space=Settings.GLOBAL, list=Settings.List())),
    "settings delete": Request(
        settings=Settings(name_space=Settings.GLOBAL, delete_key=Settings.Delete(key="k"))
    ),
    "settings reset": Request(
        settings=Settings(name_space=Settings.GLOBAL, reset=Settings.Reset(package_name=SETTINGS))
    ),
    "generic": Request(generic=Request.GenericRequest(args=["shell", "echo", "hello"])),
    "packages": Request(package_manager=Packages(list=Packages.List(packages={}))),
    "features": Request(package_manager=Packages(list=Packages.List(features={}))),
    "libraries": Request(package_manager=Packages(list=Packages.List(libraries={}))),
    "clear": Request(package_manager=Packages(clear=Packages.Clear(package_name=SETTINGS))),
    "dumpsys": Request(dumpsys=Request.DumpsysRequest(service="window")),
}


@pytest.mark.parametrize("name", REQUESTS)
def test_every_kind_of_adb_request_is_answered(env, name):
    response = env.execute_adb_call(REQUESTS[name])
    assert response.status == OK, response.error_message


def test_adb_requests_do_what_they_say(env):
    call = env.execute_adb_call
    call(REQUESTS["start_activity"])
    activity = call(REQUESTS["get_current_activity"]).get_current_activity.full_activity
    assert activity.startswith("com.android.settings/")
    call(Request(start_screen_pinning=Request.StartScreenPinning(full_activity=activity)))
    call(REQUESTS["home"])
    assert call(REQUESTS["get_current_activity"]).get_current_activity.full_activity != activity
    call(REQUESTS["settings put"])
    assert call(REQUESTS["settings get"]).settings.output == b"v\n"
    call(REQUESTS["settings delete"])
    assert call(REQUESTS["settings get"]).settings.output == b"null\n"
    call(REQUESTS["push"])
    path = "/sdcard/Download/new/file"
    assert call(Request(pull=Request.Pull(path=path))).pull.content == b"\0\xff"
    assert call(REQUESTS["generic"]).generic.output == b"hello\n"
    assert SETTINGS in call(REQUESTS["packages"]).package_manager.list.items


def test_permissions_are_granted_by_the_package_manager(env):
    request = Request(
        package_manager=Packages(
            grant=Packages.Grant(package_name=SETTINGS, permissions=["android.permission.NONE"])
        )
    )
    with pytest.raises(errors.AdbControllerError, match="has not requested|Unknown permission"):
        env.execute_adb_call(request)


def test_a_command_that_fails_raises_as_adb_does_and_harms_nothing(env):
    with pytest.raises(errors.AdbControllerError, match="inaccessible or not found"):
        env.execute_adb_call(Request(generic=Request.GenericRequest(args=["shell", "nope"])))
    with pytest.raises(errors.AdbControllerError, match="unknown command fly"):
        env.execute_adb_call(Request(generic=Request.GenericRequest(args=["fly"])))
    assert env.execute_adb_call(REQUESTS["generic"]).status == OK


def test_a_command_that_takes_too_long_times_out(env):
    request = Request(generic=Request.GenericRequest(args=["shell", "sleep", "5"]), timeout_sec=2.0)
    with pytest.raises(errors.AdbControllerError, match="timed out after 2.0 seconds"):
        env.execute_adb_call(request)


@pytest.mark.parametrize(
    "args, output",
    [
        (["devices"], b"List of devices attached\nsimulator\tdevice\n\n"),
        (["root"], b"adbd is already running as root\n"),
        (["get-state"], b"device\n"),
        (["wait-for-device"], b""),
        (["shell", "-T", "echo", "a   b"], b"a b\n"),
        (["shell", "echo 'a   b'"], b"a   b\n"),
        (["shell", "echo out; echo err >&2"], b"out\nerr\n"),
        (["exec-out", "echo hello; exit 3"], b"hello\n"),
        (["logcat", "-b", "all", "-c"], b""),
        (["logcat", "-d", "-s", "No such:*"], b""),
    ],
)
def test_adbs_own_commands(device, args, output):
    assert device.adb(*args) == output


def test_the_console_and_android_env_share_snapshots(device):
    device.console("avd snapshot save before")
    device.push("/sdcard/file", "x")
    request = state_pb2.LoadStateRequest(args={"snapshot_name": "before"})
    device.android_env.load_state(request)
    assert not device.exists("/sdcard/file")


def test_push_and_pull_of_folders(device, tmp_path):
    source = tmp_path / "pictures"
    (source / "inner").mkdir(parents=True)
    (source / "a.txt").write_bytes(b"A")
    (source / "inner" / "b.txt").write_bytes(b"B")
    assert b"2 files pushed" in device.adb("push", str(source), "/sdcard/Download")
    assert device.read_text("/sdcard/Download/pictures/inner/b.txt") == "B"
    assert b"2 files pulled" in device.adb("pull", "/sdcard/Download/pictures", str(tmp_path / "x"))
    assert (tmp_path / "x" / "inner" / "b.txt").read_bytes() == b"B"
    with pytest.raises(DeviceError, match="failed to stat remote object '/sdcard/gone'"):
        device.adb("pull", "/sdcard/gone", str(tmp_path / "y"))
    with pytest.raises(DeviceError, match="failed to copy"):
        device.adb("push", str(tmp_path / "nothing"), "/sdcard/nothing")


# --- state ---------------------------------------------------------------------------------------


def test_save_and_load_state(env):
    env.reset()
    shell = phone_of(env).shell
    save = state_pb2.SaveStateRequest(args={"snapshot_name": "before"})
    assert env.save_state(save).status == state_pb2.SaveStateResponse.Status.OK
    shell("echo new > /sdcard/file")
    request = state_pb2.LoadStateRequest(args={"snapshot_name": "before"})
    assert env.load_state(request).status == state_pb2.LoadStateResponse.Status.OK
    assert shell("cat /sdcard/file").exit_code == 1
    env.step(act())
    nameless = env.save_state(state_pb2.SaveStateRequest(args={"snapshot_name": "a/b"}))
    assert nameless.status == state_pb2.SaveStateResponse.Status.ERROR
    unknown = state_pb2.LoadStateRequest(args={"snapshot_name": "never"})
    assert env.load_state(unknown).status == state_pb2.LoadStateResponse.Status.NOT_FOUND


def test_loading_a_state_waits_for_nobody(env, monkeypatch):
    """A log stream that polls lets a wait run to its end each time."""
    expired, wait = [], threading.Condition.wait

    def watched(self, timeout=None):
        woken = wait(self, timeout)
        if not woken:
            expired.append(timeout)
        return woken

    env.save_state(state_pb2.SaveStateRequest())
    monkeypatch.setattr(threading.Condition, "wait", watched)
    monkeypatch.setattr(time, "sleep", expired.append)
    for _ in range(50):
        env.load_state(state_pb2.LoadStateRequest())
    assert expired == []


# --- logs and extras -----------------------------------------------------------------------------


def test_rewards_come_from_the_log_in_the_very_step():
    task = task_pb2.Task()
    task.log_parsing_config.filters.append("Game:I")
    task.log_parsing_config.log_regexps.reward.append(r"^reward: ([-0-9.]+)$")
    task.log_parsing_config.log_regexps.extra.append(r"^extra: (?P<name>\w+) ?(?P<extra>.*)$")
    env = load(task=task)
    env.reset()
    phone = phone_of(env)
    for i in range(20):
        phone.shell(f"log -p i -t Game 'reward: {i}.5'; log -p i -t Other 'reward: 1000'")
        phone.shell("log -p d -t Game 'reward: 2000'; log -p i -t Game 'extra: level [3]'")
        assert env.step(act()).reward == i + 0.5
        assert env.step(act()).reward == 0.0
    phone.shell("log -p i -t Game 'extra: level [4]'")
    env.step(act())
    np.testing.assert_array_equal(env.task_extras(latest_only=False)["level"], [[4]])
    env.close()


def test_the_forest_is_among_the_extras(env):
    env.reset()
    forest = env.task_extras()["accessibility_tree"]
    assert forest.windows and forest == phone_of(env).forest()
    assert env.task_extras(latest_only=False)["accessibility_tree"].shape == (1,)
