"""Define the command that works out odds before dice are rolled: shots, moves, melees, portals."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import click
from msgspec import Struct

from q40k.cli.base import Answer, Argument, Call, Option, bad_value, flag, json_option, number_option, verb
from q40k.cli.errors import add_nearest
from q40k.cli.open import match_option, open_match
from q40k.cli.say import N_, _, locale
from q40k.cli.texts import table
from q40k.games.quake.cli.picking import explain_refusal, figure
from q40k.games.quake.packs.library import Library
from q40k.games.quake.packs.models import Champion, Trait, Weapon
from q40k.games.quake.state.bonus import fighter, profile
from q40k.games.quake.state.damage import as_why
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.movement.ground import Ground
from q40k.games.quake.state.odds import (
    MoveOdds,
    ShotOdds,
    champion_charge_odds,
    drop_odds,
    duel_odds,
    duel_odds_of_round,
    jump_odds,
    leap_odds,
    odds_of_jump,
    odds_of_leap,
    shot_odds,
)
from q40k.games.quake.state.questions import find_player
from q40k.games.quake.state.shooting import ShotTerms, can_fire, eyes_of, guns, match_weapon, nearest_weapon
from q40k.games.quake.table.packs import between
from q40k.games.quake.table.view import odds_data
from q40k.games.quake.words.fights import reason
from q40k.games.w40k3e.figures import Fighter
from q40k.games.w40k3e.gear import weapon_lines
from q40k.games.w40k3e.ground import moves_over
from q40k.games.w40k3e.modifiers import Modifier
from q40k.games.w40k3e.shooting import Aim
from q40k.games.w40k3e.traits import greatest
from q40k.geometry.space import base_radius_cm, to_inches

Chances = dict[str, Fraction]


def _exact(chances: Chances) -> dict[str, Any]:
    """Return chances as fractions, and in percent."""
    percent = {key: round(100 * float(chance), 2) for key, chance in chances.items()}
    return {key: str(chance) for key, chance in chances.items()} | {"percent": percent}


SayChance = Callable[[Fraction], str]
"""Words a chance: in percent, behind its exact fraction where the call asks for that."""


def _chance_table(chances: Iterable[tuple[str, Fraction]], say_chance: SayChance) -> Iterator[str]:
    return table([_("What"), _("Chance")], [[what, say_chance(chance)] for what, chance in chances])


def _answer_melee(
    state: Match, attacker: str, target: str, *, charging: bool, into_cover: bool | None, say_chance: SayChance
) -> Answer:
    """Return the chances that each dies in the round, and that both do."""

    odds = duel_odds_of_round(state, attacker, target, charging=charging, into_cover=into_cover)
    both = odds.together.get(frozenset((attacker, target)), Fraction(0))
    neither = odds.together.get(frozenset(), Fraction(0))
    first, second = odds.dies[attacker], odds.dies[target]
    rows = (
        (_("{name} dies (the target)", name=state.players[target].name), second),
        (_("{name} dies (the attacker)", name=state.players[attacker].name), first),
        (_("both of them"), both),
        (_("neither of them"), neither),
    )
    chances = {"kills": second, "dies": first, "both": both, "neither": neither}
    return Answer({"charging": charging, **_exact(chances)}, _chance_table(rows, say_chance))


# -- a portal die ----------------------------------------------------------------------------------


def _answer_portal(state: Match, player: str, entered: int | None, say_chance: SayChance) -> Answer:
    """Return what each face of the die brings; `entered` is None for a respawn.

    Rule: PORTAL-2, PORTAL-4, PORTAL-6
    """

    odds = jump_odds(state, player, entered)
    rows = []
    for exit_ in odds.exits:
        what = _("nobody is hurt")
        if exit_.dies:
            what = _("disintegrated: an accident")
        elif exit_.telefrags:
            names = locale().join_and(state.players[p].name for p in exit_.telefrags)
            what = _("telefrags {names}", names=names)
        rows.append([_("portal {portal}", portal=exit_.portal), say_chance(exit_.chance), what])
    rows.append([_("any portal"), say_chance(odds.free), _("a 6: its owner chooses")])
    head = [_("Out by"), _("Chance"), _("What")]
    return Answer(lambda: {"portal": entered, **odds_data(state, player, entered)}, table(head, rows))


# -- the command -----------------------------------------------------------------------------------


ALL = "all"


class Row(Struct, frozen=True):
    """Hold one line of the table: who shoots at whom, by name."""

    target: str
    weapon: str
    odds: ShotOdds


def _inches(name: str, help: str, most: int = 100) -> Option:
    return Option([name], type=click.FloatRange(0, most), metavar=N_("INCHES"), help=help)


@verb(
    Argument(["attacker"], metavar=N_("ATTACKER")),
    Argument(["weapon"], metavar=N_("[WEAPON]"), required=False),
    Argument(["targets"], metavar=N_("[TARGET]..."), nargs=-1),
    _inches("--distance", N_("How far away the target is; without it, range plays no part."), 500),
    number_option(["--cover"], N_("The target’s cover save: 4 is 4+."), 2, 6, metavar=N_("SAVE")),
    Option(["--moved/--still"], default=None, help=N_("Whether the attacker has moved.")),
    flag(["--charging"], N_("It means to charge: pistols fire once.")),
    flag(["--close"], N_("Without a distance: within 12 in, and a melta within half range.")),
    flag(["--dark"], N_("The target is in a dark zone.")),
    match_option(["match", "--match"], N_("Between players of this match, with bonuses, portals and places.")),
    _inches("--jump", N_("The odds of jumping down so far.")),
    _inches("--leap", N_("The odds of leaping over such a gap.")),
    _inches("--fall", N_("How deep a failed leap falls; without it, the fall is deadly.")),
    _inches("--charge", N_("The odds of a charge so far.")),
    number_option(["--portal"], N_("The odds of a jump by this portal."), 1, 5, metavar=N_("PORTAL")),
    flag(["--respawn"], N_("The odds of coming back by a portal.")),
    Option(
        ["--melee"],
        metavar=N_("TARGET"),
        help=N_("The odds of a round of close combat: the attacker charges this target."),
    ),
    flag(["--fights-on"], N_("Nobody has charged: a melee goes on.")),
    flag(["--difficult"], N_("The charge goes through difficult ground.")),
    flag(["--three"], N_("It rolls three dice in difficult ground.")),
    flag(["--fractions"], N_("Print exact fractions beside the percents.")),
    json_option(N_("Print the odds as JSON, as exact fractions.")),
)
def odds(
    call: Call, attacker: str, weapon: str | None, targets: tuple[str, ...], match: str | None, **options: Any
) -> Answer:
    """Work out odds."""
    melee, fights_on = options.pop("melee"), options.pop("fights_on")
    say_chance = locale().chance if options.pop("fractions") else locale().percent
    entered, respawns = options.pop("portal"), options.pop("respawn")
    if entered is not None or respawns:
        if match is None or weapon or targets or (entered is not None and respawns):
            text = _("the odds of a portal die take one player of a --match and nothing else.")
            raise bad_value("--respawn" if respawns else "--portal", text)
        return _portal(match, attacker, entered, say_chance)
    if melee is not None:
        if weapon or targets:
            text = _("the odds of a melee take an attacker and --melee TARGET.")
            raise bad_value("--melee", text)
        return _melee(call, attacker, melee, match, options["cover"], not fights_on, say_chance)
    moves = {key: options.pop(key) for key in ("jump", "leap", "fall", "charge", "difficult", "three")}
    requested = [key for key in ("jump", "leap", "charge") if moves[key] is not None]
    if requested and (weapon or targets or len(requested) > 1):
        raise bad_value(f"--{requested[0]}", _("the odds of a move take an attacker and nothing else."))
    if not requested and not (weapon and targets):
        raise bad_value("WEAPON", _("a shot needs a weapon and a target, a move --jump, --leap or --charge."))
    if match is not None:
        with open_match(match, game="quake") as match_session:
            state = match_session.state
        if requested:
            mover = _player(state, attacker, "ATTACKER")
            return _answer_move(requested[0], _move_in_match(state, mover, requested[0], moves), say_chance)
        return _answer_shots(_in_match(state, attacker, weapon or ALL, targets, _shot_terms(options)), say_chance)
    library = call.library(["champions", "weapons", "gear", "traits"])

    champion = figure(library, attacker, None, "ATTACKER").built
    if requested:
        return _answer_move(requested[0], _move(champion, library.traits_of(champion), requested[0], moves), say_chance)
    return _answer_shots(_of_figures(library, champion, weapon or ALL, targets, _shot_terms(options)), say_chance)


def _portal(match: str, player: str, entered: int | None, say_chance: SayChance) -> Answer:

    with open_match(match, game="quake") as match_session:
        state = match_session.state
    return _answer_portal(state, _player(state, player, "ATTACKER").id, entered, say_chance)


def _melee(
    call: Call, attacker: str, target: str, match: str | None, cover: int | None, charging: bool, say_chance: SayChance
) -> Answer:

    if match is not None:
        with open_match(match, game="quake") as match_session:
            state = match_session.state
        first = _player(state, attacker, "ATTACKER").id
        second = _player(state, target, "TARGET").id
    else:
        library = call.library(["champions", "weapons", "gear", "traits"])
        striker = figure(library, attacker, None, "ATTACKER").built
        victim = figure(library, target, None, "--melee").built
        state = between(
            *(
                (
                    locale().name_of(champion.name),
                    champion,
                    weapon_lines(champion.weapons, library.weapons, library.gear),
                    library.traits_of(champion),
                )
                for champion in (striker, victim)
            )
        )
        first, second = state.players
    if first == second:
        raise bad_value("--melee", _("nobody fights against itself."))
    into_cover = None if cover is None else True
    return _answer_melee(state, first, second, charging=charging, into_cover=into_cover, say_chance=say_chance)


def _shot_terms(options: dict[str, Any]) -> ShotTerms:

    options["distance_in"] = options.pop("distance")
    options["in_cover"] = options.pop("cover")
    return ShotTerms(**options)


# ---- shots


def _in_match(state: Match, attacker: str, weapon: str, targets: Iterable[str], terms: ShotTerms) -> list[Row]:
    """Return the odds between players of a match."""

    shooter = _player(state, attacker, "ATTACKER")
    arms = _weapons(guns(state, shooter), weapon)
    rows = []
    for name in targets:
        target = _player(state, name, "TARGET")
        for gun in arms:
            result = shot_odds(state, shooter, gun, target, terms)
            rows.append(Row(target.name, locale().name_of(gun.name), result))
    return rows


def _player(state: Match, name: str, hint: str) -> Player:

    with explain_refusal(hint):
        return find_player(state, name)


def _of_figures(
    library: Library, champion: Champion, weapon: str, targets: Iterable[str], terms: ShotTerms
) -> list[Row]:
    """Return the odds between champions of the codex."""

    lines = weapon_lines(champion.weapons, library.weapons, library.gear)
    arms = _weapons([line for line in lines if can_fire(line)], weapon)
    how = Aim(terms.distance_in, terms.close, bool(terms.moved), terms.charging)
    cover = (Modifier("cover", terms.in_cover, "ARENA-5", "shooting"),) if terms.in_cover else ()
    traits = library.traits_of(champion)
    firing = Fighter.of(champion, traits=traits, moved=bool(terms.moved))
    rows = []
    for name in targets:
        victim = figure(library, name, None, "TARGET").built
        defender = Fighter.of(victim, cover, traits=library.traits_of(victim))
        eyes = eyes_of(traits, library.traits_of(victim), dark=terms.dark)
        for gun in arms:
            result = duel_odds(firing, gun, defender, how, victim.id, eyes)
            rows.append(Row(locale().name_of(victim.name), locale().name_of(gun.name), result))
    return rows


def _weapons(arms: Sequence[Weapon], text_: str) -> list[Weapon]:
    """Return the weapons that were named. Raises click.BadParameter."""

    if not arms:
        raise bad_value("WEAPON", _("the attacker has no weapon to shoot with."))
    if text_.casefold() == ALL:
        return list(arms)
    chosen = []
    for word in text_.split(","):
        weapon = match_weapon(arms, word)
        if weapon is None:
            text = _("the attacker has no “{weapon}” to shoot with.", weapon=word.strip())
            every = _("It may have: {ids}.", ids=", ".join(arm.id for arm in arms))
            raise bad_value("WEAPON", add_nearest(text, nearest_weapon(arms, word) or None, every))
        chosen.append(weapon)
    return chosen


def _answer_shots(rows: list[Row], say_chance: SayChance) -> Answer:
    pgettext = locale().pgettext
    head = [
        _("Target"),
        _("Weapon"),
        pgettext("odds", "Hits"),
        pgettext("odds", "Wounds"),
        pgettext("odds", "Harms"),
        pgettext("odds", "Kills"),
        pgettext("odds", "Burns"),
        "",
    ]
    lines = [
        [
            row.target,
            row.weapon,
            *(say_chance(chance) for chance in (row.odds.hits, row.odds.wounds, row.odds.harms)),
            say_chance(row.odds.kills),
            say_chance(row.odds.burns) if row.odds.burns else "-",
            _notes(row.odds),
        ]
        for row in rows
    ]
    return Answer([_data(row) for row in rows], table(head, lines, right=(2, 3, 4, 5, 6)))


def _notes(result: ShotOdds) -> str:

    notes = [reason(locale(), as_why(cause)) for cause in (*result.findings, *result.plan.attack.warnings)]
    if result.hidden:
        notes.append(_("too little of it can be seen"))
    return locale().join_clauses(notes)


def _data(row: Row) -> dict[str, Any]:
    result = row.odds
    exact = ("seen", "hits", "wounds", "harms", "kills", "burns", "mean_hits", "mean_lost")
    return {
        "target": row.target,
        "weapon": result.weapon,
        "allowed": result.allowed,
        "findings": [finding.code for finding in result.findings],
        "warnings": [warning.code for warning in result.plan.attack.warnings],
        "distance_in": result.distance_in,
        **{name: str(getattr(result, name)) for name in exact},
        "percent": {
            name: round(100 * float(getattr(result, name)), 2) for name in ("hits", "wounds", "harms", "kills", "burns")
        },
    }


# ---- moves


def _answer_move(move: str, result: MoveOdds, say_chance: SayChance) -> Answer:
    words = (
        (_("lands safely") if move != "charge" else _("reaches its prey"), result.done),
        (_("falls and lives"), result.falls),
        (_("dies"), result.dies),
        (_("does not get there"), result.short),
    )
    chances = {"done": result.done, "falls": result.falls, "dies": result.dies, "short": result.short}
    return Answer({"move": move, **_exact(chances)}, _chance_table((pair for pair in words if pair[1]), say_chance))


def _move(champion: Champion, traits: tuple[Trait, ...], move: str, options: dict[str, Any]) -> MoveOdds:
    """Return the odds of a move of a champion of the codex."""
    mover = Fighter.of(champion, traits=traits)
    three = options["three"] or greatest(traits, "difficult-dice") > 2
    if move == "jump":
        _must_walk(champion)
        return drop_odds(mover, options["jump"], three=three)
    if move == "leap":
        base = 2 * to_inches(base_radius_cm(champion.base_mm))
        return leap_odds(mover, options["leap"], base, options["fall"])
    return _charge(mover, traits, options)


def _move_in_match(state: Match, mover: Player, move: str, options: dict[str, Any]) -> MoveOdds:
    """Return the odds of a move of a player, with its bonus and the wounds it has left."""
    if move == "jump":
        _must_walk(profile(mover))
        return odds_of_jump(state, mover, options["jump"], three=options["three"])
    if move == "leap":
        return odds_of_leap(state, mover, options["leap"], options["fall"])
    return _charge(fighter(state, mover), mover.abilities, options)


def _must_walk(champion: Champion) -> None:
    if moves_over(champion.unit_type):
        raise bad_value("--jump", _("whoever flies comes down without a die; no fall is risked."))


def _charge(mover: Fighter, traits: tuple[Trait, ...], options: dict[str, Any]) -> MoveOdds:
    ground = Ground(options["difficult"], lands_hard=options["difficult"])
    return champion_charge_odds(mover, traits, options["charge"], ground, three=options["three"])
