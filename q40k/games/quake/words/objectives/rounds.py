"""Sentences of a win by rounds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from q40k.games.quake.packs.models import Mod, RoundsWin
from q40k.games.quake.rules.objectives.objective import Won
from q40k.games.quake.rules.rounds import sides_in_round
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.table.opening import MatchOpened
from q40k.games.quake.words.objectives.objective import (
    WinWords,
    count_missing,
    register_win_words,
    rule_words_in,
)
from q40k.i18n.locale import N_, Locale


def _wins(locale: Locale, mod: Mod) -> Iterator[str]:
    assert isinstance(mod.win, RoundsWin)
    if mod.has("sudden-death"):
        each = N_("The last one alive wins the round; if the last ones die together, it is drawn.")
        team = N_("The last team with anybody alive wins the round; all dead at once, it is drawn.")
        yield locale.gettext(team if mod.in_teams else each)
    for words in rule_words_in(mod):
        if words.wins_round is not None:
            yield words.wins_round(locale, mod)
    yield locale.ngettext(
        "{number} round wins the match.", "{number} rounds win the match.", mod.win.rounds
    ).format(number=mod.win.rounds)


def _short(locale: Locale, mod: Mod) -> str:
    assert isinstance(mod.win, RoundsWin)
    return _amount(locale, Fraction(mod.win.rounds))


def _opening(locale: Locale, event: MatchOpened) -> str:
    assert isinstance(event.mod.win, RoundsWin)
    rounds = event.mod.win.rounds
    return locale.ngettext(
        "{mod}, arena {arena}: {number} round wins",
        "{mod}, arena {arena}: {number} rounds win",
        rounds,
    ).format(
        mod=locale.name_of(event.mod.name), arena=locale.name_of(event.arena.name), number=rounds
    )


def _to_win(locale: Locale, state: Match, player: str) -> str:
    """Return how many rounds are missing, and what wins the current one."""
    number = count_missing(state, player)
    text = locale.ngettext("{number} round to go", "{number} rounds to go", number).format(
        number=number
    )
    now = [*_last_alive(locale, state, player), *_by_rules(locale, state, player)]
    if not now:
        return text
    return locale.say(N_("{missing}: {deed}"), missing=text, deed=locale.join_or(now))


def _last_alive(locale: Locale, state: Match, player: str) -> list[str]:
    """Return whom to outlive under sudden death (SUDDEN-1)."""
    assert state.setup.mod is not None
    if not state.setup.mod.has("sudden-death") or not state.rounds.round:
        return []
    side = state.side_of(player)
    sides = sides_in_round(state)
    if side not in sides:
        return [locale.gettext(N_("out until the next round"))]
    rivals = [state.side_name(other) for other in sides if other != side]
    if not rivals:
        return []
    return [locale.say(N_("outlive {sides}"), sides=locale.join_and(rivals))]


def _by_rules(locale: Locale, state: Match, player: str) -> list[str]:
    """Return what else wins the round: a flag brought home, buildings destroyed."""
    assert state.setup.mod is not None
    side = state.side_of(player)
    rules = rule_words_in(state.setup.mod)
    return [words.to_win(locale, state, side) for words in rules if words.to_win is not None]


def _victory(locale: Locale, state: Match, event: Won) -> str:
    return locale.ngettext(
        "{side} wins the match with {made} round", "{side} wins the match with {made} rounds",
        event.made,
    ).format(side=state.side_name(event.winner), made=event.made)  # fmt: skip


def _amount(locale: Locale, best: Fraction) -> str:
    return locale.ngettext("{number} round", "{number} rounds", int(best)).format(number=best)


def _fraction(locale: Locale, won: int, number: int) -> str:
    sentence = locale.ngettext("{won} of {number} rounds", "{won} of {number} rounds", won)
    if number == 1:
        sentence = locale.ngettext("{won} of {number} round", "{won} of {number} round", won)
    return sentence.format(won=won, number=number)


register_win_words(
    "rounds",
    WinWords(
        wins=_wins,
        short=_short,
        opening=_opening,
        to_win=_to_win,
        victory=_victory,
        amount=_amount,
        fraction=_fraction,
        options={"rounds": N_("rounds to win")},
    ),
)
