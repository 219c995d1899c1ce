"""Champions from the command line: shown, checked, chosen, made."""

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from q40k.cli import files
from q40k.cli.app import cli
from q40k.games.quake.cli.champion import champion_
from tests.cli.calls import bad, good, q40k

SANCHO = (
    "champion", "new", "--name", "Brother Sancho", "--points", "20", "--ws", "4", "--bs", "4",
    "--s", "4", "--t", "4", "--i", "4", "--a", "1", "--ld", "8", "--sv", "3",
    "--weapon", "heavy-bolter",
)  # fmt: skip


@pytest.mark.parametrize("name", sorted(champion_.commands))
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_command_explains_itself_with_examples(name: str, language: str) -> None:
    text = good("champion", name, "--help", "--lang", language)
    head = "Examples:" if language == "en" else "Exemples\u00a0:"
    assert f"q40k champion {name}" in text.partition(head)[2]
    if language == "fr":
        assert "Print" not in text


# ---- check


@pytest.mark.rule("CHAMPION-2")
def test_a_devastator_may_have_a_heavy_bolter() -> None:
    text = good("champion", "check", "devastator: heavy-bolter", "--mod", "deathmatch")
    line = next(line for line in text.splitlines() if line.startswith("CHAMPION-2"))
    for part in ("yes", "Heavy bolter", "at least 5", "4 may", "2.5"):
        assert part in line
    assert "30 points" in text


@pytest.mark.rule("CHAMPION-2")
def test_a_tactical_marine_may_have_no_lascannon() -> None:
    result = q40k("champion", "check", "space-marine+lascannon")
    assert result.exit_code == 1
    line = next(line for line in result.stdout.splitlines() if line.startswith("CHAMPION-2"))
    for part in ("no", "Lascannon", "at least 5", "1 may", "2.5"):
        assert part in line
    assert "la moitié fait 2,5" in q40k("champion", "check", "space-marine+lascannon", "--lang", "fr").stdout


@pytest.mark.rule("CHAMPION-2", "CHAMPION-3")
@pytest.mark.parametrize(
    ("item", "status", "verdict"),
    [
        ("space-marine+frag-grenades", 0, "yes"),
        ("sm-veteran-sergeant+power-fist", 0, "yes"),
        ("sm-biker+flamer", 0, "unknown"),
        ("space-marine+wraithcannon", 1, "no"),
        ("sm-commander", 1, "no"),
        ("sm-sergeant-lysander", 1, "no"),
    ],
)
def test_findings_as_json(item: str, status: int, verdict: str) -> None:
    result = q40k("champion", "check", item, "--json")
    data = json.loads(result.stdout)
    assert (result.exit_code, data["verdict"]) == (status, verdict)
    assert all(set(finding) == {"rule", "code", "answer", "facts"} for finding in data["findings"])


@pytest.mark.rule("CHAMPION-5", "CHAMPION-6", "CHAMPION-8")
def test_budget_clone_and_perfect_fighter() -> None:
    check = ("champion", "check", "sm-devastator+heavy-bolter")
    assert "0 left" in good(*check, "--budget", "30")
    assert "1 too many" in q40k(*check, "--budget", "29").stdout
    assert q40k(*check, "--budget", "29").exit_code == 1
    good(*check, "--clone-of", "devastator: heavy bolter")
    assert q40k(*check, "--clone-of", "sm-devastator").exit_code == 1
    text = good("champion", "check", "space-marine+wraithcannon", "--mod", "supreme-master")
    assert "50 points" in text


@pytest.mark.parametrize(
    "call",
    [
        ("zog",),
        ("space-marine+zog",),
        ("space",),
        ("space-marine", "--mod", "zog"),
        ("space-marine", "--clone-of", "zog"),
        ("space-marine", "--budget", "0"),
        (),
        ("",),
        ("sm-devastator+heavy-bolter+heavy-bolter",),
    ],
)
def test_what_makes_no_sense(call: tuple[str, ...]) -> None:
    assert bad(2, "champion", "check", *call)


# ---- show, list


def test_a_card() -> None:
    text = good("champion", "show", "sm-devastator+heavy-bolter")
    assert "30 points" in text
    assert "Heavy bolter · 36 in · S 5 · AP 4 · heavy 3" in text
    assert "socle" in good("champion", "show", "sm-devastator", "--lang", "fr")
    data = json.loads(good("champion", "show", "sm-devastator+heavy-bolter", "--json"))
    assert (data["points"], data["gear"]) == (30, ["heavy-bolter"])
    assert "cannot have" in bad(2, "champion", "show", "space-marine+wraithcannon")


def test_filters() -> None:
    cheap = json.loads(good("champions", "--army", "eldar", "--max-points", "12", "--json"))
    assert {entry["army"] for entry in cheap} == {"eldar"}
    assert max(entry["points"] for entry in cheap) <= 12
    assert {entry["army"] for entry in json.loads(good("champions", "--army", "dark", "--json"))} == {"dark-eldar"}
    near = json.loads(good("champions", "--near", "25", "--json"))
    gaps = [abs(entry["points"] - 25) for entry in near]
    assert gaps == sorted(gaps)
    assert "The nearest is orks" in bad(2, "champions", "--army", "orcs")
    assert q40k("champions", "--army", "eldar", "--max-points", "1").exit_code == 1


def test_weapons() -> None:
    text = good("weapons", "plasma")
    assert "plasma-gun" in text
    assert "Lance-plasma" in good("weapons", "plasma", "--lang", "fr") or "plasma" in text
    assert len(json.loads(good("weapons", "--json"))) > 150
    assert "zog" in bad(1, "weapons", "zog")


# ---- chance


def test_a_random_champion_is_near_and_repeats_itself() -> None:
    call = ("champion", "random", "--near", "20", "--seed", "3", "--json")
    (entry,) = json.loads(good(*call))
    assert abs(entry["points"] - 20) <= 5
    assert json.loads(good(*call)) == [entry]
    assert entry["w"] == 1


def test_a_fair_field() -> None:
    for seed in range(10):
        field = json.loads(good("champion", "field", "4", "--seed", str(seed), "--json"))
        points = [entry["points"] for entry in field]
        assert len({entry["id"] for entry in field}) == 4
        assert max(points) - min(points) <= 5
    field = json.loads(good("champion", "field", "3", "--near", "25", "--within", "2", "--json"))
    assert all(abs(entry["points"] - 25) <= 2 for entry in field)
    assert "no field" in bad(1, "champion", "field", "999")


@pytest.mark.rule("CHAMPION-5")
def test_chance_keeps_to_a_budget() -> None:
    (entry,) = json.loads(good("champion", "random", "--near", "99", "--budget", "20", "--json"))
    assert entry["points"] <= 20
    field = json.loads(good("champion", "field", "5", "--budget", "12", "--json"))
    assert len(field) == 5
    assert all(entry["points"] <= 12 for entry in field)


# ---- new


def packs_of(home: Path) -> Path:
    return home / "config" / "packs"


def test_a_champion_of_ones_own(own_home: Path) -> None:
    assert good(*SANCHO) == "brother-sancho\n"
    assert [path.name for path in packs_of(own_home).iterdir()] == ["brother-sancho.yaml"]
    assert "brother-sancho" in good("champions", "sancho")
    assert "Home-made" in good("champion", "check", "brother-sancho")
    assert q40k("check").exit_code == 0


def test_a_name_that_is_taken_gets_a_number_and_an_id_does_not(own_home: Path) -> None:
    good(*SANCHO)
    assert good(*SANCHO) == "brother-sancho-2\n"
    assert "already a champion" in bad(1, *SANCHO, "--id", "brother-sancho")
    assert "already a champion" in bad(1, *SANCHO, "--id", "space-marine")
    assert json.loads(good(*SANCHO, "--id", "pedro", "--json"))["id"] == "pedro"
    assert len(list(packs_of(own_home).iterdir())) == 3


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        (("--ws", "11"), "ws"),
        (("--weapon", "heavy-boltr"), "heavy-bolter"),
        (("--sv", "9"), "sv"),
        (("--id", "A b"), "id"),
        (("--unit-type", "tank"), "unit_type"),
        (("--name", "a\x07"), "a"),
    ],
)
def test_what_is_not_sound_is_not_written(wrong: tuple[str, ...], word: str, own_home: Path) -> None:
    assert word in bad(2, *SANCHO, *wrong)
    folder = packs_of(own_home)
    assert not folder.exists() or list(folder.iterdir()) == []


def test_without_a_terminal_what_is_missing_is_named() -> None:
    error = bad(2, "champion", "new", "--name", "Foo", "--points", "10")
    assert "--ws, --bs, --s, --t, --i, --a, --ld" in error


def test_on_a_terminal_it_is_asked_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "on_a_terminal", lambda *_: True)
    typed = "Don Quixote\n25\n4\nx\n4\n4\n4\n4\n2\n9\n3\nboltgun, power-fist\n"
    result = CliRunner().invoke(cli, ["champion", "new"], input=typed)
    assert result.exit_code == 0, result.output
    assert result.stdout == "don-quixote\n"
    card = json.loads(good("champion", "show", "don-quixote", "--json"))
    assert (card["points"], card["sv"], card["weapons"]) == (25, 3, ["boltgun", "power-fist"])


def test_the_family_knows_its_commands() -> None:
    assert isinstance(champion_, click.Group)
    assert "Did you mean “check”?" in bad(2, "champion", "chek")
    assert "Missing command" in bad(2, "champion")


@pytest.mark.rule("CHAMPION-1")
@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [({"ws": 11}, "ws: 11 is out of range; it needs 0 to 10."), ({"weapons": [3]}, "weapons.0: "), ({"spd": 3}, "spd")],
)
def test_a_profile_in_a_script_is_refused_by_the_name_of_its_key(wrong: dict[str, object], sentence: str) -> None:
    profile = {"name": "T", **dict.fromkeys(("ws", "bs", "s", "t", "i", "a", "ld"), 4), "points": 5, **wrong}
    lines = ({"do": "new", "mod": "deathmatch"}, {"do": "join", "player": "A", "champion": profile})
    assert sentence in bad(1, "run", "-", stdin="\n".join(map(json.dumps, lines)))
