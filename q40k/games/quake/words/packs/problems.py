"""Sentences of the problems of a pack of Quake 40K, and the names of what is on an arena."""

from typing import Any

from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import N_, Facts, Locale, capital
from q40k.i18n.problems import ProblemTexts, choices, dress_problem

MOD_PROBLEMS: dict[str, str] = {
    "mod-rule-twice": N_("The rule {rule} is listed twice."),
    "mod-needs-teams": N_("The rule {rule} is for teams; here everyone plays for themselves."),
    "mod-needs-rule": N_("The rule {rule} means nothing without {needs}."),
    "mod-death-twice": N_("The dead come back (respawn) or are out (sudden-death): both only make sense in a hunt."),
    "mod-clone-fighter": N_(
        "With clone everyone fields the same champion; with perfect-fighter everyone builds their own."
    ),
    "mod-clone-budget": N_("With clone everyone costs the same: a budget would decide nothing."),
    "mod-win-needs": N_("A match won by {win} needs the rule {needs}."),
    "mod-no-round-winner": N_("Nothing here wins a round: that takes {choices}."),
    "mod-rule-wins-nothing": N_("The rule {rule} decides matches won by {choices}; this one is won by {win}."),
    "mod-teams-alone": N_("Teams are described, but here everyone plays for themselves."),
    "mod-teams-range": N_("At least {least} teams and at most {most} cannot both hold."),
    "mod-hunt-teams": N_("A hunt is between two teams; as teams it needs 2 at least and 2 at most."),
    "mod-parameter": N_("The parameter {parameter} is for the rule {rule}, which is not there."),
}


# -- arenas, and the names of what is on them ----------------------------------------------


ARENA_PROBLEMS: dict[str, str] = {
    # of one piece
    "one-outline": N_("A piece of scenery needs an outline: give a polygon or a circle."),
    "solid-and-hollow": N_("A piece of scenery is either solid or hollow, not both."),
    "one-outline/both": N_("A piece of scenery has one outline: a polygon or a circle, not both."),
    "few-corners": N_("An outline needs {least} corners or more, not {got}."),
    "corner-twice": N_("The corner ({x}, {y}) is listed twice; the outline closes automatically."),
    "no-area": N_("The outline has no area: its corners lie on one line."),
    "self-crossing": N_(
        "The outline crosses itself: sides {sides} meet. Side 1 runs from the first corner to the second."
    ),
    "base-numbers": N_("There are two bases or more, or none, numbered from 1; not {got}."),
    "off-table": N_("Not wholly on the table of {width} × {height} cm: {thing}."),
    "name-twice": N_("The name is used twice: {thing}."),
    "unknown-base": N_("Flag {flag} belongs to base {base}, which is not there."),
    "wrong-crowd": N_("From {least} to {most} players does not fit: two at least, and {tiles} at most, one a tile."),
    # of the whole table
    "portals-overlap": N_("Portals {one} and {other} overlap."),
    "portals-close": N_(
        "Portals {one} and {other} lie {distance} cm apart; {best} cm is the best for this "
        "table. That is {percent}%, less than {least}%."
    ),
    "portal-in-scenery": N_("Portal {portal} reaches into scenery {scenery}, which is {effect}."),
    "portal-in-scenery/water": N_("Portal {portal} reaches into the water of scenery {scenery}."),
    "portal-in-base": N_("Portal {portal} lies in base {base}; for domination it should lie outside."),
    "thing-in-scenery": N_("Out of reach in scenery {scenery}, which is {effect}: {thing}."),
    "scenery-overlap": N_("Scenery {scenery} and {other} cannot stand in one place, yet they overlap."),
    "flat-scenery": N_("Scenery {scenery} is climbable, yet of no height: give it a height_in."),
    "idle-scenery": N_("Scenery {scenery} has neither a height nor an effect."),
    "bases-overlap": N_("Bases {one} and {other} overlap."),
    "bases-close": N_("Bases {one} and {other} lie {distance} in apart; they should be {least} in or more."),
    "bases-unequal": N_("Base {one} has {area} cm², base {other} has {other_area} cm²; they should be equal."),
    "bases-uneven": N_(
        "Base {one} lies {distance} cm from the centre of the table, base {other} lies {other_distance} cm from it."
    ),
    "bases-large": N_("The bases take the larger part of the table ({percent}%), which should be neutral."),
    "base-blocked": N_("Most of base {base} is impassable or lethal ({percent}%)."),
    "base-without-flag": N_("Base {base} has no flag, though others have one."),
    "flag-outside-base": N_("Flag {flag} stands outside its base {base}."),
    "flag-off-centre": N_("Flag {flag} is {distance} cm from base {one}, but {other_distance} cm from base {other}."),
    "barrel-on-portal": N_("Barrel {barrel} stands on portal {portal}."),
}

_THINGS = {
    "portal": N_("portal {name}"),
    "token": N_("token {name}"),
    "scenery": N_("scenery {name}"),
    "base": N_("base {name}"),
    "flag": N_("flag {name}"),
    "barrel": N_("barrel {name}"),
}

_EFFECTS = {
    "cover": N_("cover"),
    "difficult": N_("difficult ground"),
    "dangerous": N_("dangerous ground"),
    "impassable": N_("impassable"),
    "water": N_("water"),
    "lethal": N_("lethal"),
    "dark": N_("dark"),
    "climbable": N_("climbable"),
    "blocks_sight": N_("blocking sight"),
}


def thing_word(locale: Locale, thing: Any, name: Any) -> str:
    """Return the name of something on the table, such as "token E1"."""
    sentence = _THINGS.get(str(thing))
    return locale.say(sentence, name=name) if sentence else f"{thing} {name}"


def effect_word(locale: Locale, effect: str) -> str:
    """Return an effect of scenery in a word or two (ARENA-5)."""
    return locale.gettext(_EFFECTS.get(effect, effect))


# -- every pack ----------------------------------------------------------------------------


_PROBLEMS = {
    "bonus-monster": N_("The effect wandering-monster and the profile under monster need each other."),
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
    "personalities": N_("personality"),
    "arenas": N_("arena"),
    "mods": N_("mod"),
}


def _rolls(facts: Facts) -> str:
    differences = bool(facts.get("missing")), bool(facts.get("extra"))
    return {(True, True): "/both", (True, False): "/missing", (False, True): "/extra"}.get(differences, "")


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
