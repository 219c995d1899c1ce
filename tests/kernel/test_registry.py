"""The registry of a game: events, folds, commands and rules where they are written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from q40k.kernel.events import Event, Live, Rule
from q40k.kernel.registry import Registry, Unregistered


class Counted(Event, tag="counted"):
    by: int = 1


class Shouted(Event, tag="shouted"):
    pass


class Measured(Event, tag="measured"):
    at: tuple[float, float] | None = None


@dataclass(frozen=True)
class Count:
    by: int = 1


@dataclass(frozen=True)
class Wait:
    pass


def test_folds_run_in_the_order_of_registration() -> None:
    registry: Registry[list[str], Any] = Registry()
    registry.event(Counted)

    @registry.fold(Counted)
    def first(state: list[str], event: Counted) -> list[str]:
        return [*state, f"first {event.by}"]

    @registry.fold(Counted)
    def second(state: list[str], event: Counted) -> list[str]:
        return [*state, f"second {event.by}"]

    assert registry.apply_event([], Counted(by=3)) == ["first 3", "second 3"]
    assert first([], Counted()) == ["first 1"], "a decorated fold stays a function"


def test_an_event_without_a_fold_changes_nothing() -> None:
    registry: Registry[int, Any] = Registry()
    registry.event(Shouted)

    assert registry.apply_event(7, Shouted()) == 7


def test_an_event_that_nobody_registered_is_named() -> None:
    registry: Registry[int, Any] = Registry()

    with pytest.raises(Unregistered, match="no event Shouted is registered"):
        registry.apply_event(0, Shouted())
    with pytest.raises(Unregistered, match="no event Shouted is registered"):
        registry.fold(Shouted)(lambda state, _event: state)


def test_many_events_are_read_as_few_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("q40k.kernel.registry.MANY_LISTS", 2)
    registry: Registry[list[str], Any] = Registry()
    for kind in (Counted, Shouted, Measured):
        registry.event(kind)
    events = [Shouted(), Measured(at=(3, 4)), Counted(by=2), Measured()]
    text = registry.write_events(events)
    for _ in range(3):
        assert registry.read_events(text) == events
        assert [type(number) for number in registry.read_events(text)[1].at] == [float, float]  # type: ignore[attr-defined]
        for wrong in ('[{"type":"unknown"}]', '[{"type":"counted","by":"two"}]', '[{"type":"counted","of":2}]', "["):
            with pytest.raises(ValueError, match=r"Invalid|Expected|unknown|truncated"):
                registry.read_events(wrong)


def test_a_command_is_carried_out_by_its_rule() -> None:
    registry: Registry[int, Any] = Registry()
    registry.command(Count)

    @registry.rule(Count)
    def count(_live: Live[int], command: Count) -> Rule[None]:
        yield Counted(by=command.by)

    assert list(registry.carry_out(Live(0), Count(by=2))) == [Counted(by=2)]
    assert list(count(Live(0), Count())) == [Counted()]
    assert registry.commands == (Count,)


def test_a_command_without_a_rule_is_named() -> None:
    registry: Registry[int, Any] = Registry()
    registry.command(Wait)

    with pytest.raises(Unregistered, match="no rule for the command Wait"):
        registry.carry_out(Live(0), Wait())
    with pytest.raises(Unregistered, match="no command Count is registered"):
        registry.rule(Count)


def test_nothing_is_registered_twice() -> None:
    registry: Registry[int, Any] = Registry()
    registry.event(Counted)
    registry.command(Count)

    @registry.rule(Count)
    def count(_live: Live[int], _command: Count) -> Rule[None]:
        yield Counted()

    with pytest.raises(ValueError, match="Counted"):
        registry.event(Counted)
    with pytest.raises(ValueError, match="Count"):
        registry.command(Count)
    with pytest.raises(ValueError, match="Count has a rule"):
        registry.rule(Count)(count)
    assert registry.events == (Counted,)
