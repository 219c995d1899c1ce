"""The names of units, arms, squares, doors, editions and sides in words."""

from collections.abc import Iterable
from typing import Any

from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.units import Gun, Melee, UnitKind
from q40k.i18n.locale import N_, Locale, in_context
from q40k.kernel.lookup import strip_accents

UNITS = {
    "terminator-bolter": N_("Terminator with storm bolter"),
    "terminator-chainfist": N_("Terminator with storm bolter and chainfist"),
    "terminator-flamer": N_("Terminator with heavy flamer"),
    "terminator-cannon": N_("Terminator with assault cannon"),
    "terminator-claws": N_("Terminator with lightning claws"),
    "sergeant-sword": N_("Sergeant with power sword"),
    "sergeant-hammer": N_("Sergeant with thunder hammer and storm shield"),
    "librarian": N_("Librarian"),
    "sergeant-bolter": N_("Sergeant with storm bolter"),
}
ARMS: dict[Gun | Melee, str] = {
    "storm-bolter": N_("storm bolter"),
    "assault-cannon": N_("assault cannon"),
    "heavy-flamer": N_("heavy flamer"),
    "power-fist": N_("power fist"),
    "power-glove": N_("power glove"),
    "chainfist": N_("chainfist"),
    "lightning-claws": N_("lightning claws"),
    "power-sword": N_("power sword"),
    "thunder-hammer": N_("thunder hammer"),
    "storm-shield": N_("storm shield"),
    "force-axe": N_("force axe"),
}
SUBJECTS = {
    "guard": N_("guard"),
    "reload": N_("reloading"),
    "power": N_("psychic powers"),
    "ladder": N_("ladders"),
    "alpha": N_("the Alpha"),
    "self-destruct": N_("self-destruction"),
    "drop": N_("dropping overwatch"),
}
FACINGS = {
    "N": in_context("facing", "north"),
    "E": in_context("facing", "east"),
    "S": in_context("facing", "south"),
    "W": in_context("facing", "west"),
}
DIRECTIONS = {
    "forward": N_("forward"),
    "forward-left": N_("forward-left"),
    "forward-right": N_("forward-right"),
    "left": N_("left"),
    "right": N_("right"),
    "backward": N_("backward"),
    "backward-left": N_("backward-left"),
    "backward-right": N_("backward-right"),
    "up": N_("up"),
    "down": N_("down"),
}
"""The directions of a step, as they are typed in English."""
SIDES = {"marine": N_("the Space Marines"), "stealer": N_("the Genestealers")}
EDITION_NAMES = {"4": N_("4th edition"), "1": N_("1st edition")}


def unit_name(locale: Locale, unit: str) -> str:
    """Return the name of a marine's unit."""
    return locale.gettext(UNITS.get(unit, unit))


def arms_text(locale: Locale, kind: UnitKind) -> str:
    """Return the weapons of a unit: its gun, then what it fights with."""
    gun = () if kind.gun is None else (kind.gun,)
    return locale.join_and(locale.gettext(ARMS[arm]) for arm in (*gun, *kind.melee))


def facing_name(locale: Locale, facing: str | None) -> str:
    """Return a facing in words, or a dash if there is none."""
    return locale.pgettext(*FACINGS[facing]) if facing in FACINGS else "-"


def read_direction(locale: Locale, typed: str) -> str:
    """Return the direction that a word of this language means, or the word itself."""
    by_name = {strip_accents(locale.gettext(name)): direction for direction, name in DIRECTIONS.items()}
    return by_name.get(strip_accents(typed.strip()), typed)


def seat_name(state: Match, side: str) -> str:
    """Return the name of the player of a side."""
    return state.setup.names[0 if side == "marine" else 1] or side


def target_name(locale: Locale, state: Match, target: str) -> str:
    """Return the name of a target: a piece by its id, a door by its square."""
    if target in state.stealers or target in state.marines or target in state.blips:
        return target
    return locale.say(N_("the door on {at}"), at=target)


def dice_text(dice: Iterable[int]) -> str:
    """Return dice in the order of the throw: "5 2"."""
    return " ".join(map(str, dice))


def die_of_each(_locale: Locale, _state: Match, event: Any) -> str:
    """Return the targets of an event, each with its die: "Bolt1 4, S1 3"."""
    return ", ".join(f"{name} {die}" for name, die in zip(event.targets, event.dice, strict=True))
