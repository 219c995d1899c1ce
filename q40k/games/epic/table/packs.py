"""Packs for a match: the data that commands name, and users' own army lists.

A match keeps the data it was started with, so reading its journal again needs no pack.
"""

import json
import secrets
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from msgspec import to_builtins

from q40k.games.epic.packs.armies import ArmyList, ListedFormation, Members, NoForce, force
from q40k.games.epic.packs.kinds import KINDS
from q40k.games.epic.packs.profiles import Profile, Troop, Unknown, Weapon, troop
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.opening import Army, Fielded, FieldForce, Group, Muster, New
from q40k.games.epic.state.registry import Command
from q40k.games.epic.words.names import troops_name
from q40k.games.game import Packs
from q40k.i18n.locale import Locale
from q40k.kernel.events import Refused
from q40k.kernel.whole_file import write_whole
from q40k.packs.base import Names, id_of_name
from q40k.packs.codes import own_objects, shipped_packs
from q40k.packs.library import Library, check
from q40k.packs.problems import PackError
from q40k.table.folders import choose_id, packs_folder
from q40k.tabletop.asking import find_in_packs, forbid


class EpicPacks(Packs):
    """What Epic Escarmouches takes from packs: scenarios, army lists, profiles, weapons."""

    kinds = KINDS

    def needs_packs(self, command: Command) -> bool:
        """Return whether a command names a scenario, army list or profile without its data."""
        if isinstance(command, Muster):
            return command.troops is None
        if isinstance(command, Army):
            return command.list is not None
        if isinstance(command, FieldForce):
            return command.formations is None or any(o.troops is None for o in command.formations)
        return isinstance(command, New)

    def complete(self, library: Library, state: Match, command: Command, was: Command | None = None) -> Command:
        """Return the command with its pack data. Raises Refused.

        A match laid out again keeps its seed, and with it the app's dice.
        """
        if isinstance(command, New):
            kept = was if isinstance(was, New) else None
            return _complete_new(library, command, kept)
        if isinstance(command, Army) and command.list is not None:
            return _complete_army(library, command)
        if isinstance(command, Muster) and command.troops is None:
            return _complete_muster(library, command)
        if isinstance(command, FieldForce):
            return _complete_force(library, state, command)
        return command

    def strip_pack_data(self, library: Library, command: Command, data: dict[str, Any]) -> dict[str, Any]:
        """Return the data of a command without what these packs hold anyway."""
        spare = ""
        if isinstance(command, New):
            held = library.of_kind("scenarios").get(command.scenario)
            data = data | {"scenario": command.scenario}
            spare = "scenario_data" if held == command.scenario_data else ""
        elif isinstance(command, Muster) and _is_in_packs(library, command):
            spare = "troops"
        elif isinstance(command, FieldForce) and command.formations is not None:
            plain = [to_builtins(formation.figures) for formation in command.formations]
            data = data | {"formations": [{"figures": figures} for figures in plain]}
        return {name: value for name, value in data.items() if name != spare}

    def shared_objects(self, state: Match) -> Iterator[Mapping[str, Sequence[Any]]]:
        """Yield the scenario if it is not shipped, and the force of each side as an army list."""
        scenario = state.setup.scenario
        if scenario is not None and (own := own_objects(KINDS, {"scenarios": (scenario,)})):
            yield own
        for side in state.sides.values():
            if force := force_of(state, side.id):
                yield force


def force_of(state: Match, id: str) -> Mapping[str, Sequence[Any]]:
    """Return the force of a side as an army list of its own, with the profiles and weapons that are not shipped.

    It is empty if nothing is fielded, or if something has the id of a different one that is shipped.
    """
    side, fielded = state.sides[id], [formation.troops for formation in state.of_side(id)]
    shipped = shipped_packs(KINDS)
    profiles, weapons, counts = dict[str, Profile](), dict[str, Weapon](), Counter[tuple[Troop, ...]]()
    for troops in fielded:
        counts[troops] += 1
        profiles |= {troop.profile.id: troop.profile for troop in troops}
        weapons |= {weapon.id: weapon for troop in troops for weapon in troop.weapons}
    own = own_objects(KINDS, {"profiles": profiles.values(), "weapons": weapons.values()})
    if not counts or any(model.id in shipped.of_kind(kind) for kind, models in own.items() for model in models):
        return {}
    formations = tuple(
        ListedFormation(
            id=f"formation-{number}",
            name=Names(*(troops_name(Locale(language), troops) for language in ("en", "fr"))),
            figures=tuple(Members(profile=troop.profile.id, n=troop.n) for troop in troops),
            most=min(count, 30),
        )
        for number, (troops, count) in enumerate(counts.items(), 1)
    )
    army = ArmyList(
        id=id_of_name(side.name, "force", most=50),
        name=Names(side.name, side.name),
        strategic=side.strategic,
        morale=side.morale,
        formations=formations,
    )
    return {"armies": (army,), **own}


def _is_in_packs(library: Library, command: Muster) -> bool:
    try:
        return _complete_muster(library, command).troops == command.troops
    except Refused:
        return False


def _complete_new(library: Library, command: New, was: New | None) -> New:
    changes: dict[str, object] = {}
    if command.seed is None:
        changes["seed"] = secrets.randbelow(10**15) if was is None else was.seed
    if command.name == "" and was is not None:
        changes["name"] = was.name
    if command.scenario_data is None:
        scenario = find_in_packs(library, "scenarios", command.scenario, "EE-WIN-3", "unknown-scenario")
        changes["scenario_data"] = scenario
    return command.replace(**changes)


def _complete_army(library: Library, command: Army) -> Army:
    """Return the army command with its list's values where the table gave none.

    Rule: EE-ARMY-1
    """
    assert command.list is not None
    army_list = _find_list(library, command.list)
    return command.replace(
        name=command.name or army_list.name.en,
        strategic=command.strategic if command.strategic is not None else army_list.strategic,
        morale=command.morale if command.morale is not None else army_list.morale,
    )


def _complete_force(library: Library, state: Match, command: FieldForce) -> FieldForce:
    """Return the force with its formations: the same for the same match, side and points.

    Rule: EE-ARMY-5, EE-DATA-2
    """
    if command.formations is not None:
        figures = [chosen_formation.figures for chosen_formation in command.formations]
    else:
        seed = f"{state.setup.seed}/{command.player}/{command.list}/{command.points}"
        profiles = library.of_kind("profiles")
        try:
            chosen = force(_find_list(library, command.list), profiles, command.points, Random(seed))
        except NoForce as error:
            facts = {"said": command.list, "points": command.points, "least": error.least}
            raise forbid("EE-ARMY-5", "no-force", **facts) from error
        figures = [
            tuple(Group(profile=group.profile, n=group.n) for group in formation.figures)
            for formation in chosen.formations
        ]
    return command.replace(
        formations=tuple(Fielded(figures=groups, troops=_troops(library, groups)) for groups in figures)
    )


def _find_list(library: Library, id: str) -> ArmyList:
    army: ArmyList = find_in_packs(library, "armies", id, "EE-DATA-1", "unknown-army")
    return army


def _complete_muster(library: Library, command: Muster) -> Muster:
    """Return the formation with its figures' profiles and weapons.

    Rule: EE-DATA-1, EE-DATA-2
    """
    return command.replace(troops=_troops(library, command.figures))


def _troops(library: Library, figures: Iterable[Group]) -> tuple[Troop, ...]:
    """Return figures with their profiles and weapons. Raises Refused."""
    profiles, weapons = library.of_kind("profiles"), library.of_kind("weapons")
    try:
        return tuple(troop(group.profile, group.n, profiles, weapons) for group in figures)
    except Unknown as error:
        code = f"unknown-{error.kind}"
        raise forbid("EE-DATA-1", code, said=error.said, nearest=error.nearest) from error


# -- users' own army lists -----------------------------------------------------------------


TRIAL = "the-new-army.yaml"
"""The file name of an army while it is only tried."""


def plain_id(name: str) -> str:
    """Return an id made from a name, with room for a number."""
    return id_of_name(name, "own", most=56)


def free_id(library: Library, name: str, own_id: str | None = None) -> str:
    """Return the requested id, or one from the name, numbered if taken. Raises IdTaken."""
    armies = library.of_kind("armies")
    return choose_id(plain_id(name), own_id, lambda id: id in armies or own_file(id).exists())


def own_file(own_id: str) -> Path:
    """Return the file of a user's own army."""
    return packs_folder("epic") / f"army-{own_id}.yaml"


def as_yaml(entry: Mapping[str, Any]) -> str:
    """Return a pack of this one army, a line for each formation.

    JSON's own quoting is safe in YAML.
    """
    lines, begin = ["armies:"], "  - "
    for key, fact in entry.items():
        if isinstance(fact, list):
            lines.append(f"{begin}{key}:" + ("" if fact else " []"))
            lines += [f"      - {json.dumps(item, ensure_ascii=False)}" for item in fact]
        else:
            lines.append(f"{begin}{key}: {json.dumps(fact, ensure_ascii=False)}")
        begin = "    "
    return "\n".join(lines) + "\n"


def write(text: str, path: Path | None, folders: Iterable[Path]) -> None:
    """Try a pack together with those of some folders, then write it where no file is yet.

    Without a path it is only tried. Raises PackError, in which its file is called TRIAL; OSError,
    FileExistsError where a file exists.
    """
    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder) / TRIAL
        trial.write_text(text, encoding="utf-8")
        wrong = [problem for problem in check(KINDS, (*folders, trial)) if problem.severity == "error"]
    ours = [problem for problem in wrong if problem.file.endswith(TRIAL)]
    if ours:
        raise PackError(ours)
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode(), replace=False, durable=True)
