"""Drafts: new things to play on, made by chance and screened by games until the fair ones are left."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from q40k.lab.designs import Plan, list_bouts
from q40k.lab.engines import Engine
from q40k.lab.figures import Figure, Share, share_of, work_out
from q40k.lab.studies import FIRST_LOOK
from q40k.lab.subject import Draft, Lab

SCREENS = (20, 100, 500)
"""The games after which a draft is looked at; those that are clearly unfair are played no further."""
LENGTHS = (8, 15, 30)
"""The turns at which a draft counts as longer; the best of each length, shape and fairness is kept."""
TURNS_OFF = 0.25
"""How far the length may be from the one asked for, as a part of it."""


class Wishes(Struct, frozen=True, kw_only=True):
    """What is asked for: shares within so much of `fair` (or of their mean), and a length in turns."""

    fair: float = 0.5
    within: float = 0.05
    turns: float | None = None
    screens: tuple[int, ...] = SCREENS


class Judged(Struct, frozen=True):
    """A draft after its last screen: games, mean turns, the largest gap of a part, and whether it is kept."""

    draft: Draft
    games: int
    turns: float
    gap: float
    is_kept: bool

    @property
    def cell(self) -> tuple[int, str, int]:
        """Return its cell of the grid: length, shape, fairness in steps of two percent."""
        return sum(self.turns >= length for length in LENGTHS), self.draft.shape, int(self.gap / 0.02)


def write_drafts(drafts: Sequence[Draft], folder: Path) -> None:
    """Write drafts as packs, a file each. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for draft in drafts:
        (folder / f"{draft.id}.yaml").write_text(draft.pack, encoding="utf-8", newline="\n")


class Look(Struct, frozen=True):
    """What is known of a draft so far: games, mean turns, and the share that is farthest from what is fair."""

    draft: Draft
    games: int
    turns: float
    share: Share | None
    fair: float


def judge_drafts(
    engine: Engine,
    lab: Lab,
    plan: Plan,
    drafts: Sequence[Draft],
    wishes: Wishes,
    look: Callable[[Look], object] | None = None,
) -> Iterator[Judged]:
    """Yield every draft after the screen that it failed, or the last. Raises as `Engine.play`.

    `look` is shown what is known of a draft, after few games first.
    """
    for draft in drafts:
        yield _judge(engine, lab, plan, draft, wishes, look)


def _judge(
    engine: Engine, lab: Lab, plan: Plan, draft: Draft, wishes: Wishes, look: Callable[[Look], object] | None
) -> Judged:
    is_kept, figure, gap = True, None, 1.0
    for games in wishes.screens:
        own = replace(plan, entries=(draft.id,), games=games)
        bouts = list_bouts(own)
        if look is not None and games > FIRST_LOOK and figure is None:
            first = replace(own, games=FIRST_LOOK)
            few = list_bouts(first)
            early = work_out(first, few, engine.play(few, len(bouts))).entries[0]
            look(_look(lab, draft, early, wishes))
        figure = work_out(own, bouts, engine.play(bouts)).entries[0]
        shares, middle = _shares(lab, figure, wishes)
        if look is not None:
            look(_look(lab, draft, figure, wishes))
        gap = max((abs(share.share - middle) for share in shares), default=1.0)
        is_fair = all(share.low <= middle + wishes.within and share.high >= middle - wishes.within for share in shares)
        if games == wishes.screens[-1]:
            is_fair = gap <= wishes.within
        is_long = wishes.turns is None or abs(figure.turns - wishes.turns) <= TURNS_OFF * wishes.turns
        is_kept = bool(shares) and is_fair and is_long
        if not is_kept:
            break
    assert figure is not None, "there is at least one screen"
    return Judged(draft, figure.games, figure.turns, round(gap, 4), is_kept)


def _look(lab: Lab, draft: Draft, figure: Figure, wishes: Wishes) -> Look:
    shares, middle = _shares(lab, figure, wishes)
    farthest = max(shares, key=lambda share: abs(share.share - middle), default=None)
    return Look(draft, figure.games, figure.turns, farthest, middle)


def _shares(lab: Lab, figure: Figure, wishes: Wishes) -> tuple[list[Share], float]:
    """Return the shares that should be even, and what they should be."""
    parts = lab.even_parts(figure.used)
    if parts is None:
        return ([Share(figure.share, figure.low, figure.high)] if figure.seats else []), wishes.fair
    total = sum(number for number, _good in parts)
    middle = sum(good for _number, good in parts) / total if total else 0.0
    return [share_of(good, number) for number, good in parts if number], middle


def best_of_cells(judged: Sequence[Judged]) -> list[Judged]:
    """Return the fairest kept draft of every cell of the grid."""
    best: dict[tuple[int, str, int], Judged] = {}
    for candidate in judged:
        if candidate.is_kept and (candidate.cell not in best or candidate.gap < best[candidate.cell].gap):
            best[candidate.cell] = candidate
    return sorted(best.values(), key=lambda each: each.cell)


def signed_pack(judged: Judged, call: str, world: str) -> str:
    """Return the pack with what it was judged by, so that anybody can compute it again."""
    lines = [
        f"# Made by `{call}` in the world {world}.",
        f"# {judged.games} games of bots: {judged.turns:g} turns, largest gap {judged.gap:.1%}.",
    ]
    return "\n".join(lines) + "\n" + judged.draft.pack
