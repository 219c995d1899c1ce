"""Who may be fielded: a champion and its gear judged rule by rule, with the arithmetic.

Nothing is guessed: where a squad's numbers are not known the answer is "unknown", and the table
decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from msgspec import Struct, field, structs

from q40k.games.quake.packs.models import Champion, Mod, Names, Trait
from q40k.games.quake.rules.state import Match
from q40k.games.w40k3e.traits import is_own

Answer = Literal["yes", "no", "unknown"]


HOME_MADE = "home-made"


_NAMELESS = Names(en="", fr="")


class Finding(Struct, frozen=True):
    """What one rule says of a champion: its id, a code, the answer, and the figures behind it."""

    rule: str
    code: str
    answer: Answer
    facts: Mapping[str, Any] = field(default_factory=dict)


class Figure(Struct, frozen=True):
    """A figure everyone shall field: a champion, its gear paid for, and that gear (CHAMPION-6).

    `player` is the name of whoever chose it, if somebody did.
    """

    champion: Champion
    gear: tuple[str, ...] = ()
    player: str | None = None


class Price(Struct, frozen=True):
    """What an item costs, and whose list or figure says so (CHAMPION-8)."""

    points: int
    code: Literal["own-list", "listed", "figure"]
    champion: str


def judge(
    champion: Champion,
    gear: Iterable[str],
    mod: Mod,
    *,
    budget: int | None = None,
    clone_of: Figure | None = None,
) -> tuple[Finding, ...]:
    """Every rule's finding on a champion, its gear paid for, under a mod.

    Rule: CHAMPION-1, CHAMPION-2, CHAMPION-3, CHAMPION-5, CHAMPION-6, CHAMPION-7, CHAMPION-8
    """
    chosen = tuple(gear)
    found = [*_figure(champion, mod)]
    found += [_item(champion, item, mod) for item in chosen]
    if budget is not None or mod.has("budget"):
        found.append(_budget(champion, budget))
    if clone_of is not None or mod.has("clone"):
        found.append(_clone(Figure(champion, chosen), clone_of))
    return tuple(found)


def verdict(findings: Iterable[Finding]) -> Answer:
    """All findings in one word: one no is a no; without one, what is not known stays open."""
    answers = {finding.answer for finding in findings}
    if "no" in answers:
        return "no"
    return "unknown" if "unknown" in answers else "yes"


def _figure(champion: Champion, mod: Mod) -> Iterable[Finding]:
    """The figure itself: its wounds, its fame, its codex.

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
    """Whether this is a special character; one of unknown role is if it is marked special.

    Rule: CHAMPION-7
    """
    return champion.special if champion.role is None else champion.role == "special"


def _item(champion: Champion, item: str, mod: Mod) -> Finding:
    """One item of gear.

    Rule: CHAMPION-2, CHAMPION-3, CHAMPION-8
    """
    facts: dict[str, Any] = {"champion": champion.name, "option": item}
    if mod.has("perfect-fighter"):
        return Finding("CHAMPION-8", "any-gear", "yes", facts)
    if item not in champion.options and champion.role is not None:
        return Finding("CHAMPION-2", "not-an-option", "no", facts)
    if champion.role is None or champion.role == "rank-and-file":
        return _share(champion, item, facts)
    return Finding("CHAMPION-3", "armoury" if champion.armoury else "own-option", "yes", facts)


def _share(champion: Champion, item: str, facts: dict[str, Any]) -> Finding:
    """At least half of the squad's minimum size must be able to take it.

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


def _budget(champion: Champion, budget: int | None) -> Finding:
    """It costs at most what was agreed.

    Rule: CHAMPION-5
    """
    facts: dict[str, Any] = {"champion": champion.name, "points": champion.points}
    if budget is None:
        return Finding("CHAMPION-5", "no-budget", "unknown", facts)
    answer: Answer = "yes" if champion.points <= budget else "no"
    left = abs(budget - champion.points)
    return Finding("CHAMPION-5", "budget", answer, facts | {"budget": budget, "left": left})


def _clone(figure: Figure, wanted: Figure | None) -> Finding:
    """Everyone fields the same figure, gear and all.

    Rule: CHAMPION-6
    """
    if wanted is None:
        return Finding("CHAMPION-6", "no-clone", "unknown")
    same = sorted(figure.gear) == sorted(wanted.gear)
    same = same and _but_for_its_name(figure.champion) == _but_for_its_name(wanted.champion)
    facts = {"figure": "+".join((wanted.champion.id, *wanted.gear))}
    if wanted.player is not None:
        facts["player"] = wanted.player
    return Finding("CHAMPION-6", "clone", "yes" if same else "no", facts)


def _but_for_its_name(champion: Champion) -> Champion:
    """All of a champion that makes it the figure it is; a home-made one's id is but its name."""
    own = champion.army == HOME_MADE
    return structs.replace(
        champion,
        id=HOME_MADE if own else champion.id,
        name=_NAMELESS,
        aka=(),
        weapons=tuple(sorted(champion.weapons)),
    )


# ---- what a match has agreed


def agreed_budget(state: Match) -> int | None:
    """What a champion may cost at most in this match; None when nothing was agreed.

    The budget of a whole team is no champion's own.

    Rule: CHAMPION-5
    """
    mod = state.setup.mod
    if mod is None or mod.in_teams or not mod.has("budget"):
        return None
    return mod.parameters.budget


def clone_figure(state: Match, without: str | None = None) -> Figure | None:
    """The figure everyone fields: that of whoever joined first, `without` left aside.

    None where everyone may differ, and as long as nobody has joined.

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
    champion: Champion,
    item: str,
    champions: Iterable[Champion],
    traits: Mapping[str, Trait] | None = None,
) -> Price | None:
    """What an item of any codex, or a trait, costs a perfect fighter; None when nobody has it.

    The figure's own list goes first, then the cheapest list that names a price; an item without
    one costs as much as the cheapest figure that carries it, and so does a trait. What gear brings
    is bought with it.

    Rule: CHAMPION-8
    """
    if item in champion.options:
        return Price(champion.options[item], "own-list", champion.id)
    everyone = sorted(champions, key=lambda one: (one.points, one.id))
    listed = [(one.options[item], one.id) for one in everyone if item in one.options]
    if listed:
        points, whose = min(listed)
        return Price(points, "listed", whose)
    trait = (traits or {}).get(item)
    for one in everyone:
        named = trait is not None and (is_own(one, trait) or one.id == trait.priced_as)
        if item in one.weapons or named:
            return Price(one.points, "figure", one.id)
    return None
