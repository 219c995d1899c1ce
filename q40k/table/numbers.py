"""Exact numbers as match scripts and `--json` write them."""

from __future__ import annotations

from fractions import Fraction


def exact(number: Fraction) -> str:
    """An exact decimal when there is one ("22.5"), else a fraction ("20/3")."""
    rest = number.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:
        return f"{number.numerator}/{number.denominator}"
    places = 0
    while number.denominator != 1 and (number * 10**places).denominator != 1:
        places += 1
    digits = str(abs(number.numerator * 10**places // number.denominator)).zfill(places + 1)
    sign = "-" if number < 0 else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def plain(number: Fraction) -> int | str:
    """A value as a number when it is whole, else as `exact` text."""
    return int(number) if number.denominator == 1 else exact(number)
