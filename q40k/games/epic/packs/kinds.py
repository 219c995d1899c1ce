"""The kinds of pack: where they lie, and what refers to what."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from q40k.games.epic.packs.armies import ArmyList
from q40k.games.epic.packs.models import Profile, Weapon
from q40k.games.epic.packs.scenarios import Scenario
from q40k.packs.kinds import PackKind, PackKinds, Reference


def _arms(profile: Profile) -> Iterator[Reference]:
    for number, word in enumerate(profile.weapons):
        yield Reference(("weapons",), word, ("weapons", number))


def _listed(army: ArmyList) -> Iterator[Reference]:
    for number, formation in enumerate(army.formations):
        for place, one in enumerate(formation.figures):
            path = ("formations", number, "figures", place, "profile")
            yield Reference(("profiles",), one.profile, path)


KINDS: Final = PackKinds(
    "epic",
    (
        PackKind("weapons", "weapon", Weapon, "data", "weapons*.yaml"),
        PackKind("profiles", "profile", Profile, "data", "profiles*.yaml", references=_arms),
        PackKind("armies", "army", ArmyList, "data", "armies*.yaml", references=_listed),
        PackKind("scenarios", "scenario", Scenario, "data", "scenarios*.yaml"),
    ),
    ("data",),
    (Path(__file__).parents[1],),
)
