"""Tables where champions charge and fight, for the tests of close combat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from q40k.games.quake.packs.models import Scenery, Weapon
from q40k.games.quake.state.assault import Charged
from q40k.games.quake.state.melee import Blow
from tests.games.quake.rules.playing import Table, arena, champion, of_type
from tests.games.quake.rules.shooting import gunners
from tests.games.w40k3e.fighting import named_traits, weapon


def brawlers(names: str, /, *, arms: Sequence[str | Weapon] = (), table: Table | None = None, **each: Any) -> Table:
    """A table in the first assault phase; the order of play is that of the names.

    `each` holds profiles by name (Bob={"i": 5}); all carry the same `arms`, unless the profile
    says otherwise ("arms"); "traits" are ids of traits, in a row. Everyone's Ld makes up for
    its I, so that the order stands.
    """
    table = table or Table()
    for place, name in enumerate(names.split()):
        arguments = {"i": 4, **each.get(name, {})}
        held = arguments.pop("arms", arms)
        lines = tuple(weapon(arm) if isinstance(arm, str) else arm for arm in held)
        can = named_traits(arguments.pop("traits", ""))
        profile = champion(**{**arguments, "ld": 11 - arguments["i"] - place})
        table.do("join", player=name, champion="x", profile=profile, arms=lines, traits=can)
    table.do("start", *[1] * len(names.split()))
    assert table.order == names
    for name in reversed(names.split()):
        table.do("deploy", player=name)
    to_phase(table, "assault")
    return table


def to_phase(table: Table, phase: str) -> None:
    """End phases until the one of that name is open."""
    while table.state.play.phase != phase:
        table.do("end-phase")


def charging(table: Table, *pairs: str, **arguments: Any) -> None:
    """Everyone charges in the order given, "Ann > Bob", then the close-combat phase opens."""
    for pair in pairs:
        first, second = pair.split(" > ")
        while table.active != first:
            table.do("next")
        table.do("charge", player=first, target=second, **arguments)
    to_phase(table, "melee")


def melee(names: str, /, *pairs: str, **options: Any) -> Table:
    """Brawlers in the close-combat phase, these charges made."""
    table = brawlers(names, **options)
    charging(table, *pairs)
    return table


def blows(table: Table, events: Sequence[Any]) -> list[str]:
    """Who struck whom, and the wounds lost by it, in a few words each."""
    results = []
    for event in of_type(events, Blow):
        whom = table.name(event.target) if event.target else event.building
        lost = event.struck.lost if event.struck else event.penetrating
        results.append(f"{table.name(event.striker)} > {whom}: {event.attacks}, {lost}")
    return results


def groups(table: Table) -> list[str]:
    """The melees still to be fought, as names."""
    from q40k.games.quake.state.melee import melees

    return [table.names(melee) for melee in melees(table.state)]


def first_blow(events: list[Any]) -> Blow:
    """The first blow that is told of."""
    result: Blow = of_type(events, Blow)[0]
    return result


def asked_dice(table: Table, *answers: Any, **arguments: Any) -> list[tuple[str, str | None, int]]:
    """The dice of a fight in order: what for, of whom, how many; the answers must fit."""
    results = []
    table.ask("fight", **arguments)
    rest = list(answers)
    while table.question is not None:
        assert rest, f"{table.question.key} was not answered"
        key, who = table.asks
        results.append((key, who, len(getattr(table.question, "dice", ()))))
        answer = rest.pop(0)
        table.answer(*answer if isinstance(answer, tuple) else (answer,))
    assert not rest
    return results


def at_spots(*scenery: Scenery, **spots: tuple[float, float]) -> Table:
    """A table in the first assault phase, everyone standing at a spot in cm."""
    ground = structs.replace(arena(120, 120), scenery=scenery)
    table = gunners(" ".join(spots), ["boltgun"], table=Table(arena_data=ground))
    for name, at in spots.items():
        table.do("place", player=name, at=at)
    to_phase(table, "assault")
    return table


def charge_event(events: list[Any]) -> Charged:
    (result,) = of_type(events, Charged)
    assert isinstance(result, Charged)
    return result
