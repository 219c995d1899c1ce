"""What follows a choice in its play-outs, and what of that explains why it is worse or better than another."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean

from msgspec import Struct

from q40k.study.figures import Z, estimate
from q40k.study.happenings import NEARER, Happening, Notes

THIS_TURN, NEXT_TURN, LATER = 0, 1, 2
"""How many turns after the choice something has happened; later means to the end of the match."""
CERTAIN = 3
"""A share must differ by so many standard errors to explain anything: many are compared."""
LEAST = 1e-9
MOST = 2
"""A choice is explained by so many consequences."""


class Consequence(Struct, frozen=True):
    """Something that has happened `within` some turns in a `share` of a choice's play-outs, and in `other` of others.

    The others follow the best choice; for a right choice they are the mean over the wrong ones.
    """

    kind: str
    who: str
    by: str
    within: int
    share: float
    other: float


def explain(
    own: str, others: Sequence[str], values: Mapping[str, Sequence[float]], notes: Mapping[str, Sequence[Notes]]
) -> tuple[Consequence, ...]:
    """Return what explains best how a choice differs from the mean of others: what certainly is more or less frequent.

    What something is worth is the difference between the victories with it and without it, in all play-outs. What
    happens until the next turn comes first: what happens later is hardly more than the victory itself.
    """
    is_better = fmean(values[own]) > fmean(fmean(values[other]) for other in others)
    ranked = sorted(_differences(own, others, values, notes, is_better=is_better), key=lambda pair: -pair[0])
    chosen: list[Consequence] = []
    for _weight, consequence in sorted(ranked, key=lambda pair: pair[1].within == LATER):
        persons = {id for other in chosen for id in (other.who, other.by) if id}
        if len(chosen) < MOST and not persons & {consequence.who, consequence.by}:
            chosen.append(consequence)
    return tuple(chosen)


def _differences(
    own: str,
    others: Sequence[str],
    values: Mapping[str, Sequence[float]],
    notes: Mapping[str, Sequence[Notes]],
    *,
    is_better: bool,
) -> Iterator[tuple[float, Consequence]]:
    """Yield what is certainly more or less frequent, with how much of the difference it explains.

    What helps in the play-outs of one and the same choice does not explain why a choice is worse: who dies more
    often after the best choice is braver, and nothing else.
    """
    happenings = sorted({happening for each in notes.values() for note in each for happening in note})
    means = {body: fmean(each) for body, each in values.items()}
    for happening in happenings:
        for within in (THIS_TURN, NEXT_TURN, LATER):
            if within == LATER and happening.kind == NEARER:
                continue  # that is the victory
            came = {body: [_has_come(note, happening, within) for note in each] for body, each in notes.items()}
            plays = [(is_so, body, n) for body in came for n, is_so in enumerate(came[body])]
            with_it, without = ([(body, n) for is_so, body, n in plays if is_so == so] for so in (True, False))
            if not with_it or not without:
                continue
            rest = [fmean(column) for column in zip(*(came[other] for other in others), strict=True)]
            difference = estimate([a - b for a, b in zip(came[own], rest, strict=True)])
            direction = difference.mean * (1 if is_better else -1)
            worth = fmean(values[b][n] for b, n in with_it) - fmean(values[b][n] for b, n in without)
            own_worth = fmean(values[b][n] - means[b] for b, n in with_it)
            is_certain = abs(difference.mean) > CERTAIN * difference.width / (2 * Z)
            if is_certain and direction * worth > 0 and direction * own_worth > -LEAST:
                share, other = round(fmean(came[own]), 4), round(fmean(rest), 4)
                yield direction * worth, Consequence(happening.kind, happening.who, happening.by, within, share, other)


def _has_come(note: Notes, happening: Happening, within: int) -> bool:
    turns = note.get(happening)
    return turns is not None and (within == LATER or turns <= within)
