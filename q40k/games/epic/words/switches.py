"""The nine switches in plain words: what the page leaves open, and how a table may play it."""

from __future__ import annotations

from typing import Any, Final

from q40k.games.epic.packs.scenarios import Scenario
from q40k.games.epic.rules.opening import make_switches
from q40k.games.epic.rules.state import Switches
from q40k.i18n.locale import N_, Locale

NAMES: Final[dict[str, str]] = {
    "deployment": N_("How the armies are set up"),
    "charge_move": N_("How a charge moves"),
    "vehicle_cover": N_("What cover is worth to vehicles"),
    "natural_one": N_("A natural 1"),
    "seven_plus": N_("A second die for 7 and more"),
    "retreat_shoots": N_("A formation in Retreat shoots"),
    "break_test": N_("Break tests of the assault phase"),
    "wreck": N_("Who sits in a wreck"),
    "turn_limit": N_("How many turns"),
}
VALUES: Final[dict[tuple[str, Any], str]] = {
    ("deployment", "alternate"): N_("by turns, a formation each"),
    ("deployment", "whole"): N_("one army, then the other"),
    ("charge_move", "two-moves"): N_("a move now, another in the assault phase"),
    ("charge_move", "doubled"): N_("twice as far now"),
    ("vehicle_cover", "to-hit"): N_("harder to hit"),
    ("vehicle_cover", "none"): N_("nothing"),
    ("vehicle_cover", "both"): N_("harder to hit, and a better save"),
    ("natural_one", "fails"): N_("always fails"),
    ("natural_one", "nothing"): N_("is a number like others"),
    ("seven_plus", "always"): N_("whatever made the number so high"),
    ("seven_plus", "cover-only"): N_("only where there is cover"),
    ("retreat_shoots", True): N_("yes"),
    ("retreat_shoots", False): N_("no"),
    ("break_test", "end-of-assault"): N_("once all fights are over"),
    ("break_test", "at-once"): N_("at once"),
    ("wreck", "hit"): N_("takes a hit"),
    ("wreck", "lost"): N_("is lost"),
    ("wreck", "safe"): N_("comes to no harm"),
    ("turn_limit", None): N_("no limit"),
}


def value_name(locale: Locale, name: str, value: Any) -> str:
    """Return a value of a switch in words; the turn limit is a number."""
    words = VALUES.get((name, value))
    return locale.gettext(words) if words is not None else str(value)


def changed_switches(locale: Locale, scenario: Scenario, switches: Switches) -> tuple[str, ...]:
    """Return the switches that differ from the scenario and the digest, in words."""
    defaults = make_switches(scenario, {})
    return tuple(
        locale.say(N_("{switch}: {value}"), switch=locale.gettext(words),
                   value=value_name(locale, name, getattr(switches, name)))
        for name, words in NAMES.items()
        if getattr(switches, name) != getattr(defaults, name)
    )  # fmt: skip
