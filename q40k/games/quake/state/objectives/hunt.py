"""The hunt: who cleans, who is hunted, and how much is left."""

from fractions import Fraction

from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.objectives.objective import Objective, Progress, register
from q40k.games.quake.state.parts import Hunt
from q40k.games.quake.state.registry import Event


class CleanersSet(Event, tag="cleaners-set"):
    """The team that hunts in this leg; `to_beat` is how many turns the first cleaners took."""

    team: str
    leg: int
    to_beat: int | None = None

    def fold(self, state: Match) -> Match:
        return state.replace(hunt=Hunt(self.team, self.leg, self.to_beat))


class LegOver(Event, tag="leg-over"):
    """Every target of a leg is dead; `turns` is how many turns that took."""

    team: str
    leg: int
    turns: int


def targets(state: Match) -> tuple[Player, ...]:
    """Return the targets of the running leg, without players who left or wait for the next.

    Rule: SUDDEN-1, INIT-4
    """
    if state.hunt is None:
        return ()
    cleaners, lives = state.hunt.cleaners, state.mod.parameters.lives
    return tuple(
        p
        for p in state.players.values()
        if p.present and state.side_of(p.id) != cleaners and (not p.life.out or p.life.lives_lost >= lives)
    )


def measure(state: Match, side: str) -> Fraction:
    """Return a side's part of the hunt: the share of the others it has killed as cleaners."""
    hunt = state.hunt
    if hunt is None:
        return Fraction(0)
    if side != hunt.cleaners:
        return Fraction(hunt.leg - 1)
    hunted = targets(state)
    return Fraction(sum(p.life.out for p in hunted), len(hunted) or 1)


def progress(state: Match, side: str) -> Progress | None:
    """Return how many targets the cleaners have killed, of all; None for the targets."""
    if state.hunt is None or state.hunt.cleaners != side:
        return None
    hunted = targets(state)
    return Progress(Fraction(sum(p.life.out for p in hunted)), Fraction(len(hunted)))


register(Objective(by="hunt", measure=measure, progress=progress))
