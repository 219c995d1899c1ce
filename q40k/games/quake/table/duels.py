"""A match between two champions of the codex, for the odds between them."""

from __future__ import annotations

from collections.abc import Sequence

from q40k.games.quake.packs.models import Champion, Trait, Weapon
from q40k.games.quake.rules.parts import Life, Play, Ranks
from q40k.games.quake.rules.state import Match, Player


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
