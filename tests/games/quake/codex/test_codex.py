"""The shipped codexes: whole, sourced, priced, legal by their own rules, and as pinned."""

from pathlib import Path

import pytest

from q40k.games.quake.cli.manual import champions_page
from q40k.games.quake.packs.champions import build_champion
from q40k.games.quake.packs.library import Library, fold_text, load
from q40k.games.quake.packs.models import Champion
from q40k.games.quake.state.table.champion import judge, verdict
from q40k.games.quake.words.champion import card
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale

ROOT = Path(__file__).resolve().parents[4]
LIBRARY = load()
ARMIES = sorted({champion.army for champion in LIBRARY.champions.values()})
KINDS = {"infantry", "jump_infantry", "bike", "jetbike", "terminator", "drone", "beast", "jet_pack"}
LONGEST = 140
"""A name, a nickname or a source is shorter than this: none of them is a sentence of a book."""


def pinned_figures() -> dict[str, str]:
    lines = (Path(__file__).parent / "facts.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.partition(": ") for line in lines if not line.startswith("#"))
    return {name: figures for name, _colon, figures in pairs}


FACTS = pinned_figures()


def champion_line(c: Champion) -> str:
    figures = (c.ws, c.bs, c.s, c.t, c.w, c.i, c.a, c.ld, c.sv or "-", c.inv or "-", c.points)
    return " ".join(map(str, figures))


@pytest.fixture(scope="module")
def library() -> Library:
    return LIBRARY


def test_there_are_enough_of_every_army_and_kind(library: Library) -> None:
    everyone = library.champions.values()
    assert len(everyone) >= 120
    armies = {entry.army for entry in everyone}
    assert len(armies) == 11
    assert all(sum(entry.army == army for entry in everyone) >= 8 for army in armies)
    assert {entry.unit_type for entry in everyone} >= KINDS
    assert {entry.role for entry in everyone} == {
        "rank-and-file",
        "squad-character",
        "independent-character",
        "special",
    }


def test_every_champion_is_as_pinned(library: Library) -> None:
    lines = {name: champion_line(champion) for name, champion in library.champions.items()}
    assert lines == {name: FACTS[name] for name in lines}


def test_every_weapon_is_as_pinned(library: Library) -> None:
    lines = {
        weapon.id: f"{weapon.range_in} {str(weapon.s).replace(' ', '_')} {weapon.ap or '-'}"
        for weapon in library.weapons.values()
    }
    assert lines == {name: FACTS[name] for name in lines}


def test_everything_carries_its_source_and_certainty(library: Library) -> None:
    bare = [
        thing.id
        for match_library in (library.champions, library.weapons, library.gear)
        for thing in match_library.values()
        if not thing.source or not thing.certainty
    ]
    assert bare == []
    squads = [champion.squad for champion in library.champions.values() if champion.squad]
    assert len(squads) > 40
    assert [squad for squad in squads if not squad.source or not squad.certainty] == []
    remembered = [squad for squad in squads if squad.source and "memory" in squad.source]
    assert [entry for entry in remembered if entry.certainty == "high"] == []


def test_who_has_one_source_has_a_low_certainty_and_the_card_says_so(library: Library) -> None:
    alone = [champion for champion in library.champions.values() if champion.second_source is None]
    assert alone
    assert [champion.id for champion in alone if champion.certainty != "low"] == []
    for locale, doubtful, unsure in (
        ("en", "doubtful", "no second source"),
        ("fr", "douteux", "aucune deuxième source"),
    ):
        for champion in alone:
            lines = card(Locale(locale, WORDS.locales), champion, library)
            assert doubtful in lines[2 if champion.aka else 1], champion.id
            assert any(unsure in line for line in lines), champion.id


def test_a_second_source_is_another_one(library: Library) -> None:
    confirmed = [champion for champion in library.champions.values() if champion.second_source]
    assert len(confirmed) > 100
    assert [champion.id for champion in confirmed if champion.second_source == champion.source] == []


def test_no_text_of_any_book(library: Library) -> None:
    for match_library in (library.champions, library.weapons, library.gear):
        for thing in match_library.values():
            source = thing.source or ""
            assert max(map(len, (thing.name.en, thing.name.fr, source))) < LONGEST, thing.id
    assert all(len(by) < 40 for champion in library.champions.values() for by in champion.aka)


@pytest.mark.rule("CHAMPION-1", "CHAMPION-7")
def test_every_champion_passes_its_own_legality(library: Library) -> None:
    for name, champion in library.champions.items():
        assert champion.special == (champion.w > 1 or champion.role == "special"), name
        expected = {"deathmatch": "no" if champion.special else "yes", "deathmatch-pro": "yes", "supreme-master": "yes"}
        assert {mod: verdict(judge(champion, (), library.mods[mod])) for mod in expected} == expected, name


@pytest.mark.rule("CHAMPION-2", "CHAMPION-3")
@pytest.mark.parametrize("army", ARMIES)
def test_every_champion_of_an_army_prices_itself(army: str, library: Library) -> None:
    for champion in (each for each in library.champions.values() if each.army == army):
        assert build_champion(library, champion.id).points == champion.points
        for item, price in champion.options.items():
            assert item in library.weapons or item in library.gear
            assert item not in champion.weapons
            built = build_champion(library, champion.id, [item])
            assert built.points == champion.points + price
            findings = judge(built, [item], library.mods["deathmatch-pro"])
            (finding,) = (each for each in findings if each.facts.get("option") == item)
            if champion.role == "rank-and-file":
                assert finding.rule == "CHAMPION-2"
            else:
                assert (finding.rule, finding.answer) == ("CHAMPION-3", "yes")
        whole = build_champion(library, champion.id, list(champion.options))
        assert whole.points == champion.points + sum(champion.options.values())


@pytest.mark.rule("CHAMPION-2")
def test_the_examples_of_the_book(library: Library) -> None:
    mod = library.mods["deathmatch"]
    for name, item, answer in (("space-marine", "lascannon", "no"), ("sm-devastator", "heavy-bolter", "yes")):
        built = build_champion(library, name, [item])
        assert verdict(judge(built, [item], mod)) == answer


def test_no_two_have_one_name(library: Library) -> None:
    for language in ("en", "fr"):
        names = [fold_text(champion.name.in_language(language)) for champion in library.champions.values()]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("army", ARMIES)
def test_every_champion_of_an_army_is_found_by_its_names_and_nicknames(army: str, library: Library) -> None:
    for entry in library.champions.values():
        if entry.army == army:
            for words in (entry.id, entry.name.en, entry.name.fr, *entry.aka):
                assert entry.id in {champion.id for champion in library.find_champions(words)}, words
            assert library.find_champions(entry.name.fr)[0].id == entry.id


def test_the_page_of_the_manual_is_current(library: Library) -> None:
    written = (ROOT / "docs" / "champions.md").read_text(encoding="utf-8")
    assert written == champions_page(library), "make docs/champions.md again, as its first lines say"
