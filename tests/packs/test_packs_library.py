"""Packs are found, layered, checked against each other and searched."""

import os
from pathlib import Path

import pytest

from q40k.games.quake.packs.kinds import KINDS
from q40k.games.quake.packs.library import Library, check, load
from q40k.packs.finding import shipped_folders
from q40k.packs.problems import PackError, Problem
from tests.packs.codes import QUAKE_CODES

HERO = """\
champions:
  - id: {id}
    name: {{en: {name}, fr: {name}}}
    ws: 4
    bs: 4
    s: 4
    t: 4
    i: 4
    a: 1
    ld: 8
    points: {points}
    weapons: [{weapons}]
"""
MOD = """\
mods:
  - id: mine
    name: {en: Mine, fr: Le mien}
    text: {en: Mine, fr: Le mien}
    rules: [portals, sudden-death]
    win: {by: rounds}
    bonus_tables: clasic
"""


def hero(own_id: str = "hero", name: str = "Hero", points: int = 20, weapons: str = "") -> str:
    return HERO.format(id=own_id, name=name, points=points, weapons=weapons)


def write_pack(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def facts(problem: Problem) -> tuple[str, int | None, str | None, str]:
    assert tuple(problem.facts) == QUAKE_CODES[problem.code]
    return Path(problem.file).name, problem.line, problem.object_id, problem.code


@pytest.fixture(scope="module")
def shipped_packs() -> Library:
    return load()


def test_the_shipped_packs_are_found_in_a_checkout_or_an_installed_package() -> None:
    assert [folder.name for folder in shipped_folders(KINDS)] == ["codex_data", "mods", "arenas"]


def test_a_folder_adds_to_the_shipped_packs_and_replaces_by_id(tmp_path: Path) -> None:
    first = write_pack(tmp_path / "a", one=hero("hero"), two=hero("space-marine", "Mine", 17))
    second = write_pack(tmp_path / "b" / "deep" / "er", one=hero("hero", "Better", 21)).parents[1]
    library = load([first, second])
    assert library.champions["hero"].name.en == "Better"
    assert library.champions["space-marine"].points == 17
    assert "ork-slugga-boy" in library.champions


def test_a_single_file_may_be_named_instead_of_a_folder(tmp_path: Path) -> None:
    folder = write_pack(tmp_path, one=hero("one"), two=hero("two"))
    assert set(load([folder / "two.yaml"], shipped=False).champions) == {"two"}


def test_only_what_is_asked_for_is_kept(tmp_path: Path) -> None:
    folder = write_pack(tmp_path, one=hero(), two="mods: []\n")
    library = load([folder], only={"mods", "arenas"})
    assert (len(library.champions), len(library.weapons), len(library.bonus_tables)) == (0, 0, 0)
    assert set(library.mods) >= {"deathmatch"}
    assert set(library.arenas) >= {"classic-60"}


@pytest.mark.parametrize("kind", ["champions", "weapons", "gear", "bonus_tables", "arenas", "mods"])
def test_each_kind_alone_is_as_complete_as_with_all(kind: str, shipped_packs: Library) -> None:
    alone = load(only={kind})
    assert getattr(alone, kind) == getattr(shipped_packs, kind)


def test_an_id_twice_in_one_folder_is_a_problem_that_names_both_places(tmp_path: Path) -> None:
    folder = write_pack(tmp_path, a=hero("hero"), b="# second\n" + hero("hero"))
    with pytest.raises(PackError) as refused:
        load([folder])
    (problem,) = refused.value.problems
    assert facts(problem) == ("b.yaml", 3, "hero", "duplicate-id")
    assert problem.facts["first_file"] == str(folder / "a.yaml")
    assert problem.facts["first_line"] == 2


def test_a_weapon_and_gear_may_not_share_an_id_in_one_folder(tmp_path: Path) -> None:
    name = "name: {en: x, fr: x}"
    weapon = f"{{id: thing, {name}, range_in: 6, s: 4, type: heavy}}"
    text = f"gear: [{{id: thing, {name}}}]\nweapons: [{weapon}]\n"
    assert [p.code for p in check(write_pack(tmp_path, both=text))] == ["duplicate-id"]


def test_a_later_folder_may_make_gear_of_a_weapon(tmp_path: Path) -> None:
    folder = write_pack(tmp_path, own="gear: [{id: eviscerator, name: {en: x, fr: x}}]\n")
    library = load([folder])
    assert "eviscerator" in library.gear
    assert "eviscerator" not in library.weapons


def test_what_is_referred_to_must_exist_and_the_nearest_is_named(tmp_path: Path) -> None:
    text = hero(weapons="boltgn, lasgun") + "    options: {power-fits: 5}\n"
    folder = write_pack(tmp_path, a=text, b=MOD)
    problems = check(folder)
    assert [facts(p) for p in problems] == [
        ("a.yaml", 12, "hero", "unknown-reference"),
        ("a.yaml", 13, "hero", "unknown-reference"),
        ("b.yaml", 7, "mine", "unknown-reference"),
    ]
    assert [p.facts["nearest"] for p in problems] == ["boltgun", "power-fist", "classic"]


def test_gear_refers_to_weapons(tmp_path: Path) -> None:
    text = "gear: [{id: big, name: {en: x, fr: x}, lines: [lasgunn, frag-grenades]}]\n"
    problems = check(write_pack(tmp_path, a=text))
    assert [(p.facts["id"], p.facts["nearest"]) for p in problems] == [("lasgunn", "lasgun"), ("frag-grenades", None)]


def test_what_refers_to_a_broken_object_is_not_blamed_for_it(tmp_path: Path) -> None:
    weapon = "weapons: [{id: toy, name: {en: x, fr: x}, range_in: 6, s: 99, type: heavy}]\n"
    problems = check(write_pack(tmp_path, a=hero(weapons="toy"), b=weapon))
    assert [p.code for p in problems] == ["out-of-range"]


def test_all_problems_of_all_files_are_told_at_once_in_reading_order(tmp_path: Path) -> None:
    broken = "championes: []\nmods: deathmatch\nweapons: [boltgun]\narenas: no\n"
    folder = write_pack(tmp_path, a=hero(points=0), b=broken, c="mods: [\n", d=MOD)
    with pytest.raises(PackError) as refused:
        load([folder])
    assert [facts(p) for p in refused.value.problems] == [
        ("a.yaml", 11, "hero", "out-of-range"),
        ("b.yaml", 1, None, "unknown-key"),
        ("b.yaml", 2, None, "wrong-type"),
        ("b.yaml", 3, None, "wrong-type"),
        ("b.yaml", 4, None, "yaml-surprise"),
        ("c.yaml", 2, None, "yaml-syntax"),
        ("d.yaml", 7, "mine", "unknown-reference"),
    ]
    assert refused.value.problems[1].facts == {"key": "championes", "nearest": "champions"}
    assert "a.yaml" in str(refused.value)


def test_a_file_that_is_a_list_is_told_what_it_should_be(tmp_path: Path) -> None:
    (problem,) = check(write_pack(tmp_path, a="- id: x\n"))
    assert problem.facts == {"expected": ("mapping",), "got": "list", "value": None}


def test_check_without_a_path_looks_at_the_shipped_packs_and_finds_nothing() -> None:
    assert check() == []


def test_check_of_the_shipped_folders_themselves_finds_nothing() -> None:
    assert check(shipped_folders(KINDS)) == []


def test_check_tells_only_of_what_it_was_asked_about(tmp_path: Path) -> None:
    write_pack(tmp_path, a=hero(points=0), b=hero(own_id="Bad"))
    assert [p.file for p in check(tmp_path / "b.yaml")] == [str(tmp_path / "b.yaml")]


def test_a_missing_folder_is_a_problem(tmp_path: Path) -> None:
    assert [p.facts for p in check(tmp_path / "gone")] == [{"reason": "missing"}]


def test_other_files_and_hidden_folders_are_passed_over(tmp_path: Path) -> None:
    write_pack(tmp_path / ".git", a="nonsense")
    write_pack(tmp_path, a=hero("one"))
    (tmp_path / "b.yml").write_text(hero("two"), encoding="utf-8")
    (tmp_path / "notes.txt").write_text("nonsense", encoding="utf-8")
    assert set(load([tmp_path], shipped=False, only={"champions"}).champions) == {"one", "two"}


def link_folder(link: Path, target: Path) -> None:
    try:
        os.symlink(target, link)
    except OSError:
        pytest.skip("no symbolic links here")


def test_a_loop_of_links_is_a_problem_and_no_hang(tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "packs", a=hero("one"))
    link_folder(folder / "again", folder)
    link_folder(folder / "self.yaml", folder / "self.yaml")
    assert sorted(p.code for p in check(folder)) == ["link-loop", "unreadable"]


def test_a_link_to_a_whole_disk_is_no_folder_of_packs(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    for number in range(41):
        folder = disk / str(number)
        folder.mkdir(parents=True)
        for name in range(50):
            (folder / str(name)).touch()
    folder = write_pack(tmp_path / "packs", a=hero("one"))
    link_folder(folder / "all", disk)
    assert [(p.code, p.file) for p in check(folder)] == [("folder-too-large", str(folder))]


def test_all_packs_of_a_folder_have_a_bound(tmp_path: Path) -> None:
    folder = write_pack(tmp_path, **{f"p{n}": "# " + "x" * 900_000 for n in range(4)})
    assert [(p.code, p.file) for p in check(folder)] == [("packs-too-large", str(folder))]


def test_a_folder_linked_twice_is_read_once(tmp_path: Path) -> None:
    write_pack(tmp_path / "real", a=hero("one"))
    folder = write_pack(tmp_path / "packs")
    link_folder(folder / "x", tmp_path / "real")
    link_folder(folder / "y", tmp_path / "real")
    assert set(load([folder]).champions) > {"one"}


def test_a_file_full_of_mistakes_ends_in_a_word_that_there_are_more(tmp_path: Path) -> None:
    folder = write_pack(tmp_path, a="champions:\n" + "  - {id: Bad}\n" * 5000)
    write_pack(tmp_path, b="".join(f"key{n}: 1\n" for n in range(50_000)))
    codes = [p.code for p in check(folder)]
    assert codes.count("too-many") == 2
    assert len(codes) == 202


# ---- searching


def ids(library: Library, words: str) -> list[str]:
    return [champion.id for champion in library.find_champions(words)]


def test_a_champion_is_found_by_a_few_letters_in_either_language(shipped_packs: Library) -> None:
    assert ids(shipped_packs, "space marine")[0] == "space-marine"
    assert ids(shipped_packs, "space mar")[0] == "space-marine"  # not the marines of chaos
    assert ids(shipped_packs, "vengeur") == ["eldar-dire-avenger", "eldar-dire-avenger-exarch"]
    assert ids(shipped_packs, "nobody at all") == []
    assert ids(shipped_packs, "ban hurl") == ["eldar-howling-banshee", "eldar-howling-banshee-exarch"]
    assert ids(shipped_packs, "BANSHEE howl")[0] == "eldar-howling-banshee"


def test_accents_capitals_and_ligatures_do_not_matter(shipped_packs: Library) -> None:
    assert ids(shipped_packs, "SOEUR bat") == ids(shipped_packs, "sœur bat") == ["wh-battle-sister"]
    assert ids(shipped_packs, "kharn") == ids(shipped_packs, "KHÂRN") == ["csm-kharn"]


def test_by_names_armies_and_weapons_count_after_names(shipped_packs: Library) -> None:
    result = ids(shipped_packs, "drone")
    assert result[0] == "tau-gun-drone"
    assert "nec-warrior" in ids(shipped_packs, "gauss")
    assert {champion.army for champion in shipped_packs.find_champions("necrons")} == {"necrons"}
    snipers = ids(shipped_packs, "sniper")
    assert set(snipers[:3]) == {"ig-ratling", "dh-assassin-vindicare", "eldar-ranger"}
    buyers = [shipped_packs.champions[sniper].options for sniper in snipers[3:]]
    assert buyers
    assert all(any("sniper" in item for item in options) for options in buyers)


def test_every_word_must_fit(shipped_packs: Library) -> None:
    assert ids(shipped_packs, "space zzz") == []
    assert ids(shipped_packs, "") == list(shipped_packs.champions)
    assert ids(shipped_packs, "'’- ") == list(shipped_packs.champions)


def test_the_nearest_id_is_named_or_none(shipped_packs: Library) -> None:
    assert shipped_packs.nearest("champions", "space-marin") == "space-marine"
    assert shipped_packs.nearest("mods", "deathmach") == "deathmatch"
    assert shipped_packs.nearest("arenas", "xyzzy") is None
    assert shipped_packs.nearest("arenas", "c" * 100_000) is None


def test_an_army_goes_by_its_initials_and_a_weapon_by_its_nickname(shipped_packs: Library) -> None:
    assert ids(shipped_packs, "sm-tactical-marine") == ["space-marine"]
    assert {shipped_packs.champions[champion_id].army for champion_id in ids(shipped_packs, "csm biker")} == {
        "chaos-space-marines"
    }
    assert shipped_packs.find_gear("klaw", shipped_packs.weapons) == ["power-fist"]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("sm-tactical-marine", "space-marine"),
        ("tactical marnie", "space-marine"),
        ("devastater", "sm-devastator"),
        ("kharne", "csm-kharn"),
        ("spacemarine", "space-marine"),
    ],
)
def test_the_nearest_champion_is_known_by_any_of_its_names(typed: str, expected: str, shipped_packs: Library) -> None:
    assert shipped_packs.nearest("champions", typed) == expected


def test_nobody_is_near_to_nonsense(shipped_packs: Library) -> None:
    for typed in ("qqqqqq", "", "x" * 5000):
        assert shipped_packs.nearest("champions", typed) in (None, *shipped_packs.champions)
    assert shipped_packs.nearest("champions", "qqqqqq") is None
