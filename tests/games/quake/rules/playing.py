"""A table to play at in memory, so that a test of the rules reads like the rulebook.

table = start_table("Ann Bob Cid")              # that is also the order of play
table.do("stand", player="Bob", portal=2)
events = table.do("portal", 2, 5, player="Ann", portal=1)
assert table.story(events) == ["Ann: 1 to 2", "Bob telefragged", "Bob back by 5"]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from q40k.games.quake.packs.models import (
    D3D6,
    Arena,
    BonusKind,
    BonusTables,
    Champion,
    Effect,
    Mod,
    Names,
    Portal,
    RoundsWin,
    ScoreWin,
    TokenPlace,
)
from q40k.games.quake.state.damage import AccidentSuffered, Killed
from q40k.games.quake.state.game import Quake
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.portals import Teleported
from q40k.games.quake.state.registry import REGISTRY, Command, parse_points
from q40k.games.quake.state.respawn import BeaconUsed, Respawned
from q40k.kernel.commands import BadCommand
from q40k.kernel.events import Event, Question, Refusal, Refused
from q40k.kernel.journal.journal import Journal
from q40k.kernel.replay import verify
from q40k.kernel.session import Session
from q40k.packs.validate import parse_model
from q40k.table.commands import word_of


def said_at_table(arguments: dict[str, Any]) -> Command:
    """A command from its fields, as a script or a face gives them."""
    kinds: dict[str, type[Command]] = {word_of(kind): kind for kind in REGISTRY.commands}
    try:
        return msgspec.convert(arguments, kinds[arguments["do"]], dec_hook=lambda _kind, value: parse_points(value))
    except msgspec.ValidationError as error:
        raise BadCommand("invalid", facts={"detail": str(error)}) from error


def both(text: str) -> Names:
    """The same words in both languages."""
    return Names(en=text, fr=text)


# ---- what is played with

PORTALS = {1: (6.0, 54.0), 2: (54.0, 54.0), 3: (54.0, 6.0), 4: (6.0, 6.0), 5: (30.0, 30.0)}
TOKENS = (
    TokenPlace(id="E1", category="equipment", at=(10.0, 30.0)),
    TokenPlace(id="E2", category="equipment", at=(50.0, 30.0)),
    TokenPlace(id="W1", category="weapon", at=(30.0, 10.0)),
    TokenPlace(id="W2", category="weapon", at=(30.0, 50.0)),
    TokenPlace(id="S1", category="special", at=(30.0, 30.0)),
)


def arena(width: int = 60, height: int = 60) -> Arena:
    """The book's table of 60 x 60 cm, its five portals and tokens, or a larger one."""
    return Arena(
        id="pit",
        name=both("The pit"),
        note=both("Nine tiles."),
        size=(width, height),
        portals=tuple(Portal(number=n, at=at) for n, at in PORTALS.items()),
        tokens=TOKENS,
    )


EFFECTS: dict[str, Effect] = {
    "equipment-11": "mega-bumper",
    "equipment-14": "jump-pack",
    "equipment-32": "beacon",
    "equipment-36": "choose",
    "weapon-11": "demolition-charge",
    "weapon-36": "nuke",
    "special-1": "vortex",
    "special-4": "order-of-play",
    "special-5": "mind-control",
}


def bonus_tables() -> BonusTables:
    """The book's three tables; every kind is named by its roll."""

    def kinds(category: str, rolls: Iterable[str]) -> dict[str, BonusKind]:
        return {
            roll: BonusKind(
                name=both(f"{category} {roll}"),
                text=both("See the card."),
                effect=EFFECTS.get(f"{category}-{roll}", "card"),
            )
            for roll in rolls
        }

    return BonusTables(
        id="book",
        name=both("The book's"),
        equipment=kinds("equipment", D3D6),
        weapon=kinds("weapon", D3D6),
        special=kinds("special", "123456"),
    )


def deathmatch(**changes: Any) -> Mod:
    """Deathmatch: respawn, portals, bonus, victory points; ten times one's own value wins."""
    arguments: dict[str, Any] = {
        "id": "deathmatch",
        "name": both("Deathmatch"),
        "text": both("Everyone against everyone."),
        "rules": ("respawn", "portals", "bonus", "victory-points"),
        "win": ScoreWin(),
        "bonus_tables": "book",
    }
    return parse_model(Mod, {**arguments, **changes})


def sudden_death(**changes: Any) -> Mod:
    """Sudden death, portals and bonus: the last alive wins a round, three rounds the match."""
    arguments: dict[str, Any] = {
        "id": "sudden",
        "name": both("Sudden death"),
        "rules": ("portals", "sudden-death", "bonus"),
        "win": RoundsWin(rounds=3),
    }
    return deathmatch(**{**arguments, **changes})


def champion(points: int = 15, **changes: Any) -> Champion:
    """A space marine of 15 points, or what becomes of him with `changes`."""
    arguments: dict[str, Any] = {
        "id": "marine",
        "name": both("Space marine"),
        "ws": 4,
        "bs": 4,
        "s": 4,
        "t": 4,
        "i": 4,
        "a": 1,
        "ld": 8,
        "sv": 3,
    }
    return Champion(**{**arguments, "points": points, **changes})


# ---- the table


class Table:
    """A match in memory and a hand that gives commands and answers."""

    def __init__(self, **new: Any) -> None:
        self.journal = Journal(None)
        self.match = self.journal.create("a match", "now")
        self.session: Session[Match, Command] = self.open()
        arguments = {
            "mod": "deathmatch",
            "seed": 7,
            "mod_data": deathmatch(),
            "arena_data": arena(),
            "tables_data": bonus_tables(),
        }
        self.do("new", **{**arguments, **new})

    def open(self) -> Session[Match, Command]:
        """Open the match as another program would: from its journal alone."""
        return Session(Quake(), self.journal, self.match, lambda: "now")

    # -- what is said at the table

    def ask(self, do: str, *answers: Any, **arguments: Any) -> list[Any]:
        """Give a command and answers; a question may stay open."""
        events: list[Any] = self.session.submit(said_at_table({"do": do, **arguments}))
        return events + self.answer(*answers)

    def answer(self, *answers: Any) -> list[Any]:
        """Give answers, one number for each die; none may be left over."""
        rest, events = list(answers), list[Any]()
        while rest:
            assert self.question is not None, f"nobody asked for {rest}"
            reply, used = self.question.take(rest)
            del rest[:used]
            events += self.session.answer(reply)
        return events

    def do(self, do: str, *answers: Any, **arguments: Any) -> list[Any]:
        """Give a command with all of its answers; no question may stay open."""
        events = self.ask(do, *answers, **arguments)
        assert self.question is None, f"{self.question} was not answered"
        return events

    def refused(self, do: str, **arguments: Any) -> Refusal:
        """Why a command is refused; nothing of it may have been done."""
        before, head = self.state, self.session.head
        with pytest.raises(Refused) as caught:
            self.ask(do, **arguments)
        assert self.state == before
        assert self.session.head == head
        return caught.value.refusal

    def join(self, name: str, *answers: Any, **profile: Any) -> list[Any]:
        """Enter a player with a marine, or what `profile` makes of him."""
        return self.do("join", *answers, player=name, champion="x", profile=champion(**profile))

    # -- what is to be seen

    @property
    def state(self) -> Match:
        return self.session.state

    @property
    def question(self) -> Question | None:
        return self.session.question

    @property
    def asks(self) -> Any:
        """The key of the open question and the name of whom it asks."""
        assert self.question is not None, "no question is open"
        return self.question.key, self.name(self.question.who)

    def __getitem__(self, name: str) -> Any:
        """The player of that name (Any: a score is compared with plain numbers)."""
        player = self.state.player_named(name)
        assert player is not None, f"nobody is called {name}"
        return player

    def name(self, player: str | None) -> str | None:
        return self.state.players[player].name if player else None

    def names(self, players: Iterable[str]) -> str:
        """Names of player ids, as one line."""
        return " ".join(self.state.players[p].name for p in players)

    @property
    def order(self) -> str:
        return self.names(self.state.order)

    @property
    def active(self) -> str | None:
        return self.name(self.state.play.active)

    @property
    def waiting(self) -> str:
        return self.names(self.state.play.waiting)

    @property
    def scores(self) -> dict[str, Fraction]:
        return {player.name: player.score.points for player in self.state.players.values()}

    def portals(self) -> dict[str, int | None]:
        """Who stands in which portal."""
        return {p.name: p.position.portal for p in self.state.players.values()}

    def story(self, events: Sequence[Event]) -> list[str]:
        """Jumps, deaths and arrivals of some events, in a few words each."""
        return [words for event in events if (words := self._words(event))]

    def _words(self, event: Event) -> str | None:
        name = self.name
        if isinstance(event, Teleported):
            return f"{name(event.player)}: {event.entered} to {event.exit}"
        if isinstance(event, AccidentSuffered):
            return f"{name(event.player)} {event.cause}"
        if isinstance(event, Killed):
            return f"{self.names(event.killers)} killed {name(event.victim)}"
        if isinstance(event, Respawned):
            return f"{name(event.player)} {'in' if event.entry else 'back'} by {event.portal}"
        if isinstance(event, BeaconUsed):
            return f"{name(event.player)} rolls again"
        return None

    # -- what must hold, whatever happened

    def check(self) -> None:
        """The journal alone gives the same match; undone and redone it is the same match."""
        entries = self.journal.live(self.match)
        verdict = verify(Quake(), entries)
        assert verdict.differs_at is None, verdict
        again = self.open()
        assert again.state == self.state
        assert again.question == self.question


def of_type(events: Iterable[Event], kind: type[Any]) -> list[Any]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def seat_players(names: str, /, *, table: Table | None = None, **profile: Any) -> Table:
    """A table with these players, not started yet; profiles with falling I set the order."""
    table = table or Table()
    for place, name in enumerate(names.split()):
        table.join(name, **{"i": max(0, 10 - place), **profile})
    return table


def deploying(names: str, /, **options: Any) -> Table:
    """A table where initiative is rolled: the order of play is that of the names."""
    table = seat_players(names, **options)
    table.do("start", *[1] * len(names.split()))
    assert table.order == names
    return table


def start_table(names: str, /, **options: Any) -> Table:
    """A table in turn 1, nobody's position kept; the order of play is that of the names."""
    table = deploying(names, **options)
    for name in reversed(names.split()):
        table.do("deploy", player=name)
    assert (table.state.play.turn, table.state.play.phase) == (1, "movement")
    return table


def standing(names: str, /, **portals: int) -> Table:
    """A table in turn 1 where these champions stand in these portals."""
    table = start_table(names)
    for name, portal in portals.items():
        table.do("stand", player=name, portal=portal)
    return table


def chiefs() -> Table:
    """A table where champions may have several wounds."""
    rules = ("chief-fight", "respawn", "portals", "bonus", "victory-points")
    return Table(mod_data=deathmatch(rules=rules))
