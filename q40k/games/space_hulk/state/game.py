"""Space Hulk as the kernel sees a game: its blank state, its fold, and where its rules are."""

from q40k.games.space_hulk import state as chapters
from q40k.games.space_hulk.state import opening
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.registry import REGISTRY, Command
from q40k.kernel.events import Event, Refusal
from q40k.tabletop.rules import TableRules

_NEVER_IN_HASTE = frozenset(("points-short",))
"""Refusals that haste does not pass: spending more points than the counter shows loses the game
(SH-CP-6).
"""


class HulkRules(TableRules[Match, Command]):
    """The rules of Space Hulk for the kernel's driver, session and verification."""

    registry = REGISTRY
    state = Match
    package = chapters
    carries_out = "q40k.games.space_hulk.rules.game:carry_out"
    without = ("odds", "commentary")

    def override_event(self, refusal: Refusal, command: Command) -> Event | None:
        """Return the event for a refusal that was passed with a reason or in haste, or None.

        Rule: SH-TIMER-5, SH-CP-6
        """
        record = super().override_event(refusal, command)
        if record is None and refusal.overridable and command.hasty and refusal.code not in _NEVER_IN_HASTE:
            who = str(getattr(command, "who", "") or "")
            facts = {k: v for k, v in refusal.facts.items() if isinstance(v, str | int)}
            return opening.Doubted(rule=refusal.rule, code=refusal.code, who=who, facts=facts)
        return record

    def roller(self, state: Match, who: str | None) -> str:
        """Return who rolls by default. The app draws what nobody may see."""
        return "app" if who is None else super().roller(state, who)
