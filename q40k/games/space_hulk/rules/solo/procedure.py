"""Without a map: the program leads the player through the same rules by questions."""

from __future__ import annotations

from typing import Literal

from q40k.games.space_hulk.rules.aliens.convert import Convert, turn_up
from q40k.games.space_hulk.rules.movement.moved import Moved
from q40k.games.space_hulk.rules.questions import choose
from q40k.games.space_hulk.rules.registry import event
from q40k.games.space_hulk.rules.settling import settle
from q40k.games.space_hulk.rules.solo.brood import roll_for
from q40k.games.space_hulk.rules.solo.order import (
    Alien,
    Began,
    Finished,
    aliens,
    first_kind,
    to_act,
)
from q40k.games.space_hulk.rules.solo.priority import Aimed, By, foremost
from q40k.games.space_hulk.rules.state import Blip, Marine, Match, Stealer
from q40k.games.space_hulk.rules.turn.phases import PhaseOpened
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.kernel.questions import SeveralQuestion

What = Literal["attacks", "goes", "stays"]


@event
class Led(Event, tag="alien-led"):
    """What the player does with an alien, whose place only the table knows."""

    who: str
    what: What
    marine: str | None = None


def lead(live: Live[Match]) -> Rule[None]:
    """The next alien, as the table names it, and what it does.

    Rule: SOLO-TABLE-1, SOLO-TURN-1, SOLO-TURN-2
    """
    left = [one for one in to_act(live.state) if not one.lurking.held]
    if not left:
        yield PhaseOpened(phase="end")
        return
    charging = [one for one in left if one.id in live.state.solo.charge]
    names = tuple(one.id for one in first_kind(charging or left))
    who = names[0]
    if len(names) > 1:
        who = yield from choose("marine", "solo-next", "SOLO-TURN-2", names)
    yield Began(who=who)
    piece = live.state.piece(who)
    assert isinstance(piece, Stealer | Blip)
    if isinstance(piece, Stealer):
        yield from _stealer(live, piece)
    else:
        yield from _blip(live, piece)


def _yes(live: Live[Match], key: str, rule: str, who: str) -> Rule[bool]:
    del live
    return (yield from choose("marine", key, rule, ("yes", "no"), alien=who)) == "yes"


def _stealer(live: Live[Match], stealer: Stealer) -> Rule[None]:
    """A stealer: next to a marine, within reach of one, or on its way.

    Rule: SOLO-ACT-1, SOLO-TABLE-1
    """
    for key, rule in (("solo-beside", "SOLO-ACT-2"), ("solo-reach", "SOLO-TARGET-2")):
        if (yield from _yes(live, key, rule, stealer.id)):
            by: By = "beside" if key == "solo-beside" else "reach"
            marine = yield from _which(live, stealer, by)
            yield from _says(stealer, "attacks", marine)
            return
    yield from _on_its_way(live, stealer)


def _blip(live: Live[Match], blip: Blip) -> Rule[None]:
    """A blip reveals itself when it charges or a marine is within reach; else it goes its way.

    Rule: SOLO-ACT-3, SOLO-ACT-5, SOLO-BROOD-5, SOLO-TABLE-1
    """
    charges = blip.id in live.state.solo.charge
    reaches = charges or (yield from _yes(live, "solo-reach", "SOLO-TARGET-2", blip.id))
    if not reaches:
        yield from _on_its_way(live, blip)
        return
    yield Finished(who=blip.id, why="revealed")
    yield from turn_up(live, Convert(name=blip.id), blip, own=False)
    yield from settle(live)


def _on_its_way(live: Live[Match], piece: Alien) -> Rule[None]:
    """An alien moves, unless its first step goes into sight; then the brood may charge.

    Rule: SOLO-MOVE-3, SOLO-BROOD-1, SOLO-BROOD-2, SOLO-BROOD-8
    """
    bold = piece.id in live.state.solo.heedless
    if not bold and (yield from _yes(live, "solo-sight", "SOLO-MOVE-3", piece.id)):
        if piece.id in live.state.solo.rolled:
            yield from _says(piece, "stays", None)
            return
        group = yield from _group(live, piece)
        if (yield from roll_for(live, "?", group)):
            return  # they are asked for anew, one by one
        yield from _says(piece, "stays", None)
        return
    marine = yield from _which(live, piece, "priority")
    yield from _says(piece, "goes", marine)


def _group(live: Live[Match], piece: Alien) -> Rule[tuple[str, ...]]:
    """The aliens that hang together with one: they count for the brood score.

    Rule: SOLO-BROOD-1, SOLO-BROOD-3, SOLO-BROOD-4
    """
    rolled = set(live.state.solo.rolled)
    others = tuple(
        one.id for one in aliens(live.state) if one.id != piece.id and one.id not in rolled
    )
    if not others:
        return (piece.id,)
    facts = {"alien": piece.id}
    said = yield SeveralQuestion("solo-group", "marine", "SOLO-BROOD-4", facts, others)
    return (piece.id, *said)


def _which(live: Live[Match], piece: Alien, by: By) -> Rule[Marine | None]:
    """The marine it makes for, of those the table names; None: the nearest.

    Rule: SOLO-TARGET-1, SOLO-PRIO-1
    """
    standing = live.state.standing
    names = tuple(one.id for one in standing)
    if len(names) == 1:
        named = names
    else:
        key, facts = f"solo-{by}-which", {"alien": piece.id}
        named = yield SeveralQuestion(key, "marine", "SOLO-TARGET-1", facts, names)
    if not named:
        return None
    among = [one for one in standing if one.id in named]
    marine, rank = yield from foremost(live, among, piece.id)
    yield Aimed(who=piece.id, marine=marine.id, by=by, rank=rank)
    return marine


def _says(piece: Alien, what: What, marine: Marine | None) -> Rule[None]:
    """Say what an alien does; one that goes comes onto the board.

    Rule: SOLO-TABLE-1
    """
    yield Led(who=piece.id, what=what, marine=None if marine is None else marine.id)
    if what != "stays" and piece.lurking.entry is not None:
        yield Moved(who=piece.id, at=None, how="entering")
    yield Finished(who=piece.id, why="table")
