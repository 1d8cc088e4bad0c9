"""Demonstrations of SPA-Bench's tasks of Calculator."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["LOGARITHMS", "SCRIPTS", "open_calculator", "press", "unfold"]

LOGARITHMS = (
    "fun_log", "digit_2", "digit_0", "parens", "op_add", "fun_ln", "const_e", "parens",
)  # fmt: skip
"""Keys of log(20)+ln(e)."""


def open_calculator(screen: Screen) -> Steps:
    """Open Calculator."""
    yield from screen.open_app("Calculator")
    yield from screen.wait_for(resource_id="digit_1")


def press(screen: Screen, *keys: str) -> Steps:
    """Tap keys, by their ids."""
    for key in keys:
        yield from screen.tap_on(resource_id=key)


def unfold(screen: Screen) -> Steps:
    """Show the keys of functions, where they are folded."""
    if screen.find(resource_id="fun_log") is None:
        yield from screen.tap_on(resource_id="collapse_expand")
        yield from screen.wait_for(resource_id="fun_log")


def add_one(screen: Screen) -> Steps:
    """Tap 1 + 1 =."""
    yield from open_calculator(screen)
    yield from press(screen, "digit_1", "op_add", "digit_1", "eq")


def add_logarithms(screen: Screen) -> Steps:
    """Unfold the functions, then tap log(20)+ln(e)=."""
    yield from open_calculator(screen)
    yield from unfold(screen)
    yield from press(screen, *LOGARITHMS, "eq")


def clear_and_factorial(screen: Screen) -> Steps:
    """Add the logarithms, tap AC, then 7 ! =."""
    yield from add_logarithms(screen)
    yield from press(screen, "clr", "digit_7", "op_fact", "eq")


SCRIPTS: dict[str, Script] = {
    "ENG-calculator-0": add_one,
    "ENG-calculator-1": add_logarithms,
    "ENG-calculator-2": clear_and_factorial,
}
