"""The heroes people look for: found by what they are called, with what is unsure of them."""

import pytest

from q40k.games.quake.packs.champions import build_champion
from q40k.games.quake.packs.library import load
from q40k.games.quake.state.table.champion import judge, verdict
from q40k.games.quake.words.champion import card
from q40k.games.quake.words.wording import WORDS
from q40k.games.w40k3e.figures import Fighter
from q40k.i18n.locale import Locale

LIBRARY = load()
LOOKED_FOR = (
    "Calgar", "Tigurius", "Dante", "Mephiston", "Tycho", "Azrael", "Asmodai", "Ezekiel",
    "Ragnar", "Grimnar", "Ulrik", "Cassius", "Lemartes", "Corbulo", "Abaddon", "Ahriman",
    "Typhus", "Eldrad", "Baharroth", "Fuegan", "Avatar", "Solitaire", "Shadowseer", "Vect",
    "Urien", "Ghazghkull", "Nazdreg", "Wazdakka", "Farsight", "Shas’el", "Shas’o", "Creed",
    "Coteaz", "Karamazov", "Carnifex", "Nightbringer", "Deceiver",
)  # fmt: skip
PHRASES = (
    "Daemon Prince",
    "Chaos Lieutenant",
    "Warp Spider Exarch",
    "Shining Spear Exarch",
    "Death Jester",
    "Urien Rakarth",
    "Inquisitor Lord",
    "Hive Tyrant",
    "Old One Eye",
    "Senior Officer",
)


@pytest.mark.rule("CHAMPION-7")
@pytest.mark.parametrize("name", [*LOOKED_FOR, *PHRASES])
def test_a_hero_is_found_by_name(name: str) -> None:
    champions = LIBRARY.find_champions(name)
    assert champions, name
    assert champions[0].certainty in ("high", "medium", "low")


@pytest.mark.rule("CHAMPION-1", "CHAMPION-7")
def test_heroes_are_for_the_chief_fight() -> None:
    for name in ("sm-calgar", "csm-abaddon", "nid-carnifex", "nec-deceiver"):
        champion = LIBRARY.champions[name]
        assert verdict(judge(champion, (), LIBRARY.mods["deathmatch"])) == "no"
        assert verdict(judge(champion, (), LIBRARY.mods["deathmatch-pro"])) == "yes"


def test_doubts_are_told_on_the_card_in_both_languages() -> None:
    kell = LIBRARY.champions["ig-kell"]
    assert {"base", "borrowed", "points", "companions"} <= set(kell.doubts)
    english = "\n".join(card(Locale("en"), kell, LIBRARY))
    assert "some figures are those of another champion" in english
    french = "\n".join(card(Locale("fr", WORDS.locales), kell, LIBRARY))
    assert "son codex ne le laisse pas venir seul" in french
    heroes = [champion for champion in LIBRARY.champions.values() if "base" in champion.doubts]
    assert len(heroes) == 77


def test_suspect_figures_are_put_right_or_say_what_is_unsure() -> None:
    pistol, borer = LIBRARY.weapons["fusion-pistol"], LIBRARY.weapons["fleshborer"]
    assert (pistol.s, borer.ap) == (8, 5)
    assert {pistol.certainty, borer.certainty} == {"medium"}
    obliterator = LIBRARY.champions["csm-obliterator"]
    assert Fighter.of(obliterator).toughness_for_death == 4
    assert (obliterator.doubts, obliterator.certainty) == (("profile",), "low")
    drone = LIBRARY.champions["tau-gun-drone"]
    assert "its Leadership is a guess" in "\n".join(card(Locale("en"), drone, LIBRARY))
    biker = LIBRARY.champions["ork-warbiker"]
    met = Fighter.of(biker, traits=LIBRARY.traits_of(biker))
    assert [modifier.value for modifier in met.modifiers if modifier.effect == "cover"] == [5]


@pytest.mark.rule("CHAMPION-8")
def test_a_greater_daemon_buys_its_powers() -> None:
    for name, power, price in (
        ("csm-great-unclean-one", "wind-of-chaos", 20),
        ("csm-lord-of-change", "bolt-of-change", 30),
    ):
        daemon = LIBRARY.champions[name]
        assert power not in daemon.weapons
        assert daemon.options == {power: price}
        bought = build_champion(LIBRARY, name, [power])
        assert bought.points == daemon.points + price
        assert power in bought.weapons


def test_what_the_sources_disagree_on_is_doubtful() -> None:
    kommando, stealer, biker = (LIBRARY.champions[n] for n in ("ork-kommando", "nid-genestealer", "ork-wazdakka"))
    assert (kommando.a, stealer.sv, biker.sv) == (2, 6, None)
    assert {kommando.certainty, stealer.certainty, biker.certainty} == {"low"}
    assert all("profile" in champion.doubts for champion in (kommando, stealer, biker))


def test_an_exarch_or_a_battlesuit_pays_the_price_of_its_own_list() -> None:
    prices = {
        "eldar-dark-reaper-exarch": {"shuriken-cannon": 5},
        "ig-storm-trooper": {"melta-bombs": 4},
        "tau-shasel": {"multi-tracker": 5, "target-lock": 5},
        "tau-shaso": {"multi-tracker": 5, "target-lock": 5},
        "tau-fire-warrior-shasui": {"multi-tracker": 10, "target-lock": 7},
    }
    for name, listed in prices.items():
        assert listed.items() <= LIBRARY.champions[name].options.items(), name


def test_what_is_from_no_codex_says_so() -> None:
    unofficial = {champion.id for champion in LIBRARY.champions.values() if not champion.official}
    assert {"nid-genestealer-patriarch", "sm-helbrecht", "inq-lord-xenos"} <= unofficial
    text = "\n".join(card(Locale("en"), LIBRARY.champions["sm-helbrecht"], LIBRARY))
    assert "in no official codex" in text
    assert "in no official codex" not in "\n".join(card(Locale("en"), LIBRARY.champions["sm-calgar"], LIBRARY))


def test_death_outright_looks_at_the_toughness_without_marks() -> None:
    expected = {
        "csm-abaddon": 4,
        "csm-typhus": 4,
        "ork-ghazghkull": 4,
        "ork-wazdakka": 4,
        "eldar-shining-spear-exarch": 3,
    }
    true = {champion_id: Fighter.of(LIBRARY.champions[champion_id]).toughness_for_death for champion_id in expected}
    assert true == expected


def test_heroes_bring_their_traits_and_their_weapons() -> None:
    ragnar = {trait.id for trait in LIBRARY.traits_of(LIBRARY.champions["sw-ragnar"])}
    assert {"wolf-tooth-necklace", "berserk-charge"} <= ragnar
    from q40k.games.w40k3e.gear import weapon_lines

    logan = LIBRARY.champions["sw-logan-grimnar"]
    lines = weapon_lines(logan.weapons, LIBRARY.weapons, LIBRARY.gear)
    assert [line.id for line in lines][:2] == ["axe-morkai-frost", "axe-morkai-fist"]
