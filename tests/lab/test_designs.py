"""Designs: everybody plays equally often, sits everywhere, and a longer study begins like a shorter one."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from q40k.games.game import Game
from q40k.lab.designs import Plan, list_bouts
from q40k.lab.studies import BadPlan, Choice, make_plan

FIVE = ("a", "b", "c", "d", "e")


def plan(**changes: Any) -> Plan:
    usual: dict[str, Any] = {
        "kind": "k",
        "entries": FIVE,
        "by_seat": True,
        "shared": {},
        "seats": 2,
        "design": "all",
        "games": 20,
    }
    return Plan(**{**usual, **changes})


def test_all_against_all_meets_every_pair_from_both_seats_on_the_same_dice() -> None:
    bouts = list_bouts(plan(games=40))
    assert Counter(bout.seats for bout in bouts[:20]) == Counter(
        pair for both in combinations(FIVE, 2) for pair in (both, both[::-1])
    )
    assert all(first.seed == second.seed for first, second in zip(bouts[::2], bouts[1::2], strict=True))
    assert len({bout.seed for bout in bouts}) == 20


def test_a_round_robin_brings_every_pair_once_before_any_twice() -> None:
    seats = [frozenset(bout.seats) for bout in list_bouts(plan(design="robin", games=40))]
    assert Counter(seats[:20]) == Counter({frozenset(pair): 2 for pair in combinations(FIVE, 2)})
    assert Counter(seats) == Counter({frozenset(pair): 4 for pair in combinations(FIVE, 2)})


def test_random_fields_are_balanced_and_seats_rotate() -> None:
    bouts = list_bouts(plan(design="fields", seats=3, games=200))
    assert all(len(set(bout.seats)) == 3 for bout in bouts)
    assert {*Counter(entry for bout in bouts for entry in bout.seats).values()} == {120}
    sat = Counter((entry, seat) for bout in bouts for seat, entry in enumerate(bout.seats))
    assert all(abs(sat[entry, seat] - 40) <= 4 for entry in FIVE for seat in range(3))
    assert list_bouts(plan(design="fields", seats=3, games=7)) == bouts[:7]


def test_one_among_equals_is_met_from_every_seat() -> None:
    bouts = list_bouts(plan(entries=("x", "y"), seats=3, games=6))
    assert [bout.seats for bout in bouts[:3]] == [("x", "y", "y"), ("y", "y", "x"), ("y", "x", "y")]
    assert [Counter(bout.seats)["x"] for bout in bouts] == [1, 1, 1, 2, 2, 2]


def test_what_is_shared_takes_turns_in_every_combination() -> None:
    shared = {"arena": ("p", "q"), "mod": ("m", "n", "o")}
    for design, entries in (("all", ("a", "b")), ("mirror", ("a",))):
        bouts = list_bouts(plan(design=design, entries=entries, shared=shared, games=24 if design == "all" else 12))
        counts = Counter(tuple(bout.shared.values()) for bout in bouts)
        assert len(counts) == 6
        assert len({*counts.values()}) == 1


def test_a_mirror_plays_every_entry_on_the_same_dice() -> None:
    bouts = list_bouts(plan(design="mirror", by_seat=False, kind="arena", entries=("p", "q"), games=6))
    assert [bout.shared["arena"] for bout in bouts] == ["p", "q"] * 3
    assert bouts[0].seed == bouts[1].seed != bouts[2].seed
    assert bouts[0].seats == ("", "")


@pytest.mark.parametrize(
    ("choice", "key"),
    [
        (Choice(named={"coins": ("fair", "bend")}), "unknown"),
        (Choice(named={"coins": ("fair@ten", "bent")}), "price"),
        (Choice(named={"coins": ("all",)}, seats=7), "seats"),
        (Choice(named={"coins": ("fair",)}, design="all"), "too-few"),
        (Choice(named={"coins": ("all",)}, seats=3, design="robin"), "design"),
    ],
)
def test_a_call_that_makes_no_study_is_refused(coin: Game, choice: Choice, key: str) -> None:
    with pytest.raises(BadPlan) as error:
        make_plan(coin.lab, None, choice)
    assert error.value.key == key
    near = make_plan(coin.lab, None, Choice(named={"coins": ("all",)}, near=10, within=1))
    assert (near.entries, near.design) == (("fair",), "mirror")
