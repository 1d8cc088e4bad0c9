import gymnasium as gym
import numpy as np
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.accessibility import BoundingBox, UIElement
from android_gym.errors import DeviceError, OptionError
from android_gym.evaluation.aitw.annotations import annotate
from android_gym.evaluation.aitw.dataset import EpisodeReader, IndexedFile
from android_gym.evaluation.aitw.export import export
from android_gym.evaluation.aitw.recorder import RecordAndroidInTheWild, action_of
from android_gym.evaluation.aitw.records import Action
from android_gym.evaluation.aitw.traces import episode_of_trace
from android_gym.events import (
    Declare,
    Drag,
    ExpandPanel,
    Key,
    Launch,
    LongPress,
    Swipe,
    Tap,
    Text,
    Wait,
)
from android_gym.testing.demonstrations import play
from android_gym.wrappers import DualPointGestures
from android_gym.wrappers.dual_point_gestures import encode_dual_point

WIFI = "AndroidWorld/SystemWifiTurnOff-v0"
CHEAP = {"observation": "goal", "termination": "declared"}


def recorded(env_id, seed=1, **options):
    """An environment that records, after its demonstration, and its last info."""
    env = RecordAndroidInTheWild(gym.make(env_id, **CHEAP), **options)
    infos = []
    step = env.step
    env.step = lambda action: (result := step(action), infos.append(result[4]))[0]
    episode = play(env, seed)
    env.close()
    return episode, infos[-1]


def replayed(env_id, episode, seed=1):
    """Return the reward of the recorded actions, a second passing after each."""
    env = DualPointGestures(gym.make(env_id, max_steps=500, **CHEAP))
    env.reset(seed=seed)
    for step in episode.steps:
        own = step.action
        result = env.step(encode_dual_point(own.type, own.touch, own.lift, own.text))
        env.device.perform((Wait(1000),))
    env.close()
    assert result[2]
    return result[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    "env_id",
    [
        WIFI,
        "AndroidWorld/ExpenseAddSingle-v0",
        "AndroidWorld/ClockTimerEntry-v0",
        "AndroidWorld/SimpleSmsReply-v0",
        "AndroidWorld/RecipeAddMultipleRecipesFromMarkor2-v0",
        "AndroidWorld/SimpleCalendarAddRepeatingEvent-v0",
    ],
)
def test_recorded_actions_solve_the_task_again(env_id):
    episode, info = recorded(env_id)
    assert episode.reward == 1.0
    own = info["recorded"]
    assert own.goal == episode.goal and own.steps[-1].action.type == 10
    assert replayed(env_id, own) == 1.0
    assert replayed(env_id, own, seed=2) < 1.0 or "Wifi" in env_id


def test_steps_have_the_screen_before_them_and_what_is_on_it():
    _, info = recorded(WIFI, size=(108, 240))
    own = info["recorded"]
    assert own.steps[0].action == Action(6) and own.id.isdigit() and int(own.id) < 2**63
    assert (own.phone.device, own.phone.api_level) == ("sdk_gphone64_x86_64", 33)
    for step in own.steps:
        assert step.image.shape == (240, 108, 3) and not step.image.flags.writeable
        notes = step.annotations
        assert len(notes) and (notes.boxes >= 0).all()
        assert (notes.boxes[:, :2] + notes.boxes[:, 2:] <= 1.00001).all()
        assert all(kind == "TEXT" or (kind.startswith("ICON_") and not text)
                   for text, kind in zip(notes.texts, notes.types, strict=True))  # fmt: skip
    # The icon that was tapped is what opened the app.
    taps = [i for i, step in enumerate(own.steps) if step.action.is_tap]
    step, after = own.steps[taps[0]], own.steps[taps[0] + 1]
    y, x = step.action.touch
    boxes = step.annotations.boxes
    under = (boxes[:, 0] <= y) & (y <= boxes[:, 0] + boxes[:, 2])
    under &= (boxes[:, 1] <= x) & (x <= boxes[:, 1] + boxes[:, 3])
    assert "Settings" in [step.annotations.texts[i] for i in np.flatnonzero(under)]
    assert after.activity.startswith("com.android.settings/")
    assert not np.array_equal(step.image, after.image)


def test_the_same_episode_is_recorded_alike_and_once(tmp_path):
    names = {recorded(WIFI, seed, folder=str(tmp_path))[1]["recorded"].id for seed in (1, 1, 2)}
    assert len(names) == 2 == len(list(tmp_path.iterdir()))
    for path in tmp_path.iterdir():
        assert next(iter(EpisodeReader(path))).id in names


def test_what_the_data_set_has_no_action_for_is_done_and_not_recorded():
    env = RecordAndroidInTheWild(gym.make(WIFI, action_mode="gesture", **CHEAP))
    env.reset(seed=0)
    before = env.device.screenshot().copy()
    mode = env.get_wrapper_attr("action_mode")
    press = mode.encode(_decoded(LongPress(540, 1500)), env.device.size)
    env.step(press)
    assert not np.array_equal(env.device.screenshot(), before)  # the launcher's menu
    *_, terminated, _, info = env.step(mode.encode(_decoded(Declare()), env.device.size))
    assert terminated and "no action for LongPress" in info["not_recorded"]
    env.reset(seed=0)
    *_, info = env.step(mode.encode(_decoded(Declare()), env.device.size))
    assert info["not_recorded"] == "the task was not solved"
    env.close()


def _decoded(event):
    from android_gym.actions import Decoded

    return Decoded.of(event)


def test_traces_and_judges_have_the_actions_as_they_were_given():
    events = (Launch("settings"), Wait(1000), Key("KEYCODE_HOME"), Tap(540, 1000))
    trace, own = traced(*events)
    assert list(trace.events) == [*events, Declare()]
    assert len(own) > len(events)  # opening an app takes several steps
    assert "perform" not in vars(gym.make(WIFI).unwrapped.device)


def test_an_app_without_an_icon_is_opened_and_not_recorded():
    env = RecordAndroidInTheWild(gym.make(WIFI, **CHEAP), only_successful=False)
    env.reset(seed=0)
    *_, info = env.step(_decoded(Launch("com.android.nothing")))
    assert "action_error" in info  # as without the recorder
    *_, info = env.step(_decoded(Declare()))
    assert "no icon opens" in info["not_recorded"]
    env.close()


def test_unsolved_episodes_are_kept_where_wanted_and_waits_are_no_steps():
    env = RecordAndroidInTheWild(gym.make(WIFI, **CHEAP), only_successful=False)
    env.reset(seed=0)
    env.step(_decoded(Wait(1000)))
    env.step(_decoded(Key("KEYCODE_HOME")))
    *_, info = env.step(_decoded(Declare()))
    assert [step.action.name for step in info["recorded"].steps] == [
        "press_home",
        "status_task_complete",
    ]
    env.close()


def test_a_device_that_fails_ends_the_episode_and_the_recording(monkeypatch):
    env = RecordAndroidInTheWild(gym.make(WIFI, **CHEAP))
    env.reset(seed=0)

    def fail(*_):
        raise DeviceError("it died")

    monkeypatch.setattr(env.device, "screenshot", fail)
    monkeypatch.setattr(env.device, "perform", fail)
    *_, truncated, info = env.step(_decoded(Tap(1, 1)))
    assert truncated and info["not_recorded"] == "it died" == info["device_error"]
    env.close()


@pytest.mark.parametrize(
    ("event", "action"),
    [
        (Tap(540, 1200), Action(4, (1200.5 / 2400, 540.5 / 1080), (1200.5 / 2400, 540.5 / 1080))),
        (Swipe(540, 1800, 540, 600), Action(4, (1800.5 / 2400, 540.5 / 1080),
                                            (600.5 / 2400, 540.5 / 1080))),
        (Swipe(540, 1800, 540, 1750), None),  # would be read as a tap
        (Text("a b"), Action(3, text="a b")),
        (Key("BACK"), Action(5)),
        (Key(3), Action(6)),
        (Key("KEYCODE_ENTER"), Action(7)),
        (Key("KEYCODE_DEL"), None),
        (LongPress(1, 1), None),
        (Drag(1, 1, 900, 900), None),
        (ExpandPanel(), None),
        (Declare(), Action(10)),
        (Declare("infeasible"), Action(11)),
    ],
)  # fmt: skip
def test_events_and_their_actions(event, action):
    assert action_of(event, (1080, 2400)) == action


def element(description=None, resource=None, **fields):
    box = BoundingBox(*fields.pop("box", (10, 60, 10, 60)))
    return UIElement(content_description=description, resource_name=resource, bbox_pixels=box,
                     is_visible=True, **fields)  # fmt: skip


def test_annotations_are_what_shows():
    found = annotate(
        [
            element(text="b", box=(0, 100, 50, 60)),
            element(text="a", box=(-50, 50, -10, 30)),
            element("Add", is_clickable=True),
            element(is_clickable=True),
            element("Too large for an icon", box=(0, 100, 0, 90)),
            element(),
            element(text="off the screen", box=(200, 300, 0, 10)),
            UIElement(text="nowhere"),
            UIElement(text="hidden", bbox_pixels=BoundingBox(0, 9, 0, 9), is_visible=False),
            UIElement(hint_text="Name", bbox_pixels=BoundingBox(0, 9, 90, 99)),
        ],
        (200, 400),
    )
    assert found.texts == ("a", "", "", "b", "Name")
    assert found.types == ("TEXT", "ICON_PLUS", "ICON_UNSPECIFIED", "TEXT", "TEXT")
    assert found.boxes[0].tolist() == [0.0, 0.0, np.float32(0.075), 0.25]
    assert len(annotate([], (1, 1))) == 0


def test_an_export_is_a_folder_of_the_data_set(tmp_path):
    out = tmp_path / "out"
    told = []
    found = export(
        ["AndroidWorld/SystemWifiTurnOff-v0", "AndroidWorld/SystemCopyToClipboard-v0"],
        range(3), out, size=(54, 120), rewordings=(0, 1),
        on_episode=lambda env_id, seed, episode: told.append((env_id, seed, episode is None)),
    )  # fmt: skip
    assert found.episodes == 6 and len(told) == 12
    assert {one.id for one in found.left_out} == {"AndroidWorld/SystemCopyToClipboard-v0"}
    assert "LongPress" in found.left_out[0].why
    (path,) = found.files
    assert path.relative_to(out).as_posix() == "android_world/android_world-00000-of-00001"
    episodes = list(EpisodeReader(path))
    assert sum(map(len, episodes)) == found.steps and len(IndexedFile(path)) == 6
    assert {len({episode.goal for episode in episodes})} == {2}
    assert (out / "splits" / "standard.json").exists()
    assert set(found.no_splits) >= {"unseen_android_version", "unseen_domain"}
    env = gym.make("AITW/Replay-v0", records=str(out), observation_size=(54, 120))
    env.reset(seed=0)
    with pytest.raises(OptionError, match="is not empty"):
        export(WIFI, [0], out)


def test_the_same_export_gives_the_same_bytes(tmp_path):
    def files(name):
        export([WIFI, "AndroidWorld/SystemWifiTurnOn-v0"], [3, 4], tmp_path / name, size=(54, 120))
        root = tmp_path / name
        paths = sorted(path for path in root.rglob("*") if path.is_file())
        return {path.relative_to(root): path.read_bytes() for path in paths}

    first = files("first")
    assert first == files("second") and len(first) >= 3


def traced(*events, **options):
    """The trace of an episode in which these were done, and what was recorded of it."""
    env = gym.make(WIFI, **(CHEAP | {"trace": "pictures"} | options))
    env = RecordAndroidInTheWild(env, only_successful=False)
    env.reset(seed=0)
    for event in (*events, Declare()):
        *_, info = env.step(_decoded(event))
    env.close()
    return info["trace"], info["recorded"]


def test_a_trace_with_pictures_becomes_the_episode_that_was_recorded(tmp_path):
    from android_gym.trace import load_trace, save_trace

    events = (Swipe(540, 1900, 540, 500), Wait(1000), Key("BACK"), Tap(540, 1000))
    trace, other = traced(*events)
    save_trace(trace, tmp_path)
    own = episode_of_trace(load_trace(tmp_path))
    assert [step.action for step in own.steps] == [step.action for step in other.steps]
    assert [step.activity for step in own.steps] == [step.activity for step in other.steps]
    for a, b in zip(own.steps, other.steps, strict=True):
        assert a.annotations.texts == b.annotations.texts
        assert np.array_equal(a.annotations.boxes, b.annotations.boxes)
        assert a.image.shape == b.image.shape == (600, 270, 3)
        assert np.abs(a.image.astype(int) - b.image).mean() < 2  # scaled in another way


@pytest.mark.parametrize(
    ("event", "options", "why"),
    [
        (LongPress(540, 1500), {}, "no action for LongPress"),
        (Tap(540, 1500), {"trace": True}, "no picture before step 0"),
    ],
)
def test_traces_that_can_not_be_written_are_told(event, options, why):
    env = gym.make(WIFI, **(CHEAP | {"trace": "pictures"} | options))
    env.reset(seed=0)
    env.step(_decoded(event))
    *_, info = env.step(_decoded(Declare()))
    env.close()
    with pytest.raises(OptionError, match=why):
        episode_of_trace(info["trace"])


def test_a_step_that_did_several_things_is_told():
    from android_gym.actions import Decoded

    env = gym.make(WIFI, trace="pictures", **CHEAP)
    env.reset(seed=0)
    *_, info = env.step(Decoded((Tap(1, 1), Text("a")), declared=True))
    env.close()
    with pytest.raises(OptionError, match="did 3 things"):
        episode_of_trace(info["trace"])


def test_a_policy_that_raises_costs_its_episode_alone(tmp_path):
    class Fails:
        def reset(self, goal, seed):
            pass

        def act(self, observation, info):
            raise RuntimeError("no idea")

    found = export(WIFI, [0], tmp_path / "out", Fails)
    assert found.episodes == 0 and found.left_out[0].why == "RuntimeError: no idea"
