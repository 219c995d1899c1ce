"""What ships with the game is what the book and the codexes say."""

import re
from collections import Counter
from itertools import combinations
from math import hypot

import pytest
from msgspec import structs, to_builtins

from q40k.games.quake.packs.arena import TOKEN_FROM_PORTAL_CM, arena_layout, gap_cm
from q40k.games.quake.packs.library import Library, load
from q40k.games.quake.packs.models import Arena, BonusKind, BonusTables, TokenPlace

EQUIPMENT = {
    "11": ("Mega bumper", "3D6 in", "mega-bumper"),
    "12": ("Electric field", "6+ invulnerable save against shooting", "card"),
    "13": ("Bionic body", "6+ invulnerable save", "card"),
    "14": ("Jump pack", "12 in", "jump-pack"),
    "15": ("Smoke", "5+ invulnerable save against shooting", "card"),
    "16": ("relic shard", "5+ invulnerable save", "card"),
    "21": ("Stealth suit", "dark zone", "card"),
    "22": ("Disruptor field", "5+ in close combat", "card"),
    "23": ("Narthecium", "first failed save", "card"),
    "24": ("Minute forge", "better by 1, never better than 2+", "card"),
    "25": ("Phase field", "4+ invulnerable save against shooting", "card"),
    "26": ("Artificer armour", "2+ armour save", "card"),
    "31": ("Rosarius", "4+ invulnerable save", "card"),
    "32": ("Beacon", "re-roll its portal", "beacon"),
    "33": ("Force field", "6 in close combat", "card"),
    "34": ("Terminator armour", "2+ armour save, 5+ invulnerable save, steady", "card"),
    "35": ("Blessed armour", "3+ invulnerable save", "card"),
    "36": ("choice", "Choose any equipment", "choose"),
}
WEAPON = {
    "11": ("Demolition charge", "ordnance template at S8 AP3", "demolition-charge"),
    "12": ("Short barrel", "halved", "card"),
    "13": ("Jamming", "One shot a turn at most", "card"),
    "14": ("Mega weapon", "gain 1 S, and their AP is better by 1", "card"),
    "15": ("Targeter", "+1 BS", "card"),
    "16": ("rate of fire", "One more shot", "card"),
    "21": ("forged", "re-roll to hit", "card"),
    "22": ("Compensator", "had not moved", "card"),
    "23": ("Power weapon", "No armour save", "card"),
    "24": ("Power fist", "Doubled strength", "card"),
    "25": ("Long barrel", "doubled", "card"),
    "26": ("Refined", "blast template", "card"),
    "31": ("Meltagun", "12 in., S8, AP1, assault 1", "card"),
    "32": ("Piercing", "AP3", "card"),
    "33": ("Hell gun", "24 in., S6, AP3, assault 2", "card"),
    "34": ("C’tan blade", "No save of any kind", "card"),
    "35": ("Jokaero laser", "48 in., S9, AP1, assault 1", "card"),
    "36": ("Nuke", "S10", "nuke"),
}
SPECIAL = {
    "1": ("Vortex", "6 in. towards you", "vortex"),
    "2": ("painters", "fewer than 6 colours", "wrath"),
    "3": ("Teleporter", "double 1 kills", "teleporter"),
    "4": ("time", "order of play", "order-of-play"),
    "5": ("Mind control", "another player", "mind-control"),
    "6": ("Vampirism", "close-combat victims", "vampirism"),
}
MODS = {
    "deathmatch": {"respawn", "portals", "bonus", "victory-points"},
    "deathmatch-pro": {"chief-fight", "respawn", "portals", "victory-points"},
    "champion-of-champions": {"budget", "portals", "sudden-death", "bonus"},
    "elite": {"clone", "portals", "sudden-death", "bonus"},
    "supreme-master": {"perfect-fighter", "respawn", "portals", "bonus", "victory-points"},
    "capture-the-flag": {"budget", "bases", "respawn", "flags"},
    "one-flag": {"budget", "bases", "respawn", "flags"},
    "team-deathmatch": {"portals", "respawn", "bonus", "victory-points"},
    "team-champions": {"budget", "portals", "sudden-death", "bonus"},
    "base-attack": {"budget", "bases", "respawn", "bonus", "structures"},
    "domination": {"budget", "bases", "portals", "respawn", "bonus", "domination"},
    "assault": {"budget", "portals", "respawn", "sudden-death", "bonus", "hunt"},
}
TEN_TIMES, THREE_ROUNDS = {"by": "score", "times": 10}, {"by": "rounds", "rounds": 3}
WON: dict[str, dict[str, object]] = {
    **dict.fromkeys(("deathmatch", "deathmatch-pro", "supreme-master"), TEN_TIMES),
    **dict.fromkeys(("champion-of-champions", "elite", "team-champions"), THREE_ROUNDS),
    "team-deathmatch": TEN_TIMES,
    "capture-the-flag": THREE_ROUNDS,
    "one-flag": {"by": "rounds", "rounds": 1},
    "base-attack": {"by": "rounds", "rounds": 1},
    "domination": {"by": "points", "points": 15},
    "assault": {"by": "hunt"},
}
IN_TEAMS = {"capture-the-flag", "one-flag", "team-deathmatch", "team-champions", "base-attack", "domination", "assault"}


@pytest.fixture(scope="module")
def library() -> Library:
    return load()


@pytest.fixture(scope="module")
def classic(library: Library) -> BonusTables:
    return library.bonus_tables["classic"]


# ---- bonus tables


@pytest.mark.rule("BONUS-1")
@pytest.mark.parametrize("table", ["equipment", "weapon", "special"])
def test_each_bonus_is_what_the_book_says(classic: BonusTables, table: str) -> None:
    book = {"equipment": EQUIPMENT, "weapon": WEAPON, "special": SPECIAL}[table]
    kinds: dict[str, BonusKind] = getattr(classic, table)
    assert list(kinds) == list(book)
    for roll, (name, text, effect) in book.items():
        kind = kinds[roll]
        assert name in kind.name.en
        assert text in kind.text.en
        assert kind.effect == effect


def test_the_french_of_each_bonus_has_the_figures_of_the_english(classic: BonusTables) -> None:
    for table in (classic.equipment, classic.weapon, classic.special):
        for roll, kind in table.items():
            figures = [Counter(re.findall(r"\d+", text)) for text in (kind.text.en, kind.text.fr)]
            assert figures[0] == figures[1], roll


# ---- mods


@pytest.mark.rule("SCORE-4", "SUDDEN-1")
@pytest.mark.parametrize("mod_id", list(MODS))
def test_each_mod_plays_by_the_rules_of_the_book(library: Library, mod_id: str) -> None:
    mod = library.mods[mod_id]
    assert set(mod.rules) == MODS[mod_id]
    assert to_builtins(mod.win) == WON[mod_id]
    assert mod.in_teams == (mod_id in IN_TEAMS)


@pytest.mark.rule("TEAM-1")
def test_domination_needs_three_champions_a_team_and_a_hunt_two_teams(library: Library) -> None:
    domination, hunt = library.mods["domination"].teams, library.mods["assault"].teams
    assert domination is not None
    assert hunt is not None
    assert (domination.least, domination.players) == (2, 3)
    assert (hunt.least, hunt.most) == (2, 2)
    building = library.mods["base-attack"].parameters
    assert (building.armour, building.structure_points) == (10, 10)


def test_no_other_mod_ships(library: Library) -> None:
    assert set(library.mods) == set(MODS)


@pytest.mark.rule("BONUS-6")
def test_a_mod_may_play_with_tables_of_its_own(library: Library) -> None:
    assert {mod.bonus_tables for mod in library.mods.values()} == {"classic"}
    assert all(mod.bonus_tables in library.bonus_tables for mod in library.mods.values())


# ---- arenas


@pytest.mark.rule("ARENA-1", "ARENA-2")
def test_the_classic_arena_is_60_by_60_with_9_tiles(library: Library) -> None:
    arena = library.arenas["classic-60"]
    assert (arena.size, arena.tiles) == ((60, 60), 9)


@pytest.mark.rule("ARENA-3")
def test_the_classic_portals_lie_as_in_the_book(library: Library) -> None:
    corners = {p.number: (p.at[0] > 30, p.at[1] > 30) for p in library.arenas["classic-60"].portals}
    assert corners == {1: (False, True), 2: (True, True), 3: (True, False), 4: (False, False), 5: (False, False)}
    assert {p.number: p.at for p in library.arenas["classic-60"].portals}[5] == (30, 30)


def test_the_first_token_of_the_classic_arena_lies_where_scripts_expect_it(library: Library) -> None:
    token = library.arenas["classic-60"].tokens[0]
    assert (token.id, token.category, token.at) == ("E1", "equipment", (10.0, 30.0))


def test_one_arena_has_room_for_eight_and_more(library: Library) -> None:
    big = library.arenas["cathedral-120"]
    assert (big.size, big.tiles) == ((120, 120), 36)
    gaps = [hypot(a.at[0] - b.at[0], a.at[1] - b.at[1]) for a, b in combinations(big.portals, 2)]
    assert min(gaps) > 60


@pytest.mark.rule("ARENA-4", "BONUS-5")
def test_the_shipped_arenas_have_nothing_said_against_their_layout(library: Library) -> None:
    for arena in library.arenas.values():
        assert arena_layout(arena) == []
        assert {t.category for t in arena.tokens} == {"equipment", "weapon", "special"}


def with_token(arena: Arena, token: TokenPlace) -> Arena:
    return structs.replace(arena, tokens=(token,))


@pytest.mark.rule("ARENA-4")
def test_tokens_lie_more_than_15_cm_from_portals_edge_to_edge(library: Library) -> None:
    arena = library.arenas["classic-60"]
    portal = arena.portals[4]
    near = TokenPlace(id="X", category="equipment", at=(30, 30 - 15 - 3.81 - 1))
    assert gap_cm(near, portal) == pytest.approx(TOKEN_FROM_PORTAL_CM)
    far = TokenPlace(id="X", category="equipment", at=(30, 30 - 15 - 3.81 - 1.01))
    assert arena_layout(with_token(arena, far)) == []
    nearer = TokenPlace(id="X", category="equipment", at=(30, 20))
    (remark,) = arena_layout(with_token(arena, nearer))
    assert (remark.code, remark.severity, remark.path) == (*("token-near-portal", "error"), ("tokens", 0, "at"))
    assert remark.facts == {"token": "X", "portal": 5, "distance": 5.19, "least": 15}


@pytest.mark.rule("ARENA-4")
def test_weapons_near_a_portal_are_only_warned_of_and_specials_may_lie_on_it(library: Library) -> None:
    arena = library.arenas["classic-60"]
    weapon = TokenPlace(id="W1", category="weapon", at=(30, 20))
    assert [r.severity for r in arena_layout(with_token(arena, weapon))] == ["warning"]
    special = TokenPlace(id="S1", category="special", at=(30, 30))
    assert arena_layout(with_token(arena, special)) == []


@pytest.mark.rule("BONUS-5")
def test_a_second_special_token_is_an_error(library: Library) -> None:
    arena = library.arenas["classic-60"]
    tokens = tuple(TokenPlace(id=name, category="special", at=(30, 30)) for name in ("S1", "S2"))
    (remark,) = arena_layout(structs.replace(arena, tokens=tokens))
    assert (remark.code, remark.severity) == ("special-tokens", "error")


@pytest.mark.rule("ARENA-1")
def test_a_table_smaller_than_60_cm_and_a_portal_over_the_edge_are_warned_of(library: Library) -> None:
    arena = library.arenas["classic-60"]
    moved = (structs.replace(arena.portals[0], at=(3, 54)), *arena.portals[1:])
    remarks = arena_layout(structs.replace(arena, portals=moved, size=(60, 40)))
    assert {(r.code, r.severity) for r in remarks} >= {("small-table", "warning"), ("portal-over-edge", "warning")}


# ---- champions


def test_every_army_of_the_facts_is_there(library: Library) -> None:
    armies = {champion.army for champion in library.champions.values()}
    assert len(armies) == 11
    assert len(library.champions) >= 30


@pytest.mark.parametrize(
    ("champion_id", "line"),
    [
        ("space-marine", "4 4 4 4 1 4 1 8 3 - 15"),
        ("sm-terminator", "4 4 4 4 1 4 2 9 2 5 42"),
        ("csm-khorne-berzerker", "4 4 4 4 1 4 2 9 3 - 19"),
        ("eldar-ranger", "3 4 3 3 1 4 1 8 5 - 19"),
        ("de-wych", "4 4 3 3 1 6 1 8 6 - 12"),
        ("ork-slugga-boy", "4 2 3 4 1 2 2 7 6 - 9"),
        ("ig-guardsman", "3 3 3 3 1 3 1 7 5 - 6"),
        ("nec-warrior", "4 4 4 4 1 2 1 10 3 - 18"),
        ("tau-fire-warrior", "2 3 3 3 1 2 1 7 4 - 10"),
        ("nid-termagant", "3 3 3 3 1 4 1 5 6 - 7"),
        ("wh-battle-sister", "3 4 3 3 1 3 1 8 3 - 11"),
        ("dh-grey-knight", "5 4 4 4 1 4 1 8 3 - 25"),
    ],
)
def test_profiles_are_those_of_the_third_edition(library: Library, champion_id: str, line: str) -> None:
    c = library.champions[champion_id]
    figures = (c.ws, c.bs, c.s, c.t, c.w, c.i, c.a, c.ld, c.sv or "-", c.inv or "-", c.points)
    assert " ".join(str(figure) for figure in figures) == line


@pytest.mark.parametrize(
    ("weapon_id", "line"),
    [
        ("boltgun", "24 4 5 rapid_fire 1"),
        ("meltagun", "12 8 1 assault 1"),
        ("lascannon", "48 9 2 heavy 1"),
        ("flamer", "template 4 5 assault 1"),
        ("power-fist", "melee x2 - melee -"),
        ("pulse-rifle", "30 5 5 rapid_fire 1"),
    ],
)
def test_weapons_are_those_of_the_third_edition(library: Library, weapon_id: str, line: str) -> None:
    w = library.weapons[weapon_id]
    figures = (w.range_in, w.s, w.ap or "-", w.type, w.shots or "-")
    assert " ".join(str(figure) for figure in figures) == line


@pytest.mark.rule("CHAMPION-1", "CHAMPION-7")
def test_champions_of_several_wounds_are_for_the_chief_fight(library: Library) -> None:
    several = {c.id for c in library.champions.values() if c.w > 1}
    special = {c.id for c in library.champions.values() if c.special}
    assert several
    assert several <= special
    assert len(library.champions) - len(special) >= 30


def test_everything_says_where_it_is_from_and_how_certain_it_is(library: Library) -> None:
    for match_library in (library.champions, library.weapons, library.gear):
        for thing in match_library.values():
            assert thing.source, thing.id
            assert thing.certainty, thing.id


def test_the_shipped_packs_have_no_warnings(library: Library) -> None:
    assert library.warnings == ()
