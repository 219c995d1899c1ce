"""Commands name scenarios, army lists and profiles; here the packs' data is put beside the names.

A match keeps the data it was started with, so its journal needs no pack to be read again.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from random import Random
from typing import Any

from msgspec import to_builtins

from q40k.games.epic.packs.armies import ArmyList
from q40k.games.epic.packs.forces import NoForce, force
from q40k.games.epic.packs.inline import Unknown, troop
from q40k.games.epic.packs.kinds import KINDS
from q40k.games.epic.packs.models import Troop
from q40k.games.epic.rules.armies import Army, Fielded, FieldForce, Group, Muster
from q40k.games.epic.rules.command import Command
from q40k.games.epic.rules.opening import New
from q40k.games.epic.rules.questions import forbid
from q40k.games.epic.rules.state import Match
from q40k.games.game import Packs
from q40k.kernel.events import Refused
from q40k.packs.library import Library


class EpicPacks(Packs):
    """What Epic Escarmouches takes from packs: scenarios, army lists, profiles, weapons."""

    kinds = KINDS

    def needs_packs(self, command: Command) -> bool:
        """Whether a scenario, an army list or a profile is named whose data is not there yet."""
        if isinstance(command, Muster):
            return command.troops is None
        if isinstance(command, Army):
            return command.list is not None
        if isinstance(command, FieldForce):
            return command.formations is None or any(o.troops is None for o in command.formations)
        return isinstance(command, New)

    def complete(
        self, library: Library, state: Match, command: Command, was: Command | None = None
    ) -> Command:
        """The command with its pack data. Raises Refused.

        A match laid out otherwise keeps its seed, and with it the app's dice.
        """
        if isinstance(command, New):
            kept = was if isinstance(was, New) else None
            return _new(library, command, kept)
        if isinstance(command, Army) and command.list is not None:
            return _army(library, command)
        if isinstance(command, Muster) and command.troops is None:
            return _muster(library, command)
        if isinstance(command, FieldForce):
            return _force(library, state, command)
        return command

    def strip_pack_data(
        self, library: Library, command: Command, data: dict[str, Any]
    ) -> dict[str, Any]:
        """The data of a command without what these packs hold anyway."""
        spare = ""
        if isinstance(command, New):
            held = library.of_kind("scenarios").get(command.scenario)
            data = data | {"scenario": command.scenario}
            spare = "scenario_data" if held == command.scenario_data else ""
        elif isinstance(command, Muster) and _same(library, command):
            spare = "troops"
        elif isinstance(command, FieldForce) and command.formations is not None:
            plain = [to_builtins(one.figures) for one in command.formations]
            data = data | {"formations": [{"figures": figures} for figures in plain]}
        return {name: value for name, value in data.items() if name != spare}


def _same(library: Library, command: Muster) -> bool:
    try:
        return _muster(library, command).troops == command.troops
    except Refused:
        return False


def _new(library: Library, command: New, was: New | None) -> New:
    changes: dict[str, object] = {}
    if command.seed is None:
        changes["seed"] = secrets.randbelow(10**9) if was is None else was.seed
    if command.name == "" and was is not None:
        changes["name"] = was.name
    if command.scenario_data is None:
        scenarios = library.of_kind("scenarios")
        if command.scenario not in scenarios:
            near = library.nearest("scenarios", command.scenario)
            raise forbid("EE-WIN-3", "unknown-scenario", said=command.scenario, nearest=near)
        changes["scenario_data"] = scenarios[command.scenario]
    return command.replace(**changes)


def _army(library: Library, command: Army) -> Army:
    """The army with what its list proposes, where nothing else was said.

    Rule: EE-ARMY-1
    """
    assert command.list is not None
    found = _list(library, command.list)
    return command.replace(
        name=command.name or found.name.en,
        strategic=command.strategic if command.strategic is not None else found.strategic,
        morale=command.morale if command.morale is not None else found.morale,
    )


def _force(library: Library, state: Match, command: FieldForce) -> FieldForce:
    """The force with its formations, chosen alike for the same match, side and points.

    Rule: EE-ARMY-5, EE-DATA-2
    """
    if command.formations is not None:
        figures = [one.figures for one in command.formations]
    else:
        seed = f"{state.setup.seed}/{command.player}/{command.list}/{command.points}"
        profiles = library.of_kind("profiles")
        try:
            chosen = force(_list(library, command.list), profiles, command.points, Random(seed))
        except NoForce as error:
            facts = {"said": command.list, "points": command.points, "least": error.least}
            raise forbid("EE-ARMY-5", "no-force", **facts) from error
        figures = [
            tuple(Group(profile=one.profile, n=one.n) for one in formation.figures)
            for formation in chosen.formations
        ]
    return command.replace(
        formations=tuple(Fielded(figures=one, troops=_troops(library, one)) for one in figures)
    )


def _list(library: Library, said: str) -> ArmyList:
    known: dict[str, ArmyList] = dict(library.of_kind("armies"))
    if said not in known:
        near = library.nearest("armies", said)
        raise forbid("EE-DATA-1", "unknown-army", said=said, nearest=near)
    return known[said]


def _muster(library: Library, command: Muster) -> Muster:
    """The formation with its figures' profiles and weapons.

    Rule: EE-DATA-1, EE-DATA-2
    """
    return command.replace(troops=_troops(library, command.figures))


def _troops(library: Library, figures: Iterable[Group]) -> tuple[Troop, ...]:
    """Figures with their profiles and weapons. Raises Refused."""
    profiles, weapons = library.of_kind("profiles"), library.of_kind("weapons")
    try:
        return tuple(troop(one.profile, one.n, profiles, weapons) for one in figures)
    except Unknown as error:
        code = f"unknown-{error.kind}"
        raise forbid("EE-DATA-1", code, said=error.said, nearest=error.nearest) from error
