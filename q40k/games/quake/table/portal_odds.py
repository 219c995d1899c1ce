"""The odds of a portal die as `--json` and `q40k odds` show them."""

from __future__ import annotations

from typing import Any

from q40k.games.quake.rules.portals.odds import jump_odds
from q40k.games.quake.rules.state import Match
from q40k.kernel.questions import Question
from q40k.table.as_json import exact_text

PORTAL_DICE = ("jump-portal", "respawn-portal", "entry-portal")
"""The questions for a portal die; two of them enter by none."""


def asked_odds(state: Match, question: Question | None) -> dict[str, Any]:
    """The odds of the portal die that is asked, under `odds`; nothing of any other question.

    Rule: PORTAL-2, PORTAL-4, PORTAL-6
    """
    if question is None or question.key not in PORTAL_DICE or question.who not in state.players:
        return {}
    return {"odds": odds_shown(state, question.who, question.facts.get("entered"))}


def odds_shown(state: Match, player: str, entered: int | None) -> dict[str, Any]:
    """What the die may bring from the portal `entered` (None: a respawn), in exact fractions.

    `free` is the 6, on which its owner chooses; the other chances are those without it.
    """
    odds = jump_odds(state, player, entered)
    return {
        "dies": exact_text(odds.dies),
        "telefrags": exact_text(odds.telefrags),
        "free": exact_text(odds.free),
        "exits": [
            {
                "portal": one.portal,
                "chance": exact_text(one.chance),
                "dies": one.dies,
                "telefrags": [state.players[p].name for p in one.telefrags],
            }
            for one in odds.exits
        ],
    }
