"""Actions of Calculator's keys, display and history."""

from __future__ import annotations

from android_gym.simulator.appkit.text_edits import difference
from android_gym.simulator.apps.calculator.expression import (
    evaluate,
    from_typed,
    parse,
    press,
    take_back,
)
from android_gym.simulator.apps.calculator.model import Answer, CalculatorState
from android_gym.simulator.apps.calculator.reals import CalculationError, Real
from android_gym.simulator.apps.calculator.storage import History, Settings
from android_gym.simulator.apps.calculator.writing import plain, scrolled, with_commas, write
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity

__all__ = ["Actions"]

_HELP = "https://support.google.com/calculator"
_PRIVACY = "https://policies.google.com/privacy"


class Actions(Activity[CalculatorState]):
    """The calculator's activity, without its views."""

    @property
    def expressions(self) -> History:
        """The history."""
        return History(self.context)

    @property
    def settings(self) -> Settings:
        """The user's settings."""
        return Settings(self.context)

    @property
    def turned(self) -> bool:
        """True while the phone is in landscape."""
        return self.context.system.display.rotation % 2 == 1

    @property
    def width_dp(self) -> float:
        """Width of the screen in dp."""
        display = self.context.system.display
        return display.size[0] / display.density

    @property
    def shown_formula(self) -> str:
        """The formula with thousands separators."""
        return with_commas(self.state.formula)

    # -- typing

    def _split(self) -> tuple[str, str]:
        """Return the formula before and after the cursor."""
        formula = self.state.formula
        field = self.context.windows.focused_field()
        shown, cursor = self.shown_formula, self.state.cursor
        if field is not None and field.id == "formula" and field.text == shown:
            start, end = sorted(field.selection)
            if start != end:
                return plain(shown[:start]), plain(shown[end:])
            cursor = start
        place = len(plain(shown[:cursor]))
        return formula[:place], formula[place:]

    def _put(self, before: str, after: str, answers: tuple[Answer, ...] | None = None) -> None:
        """Show an edited formula, with the cursor between its two parts."""
        formula = before + after
        shown = with_commas(formula)
        cursor = seen = 0
        while seen < len(before):
            seen += shown[cursor] != ","
            cursor += 1
        self.update(
            formula=formula,
            cursor=cursor,
            answers=tuple(
                each
                for each in (self.state.answers if answers is None else answers)
                if each.text in formula
            ),
            phase="input",
            row=0,
            scrolled=0,
            menu=False,
        )

    def type_key(self, key: str) -> None:
        """Insert a key's text at the cursor."""
        if self.state.phase == "result" and not self._goes_on(key):
            return
        pressed = press(*self._split(), key)
        if pressed is not None:
            self._put(*pressed)

    def _goes_on(self, key: str) -> bool:
        """Start a new formula after a result: from the result before an operator, else empty.

        Returns:
            False if the result can't be used in a formula.
        """
        if key in ("+", "−", "×", "÷", "^", "!", "%", "²"):
            return self.insert_result(self.state.row, alone=True)
        self._put("", "")
        return True

    def insert_result(self, row: int, *, alone: bool = False) -> bool:
        """Insert a result from the history into the formula.

        Args:
            row: Its row.
            alone: Whether to replace the formula instead of inserting at the cursor.

        Returns:
            False if there is no such result, or no space for it.
        """
        before, after = ("", "") if alone or self.state.phase != "input" else self._split()
        try:
            text, answers = self.expressions.answer(row, self.state.answers if before else ())
        except CalculationError:
            return False
        if before[-1:].isdigit() or before[-1:] in tuple("πe)!%²…"):
            before += "×"
        self._put(before + text.replace("-", "−"), after, answers)
        return True

    def restore(self, row: int) -> bool:
        """Replace the formula by one from the history; return False if it doesn't exist."""
        try:
            tokens = self.expressions.tokens(row)
            answers: tuple[Answer, ...] = ()
            texts = []
            for token in tokens:
                text = token.text
                if token.kind == "answer":
                    text, answers = self.expressions.answer(token.row, answers)
                texts.append(text)
        except CalculationError:
            return False
        self._put("".join(texts), "", answers)
        return True

    def edited(self, text: str) -> None:
        """Handle an edit of the formula by keyboard or paste; "=" calculates the result."""
        shown = self.shown_formula
        if self.state.phase == "result" and text.startswith(shown):
            # Typing after a result starts a new formula, or continues from the result.
            added = text[len(shown) :]
            if added[:1] in ("", "=") or not self._goes_on(from_typed(added[0])):
                return
            text = self.state.formula + added
        formula = from_typed(text)
        asked = "=" in formula
        formula = formula.replace("=", "")
        old = self.state.formula
        start, _, added = difference(old, formula)
        place = start + len(added)
        if formula[:place] + old[place : place + 1] + formula[place:] == old:
            # Backspace deletes names of functions as a whole.
            self._put(take_back(old[: place + 1], self.state.answers), old[place + 1 :])
        else:
            self._put(formula[:place], formula[place:])
        if asked:
            self.equals()

    def delete(self) -> None:
        """Delete the selection, or the last part before the cursor."""
        if self.state.phase != "input":
            self._put(self.state.formula, "")
            return
        field = self.context.windows.focused_field()
        before, after = self._split()
        selected = field is not None and field.id == "formula" and len(set(field.selection)) > 1
        self._put(before if selected else take_back(before, self.state.answers), after)

    def clear(self) -> None:
        """Clear the formula."""
        self._put("", "")

    # -- results

    def preview(self) -> Real | None:
        """Return the value of the formula so far; None if a preview would add nothing."""
        try:
            tokens = parse(self.state.formula, self.state.answers, preview=True)
            if not tokens:
                return None
            return evaluate(tokens, self.settings.degrees, self.expressions.value)
        except CalculationError:
            return None

    def result(self) -> Real | None:
        """Return the calculated result; None if adb has removed its row."""
        try:
            return self.expressions.value(self.state.row)
        except CalculationError:
            return None

    def mistake(self) -> str:
        """Return the error message of the formula."""
        try:
            tokens = parse(self.state.formula, self.state.answers, preview=False)
            value = evaluate(tokens, self.settings.degrees, self.expressions.value)
            write(value, 8)
        except CalculationError as error:
            return str(error)
        return ""

    def equals(self) -> None:
        """Calculate the result."""
        state = self.state
        if state.phase != "input" or not state.formula:
            return
        if self.mistake():
            self.update(phase="error", cursor=len(self.shown_formula))
            return
        tokens = parse(state.formula, state.answers, preview=False)
        if len(tokens) == 1 and tokens[0].kind != "operator":
            return  # a number is its own result
        row = self.expressions.add(tokens, self.settings.degrees)
        self.update(phase="result", row=row, scrolled=0, cursor=len(self.shown_formula))

    def scroll(self, digits: int, width: int) -> None:
        """Scroll the result by a number of digits."""
        value = self.result()
        if value is not None:
            _, offset = scrolled(value, width, self.state.scrolled + digits)
            self.update(scrolled=offset)

    def copy_result(self, text: str) -> None:
        """Copy the result as displayed."""
        self.context.system.clipboard.set_text(text, "calculator result", self.context.package)
        self.update(menu=False)
        self.toast("Text copied")

    # -- modes

    def switch_degrees(self) -> None:
        """Switch between degrees and radians."""
        self.settings.set_degrees(not self.settings.degrees)
        if self.state.phase == "error":
            self._put(self.state.formula, "")

    def open_history(self) -> None:
        """Open the history."""
        self.update(history=True, menu=False)

    def clear_history(self) -> None:
        """Clear the history and the formula."""
        self.expressions.clear()
        self._put("", "", ())
        self.update(history=False)

    def help(self) -> None:
        """Open the help in a browser."""
        self.start_activity(Intent("android.intent.action.VIEW", _HELP))

    def privacy(self) -> None:
        """Open the privacy policy in a browser."""
        self.start_activity(Intent("android.intent.action.VIEW", _PRIVACY))

    def on_back(self) -> bool:
        """Close the history."""
        if self.state.history:
            self.update(history=False)
            return True
        return False

    def on_key(self, name: str) -> bool:
        """Handle keys of a hardware keyboard while the formula has no focus."""
        if self.state.history:
            return False
        if name in ("ENTER", "NUMPAD_ENTER", "EQUALS", "NUMPAD_EQUALS"):
            self.equals()
        elif name in ("DEL", "FORWARD_DEL"):
            self.delete()
        elif name == "CLEAR":
            self.clear()
        else:
            return False
        return True
