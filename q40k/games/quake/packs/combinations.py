"""Check that a mod's rules, parameters and way to win make sense together."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct

from q40k.games.quake.packs.mods import (
    FOR_TEAMS,
    NEEDS,
    PARAMETERS,
    WIN_NEEDS,
    WINS_ROUNDS,
    WON_BY,
    Mod,
    Parameters,
    RuleName,
)
from q40k.packs.problems import Fact

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
