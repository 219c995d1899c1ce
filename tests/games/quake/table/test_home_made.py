"""Champions of one's own: what may be typed, what is proposed, what is kept."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from q40k.games.quake.packs.library import load
from q40k.games.quake.packs.models import Champion
from q40k.games.quake.table.home_made import (
    BadFigure,
    champion_pack,
    entry_of,
    find_most_similar,
    free_id,
    keep,
    make_champion,
    own_file,
    read_profile,
    write,
)
from q40k.games.quake.table.packs import admitted_champions, affordable_first, find_similar, still_proposed
from q40k.kernel.text import clean_text
from q40k.table.folders import IdTaken

LIBRARY = load()
ORDER = ("ws", "bs", "s", "t", "w", "i", "a", "ld", "sv", "inv")
FIGURES = st.tuples(
    *(st.integers(1 if name == "w" else 0, 10) for name in ORDER[:8]),
    *(st.none() | st.integers(2, 6) for _ in ORDER[8:]),
)
NAMES = st.text(min_size=1, max_size=60).map(clean_text).filter(bool)


def champion_data(name: str, profile: dict[str, int | None], **more: Any) -> dict[str, Any]:
    usual = {"points": 20, "weapon": (), "base": 25, "unit_type": "infantry"}
    return {"name": name, **profile, **usual, **more}


# ---- what is typed


@given(FIGURES, st.sampled_from([" ", ", ", "/", "   "]))
def test_a_profile_is_read_as_a_codex_prints_it(figures: tuple[int | None, ...], between: str) -> None:
    stats = [str(figure) for figure in figures[:8]]
    saves = ["-" if figure is None else f"{figure}+" for figure in figures[8:]]
    assert read_profile(between.join(stats + saves)) == dict(zip(ORDER, figures, strict=True))


@given(FIGURES.filter(lambda figures: 10 not in figures and None not in figures))
def test_blanks_may_be_left_out(figures: tuple[int, ...]) -> None:
    typed = "".join(map(str, figures[:8])) + "".join(f"{figure}+" for figure in figures[8:])
    assert tuple(read_profile(typed).values()) == figures


@pytest.mark.parametrize(
    ("typed", "profile"),
    [
        ("", (4, 4, 4, 4, 1, 4, 1, 8, 3, None)),
        ("3 3", (3, 3, 4, 4, 1, 4, 1, 8, 3, None)),
        ("33", (3, 3, 4, 4, 1, 4, 1, 8, 3, None)),
        (". . 5", (4, 4, 5, 4, 1, 4, 1, 8, 3, None)),
        (". . . . . . . 10 -", (4, 4, 4, 4, 1, 4, 1, 10, None, None)),
        ("- 4 4 4 1 4 1 8 7+ 5", (0, 4, 4, 4, 1, 4, 1, 8, None, 5)),
    ],
)
def test_what_is_left_out_is_as_with_a_space_marine(typed: str, profile: tuple[Any, ...]) -> None:
    assert tuple(read_profile(typed).values()) == profile


@given(st.text(max_size=80) | st.text("0123456789+-./ ", max_size=40))
def test_whatever_is_typed_is_a_profile_or_a_bad_figure(typed: str) -> None:
    try:
        profile = read_profile(typed)
    except BadFigure:
        return
    assert list(profile) == list(ORDER)
    assert make_champion(LIBRARY, champion_data("Sancho", profile)).special == ((profile["w"] or 0) > 1)


# ---- what is proposed


def test_the_known_champion_most_alike_is_proposed() -> None:
    for name in ("space-marine", "ork-nob", "eldar-guardian"):
        champion = LIBRARY.champions[name]
        profile = {stat: getattr(champion, stat) for stat in ORDER}
        most_similar = find_most_similar(LIBRARY, profile)
        assert most_similar is not None
        assert {stat: getattr(most_similar, stat) for stat in ORDER} == profile
    assert find_most_similar(load(only=["mods"]), read_profile("")) is None


# ---- what is kept


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(NAMES, FIGURES, st.integers(1, 2000), st.integers(10, 200))
def test_what_is_kept_is_read_again_just_so(name: str, figures: tuple[int | None, ...], points: int, base: int) -> None:
    profile = dict(zip(ORDER, figures, strict=True))
    weapons = ("boltgun", "iron-halo")
    champion = make_champion(LIBRARY, champion_data(name, profile, points=points, base=base, weapon=weapons))
    kept = keep(LIBRARY, champion)
    try:
        again = load([own_file(kept.id)], only=["champions"], shipped=False)
        assert again.champions[kept.id] == kept
        assert keep(LIBRARY, champion) == kept
    finally:
        own_file(kept.id).unlink()


def test_an_id_that_is_taken_gets_a_number_and_no_file_is_written_over() -> None:
    marine = make_champion(LIBRARY, champion_data("Space Marine", read_profile("")))
    assert keep(LIBRARY, marine).id == "space-marine-2"
    other = structs.replace(marine, points=99)
    assert keep(LIBRARY, other).id == "space-marine-3"
    assert free_id("champion", LIBRARY.champions, "Space Marine") == "space-marine-4"
    with pytest.raises(IdTaken):
        free_id("champion", LIBRARY.champions, "x", "space-marine-2")
    before = own_file("space-marine-2").read_bytes()
    namesake = entry_of(champion_data("Other", read_profile(""), id="space-marine-2"))
    with pytest.raises(FileExistsError):
        write(champion_pack(namesake), own_file("space-marine-2"))
    assert own_file("space-marine-2").read_bytes() == before


# ---- choosing


@pytest.mark.rule("CHAMPION-5", "CHAMPION-6")
def test_who_is_welcome_follows_what_was_agreed() -> None:
    mod = LIBRARY.mods["deathmatch"]
    assert {champion.points <= 12 for champion in admitted_champions(LIBRARY, mod, budget=12)} == {True}
    assert len(admitted_champions(LIBRARY, mod, budget=12)) < len(admitted_champions(LIBRARY, mod))


def names(champions: list[Champion]) -> list[str]:
    return [champion.id for champion in champions]


@pytest.mark.rule("CHAMPION-5")
def test_those_one_can_afford_come_first_and_otherwise_nothing_moves() -> None:
    some = [LIBRARY.champions[name] for name in ("sm-terminator", "ork-nob", "space-marine")]
    assert names(affordable_first(some, None)) == names(some)
    assert names(affordable_first(some, 15)) == ["space-marine", "sm-terminator", "ork-nob"]


def test_what_was_mistyped_is_found_and_nonsense_is_not() -> None:
    assert names(find_similar(LIBRARY, "gaurdian"))[0] == "eldar-guardian"
    assert find_similar(LIBRARY, "xqzzy") == []
    assert find_similar(LIBRARY, "") == []


def test_what_is_left_of_a_fair_field_is_left_in_order() -> None:
    assert still_proposed(("a", "b", "c"), ["b", "z"]) == ["a", "c"]
