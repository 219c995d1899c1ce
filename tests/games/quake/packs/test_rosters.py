"""Rosters of other programs: read, mapped onto our packs; hostile ones are refused."""

import json
import zipfile
from io import BytesIO
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from q40k.games.quake.packs.library import Library, load
from q40k.games.quake.packs.rosters import MOST_BYTES, RosterError, map_figure, read_roster
from tests.cli.calls import bad, good, import_match, q40k

STATS = {"WS": "4", "BS": "4", "S": "4", "T": "4", "W": "1", "I": "4", "A": "1", "Ld": "8", "Sv": "3+"}


def selection(
    name: str, kind: str, *below: Any, points: float = 0, number: int = 1, stats: dict[str, str] | None = None
) -> Any:
    """A selection as New Recruit writes it."""
    data: dict[str, Any] = {"name": name, "type": kind, "number": number, "selections": [*below]}
    data["costs"] = [{"name": "pts", "value": points}]
    if stats:
        characteristics = [{"name": stat, "$text": value} for stat, value in stats.items()]
        data["profiles"] = [{"name": name, "typeName": "Unit", "characteristics": characteristics}]
    return data


SQUAD = selection(
    "Tactical Squad",
    "unit",
    selection("Frag Grenades", "upgrade"),
    selection("Space Marine", "model", selection("Boltgun", "upgrade"), points=60, number=4, stats=STATS),
    selection(
        "Veteran Sergeant",
        "model",
        selection("Power Fist", "upgrade", points=15),
        selection("Lascannon", "upgrade"),
        selection("Seal of the Fourth Company", "upgrade"),
        points=30,
        stats=STATS | {"A": "2", "Ld": "10"},
    ),
)
HERO = selection("Brother Sancho", "unit", selection("Heavy bolter", "upgrade"), points=44, stats=STATS)


def as_json(*selections: Any) -> bytes:
    force = {"name": "Patrol", "catalogueName": "Space Marines (2001)", "selections": [*selections]}
    return json.dumps({"roster": {"name": "Friday", "forces": [force]}}).encode()


def as_xml(*selections: Any, json_of: Any = as_json) -> bytes:
    """The same roster as BattleScribe writes it."""

    def element(data: dict[str, Any], tag: str) -> str:
        text, inner = data.get("$text", ""), ""
        for key, value in data.items():
            if isinstance(value, list):
                inner += f"<{key}>{''.join(element(item, key[:-1]) for item in value)}</{key}>"
        words = " ".join(f'{key}="{v}"' for key, v in data.items() if not isinstance(v, list) and key != "$text")
        return f"<{tag} {words}>{text}{inner}</{tag}>"

    roster = json.loads(json_of(*selections))["roster"]
    xmlns = 'xmlns="http://www.battlescribe.net/schema/rosterSchema"'
    return (
        '<?xml version="1.0" encoding="UTF-8"?>' + element(roster, "roster").replace("<roster ", f"<roster {xmlns} ")
    ).encode()


def old_json(*selections: Any) -> bytes:
    """The same roster, with its selections below a category of a force inside another, as in files of 2016."""
    data = json.loads(as_json(*selections))
    (force,) = data["roster"]["forces"]
    inner = {**force, "categories": [{"name": "Troops", "selections": force["selections"]}], "selections": []}
    data["roster"]["forces"] = [{"name": "Army", "forces": [inner]}]
    return json.dumps(data).encode()


def zip_roster(raw: bytes, name: str = "friday.ros", packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", packing) as archive:
        archive.writestr(name, raw)
    return stream.getvalue()


def write_roster(folder: Path, raw: bytes) -> Path:
    path = folder / "roster"
    path.write_bytes(raw)
    return path


@pytest.fixture(scope="module")
def library() -> Library:
    return load()


@pytest.mark.parametrize(
    "form",
    [as_json, as_xml, lambda *s: as_xml(*s, json_of=old_json), lambda *s: zip_roster(as_xml(*s))],
    ids=["json", "ros", "old ros", "rosz"],
)
def test_all_forms_of_a_roster_say_the_same(form: Any, library: Library, tmp_path: Path) -> None:
    marine, sergeant, hero = read_roster(write_roster(tmp_path, form(SQUAD, HERO)))
    assert (marine.name, marine.unit, marine.number, marine.points) == ("Space Marine", "Tactical Squad", 4, 15)
    assert marine.gear == ("Boltgun", "Frag Grenades")
    mapped = map_figure(library, marine)
    assert mapped.champion is not None
    assert (mapped.champion.id, mapped.bought, mapped.carried) == ("space-marine", ("frag-grenades",), ("boltgun",))
    mapped = map_figure(library, sergeant)
    assert mapped.champion is not None
    assert mapped.champion.id == "sm-veteran-sergeant"
    assert mapped.bought == ("power-fist", "frag-grenades")
    assert mapped.refused == ("lascannon",)
    assert mapped.unknown == ("Seal of the Fourth Company",)
    assert mapped.differences == {"ld": (10, 9)}
    assert sergeant.points == 45
    assert map_figure(library, hero).champion is None
    assert hero.profile["sv"] == 3


FORMS = [as_json, as_xml, lambda *s: as_xml(*s, json_of=old_json), lambda *s: zip_roster(as_xml(*s))]
WITH_DASH = STATS | {"BS": "-", "W": "*"}


def with_profiles(data: Any, *names: str) -> Any:
    """A selection that carries the profiles of others."""
    characteristics = [{"name": stat, "$text": value} for stat, value in STATS.items()]
    data["profiles"] = [{"name": name, "typeName": "Unit", "characteristics": characteristics} for name in names]
    return data


KINDS: dict[str, tuple[Any, list[tuple[int, str, str, int | None]]]] = {
    "single figures of a squad are upgrades with a profile": (
        selection(
            "Knights",
            "unit",
            selection("Justicar", "model", selection("Sword", "upgrade"), points=24, stats=STATS),
            selection("Knight (Halberd)", "upgrade", selection("Halberd", "upgrade"), points=96, number=4, stats=STATS),
        ),
        [(1, "Justicar", "Sword", 24), (4, "Knight (Halberd)", "Halberd", 24)],
    ),
    "all figures of a squad are upgrades with a profile": (
        selection(
            "Wolves",
            "unit",
            selection("Wolf", "upgrade", points=92, number=4, stats=STATS),
            selection("Pack Leader", "upgrade", selection("Claws", "upgrade", points=11), points=23, stats=STATS),
            selection("Great Axe", "upgrade", number=2),
        ),
        [(4, "Wolf", "Great Axe", 23), (1, "Pack Leader", "Claws, Great Axe", 34)],
    ),
    "a unit has the profile and its servants are models": (
        selection(
            "Boss Mek",
            "unit",
            selection("Saw", "upgrade", points=15),
            selection("Oiler", "model", selection("Oil", "upgrade"), points=4, stats=STATS | {"S": "2"}),
            points=80,
            stats=STATS,
        ),
        [(1, "Boss Mek", "Saw", 95), (1, "Oiler", "Oil", 4)],
    ),
    "an upgrade has the profile and holds its parts": (
        selection("Rider", "upgrade", selection("Steed", "upgrade", selection("Hooves", "upgrade")), stats=STATS),
        [(1, "Rider", "Steed, Hooves", 0)],
    ),
    "a squad carries the profiles of its figures by name": (
        with_profiles(
            selection(
                "Tactical Squad",
                "upgrade",
                selection("Brother", "model", points=60, number=5),
                selection("Brother w/Special Weapon", "upgrade", selection("Meltagun", "upgrade"), points=26),
                selection("Banner", "upgrade"),
            ),
            "Brother",
        ),
        [(5, "Brother", "Banner", 12), (1, "Brother w/Special Weapon", "Meltagun, Banner", 26)],
    ),
    "a gun and its gunner are upgrades that the unit describes": (
        with_profiles(
            selection(
                "Cannon",
                "upgrade",
                selection("Cannon", "upgrade"),
                selection("Gunner", "upgrade", selection("Servo-arm", "upgrade"), points=37),
            ),
            "Cannon",
            "Gunner",
        ),
        [(1, "Cannon", "", 0), (1, "Gunner", "Servo-arm", 37)],
    ),
    "gear shows a profile that changes its bearer": (
        selection("Marine", "model", with_profiles(selection("Axe", "upgrade"), "Marine (frenzied)"), stats=STATS),
        [(1, "Marine", "Axe", 0)],
    ),
    "a model only holds the upgrade with its profile, and misses figures in it": (
        selection("Beast", "model", selection("Beast", "upgrade", selection("Claw", "upgrade"), stats=WITH_DASH)),
        [(1, "Beast", "Claw", 0)],
    ),
}


@pytest.mark.parametrize("form", FORMS, ids=["json", "ros", "old ros", "rosz"])
@pytest.mark.parametrize("kind", KINDS)
def test_no_figure_of_a_roster_is_lost_and_none_is_gear(kind: str, form: Any, tmp_path: Path) -> None:
    tree, expected = KINDS[kind]
    figures = read_roster(write_roster(tmp_path, form(tree)))
    assert [(f.number, f.name, ", ".join(f.gear), f.points) for f in figures] == expected
    assert all(f.profile["ws"] == 4 for f in figures)


def test_counts_multiply_downwards_and_a_whole_squad_shares_its_gear(tmp_path: Path) -> None:
    two = selection(
        "Pair", "unit", selection("Drone", "model", number=3, stats=STATS), selection("Vox", "upgrade"), number=2
    )
    (drone,) = read_roster(write_roster(tmp_path, as_json(two)))
    assert (drone.number, drone.gear, drone.shared) == (6, ("Vox",), ("Vox",))
    many = selection("Crowd", "unit", selection("Horde", "unit", selection("Rat", "model", number=99), number=99))
    assert read_roster(write_roster(tmp_path, as_json(many)))[0].number == 999, "that many are not counted on"


def test_a_dash_in_a_profile_is_no_number_and_no_reason_to_lose_it(tmp_path: Path) -> None:
    (beast,) = read_roster(write_roster(tmp_path, as_json(selection("Beast", "upgrade", stats=WITH_DASH))))
    assert "bs" not in beast.profile
    assert beast.profile["ws"] == 4


def test_a_near_miss_is_offered_and_never_taken(library: Library, tmp_path: Path) -> None:
    servant = selection("Grot Oiler", "model", stats=STATS | {"S": "2", "T": "2"}, points=4)
    path = str(write_roster(tmp_path, as_json(selection("Big Mek", "unit", servant, selection("Marinne", "model")))))
    oiler, _typo = read_roster(Path(path))
    mapped = map_figure(library, oiler)
    assert mapped.champion is not None
    assert (mapped.champion.id, mapped.certainty) == ("ork-big-mek", "near")
    assert "ork-big-mek?" in good("champion", "import", path)
    refused = bad(1, "champion", "import", path, "--figure", "1")
    assert "The nearest is Big Mek: take it with --as ork-big-mek." in refused
    taken = q40k("champion", "import", path, "--figure", "1", "--as", "big mek")
    assert taken.stdout.strip() == "ork-big-mek"
    data = json.loads(good("champion", "import", path, "--json"))[0]
    assert (data["champion"], data["near"]) == (None, "ork-big-mek")


def test_a_unit_with_the_same_profile_tells_the_champion_with_a_word(library: Library, tmp_path: Path) -> None:
    marine = library.champions["space-marine"]
    stats = {stat: str(getattr(marine, stat.lower())) for stat in STATS if getattr(marine, stat.lower()) is not None}
    squad = selection("Space Marines", "unit", selection("Brother Anselm", "model", stats=stats))
    path = str(write_roster(tmp_path, as_json(squad)))
    assert map_figure(library, read_roster(Path(path))[0]).certainty == "unit"
    result = q40k("champion", "import", path, "--figure", "1")
    assert result.stdout.strip() == "space-marine"
    assert "by the name of its unit, Space Marines, and by its profile" in result.stderr


def test_a_figure_without_points_becomes_a_champion_with_points_that_are_given(tmp_path: Path) -> None:
    hero = selection("Brother Sancho", "upgrade", stats=STATS)
    del hero["costs"]
    path = str(write_roster(tmp_path, as_json(hero)))
    assert "does not say: Points agreed at the table" in bad(1, "champion", "import", path, "--figure", "1", "--make")
    own = good("champion", "import", path, "--figure", "1", "--make", "--points", "33").strip()
    assert '"points": 33' in good("champion", "show", own, "--json")


def test_a_squad_of_thousands_is_read_at_once(tmp_path: Path) -> None:
    crowd = [selection(f"Rat {n}", "upgrade", stats=STATS) for n in range(2000)]
    gear = [selection(f"Bone {n}", "upgrade") for n in range(2000)]
    path = write_roster(tmp_path, as_json(selection("Swarm", "unit", *gear, *crowd)))
    since = process_time()
    assert len(read_roster(path)) == 500
    assert process_time() - since < 3


def bomb() -> bytes:
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "x" * 99}">' for n in range(12))
    return f'<?xml version="1.0"?><!DOCTYPE roster [{entities}]><roster name="&e11;"/>'.encode()


def nest_selections(number: int) -> bytes:
    return b"<roster>" + b"<forces><force><selections><selection>" * number


def deep_json(number: int) -> bytes:
    inner = selection("x", "upgrade")
    for _ in range(number):
        inner = selection("x", "unit", inner)
    return as_json(inner)


OUTSIDE = b'<!DOCTYPE roster SYSTEM "/etc/passwd"><roster/>'
HOSTILE = {
    "an entity bomb": ("entities", bomb),
    "a file outside": ("entities", lambda: OUTSIDE),
    "in UTF-16": ("entities", lambda: ('<?xml version="1.0" encoding="UTF-16"?>' + OUTSIDE.decode()).encode("utf-16")),
    "a zip bomb": ("too-large", lambda: zip_roster(bytes(40_000_000))),
    "a zip of something else": ("no-roster", lambda: zip_roster(b"x", "../../evil.sh")),
    "a zip packed another way": ("unread", lambda: zip_roster(as_xml(SQUAD), packing=zipfile.ZIP_BZIP2)),
    "half a zip": ("unread", lambda: zip_roster(as_xml(SQUAD))[:200]),
    "a large file": ("too-large", lambda: bytes(MOST_BYTES + 1)),
    "many elements": ("too-large", lambda: as_json(*[selection("x", "unit")] * 6000)),
    "deep XML": ("too-large", lambda: nest_selections(50_000)),
    "deep JSON": ("too-large", lambda: deep_json(60)),
    "deeper JSON": ("unread", lambda: b'{"roster":' * 100_000),
    "no XML": ("unread", lambda: b"<roster><forces>"),
    "another XML": ("no-roster", lambda: b"<catalogue/>"),
    "another JSON": ("no-roster", lambda: b'{"roster": [1]}'),
    "wrong types": ("no-figures", lambda: b'{"roster": {"forces": [1, {"selections": {"a": 2}}]}}'),
    "nothing": ("unread", lambda: b""),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_roster_is_refused_at_once(name: str, tmp_path: Path) -> None:
    code, raw = HOSTILE[name]
    path = write_roster(tmp_path, raw())
    since = process_time()
    with pytest.raises(RosterError) as refused:
        read_roster(path)
    assert refused.value.code == code
    assert process_time() - since < 3


def test_a_figure_is_taken_from_a_roster_and_our_rosters_are_written(tmp_path: Path) -> None:
    path = str(
        write_roster(tmp_path, as_json(SQUAD, selection("\x1b[31mBrother Sancho", "unit", points=44, stats=STATS)))
    )
    listed = good("champion", "import", path)
    assert "Veteran Sergeant" in listed
    assert "\x1b" not in listed
    result = q40k("champion", "import", path, "--figure", "2")
    assert result.stdout.strip() == "sm-veteran-sergeant+power-fist+frag-grenades"
    assert "no pack knows it: Seal of the Fourth Company" in result.stderr
    assert "no option of this champion here: Lascannon" in result.stderr
    assert "Its Ld is 10 in the roster, 9 here." in result.stderr
    exported = json.loads(good("champion", "export", result.stdout.strip(), "--json"))["roster"][0]
    assert (exported["champion"], exported["points"]) == ("sm-veteran-sergeant", 56)
    assert exported["bought"] == ["power-fist", "frag-grenades"]
    assert "56 points" in good("champion", "export", result.stdout.strip())
    match = good("champion", "export", "--match", import_match())
    assert "Alice: Tactical Marine (15 points)" in match.splitlines()
    assert match.splitlines()[-1] == "2 figures, 30 points"
    assert "--make" in bad(1, "champion", "import", path, "--figure", "3")
    own = good("champion", "import", path, "--figure", "3", "--make").strip()
    assert '"points": 44' in good("champion", "show", own, "--json")
    assert "3 figures" in bad(2, "champion", "import", path, "--figure", "9")
    assert "entities" in bad(2, "champion", "import", str(write_roster(tmp_path, bomb())))
