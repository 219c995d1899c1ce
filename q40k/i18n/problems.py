"""The problems of packs, in plain words; a game adds those of its own packs."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from q40k.i18n.locale import N_, Facts, Locale, Variant, capital, nearest, readable_code
from q40k.packs.problems import Problem
from q40k.packs.shipped import coded_sentences

SENTENCES = Path(__file__).with_suffix(".texts.yaml")


TYPES: dict[str, str] = {
    "whole-number": N_("a whole number"),
    "number": N_("a number"),
    "text": N_("text"),
    "true-or-false": N_("true or false"),
    "list": N_("a list"),
    "mapping": N_("keys with values"),
    "nothing": N_("nothing"),
}


def choices(facts: Facts) -> str:
    """Return the variant of a sentence that names all choices, if no choice is near."""
    return "/choices" if facts.get("nearest") is None and facts.get("choices") else ""


NAMES = ("name", "id")
"""The facts that are spelled as they are, also at the beginning of a sentence: files, and ids in them."""
_VARIANTS: Mapping[str, Variant] = {
    "unreadable": lambda facts: "/not-a-file" if facts.get("reason") == "not-a-file" else "",
    "wrong-type": lambda facts: "" if facts.get("value") is None else "/value",
    "pattern": lambda facts: "" if "a-z" in str(facts.get("pattern", "a-z")) else "/other",
    "not-a-choice": choices,
}


class ProblemTexts(Struct, frozen=True):
    """The words of a game for problems of its own packs.

    `sentences` by code; `variants` choose among several of one code; `kinds` names the kinds of
    pack; `facts` turns facts into words that no other game knows.
    """

    sentences: dict[str, str] = field(default_factory=dict)
    variants: dict[str, Variant] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    facts: dict[str, Callable[[Locale, Facts], str]] = field(default_factory=dict)


def problem_text(locale: Locale, issue: Problem, game: ProblemTexts) -> str:
    """Return what is wrong, in a plain sentence; the caller shows the place."""
    code, facts = issue.code, issue.facts
    if code == "yaml-surprise":
        kind = str(facts.get("kind"))
        surprise = coded_sentences(SENTENCES, "surprises").get(kind, N_("{text} may be read as something else."))
        return locale.say(surprise, text=locale.quote(facts.get("text")))
    sentence = _sentence(code, facts, game)
    if sentence is None:
        return locale.say(N_("Something is wrong here: {code}."), code=readable_code(code))
    words = dress_problem(locale, code, facts, game)
    text = locale.say(sentence, **words)
    begins_with_name = any(text.startswith(words[fact]) for fact in NAMES if fact in words)
    return (text if begins_with_name else capital(text)) + nearest(locale, facts)


def severity_name(locale: Locale, severity: str) -> str:
    """Return "error" or "warning", in words."""
    return locale.gettext(N_("warning")) if severity == "warning" else locale.gettext(N_("error"))


def _sentence(code: str, facts: Facts, game: ProblemTexts) -> str | None:
    variant = game.variants.get(code) or _VARIANTS.get(code)
    code += variant(facts) if variant else ""
    return game.sentences.get(code) or coded_sentences(SENTENCES, "problems").get(code)


# -- facts as words ------------------------------------------------------------------------


def dress_problem(locale: Locale, code: str, facts: Facts, game: ProblemTexts) -> dict[str, Any]:
    """Return the facts of a problem as words for its sentence."""
    words: dict[str, Any] = {name: _plain(locale, fact) for name, fact in facts.items()}
    words["range"] = _range(locale, facts.get("least"), facts.get("most"), facts.get("above"))
    for name in ("got", "value", "text"):
        if isinstance(facts.get(name), str):
            words[name] = locale.quote(facts[name])
    if code == "wrong-type":
        words |= {name: _types(locale, facts.get(name)) for name in ("expected", "got")}
    if "kind" in facts:
        kind = str(facts["kind"])
        words["kind"] = locale.gettext(game.kinds.get(kind, kind))
    if "choices" in facts:
        words["choices"] = locale.join_or(facts["choices"] or ())
    if "detail" in facts:
        words["detail"] = str(facts["detail"]).rstrip(".")
    return words | {name: dress(locale, facts) for name, dress in game.facts.items() if name in facts}


def _plain(locale: Locale, fact: Any) -> str:
    if isinstance(fact, tuple | list):
        return locale.join_and(fact)
    if isinstance(fact, bool):
        return str(fact).casefold()
    if isinstance(fact, float):
        return locale.number(fact)
    return "?" if fact is None else str(fact)


def _types(locale: Locale, fact: Any) -> str:
    """Return words for types of values; other values stay as they are."""
    if isinstance(fact, tuple | list) and all(word in TYPES for word in fact):
        return locale.join_or(locale.gettext(TYPES[str(word)]) for word in fact)
    return locale.gettext(TYPES.get(str(fact), str(fact)))


def _range(locale: Locale, least: Any, most: Any, above: Any = None) -> str:
    low, high = _plain(locale, least), _plain(locale, most)
    if above is not None:
        sentence = N_("more than {above}") if most is None else N_("more than {above}, {most} at most")
        return locale.say(sentence, above=_plain(locale, above), most=high)
    if least is None and most is None:
        return locale.gettext(N_("another number"))
    if most is None:
        return locale.say(N_("{least} or more"), least=low)
    if least is None:
        return locale.say(N_("{most} or less"), most=high)
    if least == most:
        return locale.say(N_("exactly {number}"), number=low)
    return locale.say(N_("{least} to {most}"), least=low, most=high)
