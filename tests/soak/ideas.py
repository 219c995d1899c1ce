"""What may be said at a table in mid-evening: sensible, wrong, or against the rules."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from q40k.games.quake.state.match import Match
from tests.table.scripts import TESTER, library

Said = dict[str, Any]
NAMES = ("Ann", "Bob", "Chloé", "Dmitri", "Ève-Marie", "O’Hal", "李", "Jo 2", "a, b", "{kim}")
TEAMS = ("Red", "Blue")
STRANGE = (
    "", " ", "\x1b[2J", "\u202eevil", "[b]x[/]", "A" * 400, "\ud800", "名" * 31, "1e9", "-1", "½",
    "१", "9" * 99, "=99", "=1/2/3", "dead", "yes", "zz", ",,,", "0", "7 7 7", "nul\x00l", "%s{x}",
)  # fmt: skip


class Ideas:
    """What one at the table might say next, by the dice of one step."""

    def __init__(self, state: Match, dice: Random) -> None:
        self.state = state
        self.dice = dice
        self.pick = dice.choice

    # -- who and what ----------------------------------------------------------------------

    @property
    def active(self) -> str:
        """Whose part it is, most of the time."""
        state = self.state
        if state.play.active is not None and self.dice.random() < 0.9:
            return state.players[state.play.active].name
        return self.someone()

    def someone(self) -> str:
        """Anybody who ever joined, or a stranger."""
        names = [player.name for player in self.state.players.values()]
        return self.pick(names) if names and self.dice.random() < 0.98 else "Nobody"

    def spot(self, near: str | None = None) -> tuple[float, float]:
        """A place: anywhere, or not far from a champion."""
        player = self.state.player_named(near) if near else None
        if player is not None and player.position.at is not None:
            x, y = player.position.at
            return (round(x + self.dice.uniform(-9, 9), 1), round(y + self.dice.uniform(-9, 9), 1))
        wide, high = self.state.setup.arena.size if self.state.setup.arena else (60, 60)
        return round(self.dice.uniform(0, wide), 1), round(self.dice.uniform(0, high), 1)

    def weapon(self, name: str) -> str | None:
        """A weapon that a champion carries, or none that is said."""
        player = self.state.player_named(name)
        weapons = [arm.id for arm in player.arms] if player else []
        return self.pick([None, *weapons]) if self.dice.random() < 0.95 else "bolt gnu"

    def maybe(self, chance: float, **arguments: Any) -> Said:
        """Some fields, or not."""
        return arguments if self.dice.random() < chance else {}

    def champion(self) -> Said:
        """A champion of the codex with some of its gear, or one of the table's own."""
        dice = self.dice
        if self.state.setup.mod is not None and self.state.setup.mod.has("clone"):
            return {"champion": "space-marine"}
        if dice.random() < 0.3:
            own = {**TESTER, "points": 5 + dice.randrange(60), "i": 1 + dice.randrange(6)}
            own["weapons"] = [dice.choice(("boltgun", "plasma-gun", "flamer"))]
            return {"champion": own}
        named = dice.choice(sorted(library().champions))
        gear = sorted(library().champions[named].options)
        return {"champion": named, "options": dice.sample(gear, min(len(gear), dice.randrange(2)))}

    def join(self) -> Said:
        """Somebody comes, or comes back."""
        state = self.state
        free = [name for name in NAMES if state.player_named(name) is None]
        name = self.pick(free) if free and self.dice.random() < 0.9 else self.someone()
        command: Said = {"do": "join", "player": name, **self.champion()}
        if state.in_teams:
            command["team"] = self.pick((*TEAMS, *TEAMS, *TEAMS, "Green"))
        return command | self.maybe(0.1, painted=True, wysiwyg=False, age=self.dice.randrange(150))

    # -- what is said ----------------------------------------------------------------------

    def command(self) -> Said:
        """One command; now and then with a reason to overrule the rules."""
        state, dice = self.state, self.dice
        if state.setup.mod is None:
            return {"do": "start"}
        if state.play.phase == "setup":
            return self.pick((self.join, self.join, lambda: {"do": "start"}, self.table))()
        if state.play.phase == "deployment":
            makers: tuple[Callable[[], Said], ...] = (self.deploy,) * 6 + (self.table, self.death)
        elif state.outcome.over:
            makers = (lambda: {"do": "play-on"}, self.table, self.death, self.join)
        else:
            suits = {
                "movement": (*(self.move,) * 5, *(self.token,) * 4, *(self.reckless,) * 3),
                "shooting": (self.shoot,) * 8,
                "assault": (self.charge,) * 8,
                "melee": (self.strike,) * 8,
            }
            makers = (
                *suits[state.play.phase],
                *(self.onward,) * 3,
                *(self.death,) * 2,
                *(self.team,) * 3,
                self.shoot,
                self.charge,
                self.strike,
                self.move,
                self.table,
                self.stray,
            )
        chosen = self.pick(makers)()
        return chosen | self.maybe(0.15, override=dice.choice(("why not", "house rule")))

    def onward(self) -> Said:
        """The part or the phase ends."""
        return {"do": self.pick(("next", "next", "next", "end-phase"))}

    def deploy(self) -> Said:
        """Somebody deploys: somewhere, in a tile, or without a place."""
        where = self.pick(({}, {"tile": self.pick(("A1", "B2", "C3", "C1", "Z9"))}, {"at": self.spot()}))
        return {"do": "deploy", "player": self.active, **where}

    def move(self) -> Said:
        """Somebody walks, steps through a portal, is said to stand somewhere."""
        me, dice = self.active, self.dice
        portal = 1 + dice.randrange(5)
        return self.pick(
            (
                {"do": "move", "player": me, "to": self.spot(me)},
                {"do": "move", "player": me, "inches": dice.randrange(8)},
                {"do": "move", "player": me, "inches": 2, "difficult": True, "dangerous": True},
                {"do": "move", "player": me, "path": [self.spot(me), self.spot(me)]},
                {"do": "portal", "player": me, "portal": portal, **self.maybe(0.6, moved=1)},
                {"do": "portal", "player": me, "portal": portal, "continues": True, "moved": 1},
                {"do": "stand", "player": self.someone(), "portal": self.pick((None, portal))},
                {"do": "place", "player": self.someone(), "at": self.spot(me)},
            )
        )

    def shoot(self) -> Said:
        """Somebody shoots: at somebody, at a building, at a barrel, under a template."""
        me, other, dice = self.active, self.someone(), self.dice
        things = ("Red", "Blue", *sorted(self.state.barrels), "K9")
        more: Said = self.pick(
            (
                {"distance": dice.randrange(24)},
                {"distance": dice.randrange(12), "in_cover": 4, "override": "so"},
                {"also": "ask", "override": "so"},
                {"target": self.pick(things), "distance": 6},
                {"at": self.spot(me)},
                {},
            )
        )
        weapon = self.weapon(me)
        return {"do": "shoot", "player": me, "target": other, "weapon": weapon, **more}

    def charge(self) -> Said:
        """Somebody charges: somebody, a flag, a building; or is in contact."""
        me, other, dice = self.active, self.someone(), self.dice
        things = ("Red", "Blue", *sorted(self.state.flags))
        return {
            "player": me,
            **self.pick(
                (
                    {"do": "charge", "target": other, "distance": dice.randrange(8)},
                    {"do": "charge", "target": other, "difficult": True, "dangerous": True},
                    {"do": "charge", "target": other, "override": "near enough"},
                    {"do": "charge", "target": self.pick(things), "distance": 3},
                    {"do": "contact", "others": [other]},
                )
            ),
        }

    def strike(self) -> Said:
        """A melee is fought, or somebody comes into contact."""
        fight: Said = {"do": "fight", **self.maybe(0.2, melee=self.active)}
        contact: Said = {"do": "contact", "player": self.someone(), "others": [self.someone()]}
        return self.pick((fight, fight, contact))

    def death(self) -> Said:
        """Somebody dies by somebody's hand, or by nobody's."""
        first, second = self.someone(), self.someone()
        return self.pick(
            (
                {"do": "kill", "player": first, "victim": second},
                {"do": "kill", "player": first, "victim": second, "stand": "in", "how": "bolter"},
                {"do": "kill", "player": [first, second], "victim": [second, first]},
                {"do": "kill", "player": [first, self.someone()], "victim": second},
                {"do": "accident", "player": first, "cause": self.pick(("", "a {rat}", "lava"))},
                {"do": "accident", "player": [first, second], "at": self.spot()},
            )
        )

    def token(self) -> Said:
        """Somebody picks a token up, or lays it back."""
        tokens = sorted(self.state.tokens) or ["E1"]
        if self.dice.random() < 0.15:
            return {"do": "drop", "player": self.someone()}
        reason = self.maybe(0.5, override="it lay there")
        return {"do": "pickup", "player": self.active, "token": self.pick(tokens), **reason}

    def reckless(self) -> Said:
        """Jumps, swims, leaps, climbs, deep strikes."""
        me, dice = self.active, self.dice
        to = self.maybe(0.3, to=self.spot(me))
        return self.pick(
            (
                {"do": "jump", "player": me, "height": 1 + dice.randrange(9), **to},
                {"do": "swim", "player": me, "inches": dice.randrange(5)},
                {"do": "leap", "player": me, "gap": 1 + dice.randrange(5), **to},
                {"do": "climb", "player": me, "height": 1 + dice.randrange(5), **to},
                {"do": "deep-strike", "player": me, **to},
                {"do": "take", "player": me, "victim": self.someone()},
            )
        )

    def team(self) -> Said:
        """What only teams and barrels know, at any table."""
        me, other, state = self.active, self.someone(), self.state
        flags, barrels = [*sorted(state.flags), "Red", "Blue", None], [*sorted(state.barrels), "K9"]
        side = self.pick(TEAMS)
        return self.pick(
            (
                {"do": "flag", "player": me, "flag": self.pick(flags)},
                {"do": "hand-over", "player": me, "to": other},
                {"do": "capture", "player": self.pick((me, other))},
                {"do": "penetrate", "player": me, "team": side, "times": self.pick((1, 2, 3))},
                {"do": "barrel", "player": me, "barrel": self.pick(barrels)},
                {"do": "act", "player": other},
                {"do": "team", "player": other, "team": side},
            )
        )

    def table(self) -> Said:
        """Bookkeeping."""
        player, dice = self.someone(), self.dice
        leave: Said = {"do": "leave", "player": player}
        many: tuple[Said, ...] = (
            {"do": "adjust", "player": player, "score": self.pick((-7, "20/3", 12)), "why": "so"},
            {"do": "rename", "player": player, "to": self.pick(NAMES)},
            {"do": "correct", "player": player, **self.champion()},
            {"do": "describe", "player": player, "painted": True, "finished": bool(dice.randrange(2))},
            {"do": "dice", "by": self.pick(("hand", "app")), **self.maybe(0.5, player=player)},
            {"do": "d3", "on_d6": bool(dice.randrange(2))},
            {"do": "clock", "minutes": 1 + dice.randrange(90)},
            {"do": "clock", "seconds": 1 + dice.randrange(90)},
            {"do": "clock", "pause": bool(dice.randrange(2))},
            {"do": "clock", "off": True},
            {"do": "end", "why": "late"} if dice.random() < 0.08 else leave,
        )
        return self.join() if dice.random() < 0.25 else self.pick(many)

    def stray(self) -> Said:
        """A command of another moment."""
        return self.pick(
            (
                {"do": "start"},
                {"do": "play-on"},
                {"do": "deploy", "player": self.someone()},
                {"do": "new", "mod": "deathmatch", "arena": "classic-60"},
            )
        )

    def nonsense(self) -> Said:
        """Something no table would say: wrong values, strange names, fields too many."""
        command = self.pick((self.command, self.table, self.death, self.team, self.move))()
        field = self.pick(sorted(command))
        odd: tuple[Any, ...] = (*STRANGE, None, [], {}, float("nan"), float("inf"), 10**40, True)
        return {**command, field: self.pick(odd)} if self.dice.random() < 0.8 else {**command, "x": 1}
