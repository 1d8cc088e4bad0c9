"""Second ways through SPA-Bench's tasks of Calculator: a wrong key, no "=", the history."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
from android_gym.task_suite.spa_bench.calculator.demonstrations import (
    LOGARITHMS,
    open_calculator,
    press,
    unfold,
)

__all__ = ["SCRIPTS"]


def add_one(screen: Screen) -> Steps:
    """Tap 1 + 2, take the 2 back, tap 1: the preview has the result."""
    yield from open_calculator(screen)
    yield from press(screen, "digit_1", "op_add", "digit_2", "del", "digit_1")


def add_logarithms(screen: Screen) -> Steps:
    """Calculate something else, go by the history, then tap log(20)+ln(e, which is closed."""
    yield from open_calculator(screen)
    yield from press(screen, "digit_5", "op_mul", "digit_5", "eq")
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="History")
    yield from screen.wait_for(text="5×5")
    yield from screen.back()
    yield from press(screen, "clr")
    yield from unfold(screen)
    yield from press(screen, *LOGARITHMS[:-1], "eq")


def clear_and_factorial(screen: Screen) -> Steps:
    """Clear by holding backspace, and multiply."""
    yield from add_logarithms(screen)
    yield from screen.long_press(screen.need(resource_id="del"))
    keys = [key for digit in "765432" for key in ("op_mul", f"digit_{digit}")]
    yield from press(screen, *keys[1:], "eq")


SCRIPTS: dict[str, Script] = {
    "ENG-calculator-0": add_one,
    "ENG-calculator-1": add_logarithms,
    "ENG-calculator-2": clear_and_factorial,
}
