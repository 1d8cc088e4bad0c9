"""The window in which a person uses the phone, on a screen that nobody sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium as gym
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.errors import OptionError
from android_gym.play import Window

pygame = pytest.importorskip("pygame")


@pytest.fixture
def env(monkeypatch: pytest.MonkeyPatch) -> Iterator[gym.Env[Any, Any]]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    env = gym.make(
        "AndroidWorld/SystemWifiTurnOff-v0", action_mode="touch", step_ms=40, max_steps=10**6
    )
    yield env
    env.close()


def test_a_window_that_nobody_sees_is_told(
    env: gym.Env[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    pygame.display.quit()
    for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(OptionError, match="There is no display, .* WAYLAND_DISPLAY"):
        Window(env, seed=0)
    assert not pygame.display.get_init()


def place(env: gym.Env[Any, Any], text: str, width: int = 405) -> tuple[int, int]:
    """Return where in the window the element with this text is."""
    device = env.get_wrapper_attr("device")
    box = next(e.bbox_pixels for e in device.ui_elements() if e.text == text)
    scale = width / device.size[0]
    return round(box.center[0] * scale), round(box.center[1] * scale)


def click(window: Window, position: tuple[int, int]) -> None:
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=position, button=1))
        assert window.tick()


def test_a_person_can_use_the_phone(env: gym.Env[Any, Any]) -> None:
    window = Window(env, seed=0)
    device = env.get_wrapper_attr("device")
    device.launch("Settings")
    assert window.tick()
    click(window, place(env, "Network & internet"))
    for _ in range(10):
        window.tick()
    assert any(e.text == "Internet" for e in device.ui_elements())
    pygame.event.post(
        pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, unicode="\x1b", mod=0)
    )
    window.tick()
    assert any(e.text == "Network & internet" for e in device.ui_elements())
    window.close()


def test_the_reward_shows_and_f5_begins_anew(env: gym.Env[Any, Any]) -> None:
    window = Window(env, seed=0)
    env.get_wrapper_attr("device").shell("svc wifi disable")
    for _ in range(50):
        window.tick()
    assert window.reward == 1.0
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F5, unicode="", mod=0))
    assert window.tick()
    assert window.reward == 0.0
    window.close()


def test_closing_the_window_ends_it(env: gym.Env[Any, Any]) -> None:
    window = Window(env, seed=0)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    window.run()
    assert not pygame.display.get_init()


def test_the_picture_is_the_phone_s_screen(env: gym.Env[Any, Any]) -> None:
    window = Window(env, seed=0)
    window.tick()
    shown = pygame.surfarray.array3d(pygame.display.get_surface()).swapaxes(0, 1)
    pixels = env.get_wrapper_attr("device").screenshot((405, 900))
    assert (shown[:900] == pixels).all()
    assert shown[900:].max() == 255  # the goal, written in white
    window.close()
