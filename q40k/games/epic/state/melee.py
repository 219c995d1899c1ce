"""Close combat: who fights whom, in pairs or several against one."""

from collections import Counter
from collections.abc import Iterable

from q40k.games.epic.state.match import Match
from q40k.games.epic.state.registry import Command, Event

DICE = 2


RETREAT_FA = -2


class Fight(Command, tag="fight"):
    """A fight: one figure against figures in contact with it, in the order it fights them."""

    one: str
    against: tuple[str, ...] | str


class FightDuels(Command, tag="fight-duels"):
    """All fights of one against one that are possible in this round, one after another."""


class Fought(Event, tag="fought"):
    """Two figures have fought: their totals, and the dice if they were told. No winner: a tie."""

    one: str
    other: str
    totals: tuple[int, int]
    dice: tuple[tuple[int, ...], tuple[int, ...]]
    factors: tuple[int, int]
    many: int
    winner: str | None

    def fold(self, state: Match) -> Match:
        return state.with_figures({self.one: {"fought": True}, self.other: {"fought": True}})


class RoundOpened(Event, tag="round-opened"):
    """Survivors still in contact fight again."""

    def fold(self, state: Match) -> Match:
        fought = [id for id, figure in state.figures.items() if figure.doing.fought]
        return state.with_figures({id: {"fought": False} for id in fought})


def factor(state: Match, figure: str) -> int:
    """Return the assault factor of a figure: 2 less in Retreat; nothing else changes it.

    Rule: EE-MELEE-7, EE-RETREAT-4
    """
    model = state.figures[figure]
    formation = state.formations[model.formation]
    return formation.troops[model.troop].profile.fa + (RETREAT_FA if formation.retreats else 0)


def open_pairs(state: Match) -> tuple[tuple[str, str], ...]:
    """Return the pairs in contact of which neither has fought in this round."""
    return tuple(pair for pair in state.contacts if not any(state.figures[f].doing.fought for f in pair))


def duels(state: Match) -> tuple[tuple[str, str], ...]:
    """Return the pairs of figures that touch nobody else, the initiative holder's figure first.

    Rule: EE-MELEE-4
    """
    pairs = open_pairs(state)
    partners = Counter(figure for pair in pairs for figure in pair)
    alone = (pair for pair in pairs if all(partners[figure] == 1 for figure in pair))
    return tuple((b, a) if state.side_of(a) != state.cup.holder else (a, b) for a, b in alone)


def left_out(state: Match, fighter: str, against: Iterable[str]) -> tuple[str, ...]:
    """Return who is in contact with a fight's figures, is not in it, and could fight nobody else.

    Rule: EE-MELEE-4
    """
    engaged = {fighter, *against}
    free = [pair for pair in open_pairs(state) if not engaged & set(pair)]
    matched = {figure for pair in free for figure in pair}
    beside = [figure for pair in open_pairs(state) if engaged & set(pair) for figure in pair]
    return tuple(dict.fromkeys(f for f in beside if f not in engaged and f not in matched))
