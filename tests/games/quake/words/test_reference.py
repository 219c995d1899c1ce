"""The phases on one screen: they fit it, they agree with the charts, they say whose game it is."""

import pytest
from rich.cells import cell_len

from q40k.games.quake.words.reference import credits_of, phases_of
from q40k.games.quake.words.wording import WORDS
from q40k.games.w40k3e.charts import to_hit, to_hit_melee, to_wound
from q40k.i18n.locale import Locale
from tests.cli.calls import good

LOCALES = (Locale("en"), Locale("fr", WORDS.locales))


@pytest.mark.parametrize("locale", LOCALES, ids=("en", "fr"))
def test_it_fits_one_screen(locale: Locale) -> None:
    rows = [line for head, lines in phases_of(locale) for line in (head, *lines)]
    rows += ["", *credits_of(locale)]
    assert len(rows) <= 22
    assert [row for row in rows if cell_len(row) > 74] == []


@pytest.mark.rule("SHOOT-4", "MELEE-2")
def test_its_numbers_are_those_of_the_charts() -> None:
    text = "\n".join(line for _head, lines in phases_of(LOCALES[0]) for line in lines)
    assert "BS 3: 4+, BS 4: 3+" in text
    assert (to_hit(3), to_hit(4)) == (4, 3)
    assert "as toughness 4+; 1 more 3+, 2 2+; 1 less 5+, 2 or 3 6+" in text
    assert [to_wound(s, 4) for s in (4, 5, 6, 3, 2, 1)] == [4, 3, 2, 5, 6, 6]
    assert [to_hit_melee(ws, 4) for ws in (5, 4, 2, 1)] == [3, 4, 4, 5]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_credits_and_phases_on_the_command_line(language: str) -> None:
    output = good("about", "--lang", language)
    for name in ("Kazador", "Hiigara", "Le Maelström Tourangeau"):
        assert name in output
    assert len(good("phases", "--lang", language).splitlines()) >= 15
