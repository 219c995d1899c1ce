"""What an arena is like before play: even portals, tokens enough, scenery to agree on."""

import json
from math import hypot

import pytest

from q40k.games.quake.arena.spread import evenness
from q40k.games.quake.packs.library import load
from tests.cli.calls import good

ARENAS = load(only=["arenas"]).arenas


@pytest.mark.rule("ARENA-3")
@pytest.mark.parametrize("name", ["classic-60", "bastions-140"])
def test_how_even_the_portals_lie(name: str) -> None:
    spots = [portal.at for portal in ARENAS[name].portals]
    nearest = [min(hypot(a[0] - b[0], a[1] - b[1]) for b in spots if b is not a) for a in spots]
    result = evenness(ARENAS[name])
    assert (result.least_cm, result.most_cm) == (min(nearest), max(nearest))
    facts = json.loads(good("arena", "check", name, "--json"))["arenas"][0]
    assert facts["evenness"]["percent"] == int(100 * result.ratio + 0.5)
    assert "% even" in good("arena", "check", name)


@pytest.mark.rule("BONUS-6")
def test_for_how_many_champions_the_tokens_are_enough() -> None:
    facts = json.loads(good("arena", "check", "bastions-140", "--json"))["arenas"][0]["tokens"]
    there = [token.category for token in ARENAS["bastions-140"].tokens]
    each = {word: there.count(word) for word in ("equipment", "weapon")}
    assert facts == {**each, "champions": min(each.values())}
    few = json.loads(good("arena", "check", "classic-60", "--json"))["arenas"][0]["tokens"]
    assert few["champions"] in (0, min(few["equipment"], few["weapon"]))


@pytest.mark.rule("ARENA-5")
def test_the_reconnaissance_names_every_kind_of_piece_and_what_it_does() -> None:
    output = good("arena", "recon", "bastions-140")
    for piece in ARENAS["bastions-140"].scenery:
        assert piece.name.en in output
    assert "☐ 4 × Bastion wall" in output
    assert "saves: 3+" in output
    assert "shooting: blocking sight" in output
    french = good("arena", "recon", "bastions-140", "--lang", "fr")
    assert "sauvegardes" in french
    assert "☐" in good("arena", "recon", "classic-60")
