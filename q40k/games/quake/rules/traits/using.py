"""Using a trait: what it lets its bearer choose, for this turn or for the match.

A trait whose time is the table's to say acts by this command; its dice are asked like any others.
"""

from __future__ import annotations

from typing import Literal

from q40k.games.quake.rules.changing import changed
from q40k.games.quake.rules.command import Command
from q40k.games.quake.rules.damage.deaths import AccidentSuffered, Killed
from q40k.games.quake.rules.questions import find_present, forbid, must_be_open, refuse
from q40k.games.quake.rules.registry import command, event, fold
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.turn.turn import TurnOpened
from q40k.games.w40k3e.modifiers import Effect, Modifier, Scope
from q40k.games.w40k3e.traits import Trait, Use
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.said import Name, Text


@command
class UseTrait(Command, tag="use"):
    """Use a trait of a champion, by its id or its name, now (TRAIT-1).

    `choices` are what is chosen of it, by ids; `targets` whom it concerns, where places do not say.
    """

    player: Name
    trait: Text
    choices: tuple[Text, ...] = ()
    targets: tuple[Name, ...] = ()


@event
class TraitUsed(Event, tag="trait-used"):
    """A champion uses a trait: what it chose holds, `held` for how long; the `dice` it cost."""

    player: str
    trait: str
    choices: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    held: Literal["turn", "life", "match"] = "turn"


@event
class Beset(Event, tag="beset"):
    """A champion is under the trait of another up to the end of the turn, or of its own."""

    player: str
    trait: str
    effect: Effect
    value: int
    scope: Scope = "any"


@fold(TraitUsed)
def _used(state: Match, event: TraitUsed) -> Match:
    player = state.players[event.player]
    now = tuple(f"{event.trait}/{one}" for one in event.choices) or (f"{event.trait}/",)
    if event.held == "match":
        return changed(state, event.player, gifts=(*player.gifts, *now))
    used = (*player.life.used, event.trait) if event.held == "life" else player.life.used
    return changed(state, event.player, using=(*player.turn.using, *now), used=used)


@fold(Beset)
def _beset(state: Match, event: Beset) -> Match:
    under = Modifier(event.effect, event.value, event.trait, event.scope)
    known = state.players[event.player].turn.under
    return changed(state, event.player, under=(*known, under))


@fold(TurnOpened)
def _turn_opened(state: Match, _event: TurnOpened) -> Match:
    players = {
        name: one.replace(using=(), under=()) if one.turn.using or one.turn.under else one
        for name, one in state.players.items()
    }
    return state.replace(players=players)


@fold(Killed)
def _killed(state: Match, event: Killed) -> Match:
    return _ended(state, event.victim)


@fold(AccidentSuffered)
def _accident_suffered(state: Match, event: AccidentSuffered) -> Match:
    return _ended(state, event.player)


def _ended(state: Match, player: str) -> Match:
    """Who dies uses nothing any more, and has all of it again when it is back."""
    one = state.players[player]
    if not (one.turn.using or one.turn.under or one.life.used):
        return state
    return changed(state, player, using=(), under=(), used=())


def usable(player: Player) -> tuple[Trait, ...]:
    """The traits of a champion that are used by the table's word."""
    return tuple(trait for trait in player.abilities if trait.use is not None)


def meant(live: Live[Match], said: UseTrait) -> tuple[Player, Trait, Use]:
    """Whose trait, and which, is meant. Raises Refused."""
    must_be_open(live.state)
    player = find_present(live.state, said.player)
    wanted = said.trait.casefold()
    for trait in usable(player):
        names = (trait.id, trait.name.en, trait.name.fr)
        if trait.use is not None and wanted in (name.casefold() for name in names):
            return player, trait, trait.use
    known = tuple(trait.id for trait in usable(player))
    raise forbid("TRAIT-1", "no-such-trait", player=player.name, got=said.trait, known=known)


def may_use(live: Live[Match], player: Player, trait: Trait, use: Use) -> Rule[None]:
    """Refuse a trait out of its phases, more often than it may, or beside the shot it stands for.

    Rule: TRAIT-1, SHOOT-4
    """
    state = live.state
    if state.play.phase not in use.phases:
        yield from refuse(
            "TURN-1", "wrong-phase", phase=state.play.phase, wanted=use.phases[0]
        )  # fmt: skip
    spent = (*player.gifts, *player.turn.using, *(f"{one}/" for one in player.life.used))
    if any(one.startswith(f"{trait.id}/") for one in spent):
        yield from refuse("TRAIT-1", "trait-used-up", player=player.name)
    if use.instead_of_shot and player.turn.shot is not None:
        yield from refuse("TRAIT-1", "shot-before-trait", player=player.name)


def chosen_of(player: Player, use: Use, said: tuple[str, ...]) -> tuple[str, ...]:
    """What is chosen, each once and no more than may be. Raises Refused."""
    known = {one.id: one.id for one in use.choices}
    known |= {name.casefold(): one.id for one in use.choices for name in (one.name.en, one.name.fr)}
    wanted = dict.fromkeys(known.get(one.casefold(), "") for one in said)
    if "" in wanted or len(wanted) > use.most or (use.choices and not wanted):
        ids = tuple(one.id for one in use.choices)
        raise forbid(
            "TRAIT-1", "trait-choices", player=player.name, known=ids,
            most=use.most,
        )  # fmt: skip
    return tuple(wanted)
