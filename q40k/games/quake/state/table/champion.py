"""Judge which champion may be fielded: each rule's finding, with the arithmetic.

Nothing is guessed: if a squad's numbers are unknown the answer is "unknown", and the table decides.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from msgspec import Struct, field, structs

from q40k.games.quake.packs.models import Champion, Mod, Names, Trait
from q40k.games.quake.state.match import Match
from q40k.games.w40k3e.traits import is_own

Answer = Literal["yes", "no", "unknown"]


HOME_MADE = "home-made"


_NAMELESS = Names(en="", fr="")


class Finding(Struct, frozen=True):
    """The finding of one rule on a champion: its id, a code, the answer, and the facts used."""

    rule: str
    code: str
    answer: Answer
    facts: Mapping[str, Any] = field(default_factory=dict)


class Figure(Struct, frozen=True):
    """The figure everyone fields: a champion and the gear paid for (CHAMPION-6).

    `player` is the name of the player who chose it, if any.
    """

    champion: Champion
    gear: tuple[str, ...] = ()
    player: str | None = None


class Price(Struct, frozen=True):
    """The price of an item, and whose list or figure sets it (CHAMPION-8)."""

    points: int
    code: Literal["own-list", "listed", "figure"]
    champion: str


def judge(
    champion: Champion, gear: Iterable[str], mod: Mod, *, budget: int | None = None, clone_of: Figure | None = None
) -> tuple[Finding, ...]:
    """Return every rule's finding on a champion and the gear paid for, under a mod.

    Rule: CHAMPION-1, CHAMPION-2, CHAMPION-3, CHAMPION-5, CHAMPION-6, CHAMPION-7, CHAMPION-8
    """
    chosen = tuple(gear)
    findings = [*_judge_figure(champion, mod)]
    findings += [_judge_item(champion, item, mod) for item in chosen]
    if budget is not None or mod.has("budget"):
        findings.append(_judge_budget(champion, budget))
    if clone_of is not None or mod.has("clone"):
        findings.append(_judge_clone(Figure(champion, chosen), clone_of))
    return tuple(findings)


def verdict(findings: Iterable[Finding]) -> Answer:
    """Sum the findings up: "no" if any is "no", else "unknown" if any is, else "yes"."""
    answers = {finding.answer for finding in findings}
    if "no" in answers:
        return "no"
    return "unknown" if "unknown" in answers else "yes"


def _judge_figure(champion: Champion, mod: Mod) -> Iterable[Finding]:
    """Judge the figure itself: its wounds, its fame, its codex.

    Rule: CHAMPION-1, CHAMPION-7, CHAMPION-8
    """
    wounds = {"champion": champion.name, "wounds": champion.w}
    if mod.has("perfect-fighter"):
        yield Finding("CHAMPION-8", "any-figure", "yes", wounds)
    elif mod.has("chief-fight"):
        yield Finding("CHAMPION-7", "chief-fight", "yes", wounds)
    else:
        if champion.w > 1:
            yield Finding("CHAMPION-1", "several-wounds", "no", wounds)
        else:
            yield Finding("CHAMPION-1", "one-wound", "yes", wounds)
        if is_special(champion):
            facts = {"champion": champion.name}
            yield Finding("CHAMPION-7", "special-character", "no", facts)
    if champion.army == HOME_MADE:
        yield Finding("CHAMPION-1", "home-made", "unknown", {"champion": champion.name})


def is_special(champion: Champion) -> bool:
    """Whether this is a special character: by its role, or by its mark if that is unknown.

    Rule: CHAMPION-7
    """
    return champion.special if champion.role is None else champion.role == "special"


def _judge_item(champion: Champion, item: str, mod: Mod) -> Finding:
    """Judge one item of gear.

    Rule: CHAMPION-2, CHAMPION-3, CHAMPION-8
    """
    facts: dict[str, Any] = {"champion": champion.name, "option": item}
    if mod.has("perfect-fighter"):
        return Finding("CHAMPION-8", "any-gear", "yes", facts)
    if item not in champion.options and champion.role is not None:
        return Finding("CHAMPION-2", "not-an-option", "no", facts)
    if champion.role is None or champion.role == "rank-and-file":
        return _judge_squad_share(champion, item, facts)
    return Finding("CHAMPION-3", "armoury" if champion.armoury else "own-option", "yes", facts)


def _judge_squad_share(champion: Champion, item: str, facts: dict[str, Any]) -> Finding:
    """Judge whether at least half of the squad's minimum size can take the item.

    Rule: CHAMPION-2
    """
    squad = champion.squad
    may = squad.takes.get(item) if squad else None
    if squad is None or may is None or (may != "all" and squad.least is None):
        return Finding("CHAMPION-2", "squad-unknown", "unknown", facts)
    facts |= {"certainty": squad.certainty}
    if may == "all":
        return Finding("CHAMPION-2", "whole-squad", "yes", facts)
    assert squad.least is not None
    facts |= {"may": may, "least": squad.least, "half": squad.least / 2}
    answer: Answer = "yes" if 2 * may >= squad.least else "no"
    return Finding("CHAMPION-2", "squad-share", answer, facts)


def _judge_budget(champion: Champion, budget: int | None) -> Finding:
    """Judge whether the champion costs at most the agreed budget.

    Rule: CHAMPION-5
    """
    facts: dict[str, Any] = {"champion": champion.name, "points": champion.points}
    if budget is None:
        return Finding("CHAMPION-5", "no-budget", "unknown", facts)
    answer: Answer = "yes" if champion.points <= budget else "no"
    difference = abs(budget - champion.points)
    return Finding("CHAMPION-5", "budget", answer, facts | {"budget": budget, "left": difference})


def _judge_clone(figure: Figure, clone_of: Figure | None) -> Finding:
    """Judge whether the figure equals the one everyone fields, gear included.

    Rule: CHAMPION-6
    """
    if clone_of is None:
        return Finding("CHAMPION-6", "no-clone", "unknown")
    same = sorted(figure.gear) == sorted(clone_of.gear)
    same = same and _without_name(figure.champion) == _without_name(clone_of.champion)
    facts = {"figure": "+".join((clone_of.champion.id, *clone_of.gear))}
    if clone_of.player is not None:
        facts["player"] = clone_of.player
    return Finding("CHAMPION-6", "clone", "yes" if same else "no", facts)


def _without_name(champion: Champion) -> Champion:
    """Return the champion without its name; a home-made one's id is only a name."""
    own = champion.army == HOME_MADE
    return structs.replace(
        champion, id=HOME_MADE if own else champion.id, name=_NAMELESS, aka=(), weapons=tuple(sorted(champion.weapons))
    )


# ---- what a match has agreed


def agreed_budget(state: Match) -> int | None:
    """Return the most a champion may cost in this match; None if nothing was agreed.

    The budget of a whole team is not a champion's own.

    Rule: CHAMPION-5
    """
    mod = state.setup.mod
    if mod is None or mod.in_teams or not mod.has("budget"):
        return None
    return mod.parameters.budget


def clone_figure(state: Match, without: str | None = None) -> Figure | None:
    """Return the figure everyone fields: that of the first to join, `without` excluded.

    Return None if figures may differ, or if nobody has joined.

    Rule: CHAMPION-6
    """
    if state.setup.mod is None or not state.setup.mod.has("clone"):
        return None
    for player in state.players.values():
        if player.id != without:
            return Figure(player.champion, player.gear, player.name)
    return None


# ---- the perfect fighter


def perfect_price(
    champion: Champion, item: str, champions: Iterable[Champion], traits: Mapping[str, Trait] | None = None
) -> Price | None:
    """Return what an item of any codex, or a trait, costs a perfect fighter.

    The figure's own list comes first, then the cheapest list that names a price. An item without a
    price costs as much as the cheapest figure that carries it; so does a trait. What gear brings is
    bought with it. Return None if nobody has the item.

    Rule: CHAMPION-8
    """
    if item in champion.options:
        return Price(champion.options[item], "own-list", champion.id)
    everyone = sorted(champions, key=lambda candidate: (candidate.points, candidate.id))
    prices = [(candidate.options[item], candidate.id) for candidate in everyone if item in candidate.options]
    if prices:
        points, whose = min(prices)
        return Price(points, "listed", whose)
    trait = (traits or {}).get(item)
    for candidate in everyone:
        has_trait = trait is not None and (is_own(candidate, trait) or candidate.id == trait.priced_as)
        if item in candidate.weapons or has_trait:
            return Price(candidate.points, "figure", candidate.id)
    return None
