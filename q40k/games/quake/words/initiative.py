"""Sentences of initiative and the order of play."""

from __future__ import annotations

from q40k.games.quake.rules.initiative import InitiativeRolled, OrderChosen, OrderSet, RolledOff
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.names import name_of, names_of
from q40k.games.quake.words.wording import questions, tells
from q40k.i18n.locale import N_, Locale
from q40k.i18n.questions import QuestionText


@tells(InitiativeRolled)
def _initiative(locale: Locale, state: Match, event: InitiativeRolled) -> str:
    sentence = N_("{player} rolls {die}: initiative {total}")
    who = name_of(state, event.player)
    return locale.say(sentence, player=who, die=event.die, total=event.total)


@tells(RolledOff)
def _rolled_off(locale: Locale, state: Match, event: RolledOff) -> str:
    rolls = zip(event.players, event.dice, strict=False)
    text = ", ".join(f"{name_of(state, player)} {die}" for player, die in rolls)
    return locale.say(N_("Roll-off: {rolls}"), rolls=text)


@tells(OrderSet)
def _order_set(locale: Locale, state: Match, event: OrderSet) -> str:
    return locale.say(N_("Order of play: {players}"), players=_in_order(state, event.ranking))


@tells(OrderChosen)
def _order_chosen(locale: Locale, state: Match, event: OrderChosen) -> str:
    sentence = N_("{player} decides the order of play: {players}")
    who = name_of(state, event.player)
    return locale.say(sentence, player=who, players=_in_order(state, event.order))


def _in_order(state: Match, players: tuple[str, ...]) -> str:
    return ", ".join(names_of(state, players))


questions(
    {
        "initiative": QuestionText(
            N_("{who} rolls {dice}: initiative"),
            N_("Ld {ld} + I {i} + the die; the highest acts first, all match long."),
        ),
        "roll-off": QuestionText(
            N_("{who} rolls {dice}: roll-off"),
            N_("Tied at {total} with {others}; the highest goes first."),
        ),
    }
)
