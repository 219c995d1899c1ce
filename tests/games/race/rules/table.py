"""Lay a race out, let runners join, and hide their lucky numbers."""

from __future__ import annotations

from typing import Annotated

from msgspec import structs

from q40k.kernel import events
from q40k.kernel.commands import CleanedBy, InvalidValue
from q40k.kernel.events import DiceQuestion, Live, Question, Refused, Rule
from q40k.kernel.text import clean_text
from q40k.tabletop.asking import forbid, refuse
from q40k.tabletop.rules import Roller
from tests.games.race.packs import Track
from tests.games.race.rules.state import MOST_LETTERS, MOST_RUNNERS, Command, Event, Race, Runner, Setup, rule


def _name(text: str) -> str:
    clean = clean_text(text)
    if not 0 < len(clean) <= MOST_LETTERS:
        raise InvalidValue("name", f"a name of 1 to {MOST_LETTERS} characters")
    return clean


Name = Annotated[str, CleanedBy(_name)]
Text = Annotated[str, CleanedBy(clean_text)]


class Opened(Event, tag="opened"):
    """The race is laid out."""

    name: str
    track: Track
    seed: str
    roller: Roller

    def fold(self, state: Race) -> Race:
        return state.replace(setup=Setup(self.name, self.track, self.seed, self.roller))


class Joined(Event, tag="joined"):
    """A runner stands at the start."""

    runner: str
    name: str

    def fold(self, state: Race) -> Race:
        return state.replace(runners=state.runners | {self.runner: Runner(self.runner, self.name)})


class LuckyDrawn(Event, tag="lucky-drawn"):
    """A runner has drawn a lucky number: a secret, which only its owner may know (RACE-2)."""

    runner: str
    number: int | None

    def fold(self, state: Race) -> Race:
        return state.with_runner(self.runner, lucky=self.number)


class Overridden(Event, tag="overridden"):
    """The game master passed a refusal."""

    rule: str
    reason: str


class New(Command, tag="new"):
    """Lay a race out on a track; `track_data` is its pack."""

    name: Text = ""
    track: Text = "oval"
    track_data: Track | None = None
    seed: int | None = None
    dice: Roller = "hand"


class Join(Command, tag="join"):
    """Let a runner take part."""

    player: Name


@rule(New)
def new(live: Live[Race], command: New) -> Rule[None]:
    """Lay the race out, once."""
    if live.state.setup.track is not None:
        raise forbid("RACE-1", "laid-out-already")
    assert command.track_data is not None, "the packs complete it"
    yield Opened(name=command.name, track=command.track_data, seed=str(command.seed or 0), roller=command.dice)


@rule(Join)
def join(live: Live[Race], command: Join) -> Rule[None]:
    """Stand at the start, and draw a lucky number that nobody else may see.

    Rule: RACE-1, RACE-2
    """
    state = live.state
    if command.player.casefold() in [runner.name.casefold() for runner in state.runners.values()]:
        raise forbid("RACE-1", "name-taken", name=command.player)
    if len(state.runners) == MOST_RUNNERS:
        raise forbid("RACE-1", "too-many", most=MOST_RUNNERS)
    if state.round:
        yield from refuse("RACE-1", "under-way", name=command.player)
    runner = f"p{len(state.runners) + 1}"
    yield Joined(runner=runner, name=command.player)
    (number,) = yield DiceQuestion("lucky", runner, "RACE-2", secret=True)
    yield LuckyDrawn(runner=runner, number=number)


def unknown_track(text: str) -> Refused:
    """Return the refusal of a track that no pack holds."""
    return forbid("RACE-1", "unknown-track", said=text)


def mask_event(state: Race, event: events.Event, viewer: str | None) -> events.Event:
    """Return the event as `viewer` may know it: without another runner's lucky number.

    Rule: RACE-2
    """
    if isinstance(event, LuckyDrawn) and event.runner != viewer and not state.outcome.over:
        return structs.replace(event, number=None)
    return event


def mask_question(state: Race, question: Question, viewer: str | None) -> Question:
    """Return the question as `viewer` may know it: without another runner's lucky number.

    Rule: RACE-2
    """
    if "lucky" in question.facts and question.who != viewer and not state.outcome.over:
        facts = {name: fact for name, fact in question.facts.items() if name != "lucky"}
        return structs.replace(question, facts=facts)
    return question


def mask_state(state: Race, viewer: str | None) -> Race:
    """Return the state as `viewer` may know it: without the lucky numbers of others.

    Rule: RACE-2
    """
    if state.outcome.over:
        return state
    others = {id: runner.replace(lucky=None) for id, runner in state.runners.items() if id != viewer}
    return state.replace(runners=state.runners | others)
