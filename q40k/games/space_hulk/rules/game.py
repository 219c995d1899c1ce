"""The rules of Space Hulk for the kernel."""

from q40k.games.space_hulk import rules
from q40k.games.space_hulk.rules import ending, librarian, losses, opening, reactions, turn
from q40k.games.space_hulk.rules.registry import REGISTRY, Act, Command
from q40k.games.space_hulk.rules.state import Match
from q40k.kernel.events import Event, Live, Refusal, Rule
from q40k.tabletop.rules import TableRules, read_clock

_NEVER_IN_HASTE = frozenset(("points-short",))
"""Refusals that haste does not pass: spending more points than the counter shows loses the game
(SH-CP-6).
"""


class HulkRules(TableRules[Match, Command]):
    """The rules of Space Hulk for the kernel's driver, session and verification."""

    registry = REGISTRY
    state = Match
    package = rules
    without = ("odds",)

    def carry_out(self, live: Live[Match], command: Command) -> Rule[None]:
        """Carry out a command, then settle what follows automatically.

        Rule: SH-TIMER-3, SH-TIMER-5, SH-LIB-5, SH-BLIP-9
        """
        yield from read_clock(live.state.timer.gone, command.clock)
        late = command.clock is not None and turn.is_time_up(live.state)
        timed = isinstance(command, Act | librarian.Power)
        if late and timed and not (yield from turn.ask_if_begun(live)):
            return
        before, finishing = live.state, live.state.play.finishing
        yield from REGISTRY.carry_out(live, command)
        yield from reactions.settle(live)
        yield from losses.ask_values_of_dead_blips(live, before)
        yield from ending.check_at_once(live)
        play = live.state.play
        if finishing and play.finishing and timed:
            yield from turn.end_marine_turn(live)

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
