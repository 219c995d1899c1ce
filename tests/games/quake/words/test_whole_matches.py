"""Matches played at random: whatever comes about, is asked or refused can be said."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from msgspec import structs

from q40k.games.quake.packs.library import load
from q40k.games.quake.packs.models import HuntWin, Mod, RoundsWin, TeamsOf
from q40k.games.quake.state.acting import Act
from q40k.games.quake.state.assault import Charge
from q40k.games.quake.state.barrels import HitBarrel
from q40k.games.quake.state.bonus import DeepStrike, Drop, Pickup, Take
from q40k.games.quake.state.ending import End, PlayOn
from q40k.games.quake.state.flags import Capture, HandOver, TouchFlag
from q40k.games.quake.state.game import Quake
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.melee import Contact, Fight
from q40k.games.quake.state.movement.move import Move
from q40k.games.quake.state.movement.portal import UsePortal
from q40k.games.quake.state.movement.special_moves import Climb, Jump, Leap, Swim
from q40k.games.quake.state.next import Next
from q40k.games.quake.state.positions import PlaceAt, StandIn
from q40k.games.quake.state.questions import D3
from q40k.games.quake.state.registry import Command
from q40k.games.quake.state.score import Accident, Adjust, Kill
from q40k.games.quake.state.shooting import Shoot
from q40k.games.quake.state.table.corrections import Correct, Rename
from q40k.games.quake.state.table.deployment import Deploy, Start
from q40k.games.quake.state.table.opening import New
from q40k.games.quake.state.table.players import Join, Leave
from q40k.games.quake.state.teams import ChangeTeam, Penetrate
from q40k.games.quake.state.turn import EndPhase
from q40k.games.quake.words.bonus import bonus_line
from q40k.games.quake.words.objectives.objective import goal_progress, to_win
from q40k.games.quake.words.positions import where
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.i18n.questions import answer_error
from q40k.kernel.events import (
    AnswerError,
    ChoiceQuestion,
    DiceQuestion,
    Event,
    NumberQuestion,
    OrderQuestion,
    Question,
    Refused,
    SeveralQuestion,
)
from q40k.kernel.journal.journal import Journal
from q40k.kernel.session import Session
from q40k.tabletop.rules import Dice

from .conftest import ARENA, MARINE, MOD, TABLES
from .sources import keys_asked

NAMES = ("Alice", "Bob", "Chloé", "Dan", "Ève")
SPEECHES = (Locale("en"), Locale("fr", WORDS.locales))
FIERCE = load(only=["traits"]).traits["charge-d3-attacks"]
TOUGH = structs.replace(MARINE, w=3, t=6, special=True)


class Table:
    """A match in memory whose every word is said."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        journal = Journal(None)
        number = journal.create("", "")
        self.session: Session[Match, Command] = Session(Quake(), journal, number, str)
        self.told: set[str] = set()
        self.asked: set[str] = set()
        self.refused: set[str] = set()

    @property
    def state(self) -> Match:
        return self.session.state

    def do(self, command: Command) -> None:
        for locale in SPEECHES:
            good(WORDS.command(locale, command))
        try:
            self.tell(self.session.submit(command))
        except Refused as refused:
            self.refused.add(refused.refusal.code)
            for locale in SPEECHES:
                good(WORDS.refuse(locale, refused.refusal))
        while (question := self.session.question) is not None:
            self.ask(question)

    def ask(self, question: Question) -> None:
        self.asked.add(question.key)
        for locale in SPEECHES:
            asking = WORDS.ask(locale, self.state, question)
            good(asking.title, asking.why, asking.hint, *asking.odds, *(w for _, w in asking.options))
        if self.random.random() < 0.1:
            for locale in SPEECHES:
                with pytest.raises(AnswerError) as raised:
                    self.session.type("9 9 9 9 zzz")
                good(answer_error(locale, raised.value))
        self.tell(self.session.answer(self.answer(question)))

    def answer(self, question: Question) -> object:
        if question.key == "bonus" and self.random.random() < 0.5:
            special = [(2,), (3,), (4,), (5,), (6,)]
            table = [(1, 1), (3, 2), (3, 6)]
            return self.random.choice(special if question.facts["category"] == "special" else table)
        if isinstance(question, DiceQuestion):
            return [self.random.randint(1, sides) for sides in question.dice]
        if isinstance(question, OrderQuestion):
            return self.random.sample(question.items, len(question.items))
        if isinstance(question, SeveralQuestion):
            return self.random.sample(question.options, min(1, len(question.options)))
        if isinstance(question, NumberQuestion):
            return self.random.randint(question.least, question.most)
        assert isinstance(question, ChoiceQuestion)
        return self.random.choice(question.options)

    def tell(self, events: list[Event]) -> None:
        for event in events:
            self.told.add(event.type)
            for locale in SPEECHES:
                sentence = WORDS.tell(locale, self.state, event, self.session.head)
                good(*([sentence] if sentence is not None else []))

    def board(self) -> None:
        for locale in SPEECHES:
            for player in self.state.players.values():
                good(where(locale, player) + "-", goal_progress(locale, self.state, player.id))
                good(to_win(locale, self.state, player.id))
                good(bonus_line(locale, self.state, player.id) + "-")

    def anything(self) -> Command:
        """Any command at all, most of them by the player whose part it is."""
        dice, state = self.random, self.state
        active = state.players[state.play.active].name if state.play.active else "Alice"
        who = active if dice.random() < 0.8 else dice.choice((*NAMES, "Zoé"))
        other, portal = dice.choice(NAMES), dice.choice((None, 1, 2, 3, 4, 5))
        token = dice.choice((*state.tokens, "Z9")) if state.tokens else "E1"
        override = dice.choice((None, "a house rule"))
        many: tuple[Any, ...] = (
            Next(),
            Next(),
            EndPhase(),
            Pickup(player=who, token=token, override=override),
            Pickup(player=who, token="S1", override="again"),
            UsePortal(player=who, portal=portal or 1, moved=1),
            UsePortal(player=who, portal=portal or 1, stand="beside", continues=True),
            StandIn(player=other, portal=portal),
            Move(player=who, inches=dice.choice((2, 30)), override=override),
            Move(player=who, to=(dice.choice((30, 54, 99)), 54), inches=1),
            Kill(player=who, victim=other, how=dice.choice(("", "bolter"))),
            Kill(player=("Alice", "Dan"), victim=other),
            Accident(player=other, cause=dice.choice(("", "lava"))),
            Adjust(player=other, score=Fraction(dice.choice((-10, 40))), why="because"),
            Rename(player=other, to=other),
            Correct(player=other, champion="x", profile=dice.choice((MARINE, TOUGH)), override=override),
            Leave(player=other),
            Join(player=other, champion="x", profile=MARINE),
            Drop(player=who),
            PlayOn(),
            Dice(by="hand", player=dice.choice((None, other))),
            D3(on_d6=dice.choice((True, False))),
            Act(player=who),
            ChangeTeam(player=other, team=dice.choice(("Red", "Blue", "Green"))),
            TouchFlag(player=who, flag=dice.choice((None, "F1", "Red"))),
            HandOver(player=who, to=other),
            Capture(player=who),
            Penetrate(player=who, team=dice.choice(("Red", "Blue")), times=dice.choice((1, 3))),
            HitBarrel(player=who, barrel=dice.choice(("K1", "K2", "K3", "K4", "Z9"))),
        )
        command: Command = dice.choice(many)
        return command

    def anything_reckless(self) -> Command:
        """Jumps, swims, leaps, climbs, shots: whatever the active champion may do with dice."""
        dice, state = self.random, self.state
        who = state.players[state.play.active].name if state.play.active else "Alice"
        other, spot = dice.choice(NAMES), (dice.randint(5, 55), dice.randint(5, 55))
        to = dice.choice((None, spot))
        many: tuple[Command, ...] = (
            Next(),
            EndPhase(),
            Pickup(player=who, token=dice.choice(("E1", "W1", "S1")), override="again"),
            Pickup(player=who, token="S1", override="again"),
            DeepStrike(player=who, to=to, override="again"),
            Take(player=who, victim=other),
            Jump(player=who, height=dice.choice((1, 6, 9)), to=to),
            Swim(player=who, inches=2),
            Leap(player=who, gap=dice.choice((2, 5)), base=dice.choice((None, 3)), to=to),
            Climb(player=who, height=2, override="a ladder"),
            Move(player=who, inches=3, difficult=True, dangerous=dice.choice((True, False))),
            Shoot(player=who, target=other, weapon="boltgun", distance=10, override="why not"),
            Shoot(player=who, target=other, weapon="boltgun", dark=True, override="why not"),
            Shoot(player=who, target=other, weapon="missile-launcher-frag", also="ask", override="so"),
            Shoot(player=who, target=f"K{dice.randint(1, 12)}", weapon="boltgun", override="so"),
            Move(player=who, inches=1, napalm=True),
            Charge(player=who, target=other, distance=3, difficult=True, override="so"),
            Charge(player=who, target=other, difficult=True, dangerous=True, override="so"),
            Contact(player=other, others=(who,) if who != other else ()),
            Fight(),
            PlaceAt(player=other, at=to, override="here"),
        )
        return dice.choice(many)


def good(*words: str) -> None:
    for word in words:
        assert word == word.strip() != ""
        assert not set("{}") & set(word)
        assert "None" not in word


HUNT = structs.replace(
    MOD,
    players="teams",
    teams=TeamsOf(least=2, most=2),
    rules=("respawn", "sudden-death", "portals", "bonus", "hunt", "barrels"),
    win=HuntWin(),
)
BASES = structs.replace(
    MOD, players="teams", rules=("respawn", "bases", "flags", "structures", "bonus"), win=RoundsWin(rounds=2)
)
RIVALS = ("Red", "Blue", "Red", "Blue")


def play_in_teams(seed: int, mod: Mod, steps: int = 150) -> Table:
    table = Table(seed)
    table.do(New(mod="x", seed=seed, mod_data=mod, arena_data=ARENA, tables_data=TABLES))
    table.do(Join(player="Zoé", champion="x", profile=MARINE))
    for name, team in zip(NAMES, RIVALS, strict=False):
        table.do(Join(player=name, champion="x", profile=MARINE, team=team))
    table.do(Start())
    for _ in range(steps):
        if table.state.play.phase == "deployment" and table.state.play.active:
            table.do(Deploy(player=table.state.players[table.state.play.active].name))
        table.do(table.anything())
    table.board()
    return table


def play(seed: int, steps: int = 600) -> Table:
    table = Table(seed)
    table.do(Start())
    table.do(New(mod="deathmatch", seed=seed, mod_data=MOD, arena_data=ARENA, tables_data=TABLES))
    table.do(Start())
    for name in NAMES[:4]:
        table.do(Join(player=name, champion="x", profile=MARINE))
    table.do(Start())
    tiles = iter(("A1", "A1", "Z9", "B2", "C3"))
    for _ in range(12):
        if table.state.play.phase == "deployment" and table.state.play.active:
            name = table.state.players[table.state.play.active].name
            table.do(Deploy(player=name, tile=next(tiles, None)))
    table.do(Join(player=NAMES[4], champion="x", profile=TOUGH, override="a guest"))
    for _ in range(steps):
        table.do(table.anything())
    table.board()
    return table


def play_recklessly(seed: int, steps: int = 200) -> Table:
    """A match of those who walk, ride and fly, among barrels, by the shipped bonus tables."""
    table = Table(seed)
    mod = structs.replace(MOD, rules=(*MOD.rules, "barrels"))
    library = load()
    book = library.bonus_tables["classic"]
    carried = ("boltgun", "missile-launcher-frag", "power-fist", "lightning-claw")
    arms = tuple(library.weapons[weapon_id] for weapon_id in carried)
    table.do(New(mod="deathmatch", seed=seed, mod_data=mod, arena_data=ARENA, tables_data=book))
    kinds = ("infantry", "bike", "jump_infantry", "infantry")
    for place, (name, kind) in enumerate(zip(NAMES, kinds, strict=False)):
        profile = structs.replace(MARINE, unit_type=kind, ws=3 + place)
        table.do(Join(player=name, champion="x", profile=profile, arms=arms, traits=(FIERCE,)))
    table.do(Start())
    while table.state.play.phase == "deployment" and table.state.play.active:
        table.do(Deploy(player=table.state.players[table.state.play.active].name))
    for _ in range(steps):
        table.do(table.anything_reckless())
    table.board()
    return table


def play_to_a_tie(mod: Mod) -> Table:
    """A match broken off before anybody has done anything: TIE-1 decides it."""
    table = Table(0)
    table.do(New(mod=mod.id, seed=0, mod_data=mod, arena_data=ARENA, tables_data=TABLES))
    for name, team in zip(NAMES[:4], ("Red", "Blue", "Red", "Blue"), strict=True):
        team_of = team if mod.in_teams else None
        table.do(Join(player=name, champion="x", profile=MARINE, team=team_of))
    table.do(Start())
    table.board()
    table.do(End())
    assert table.state.outcome.over
    table.board()
    return table


ELSEWHERE = {
    "run", "second-jump", "spring-back", "break-away", "drugs", "psychic-use", "leadership-use",
    "inert", "rush", "rush-inches", "rot", "doctor", "mind", "ward-power", "ward-warp", "psychic-hood",
    "d3-read", "sees", "how-far", "wants", "wants-charge",
}  # fmt: skip
"""What only traits bring about, which nobody has here, and what only a screen or a bot asks."""


def test_whatever_happens_can_be_said() -> None:
    expected, question, sentences, refused = keys_asked(), set[str](), set[str](), set[str]()
    for mod in (MOD, BASES):
        table = play_to_a_tie(mod)
        question, sentences = question | table.asked, sentences | table.told
    for seed in range(60):
        table = play(seed)
        question, sentences, refused = question | table.asked, sentences | table.told, refused | table.refused
        for table in (play_recklessly(seed), *(play_in_teams(seed, mod) for mod in (HUNT, BASES))):
            question, sentences, refused = question | table.asked, sentences | table.told, refused | table.refused
        if expected <= question | ELSEWHERE and seed >= 4:
            break
    assert expected - question == ELSEWHERE
    assert len(sentences) >= 30
    assert len(refused) >= 15
