"""The problems of packs, in plain words; a game adds those of its own packs."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, field

from q40k.i18n.locale import N_, Facts, Locale, Variant, capital, nearest, readable_code
from q40k.packs.problems import Problem

PROBLEMS: dict[str, str] = {
    # the file itself
    "unreadable": N_("The file cannot be read: {reason}."),
    "unreadable/not-a-file": N_("This is no file."),
    "link-loop": N_("The link leads back to a folder above it."),
    "folder-too-large": N_("There are more than {most} files and folders here: this is no folder of packs."),
    "packs-too-large": N_("The packs of this folder hold more than {most} bytes in all."),
    "too-large": N_("The file is too large: {most} bytes at most."),
    "not-utf8": N_("The file is not text in UTF-8."),
    "empty-file": N_("The file holds nothing."),
    "yaml-syntax": N_("This is not YAML: {detail}."),
    "too-deep": N_("Lists and keys are nested too deeply: {most} levels at most."),
    "too-many": N_("Only the first {most} problems of this file are shown."),
    # a key or a value
    "duplicate-key": N_("The key {key} is used twice; first on line {first_line}."),
    "unknown-key": N_("Nothing here has a key {key}."),
    "missing-key": N_("The key {key} is missing."),
    "wrong-type": N_("{expected} is needed here, not {got}."),
    "wrong-type/value": N_("{expected} is needed here, not {value} ({got})."),
    "wrong-length": N_("Entries in the list: {got}; it needs {range}."),
    "too-long": N_("The text has {got} characters; {most} at most."),
    "out-of-range": N_("{got} is out of range; it needs {range}."),
    "not-a-choice": N_("{got} is not allowed here."),
    "not-a-choice/choices": N_("{got} is not allowed here, only {choices}."),
    "pattern": N_("{got} is no id: small letters, digits and hyphens, such as my-own-pack."),
    "pattern/other": N_("{got} does not have the form {pattern}."),
    "invalid": N_("{got} does not fit here ({type})."),
    "empty-text": N_("The text must not be empty."),
    "control-characters": N_("The text holds invisible or control characters: {text}."),
    "not-finite": N_("{got} is no number that can be measured."),
    # between objects
    "duplicate-id": N_("{id} is used twice; first in {first_file}, line {first_line}."),
    "unknown-reference": N_("There is no {kind} with the id {id}."),
    # a bundle
    "bundle-unread": N_("This is no pack file that can be read, or not all of it."),
    "bundle-too-large": N_("It holds more than {most} bytes."),
    "bundle-too-many": N_("It holds more than {most} files."),
    "bundle-many-objects": N_("It holds more than {most} objects."),
    "bundle-name": N_("The file name {name} is not allowed in a pack."),
    "bundle-link": N_("{name} is a link: a pack holds plain files only."),
    "bundle-kind": N_(
        "{name} is neither a pack (.yaml), a text (.md, .txt) nor a picture (.png): nothing else is allowed."
    ),
    "bundle-twice": N_("There are two files {name}."),
    "bundle-no-manifest": N_("There is no {name} in it, which says what it is."),
    "bundle-empty": N_("There is nothing to play with in it."),
    "bundle-hash": N_("Its content is not what its author packed: it was damaged or changed."),
    "bundle-newer": N_("It needs a newer q40k: its data have version {shape}, this q40k knows {latest}."),
    "bundle-game": N_("It is for the game {game}, which is not here."),
    "bundle-code": N_("This is no code of a pack, or not all of it."),
    "bundle-art-name": N_("{name} is a picture of no printed piece of this game. These may have one: {choices}."),
    "bundle-art": N_("{name} is no PNG picture of {least} to {most} dots a side, of {bytes} bytes at most."),
}

SURPRISES: dict[str, str] = {
    "boolean": N_("YAML reads {text} as true, false or nothing: put it in quotes, or write true, false or null."),
    "octal": N_("{text} would be read in base eight: leave out the leading zero."),
    "sexagesimal": N_("{text} would be read in base sixty: put it in quotes."),
    "number": N_("{text} would be read as a number: write it plainly, or put it in quotes."),
    "huge-number": N_("{text} is far too large a number."),
    "date": N_("{text} would be read as a date: put it in quotes."),
    "empty": N_("There is nothing after the key: give a value, or leave the key out."),
    "anchor": N_("Anchors such as {text} are not for packs: write the thing out."),
    "alias": N_("Aliases such as {text} are not for packs: write the thing out."),
    "tag": N_("Tags such as {text} are not for packs."),
    "merge": N_("Merge keys ({text}) are not for packs: write the thing out."),
    "complex-key": N_("A key must be a plain word."),
    "second-document": N_("A pack is one document: take out the line {text}."),
    "surrogate": N_("{text} holds half a character: write it out."),
}

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
        surprise = SURPRISES.get(kind, N_("{text} may be read as something else."))
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
    return game.sentences.get(code) or PROBLEMS.get(code)


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
