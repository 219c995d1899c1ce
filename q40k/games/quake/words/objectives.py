"""What a mod is won by: how far everyone is, what is still to be done, hunts, portals held."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from q40k.games.quake.rules.objectives.hunt import CleanersSet, LegOver
from q40k.games.quake.rules.objectives.objective import Progress, progress, way_to_win
from q40k.games.quake.rules.objectives.points import PortalsCounted
from q40k.games.quake.rules.objectives.score import wins_with
from q40k.games.quake.rules.rounds import in_rounds, still_in
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.names import names_of
from q40k.games.quake.words.wording import questions, refusals, tells
from q40k.i18n.locale import N_, Locale
from q40k.i18n.questions import QuestionText


@tells(PortalsCounted)
def _counted(locale: Locale, state: Match, event: PortalsCounted) -> str:
    parts = [
        locale.say(
            N_("{team} holds {portals} ({points} so far)"),
            team=team,
            portals=locale.listed(portals),
            points=state.teams[team].points if team in state.teams else "?",
        )
        for team, portals in event.held.items()
    ]
    if event.contested:
        portals = locale.listed(event.contested)
        parts.append(locale.say(N_("{portals} contested"), portals=portals))
    held = locale.chained(parts) if parts else locale.gettext(N_("nobody holds any"))
    return locale.say(N_("Portals: {held}"), held=held)


@tells(CleanersSet)
def _cleaners(locale: Locale, _state: Match, event: CleanersSet) -> str:
    if event.to_beat is None:
        return locale.say(N_("{team} cleans up, the others are the targets"), team=event.team)
    return locale.ngettext(
        "Roles are swapped: {team} cleans up and must take fewer than {turns} turn",
        "Roles are swapped: {team} cleans up and must take fewer than {turns} turns",
        event.to_beat,
    ).format(team=event.team, turns=event.to_beat)


@tells(LegOver)
def _leg(locale: Locale, _state: Match, event: LegOver) -> str:
    return locale.ngettext(
        "{team} has killed every target in {turns} turn",
        "{team} has killed every target in {turns} turns",
        event.turns,
    ).format(team=event.team, turns=event.turns)


def goal(locale: Locale, state: Match, player: str) -> str:
    """How far a player's side is from winning: "×3.4 of ×10", "45 of 200", "1 of 3" rounds.

    For the targets of a hunt, the turn they have lived to see.
    """
    far = progress(state, state.side_of(player))
    if far is None:
        return locale.say(N_("turn {turn}"), turn=state.play.turn)
    return _made_of(locale, far)


def _made_of(locale: Locale, far: Progress) -> str:
    made, wanted = str(far.made), str(far.goal)
    if far.unit == "times":
        made, wanted = locale.times(far.made), f"×{far.goal}"
    elif far.unit == "points":
        made, wanted = locale.points(far.made), locale.points(far.goal)
    return locale.say(N_("{made} of {goal}"), made=made, goal=wanted)


def made(state: Match, side: str) -> Fraction:
    """What part of a win a side has made, 0 to 1, by the mod's own measure."""
    if state.setup.mod is None or not state.members(side):
        return Fraction(0)
    far = progress(state, side)
    return Fraction(0) if far is None else far.part


def short(locale: Locale, state: Match, side: str) -> str:
    """What a side has made, as short as can be: "×3.4", "1/3", "7/15", "2/4"."""
    far = progress(state, side)
    if far is None:
        return ""
    if far.unit == "times":
        return locale.times(far.made)
    made = locale.points(far.made) if far.unit == "points" else far.made
    return f"{made}/{far.goal}"


def measure(locale: Locale, state: Match, side: str) -> str:
    """What a side has made of what it needs: "×3.4 of ×10", "1 of 3 rounds", "7 of 15 points"."""
    far, told = progress(state, side), _MEASURED.get(way_to_win(state).by)
    if far is None:
        return locale.gettext(N_("targets")) if state.hunt is not None else ""
    return _made_of(locale, far) if told is None else told(locale, int(far.made), int(far.goal))


def so_far(locale: Locale, state: Match, side: str) -> str:
    """What a side has made, with what tells sides apart that are level on it: its building."""
    made, team = measure(locale, state, side), state.teams.get(side)
    if team is None or team.structure is None:
        return made
    return f"{made}, {locale.say(N_('structure {points}'), points=team.structure)}"


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


def _targets_of(locale: Locale, dead: int, number: int) -> str:
    return locale.say(N_("cleaners, {dead} of {targets}"), dead=dead, targets=number)


_MEASURED: Final[Mapping[str, Callable[[Locale, int, int], str]]] = {
    "rounds": _rounds_of,
    "points": _points_of,
    "hunt": _targets_of,
}
"""How each way to win that counts something tells how much of it is made."""


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


def to_win(locale: Locale, state: Match, player: str) -> str:
    """What the side of `player` still has to do to win the match; "" before it is laid out."""
    if state.setup.mod is None or player not in state.players:
        return ""
    if state.outcome.winner:
        won = N_("has won the match")
        lost = N_("{side} has won the match")
        if state.side_of(player) in state.outcome.winner:
            return locale.gettext(won)
        winners = locale.listed(state.side_name(side) for side in state.outcome.winner)
        return locale.say(lost, side=winners)
    return _TO_WIN[state.setup.mod.win.by](locale, state, player)


def _by_score(locale: Locale, state: Match, player: str) -> str:
    """How many points are missing, and who is worth them."""
    side = state.side_of(player)
    missing = state.goal_of(side) - state.score_of(side)
    said = locale.ngettext(
        "{points} point to go", "{points} points to go", 1 if missing == 1 else 2
    ).format(points=locale.points(missing))
    deadly = [p for p in state.order if state.players[p].in_play and wins_with(state, player, p)]
    if not deadly:
        return said
    kills = N_("{missing}: killing {players} wins")
    return locale.say(kills, missing=said, players=locale.either(names_of(state, deadly)))


def _missing(state: Match, player: str) -> int:
    """How many of what counts the side of `player` still needs."""
    far = progress(state, state.side_of(player))
    return 0 if far is None else int(far.goal - far.made)


def _by_rounds(locale: Locale, state: Match, player: str) -> str:
    """How many rounds are missing, and what wins the running one."""
    missing = _missing(state, player)
    said = locale.ngettext("{number} round to go", "{number} rounds to go", missing).format(
        number=missing
    )
    now = [*_last_alive(locale, state, player), *_by_deeds(locale, state, player)]
    if not now:
        return said
    return locale.say(N_("{missing}: {deed}"), missing=said, deed=locale.either(now))


def _last_alive(locale: Locale, state: Match, player: str) -> list[str]:
    """Under sudden death: whom to outlive (SUDDEN-1)."""
    assert state.setup.mod is not None
    if not state.setup.mod.has("sudden-death") or not state.rounds.round:
        return []
    side = state.side_of(player)
    left = still_in(state)
    if side not in left:
        return [locale.gettext(N_("out until the next round"))]
    rivals = [state.side_name(other) for other in left if other != side]
    if not rivals:
        return []
    return [locale.say(N_("outlive {sides}"), sides=locale.listed(rivals))]


def _by_deeds(locale: Locale, state: Match, player: str) -> list[str]:
    """What else wins the round: a flag brought home, buildings destroyed."""
    assert state.setup.mod is not None
    side = state.side_of(player)
    deeds = []
    if state.setup.mod.has("flags"):
        deeds.append(_flag_home(locale, state, side))
    standing = [team for team in state.teams.values() if team.structure and team.name != side]
    if standing:
        left = locale.listed(f"{team.name} ({team.structure})" for team in standing)
        deeds.append(locale.say(N_("destroy the buildings of {teams}"), teams=left))
    elif state.setup.mod.has("structures"):
        deeds.append(locale.gettext(N_("destroy every other building")))
    return deeds


def _flag_home(locale: Locale, state: Match, side: str) -> str:
    """What brings a flag home: whose hands it is in, and whether one's own is in its place."""
    flags = state.flags.values()
    carriers = [f.carrier for f in flags if f.carrier and state.side_of(f.carrier) == side]
    if any(flag.team == side and not flag.at_home for flag in flags):
        return locale.gettext(N_("get one’s own flag back in its place first"))
    if carriers:
        names = locale.either(names_of(state, carriers))
        return locale.say(N_("{players} must reach one’s own base with the flag"), players=names)
    assert state.setup.mod is not None
    home, one = N_("bring another’s flag home, one’s own in its place"), N_("bring the flag home")
    return locale.gettext(one if state.setup.mod.parameters.flags == "one" else home)


def _by_points(locale: Locale, state: Match, player: str) -> str:
    """How many turns' worth of held portals are missing (PointsWin)."""
    missing = _missing(state, player)
    return locale.ngettext(
        "{number} point to go: hold portals at each turn’s end",
        "{number} points to go: hold portals at each turn’s end",
        missing,
    ).format(number=missing)


def _by_hunt(locale: Locale, state: Match, player: str) -> str:
    """What this leg asks of cleaners and of targets, with the turns there are left for it."""
    hunt = state.hunt
    if hunt is None:
        return locale.gettext(N_("the teams’ roles are not settled yet"))
    cleans = state.side_of(player) == hunt.cleaners
    targets = sum(
        p.present and not p.life.out and state.side_of(p.id) != hunt.cleaners
        for p in state.players.values()
    )
    if hunt.to_beat is None:
        clean = N_("kill every target in as few turns as can be: {targets} left, turn {turn}")
        hide = N_("stay alive for as many turns as can be: {targets} left, turn {turn}")
    else:
        clean = N_("kill every target before turn {limit}: {targets} left, turn {turn}")
        hide = N_("keep somebody alive until turn {limit}: {targets} left, turn {turn}")
    said = clean if cleans else hide
    return locale.say(said, targets=targets, turn=state.play.turn, limit=hunt.to_beat)


_TO_WIN: Final[Mapping[str, Callable[[Locale, Match, str], str]]] = {
    "score": _by_score,
    "rounds": _by_rounds,
    "points": _by_points,
    "hunt": _by_hunt,
}
"""How each way to win is told."""


questions(
    {
        "cleaners": QuestionText(
            N_("{team} chooses: which team cleans up first?"),
            N_("Cleaners come back from death, targets do not; then roles are swapped."),
        ),
    }
)

refusals(
    {
        "two-teams": N_("A hunt is for exactly two teams, and there are {count}."),
    },
)
