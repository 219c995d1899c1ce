"""A table of teams: who plays for whom is written "Ann+Bob Cid+Dot", the first team is Red.

table = facing("Ann+Bob Cid+Dot", bases=True)   # turn 1, Red moves, shoots and assaults first
table.do("act", player="Bob")
"""

from __future__ import annotations

from typing import Any

from msgspec import structs

from q40k.games.quake.packs.models import Arena, Barrel, Flag, HuntWin, Mod, PointsWin, RoundsWin, TeamBase
from tests.games.quake.rules.playing import Table, arena, champion, deathmatch

TEAMS = ("Red", "Blue", "Green")
RED_BASE = ((0.0, 0.0), (10.0, 0.0), (10.0, 20.0), (0.0, 20.0))
BLUE_BASE = ((50.0, 40.0), (60.0, 40.0), (60.0, 60.0), (50.0, 60.0))


def two_bases(**changes: Any) -> Arena:
    """The book's table with a base in two corners, a flag in each and one half-way."""
    arguments: dict[str, Any] = {
        "bases": (TeamBase(number=1, polygon=RED_BASE), TeamBase(number=2, polygon=BLUE_BASE)),
        "flags": (
            Flag(id="F1", at=(3.0, 10.0), base=1),
            Flag(id="F2", at=(57.0, 50.0), base=2),
            Flag(id="F0", at=(30.0, 20.0)),
        ),
    }
    return Arena(**{**structs.asdict(arena()), **arguments, **changes})


def with_barrels(*places: tuple[float, float]) -> Arena:
    """The book's table with barrels K1, K2 ... at these places."""
    barrels = tuple(Barrel(id=f"K{n}", at=at) for n, at in enumerate(places, 1))
    return Arena(**{**structs.asdict(arena()), "barrels": barrels})


def team_mod(*rules: str, **changes: Any) -> Mod:
    """Team deathmatch, or what becomes of it with other rules."""
    arguments: dict[str, Any] = {"players": "teams", "id": "team-deathmatch"}
    if rules:
        arguments["rules"] = rules
    return deathmatch(**{**arguments, **changes})


def rounds(number: int = 3) -> RoundsWin:
    return RoundsWin(rounds=number)


FLAGS = team_mod("respawn", "bases", "flags", win=rounds())
ONE_FLAG = team_mod("respawn", "bases", "flags", win=rounds(1), parameters={"flags": "one"})
BUILDINGS = team_mod("respawn", "bases", "bonus", "structures", win=rounds(1))
CHAMPIONS = team_mod("portals", "sudden-death", "bonus", win=rounds())
DOMINATION = team_mod("respawn", "bases", "portals", "bonus", "domination", win=PointsWin())
HUNT = team_mod("respawn", "sudden-death", "portals", "bonus", "hunt", win=HuntWin(), teams={"least": 2, "most": 2})


def seated_table(names: str, mod: Mod | None = None, **new: Any) -> Table:
    """A table of teams, not started yet: "Ann+Bob Cid" are two of Red and one of Blue."""
    table = Table(mod_data=mod or team_mod(), **new)
    for team, members in zip(TEAMS, names.split(), strict=False):
        for name in members.split("+"):
            table.do("join", player=name, champion="x", profile=champion(), team=team)
    return table


ROLLS = {1: (), 2: (6, 6, 1, 1), 3: (6, 6, 3, 3, 1, 1)}


def deploying(names: str, mod: Mod | None = None, **new: Any) -> Table:
    """Started: Red rolled highest and opens every phase; in a hunt it cleans first."""
    table = seated_table(names, mod, **new)
    teams = len(names.split())
    choices = ["Red"] * 3 + (["Red"] if mod is not None and mod.has("hunt") else [])
    table.do("start", *ROLLS[teams], *(choices if teams > 1 else []))
    return table


def deploy_all(table: Table) -> Table:
    """Everyone deploys in turn, without positions."""
    while table.state.play.phase == "deployment":
        table.do("deploy", player=table.active)
    return table


def facing(names: str, mod: Mod | None = None, **new: Any) -> Table:
    """A table of teams in turn 1, nobody's position kept."""
    return deploy_all(deploying(names, mod, **new))


def to_phase(table: Table, phase: str) -> Table:
    """End phases until the one of that name is open."""
    while table.state.play.phase != phase:
        table.do("end-phase")
    return table


def acting(table: Table, parts: int) -> str:
    """Who acts, so many parts long, each ended by `next`."""
    names = []
    for _ in range(parts):
        names.append(str(table.active))
        table.do("next")
    return " ".join(names)


def winner(table: Table) -> str:
    """Who has won, in one line; "" as long as nobody has."""
    return " ".join(table.state.outcome.winner)


def score(table: Table, team: str) -> float:
    """What a team has scored."""
    return float(table.state.score_of(team))
