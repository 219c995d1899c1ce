"""Records: their parts change by a field’s name alone, and a name that is none fails."""

from __future__ import annotations

from types import GenericAlias
from typing import Any

import pytest
from msgspec import defstruct, field

from q40k.kernel.state import Part, Record, shape_of


class Score(Part, frozen=True):
    points: int = 0
    kills: int = 0


class Place(Part, frozen=True):
    tile: str | None = None


class Runner(Record, frozen=True):
    name: str
    score: Score = field(default_factory=Score)
    place: Place = field(default_factory=Place)


ANN = Runner("Ann", Score(points=3, kills=1))


def test_fields_of_a_record_and_of_its_parts_change_together() -> None:
    changed = ANN.replace(name="Bob", points=5, tile="c4")
    assert changed == Runner("Bob", Score(points=5, kills=1), Place("c4"))
    assert Runner("Ann", Score(points=3, kills=1)) == ANN, "the record itself stays as it was"


def test_what_does_not_change_is_the_very_same() -> None:
    assert ANN.replace(tile="c4").score is ANN.score
    assert ANN.replace() == ANN


def test_a_whole_part_and_a_field_of_it_change_together_in_either_order() -> None:
    both = Runner("Ann", Score(points=9, kills=7))
    assert ANN.replace(score=Score(kills=7), points=9) == both
    assert ANN.replace(points=9, score=Score(kills=7)) == both


@pytest.mark.parametrize("wrong", [{"pionts": 5}, {"points": 5, "trun": 3}, {"no name": 1}])
def test_a_field_that_does_not_exist_fails_at_once(wrong: dict[str, Any]) -> None:
    for _ in range(2):  # the second time as well as the first
        with pytest.raises(TypeError, match="Runner has no"):
            ANN.replace(**wrong)


def test_two_fields_of_one_name_are_none() -> None:
    class Twice(Record, frozen=True):
        points: int = 0
        score: Score = field(default_factory=Score)

    with pytest.raises(TypeError, match="two fields are called points"):
        Twice().replace(points=1)


def test_the_shape_of_a_state_follows_its_parts_and_not_what_else_is_imported() -> None:
    #  an announcer that was imported before the rules made a snapshot that no other process could read
    shape = shape_of(Runner)

    class Announcer(Part, frozen=True):
        calls: int = 0

    assert shape_of(Runner) == shape
    longer = defstruct("Score", [("points", int), ("kills", int), ("deaths", int)], bases=(Part,), frozen=True)
    shapes = [
        [
            shape_of(defstruct("Runner", [("score", held)], bases=(Part,)))  # type: ignore[arg-type]
            for held in (score, GenericAlias(tuple, (score, ...)), GenericAlias(dict, (str, score)), Announcer)
        ]
        for score in (Score, longer)
    ]
    assert [len(set(pair)) for pair in zip(*shapes, strict=True)] == [2, 2, 2, 1]
