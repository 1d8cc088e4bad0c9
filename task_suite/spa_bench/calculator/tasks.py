"""SPA-Bench's tasks of Calculator: what its display has to show."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.task_suite.spa_bench.live import LiveTask
from android_gym.task_suite.task import NearMiss, Params
from android_gym.trace import EpisodeTrace, ScreenState

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["AddOne", "ClearAndFactorial", "LogAndLn"]

PACKAGE: Final = "com.google.android.calculator"

_PLAIN: Final = str.maketrans({"×": "*", "−": "-", ",": None, " ": None, "\u202f": None})


@dataclass(frozen=True)
class Shown:
    """The display's text.

    Attributes:
        formula: The formula in plain signs, with no blanks or commas.
        result: Its result, or the preview of it, in the same way.
    """

    formula: str
    result: str


EMPTY: Final = Shown("", "")


def read_display(screen: ScreenState) -> Shown | None:
    """Return what Calculator's display shows, None where Calculator is not in front."""
    if screen.package != PACKAGE:
        return None
    texts = {"formula": "", "result_final": "", "result_preview": ""}
    seen = False
    for element in screen.elements:
        name = (element.resource_name or "").removeprefix(f"{PACKAGE}:id/")
        if name in texts and element.is_visible is not False:
            seen = True
            texts[name] = (element.text or "").translate(_PLAIN)
    if not seen:
        return None
    return Shown(texts["formula"], texts["result_final"] or texts["result_preview"])


@dataclass(frozen=True)
class Sum:
    """A calculation that is asked for.

    Attributes:
        formulas: Ways to type it, without parentheses at the end.
        result: How its result begins; all of it where `exact`.
        exact: Whether the result has no more digits.
    """

    formulas: frozenset[str]
    result: str
    exact: bool

    def shown_by(self, shown: Shown) -> bool:
        """Return whether a display shows this formula with its result."""
        if shown.formula.rstrip(")") not in self.formulas:
            return False
        return shown.result == self.result or (
            not self.exact and shown.result.startswith(self.result)
        )


ONE_AND_ONE: Final = Sum(frozenset(("1+1",)), "2", True)
LOGARITHMS: Final = Sum(frozenset(("log(20)+ln(e",)), "2.301", False)
FACTORIAL: Final = Sum(
    frozenset(("7!", "(7)!", "7*6*5*4*3*2*1", "1*2*3*4*5*6*7", "7*6*5*4*3*2", "2*3*4*5*6*7")),
    "5040",
    True,
)


def _types(*texts: str) -> NearMiss:
    """Return what opens Calculator and types texts as a keyboard does."""

    def act(device: Device) -> None:
        device.launch(PACKAGE)
        for text in texts:
            device.shell(f"input text {shlex.quote(text)}")

    return act


class _CalculatorTask(LiveTask):
    """A task in Calculator.

    Attributes:
        wanted: Calculations with their results that its display has to show, in order; None is an
            empty display.
    """

    apps = ("Calculator",)
    wanted: ClassVar[Sequence[Sum | None]] = ()

    def judge(self, trace: EpisodeTrace, params: Params) -> float:
        """1.0 once the display has shown what is asked for."""
        left = list(self.wanted)
        for screen in trace.screens:
            shown = read_display(screen)
            if shown is None or not left:
                continue
            if shown == EMPTY if left[0] is None else left[0].shown_by(shown):
                left.pop(0)
        return float(not left)


class AddOne(_CalculatorTask):
    """Add one and one."""

    uid = "ENG/calculator_0"
    wanted = (ONE_AND_ONE,)
    rewordings = (
        "Use the calculator to work out '1+1'.",
        "What does Calculator say that '1+1' is? Have it show the result.",
        "Calculate '1+1'.",
        "Type '1+1' into the calculator and get its result.",
    )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """No formula, part of it, another one, and the result without it."""
        return {
            "opened only": _types(),
            "without the second one": _types("1+"),
            "one and two": _types("1+2="),
            "the result alone": _types("2"),
            "another way to two": _types("2*1="),
            "eleven and one": _types("11+1="),
        }


class LogAndLn(_CalculatorTask):
    """Add two logarithms."""

    uid = "ENG/calculator_1"
    wanted = (LOGARITHMS,)
    rewordings = (
        "Use the calculator to work out 'log(20)+ln(e)'.",
        "Have Calculator show what 'log(20)+ln(e)' is.",
        "Calculate 'log(20)+ln(e)'.",
        "Type 'log(20)+ln(e)' into the calculator and get its result.",
    )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Half of it, the logarithms exchanged, the result without the formula."""
        return {
            "opened only": _types(),
            "the first only": _types("log(20)="),
            "exchanged": _types("ln(20)+log(e)="),
            "the difference": _types("log(20)-ln(e)="),
            "of two": _types("log(2)+ln(e)="),
            "the result alone": _types("2.30102999566"),
        }


class ClearAndFactorial(_CalculatorTask):
    """Add two logarithms, clear the display, and take a factorial."""

    uid = "ENG/calculator_2"
    wanted = (LOGARITHMS, None, FACTORIAL)
    rewordings = (
        "Calculate 'log(20)+ln(e)'. Then clear the results, and calculate factorial 7.",
        "Have Calculator show what 'log(20)+ln(e)' is, clear that, and then get factorial 7.",
        "First get the result for 'log(20)+ln(e)'; clear it; last, get the result for factorial 7.",
        "Work out 'log(20)+ln(e)', clear the calculator, and work out factorial 7.",
    )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Either of both, and another factorial."""
        return {
            "opened only": _types(),
            "the logarithms only": _types("log(20)+ln(e)="),
            "the factorial only": _types("7!="),
            "another factorial": _types("6!="),
            "both in one": _types("log(20)+ln(e)+7!="),
        }
