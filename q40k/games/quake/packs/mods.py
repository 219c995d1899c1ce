"""Hold mods as packs write them: named rules with their parameters, and what wins."""

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from q40k.packs.base import Id, Names, Pack
from q40k.packs.problems import Fact

RuleName = Literal[
    "budget",
    "clone",
    "chief-fight",
    "perfect-fighter",
    "portals",
    "bonus",
    "respawn",
    "sudden-death",
    "victory-points",
    "bases",
    "flags",
    "structures",
    "domination",
    "hunt",
    "barrels",
    "announce",
]


class Parameters(Pack, frozen=True):
    """The numbers of a mod's rules; omitted ones are the book's, or agreed at the table.

    `budget` is in points, for a champion or a whole team (CHAMPION-5, TEAM-1). `lives` is the
    number of deaths in a round after which a champion is out under sudden death (SUDDEN-1).
    `flags`: each team has its own, or all fight for one (FLAG-1 to 5). `armour` and
    `structure_points` are a building's. `barrels_each` is the number of barrels for each champion
    (BARREL-1). `nuke_cost`: the picker of a NUKE loses its own value if it killed anybody, only if
    it died of it, or never. `nuke_wounds`: a hit rolls to wound, or always wounds. `lines_to`:
    lines of sight go to the top of the target, or down to its base (SHOOT-2). `hold` is the only
    portal that scores in domination; without it, every portal does.
    """

    budget: Annotated[int, Meta(ge=1, le=100000)] | None = None
    lives: Annotated[int, Meta(ge=1, le=99)] = 1
    flags: Literal["each", "one"] = "each"
    armour: Annotated[int, Meta(ge=1, le=20)] = 10
    structure_points: Annotated[int, Meta(ge=1, le=100)] = 10
    barrels_each: Annotated[int, Meta(ge=1, le=20)] = 3
    nuke_cost: Literal["always", "if-dead", "never"] = "always"
    nuke_wounds: Literal["roll", "sure"] = "roll"
    lines_to: Literal["figure", "base"] = "figure"
    hold: Annotated[int, Meta(ge=1, le=5)] | None = None


class TeamsOf(Pack, frozen=True):
    """The teams: how many there may be, and the fewest champions each needs."""

    least: Annotated[int, Meta(ge=2, le=12)] = 2
    most: Annotated[int, Meta(ge=2, le=12)] = 12
    players: Annotated[int, Meta(ge=1, le=12)] = 1


class ScoreWin(Pack, frozen=True, tag_field="by", tag="score"):
    """The first to reach `times` its own value, or a team's summed value, wins (SCORE-4)."""

    by: ClassVar[Literal["score"]] = "score"
    times: Annotated[int, Meta(ge=1, le=1000)] = 10


class RoundsWin(Pack, frozen=True, tag_field="by", tag="rounds"):
    """The first to win `rounds` rounds wins.

    The last alive wins a round of sudden death, bringing home a flag wins one of flags, destroying
    all other buildings wins one of structures. With several of these rules, the first event wins.
    """

    by: ClassVar[Literal["rounds"]] = "rounds"
    rounds: Annotated[int, Meta(ge=1, le=99)] = 3


class PointsWin(Pack, frozen=True, tag_field="by", tag="points"):
    """The first to get `points` points for portals, counted at the end of each turn, wins."""

    by: ClassVar[Literal["points"]] = "points"
    points: Annotated[int, Meta(ge=1, le=1000)] = 15


class HuntWin(Pack, frozen=True, tag_field="by", tag="hunt"):
    """The team that kills every target in fewer turns wins."""

    by: ClassVar[Literal["hunt"]] = "hunt"


Win = ScoreWin | RoundsWin | PointsWin | HuntWin

Measure = Literal["score", "rounds", "structure", "points", "hunt"]
"""What a mod counts: multiples of one's own value, rounds, points, turns; buildings on a tie."""

RoundWonBy = Literal["last-alive", "others-left", "flag", "structures"]
"""How a round is won: by surviving, or by what a rule of the mod brings."""


class Mod(Pack, frozen=True, kw_only=True):
    """A way to play: which named rules hold, with their parameters, and what wins."""

    id: Id
    name: Names
    text: Names
    players: Literal["free-for-all", "teams"] = "free-for-all"
    teams: TeamsOf | None = None
    rules: tuple[RuleName, ...]
    parameters: Parameters = Parameters()
    win: Win
    bonus_tables: Id = "classic"

    def has(self, rule: RuleName) -> bool:
        """Tell whether the mod uses `rule`."""
        return rule in self.rules

    @property
    def in_teams(self) -> bool:
        """Tell whether teams play, instead of everyone against everyone (TEAM-1)."""
        return self.players == "teams"


FOR_TEAMS: tuple[RuleName, ...] = ("bases", "flags", "structures", "hunt")
"""Rules that need teams."""
NEEDS: Mapping[RuleName, RuleName] = {
    "flags": "bases",  # a flag is brought home
    "structures": "bases",  # a building stands in each
    "domination": "portals",  # portals are what is held
}
"""Rules that need a different rule."""
WON_BY: Mapping[RuleName, tuple[str, ...]] = {
    "sudden-death": ("rounds", "hunt"),
    "flags": ("rounds",),
    "structures": ("rounds",),
    "domination": ("points",),
    "hunt": ("hunt",),
}
"""Rules that decide a match, and the ways to win that use them."""
WIN_NEEDS: Mapping[str, RuleName] = {"score": "victory-points", "points": "domination", "hunt": "hunt"}
WINS_ROUNDS: tuple[RuleName, ...] = ("sudden-death", "flags", "structures")
PARAMETERS: Mapping[str, RuleName | None] = {
    "budget": "budget",
    "lives": "sudden-death",
    "flags": "flags",
    "armour": "structures",
    "structure_points": "structures",
    "barrels_each": "barrels",
    "nuke_cost": "bonus",
    "nuke_wounds": "bonus",
    "hold": "domination",
    "lines_to": None,
}
"""The rule that each parameter belongs to; None: it works with any rule."""


# -- rules that contradict each other --------------------------------------------------------------


Path = tuple[str | int, ...]


class Clash(Struct, frozen=True):
    """Hold a contradiction; `path` is its place in the mod's data."""

    code: str
    path: Path
    facts: Mapping[str, Fact]


def clashes(mod: Mod, written: Collection[str] | None = None) -> Iterator[Clash]:
    """Report everything in a mod that makes no sense with the rest of it.

    A mod without respawn and sudden death is played with respawn: a silent mod follows the classic
    rules. `given` are the parameters a pack writes, even with the usual number; without it, those
    with a different number.

    Rule: SUDDEN-1, SCORE-4, TEAM-1, FLAG-1, BASE-1, CHAMPION-5, CHAMPION-6, CHAMPION-8
    """
    yield from _twice(mod)
    yield from _lonely(mod)
    yield from _exclusive(mod)
    yield from _winning(mod)
    yield from _teams(mod)
    usual = Parameters()
    if written is None:
        written = [n for n in PARAMETERS if getattr(mod.parameters, n) != getattr(usual, n)]
    for name in sorted(written):
        rule = PARAMETERS[name]
        if rule is not None and not mod.has(rule):
            facts = {"parameter": name, "rule": rule}
            yield Clash("mod-parameter", ("parameters", name), facts)


def _rule(mod: Mod, rule: RuleName) -> Path:
    return ("rules", mod.rules.index(rule))


def _twice(mod: Mod) -> Iterator[Clash]:
    for index, rule in enumerate(mod.rules):
        if rule in mod.rules[:index]:
            yield Clash("mod-rule-twice", ("rules", index), {"rule": rule})


def _lonely(mod: Mod) -> Iterator[Clash]:
    """Report rules without the rules they need."""
    for rule in dict.fromkeys(mod.rules):
        if rule in FOR_TEAMS and not mod.in_teams:
            yield Clash("mod-needs-teams", _rule(mod, rule), {"rule": rule})
        elif rule in NEEDS and not mod.has(NEEDS[rule]):
            facts = {"rule": rule, "needs": NEEDS[rule]}
            yield Clash("mod-needs-rule", _rule(mod, rule), facts)


def _exclusive(mod: Mod) -> Iterator[Clash]:
    """Report rules that contradict each other."""
    if mod.has("respawn") and mod.has("sudden-death") and not mod.has("hunt"):
        yield Clash("mod-death-twice", _rule(mod, "sudden-death"), {})
    if mod.has("clone") and mod.has("perfect-fighter"):
        yield Clash("mod-clone-fighter", _rule(mod, "perfect-fighter"), {})
    if mod.has("clone") and mod.has("budget") and not mod.in_teams:
        yield Clash("mod-clone-budget", _rule(mod, "budget"), {})


def _winning(mod: Mod) -> Iterator[Clash]:
    """Report a way to win that no rule leads to, and rules that lead to a different one."""
    by = mod.win.by
    if by in WIN_NEEDS and not mod.has(WIN_NEEDS[by]):
        yield Clash("mod-win-needs", ("win",), {"win": by, "needs": WIN_NEEDS[by]})
    if by == "rounds" and not any(mod.has(rule) for rule in WINS_ROUNDS):
        yield Clash("mod-no-round-winner", ("win",), {"choices": WINS_ROUNDS})
    for rule, wins in WON_BY.items():
        if mod.has(rule) and by not in wins:
            facts = {"rule": rule, "win": by, "choices": wins}
            yield Clash("mod-rule-wins-nothing", _rule(mod, rule), facts)


def _teams(mod: Mod) -> Iterator[Clash]:
    """Report a wrong number of teams."""
    if mod.teams is not None and not mod.in_teams:
        yield Clash("mod-teams-alone", ("teams",), {})
    if mod.teams is not None and mod.teams.least > mod.teams.most:
        facts = {"least": mod.teams.least, "most": mod.teams.most}
        yield Clash("mod-teams-range", ("teams",), facts)
    two = mod.teams is not None and mod.teams.least == mod.teams.most == 2
    if mod.has("hunt") and mod.in_teams and not two:
        yield Clash("mod-hunt-teams", _rule(mod, "hunt"), {})
