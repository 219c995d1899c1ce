"""Sentences of a win by the hunt."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from q40k.games.quake.packs.models import Mod
from q40k.games.quake.rules.objectives.hunt import CleanersSet, LegOver
from q40k.games.quake.rules.objectives.objective import Won
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.table.opening import MatchOpened
from q40k.games.quake.words.objectives.objective import (
    RuleWords,
    WinWords,
    register_rule_words,
    register_win_words,
)
from q40k.games.quake.words.wording import questions, refusals, tells
from q40k.i18n.locale import N_, Locale
from q40k.i18n.questions import QuestionText


@tells(CleanersSet)
def _cleaners(locale: Locale, _state: Match, event: CleanersSet) -> str:
    if event.to_beat is None:
        return locale.say(N_("{team} cleans up, the others are the targets"), team=event.team)
    return locale.ngettext(
        "Roles are swapped: {team} cleans up and must take fewer than {turns} turn",
        "Roles are swapped: {team} cleans up and must take fewer than {turns} turns",
        event.to_beat,
    ).format(team=event.team, turns=event.to_beat)


@tells(LegOver)
def _leg(locale: Locale, _state: Match, event: LegOver) -> str:
    return locale.ngettext(
        "{team} has killed every target in {turns} turn",
        "{team} has killed every target in {turns} turns",
        event.turns,
    ).format(team=event.team, turns=event.turns)


def _wins(locale: Locale, _mod: Mod) -> Iterator[str]:
    yield locale.gettext(N_("The cleaners kill every target, and the turns are counted."))
    yield locale.gettext(
        N_("Then the roles are swapped: fewer turns win, or else the second targets do.")
    )


def _opening(locale: Locale, event: MatchOpened) -> str:
    mod, arena = locale.name_of(event.mod.name), locale.name_of(event.arena.name)
    return locale.say(N_("{mod}, arena {arena}: the better hunt wins"), mod=mod, arena=arena)


def _to_win(locale: Locale, state: Match, player: str) -> str:
    """Return what cleaners or targets must do in this leg, and in how many turns."""
    hunt = state.hunt
    if hunt is None:
        return locale.gettext(N_("the teams’ roles are not settled yet"))
    cleans = state.side_of(player) == hunt.cleaners
    targets = sum(
        p.present and not p.life.out and state.side_of(p.id) != hunt.cleaners
        for p in state.players.values()
    )
    if hunt.to_beat is None:
        clean = N_("kill every target in as few turns as can be: {targets} left, turn {turn}")
        hide = N_("stay alive for as many turns as can be: {targets} left, turn {turn}")
    else:
        clean = N_("kill every target before turn {limit}: {targets} left, turn {turn}")
        hide = N_("keep somebody alive until turn {limit}: {targets} left, turn {turn}")
    sentence = clean if cleans else hide
    return locale.say(sentence, targets=targets, turn=state.play.turn, limit=hunt.to_beat)


def _victory(locale: Locale, state: Match, event: Won) -> str:
    side = state.side_name(event.winner)
    return locale.say(N_("{side} wins the match: the better hunt"), side=side)


def _amount(locale: Locale, _best: Fraction) -> str:
    return locale.gettext(N_("what the hunt has come to"))


def _fraction(locale: Locale, dead: int, number: int) -> str:
    return locale.say(N_("cleaners, {dead} of {targets}"), dead=dead, targets=number)


def _how_won(locale: Locale, state: Match, _side: str, amount: str) -> str:
    return amount if state.outcome.ended else locale.gettext(N_("The better hunt."))


register_win_words(
    "hunt",
    WinWords(
        wins=_wins,
        short=lambda _locale, _mod: "",
        opening=_opening,
        to_win=_to_win,
        victory=_victory,
        amount=_amount,
        fraction=_fraction,
        how_won=_how_won,
    ),
)

register_rule_words(
    "hunt",
    RuleWords(
        name=N_("hunt"),
        short=lambda locale, _mod: locale.gettext(N_("a hunt each")),
    ),
)

questions(
    {
        "cleaners": QuestionText(
            N_("{team} chooses: which team cleans up first?"),
            N_("Cleaners come back from death, targets do not; then roles are swapped."),
        ),
    }
)

refusals(
    {
        "two-teams": N_("A hunt is for exactly two teams, and there are {count}."),
    },
)
