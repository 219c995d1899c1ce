"""Close combat: roll fights of one against one, or of one against several in turn."""

from typing import Any

from q40k.games.epic.rules import losses, morale, transport
from q40k.games.epic.state import melee
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.questions import find_figure, must_be_in_phase, must_live
from q40k.games.epic.state.registry import rule
from q40k.kernel.events import Live, Rule, TallyQuestion
from q40k.tabletop.asking import forbid, refuse


@rule(melee.Fight)
def fight(live: Live[Match], command: melee.Fight) -> Rule[None]:
    """Fight one figure against one or several, one after another while it lives.

    The first opponent rolls 2D6, each further one a die more.

    Rule: EE-MELEE-1, EE-MELEE-2, EE-MELEE-3, EE-MELEE-4, EE-MELEE-5
    """
    must_be_in_phase(live.state, "assault", "fights")
    fighter = find_figure(live.state, command.one)
    names = (command.against,) if isinstance(command.against, str) else command.against
    against = tuple(dict.fromkeys(find_figure(live.state, other) for other in names))
    yield from _must_be_fightable(live, fighter, against)
    yield from _fight_on(live, fighter, against)
    yield from _open_round(live)


@rule(melee.FightDuels)
def fight_duels(live: Live[Match], _command: melee.FightDuels) -> Rule[None]:
    """Fight every fight of one against one of this round; an earlier fight may make a later one impossible.

    Rule: EE-MELEE-1, EE-MELEE-4
    """
    must_be_in_phase(live.state, "assault", "fights")
    pairs = melee.duels(live.state)
    if not pairs:
        raise forbid("EE-MELEE-1", "no-duel")
    for fighter, other in pairs:
        if (fighter, other) in melee.duels(live.state):
            yield from _fight_on(live, fighter, (other,))
    yield from _open_round(live)


def _fight_on(live: Live[Match], fighter: str, against: tuple[str, ...]) -> Rule[None]:
    """Fight one figure against others in turn while it lives, with all that follows."""
    dead: list[str] = []
    for number in range(len(against)):
        loser = yield from _duel(live, fighter, against[number:], melee.DICE + number)
        yield from losses.lose(live, (loser,), "fight")
        dead.append(loser)
        if loser == fighter:
            break
    yield from transport.resolve_wrecks(live, dead)
    yield from morale.after_losses(live)


def _open_round(live: Live[Match]) -> Rule[None]:
    """Open another round if figures in contact have all fought."""
    if live.state.contacts and not melee.open_pairs(live.state):
        yield melee.RoundOpened()


def _must_be_fightable(live: Live[Match], fighter: str, against: tuple[str, ...]) -> Rule[None]:
    """Refuse a figure without contact, one that has fought, and a fight that leaves one out.

    Rule: EE-MELEE-4, EE-MELEE-5
    """
    state = live.state
    if not against:
        raise forbid("EE-MELEE-1", "nobody-to-fight", figure=fighter)
    for figure in (fighter, *against):
        must_live(state, figure)
        if state.figures[figure].doing.fought:
            yield from refuse("EE-MELEE-4", "fought-already", figure=figure)
    touching = state.touching(fighter)
    for other in against:
        if state.side_of(other) == state.side_of(fighter):
            raise forbid("EE-MELEE-1", "friend", figure=other)
        if other not in touching:
            yield from refuse("EE-ASSAULT-6", "no-contact", figure=fighter, enemy=other)
    for other in melee.left_out(state, fighter, against):
        yield from refuse("EE-MELEE-4", "left-out", figure=fighter, enemy=other)


def _duel(live: Live[Match], fighter: str, against: tuple[str, ...], many: int) -> Rule[str]:
    """Roll a figure against the first of `against`, again on a tie; return the loser.

    Rule: EE-MELEE-1, EE-MELEE-3
    """
    other = against[0]
    others = tuple(melee.factor(live.state, figure) for figure in against)
    factors = (melee.factor(live.state, fighter), others[0])
    while True:
        facts = {"against": many, "theirs": others}
        mine = yield from _roll_total(live.state, fighter, melee.DICE, factors[0], other, **facts)
        theirs = yield from _roll_total(live.state, other, many, factors[1], fighter)
        totals = (mine[0] + factors[0], theirs[0] + factors[1])
        winner = None if totals[0] == totals[1] else fighter if totals[0] > totals[1] else other
        yield melee.Fought(
            one=fighter,
            other=other,
            totals=totals,
            dice=(mine[1], theirs[1]),
            factors=factors,
            many=many,
            winner=winner,
        )
        if winner is not None:
            return other if winner == fighter else fighter


def _roll_total(
    state: Match, figure: str, dice: int, fa: int, other: str, **facts: Any
) -> Rule[tuple[int, tuple[int, ...]]]:
    """Add up the dice of a figure; a hand may say the sum alone (`=7`)."""
    answer = yield TallyQuestion(
        "fight",
        state.side_of(figure),
        "EE-MELEE-1",
        {"figure": figure, "other": other, "factor": fa, **facts},
        (6,) * dice,
        least=dice,
        most_total=6 * dice,
        summed=True,
        finishes=False,
    )
    counts = TallyQuestion.counts(answer)
    if counts is not None:
        return counts[0], ()
    return sum(answer), tuple(answer)
