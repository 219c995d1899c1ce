"""Small sentences for every screen, and the wording of facts that fill a sentence."""

from collections.abc import Callable, Mapping
from typing import Any

from q40k.i18n.locale import N_, Locale

Facts = Mapping[str, Any]
Dress = Callable[[Locale, Any], str]
"""The wording of one fact: a list as "Alice and Bob", a measure as "4.5 in"."""
Variant = Callable[[Facts], str]
"""A function that chooses among the sentences of one code, by an ending of the code: "/one"."""


def dress_facts(locale: Locale, facts: Facts, dress: Mapping[str, Dress]) -> dict[str, Any]:
    """Return facts as words; facts without a dress, and None, stay as they are."""
    return {
        name: dress[name](locale, fact) if name in dress and fact is not None else fact for name, fact in facts.items()
    }


def nearest(locale: Locale, facts: Facts) -> str:
    """Return the nearest valid word, as a question to add; "" when nothing is near."""
    word = facts.get("nearest")
    if word is None:
        return ""
    return " " + locale.say(N_("Did you mean {nearest}?"), nearest=word)


def with_label(locale: Locale, head: str, text: str) -> str:
    """Return a head and its text: "Bob: 2 hits"."""
    return locale.say(N_("{head}: {said}"), head=head, said=text)


def capital(sentence: str) -> str:
    """Return a sentence with a capital first letter."""
    return sentence[:1].upper() + sentence[1:]


def readable_code(code: str) -> str:
    """Return a code without words of its own in readable form."""
    return code.replace("-", " ")


def clock_time(seconds: float) -> str:
    """Return seconds as a clock shows them: "1:30:00", "12:05"; "-0:20" when time is over."""
    sign = "-" if seconds < 0 else ""
    minutes, rest = divmod(int(abs(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{sign}{hours}:{minutes:02}:{rest:02}" if hours else f"{sign}{minutes}:{rest:02}"
