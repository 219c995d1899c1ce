"""The state as match scripts and `--json` show it: plain data under the names of the contract."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from q40k.games.game import Clock, Demo, Moments, Racer, Seat, Status, View
from q40k.games.quake.state.acting import next_after_active
from q40k.games.quake.state.commentary.chances import Goals, Numbers, goals_of, prospects
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.objectives.objective import progress
from q40k.games.quake.state.objectives.score import one_kill_away, scorers
from q40k.games.quake.state.objectives.state_diff import changed_players, changes
from q40k.games.quake.state.odds import jump_odds
from q40k.games.quake.state.parts import Flag
from q40k.games.quake.state.positions import feet_height
from q40k.games.quake.state.table.initiative import may_act_or_deploy
from q40k.games.quake.state.table.opening import ADDONS, options_of
from q40k.games.quake.table.prefilled import Prefilled
from q40k.games.quake.table.team_marks import number_of
from q40k.geometry.scene import Area, Mark, Piece, Scene
from q40k.i18n.locale import N_
from q40k.kernel.amending import Change
from q40k.kernel.events import Question
from q40k.kernel.state import to_data
from q40k.packs.base import Names
from q40k.table.as_json import exact_text, plain_number, question_data


def of_teams(state: Match) -> dict[str, Any]:
    """Return teams, who may act, flags and the hunt; nothing without teams."""
    if not state.in_teams:
        return {}
    data: dict[str, Any] = {
        "teams": {name: _team(state, name) for name in state.sides},
        "up": state.side_of(state.play.active) if state.play.active else None,
        "may_act": [state.players[p].name for p in may_act_or_deploy(state)],
        "first": {**state.team_play.first, **state.team_play.first_now},
    }
    if state.flags:
        data["flags"] = {flag.id: _flag(state, flag) for flag in state.flags.values()}
    if state.hunt is not None:
        hunt = state.hunt
        data["hunt"] = {"cleaners": hunt.cleaners, "leg": hunt.leg, "to_beat": hunt.to_beat}
    return data


def of_barrels(state: Match) -> dict[str, Any]:
    """Return the barrels that are intact or burning; nothing in a mod without barrels."""
    if state.setup.mod is None or not state.setup.mod.has("barrels"):
        return {}
    barrels = {
        barrel.id: {"at": list(barrel.at) if barrel.at else None, "burning": barrel.burning}
        for barrel in state.barrels.values()
    }
    return {"barrels": barrels}


def _team(state: Match, name: str) -> dict[str, Any]:
    members = [state.players[p] for p in state.members(name)]
    team = state.teams.get(name)
    return {
        "players": [player.name for player in members if player.present],
        "value": plain_number(state.value_of(name)),
        "score": exact_text(state.score_of(name)),
        "rounds": state.rounds.won.get(name, 0),
        "roll": team.rolled if team else None,
        "base": team.base if team else None,
        "structure": team.structure if team else None,
        "points": team.points if team else 0,
    }


def _flag(state: Match, flag: Flag) -> dict[str, Any]:
    carrier = state.players[flag.carrier].name if flag.carrier else None
    at = flag.home if flag.at_home else flag.at
    return {
        "team": flag.team,
        "carrier": carrier,
        "dropped_by": flag.fell,
        "home": flag.at_home,
        "at": list(at) if at else None,
    }


# -- the odds of a portal die ----------------------------------------------------------------

PORTAL_DICE = ("jump-portal", "respawn-portal", "entry-portal")
"""The questions for a portal die; in two of them nobody enters a portal."""


def question_odds(state: Match, question: Question | None) -> dict[str, Any]:
    """Return the odds of a question for the portal die, under `odds`; else nothing.

    Rule: PORTAL-2, PORTAL-4, PORTAL-6
    """
    if question is None or question.key not in PORTAL_DICE or question.who not in state.players:
        return {}
    return {"odds": odds_data(state, question.who, question.facts.get("entered"))}


def odds_data(state: Match, player: str, entered: int | None) -> dict[str, Any]:
    """Return the results of the die from the portal `entered` (None: a respawn).

    Chances are exact fractions. `free` is the 6, on which the player chooses; the other chances are
    those without it.
    """
    odds = jump_odds(state, player, entered)
    return {
        "dies": exact_text(odds.dies),
        "telefrags": exact_text(odds.telefrags),
        "free": exact_text(odds.free),
        "exits": [
            {
                "portal": outcome.portal,
                "chance": exact_text(outcome.chance),
                "dies": outcome.dies,
                "telefrags": [state.players[p].name for p in outcome.telefrags],
            }
            for outcome in odds.exits
        ],
    }


# -- the recorded evening ------------------------------------------------------------------


def suits_picture(state: Match) -> bool:
    """Return whether a jump has something to show: somebody is in another portal."""
    others = {p for n in (1, 2, 3, 4) for p in state.occupants(n)} - {state.play.active}
    return state.play.phase == "movement" and bool(others)


BOTS = (
    ("Cipher", "space-marine", "plain"),
    ("Redline", "eldar-howling-banshee", "rusher"),
    ("Tally", "space-marine", "avenger"),
    ("Magpie", "eldar-howling-banshee", "collector"),
    ("Limpet", "space-marine", "camper"),
    ("Pop", "eldar-howling-banshee", "blinker"),
)
"""Who plays a match of bots: the name, the champion and the personality of each."""


def match_of_bots(count: int) -> list[dict[str, Any]]:
    """Return the script of a deathmatch that so many bots are about to play."""
    joins = [
        {"do": "join", "player": name, "champion": champion, "bot": {"level": "sound", "personality": personality}}
        for name, champion, personality in BOTS[:count]
    ]
    return [{"do": "new", "mod": "deathmatch", "arena": "classic-60", "dice": "app"}, *joins, {"do": "start"}]


DEMO = Demo(
    Path(__file__).parents[1] / "demo" / "evening.jsonl",
    lines=120,
    suits_picture=suits_picture,
    keys=("p", "5"),
    bots=match_of_bots,
)


# -- the view of the shell -----------------------------------------------------------------


class QuakeView(View):
    """Quake 40K as the shell sees it. Nothing in it is secret."""

    moments = Moments(
        highlights=("killed", "accident"),
        highlight_name=N_("kill"),
        chances_note=N_(
            "By how much a moment changed somebody’s chance to win. The model is simple: the less is left to a goal,"
            " the greater the chance, and a long goal leaves less to luck. With one life a round, those who still"
            " stand and what they are worth count as well, and so do a bonus, a flag in hand and a building that"
            " stands. What each is worth was fitted to games of bots. There such chances came true about as often as"
            " they say. The model knows no dice and no places. The log shows beside every kill whose chance it"
            " changed most."
        ),
        chances_weights=(1.6, 2.9, 0.5, 2.1, 0.6, 0.8, 6.1),
        whole_screen=frozenset(
            {
                "first-blood",
                "telefrag",
                "three",
                "four",
                "five",
                "more",
                "lead-taken",
                "comeback",
                "one-kill",
                "last-standing",
                "round",
                "match",
            }
        ),
        deaths=frozenset({"first-blood", "telefrag"}),
        turn="turn-opened",
    )
    _goals: Goals | None = None

    def seats(self, state: Match) -> tuple[Seat, ...]:
        """Return every player, in the order of joining."""
        players = state.players.values()
        return tuple(Seat(p.id, p.name, number, p.present, p.bot) for number, p in enumerate(players))

    def status(self, state: Match) -> Status:
        """Return the status of the match."""
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
        """Return every side with anybody at the table, with its progress."""
        if state.setup.mod is None:
            return ()
        sides = dict.fromkeys(state.side_of(p.id) for p in state.players.values() if p.present)
        return tuple(_racers(state, sides))

    def same_race(self, before: Match, after: Match) -> bool:
        """Return whether no score, side, goal or bonus has changed, nor who is still in the round."""
        changed = changed_players(before, after) if _is_same_round(before, after) else None
        return changed is not None and all(_is_same_racer(old, new) for old, new in changed)

    def race_after(self, previous: tuple[Racer, ...], before: Match, after: Match) -> tuple[Racer, ...]:
        """Return the race; only sides that scored are computed again, if nothing else changed."""
        sides = scorers(before, after)
        if sides is None:
            return super().race_after(previous, before, after)
        if not sides:
            return previous
        updated = {racer.side: racer for racer in _racers(after, sides)}
        return tuple(updated.get(racer.side, racer) for racer in previous)

    def prospects(self, state: Match) -> dict[str, Numbers]:
        """Return how near each side is to its goal, and who still stands in the round.

        The goals of the last state are kept, as an entry changes few scores.
        """
        self._goals = goals = goals_of(state, self._goals)
        return prospects(goals)

    def clock(self, state: Match) -> Clock | None:
        """Return the clock, in seconds of play; it stops in set-up and after the end (TABLE-7)."""
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
        return _prefill_of(state)

    def changes(self, old: Match, new: Match) -> tuple[Change, ...]:
        """Return every difference between two states."""
        return changes(old, new)

    def scene(self, state: Match) -> Scene | None:
        """Return the map of the arena and everything on it; None without an arena."""
        from q40k.games.quake.table.scene import scene

        return scene(state)

    def pieces(self, state: Match) -> tuple[Piece, ...]:
        """Return the champions whose place is known, exactly or roughly."""
        from q40k.games.quake.table.scene import pieces

        return pieces(state) if state.setup.arena is not None else ()

    def changed_pieces(self, previous: Mapping[str, Piece], before: Match, after: Match) -> Mapping[str, Piece | None]:
        """Return the changed pieces, of those that may have moved."""
        from q40k.games.quake.table.scene import pieces

        if before.players is after.players and before.setup is after.setup:
            return {}
        others = _possibly_moved(before, after)
        if others is None or after.setup.arena is None:
            return super().changed_pieces(previous, before, after)
        here: dict[str, Piece | None] = {piece.id: piece for piece in pieces(after, others)} if others else {}
        return here | {id: None for id in others if id not in here and id in previous}

    def ground_cover(self, state: Match) -> tuple[Area | Mark, ...]:
        """Return fires, free tokens, flags that nobody carries, and barrels."""
        from q40k.games.quake.table.scene import fires, marks

        return (*fires(state), *marks(state)) if state.setup.arena is not None else ()

    def same_ground_cover(self, before: Match, after: Match) -> bool:
        """Return whether no token, flag or barrel has changed, nor anybody's team."""
        return (
            before.tokens is after.tokens
            and before.flags is after.flags
            and before.barrels is after.barrels
            and before.teams is after.teams
            and before.setup is after.setup
        )

    def as_json(self, state: Match, question: Question | None, log: list[str]) -> dict[str, Any]:
        """Return the whole state; `log` holds its sentences."""
        return state_data(state, question, log)


def _is_same_round(before: Match, after: Match) -> bool:
    """Return whether nothing has changed on which the race depends, beside the players."""
    return (
        before.setup is after.setup
        and before.teams is after.teams
        and before.team_play is after.team_play
        and before.rounds is after.rounds
        and before.flags is after.flags
        and before.barrels is after.barrels
        and before.hunt is after.hunt
        and before.outcome is after.outcome
    )


def _is_same_racer(old: Player, new: Player) -> bool:
    """Return whether nothing of a player has changed on which the race depends."""
    return (
        old.score is new.score
        and old.champion is new.champion
        and old.name is new.name
        and old.team is new.team
        and old.present is new.present
        and old.life.out is new.life.out
        and old.bonus is new.bonus
    )


def _is_same_piece(old: Player, new: Player) -> bool:
    """Return whether nothing of a player has changed on which its piece depends."""
    return (
        old.position is new.position
        and old.life is new.life
        and old.champion is new.champion
        and old.name is new.name
        and old.team is new.team
        and old.present is new.present
    )


def _possibly_moved(before: Match, after: Match) -> frozenset[str] | None:
    """Return the players who may have moved; None if everybody may have.

    Champions at a portal or in a tile stand where those who came earlier leave room.
    """
    if before.setup is not after.setup or before.teams is not after.teams:
        return None
    changed = changed_players(before, after)
    if changed is None:
        return None
    moved, shared = set(), set[int | str | None]()
    for old, new in changed:
        if _is_same_piece(old, new):
            continue
        if old.name != new.name or old.team != new.team:
            return None
        moved.add(new.id)
        shared |= {place.portal or place.near or place.tile for place in (old.position, new.position)}
    shared.discard(None)
    if not shared:
        return frozenset(moved)
    for player in after.players.values():
        place = player.position
        if (place.portal or place.near or place.tile) in shared:
            moved.add(player.id)
    return frozenset(moved)


def _racers(state: Match, sides: Collection[str]) -> Iterator[Racer]:
    """Yield the progress of some sides, if anything counts for them."""
    near = one_kill_away(state, sides)
    for side in sides:
        side_progress = progress(state, side)
        if side_progress is not None:
            yield Racer(
                side,
                state.side_name(side),
                number_of(state, side),
                side_progress.reached,
                side_progress.goal,
                side_progress.unit,
                side in near,
            )


def state_data(state: Match, question: Question | None, log: list[str]) -> dict[str, Any]:
    """Return the whole state; `log` holds its sentences."""
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
        "asks": None if asks is None else asks | question_odds(state, question),
        "log": log,
    }


def _rounds(state: Match) -> dict[str, int]:
    """Return the rounds won by every side, under its name; nothing before the first round."""
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
        "level": round(feet_height(state, player), 2) if player.position.at else None,
        "angle": player.position.angle,
        "tile": player.position.tile,
        "portal": player.position.portal,
        "near": player.position.near,
        "wounds": player.life.wounds,
        "bonus": bonus,
        **({"bot": to_data(player.bot)} if player.bot else {}),
    }


# -- a rematch


def _prefill_of(state: Match) -> Prefilled:
    """Return the options of a match as it is, without its name and its seed.

    The numbers of its mod are the agreed ones; the players are those at the table.
    """
    mod, clock = state.setup.mod, state.clock
    seated = [player for player in state.players.values() if player.present]
    limit, d3_on_d6 = clock.limit if clock else None, state.setup.d3_on_d6
    return Prefilled(
        dice=state.setup.roller,
        mod=mod.id if mod else None,
        arena=state.setup.arena.id if state.setup.arena else None,
        players=tuple((player.name, player.champion.id, player.gear) for player in seated),
        bots={player.name: player.bot for player in seated if player.bot},
        teams={player.name: player.team for player in seated if player.team},
        options=_numbers(state),
        addons=tuple(name for name, brings in ADDONS.items() if mod and mod.has(brings)),
        minutes=limit / 60 if limit else None,
        each=clock.each if clock else None,
        d3=None if d3_on_d6 is None else "d6" if d3_on_d6 else "d3",
    )


def _numbers(state: Match) -> dict[str, int]:
    """Return the numbers of the mod as the table agreed on them."""
    mod = state.setup.mod
    if mod is None:
        return {}
    numbers: dict[str, int | None] = {}
    for name, option in options_of(mod).items():
        part, key = option.path or ("", "")
        numbers[name] = getattr(getattr(mod, part), key) if part else state.setup.points_to_win
    return {name: number for name, number in numbers.items() if number is not None}
