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
