"""Gear and strange hits in words: as the codexes call them, in both languages."""

from __future__ import annotations

import pytest

from q40k.games.quake.state.damage import Why
from q40k.games.quake.words.fights import GEAR, STRIKES, gear_name, reason_with_source, source_name, weapon_name
from q40k.games.quake.words.wording import WORDS
from q40k.games.w40k3e.gear import GEAR_MODIFIERS, GRENADES
from q40k.i18n.locale import Locale
from tests.games.quake.rules.playing import start_table
from tests.games.quake.rules.test_barrels_explosions import range_of
from tests.games.w40k3e.fighting import library

EN, FR = Locale("en"), Locale("fr", WORDS.locales)


@pytest.mark.parametrize("locale", [EN, FR], ids=["en", "fr"])
def test_all_gear_that_counts_in_a_fight_is_called_as_the_codexes_call_it(locale: Locale) -> None:
    assert set(GEAR) == {*GEAR_MODIFIERS, *GRENADES}
    names = {key: weapon.name for key, weapon in library().weapons.items()}
    names |= {key: item.name for key, item in library().gear.items()}
    for item in GEAR:
        assert gear_name(locale, item) == locale.name_of(names[item])


def test_a_grenade_is_offered_by_its_name() -> None:
    state = start_table("Ann Bob").state
    assert weapon_name(FR, state, "p1", "krak-grenades") == "Grenades antichars"
    why = Why(code="grenades-together", facts={}, source="frag-grenades")
    assert reason_with_source(FR, state, why).endswith("[Grenades à fragmentation]")
    assert source_name(EN, state, "PORTAL-8") == "PORTAL-8"


@pytest.mark.parametrize("label", STRIKES)
def test_no_hit_is_called_by_the_number_of_its_rule(label: str) -> None:
    state = start_table("Ann Bob").state
    for locale in (EN, FR):
        assert not set("-0123456789") & set(weapon_name(locale, state, None, label))


def test_an_explosion_asks_by_its_name() -> None:
    table = range_of()
    table.ask("shoot", 3, 4, ["Bob"], player="Ann", target="K1", weapon="boltgun", distance=20)
    assert table.question is not None
    asking = WORDS.ask(EN, table.state, table.question)
    assert (asking.title, asking.why) == ("Ann rolls 1D6 to wound Bob (the explosion)", "3+: S 5 against T 4.")
    assert "l’explosion" in WORDS.ask(FR, table.state, table.question).title
