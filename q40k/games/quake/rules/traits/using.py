"""Using a trait: what it lets its bearer choose, for this turn or for the match.

This command is for traits that the table uses at a moment of its choice. Their dice are asked for
as usual.
"""

from __future__ import annotations

from typing import Literal

from q40k.games.quake.rules.changing import change_player
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

    `choices` are the ids chosen; `targets` are the champions concerned, where places do not tell.
    """

    player: Name
    trait: Text
    choices: tuple[Text, ...] = ()
    targets: tuple[Name, ...] = ()


@event
class TraitUsed(Event, tag="trait-used"):
    """A champion uses a trait: `choices` hold for as long as `held` says; `dice` are its rolls."""

    player: str
    trait: str
    choices: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    held: Literal["turn", "life", "match"] = "turn"


@event
class Beset(Event, tag="beset"):
    """A champion is affected by the trait of another, or by its own, up to the end of the turn."""

    player: str
    trait: str
    effect: Effect
    value: int
    scope: Scope = "any"


@fold(TraitUsed)
def _used(state: Match, event: TraitUsed) -> Match:
    player = state.players[event.player]
    gifts = tuple(f"{event.trait}/{choice}" for choice in event.choices) or (f"{event.trait}/",)
    if event.held == "match":
        return change_player(state, event.player, gifts=(*player.gifts, *gifts))
    used = (*player.life.used, event.trait) if event.held == "life" else player.life.used
    return change_player(state, event.player, using=(*player.turn.using, *gifts), used=used)


@fold(Beset)
def _beset(state: Match, event: Beset) -> Match:
    under = Modifier(event.effect, event.value, event.trait, event.scope)
    earlier = state.players[event.player].turn.under
    return change_player(state, event.player, under=(*earlier, under))


@fold(TurnOpened)
def _turn_opened(state: Match, _event: TurnOpened) -> Match:
    players = {
        name: player.replace(using=(), under=())
        if player.turn.using or player.turn.under
        else player
        for name, player in state.players.items()
    }
    return state.replace(players=players)


@fold(Killed)
def _killed(state: Match, event: Killed) -> Match:
    return _end_traits(state, event.victim)


@fold(AccidentSuffered)
def _accident_suffered(state: Match, event: AccidentSuffered) -> Match:
    return _end_traits(state, event.player)


def _end_traits(state: Match, player: str) -> Match:
    """End what a dead champion uses; it may use all its traits again when it is back."""
    dead = state.players[player]
    if not (dead.turn.using or dead.turn.under or dead.life.used):
        return state
    return change_player(state, player, using=(), under=(), used=())


def usable_traits(player: Player) -> tuple[Trait, ...]:
    """Return a champion's traits that are used by command."""
    return tuple(trait for trait in player.abilities if trait.use is not None)


def find_trait(live: Live[Match], command: UseTrait) -> tuple[Player, Trait, Use]:
    """Find the player and the trait that a command names. Raises Refused."""
    must_be_open(live.state)
    player = find_present(live.state, command.player)
    folded = command.trait.casefold()
    for trait in usable_traits(player):
        names = (trait.id, trait.name.en, trait.name.fr)
        if trait.use is not None and folded in (name.casefold() for name in names):
            return player, trait, trait.use
    usable_ids = tuple(trait.id for trait in usable_traits(player))
    raise forbid(
        "TRAIT-1", "no-such-trait", player=player.name, got=command.trait, known=usable_ids
    )


def refuse_bad_use(live: Live[Match], player: Player, trait: Trait, use: Use) -> Rule[None]:
    """Refuse a trait out of its phases, used too often, or beside the shot it replaces.

    Rule: TRAIT-1, SHOOT-4
    """
    state = live.state
    if state.play.phase not in use.phases:
        yield from refuse(
            "TURN-1", "wrong-phase", phase=state.play.phase, wanted=use.phases[0]
        )  # fmt: skip
    spent = (*player.gifts, *player.turn.using, *(f"{entry}/" for entry in player.life.used))
    if any(entry.startswith(f"{trait.id}/") for entry in spent):
        yield from refuse("TRAIT-1", "trait-used-up", player=player.name)
    if use.instead_of_shot and player.turn.shot is not None:
        yield from refuse("TRAIT-1", "shot-before-trait", player=player.name)


def check_choices(player: Player, use: Use, texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ids chosen, each once and no more than allowed. Raises Refused."""
    ids_by_name = {choice.id: choice.id for choice in use.choices}
    ids_by_name |= {
        name.casefold(): choice.id
        for choice in use.choices
        for name in (choice.name.en, choice.name.fr)
    }
    chosen = dict.fromkeys(ids_by_name.get(text.casefold(), "") for text in texts)
    if "" in chosen or len(chosen) > use.most or (use.choices and not chosen):
        ids = tuple(choice.id for choice in use.choices)
        raise forbid(
            "TRAIT-1", "trait-choices", player=player.name, known=ids,
            most=use.most,
        )  # fmt: skip
    return tuple(chosen)
