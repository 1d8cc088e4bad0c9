"""Exact real numbers: a rational factor times one of a few irrational bases.

The base is 1, pi, e, a square root, a logarithm, or anything that can only be approximated. Sums
and products that the bases allow are exact, so sin(pi) is 0 and log(1000) is 3. All other numbers
are functions from a precision to a binary number, called again whenever more digits are needed. The
real app's numbers (constructive reals with symbolic factors) work the same way.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Final, Literal

import mpmath
from mpmath.libmp import to_digits_exp

__all__ = [
    "DIVISION",
    "DOMAIN",
    "E",
    "FORMAT",
    "LARGE",
    "ONE",
    "PI",
    "CalculationError",
    "Decimal",
    "Real",
    "add",
    "arccos",
    "arcsin",
    "arctan",
    "cosine",
    "decimal",
    "divide",
    "exponential",
    "factorial",
    "logarithm",
    "multiply",
    "power",
    "rational",
    "sign",
    "sine",
    "square_root",
    "tangent",
]

FORMAT: Final = "Format error"
DIVISION: Final = "Can't divide by 0"
DOMAIN: Final = "Domain error"
LARGE: Final = "Value too large"

_MOST_BITS: Final = 10_000
"""Largest number of bits in an exact fraction's numerator or denominator, as in the real app."""

_MOST_EXPONENT: Final = 1 << 31
"""Numbers above two to this power are too large."""

_MOST_DEPTH: Final = 150
"""Largest depth of nested approximations."""

_MOST_FACTORIAL: Final = 100_000_000

_MOST_ROOTED: Final = 1024
"""Largest number of bits of a whole number that is checked for being a power."""

Kind = Literal["one", "pi", "e", "sqrt", "ln", "other"]
Approximation = Callable[[mpmath.MPContext], mpmath.mpf]


class CalculationError(Exception):
    """A calculation has no result; its text is the message on the display."""


class _Local(threading.local):
    def __init__(self) -> None:
        self.context = mpmath.MPContext()


_LOCAL: Final = _Local()
"""mpmath's context, which holds the precision, for the current thread."""


@dataclass(frozen=True, eq=False)
class Base:
    """An irrational factor, or 1.

    Attributes:
        kind: Its kind.
        number: The argument of a root or logarithm: a whole number of 2 or more.
        approximation: For "other": returns its value at a context's precision.
        depth: For "other": how deeply its approximations are nested.
    """

    kind: Kind
    number: int = 0
    approximation: Approximation | None = None
    depth: int = 0

    def equals(self, other: Base) -> bool:
        """Return whether both are known to be equal."""
        if self.kind == "other":
            return self is other
        return (self.kind, self.number) == (other.kind, other.number)


_ONE: Final = Base("one")
_PI: Final = Base("pi")
_E: Final = Base("e")


@dataclass(frozen=True, eq=False)
class Real:
    """A real number: `factor` times `base`."""

    factor: Fraction
    base: Base = _ONE

    @property
    def fraction(self) -> Fraction | None:
        """Its exact value if it is rational; None if that isn't known."""
        return self.factor if self.base.kind == "one" or not self.factor else None

    @property
    def integer(self) -> int | None:
        """Its exact value if it is known to be whole; None otherwise."""
        value = self.fraction
        return value.numerator if value is not None and value.denominator == 1 else None

    def approximate(self, context: mpmath.MPContext) -> mpmath.mpf:
        """Return its value at the context's precision."""
        numerator = context.mpf(self.factor.numerator)
        return numerator / self.factor.denominator * _approximate_base(self.base, context)


ONE: Final = Real(Fraction(1))
PI: Final = Real(Fraction(1), _PI)
E: Final = Real(Fraction(1), _E)


def _approximate_base(base: Base, context: mpmath.MPContext) -> mpmath.mpf:
    match base.kind:
        case "one":
            return context.mpf(1)
        case "pi":
            return +context.pi
        case "e":
            return +context.e
        case "sqrt":
            return context.sqrt(base.number)
        case "ln":
            return context.ln(base.number)
        case "other":
            assert base.approximation is not None
            return base.approximation(context)


def rational(value: Fraction | int) -> Real:
    """Return a fraction as a number; one with very many bits is only approximated from then on."""
    value = Fraction(value)
    if max(value.numerator.bit_length(), value.denominator.bit_length()) <= _MOST_BITS:
        return Real(value)
    return _other(lambda context: context.mpf(value.numerator) / value.denominator)


def _other(approximation: Approximation, *parts: Real) -> Real:
    """Return a number that can only be approximated, from the numbers it depends on.

    Raises:
        CalculationError: If the approximations are nested too deeply.
    """
    depth = 1 + max((part.base.depth for part in parts), default=0)
    if depth > _MOST_DEPTH:
        raise CalculationError(LARGE)
    known: dict[int, mpmath.mpf] = {}

    def remember(context: mpmath.MPContext) -> mpmath.mpf:
        # Other numbers may depend on this one many times.
        precision = context.prec
        if precision not in known:
            if len(known) > 8:
                known.clear()
            known[precision] = approximation(context)
        return known[precision]

    return Real(Fraction(1), Base("other", 0, remember, depth))


def _settled(value: Real, bits: int) -> mpmath.mpf:
    """Return a number to a precision in bits; 0 if it can't be distinguished from 0.

    Raises:
        CalculationError: If it is too large.
    """
    context = _LOCAL.context
    precision = bits + 64
    while precision < 16 * (bits + 256):
        with context.workprec(precision):
            first = value.approximate(context)
        with context.workprec(2 * precision):
            second = value.approximate(context)
            if not context.isfinite(second):
                raise CalculationError(LARGE)
            if second and context.mag(second) > _MOST_EXPONENT:
                raise CalculationError(LARGE)
            gap = abs(first - second)
            if second and gap <= context.ldexp(abs(second), -bits - 16):
                return second
        precision *= 4
    return context.mpf(0)


def sign(value: Real) -> int:
    """Return the sign: 1, 0 or -1."""
    if value.base.kind != "other" or not value.factor:
        return (value.factor > 0) - (value.factor < 0)
    found = _settled(value, 64)
    return int(found > 0) - int(found < 0)


# -- arithmetic


def add(a: Real, b: Real) -> Real:
    """Return a sum."""
    if not a.factor:
        return b
    if not b.factor:
        return a
    if a.base.equals(b.base):
        if a.base.kind == "one":
            return rational(a.factor + b.factor)
        return Real(a.factor + b.factor, a.base)
    return _other(lambda context: a.approximate(context) + b.approximate(context), a, b)


def multiply(a: Real, b: Real) -> Real:
    """Return a product."""
    if not a.factor or not b.factor:
        return Real(Fraction(0))
    if a.base.kind == "one" or b.base.kind == "one":
        factor = a.factor * b.factor
        base = b.base if a.base.kind == "one" else a.base
        scale = rational(factor)
        if base.kind == "one" or scale.base.kind != "one":
            plain = Real(Fraction(1), base)
            if base.kind == "one":
                return scale
            return _other(lambda c: scale.approximate(c) * plain.approximate(c), scale, plain)
        return Real(factor, base)
    if a.base.kind == "sqrt" == b.base.kind:
        root = square_root(Real(Fraction(a.base.number * b.base.number)))
        return multiply(rational(a.factor * b.factor), root)
    return _other(lambda context: a.approximate(context) * b.approximate(context), a, b)


def divide(a: Real, b: Real) -> Real:
    """Return a quotient.

    Raises:
        CalculationError: If the divisor is 0.
    """
    if not sign(b):
        raise CalculationError(DIVISION)
    if not a.factor:
        return a
    if a.base.equals(b.base):
        return rational(a.factor / b.factor)
    if b.base.kind == "one":
        return multiply(a, Real(1 / b.factor))
    if b.base.kind == "sqrt":
        return multiply(a, Real(1 / (b.factor * b.base.number), b.base))
    return _other(lambda context: a.approximate(context) / b.approximate(context), a, b)


def _negative(value: Real) -> Real:
    return Real(-value.factor, value.base)


def square_root(value: Real) -> Real:
    """Return a square root.

    Raises:
        CalculationError: If the number is negative.
    """
    if sign(value) < 0:
        raise CalculationError(DOMAIN)
    exact = value.fraction
    if exact is None:
        return _other(lambda context: context.sqrt(abs(value.approximate(context))), value)
    inside, outside = exact.numerator * exact.denominator, Fraction(1, exact.denominator)
    whole = math.isqrt(inside)
    if whole * whole == inside:
        return rational(whole * outside)
    for small in range(2, 100):
        while inside % (small * small) == 0:
            inside //= small * small
            outside *= small
    if inside.bit_length() > _MOST_BITS:
        return _other(lambda context: context.sqrt(value.approximate(context)), value)
    return Real(outside, Base("sqrt", inside))


def exponential(value: Real) -> Real:
    """Return e raised to a power."""
    if not value.factor:
        return ONE
    if value.integer == 1:
        return E
    if value.base.kind == "ln":
        return power(Real(Fraction(value.base.number)), Real(value.factor))
    _guard_exponent(value)
    return _other(lambda context: context.exp(value.approximate(context)), value)


def _guard_exponent(value: Real) -> None:
    """Reject a power of e that has too many digits even to count."""
    context = _LOCAL.context
    with context.workprec(64):
        if abs(value.approximate(context)) > _MOST_EXPONENT * 0.69:
            raise CalculationError(LARGE)


def logarithm(value: Real) -> Real:
    """Return the natural logarithm.

    Raises:
        CalculationError: If the number is not positive.
    """
    if sign(value) <= 0:
        raise CalculationError(DOMAIN)
    exact = value.fraction
    if value.base.kind == "e" and value.factor == 1:
        return ONE
    if exact is None or (exact.numerator != 1 and exact.denominator != 1):
        return _other(lambda context: context.ln(value.approximate(context)), value)
    number = exact.numerator * exact.denominator
    if number == 1:
        return Real(Fraction(0))
    times = 1 if exact.numerator != 1 else -1
    for exponent in range(number.bit_length() if number >> _MOST_ROOTED == 0 else 1, 1, -1):
        root = _whole_root(number, exponent)
        if root is not None:
            return Real(Fraction(times * exponent), Base("ln", root))
    return Real(Fraction(times), Base("ln", number))


def _whole_root(number: int, degree: int) -> int | None:
    """Return the whole root of a positive number; None if it has none."""
    if number == 1:
        return 1
    low, high = 1, 1 << (number.bit_length() // degree + 1)
    while low < high:
        middle = (low + high + 1) // 2
        if middle**degree <= number:
            low = middle
        else:
            high = middle - 1
    return low if low**degree == number else None


def power(base: Real, exponent: Real) -> Real:
    """Return a power.

    Raises:
        CalculationError: For 0 to the power of 0, a fractional power of a negative number, and
            results that are too large.
    """
    exact, times = base.fraction, exponent.fraction
    signum = sign(base)
    if signum == 0:
        up = sign(exponent)
        if up == 0:
            raise CalculationError(DOMAIN)
        if up < 0:
            raise CalculationError(DIVISION)
        return Real(Fraction(0))
    whole = exponent.integer
    if whole is not None:
        return _whole_power(base, whole)
    if signum < 0:
        raise CalculationError(DOMAIN)
    if base.base.kind == "e" and base.factor == 1:
        return exponential(exponent)
    if times == Fraction(1, 2):
        return square_root(base)
    if exact is not None and times is not None and times.denominator <= 64:
        over = _whole_root(exact.numerator, times.denominator)
        under = _whole_root(exact.denominator, times.denominator)
        if over is not None and under is not None:
            return _whole_power(Real(Fraction(over, under)), times.numerator)
    return exponential(multiply(exponent, logarithm(base)))


def _whole_power(base: Real, exponent: int) -> Real:
    exact = base.fraction
    if exact is not None:
        longest = max(exact.numerator.bit_length(), exact.denominator.bit_length())
        if abs(exact) == 1 or longest * abs(exponent) <= _MOST_BITS:
            return rational(exact**exponent)
    if base.base.kind == "sqrt" and abs(exponent) <= _MOST_BITS:
        # (q * sqrt(n)) ** 2k == (q * q * n) ** k
        square = Real(base.factor**2 * base.base.number)
        half = _whole_power(square, exponent // 2)
        return multiply(half, base) if exponent % 2 else half
    context = _LOCAL.context
    with context.workprec(64):
        size = abs(base.approximate(context))
        if abs(context.log(size, 2)) * abs(exponent) > _MOST_EXPONENT:
            raise CalculationError(LARGE)
    return _other(lambda c: c.power(base.approximate(c), exponent), base)


def factorial(value: Real) -> Real:
    """Return a factorial.

    Raises:
        CalculationError: If the number is negative, not whole, or too large.
    """
    number = value.integer
    if number is None or number < 0:
        raise CalculationError(DOMAIN)
    if number > _MOST_FACTORIAL:
        raise CalculationError(LARGE)
    if number <= 1000:
        return rational(math.factorial(number))
    return _other(lambda context: context.gamma(number + 1), value)


# -- angles

_HALF: Final = Real(Fraction(1, 2))
_ROOTS: Final = {
    Fraction(0): Real(Fraction(0)),
    Fraction(1, 6): _HALF,
    Fraction(1, 4): Real(Fraction(1, 2), Base("sqrt", 2)),
    Fraction(1, 3): Real(Fraction(1, 2), Base("sqrt", 3)),
    Fraction(1, 2): ONE,
}
"""Exact sines of angles, given as multiples of pi."""


def _turns(angle: Real) -> Fraction | None:
    """Return an angle as a multiple of pi; None if it isn't known to be a rational one."""
    if not angle.factor:
        return Fraction(0)
    return angle.factor if angle.base.kind == "pi" else None


def sine(angle: Real) -> Real:
    """Return the sine of an angle in radians."""
    turns = _turns(angle)
    if turns is not None:
        turns %= 2
        flipped = turns > 1
        turns = turns - 1 if flipped else turns
        exact = _ROOTS.get(min(turns, 1 - turns))
        if exact is not None:
            return _negative(exact) if flipped else exact
    _guard_exponent(angle)
    return _other(lambda context: context.sin(angle.approximate(context)), angle)


def cosine(angle: Real) -> Real:
    """Return the cosine of an angle in radians."""
    turns = _turns(angle)
    if turns is not None:
        return sine(Real(turns + Fraction(1, 2), _PI))
    _guard_exponent(angle)
    return _other(lambda context: context.cos(angle.approximate(context)), angle)


def tangent(angle: Real) -> Real:
    """Return the tangent of an angle in radians."""
    return divide(sine(angle), cosine(angle))


def arcsin(value: Real) -> Real:
    """Return the arcsine in radians.

    Raises:
        CalculationError: If there is none.
    """
    for turns, root in _ROOTS.items():
        if root.base.equals(value.base) and abs(value.factor) == root.factor:
            return Real(turns if value.factor > 0 else -turns, _PI) if turns else Real(Fraction(0))
    above = add(ONE, _negative(value)), add(ONE, value)
    if min(sign(each) for each in above) < 0:
        raise CalculationError(DOMAIN)
    return _other(partial(_arcsin, value), value)


def _arcsin(value: Real, context: mpmath.MPContext) -> mpmath.mpf:
    sine_ = value.approximate(context)
    return context.asin(max(context.mpf(-1), min(context.mpf(1), sine_)))


def arccos(value: Real) -> Real:
    """Return the arccosine in radians."""
    return add(Real(Fraction(1, 2), _PI), _negative(arcsin(value)))


def arctan(value: Real) -> Real:
    """Return the arctangent in radians."""
    exact = {
        ("one", Fraction(0)): Fraction(0),
        ("one", Fraction(1)): Fraction(1, 4),
        ("sqrt", Fraction(1)): Fraction(1, 3),
        ("sqrt", Fraction(1, 3)): Fraction(1, 6),
    }
    if value.base.kind == "one" or value.base.number == 3:
        turns = exact.get((value.base.kind, abs(value.factor)))
        if turns is not None:
            return Real(turns if value.factor > 0 else -turns, _PI) if turns else value
    return _other(lambda context: context.atan(value.approximate(context)), value)


# -- digits


@dataclass(frozen=True)
class Decimal:
    """The digits of a number.

    Attributes:
        negative: Whether it is negative.
        digits: Its first digits, truncated rather than rounded; without leading zeros and, if it
            ends, without trailing ones. Empty for 0.
        exponent: Power of ten that 0.DIGITS is multiplied by.
        ends: Whether there are no further digits.
    """

    negative: bool
    digits: str
    exponent: int
    ends: bool


_GUARD: Final = 12
"""Extra digits that tell whether a number like 0.999... is 1."""


def decimal(value: Real, count: int) -> Decimal:
    """Return the first `count` digits of a number."""
    exact = value.fraction
    if exact is not None:
        return _exact_decimal(exact, count)
    number = _settled(value, int((count + _GUARD) * 3.33) + 8)
    if not number:
        return Decimal(False, "", 0, True)
    minus, digits, exponent = to_digits_exp(number._mpf_, count + _GUARD)
    return Decimal(minus == "-", digits[:count].ljust(count, "0"), exponent + 1, False)


def _exact_decimal(value: Fraction, count: int) -> Decimal:
    if not value:
        return Decimal(False, "", 0, True)
    over, under = abs(value.numerator), value.denominator
    exponent = len(str(over)) - len(str(under)) + 1
    if over * 10 ** max(0, 1 - exponent) < under * 10 ** max(0, exponent - 1):
        exponent -= 1
    shift = count - exponent
    if shift >= 0:
        whole, rest = divmod(over * 10**shift, under)
    else:
        whole, rest = divmod(over, under * 10**-shift)
    digits = str(whole)
    return Decimal(value < 0, digits if rest else digits.rstrip("0"), exponent, not rest)
