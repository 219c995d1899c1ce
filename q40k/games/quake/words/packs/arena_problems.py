"""Sentences of the problems of an arena, and the names of what is on it."""

from __future__ import annotations

from typing import Any, Final

from q40k.i18n.locale import N_, Locale

ARENA_PROBLEMS: Final[dict[str, str]] = {
    # of one piece
    "one-outline": N_("A piece of scenery needs an outline: give a polygon or a circle."),
    "solid-and-hollow": N_("A piece of scenery is either solid or hollow, not both."),
    "one-outline/both": N_("A piece of scenery has one outline: a polygon or a circle, not both."),
    "few-corners": N_("An outline needs {least} corners or more, not {got}."),
    "corner-twice": N_("The corner ({x}, {y}) stands twice; the outline closes by itself."),
    "no-area": N_("The outline has no area: its corners lie on one line."),
    "self-crossing": N_(
        "The outline crosses itself: sides {sides} meet. Side 1 runs from the first corner to "
        "the second."
    ),
    "base-numbers": N_("There are two bases or more, or none, numbered from 1; not {got}."),
    "off-table": N_("Not wholly on the table of {width} × {height} cm: {thing}."),
    "name-twice": N_("The name stands twice: {thing}."),
    "unknown-base": N_("Flag {flag} belongs to base {base}, which is not there."),
    "wrong-crowd": N_(
        "From {least} to {most} players does not fit: two at least, and {tiles} at most, one a "
        "tile."
    ),
    # of the whole table
    "portals-overlap": N_("Portals {one} and {other} overlap."),
    "portals-close": N_(
        "Portals {one} and {other} lie {distance} cm apart; {best} cm is the best for this "
        "table. That is {percent}%, less than {least}%."
    ),
    "portal-in-scenery": N_("Portal {portal} reaches into scenery {scenery}, which is {effect}."),
    "portal-in-scenery/water": N_("Portal {portal} reaches into the water of scenery {scenery}."),
    "portal-in-base": N_(
        "Portal {portal} lies in base {base}; for domination it should lie outside."
    ),
    "thing-in-scenery": N_("Out of reach in scenery {scenery}, which is {effect}: {thing}."),
    "scenery-overlap": N_(
        "Scenery {scenery} and {other} cannot stand in one place, yet they overlap."
    ),
    "flat-scenery": N_("Scenery {scenery} is climbable, yet of no height: give it a height_in."),
    "idle-scenery": N_("Scenery {scenery} has neither a height nor an effect."),
    "bases-overlap": N_("Bases {one} and {other} overlap."),
    "bases-close": N_(
        "Bases {one} and {other} lie {distance} in apart; they should be {least} in or more."
    ),
    "bases-unequal": N_(
        "Base {one} has {area} cm², base {other} has {other_area} cm²; they should be equal."
    ),
    "bases-uneven": N_(
        "Base {one} lies {distance} cm from the centre of the table, base {other} lies "
        "{other_distance} cm from it."
    ),
    "bases-large": N_(
        "The bases take the larger part of the table ({percent}%), which should be neutral."
    ),
    "base-blocked": N_("Most of base {base} is impassable or lethal ({percent}%)."),
    "base-without-flag": N_("Base {base} has no flag, though others have one."),
    "flag-outside-base": N_("Flag {flag} stands outside its base {base}."),
    "flag-off-centre": N_(
        "Flag {flag} is {distance} cm from base {one}, but {other_distance} cm from base {other}."
    ),
    "barrel-on-portal": N_("Barrel {barrel} stands on portal {portal}."),
}

_THINGS: Final = {
    "portal": N_("portal {name}"),
    "token": N_("token {name}"),
    "scenery": N_("scenery {name}"),
    "base": N_("base {name}"),
    "flag": N_("flag {name}"),
    "barrel": N_("barrel {name}"),
}

_EFFECTS: Final = {
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
