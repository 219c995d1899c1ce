"""A mod is laid out on an arena that has what it plays for: bases, and the flag half-way."""

from __future__ import annotations

import pytest

from q40k.games.quake.bot.lab import QuakeLab
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.table.opening import New
from q40k.games.quake.table.library import QuakePacks
from q40k.games.quake.table.packs import arenas_for, lacks, refuse_unfit
from q40k.kernel.events import Refused
from q40k.lab.studies import Choice, make_plan
from tests.cli.calls import bad

PACKS = QuakePacks()
LIBRARY = PACKS.library()


@pytest.mark.rule("BASE-1")
@pytest.mark.rule("FLAG-1")
@pytest.mark.parametrize(
    ("mod", "arena", "code", "fitting"),
    [
        ("domination", "cathedral-120", "no-bases", ("bastions-140", "crossroads-120")),
        ("capture-the-flag", "classic-60", "no-bases", ("bastions-140", "crossroads-120")),
        ("one-flag", "hivegate-180", "no-bases", ("bastions-140",)),
        ("one-flag", "crossroads-120", "no-flag", ("bastions-140",)),
    ],
)
def test_an_arena_without_what_is_played_for_is_refused_with_those_that_fit(
    mod: str, arena: str, code: str, fitting: tuple[str, ...]
) -> None:
    with pytest.raises(Refused) as caught:
        refuse_unfit(LIBRARY, LIBRARY.mods[mod], LIBRARY.arenas[arena])
    refusal = caught.value.refusal
    assert (refusal.code, set(refusal.facts["arenas"].split(", "))) == (code, set(fitting))
    call = ("new", "--mod", mod, "--arena", arena, "--player", "Ann=space-marine@Red", "--player", "Bob=guardian@Blue")
    assert fitting[0] in bad(2, *call)
    own = PACKS.complete(LIBRARY, Match(), New(mod=mod, arena=arena))  # a script has bases of tape
    assert isinstance(own, New)
    assert own.arena_data == LIBRARY.arenas[arena]


def test_without_an_arena_the_first_that_fits_is_taken() -> None:
    for mod in LIBRARY.mods.values():
        opened = PACKS.complete(LIBRARY, Match(), New(mod=mod.id))
        assert isinstance(opened, New)
        assert opened.arena_data is not None
        assert lacks(mod, opened.arena_data) is None
        assert opened.arena == arenas_for(LIBRARY, mod)[0].id


def test_the_lab_plays_a_mod_only_on_arenas_that_fit() -> None:
    named = {"champions": ("space-marine", "ork-shoota-boy")}
    plans = {
        mod: make_plan(QuakeLab(), LIBRARY, Choice(named={**named, "mods": (mod,)})).shared["arenas"]
        for mod in ("deathmatch", "capture-the-flag", "one-flag")
    }
    assert plans["deathmatch"] == QuakeLab.kinds[3].usual
    assert set(plans["capture-the-flag"]) == {"bastions-140", "crossroads-120"}
    assert plans["one-flag"] == ("bastions-140",)
