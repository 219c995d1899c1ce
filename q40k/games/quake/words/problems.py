"""What is wrong with a pack, in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from q40k.games.quake.words.arena_problems import ARENA_PROBLEMS, effect_word, thing_word
from q40k.games.quake.words.mod_problems import MOD_PROBLEMS
from q40k.games.quake.words.names import nearest
from q40k.i18n.locale import N_, Locale
from q40k.packs.problems import Problem

Facts = Mapping[str, Any]

_PROBLEMS: dict[str, str] = {
    # the file itself
    "unreadable": N_("The file cannot be read: {reason}."),
    "unreadable/not-a-file": N_("This is no file."),
    "link-loop": N_("The link leads back to a folder above it."),
    "too-large": N_("The file is too large: {most} bytes at most."),
    "not-utf8": N_("The file is not text in UTF-8."),
    "empty-file": N_("The file holds nothing."),
    "yaml-syntax": N_("This is not YAML: {detail}."),
    "too-deep": N_("Lists and keys are nested too deeply: {most} levels at most."),
    "too-many": N_("Only the first {most} problems of this file are shown."),
    # a key or a value
    "duplicate-key": N_("The key {key} stands twice; first on line {first_line}."),
    "unknown-key": N_("Nothing here has a key {key}."),
    "missing-key": N_("The key {key} is missing."),
    "wrong-type": N_("{expected} is needed here, not {got}."),
    "wrong-type/value": N_("{expected} is needed here, not {value} ({got})."),
    "wrong-length": N_("Entries in the list: {got}; it needs {range}."),
    "too-long": N_("The text has {got} characters; {most} at most."),
    "out-of-range": N_("{got} is out of range; it needs {range}."),
    "not-a-choice": N_("{got} cannot stand here."),
    "not-a-choice/choices": N_("{got} cannot stand here, only {choices}."),
    "pattern": N_("{got} is no id: small letters, digits and hyphens, such as space-marine."),
    "pattern/other": N_("{got} does not have the form {pattern}."),
    "invalid": N_("{got} does not fit here ({type})."),
    "empty-text": N_("The text must not be empty."),
    "control-characters": N_("The text holds invisible or control characters: {text}."),
    # an object
    "bonus-rolls": N_("The table needs one line for each roll."),
    "bonus-rolls/missing": N_("The table lacks a line for {missing}."),
    "bonus-rolls/extra": N_("The table has lines nobody can roll: {extra}."),
    "bonus-rolls/both": N_("The table lacks {missing}, and nobody can roll {extra}."),
    "not-tiles": N_(
        "A table of {width} × {height} cm is not made of tiles: each side is a multiple of "
        "{step} cm, from {least} to {most}."
    ),
    "five-portals": N_("An arena has exactly five portals, numbered 1 to 5, not {got}."),
    "unknown-squad-option": N_("The squad takes what is no option: {options}."),
    "token-near-portal": N_(
        "Token {token} lies {distance} cm from portal {portal}; it should be more than {least} cm."
    ),
    "special-tokens": N_("One special token at most, not {tokens}."),
    "portal-over-edge": N_("Portal {portal} hangs over the edge of the table."),
    "small-table": N_("A table of {width} × {height} cm is small: {least} × {least} cm or more."),
    # between objects
    "duplicate-id": N_("{id} stands twice; first in {first_file}, line {first_line}."),
    "unknown-reference": N_("There is no {kind} with the id {id}."),
    "unknown-option": N_("{champion} has no option {option}."),
    "unknown-option/choices": N_("{champion} has no option {option}, only {choices}."),
    "duplicate-option": N_("The option {option} is bought twice."),
}

_PROBLEMS |= ARENA_PROBLEMS
_PROBLEMS |= MOD_PROBLEMS

_SURPRISES: dict[str, str] = {
    "boolean": N_(
        "YAML reads {text} as true, false or nothing: "
        "put it in quotes, or write true, false or null."
    ),
    "octal": N_("{text} would be read in base eight: leave out the leading zero."),
    "sexagesimal": N_("{text} would be read in base sixty: put it in quotes."),
    "number": N_("{text} would be read as a number: write it plainly, or put it in quotes."),
    "huge-number": N_("{text} is far too large a number."),
    "date": N_("{text} would be read as a date: put it in quotes."),
    "empty": N_("Nothing stands after the key: give a value, or leave the key out."),
    "anchor": N_("Anchors such as {text} are not for packs: write the thing out."),
    "alias": N_("Aliases such as {text} are not for packs: write the thing out."),
    "tag": N_("Tags such as {text} are not for packs."),
    "merge": N_("Merge keys ({text}) are not for packs: write the thing out."),
    "complex-key": N_("A key must be a plain word."),
    "second-document": N_("A pack is one document: take out the line {text}."),
    "surrogate": N_("{text} holds half a character: write it out."),
}

_TYPES: dict[str, str] = {
    "whole-number": N_("a whole number"),
    "number": N_("a number"),
    "text": N_("text"),
    "true-or-false": N_("true or false"),
    "list": N_("a list"),
    "mapping": N_("keys with values"),
    "nothing": N_("nothing"),
}

_KINDS: dict[str, str] = {
    "champions": N_("champion"),
    "weapons": N_("weapon"),
    "gear": N_("gear"),
    "bonus_tables": N_("bonus table"),
    "arenas": N_("arena"),
    "mods": N_("mod"),
}


def problem(locale: Locale, problem: Problem) -> str:
    """What is wrong, in a plain sentence; where it stands is for the face to show."""
    code, facts = problem.code, problem.facts
    if code == "yaml-surprise":
        found = _SURPRISES.get(str(facts.get("kind")), N_("{text} may be read as something else."))
        return locale.say(found, text=locale.quoted(facts.get("text")))
    variant = _VARIANTS.get(code)
    sentence = _PROBLEMS.get(code + (variant(facts) if variant else ""))
    if sentence is None:
        return locale.say(N_("Something is wrong here: {code}."), code=code.replace("-", " "))
    said = locale.say(sentence, **_dressed(locale, code, facts))
    return capital(said) + nearest(locale, facts)


def clash(locale: Locale, code: str, facts: Facts) -> str:
    """What a mod cannot mean, in a plain sentence."""
    sentence = MOD_PROBLEMS.get(code, N_("Something is wrong here: {code}."))
    return capital(locale.say(sentence, **_dressed(locale, code, {"code": code, **facts})))


def severity_name(locale: Locale, severity: str) -> str:
    """ "error" or "warning", in words."""
    return locale.gettext(N_("warning")) if severity == "warning" else locale.gettext(N_("error"))


def capital(sentence: str) -> str:
    """A sentence that begins with a capital, as "a whole number is needed" may not."""
    return sentence[:1].upper() + sentence[1:]


# -- one code, several sentences -----------------------------------------------------------


def _rolls(facts: Facts) -> str:
    there = bool(facts.get("missing")), bool(facts.get("extra"))
    return {(True, True): "/both", (True, False): "/missing", (False, True): "/extra"}.get(
        there, ""
    )


def _choices(facts: Facts) -> str:
    return "/choices" if facts.get("nearest") is None and facts.get("choices") else ""


_VARIANTS: dict[str, Callable[[Facts], str]] = {
    "unreadable": lambda facts: "/not-a-file" if facts.get("reason") == "not-a-file" else "",
    "wrong-type": lambda facts: "" if facts.get("value") is None else "/value",
    "pattern": lambda facts: "" if "a-z" in str(facts.get("pattern", "a-z")) else "/other",
    "not-a-choice": _choices,
    "unknown-option": _choices,
    "bonus-rolls": _rolls,
    "one-outline": lambda facts: "/both" if facts.get("got") else "",
    "portal-in-scenery": lambda facts: "/water" if facts.get("effect") == "water" else "",
}


# -- facts as words ------------------------------------------------------------------------


def _dressed(locale: Locale, code: str, facts: Facts) -> dict[str, Any]:
    said = {name: _plain(locale, fact) for name, fact in facts.items()}
    said["range"] = _range(locale, facts.get("least"), facts.get("most"))
    if "thing" in facts:
        said["thing"] = thing_word(locale, facts["thing"], facts.get("name"))
    if "effect" in facts:
        said["effect"] = effect_word(locale, str(facts["effect"]))
    for name in ("got", "value", "text"):
        if isinstance(facts.get(name), str):
            said[name] = locale.quoted(facts[name])
    if code == "wrong-type":
        said |= {name: _types(locale, facts.get(name)) for name in ("expected", "got")}
    if "kind" in facts:
        kind = str(facts["kind"])
        said["kind"] = locale.gettext(_KINDS.get(kind, kind))
    if "choices" in facts:
        said["choices"] = locale.either(facts["choices"] or ())
    if "detail" in facts:
        said["detail"] = str(facts["detail"]).rstrip(".")
    return said


def _plain(locale: Locale, fact: Any) -> str:
    if isinstance(fact, tuple | list):
        return locale.listed(fact)
    if isinstance(fact, float):
        return locale.number(fact)
    return "?" if fact is None else str(fact)


def _types(locale: Locale, fact: Any) -> str:
    """Words for types of values; anything that is none is shown as it is."""
    if isinstance(fact, tuple | list) and all(word in _TYPES for word in fact):
        return locale.either(locale.gettext(_TYPES[str(word)]) for word in fact)
    return locale.gettext(_TYPES.get(str(fact), str(fact)))


def _range(locale: Locale, least: Any, most: Any) -> str:
    low, high = _plain(locale, least), _plain(locale, most)
    if least is None and most is None:
        return locale.gettext(N_("another number"))
    if most is None:
        return locale.say(N_("{least} or more"), least=low)
    if least is None:
        return locale.say(N_("{most} or less"), most=high)
    if least == most:
        return locale.say(N_("exactly {number}"), number=low)
    return locale.say(N_("{least} to {most}"), least=low, most=high)
