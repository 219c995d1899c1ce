"""Evenings at random, a bounded number of them; `make soak` plays for as long as one likes."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec import structs

from q40k.games.quake.state.damage import Killed
from q40k.games.quake.state.game import Quake
from q40k.games.quake.state.match import Match
from q40k.kernel.events import Event
from tests.soak import mods
from tests.soak.__main__ import main
from tests.soak.evening import WEIGHTS, Evening, Step, plan_steps, snapshots_every
from tests.soak.games import GAMES
from tests.soak.places import arenas, play_places
from tests.soak.playing import Failure, by_seed, play, smaller
from tests.soak.slaying import slain
from tests.soak.sounding import stands_over

NUMBERS = st.integers(0, 9999)
MANY = settings(
    max_examples=8,
    derandomize=True,  # `make soak` looks for what is new
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
)


class AnEvening(RuleBasedStateMachine):
    """A match of any mod: played, killed, undone, put right, copied, and always in order."""

    evening: Evening

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory(prefix="q40k-soak-")
        self.steps: list[Step] = []

    @initialize(mod=st.sampled_from(mods.names()), seed=st.integers(0, 999))
    def sit_down(self, mod: str, seed: int) -> None:
        self.evening = Evening(Path(self.folder.name), mod, seed)

    def step(self, word: str, number: int) -> None:
        self.steps.append(Step(word, number))
        try:
            self.evening.step(self.steps[-1])
        except Exception:
            print(Failure(self.evening.variant, self.evening.seed, tuple(self.steps), "", "").command)  # noqa: T201
            raise

    @rule(number=NUMBERS)
    def play(self, number: int) -> None:
        self.step("play", number)

    @rule(number=NUMBERS)
    def play_more(self, number: int) -> None:
        for more in range(4):
            self.step("play", number + more)

    @rule(number=NUMBERS)
    def say_something_wrong(self, number: int) -> None:
        self.step("wrong", number)

    @rule(word=st.sampled_from(("undo", "redo", "back")), number=NUMBERS)
    def go_back_or_forth(self, word: str, number: int) -> None:
        self.step(word, number)

    @rule(word=st.sampled_from(("kill", "reopen", "restore", "forget", "watch")), number=NUMBERS)
    def suffer(self, word: str, number: int) -> None:
        self.step(word, number)

    @rule(number=NUMBERS)
    def amend(self, number: int) -> None:
        self.step("amend", number)

    @rule(word=st.sampled_from(("bookmark", "branch", "walk", "export")), number=NUMBERS)
    def look_into_the_past(self, word: str, number: int) -> None:
        self.step(word, number)

    @precondition(lambda self: len(self.steps) % 10 == 9)
    @invariant()
    def all_is_well(self) -> None:
        self.evening.look()

    def teardown(self) -> None:
        if hasattr(self, "evening"):
            self.evening.look()
            self.evening.close()
        self.folder.cleanup()


AnEvening.TestCase.settings = MANY
TestAnEvening = AnEvening.TestCase


@pytest.fixture(autouse=True)
def snapshots_often() -> Iterator[None]:
    """Keep the state so often that it matters."""
    snapshots_every(3)
    yield
    snapshots_every(50)


@pytest.mark.parametrize("mod", mods.names())
def test_an_evening_of_every_mod(mod: str) -> None:
    done, failure = play(mod, 7, plan_steps(7, 40))
    assert failure is None, f"{failure.trace}\n{by_seed(mod, 7, 40)}"
    assert done["entries"] > 10


@pytest.mark.parametrize(
    ("game", "variant"),
    [
        ("epic", "escarmouche"),
        ("epic", "bridge"),
        ("space-hulk", "airlock-nine-4"),
        ("space-hulk", "solo-cold-start"),
        ("space-hulk", "bot-airlock-nine"),
    ],
)
def test_every_misfortune_befalls_the_other_games(game: str, variant: str) -> None:
    steps = [Step(word, number) for number, word in enumerate([*WEIGHTS, "play", *WEIGHTS])]
    done, failure = play(variant, 6, steps, game)
    assert failure is None, f"{failure.trace}\n{failure.command}"
    assert set(WEIGHTS) <= set(done)


@pytest.mark.parametrize("arena", arenas())
def test_an_evening_with_places_kept_on_every_arena(arena: str) -> None:
    done = play_places(arena, 3, 12)
    assert done["stood"] >= 2


def test_the_slow_way_stands_on_the_very_edge_of_a_roof_as_the_rules_do() -> None:
    #  random evening 52080: the middle of a base exactly over the edge of a tower
    tower = next(p for p in arenas()["scaffolds-80"].scenery if p.id == "tower-w")
    for x, y in ((6.51, 46.0), (6.0, 40.0), (18.0, 34.0)):
        assert stands_over(tower, (x, y))
    assert not stands_over(tower, (6.51, 46.01))


@pytest.mark.parametrize("game", GAMES)
def test_what_a_killed_process_had_shown_is_there(game: str) -> None:
    assert slain(11, game) == 1


# ---- the soak itself finds what is wrong


def break_a_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on nobody is paid for a kill, whatever is told."""
    fold = Quake.fold

    def broken(self: Quake, state: Match, event: Event) -> Match:
        unpaid = structs.replace(event, paid={}) if isinstance(event, Killed) else event
        return fold(self, state, unpaid)

    monkeypatch.setattr(Quake, "fold", broken)


def run_soak(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """Call `python -m tests.soak` with these arguments; returns its exit status."""
    monkeypatch.setattr(sys, "argv", ["python -m tests.soak", *arguments])
    return main()


def test_a_broken_rule_is_found_made_small_and_played_again_by_one_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patch:
        break_a_rule(patch)
        first_failure = next(
            failure for seed in range(30) if (failure := play("quick", seed, plan_steps(seed, 30))[1]) is not None
        )
        whole = by_seed("quick", first_failure.seed, len(first_failure.steps)).split()[3:]
        assert run_soak(patch, *whole) == 1
        assert by_seed("quick", first_failure.seed, len(first_failure.steps)) in capsys.readouterr().out
        least = smaller(first_failure, 25)
        assert len(least.steps) < len(first_failure.steps)
        assert run_soak(patch, *least.command.split()[3:]) == 1
        assert least.error in capsys.readouterr().out
    assert run_soak(monkeypatch, *least.command.split()[3:]) == 0
    assert "all is well" in capsys.readouterr().out


def test_a_soak_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--minutes", "0.001", "--seed", "4", "--variant", "elite", "--steps", "5")
    assert run_soak(monkeypatch, *arguments) == 0
    assert "entries" in capsys.readouterr().out
