"""Small sentences of every room, and how facts become words before they fill a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from q40k.i18n.locale import N_, Locale

Facts = Mapping[str, Any]
Dress = Callable[[Locale, Any], str]
"""How one fact is worded: a list as "Alice and Bob", a measure as "4.5 in"."""
Variant = Callable[[Facts], str]
"""Which of the sentences of one code the facts call for, as an ending of the code: "/one"."""


def dressed(locale: Locale, facts: Facts, dress: Mapping[str, Dress]) -> dict[str, Any]:
    """Facts as words; those without a dress, and those that are None, stay as they are."""
    return {
        name: dress[name](locale, fact) if name in dress and fact is not None else fact
        for name, fact in facts.items()
    }


def nearest(locale: Locale, facts: Facts) -> str:
    """The nearest valid word, as a question to add; "" when nothing is near."""
    near = facts.get("nearest")
    if near is None:
        return ""
    return " " + locale.say(N_("Did you mean {nearest}?"), nearest=near)


def after(locale: Locale, head: str, said: str) -> str:
    """A head and what is said of it: "Bob: 2 hits"."""
    return locale.say(N_("{head}: {said}"), head=head, said=said)


def capital(sentence: str) -> str:
    """A sentence that begins with a capital, as "a whole number is needed" may not."""
    return sentence[:1].upper() + sentence[1:]


def spelled(code: str) -> str:
    """A code that nobody worded, as it may be read."""
    return code.replace("-", " ")


def time_of(seconds: float) -> str:
    """So many seconds as a clock shows them: "1:30:00", "12:05"; "-0:20" when they are over."""
    sign = "-" if seconds < 0 else ""
    minutes, left = divmod(int(abs(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{sign}{hours}:{minutes:02}:{left:02}" if hours else f"{sign}{minutes}:{left:02}"
