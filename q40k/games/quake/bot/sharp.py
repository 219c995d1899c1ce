"""The sharp level: the best few moves of a sound bot are played out to the end of the turn.

A play-out rolls nothing: those who still move answer with their own best move, then everybody
shoots and charges in the order of play, and each death counts by its exact chance.
"""

from collections.abc import Iterator

import numpy as np

from q40k.games.quake.bot.chances import MEMORY
from q40k.games.quake.bot.moves import best_cells, without_portals
from q40k.games.quake.bot.options import Option, rank_options
from q40k.games.quake.bot.outlook import Outlook
from q40k.games.quake.bot.places import Places
from q40k.games.quake.packs.personalities import PLAIN
from q40k.games.quake.state.match import Match, Player, change_player
from q40k.games.quake.state.movement.move import Move
from q40k.games.quake.state.next import Next
from q40k.geometry.space import Spot

FEW = 4
"""How many options are played out."""
PLAYED = 0.5
"""What the play-out counts beside the guess of a sound bot."""
MOST_REPLIES = 3
"""How many of those who still move answer; the others stay."""


def play_out(outlook: Outlook, places: Places, options: list[Option]) -> list[Option]:
    """Return options, best first, with the worth of the best few played out to the end of the turn."""
    places_known = [option for option in options if _ends_somewhere(option)][:FEW]
    played = [_played_out(outlook, places, option) for option in places_known]
    others = [option for option in options if option not in places_known]
    return rank_options((*played, *others))


def _ends_somewhere(option: Option) -> bool:
    """Return whether it is known where the champion is after an option: not by a portal's die."""
    if isinstance(option.command, Next):
        return True
    return isinstance(option.command, Move) and option.command.to is not None and option.key != "jumps"


def _played_out(outlook: Outlook, places: Places, option: Option) -> Option:
    """Return an option with its worth at the end of the turn in place of a guess."""
    at = option.command.to if isinstance(option.command, Move) else outlook.me.position.at
    assert at is not None
    cell = np.array([outlook.grid.cell_at(at)])
    moved = isinstance(option.command, Move)
    guess = float(
        (places.worths_after_replies(cell, moved=moved or outlook.me.turn.moved) - places.attraction[cell])[0]
    )
    state = outlook.state
    if moved:
        state = change_player(state, outlook.me.id, at=at, moved=True, level=None, portal=None)
    for foe in _still_to_move(outlook):
        state = _with_reply(state, foe)
    exchange = Exchange(state, outlook.me.id, places).worth()
    after = Places(Outlook(state, state.players[outlook.me.id]), places.personality).prospect()
    worth = option.worth + PLAYED * (exchange + after - guess)
    facts = {**option.facts, "exchange": exchange}
    return Option(option.command, worth, option.key, facts, option.expects, option.victim)


def _still_to_move(outlook: Outlook) -> Iterator[str]:
    """Yield the nearest foes that move after the champion in this phase."""
    state, later = outlook.state, set(outlook.state.after(outlook.me.id))
    foes = [foe for foe in outlook.foes if foe.position.at is not None]
    if state.alternates:
        later = {foe.id for foe in foes} - set(state.team_play.acted)
    yield from [foe.id for foe in foes if foe.id in later][:MOST_REPLIES]


def _with_reply(state: Match, foe: str) -> Match:
    """Return the state after the best move of a foe."""
    view = Outlook(state, state.players[foe])
    if not view.may_move:
        return state
    places = Places(view, PLAIN)
    worths = places.worths(moved=True)
    cells = best_cells(worths, without_portals(view, view.reachable), 1)
    if not cells or worths[cells[0]] <= places.worth_here():
        return state
    at: Spot = view.grid.spots[cells[0]]
    return change_player(state, foe, at=at, moved=True, level=None, portal=None)


class Exchange:
    """The shooting and the charges of a turn between champions that stand where they stand."""

    def __init__(self, state: Match, player: str, places: Places) -> None:
        self.state = state
        self.player = player
        self.caution = places.personality.caution * places.nerve()
        self.alive = dict.fromkeys((p.id for p in state.players.values() if p.in_play), 1.0)
        self.own = Outlook(state, state.players[player])

    def worth(self) -> float:
        """Return what the champion's side wins less what it loses, by the chance of each death."""
        worth = 0.0
        for phase in ("shooting", "assault"):
            for name in self.state.order:
                if name not in self.alive:
                    continue
                strike = self._best_strike(name, phase)
                if strike is None:
                    continue
                target, kills, dies = strike
                chance = self.alive[name]
                if name == self.player:
                    worth += chance * kills * self.own.stakes.kill(self.state.players[target])
                if target == self.player:
                    worth -= chance * kills * self.own.stakes.death(self.state.players[name]) * self.caution
                if name == self.player and dies:
                    worth -= chance * dies * self.own.stakes.death(self.state.players[target]) * self.caution
                self.alive[target] *= 1.0 - chance * kills
        return worth

    def _best_strike(self, name: str, phase: str) -> tuple[str, float, float] | None:
        """Return whom a champion strikes, with the chances that the target and that it dies."""
        view = self.own if name == self.player else Outlook(self.state, self.state.players[name])
        best, most = None, 0.0
        for foe in view.foes:
            if foe.position.at is None or view.me.position.at is None:
                continue
            strikes = self._shots(view, foe) if phase == "shooting" else self._charges(view, foe)
            for kills, dies in strikes:
                worth = kills * view.stakes.kill(foe) - dies * view.stakes.death(foe)
                if worth > most:
                    best, most = (foe.id, kills, dies), worth
        return best

    @staticmethod
    def _shots(view: Outlook, foe: Player) -> Iterator[tuple[float, float]]:
        if foe.id not in view.foes_seen:
            return
        away = view.straight_in(foe)
        theirs = Outlook(view.state, foe)
        cover = int(theirs.lines.covers[theirs.cell])
        for fire in view.fires(foe, cover=cover):
            band = fire.band(away)
            if band is not None:
                yield fire.kills[band], fire.burns[band]

    @staticmethod
    def _charges(view: Outlook, foe: Player) -> Iterator[tuple[float, float]]:
        if view.straight_in(foe) > view.charge_in:
            return
        fires = view.fires(foe)
        if fires and not any(all(fire.charges) for fire in fires):
            return
        duel = MEMORY.duel(view.state, view.me, foe)
        yield duel.kills, duel.dies
