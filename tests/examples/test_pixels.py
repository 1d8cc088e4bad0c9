"""Demonstrations on the grid, and what DQN and PPO learn from them."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from android_gym.errors import DemonstrationError
from android_gym.events import Declare, Key, Launch, Swipe, Tap

torch = pytest.importorskip("torch")
pytest.importorskip("stable_baselines3")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture(scope="module")
def pixels() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(EXAMPLES))
        yield importlib.import_module("pixels")
        for name in ("common", "explore", "pixels"):
            sys.modules.pop(name, None)


def test_demonstrations_solve_the_task_through_the_agents_actions(pixels: ModuleType) -> None:
    steps = pixels.record("SystemWifiTurnOff", 2, seed=0, n_steps=3, gamma=0.5)
    env = pixels.pixel_env("SystemWifiTurnOff")
    meanings = env.get_wrapper_attr("action_mode").meanings
    env.close()
    named = [meanings[int(action)] for action in steps.actions]
    assert named[0] == "open Settings" and named.count("declare") == 2
    assert steps.seen.shape[1:] == (2, 160, 72) and steps.seen.dtype == torch.uint8
    ends = [index for index, name in enumerate(named) if name == "declare"]
    # The reward of the last step is seen from three steps away, and there is nothing after it.
    for end in ends:
        assert steps.returns[end - 3 : end + 1].tolist() == [0.0, 0.25, 0.5, 1.0]
        assert steps.discounts[end - 3 : end + 1].tolist() == [0.125, 0.0, 0.0, 0.0]


def test_events_are_named_as_the_discrete_mode_names_them(pixels: ModuleType) -> None:
    size = (1080, 2400)
    told = [Declare(), Launch("Settings"), Tap(1079, 2399), Tap(0, 0), Key("KEYCODE_BACK")]
    assert [pixels._meaning(event, size) for event in told] == [
        "declare",
        "open Settings",
        f"tap row {pixels.ROWS - 1} column {pixels.COLUMNS - 1}",
        "tap row 0 column 0",
        "press back",
    ]
    with pytest.raises(DemonstrationError, match="Swipe"):
        pixels._meaning(Swipe(1, 2, 3, 4), size)


def test_frames_are_shifted_with_their_edges_repeated(pixels: ModuleType) -> None:
    frame = torch.arange(6).reshape(1, 2, 3)
    assert pixels._shifted(frame, (1, -1)).tolist() == [[[1, 2, 2], [1, 2, 2]]]
    assert torch.equal(pixels._shifted(frame, (0, 0)), frame)


def test_drawn_steps_belong_together(pixels: ModuleType) -> None:
    count = 7
    numbers = torch.arange(count)
    frames = numbers.to(torch.uint8)[:, None, None, None].expand(count, 1, 4, 4)
    steps = pixels.Steps(frames, numbers, numbers.float(), frames, numbers / 10)
    drawn = steps.draw(50, np.random.default_rng(0))
    assert len(set(drawn.actions.tolist())) == count
    assert torch.equal(drawn.seen[:, 0, 0, 0].long(), drawn.actions)
    assert torch.equal(drawn.later[:, 0, 3, 3].long(), drawn.actions)
    assert torch.equal(drawn.returns, drawn.actions.float())
    assert torch.equal(drawn.discounts, drawn.actions / 10)


def test_what_is_cloned_is_moved_by_rows_with_its_taps(pixels: ModuleType) -> None:
    rows, columns = pixels.ROWS, pixels.COLUMNS
    actions = torch.tensor([0, 5 * columns + 3, rows * columns - 1, rows * columns + 1])
    # The row of each tap is bright, and one of the frame without a tap.
    seen = torch.zeros(4, 1, rows * 8, columns * 9, dtype=torch.uint8)
    for index, action in enumerate(actions.tolist()):
        row = action // columns if action < rows * columns else 10
        seen[index, :, 8 * row : 8 * row + 8] = 200 + index
    nothing = torch.zeros(4)
    steps = pixels.Steps(seen, actions, nothing, seen, nothing)
    drawn = steps.draw(400, np.random.default_rng(0), rows=2)
    taken: dict[int, set[int]] = {}
    for frame, later, action in zip(drawn.seen, drawn.later, drawn.actions.tolist(), strict=True):
        kind = int(frame.max()) - 200
        if action < rows * columns:
            centre = frame[0, 8 * (action // columns) + 4]
            assert bool((centre == 200 + kind).all())
            assert action % columns == int(actions[kind]) % columns
        else:
            assert action == int(actions[kind])
        assert torch.equal(frame, later)
        taken.setdefault(kind, set()).add(action // columns)
    assert taken == {0: {0, 1, 2}, 1: {3, 4, 5, 6, 7}, 2: {17, 18, 19}, 3: {rows}}


def test_a_margin_is_asked_of_demonstrated_actions_only(pixels: ModuleType) -> None:
    values = torch.tensor([[1.0, 0.5, 0.0], [0.0, 0.5, 0.45]])
    loss = pixels.margin_loss
    assert float(loss(values[:1], torch.tensor([0]), 0.2)) == 0.0
    assert float(loss(values[1:], torch.tensor([1]), 0.2)) == pytest.approx(0.15)
    assert float(loss(values, torch.tensor([2, 1]), 0.2)) == pytest.approx((1.2 + 0.15) / 2)


def test_cells_of_the_network_are_those_of_the_grid(pixels: ModuleType) -> None:
    from gymnasium import spaces

    torch.manual_seed(0)
    features = pixels.CellFeatures(spaces.Box(0, 255, (2, 160, 72), np.uint8))
    plain = torch.zeros(1, 2, 160, 72)
    marked = plain.clone()
    marked[..., 8 * 4 : 8 * 5, 9 * 3 : 9 * 4] = 1.0  # row 4, column 3
    with torch.no_grad():
        local = (features.local[0](marked) - features.local[0](plain)).abs().sum(dim=1)[0]
    assert divmod(int(local.argmax()), pixels.COLUMNS) == (4, 3)
    assert features(marked).shape == (1, pixels.ROWS * pixels.COLUMNS + pixels.GLOBAL)


def test_a_dark_frame_is_seen_as_its_inverse(pixels: ModuleType) -> None:
    from gymnasium import spaces

    torch.manual_seed(0)
    features = pixels.CellFeatures(spaces.Box(0, 255, (2, 160, 72), np.uint8))
    light = 0.7 + 0.3 * torch.rand(1, 2, 160, 72)
    half = torch.cat([1 - light[:, :1], light[:, 1:]], dim=1)  # each frame by itself
    with torch.no_grad():
        assert torch.allclose(features(half), features(light), atol=1e-5)
        assert torch.allclose(features(1 - light), features(light), atol=1e-5)
        assert not torch.allclose(features(0.9 * light), features(light), atol=1e-3)


class Door(gym.Env[np.ndarray, int]):
    """Opens by pressing 1, then 2, at any time; an action of 3 declares the end."""

    observation_space = gym.spaces.Box(0, 255, (4, 4, 1), np.uint8)

    def __init__(self, declared: bool) -> None:
        self.declared = declared
        self.action_space = gym.spaces.Discrete(4 if declared else 3)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        self.pressed, self.steps = 0, 0
        self.stuck = seed is not None and seed % 5 == 4
        return np.zeros((4, 4, 1), np.uint8), {}

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        self.steps += 1
        self.pressed += int(self.pressed < 2 and action == self.pressed + 1)
        open_ = self.pressed >= 2 and not self.stuck
        over = action == 3 if self.declared else open_
        seen = np.full((4, 4, 1), self.pressed, np.uint8)
        return seen, float(over and open_), over, self.steps == 6, {"is_success": over and open_}


def test_exploring_finds_shortens_and_plays_elsewhere(
    pixels: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    explore = importlib.import_module("explore")
    monkeypatch.setattr(
        explore, "pixel_env", lambda task, termination="declared": Door(termination == "declared")
    )
    played = explore.explore("Door", 200, 10, seed=0)
    assert len(played) == 8  # of ten looks two are stuck
    for seen, actions, rewards in played:
        assert (actions, rewards) == ([1, 2, 3], [0.0, 0.0, 1.0])
        assert [int(frame.max()) for frame in seen] == [0, 1, 2, 2]
    assert pixels.steps_of(played, 1, 0.9).returns.tolist() == [0.0, 0.0, 1.0] * 8
    monkeypatch.setattr(explore, "_search", lambda *given: [])
    with pytest.raises(DemonstrationError, match="200 random steps found no solution of Door"):
        explore.explore("Door", 200, 10, seed=0)
