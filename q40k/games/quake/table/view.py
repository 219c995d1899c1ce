"""The state as match scripts and `--json` show it: plain data under the contract's names."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from operator import attrgetter, is_
from typing import Any

from q40k.games.game import Clock, Moments, Racer, Seat, Status, View
from q40k.games.quake.rules.objectives.objective import progress
from q40k.games.quake.rules.objectives.score import one_kill_away, scorers
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.state_diff import changed_players, changes
from q40k.games.quake.rules.turn.acting import next_after_active
from q40k.games.quake.table.portal_odds import asked_odds
from q40k.games.quake.table.prefilled import Prefilled, of_match
from q40k.games.quake.table.sides import of_barrels, of_teams
from q40k.games.quake.table.team_marks import number_of
from q40k.geometry.scene import Area, Mark, Piece, Scene
from q40k.i18n.locale import N_
from q40k.kernel.correcting import Change
from q40k.kernel.questions import Question
from q40k.packs.base import Names
from q40k.table.as_json import exact_text, plain_number, question_data


class QuakeView(View):
    """Quake 40K as the shell sees it. Nothing in it is secret."""

    moments = Moments(
        highlights=("killed", "accident"), highlight_name=N_("kill"), turn="turn-opened"
    )

    def seats(self, state: Match) -> tuple[Seat, ...]:
        """Every player, in the order of joining."""
        players = state.players.values()
        return tuple(Seat(p.id, p.name, number, p.present) for number, p in enumerate(players))

    def status(self, state: Match) -> Status:
        """Where the match stands."""
        return Status(
            is_laid_out=state.setup.mod is not None,
            name=state.setup.name,
            phase=state.play.phase,
            turn=state.play.turn,
            active=() if state.play.active is None else (state.play.active,),
            over=state.outcome.over,
            winners=tuple(state.side_name(side) for side in state.outcome.winner),
        )

    def next_seat(self, state: Match) -> str | None:
        """Return who acts next in this phase, or first in the next one."""
        return next_after_active(state)

    def race(self, state: Match) -> tuple[Racer, ...]:
        """Every side that has anybody at the table, as far as it is from winning."""
        if state.setup.mod is None:
            return ()
        there = dict.fromkeys(state.side_of(p.id) for p in state.players.values() if p.present)
        return tuple(_racers(state, there))

    def same_race(self, before: Match, after: Match) -> bool:
        """Whether nobody's score or side has changed, nor what is played for."""
        if any(getattr(before, part) is not getattr(after, part) for part in RACED):
            return False
        changed = changed_players(before, after)
        return changed is not None and all(
            all(map(is_, _RACES(was), _RACES(one))) for was, one in changed
        )

    def race_after(
        self, previous: tuple[Racer, ...], before: Match, after: Match
    ) -> tuple[Racer, ...]:
        """Return the race; only sides that have scored are looked at, if nothing else changed."""
        sides = scorers(before, after)
        if sides is None:
            return super().race_after(previous, before, after)
        if not sides:
            return previous
        again = {one.side: one for one in _racers(after, sides)}
        return tuple(again.get(one.side, one) for one in previous)

    def clock(self, state: Match) -> Clock | None:
        """The clock, in seconds of play; it stands in the set-up and after the end (TABLE-7)."""
        clock = state.clock
        if clock is None:
            return None
        laid_out = state.play.phase != "setup"
        held = clock.paused or state.outcome.over
        timed = laid_out and state.play.active is not None
        return Clock(
            clock.gone,
            is_running=laid_out and not held,
            is_paused=held,
            limit=clock.limit,
            part_limit=clock.each if timed else None,
            part_start=clock.began,
        )

    def scenario_name(self, state: Match) -> Names | None:
        """Return the name of the mod."""
        return state.setup.mod.name if state.setup.mod else None

    def rematch(self, state: Match) -> Prefilled:
        """Return the same mod and arena, as agreed, and everybody who is at the table."""
        return of_match(state)

    def changes(self, old: Match, new: Match) -> tuple[Change, ...]:
        """All that is otherwise in `new` than in `old`."""
        return changes(old, new)

    def scene(self, state: Match) -> Scene | None:
        """The arena and all that lies and stands on it; None before there is one."""
        from q40k.games.quake.table.scene import scene

        return scene(state)

    def pieces(self, state: Match) -> tuple[Piece, ...]:
        """The champions on the table whose place is known, exactly or about."""
        from q40k.games.quake.table.scene import pieces

        return pieces(state) if state.setup.arena is not None else ()

    def changed_pieces(
        self, previous: Mapping[str, Piece], before: Match, after: Match
    ) -> Mapping[str, Piece | None]:
        """Return the changed pieces, of those that may stand elsewhere."""
        from q40k.games.quake.table.scene import pieces

        if before.players is after.players and before.setup is after.setup:
            return {}
        others = _elsewhere(before, after)
        if others is None or after.setup.arena is None:
            return super().changed_pieces(previous, before, after)
        here = {one.id: one for one in pieces(after, others)} if others else {}
        return {**dict.fromkeys(others & previous.keys() - here.keys()), **here}

    def ground_cover(self, state: Match) -> tuple[Area | Mark, ...]:
        """Return fires, free tokens, flags that nobody carries, and barrels."""
        from q40k.games.quake.table.scene import fires, marks

        return (*fires(state), *marks(state)) if state.setup.arena is not None else ()

    def same_ground_cover(self, before: Match, after: Match) -> bool:
        """Return whether no token, flag or barrel has changed, nor anybody's team."""
        return all(getattr(before, part) is getattr(after, part) for part in LAID)

    def as_json(self, state: Match, question: Question | None, log: list[str]) -> dict[str, Any]:
        """The whole state; `log` holds its sentences."""
        return shown(state, question, log)


LAID = ("setup", "teams", "tokens", "flags", "barrels")
"""The parts of a state that what lies on the table depends on."""
RACED = ("setup", "teams", "team_play", "rounds", "flags", "barrels", "hunt", "outcome")
"""What of a match, beside its players, the race is told by."""
_RACES = attrgetter("score", "champion", "name", "team", "present", "life.out")
_STANDS = attrgetter("position", "life", "champion", "name", "team", "present")
"""What of a player the race is told by, and what its piece."""


def _elsewhere(before: Match, after: Match) -> frozenset[str] | None:
    """Who may stand elsewhere than before; None where everybody may.

    At a portal each stands where those who came there before leave room.
    """
    if before.setup is not after.setup or before.teams is not after.teams:
        return None
    changed = changed_players(before, after)
    if changed is None:
        return None
    moved, portals = set(), {0}
    for was, one in changed:
        if all(map(is_, _STANDS(was), _STANDS(one))):
            continue
        if was.name != one.name or was.team != one.team:
            return None
        moved.add(one.id)
        portals |= {place.portal or place.near or 0 for place in (was.position, one.position)}
    portals.discard(0)
    if not portals:
        return frozenset(moved)
    there = after.players.values()
    beside = (p.id for p in there if (p.position.portal or p.position.near) in portals)
    return frozenset(moved.union(beside))


def _racers(state: Match, sides: Collection[str]) -> Iterator[Racer]:
    """How far some sides are from winning, as far as anything counts for them."""
    near = one_kill_away(state, sides)
    for side in sides:
        far = progress(state, side)
        if far is not None:
            yield Racer(
                side, state.side_name(side), number_of(state, side),
                far.reached, far.goal, far.unit, side in near,
            )  # fmt: skip


def shown(state: Match, question: Question | None, log: list[str]) -> dict[str, Any]:
    """The whole state; `log` holds its sentences."""
    asks = question_data(QuakeView().seats(state), question)
    return {
        "mod": state.setup.mod.id if state.setup.mod else None,
        "arena": state.setup.arena.id if state.setup.arena else None,
        "turn": state.play.turn,
        "phase": "over" if state.outcome.over else state.play.phase,
        "active": _name(state, state.play.active),
        "order": [state.players[p].name for p in state.order],
        "players": {p.name: _player(state, p) for p in state.players.values()},
        "tokens": {
            token.id: {
                "category": token.category,
                "holder": _name(state, token.holder),
                "at": list(token.place) if token.holder is None else None,
            }
            for token in state.tokens.values()
        },
        **of_teams(state),
        **of_barrels(state),
        "round": state.rounds.round,
        "rounds": _rounds(state),
        "winner": [state.side_name(side) for side in state.outcome.winner] or None,
        "asks": None if asks is None else asks | asked_odds(state, question),
        "log": log,
    }


def _rounds(state: Match) -> dict[str, int]:
    """Rounds won by every side, under its name; nothing where there are no rounds."""
    if not state.rounds.round:
        return {}
    return {state.side_name(side): state.rounds.won.get(side, 0) for side in state.sides}


def _name(state: Match, player: str | None) -> str | None:
    return state.players[player].name if player else None


def _player(state: Match, player: Player) -> dict[str, Any]:
    held = player.bonus
    bonus: dict[str, Any] | None = None
    if held is not None:
        bonus = {"token": held.token, "kind": held.kind, "name": state.kind(held).name.en}
        bonus["spent"] = held.spent
        if held.target:
            bonus["target"] = _name(state, held.target)
    return {
        "champion": player.champion.id,
        "options": list(player.gear),
        "team": player.team,
        "value": plain_number(player.value),
        "score": exact_text(player.score.points),
        "times": exact_text(player.times),
        "kills": player.score.kills,
        "deaths": player.score.deaths,
        "accidents": player.score.accidents,
        "streak": player.score.streak,
        "initiative": player.initiative,
        "alive": player.present and player.life.alive,
        "present": player.present,
        "out": player.life.out,
        "lives": state.lives_left(player.id),
        "at": list(player.position.at) if player.position.at else None,
        "tile": player.position.tile,
        "portal": player.position.portal,
        "near": player.position.near,
        "wounds": player.life.wounds,
        "bonus": bonus,
    }
