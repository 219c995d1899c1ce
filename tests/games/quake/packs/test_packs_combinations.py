"""What a mod's rules cannot mean together is refused, at its line and with its reason."""

from pathlib import Path
from typing import Any

import pytest

from q40k.games.quake.packs.library import check, load
from q40k.games.quake.packs.models import Mod, Parameters
from q40k.games.quake.packs.mods import PARAMETERS, clashes
from q40k.packs.validate import parse_model
from tests.packs.codes import QUAKE_CODES

TEAMS = {"players": "teams"}
ROUNDS = {"win": {"by": "rounds"}}
TWO = {"teams": {"least": 2, "most": 2}}


def mod(*rules: str, **changes: Any) -> Mod:
    """A mod of these rules; won by the score unless `changes` say otherwise."""
    arguments = {
        "id": "mine",
        "name": {"en": "Mine", "fr": "Le mien"},
        "text": {"en": "Mine.", "fr": "Le mien."},
        "rules": rules,
        "win": {"by": "score"},
    }
    return parse_model(Mod, {**arguments, **changes})


def found_clashes(mod: Mod) -> list[tuple[str, tuple[str | int, ...]]]:
    """What clashes and where, when every parameter that differs from the usual was given."""
    for clash in clashes(mod):
        assert tuple(clash.facts) == QUAKE_CODES[clash.code]
    return [(clash.code, clash.path) for clash in clashes(mod)]


@pytest.mark.rule("SUDDEN-1", "SCORE-4", "TEAM-1", "FLAG-1", "BASE-1", "CHAMPION-5", "CHAMPION-6", "CHAMPION-8")
@pytest.mark.parametrize(
    ("mod", "code", "path"),
    [
        (mod("victory-points", "bonus", "bonus"), "mod-rule-twice", ("rules", 2)),
        (mod("victory-points", "bases"), "mod-needs-teams", ("rules", 1)),
        (mod("flags", **TEAMS, **ROUNDS), "mod-needs-rule", ("rules", 0)),
        (mod("structures", **TEAMS, **ROUNDS), "mod-needs-rule", ("rules", 0)),
        (mod("domination", **TEAMS, win={"by": "points"}), "mod-needs-rule", ("rules", 0)),
        (mod("respawn", "sudden-death", **ROUNDS), "mod-death-twice", ("rules", 1)),
        (mod("victory-points", "clone", "perfect-fighter"), "mod-clone-fighter", ("rules", 2)),
        (mod("victory-points", "clone", "budget"), "mod-clone-budget", ("rules", 2)),
        (mod("respawn"), "mod-win-needs", ("win",)),
        (mod("portals", **ROUNDS), "mod-no-round-winner", ("win",)),
        (mod("sudden-death", "victory-points"), "mod-rule-wins-nothing", ("rules", 0)),
        (mod("victory-points", **TWO), "mod-teams-alone", ("teams",)),
        (mod("victory-points", **TEAMS, teams={"least": 4, "most": 3}), "mod-teams-range", ("teams",)),
        (mod("hunt", **TEAMS, win={"by": "hunt"}), "mod-hunt-teams", ("rules", 0)),
        (mod("hunt", **TEAMS, win={"by": "hunt"}, teams={"least": 2, "most": 3}), "mod-hunt-teams", ("rules", 0)),
        (mod("victory-points", parameters={"lives": 9}), "mod-parameter", ("parameters", "lives")),
        (mod("victory-points", parameters={"hold": 5}), "mod-parameter", ("parameters", "hold")),
        (mod("victory-points", parameters={"budget": 100}), "mod-parameter", ("parameters", "budget")),
    ],
)
def test_what_cannot_be_meant_is_refused(mod: Mod, code: str, path: tuple[Any, ...]) -> None:
    assert found_clashes(mod) == [(code, path)]


@pytest.mark.rule("SUDDEN-1", "TEAM-1")
@pytest.mark.parametrize(
    "mod",
    [
        mod("victory-points"),
        mod("sudden-death", "victory-points", **ROUNDS),
        mod("hunt", "respawn", "sudden-death", **TEAMS, **TWO, win={"by": "hunt"}),
        mod("budget", "bases", "flags", "sudden-death", "barrels", **TEAMS, **ROUNDS, parameters={"lives": 9}),
        mod("bases", "structures", "flags", "respawn", **TEAMS, **ROUNDS),
        mod("clone", "budget", "sudden-death", **TEAMS, **ROUNDS),
        mod("domination", "portals", **TEAMS, win={"by": "points"}),
        mod("domination", "portals", "respawn", win={"by": "points"}, parameters={"hold": 5}),
    ],
)
def test_what_has_a_meaning_is_taken(mod: Mod) -> None:
    assert found_clashes(mod) == []


def test_every_shipped_mod_has_a_meaning() -> None:
    for shipped in load(only=("mods", "bonus_tables")).mods.values():
        assert list(clashes(shipped)) == []


def test_every_parameter_belongs_to_a_rule() -> None:
    assert set(PARAMETERS) == set(Parameters.__struct_fields__)


def test_a_pack_is_told_where_it_means_nothing(tmp_path: Path) -> None:
    (tmp_path / "m.yaml").write_text(
        "mods:\n  - id: mine\n    name: {en: Mine, fr: Mien}\n    text: {en: Mine, fr: Mien}\n"
        "    rules: [respawn, clone,\n            budget, victory-points]\n"
        "    parameters:\n      lives: 1\n    win: {by: score}\n",
        encoding="utf-8",
    )
    assert [(p.line, p.object_id, p.code) for p in check(tmp_path)] == [
        (6, "mine", "mod-clone-budget"),
        (8, "mine", "mod-parameter"),
    ]
