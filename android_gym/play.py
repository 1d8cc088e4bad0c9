"""A window in which a person uses an environment's phone by mouse and keyboard."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np

from android_gym.devices.device import Device
from android_gym.errors import ActionError, DependencyError, OptionError
from android_gym.events import DeviceEvent, Key, Text
from android_gym.rendering import NO_DISPLAY, open_display

__all__ = ["Window"]

_MARGIN = 12
_KEYS = {
    "escape": "KEYCODE_BACK",
    "home": "KEYCODE_HOME",
    "f1": "KEYCODE_MENU",
    "f2": "KEYCODE_APP_SWITCH",
    "return": "KEYCODE_ENTER",
    "tab": "KEYCODE_TAB",
    "backspace": "KEYCODE_DEL",
    "delete": "KEYCODE_FORWARD_DEL",
    "left": "KEYCODE_DPAD_LEFT",
    "right": "KEYCODE_DPAD_RIGHT",
    "up": "KEYCODE_DPAD_UP",
    "down": "KEYCODE_DPAD_DOWN",
}
_HELP = "Esc back   Home home   F2 recent apps   F5 reset"
_GOAL_LINES = 6


class Window:
    """The phone in a window, with the goal and the reward under it.

    Args:
        env: An environment in action mode ``"touch"``.
        width: Width of the phone's picture in pixels; its height follows.
        seed: Seed of the first episode.

    Raises:
        DependencyError: If pygame is missing.
        OptionError: If there is no display.
    """

    def __init__(self, env: gym.Env[Any, Any], width: int = 405, seed: int | None = None) -> None:
        try:
            import pygame
        except ImportError as error:
            raise DependencyError(
                "The window needs pygame: run `pip install 'android-gym[play]'`."
            ) from error
        self._pygame = pygame
        self._env = env
        self._info: dict[str, Any] = {}
        self._over = ""
        self._reward = 0.0
        self._down = False
        self._position = (0.0, 0.0)
        if not open_display(pygame):  # not pygame.init(), which looks for sound cards
            pygame.display.quit()
            raise OptionError(NO_DISPLAY)
        self._reset(seed)
        screen = self._device.size
        self._size = (width, round(width * screen[1] / screen[0]))
        pygame.font.init()
        pygame.display.set_caption(env.spec.id if env.spec is not None else "android_gym")
        self._font = pygame.font.Font(None, 22)
        text = (_GOAL_LINES + 2) * self._font.get_linesize() + 2 * _MARGIN
        self._surface = pygame.display.set_mode((width, self._size[1] + text))

    @property
    def _device(self) -> Device:
        return self._env.get_wrapper_attr("device")

    @property
    def reward(self) -> float:
        """Sum of the rewards of the current episode."""
        return self._reward

    def run(self) -> None:
        """Show the window until it is closed. The phone's time follows the wall clock."""
        clock = self._pygame.time.Clock()
        while self.tick():
            clock.tick(1000 / self._device.step_ms)
        self.close()

    def tick(self) -> bool:
        """Handle the window's events, take a step and draw.

        Returns:
            False once the window is closed.
        """
        pygame = self._pygame
        released = False
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                return False
            if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
                self._down, self._position = True, self._on_screen(event.pos)
            elif event.type == pygame.MOUSEMOTION and self._down:
                self._position = self._on_screen(event.pos)
            elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
                # A click shorter than a step still has to touch before it lifts.
                self._step(0 if self._down else 1)
                self._down, released = False, True
            elif event.type == pygame.KEYDOWN and event.key == pygame.K_F5:
                self._reset(None)
            elif event.type == pygame.KEYDOWN:
                self._key(event)
        self._step(1 if released else 0 if self._down else 2)
        self._draw()
        return True

    def close(self) -> None:
        """Close the window, not the environment."""
        self._pygame.display.quit()

    def _reset(self, seed: int | None) -> None:
        _, self._info = self._env.reset(seed=seed)
        self._over, self._reward, self._down = "", 0.0, False

    def _on_screen(self, position: tuple[int, int]) -> tuple[float, float]:
        """Return a position in the window as fractions of the phone's screen, clamped to it."""
        x, y = (min(max(p / s, 0.0), 1.0) for p, s in zip(position, self._size, strict=True))
        return x, y

    def _step(self, action_type: int) -> None:
        """Take one step of touching (0), lifting (1) or only letting time pass (2)."""
        if self._over:
            return
        action = {
            "action_type": np.int64(action_type),
            "touch_position": np.array(self._position, np.float32),
        }
        _, reward, terminated, truncated, self._info = self._env.step(action)
        self._reward += float(reward)
        if terminated or truncated:
            self._over = "solved" if self._reward >= 1.0 else "over"

    def _key(self, event: Any) -> None:
        name = self._pygame.key.name(event.key)
        todo: list[DeviceEvent] = []
        if name in _KEYS:
            todo.append(Key(_KEYS[name]))
        elif event.unicode and event.unicode.isprintable():
            todo.append(Text(event.unicode))
        try:
            self._device.perform(todo)
        except ActionError as error:
            self._info = {**self._info, "message": str(error)}

    def _draw(self) -> None:
        pygame = self._pygame
        pixels = self._device.screenshot(self._size)
        picture = pygame.image.frombuffer(np.ascontiguousarray(pixels), self._size, "RGB")
        self._surface.fill("#202124")
        self._surface.blit(picture, (0, 0))
        status = f"reward {self._reward:g}"
        if self._over:
            status += f"   {self._over}: F5 begins another episode"
        lines = [*self._wrapped(str(self._info.get("goal", ""))), status, _HELP]
        top = self._size[1] + _MARGIN
        for line in lines:
            self._surface.blit(self._font.render(line, True, "white"), (_MARGIN, top))
            top += self._font.get_linesize()
        pygame.display.flip()

    def _wrapped(self, text: str) -> list[str]:
        """Return the text in lines of the window's width; lines that don't fit are left out."""
        lines: list[str] = []
        for paragraph in text.splitlines():
            lines.append("")
            for word in paragraph.split():
                longer = f"{lines[-1]} {word}".strip()
                if self._font.size(longer)[0] <= self._size[0] - 2 * _MARGIN:
                    lines[-1] = longer
                else:
                    lines.append(word)
        if len(lines) > _GOAL_LINES:
            lines[_GOAL_LINES - 1 :] = [lines[_GOAL_LINES - 1] + " ..."]
        return lines
