import gymnasium as gym
import numpy as np
import pytest

from android_gym.actions import Decoded
from android_gym.errors import ActionError, OptionError
from android_gym.events import Key, Launch, LongPress, Swipe, Tap, Text, Wait
from android_gym.wrappers import (
    Curriculum,
    DualPointGestures,
    ElementActions,
    FlattenForTraining,
    Stabilize,
)

EXPENSE = "AndroidWorld/ExpenseAddSingle-v0"
SMS = "AndroidWorld/SimpleSmsSend-v0"


@pytest.mark.parametrize("space", ["discrete", "multi_discrete"])
def test_stands_gymnasiums_checks(make, check, space):
    check(ElementActions(make(), space=space))
    check(FlattenForTraining(ElementActions(Stabilize(make(observation=("pixels", "goal"))))))


def index(env, meaning):
    return env.meanings.index(meaning)


def tap(env, *texts):
    """Tap the element with one of these texts."""
    for i, element in enumerate(env.device.ui_elements()):
        if {element.text, element.content_description, element.hint_text} & set(texts):
            return env.step(index(env, f"tap element {i}"))
    raise AssertionError(f"{texts} not in {env.device.ui_elements()}")


@pytest.mark.parametrize("space", ["discrete", "multi_discrete"])
@pytest.mark.parametrize("env_id", [EXPENSE, SMS])
def test_what_masks_allow_can_be_done(make, space, env_id):
    env = ElementActions(make(env_id, observation="goal", max_steps=1000), space=space)
    env.reset(seed=0)
    env.action_space.seed(0)
    done = env.verbs.index("done")
    for _ in range(120):
        mask = env.action_masks()
        if space == "discrete":
            assert env.action_space.contains(env.action_space.sample(mask.astype(np.int8)))
            action = env.action_space.sample(mask.astype(np.int8))
            if action == index(env, "done"):
                continue
        else:
            verbs, elements = mask[: len(env.verbs)], mask[len(env.verbs) :]
            assert len(elements) == 40
            action = env.action_space.sample((verbs.astype(np.int8), elements.astype(np.int8)))
            if action[0] == done or action[0] < 6:
                continue  # a pair need not go together
        _, _, terminated, truncated, info = env.step(action)
        assert "action_error" not in info and "device_error" not in info
        if terminated or truncated:
            env.reset()


def test_wifi_is_turned_off_by_elements(make):
    env = ElementActions(make())
    _, info = env.reset(seed=0)
    assert info["candidates"] == [""] * 16
    env.step(index(env, "open settings"))
    tap(env, "Network & internet")
    tap(env, "Internet")
    _, reward, terminated, _, _ = tap(env, "Wi\u2011Fi")
    assert (reward, terminated) == (1.0, True)


def test_typing_is_for_a_focused_field_with_candidates_of_the_goal(make):
    env = ElementActions(Stabilize(make(EXPENSE, max_steps=100), polls=15), candidates=8)
    observation, info = env.reset(seed=1)
    assert set(info["candidates"]) >= {"Library Card", "410.6", "Agreed by phone"}
    assert observation["candidates"].shape == (8, 64)
    number = info["candidates"].index("Library Card")
    typing = index(env, f"type candidate {number}")
    assert not env.action_masks()[typing]
    assert "can't be done now" in env.step(typing)[4]["action_error"]
    env.step(index(env, "open pro expense"))
    names = [e.resource_name or "" for e in env.device.ui_elements()]
    add = next(i for i, name in enumerate(names) if name.endswith("fb_main_add"))
    env.step(index(env, f"tap element {add}"))
    field = next(i for i, e in enumerate(env.device.ui_elements()) if e.is_editable)
    env.step(index(env, f"tap element {field}"))
    assert env.action_masks()[typing] and env.action_masks()[index(env, "clear")]
    env.step(typing)
    assert env.device.ui_elements()[field].text == "Library Card"
    env.step(index(env, "clear"))
    assert env.device.ui_elements()[field].text != "Library Card"


def test_candidates_are_in_another_order_every_episode(make):
    env = ElementActions(make(EXPENSE))
    first = env.reset(seed=3)[1]
    orders = [first["candidates"]]
    for _ in range(4):
        orders.append(env.reset(options={"params": first["params"]})[1]["candidates"])
    assert len({tuple(order) for order in orders}) > 1
    assert len({tuple(sorted(order)) for order in orders}) == 1
    assert env.reset(seed=3)[1]["candidates"] == orders[0]


@pytest.mark.parametrize("verb, shows", [("shade", "Bluetooth"), ("quick settings", "Auto-rotate")])
def test_opens_the_shade(make, verb, shows):
    env = ElementActions(make())
    env.reset(seed=0)
    env.step(index(env, f"open {verb}"))
    texts = {e.text or e.content_description for e in env.device.ui_elements()}
    assert any(shows in (text or "") for text in texts)


def test_scrolling_brings_more_into_view(make):
    env = ElementActions(make())
    env.reset(seed=0)
    env.step(index(env, "open settings"))
    before = {e.text for e in env.device.ui_elements()}
    scrollable = next(i for i, e in enumerate(env.device.ui_elements()) if e.is_scrollable)
    env.step(index(env, f"scroll down element {scrollable}"))
    down = {e.text for e in env.device.ui_elements()}
    assert down - before
    back = next(i for i, e in enumerate(env.device.ui_elements()) if e.is_scrollable)
    env.step(index(env, f"scroll up element {back}"))
    assert {e.text for e in env.device.ui_elements()} & (before - down)


def test_apps_that_are_not_installed_are_masked_out(make):
    env = ElementActions(make(), apps=["settings", "chrome"])
    env.reset(seed=0)
    mask = env.action_masks()
    assert mask[index(env, "open settings")] and mask[index(env, "done")]
    assert mask[index(env, "open chrome")] == ("com.android.chrome" in _packages(env))


def _packages(env):
    return env.device.shell("pm list packages")


def test_wrong_arguments_are_told(make):
    with pytest.raises(OptionError, match="wraps environments of android_gym, got <TimeLimit"):
        ElementActions(gym.make("CartPole-v1"))
    with pytest.raises(OptionError, match="space"):
        ElementActions(make(), space="box")
    with pytest.raises(OptionError, match="apps"):
        ElementActions(make(), apps=["no such app"])
    env = ElementActions(make())
    env.reset(seed=0)
    with pytest.raises(ActionError, match="space"):
        env.step(100_000)


def test_a_slider_goes_all_the_way_to_its_ends(make):
    env = ElementActions(make("AndroidWorld/SystemBrightnessMax-v0", termination="declared"))
    env.reset(seed=0)
    env.step(index(env, "open quick settings"))
    elements = env.device.ui_elements()
    slider = next(i for i, e in enumerate(elements) if "SeekBar" in (e.class_name or ""))
    mask = env.action_masks()
    assert not mask[index(env, f"scroll up element {slider}")]
    assert not mask[index(env, f"scroll down element {slider}")]
    for verb, level in (("right", "255"), ("left", "1")):
        scroll = index(env, f"scroll {verb} element {slider}")
        assert mask[scroll]
        env.step(scroll)
        assert env.device.get_setting("system", "screen_brightness") == level
    center = elements[slider].bbox_pixels.center
    swipe = Decoded((Swipe(*map(int, center), 1079, int(center[1])),))
    assert env.meanings[env.encode(swipe)] == f"scroll right element {slider}"


@pytest.mark.parametrize("space", ["discrete", "multi_discrete"])
def test_gestures_become_the_nearest_actions(make, space):
    env = ElementActions(Stabilize(make(EXPENSE)), space=space)
    env.reset(seed=1)

    def does(decoded):
        action = env.encode(decoded)
        assert env.action_space.contains(action)
        number = env._decode(action)
        assert number.error is None
        return number

    assert does(Decoded(declared=True)).declared
    assert does(Decoded((Key("KEYCODE_BACK"),))) == Decoded((Key("KEYCODE_BACK"),))
    assert does(Decoded((Launch("Pro Expense"),))) == Decoded((Launch("pro expense"),))
    for element in env.device.ui_elements():
        x, y = element.bbox_pixels.center
        if element.is_clickable:
            event = does(Decoded((Tap(int(x), int(y)),))).events[0]
            assert isinstance(event, Tap) and abs(event.x - x) <= 1 and abs(event.y - y) <= 1
    env.step(env.encode(Decoded((Launch("settings"),))))
    event = does(Decoded((Swipe(500, 1500, 510, 900),))).events[0]
    assert isinstance(event, Swipe) and event.to_y < event.y and event.to_x == event.x
    assert isinstance(does(Decoded((LongPress(500, 1500),))).events[0], LongPress)


@pytest.mark.parametrize(
    "decoded",
    [
        Decoded((Text("Library Card"),)),  # there is no keyboard
        Decoded((Text("not in the goal"),)),
        Decoded((Launch("chrome"),)),
        Decoded((Wait(1000),)),
        Decoded((Tap(5000, 5000),)),
        Decoded(),
        Decoded(declared=True, answer="42"),
    ],
)
def test_what_has_no_action_is_told(make, decoded):
    env = ElementActions(make(EXPENSE), apps=["settings"])
    env.reset(seed=1)
    with pytest.raises(ActionError, match="now means"):
        env.encode(decoded)


def test_without_done_only_success_ends_an_episode(make):
    whole, without = ElementActions(make()), ElementActions(make(), declare=False)
    assert whole.meanings[:-1] == without.meanings and whole.meanings[-1] == "done"
    assert without.action_space.n == whole.action_space.n - 1
    masks = []
    for env in (whole, without):
        env.reset(seed=0)
        masks.append(env.action_masks())
    assert masks[0][-1] and masks[0][:-1].tolist() == masks[1].tolist()
    with pytest.raises(ActionError):
        without.encode(Decoded(declared=True))
    settings = without.encode(Decoded((Launch("Settings"),)))
    assert without.meanings[settings] == "open settings"


@pytest.mark.parametrize("outer", [ElementActions, DualPointGestures, Curriculum])
@pytest.mark.parametrize("inner", [ElementActions, DualPointGestures])
def test_nothing_that_acts_by_the_environments_actions_goes_around(make, inner, outer):
    with pytest.raises(OptionError, match=f"Wrap the environment in {outer.__name__} first"):
        outer(inner(make()))
