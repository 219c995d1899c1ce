"""How the sides stand, in a few words: what each has made of it, flags, buildings, who won how."""

from __future__ import annotations

from fractions import Fraction

from q40k.games.quake.packs.arena import PORTALS
from q40k.games.quake.packs.models import PointsWin, RoundsWin
from q40k.games.quake.rules.parts import Flag
from q40k.games.quake.rules.rounds import in_rounds
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.victory import hunt, points
from q40k.games.quake.words.names import name_of
from q40k.i18n.locale import N_, Locale


def made(state: Match, side: str) -> Fraction:
    """What part of a win a side has made, 0 to 1, by the mod's own measure."""
    win = state.setup.mod.win if state.setup.mod else None
    if win is None or not state.members(side):
        return Fraction(0)
    if isinstance(win, RoundsWin):
        return Fraction(state.rounds.won.get(side, 0), win.rounds)
    if isinstance(win, PointsWin):
        return points.measure(state, side) / win.points
    if win.by == "hunt":
        return hunted(state) if state.hunt and state.hunt.cleaners == side else Fraction(0)
    goal = state.goal_of(side)
    return state.score_of(side) / goal if goal else Fraction(0)


def hunted(state: Match) -> Fraction:
    """What part of the targets of the running leg is out."""
    targets = hunt.targets(state)
    return Fraction(sum(p.life.out for p in targets), len(targets) or 1)


def short(locale: Locale, state: Match, side: str) -> str:
    """What a side has made, as short as can be: "×3.4", "1/3", "7/15", "2/4"."""
    win = state.setup.mod.win if state.setup.mod else None
    if isinstance(win, RoundsWin):
        return f"{state.rounds.won.get(side, 0)}/{win.rounds}"
    if isinstance(win, PointsWin):
        return f"{points.measure(state, side)}/{win.points}"
    if win is not None and win.by == "hunt":
        if state.hunt is None or state.hunt.cleaners != side:
            return ""
        targets = hunt.targets(state)
        return f"{sum(p.life.out for p in targets)}/{len(targets)}"
    if state.setup.points_to_win is not None:
        return f"{locale.points(state.score_of(side))}/{state.setup.points_to_win}"
    return locale.times(state.times_of(side))


def measure(locale: Locale, state: Match, side: str) -> str:
    """What a side has made of what it needs: "×3.4 of ×10", "1 of 3 rounds", "7 of 15 points"."""
    win = state.setup.mod.win if state.setup.mod else None
    if isinstance(win, RoundsWin):
        return _rounds_of(locale, state.rounds.won.get(side, 0), win.rounds)
    if isinstance(win, PointsWin):
        return _points_of(locale, int(points.measure(state, side)), win.points)
    if win is not None and win.by == "hunt":
        return _hunt(locale, state, side)
    if state.setup.points_to_win is not None:
        got, goal = locale.points(state.score_of(side)), locale.points(state.setup.points_to_win)
    else:
        got, goal = locale.times(state.times_of(side)), f"×{state.setup.times_to_win}"
    return locale.say(N_("{made} of {goal}"), made=got, goal=goal)


def so_far(locale: Locale, state: Match, side: str) -> str:
    """What a side has made, with what tells sides apart that are level on it: its building."""
    made, team = measure(locale, state, side), state.teams.get(side)
    if team is None or team.structure is None:
        return made
    return f"{made}, {locale.say(N_('structure {points}'), points=team.structure)}"


# English counts what there is, "1 of 3 rounds"; French what there is of it, "1 manche sur 3": so
# the first number picks the plural, and the second has sentences of its own.


def _rounds_of(locale: Locale, won: int, number: int) -> str:
    said = locale.ngettext("{won} of {number} rounds", "{won} of {number} rounds", won)
    if number == 1:
        said = locale.ngettext("{won} of {number} round", "{won} of {number} round", won)
    return said.format(won=won, number=number)


def _points_of(locale: Locale, got: int, number: int) -> str:
    said = locale.ngettext("{got} of {number} points", "{got} of {number} points", got)
    if number == 1:
        said = locale.ngettext("{got} of {number} point", "{got} of {number} point", got)
    return said.format(got=got, number=number)


def _hunt(locale: Locale, state: Match, side: str) -> str:
    if state.hunt is None:
        return ""
    if state.hunt.cleaners != side:
        return locale.gettext(N_("targets"))
    targets = hunt.targets(state)
    dead = sum(p.life.out for p in targets)
    return locale.say(N_("cleaners, {dead} of {targets}"), dead=dead, targets=len(targets))


def running(locale: Locale, state: Match) -> str:
    """The round or the leg that is played, and what it is played for; "" where there is none."""
    if state.setup.mod is None or not in_rounds(state) or not state.rounds.round:
        return ""
    leg = state.hunt
    if leg is None:
        return locale.say(N_("Round {round}"), round=state.rounds.round)
    first = N_("Hunt {leg} of 2: turn {turn}")
    second = N_("Hunt {leg} of 2: turn {turn}, to be done before turn {limit}")
    said = first if leg.to_beat is None else second
    return locale.say(said, leg=leg.leg, turn=state.play.turn, limit=leg.to_beat)


def flag_line(locale: Locale, state: Match, flag: Flag) -> str:
    """A flag and where it is: "F1 at home", "F2: Ann", "F2 on the ground"."""
    if flag.carrier is not None:
        names = [name_of(state, p) for p in (flag.sharers or (flag.carrier,))]
        return locale.say(N_("{flag}: {names}"), flag=flag.id, names=locale.listed(names))
    words = N_("{flag} at home") if flag.at_home else N_("{flag} on the ground")
    return locale.say(words, flag=flag.id)


def held(state: Match) -> dict[str, tuple[int, ...]]:
    """The portals that each side holds alone just now (domination)."""
    found: dict[str, tuple[int, ...]] = {}
    for portal in PORTALS:
        sides = {state.side_of(p) for p in state.occupants(portal)}
        if len(sides) == 1:
            side = sides.pop()
            found[side] = (*found.get(side, ()), portal)
    return found


def how_won(locale: Locale, state: Match) -> tuple[str, str]:
    """Who won, and by which measure, in two sentences; empty before a win."""
    if not state.outcome.winner:
        return "", ""
    names = [state.side_name(side) for side in state.outcome.winner]
    won = locale.ngettext("{names} wins the match!", "{names} win the match!", len(names))
    head = won.format(names=locale.listed(names))
    by = _winners_measure(locale, state)
    if state.outcome.ended:
        return head, locale.say(N_("The match was broken off: {made}"), made=by)
    return head, by


def _winners_measure(locale: Locale, state: Match) -> str:
    assert state.setup.mod is not None
    best = state.outcome.winner[0]
    if state.setup.mod.win.by == "hunt" and not state.outcome.ended:
        return locale.gettext(N_("The better hunt."))
    said = (so_far if state.outcome.ended else measure)(locale, state, best)
    if state.setup.mod.win.by != "score":
        return said
    score = locale.points(state.score_of(best))
    return locale.say(N_("{score} points: {goal}"), score=score, goal=said)
