"""The odds of a portal die as data, and a match between two champions for the odds of a duel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from q40k.games.quake.packs.models import Champion, Trait, Weapon
from q40k.games.quake.rules.odds import jump_odds
from q40k.games.quake.rules.parts import Life, Play, Ranks
from q40k.games.quake.rules.state import Match, Player
from q40k.kernel.questions import Question
from q40k.table.as_json import exact_text

PORTAL_DICE = ("jump-portal", "respawn-portal", "entry-portal")
"""The questions for a portal die; in two of them nobody enters a portal."""


def question_odds(state: Match, question: Question | None) -> dict[str, Any]:
    """Return the odds of a question for the portal die, under `odds`; else nothing.

    Rule: PORTAL-2, PORTAL-4, PORTAL-6
    """
    if question is None or question.key not in PORTAL_DICE or question.who not in state.players:
        return {}
    return {"odds": odds_data(state, question.who, question.facts.get("entered"))}


def odds_data(state: Match, player: str, entered: int | None) -> dict[str, Any]:
    """Return the results of the die from the portal `entered` (None: a respawn).

    Chances are exact fractions. `free` is the 6, on which the player chooses; the other chances are
    those without it.
    """
    odds = jump_odds(state, player, entered)
    return {
        "dies": exact_text(odds.dies),
        "telefrags": exact_text(odds.telefrags),
        "free": exact_text(odds.free),
        "exits": [
            {
                "portal": outcome.portal,
                "chance": exact_text(outcome.chance),
                "dies": outcome.dies,
                "telefrags": [state.players[p].name for p in outcome.telefrags],
            }
            for outcome in odds.exits
        ],
    }


# -- a duel --------------------------------------------------------------------------------


def between(*figures: tuple[str, Champion, Sequence[Weapon], Sequence[Trait]]) -> Match:
    """Return a match of unhurt champions, each with a name, weapons and traits.

    Their ids are p1 and p2, in the given order.
    """
    players = {
        f"p{number}": Player(
            f"p{number}",
            name,
            champion,
            arms=tuple(arms),
            traits=tuple(traits),
            life=Life(wounds=champion.w, placed=True),
        )
        for number, (name, champion, arms, traits) in enumerate(figures, start=1)
    }
    return Match(players=players, ranks=Ranks(tuple(players)), play=Play(turn=1))
