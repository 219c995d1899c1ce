"""What the champions of the codexes stand on."""

import pytest

from q40k.games.quake.packs.library import load
from q40k.games.quake.words.champion import headline
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale

LIBRARY = load()
ON_STANDS = {"nec-destroyer": 60, "nec-wraith": 40}
LENGTHS = {"bike": 75, "jetbike": 75, "cavalry": 50}


@pytest.mark.parametrize("kind", sorted(LENGTHS))
def test_who_rides_stands_on_an_oval_base(kind: str) -> None:
    riders = [c for c in LIBRARY.champions.values() if c.unit_type == kind]
    assert riders
    for rider in riders:
        if rider.id in ON_STANDS:
            assert (rider.base_mm, rider.base_length_mm) == (ON_STANDS[rider.id], None)
        else:
            assert (rider.base_mm, rider.base_length_mm) == (25, LENGTHS[kind]), rider.id


def test_who_walks_stands_on_a_round_one() -> None:
    walkers = [c for c in LIBRARY.champions.values() if c.unit_type not in LENGTHS]
    assert [c.id for c in walkers if c.base_length_mm is not None] == []


def test_both_sizes_of_an_oval_base_are_said() -> None:
    biker = LIBRARY.champions["sm-biker"]
    assert "base 25 × 75 mm" in headline(Locale("en"), biker)
    assert "socle 25 × 75\u00a0mm" in headline(Locale("fr", WORDS.locales), biker)
