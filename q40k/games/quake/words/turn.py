"""Sentences of turns, phases and whose part it is."""

from collections.abc import Sequence

from q40k.games.quake.state import acting, next, turn
from q40k.games.quake.state.match import Match
from q40k.games.quake.words.wording import commands, events, name_of, of_player, refusals, silent, tells
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.wording import CommandText, EventText
from q40k.kernel.events import Event

events(
    {
        turn.TurnOpened: N_("Turn {turn}"),
        turn.PhaseOpened: EventText(
            {
                "setup": N_("Set-up"),
                "deployment": N_("Deployment"),
                "movement": N_("Movement phase"),
                "shooting": N_("Shooting phase"),
                "assault": N_("Assault phase"),
                "melee": N_("Close combat phase"),
            },
            by="phase",
        ),
    }
)

_PHASES = {
    "setup": N_("Set-up"),
    "deployment": N_("Deployment"),
    "movement": N_("Movement"),
    "shooting": N_("Shooting"),
    "assault": N_("Assault"),
    "melee": N_("Close combat"),
    "over": N_("Match over"),
}


_PHASES_IN_A_SENTENCE = {
    "setup": N_("set-up"),
    "deployment": N_("deployment"),
    "movement": N_("the movement phase"),
    "shooting": N_("the shooting phase"),
    "assault": N_("the assault phase"),
    "melee": N_("the close combat phase"),
}


def phase_name(locale: Locale, phase: str) -> str:
    """Return the name of a phase, as on the phase ribbon."""
    return locale.gettext(_PHASES.get(phase, phase))


def phase_names(locale: Locale) -> dict[str, str]:
    """Return the names of all phases, as on the phase ribbon."""
    return {phase: locale.gettext(name) for phase, name in _PHASES.items()}


def phase_within(locale: Locale, phase: str) -> str:
    """Return the name of a phase inside a sentence."""
    return locale.gettext(_PHASES_IN_A_SENTENCE.get(phase, phase))


silent(acting.Activated, acting.PartEnded)

_PASSED: dict[next.Why, str] = {
    "": "{names}",
    "part-over": N_("{names} (died in this part)"),
    "no-shot": N_("{names} (no weapon that may fire)"),
    "no-charge": N_("{names} (no charge after what it did this turn)"),
    "fights": N_("{names} (in close combat)"),
    "nobody-near": N_("{names} (nobody in reach of a charge)"),
    "no-melee": N_("{names} (no melee to fight)"),
}


@tells(next.PassedOver)
def _passed_over(locale: Locale, state: Match, event: next.PassedOver) -> str:
    why: dict[next.Why, list[str]] = {}
    for player, reason in event.players:
        why.setdefault(reason, []).append(name_of(state, player))
    who = "; ".join(locale.say(_PASSED[reason], names=locale.join_and(names)) for reason, names in why.items())
    return locale.say(N_("Passed over: {who}"), who=who)


refusals(variants={"not-active": lambda facts: "" if facts.get("active") else "/nobody"})


def _now_up(_locale: Locale, _command: next.Next, state: Match, events: Sequence[Event]) -> str:
    up = [event.player for event in events if isinstance(event, acting.Activated) and event.player]
    return name_of(state, up[-1]) if up else ""


commands(
    {
        acting.Act: CommandText(in_context("command", "acts now"), of_player),
        next.Next: CommandText(in_context("command", "next champion"), whom_in_state=_now_up),
        turn.EndPhase: CommandText(in_context("command", "end of phase")),
    }
)
