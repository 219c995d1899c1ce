"""Objectives and the end, in sentences; the board, and what an amendment changes."""

from collections.abc import Iterator
from typing import Any

from q40k.games.epic.state.match import Formation, Match
from q40k.games.epic.state.winning import End, Ended, HoldObjective, ObjectiveCounted, ObjectiveHeld, holder
from q40k.games.epic.words.names import order_name, percent, place_name, side_name
from q40k.games.epic.words.turn import phase_name
from q40k.games.epic.words.wording import WORDS, commands, events, tells
from q40k.i18n.locale import N_, Locale, in_context, with_label
from q40k.i18n.wording import BoardText, CommandText, EventText

REASONS = {
    "nobody-left": N_("{winner} wins: the other side has nobody left outside Retreat"),
    "objectives": N_("{winner} wins by the objectives"),
    "shares": N_("{winner} wins with fewer losses ({shares})"),
    "draw": N_("A draw ({shares})"),
}


events(
    {
        ObjectiveHeld: EventText(
            {None: N_("Nobody holds objective {objective}"), ...: N_("{side} holds objective {objective}")}, by="side"
        ),
        ObjectiveCounted: N_("The objective “{objective}” counts {worth} for {side}"),
    }
)


@tells(Ended)
def _ended(locale: Locale, state: Match, event: Ended) -> str:
    winner = locale.join_and(side_name(state, side) for side in event.winners)
    lost = N_("{side} lost {share}")
    shares = ", ".join(
        locale.say(lost, side=side_name(state, side), share=percent(locale, share))
        for side, share in event.shares.items()
    )
    return locale.say(REASONS[event.reason], winner=winner, shares=shares)


def _of_objective(_locale: Locale, command: HoldObjective) -> str:
    return f"{command.objective} > {command.player or '-'}"


commands(
    {
        End: CommandText(in_context("command", "end"), "{why}"),
        HoldObjective: CommandText(in_context("command", "objective"), _of_objective),
    }
)


def objective_lines(locale: Locale, state: Match) -> Iterator[str]:
    """Yield who holds each objective, with its worth."""
    for objective in state.scenario.objectives:
        held = holder(state, objective)
        who = side_name(state, held) if held is not None else locale.gettext(N_("nobody"))
        each = N_("{objective}: {side} ({worth} a turn)")
        last = N_("{objective}: {side} (counts {worth} at the end)")
        sentence = each if objective.counted == "turn" else last
        yield locale.say(sentence, objective=place_name(locale, objective), side=who, worth=objective.worth)


@WORDS.boards
def _board(locale: Locale, state: Match) -> BoardText:
    if state.setup.scenario is None:
        return BoardText((locale.gettext(N_("No match has been laid out yet.")),))
    _ = locale.gettext
    heading = [locale.name_of(state.scenario.name), phase_name(locale, state.play.phase)]
    if state.play.turn:
        heading.insert(1, locale.say(N_("Turn {turn}"), turn=state.play.turn))
    if state.cup.holder is not None:
        name = side_name(state, state.cup.holder)
        heading.append(locale.say(N_("initiative: {side}"), side=name))
    columns = tuple(map(_, (N_("Formation"), N_("Side"), N_("Order"), N_("Figures"), N_("Morale"))))
    rows = tuple(
        (
            formation.id,
            side_name(state, formation.side),
            order_name(locale, formation.orders.order) if formation.orders.order else "-",
            f"{len(state.alive(formation.id))}/{len(formation.figures)}",
            _(N_("demoralised")) if formation.nerve.demoralised else "",
        )
        for formation in state.formations.values()
    )
    objectives = objective_lines(locale, state) if state.play.turn else ()
    sentences = tuple(_formation_sentence(locale, state, formation) for formation in state.formations.values())
    return BoardText((" · ".join(heading), *objectives), columns, rows, (3,), sentences)


def _formation_sentence(locale: Locale, state: Match, formation: Formation) -> str:
    """Return how a formation stands, each value with its word."""
    head = locale.say(N_("{formation} of {side}"), formation=formation.id, side=side_name(state, formation.side))
    alive, number = len(state.alive(formation.id)), len(formation.figures)
    parts = [
        order_name(locale, formation.orders.order) if formation.orders.order else "",
        locale.plural("{alive} of {number} figure alive", "{alive} of {number} figures alive", number, alive=alive),
        locale.gettext(N_("demoralised")) if formation.nerve.demoralised else "",
    ]
    return with_label(locale, head, ", ".join(filter(None, parts)))


@WORDS.score_lines
def _scores(_locale: Locale, state: Match) -> str:
    return " · ".join(
        f"{side.name} {sum(len(state.alive(formation.id)) for formation in state.of_side(side.id))}"
        for side in state.sides.values()
    )


_CHANGES = {
    "winner": N_("won by: {before} → {after}"),
    "initiative": N_("initiative: {before} → {after}"),
    "alive": N_("{who}: figures {before} → {after}"),
    "order": N_("{who}: order {before} → {after}"),
    "musters": N_("{who} takes part"),
    "lacks": N_("{who} does not take part"),
}


@WORDS.changes
def _change(locale: Locale, _old: Match, _new: Match, change: Any) -> str:
    before, after = (_value_text(locale, change.kind, value) for value in (change.before, change.after))
    return locale.say(_CHANGES[change.kind], who=change.who, before=before, after=after)


def _value_text(locale: Locale, kind: str, value: Any) -> str:
    if value is None:
        return "-"
    if kind == "order":
        return order_name(locale, str(value))
    if kind == "winner":
        return locale.join_and(value) if value else locale.gettext(N_("nobody"))
    return str(value)
