"""What Quake 40K prints has the book's sizes, and says what the game says."""

from __future__ import annotations

import pytest

from q40k.games.quake.prints.kinds import KINDS
from q40k.games.quake.prints.offer import ABOUT
from q40k.prints.paper import PAPERS
from tests.games.quake.prints.printing import (
    fielded,
    library,
    printed,
    wish,
    words_of,
)


def test_what_can_be_printed_is_listed() -> None:
    assert list(ABOUT) == list(KINDS)


@pytest.mark.rule("BONUS-1")
def test_every_bonus_has_a_card_with_its_dice_and_its_effect() -> None:
    words = words_of(printed("tokens", wish(language="fr")))
    tables = library().bonus_tables["classic"]
    for category in ("equipment", "weapon", "special"):
        for kind in tables.table(category).values():
            assert kind.name.fr in words


@pytest.mark.rule("CHAMPION-4")
def test_a_card_tells_what_its_champion_needs_against_the_others() -> None:
    both = fielded("space-marine", "eldar-guardian")
    words = words_of(printed("cards", wish(fielded=both)))
    for one in both:
        assert one.champion.name.en in words
        assert str(one.champion.points) in words
    # A marine hits on 3+, wounds T3 with S4 on 3+, and AP 5 leaves a 5+ armour no save.
    assert "3+ 3+ -" in words
    # A guardian hits on 4+, wounds T4 with S4 on 4+, and the marine saves on 3+.
    assert "4+ 4+ 3+" in words


@pytest.mark.rule("TURN-1")
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("paper", PAPERS)
def test_the_rules_of_every_mod_fit_two_pages(language: str, paper: str) -> None:
    for mod in library().mods:
        assert len(KINDS["rules"].make(wish(mod, language, paper=PAPERS[paper]))) <= 2
