"""Collect the models of a pack: champions, weapons, bonus tables, arenas and mods.

Every model is strict: an unknown key, a number given as text or a `no` that YAML would read as
false is an error. A typing mistake in a pack must never change a match silently.
"""

from q40k.games.quake.packs.arena import Arena, Barrel, Flag, Portal, Scenery, TeamBase, TokenPlace
from q40k.games.quake.packs.mods import HuntWin, Mod, Parameters, PointsWin, RoundsWin, RuleName, ScoreWin, TeamsOf
from q40k.games.quake.packs.tokens import D3D6, BonusKind, BonusTables, Category, Effect
from q40k.games.w40k3e.profiles import Champion, Gear, Role, SaveRoll, Squad, Stat, UnitType, Weapon, WeaponType
from q40k.games.w40k3e.traits import Trait
from q40k.packs.base import Certainty, Id, Line, Names, Pack, Point

__all__ = (
    "D3D6",
    "Arena",
    "Barrel",
    "BonusKind",
    "BonusTables",
    "Category",
    "Certainty",
    "Champion",
    "Effect",
    "Flag",
    "Gear",
    "HuntWin",
    "Id",
    "Line",
    "Mod",
    "Names",
    "Pack",
    "Parameters",
    "Point",
    "PointsWin",
    "Portal",
    "Role",
    "RoundsWin",
    "RuleName",
    "SaveRoll",
    "Scenery",
    "ScoreWin",
    "Squad",
    "Stat",
    "TeamBase",
    "TeamsOf",
    "TokenPlace",
    "Trait",
    "UnitType",
    "Weapon",
    "WeaponType",
)
