"""The turn, the cup and the orders, in sentences; and what a side may do now."""

from collections.abc import Iterable

from q40k.games.epic.state import deployment, offers, turn
from q40k.games.epic.state.match import Match
from q40k.games.epic.words.names import formation_type, order_name, side_name
from q40k.games.epic.words.wording import commands, events, questions, refusals, tells
from q40k.i18n.locale import N_, Facts, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText, EventText
from q40k.kernel.events import Question

PHASES = {
    "setup": N_("Set-up"),
    "deployment": N_("Deployment"),
    "orders": N_("Orders"),
    "movement": N_("Movement phase"),
    "shooting": N_("Shooting phase"),
    "assault": N_("Assault phase"),
    "rally": N_("Rally phase"),
}


def phase_name(locale: Locale, phase: str) -> str:
    """Return the name of a phase."""
    return locale.gettext(PHASES.get(phase, phase))


events(
    {
        turn.TurnOpened: N_("Turn {turn}; in the cup: {chips}"),
        turn.ChipDrawn: EventText(
            {
                True: N_("{side} has the initiative: no other chip is left in the cup"),
                False: N_("{side}’s chip is drawn: {side} has the initiative"),
            },
            by="certain",
        ),
    }
)


@tells(turn.StepOpened)
def _step(locale: Locale, state: Match, event: turn.StepOpened) -> str | None:
    phase = phase_name(locale, event.phase)
    if event.step == "draw" or event.phase == "rally":
        return phase
    if event.step == "fights":
        return locale.gettext(N_("Close combat"))
    if event.active is None:
        return None
    side = side_name(state, event.active)
    if event.step == "shots":
        return locale.say(N_("{side} fires first"), side=side)
    if event.second is not None:
        return locale.say(N_("{phase}: {side} moves first"), phase=phase, side=side)
    return locale.say(N_("Now {side} moves"), side=side)


@tells(turn.OrdersGiven)
def _given(locale: Locale, state: Match, event: turn.OrdersGiven) -> str:
    side = side_name(state, event.side)
    if not event.orders:
        return locale.say(N_("{side} has given orders"), side=side)
    orders = locale.join_and(f"{id} {order_name(locale, o)}" for id, o in event.orders.items())
    return locale.say(N_("{side} has given orders: {orders}"), side=side, orders=orders)


@tells(turn.OrdersRevealed)
def _revealed(locale: Locale, _state: Match, event: turn.OrdersRevealed) -> str:
    groups: dict[str, list[str]] = {}
    for formation, order in event.orders.items():
        groups.setdefault(order, []).append(formation)
    parts = (f"{order_name(locale, o)} {', '.join(ids)}" for o, ids in sorted(groups.items()))
    return locale.say(N_("The orders are turned over: {orders}"), orders=locale.join_clauses(parts))


def _chips(locale: Locale, _state: Match, question: Question) -> dict[str, str]:
    parts = (f"{name} {number}" for name, number in question.facts["chips"].items())
    return {"chips": locale.join_and(parts)}


questions(
    {
        "chip": QuestionText(
            N_("Whose chip came out of the cup?"), N_("In the cup: {chips}. Or let the app draw."), facts=_chips
        ),
        "goes-first": QuestionText(N_("{who} has the initiative: who moves first?")),
        "orders": QuestionText(
            N_("{who}: orders, nobody else looking"),
            N_("They lie face down until both sides have given theirs."),
            label=lambda locale, _state, _question, order: order_name(locale, str(order)),
            item=lambda locale, state, _question, id: f"{id} {formation_type(locale, state.formations[id])}",
        ),
    }
)


def _wrong(locale: Locale, facts: Facts) -> dict[str, str]:
    return {"phase": phase_name(locale, str(facts["phase"])), "wanted": phase_name(locale, str(facts.get("wanted")))}


def _wrong_step(facts: Facts) -> str:
    same = facts.get("phase") == facts.get("wanted")
    return f"/{facts.get('step') or 'none'}" if same else ""


refusals(
    variants={"wrong-phase": _wrong_step},
    facts={"wrong-phase": _wrong, "no-draw-now": _wrong, "not-begun": _wrong, "draw-first": _wrong},
)


commands(
    {
        turn.Draw: CommandText(in_context("command", "draw a chip")),
        turn.GiveOrders: CommandText(in_context("command", "orders"), "{player}"),
        turn.Next: CommandText(in_context("command", "end of the action")),
    }
)


# -- what a side may do now ----------------------------------------------------------------


def open_actions(locale: Locale, state: Match, *, keys: bool = False) -> str:
    """Return what a side may still do in this part of the turn, without secrets.

    With `keys` it names the key for the next step.
    """
    play = state.play
    if play.phase == "orders":
        waiting = [side.name for side in state.sides.values() if not side.ordered]
        some, nobody = N_("Orders still to come: {sides}"), N_("Both have given their orders")
        return locale.say(some if waiting else nobody, sides=locale.join_and(waiting))
    if play.step == "draw":
        chips = (f"{side_name(state, side)} {many}" for side, many in state.cup.chips.items())
        return locale.say(N_("A chip is to be drawn; in the cup: {chips}"), chips=locale.join_and(chips))
    if play.phase == "rally":
        ids = offers.rallying_formations(state)
        return locale.say(N_("May rally: {ids}") if ids else N_("Nobody may rally"), ids=_row(ids))
    if play.active is None:
        return ""
    side = side_name(state, play.active)
    sentence, ids = _possible_actions(state)
    if sentence and not ids:
        on = N_("{side} has nobody left to act: n goes on")
        sentence = on if keys else N_("{side} has nobody left to act")
    return locale.say(sentence, side=side, ids=_row(ids)) if sentence else side


def _possible_actions(state: Match) -> tuple[str, tuple[str, ...]]:
    """Return the sentence for a side's possible action, and which formations may act."""
    if state.play.phase == "deployment":
        return N_("{side} sets up: {ids}"), deployment.deployable_formations(state)
    if state.play.phase == "movement":
        return N_("{side} moves: {ids}"), offers.movable_formations(state)
    if state.play.step == "shots":
        return N_("{side} fires with one of {ids}"), offers.firing_formations(state)
    if state.play.step == "moves":
        return N_("{side} may charge: {ids}"), tuple(offers.charging_figures(state))
    return "", ()


def _row(ids: Iterable[str]) -> str:
    return ", ".join(ids)
