"""The start of a match, its switches, armies and formations, in sentences."""

from typing import Any

from q40k.games.epic.packs.scenarios import Scenario
from q40k.games.epic.state import opening
from q40k.games.epic.state.match import Match, Switches
from q40k.games.epic.words.names import side_name
from q40k.games.epic.words.wording import commands, events, refusals, tells
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.tabletop import REFUSALS, level_name, of_roller
from q40k.i18n.wording import CommandText, EventText

NAMES: dict[str, str] = {
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
VALUES: dict[tuple[str, Any], str] = {
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
    defaults = opening.make_switches(scenario, {})
    return tuple(
        locale.say(
            N_("{switch}: {value}"),
            switch=locale.gettext(words),
            value=value_name(locale, name, getattr(switches, name)),
        )
        for name, words in NAMES.items()
        if getattr(switches, name) != getattr(defaults, name)
    )


# -- the match and its armies --------------------------------------------------------------


@tells(opening.Opened)
def _opened(locale: Locale, _state: Match, event: opening.Opened) -> str:
    width, height = event.scenario.size_cm
    sentence = locale.say(
        N_("Epic Escarmouches is laid out: “{scenario}”, {width} × {height} cm"),
        scenario=locale.name_of(event.scenario.name),
        width=width,
        height=height,
    )
    otherwise = changed_switches(locale, event.scenario, event.switches)
    if not otherwise:
        return sentence
    return locale.say(N_("{told}; agreed: {rules}"), told=sentence, rules="; ".join(otherwise))


@tells(opening.SideJoined)
def _side_joined(locale: Locale, state: Match, event: opening.SideJoined) -> str:
    name = side_name(state, event.side) if event.side in state.sides else event.name
    facts = {"side": name, "strategic": event.strategic, "morale": event.morale}
    if event.army:
        sentence = N_("{side} leads {army}: strategic value {strategic}, morale {morale}+")
        return locale.say(sentence, army=event.army, **facts)
    return locale.say(N_("{side} joins: strategic value {strategic}, morale {morale}+"), **facts)


events(
    {
        opening.Mustered: N_("{side} fields {formation}: {troops}"),
        opening.SeatHandedOver: EventText(
            {None: N_("People play {side} from now on"), ...: N_("A bot plays {side} from now on: {level}")},
            by="bot",
            fields={"level": lambda locale, _state, event: level_name(locale, event.bot.level)},
        ),
        opening.RollerSet: EventText(
            {
                ("app", False): N_("From now on the app rolls for everyone"),
                ("hand", False): N_("From now on hands roll"),
                ("app", True): N_("From now on the app rolls for {side}"),
                ("hand", True): N_("From now on {side} rolls real dice"),
            },
            by=lambda _state, event: (event.roller, event.side is not None),
        ),
    }
)


def _of_match(_locale: Locale, command: opening.New) -> str:
    return f"{command.name} ({command.scenario})" if command.name else command.scenario


def _of_army(_locale: Locale, command: opening.Army) -> str:
    army = command.name or command.list
    return f"{command.player} ({army})" if army else command.player


def _of_seat(locale: Locale, command: opening.HandSeatOver) -> str:
    to = locale.gettext(N_("people")) if command.bot is None else level_name(locale, command.bot.level)
    return f"{command.player} → {to}"


def _values(locale: Locale, facts: Any) -> dict[str, str]:
    return {"known": locale.join_or(facts["known"])}


refusals(REFUSALS, facts={"bad-switch": _values})
commands(
    {
        opening.New: CommandText(in_context("command", "new match"), _of_match),
        opening.Army: CommandText(in_context("command", "army"), _of_army),
        opening.HandSeatOver: CommandText(in_context("command", "seat"), _of_seat),
        opening.FieldForce: CommandText(in_context("command", "force"), "{player}"),
        opening.Muster: CommandText(in_context("command", "formation"), "{player} > {id}"),
        opening.Dice: CommandText(in_context("command", "dice"), of_roller),
    }
)
