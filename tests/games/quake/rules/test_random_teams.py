"""Every mod in teams, played at random by the rules: never stuck, and won by the right team."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from q40k.games.quake.packs.library import load
from q40k.kernel.events import ChoiceQuestion, DiceQuestion, NumberQuestion, OrderQuestion, Refused, SeveralQuestion
from tests.games.quake.rules.in_teams import two_bases
from tests.games.quake.rules.playing import Table, champion
from tests.games.quake.rules.umpire import Umpire

MODS = {
    "capture-the-flag": {"rounds": 2},
    "one-flag": {},
    "team-deathmatch": {"times_to_win": 2},
    "team-champions": {"rounds": 2},
    "base-attack": {"structure_points": 6},
    "domination": {"points": 6},
    "assault": {},
}
LIBRARY = load()
STEPS, RANDOM = 4000, 300
TILES = 9
"""How long a match may take, and how much of it is played without any plan."""


class Team:
    """Plays a whole match of one mod at random, under the eyes of an umpire."""

    def __init__(self, mod: str, seed: int) -> None:
        self.dice = Random(f"{mod} {seed}")
        self.umpire = Umpire()
        shipped = LIBRARY.mods[mod]
        self.table = Table(
            mod_data=shipped,
            arena_data=two_bases(),
            options=MODS[mod],
            seed=seed,
            addons=self.dice.choice(((), ("barrel-frenzy",))),
        )
        self.umpire.hear(self.events())
        self.done: Counter[str] = Counter()
        least = shipped.teams.players if shipped.teams else 1
        count = 2 if mod in ("assault", "domination") else self.dice.choice((2, 3))
        teams = ("Red", "Blue", "Green")[:count]
        names = iter(["Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal", "Ivy"])
        for team in teams:
            for _ in range(max(least, self.dice.randint(1, 3))):
                self.do("join", player=next(names), champion="x", profile=self.profile(), team=team)
        self.do("start")

    def profile(self) -> Any:
        return champion(5 + self.dice.randrange(30), t=3 + self.dice.randrange(2))

    def events(self) -> list[Any]:
        return [
            event
            for entry in self.table.journal.live(self.table.match)
            for event in self.table.session.rules.read_events(entry.events)
        ]

    def do(self, do: str, **arguments: Any) -> bool:
        """Give a command and answer all it asks; False if it is refused."""
        try:
            events = self.table.ask(do, **arguments)
        except Refused:
            return False
        while (question := self.table.question) is not None:
            if isinstance(question, DiceQuestion):
                events += self.table.session.roll()
            else:
                events += self.table.session.answer(self.answer(question))
        self.umpire.hear(events)
        self.done[do] += 1
        return True

    def answer(self, question: Any) -> Any:
        if isinstance(question, ChoiceQuestion):
            return self.dice.choice(question.options)
        if isinstance(question, SeveralQuestion):
            return self.dice.sample(question.options, min(len(question.options), 1))
        if isinstance(question, NumberQuestion):
            return question.least
        assert isinstance(question, OrderQuestion)
        return self.dice.sample(question.items, len(question.items))

    def step(self) -> None:
        """Something that might be done now; with no luck the part or the deployment goes on."""
        dice, table = self.dice, self.table
        assert table.active is not None
        mates = [table.name(p) for p in table.state.members(table[table.active].team)]
        everyone = [p.name for p in table.state.players.values()]
        me, mate, other = dice.choice(mates), dice.choice(mates), dice.choice(everyone)
        portal, flags = 1 + dice.randrange(5), [*table.state.flags, None]
        ideas: list[tuple[str, dict[str, Any]]] = [
            ("kill", {"player": me, "victim": other}),
            ("kill", {"player": other, "victim": me}),
            ("kill", {"player": (me, mate, other), "victim": dice.choice(everyone)}),
            ("accident", {"player": dice.choice(everyone)}),
            ("portal", {"player": me, "portal": portal}),
            ("stand", {"player": me, "portal": portal}),
            ("move", {"player": me, "inches": 1}),
            ("pickup", {"player": me, "token": dice.choice(("E1", "W2", "S1"))}),
            ("flag", {"player": me, "flag": dice.choice(flags)}),
            ("flag", {"player": me, "flag": dice.choice(flags)}),
            ("hand-over", {"player": me, "to": mate}),
            ("capture", {"player": me}),
            ("penetrate", {"player": me, "team": dice.choice(table.state.sides), "times": 2}),
            ("barrel", {"player": me, "barrel": dice.choice(("K1", "K2", "K5"))}),
            ("act", {"player": mate}),
            ("end-phase", {}),
            ("leave", {"player": other}),
            ("leave", {"player": mate}),
            ("join", {"player": other, "champion": "x", "profile": self.profile()}),
            ("team", {"player": other, "team": dice.choice(table.state.sides)}),
            (
                "join",
                {
                    "player": f"Late{len(everyone)}",
                    "champion": "x",
                    "profile": self.profile(),
                    "team": dice.choice(table.state.sides),
                },
            ),
        ]
        carriers = [f.carrier for f in table.state.flags.values() if f.carrier]
        ideas += [("capture", {"player": table.name(carrier)}) for carrier in carriers] * 2
        ideas += [("penetrate", {"player": me, "team": dice.choice(table.state.sides)})]
        do, arguments = dice.choice(ideas)
        if do == "join" and dice.random() < 0.7:
            return
        self.do(do, **arguments)

    def come_back(self) -> bool:
        """One of those who have left comes back, if anybody has and there is room."""
        players = self.table.state.players.values()
        away = [p.name for p in players if not p.present]
        if not away or len(players) - len(away) >= TILES:
            return False
        name = self.dice.choice(away)
        assert self.do("join", player=name, champion="x", profile=self.profile())
        return True

    def push(self) -> None:
        """Red plays to win, and nobody stops it: so a match at random ends some day."""
        dice, table = self.dice, self.table
        red = [table.name(p) for p in table.state.members("Red")]
        others = [p.name for p in table.state.players.values() if p.team != "Red"]
        me = table.active if table.active in red else dice.choice(red)
        flag = dice.choice([f.id for f in table.state.flags.values() if f.team != "Red"] or [None])
        ideas: list[tuple[str, dict[str, Any]]] = [
            ("kill", {"player": me, "victim": dice.choice(others)}),
            ("stand", {"player": me, "portal": 1 + dice.randrange(5)}),
            ("flag", {"player": me, "flag": flag}),
            ("flag", {"player": me, "flag": "Red"}),
            ("flag", {"player": me, "flag": flag}),
            *[("capture", {"player": name}) for name in red],
            ("penetrate", {"player": me, "team": "Blue"}),
            ("penetrate", {"player": me, "team": "Green"}),
        ]
        do, arguments = dice.choice(ideas)
        self.do(do, **arguments)

    def go_on(self) -> None:
        """What must always be possible: to deploy, or to end one's part."""
        table = self.table
        if table.state.play.phase == "deployment":
            done = self.do("deploy", player=table.active)
        else:
            done = self.do("next")
        assert done, f"stuck in {table.state.play.phase}"

    def play(self) -> str:
        """Play until somebody has won; returns who."""
        for number in range(STEPS):
            if self.table.state.outcome.over:
                break
            if self.table.active is None or (number >= RANDOM and self.dice.random() < 0.1):
                assert self.come_back() or self.table.active is not None
                continue
            eager = 0.5 if number < RANDOM else 0.8
            if self.dice.random() < eager and self.table.state.running:
                self.step() if number < RANDOM else self.push()
            else:
                self.go_on()
        return " ".join(self.table.state.outcome.winner)


@pytest.mark.rule("TEAM-3", "SUDDEN-1", "SCORE-4", "BASE-1", "FLAG-3", "BARREL-7")
@pytest.mark.parametrize("mod", list(MODS))
def test_random_play_is_never_stuck_and_the_right_team_wins(mod: str) -> None:
    """The umpire counts along, and after every command agrees on who has won, or that nobody."""
    won = Counter[str]()
    for seed in range(6):
        played = Team(mod, seed)
        winner = played.play()
        assert winner, f"nobody has won after {STEPS} steps"
        assert played.umpire.winner == winner
        played.table.check()
        won[winner] += 1
    assert sum(won.values()) == 6
