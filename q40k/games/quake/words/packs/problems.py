"""Sentences of the problems of a pack of Quake 40K."""

from __future__ import annotations

from q40k.games.quake.words.packs.arena_problems import ARENA_PROBLEMS, effect_word, thing_word
from q40k.games.quake.words.packs.mod_problems import MOD_PROBLEMS
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import N_, Locale
from q40k.i18n.problems import ProblemTexts, choices, dress_problem
from q40k.i18n.sentences import Facts, capital

_PROBLEMS = {
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
    "unknown-option": N_("{champion} has no option {option}."),
    "unknown-option/choices": N_("{champion} has no option {option}, only {choices}."),
    "duplicate-option": N_("The option {option} is bought twice."),
}
_KINDS = {
    "champions": N_("champion"),
    "weapons": N_("weapon"),
    "gear": N_("gear"),
    "bonus_tables": N_("bonus table"),
    "arenas": N_("arena"),
    "mods": N_("mod"),
}


def _rolls(facts: Facts) -> str:
    differences = bool(facts.get("missing")), bool(facts.get("extra"))
    return {(True, True): "/both", (True, False): "/missing", (False, True): "/extra"}.get(
        differences, ""
    )


PROBLEMS = ProblemTexts(
    sentences={**_PROBLEMS, **ARENA_PROBLEMS, **MOD_PROBLEMS},
    variants={
        "bonus-rolls": _rolls,
        "unknown-option": choices,
        "one-outline": lambda facts: "/both" if facts.get("got") else "",
        "portal-in-scenery": lambda facts: "/water" if facts.get("effect") == "water" else "",
    },
    kinds=_KINDS,
    facts={
        "thing": lambda locale, facts: thing_word(locale, facts["thing"], facts.get("name")),
        "effect": lambda locale, facts: effect_word(locale, str(facts["effect"])),
    },
)
WORDS.problems(PROBLEMS)


def clash(locale: Locale, code: str, facts: Facts) -> str:
    """Return a contradiction in a mod as a sentence."""
    sentence = MOD_PROBLEMS.get(code, N_("Something is wrong here: {code}."))
    texts = dress_problem(locale, code, {"code": code, **facts}, PROBLEMS)
    return capital(locale.say(sentence, **texts))
