"""Legal play at random: any command the table might give next, with the app's own dice.

`choose(n)` picks one of n; Hypothesis or a seeded generator stands behind it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from q40k.games.quake.words.wording import WORDS
from q40k.kernel.events import (
    ChoiceQuestion,
    DiceQuestion,
    Event,
    NumberQuestion,
    OrderQuestion,
    Refused,
    SeveralQuestion,
)
from tests.games.quake.rules.playing import Table, champion
from tests.games.w40k3e.fighting import weapon
from tests.silence import check_events

Choose = Callable[[int], int]
Maker = Callable[[], tuple[str, dict[str, Any]]]
Makers = tuple[Maker, ...]
NAMES = ("Ann", "Bob", "Chloé", "Dmitri", "Eve", "Fatou", "Gus", "Hal", "Ivy", "Jo", "Kim")
ARMS = tuple(map(weapon, ("boltgun", "plasma-gun", "missile-launcher-frag", "flamer", "power-fist", "chainsword")))
TOKENS = ("E1", "E2", "W1", "W2", "S1")


def profile(choose: Choose) -> Any:
    """A champion of some value, initiative and toughness."""
    return champion(3 + choose(60), i=1 + choose(3), ld=7 + choose(2), t=3 + choose(2), w=1, id=f"c{choose(3)}")


class Player:
    """Plays one table at random, and remembers every state it has seen."""

    def __init__(self, table: Table, choose: Choose, profile: Callable[[Choose], Any] = profile) -> None:
        self.table = table
        self.choose = choose
        self.profile = profile
        self.named = 0
        self.told: list[Event] = []
        self.begun = (table.state, 0, "")
        """The state and the number of events before the newest command, and its name."""

    def pick(self, options: Any) -> Any:
        options = tuple(options)
        return options[self.choose(len(options))]

    def someone(self) -> str:
        """Anybody who ever joined."""
        return str(self.pick(p.name for p in self.table.state.players.values()))

    def command(self) -> tuple[str, dict[str, Any]]:
        """What might be said now; the rules may refuse it."""
        state, pick, some, choose = self.table.state, self.pick, self.someone, self.choose
        active = self.table.active or some()
        if state.outcome.over and choose(3) == 0:
            return "play-on", {}
        if len(state.players) < len(NAMES) and choose(20) == 0:
            name = NAMES[len(state.players)]
            profile = self.profile(choose)
            return "join", {"player": name, "champion": "x", "profile": profile, "arms": ARMS}
        makers = (
            *self._to_go_on(active),
            *self._to_die(),
            *self._to_walk(active),
            *self._to_carry(active),
            *self._to_fight(active),
            *self._to_climb(active),
            *self._to_stand(),
            *self._to_keep_house(),
        )
        maker: Maker = pick(makers)
        return maker()

    def _to_go_on(self, active: str) -> Makers:
        return (
            lambda: ("next", {}),
            lambda: ("next", {}),
            lambda: ("end-phase", {}),
            lambda: ("deploy", {"player": active}),
            lambda: ("deploy", {"player": active, "tile": self.pick(("A1", "B2", "C3"))}),
        )

    def _to_die(self) -> Makers:
        some, pick = self.someone, self.pick
        return (
            lambda: ("kill", {"player": some(), "victim": some(), "stand": pick(("in", "beside"))}),
            lambda: ("kill", {"player": (some(), some(), some()), "victim": some()}),
            lambda: ("kill", {"player": (some(), some()), "victim": (some(), some())}),
            lambda: ("accident", {"player": some(), "cause": "a rat"}),
            lambda: ("accident", {"player": (some(), some()), "cause": "a rat"}),
        )

    def _to_walk(self, active: str) -> Makers:
        choose = self.choose
        mover = {"player": active}
        return (
            lambda: ("portal", {**mover, "portal": 1 + choose(5), "continues": bool(choose(2))}),
            lambda: ("portal", {**mover, "portal": 1 + choose(5), "moved": choose(3)}),
            lambda: ("move", {**mover, "inches": choose(4)}),
            lambda: ("stand", {"player": self.someone(), "portal": 1 + choose(5)}),
        )

    def _to_carry(self, active: str) -> Makers:
        some, pick = self.someone, self.pick
        return (
            lambda: ("pickup", {"player": active, "token": pick(TOKENS)}),
            lambda: ("pickup", {"player": active, "token": pick(TOKENS)}),
            lambda: ("pickup", {"player": some(), "token": "S1", "override": "why not"}),
            lambda: ("pickup", {"player": active, "token": pick(TOKENS), "override": "so"}),
            lambda: ("drop", {"player": some()}),
        )

    def _to_fight(self, active: str) -> Makers:
        some, pick, choose = self.someone, self.pick, self.choose

        def shot() -> dict[str, Any]:
            return {"player": active, "target": some(), "weapon": pick(ARMS).id}

        def unlawful_shot() -> dict[str, Any]:
            return {**shot(), "also": (some(),), "dark": choose(4) == 0, "override": "so"}

        def charge() -> dict[str, Any]:
            return {"player": active, "target": some()}

        return (
            lambda: ("shoot", shot()),
            lambda: ("shoot", unlawful_shot()),
            lambda: ("charge", {**charge(), "difficult": choose(3) == 0, "override": "so"}),
            lambda: ("charge", {**charge(), "distance": choose(9)}),
        )

    def _to_climb(self, active: str) -> Makers:
        choose = self.choose
        mover = {"player": active}
        return (
            lambda: ("jump", {**mover, "height": 1 + choose(6)}),
            lambda: ("leap", {**mover, "gap": 1 + choose(6), "override": "so"}),
            lambda: ("swim", {**mover, "inches": choose(3)}),
            lambda: ("climb", {**mover, "height": 1 + choose(3)}),
            lambda: ("move", {**mover, "inches": 1, "difficult": True, "dangerous": True}),
        )

    def _to_stand(self) -> Makers:
        some, choose = self.someone, self.choose
        return (
            lambda: ("place", {"player": some(), "at": (10 + choose(40), 30)}),
            lambda: ("contact", {"player": some(), "others": (some(),)}),
            lambda: ("fight", {}),
            lambda: ("fight", {"melee": some(), "override": "why not"}),
        )

    def _to_keep_house(self) -> Makers:
        some, pick, choose = self.someone, self.pick, self.choose

        def champion_of(name: str) -> dict[str, Any]:
            return {"player": name, "champion": "x", "profile": self.profile(choose)}

        return (
            lambda: ("adjust", {"player": some(), "score": choose(200) - 100, "why": "so"}),
            lambda: ("leave", {"player": some()}),
            lambda: ("join", champion_of(some())),
            lambda: ("describe", {"player": some(), "painted": bool(choose(2))}),
            lambda: ("end" if choose(20) == 0 else "next", {}),
            lambda: ("rename", {"player": some(), "to": f"{pick(NAMES)}{self.named}"}),
            lambda: ("correct", champion_of(some())),
            lambda: ("dice", {"by": pick(("hand", "app")), "player": some()}),
            lambda: ("seat", {"player": some(), "bot": pick((None, {}))}),
            lambda: ("d3", {"on_d6": bool(choose(2))}),
        )

    def step(self) -> str | None:
        """One input: an answer, or a command that the rules take; its name, None if refused."""
        if self.table.question is not None:
            self.answer()
            return "answer"
        do, arguments = self.command()
        self.named += 1
        self.begun = (self.table.state, len(self.told), do)
        try:
            self.told += self.table.ask(do, **arguments)
        except Refused:
            return None
        self._check_not_silent()
        return str(do)

    def _check_not_silent(self) -> None:
        before, events, do = self.begun
        if do and self.table.question is None:
            check_events(WORDS, self.told[events:], before, self.table.state, do)

    def enter(self, name: str) -> None:
        """Enter somebody with a champion of some kind."""
        profile = self.profile(self.choose)
        self.told += self.table.ask("join", player=name, champion="x", profile=profile, arms=ARMS)

    def answer(self) -> None:
        """Answer the open question, dice by the app."""
        question = self.table.question
        session = self.table.session
        if isinstance(question, DiceQuestion):
            self.told += session.roll()
        elif isinstance(question, ChoiceQuestion):
            self.told += session.answer(self.pick(question.options))
        elif isinstance(question, NumberQuestion):
            number = question.least + self.choose(question.most - question.least + 1)
            self.told += session.answer(number)
        elif isinstance(question, SeveralQuestion):
            named = [option for option in question.options if self.choose(2)]
            self.told += session.answer(named)
        elif isinstance(question, OrderQuestion):
            turn = self.choose(len(question.items))
            self.told += session.answer([*question.items[turn:], *question.items[:turn]])
        self._check_not_silent()

    def finish(self) -> None:
        """Answer whatever is open."""
        while self.table.question is not None:
            self.answer()


def open_player(choose: Choose, seed: str = "7", profile: Callable[[Choose], Any] = profile, **new: Any) -> Player:
    """A table with three players, initiative rolled; `new` says of which match."""
    arguments = {"options": {"times_to_win": 5 + choose(6)}, **new}
    table = Table(seed=seed, dice="hand", **arguments)
    player = Player(table, choose, profile)
    for name in NAMES[:3]:
        player.enter(name)
    player.told += table.ask("start")
    player.finish()
    return player
