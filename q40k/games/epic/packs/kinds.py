"""The kinds of pack: where they are, and what refers to what."""

from collections.abc import Iterator
from pathlib import Path

from q40k.games.epic.packs.armies import ArmyList
from q40k.games.epic.packs.profiles import Profile, Weapon
from q40k.games.epic.packs.scenarios import Scenario
from q40k.packs.kinds import PackKind, PackKinds, Reference


def _weapon_references(profile: Profile) -> Iterator[Reference]:
    for number, word in enumerate(profile.weapons):
        yield Reference(("weapons",), word, ("weapons", number))


def _profile_references(army: ArmyList) -> Iterator[Reference]:
    for number, formation in enumerate(army.formations):
        for place, members in enumerate(formation.figures):
            path = ("formations", number, "figures", place, "profile")
            yield Reference(("profiles",), members.profile, path)


KINDS = PackKinds(
    "epic",
    (
        PackKind("weapons", "weapon", Weapon, "data", "weapons*.yaml"),
        PackKind("profiles", "profile", Profile, "data", "profiles*.yaml", references=_weapon_references),
        PackKind("armies", "army", ArmyList, "data", "armies*.yaml", references=_profile_references),
        PackKind("scenarios", "scenario", Scenario, "data", "scenarios*.yaml"),
    ),
    ("data",),
    (Path(__file__).parents[1],),
)
