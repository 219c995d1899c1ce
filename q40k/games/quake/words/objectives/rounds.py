"""Won by rounds, in words."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from q40k.games.quake.packs.models import Mod, RoundsWin
from q40k.games.quake.rules.ending.winning import Won
from q40k.games.quake.rules.rounds import sides_in_round
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.table.opening import MatchOpened
from q40k.games.quake.words.objectives.objective import (
    WinWords,
    missing,
    of_rules_in,
    win_words,
)
from q40k.i18n.locale import N_, Locale


def _wins(locale: Locale, mod: Mod) -> Iterator[str]:
    assert isinstance(mod.win, RoundsWin)
    if mod.has("sudden-death"):
        each = N_("The last one alive wins the round; if the last ones die together, it is drawn.")
        team = N_("The last team with anybody alive wins the round; all dead at once, it is drawn.")
        yield locale.gettext(team if mod.in_teams else each)
    for words in of_rules_in(mod):
        if words.wins_round is not None:
            yield words.wins_round(locale, mod)
    yield locale.ngettext(
        "{number} round wins the match.", "{number} rounds win the match.", mod.win.rounds
    ).format(number=mod.win.rounds)


def _short(locale: Locale, mod: Mod) -> str:
    assert isinstance(mod.win, RoundsWin)
    return _made(locale, Fraction(mod.win.rounds))


def _opened(locale: Locale, event: MatchOpened) -> str:
    assert isinstance(event.mod.win, RoundsWin)
    rounds = event.mod.win.rounds
    return locale.ngettext(
        "{mod}, arena {arena}: {number} round wins",
        "{mod}, arena {arena}: {number} rounds win",
        rounds,
    ).format(mod=locale.name_of(event.mod.name), arena=locale.name_of(event.arena.name), number=rounds)


def _to_win(locale: Locale, state: Match, player: str) -> str:
    """How many rounds are missing, and what wins the running one."""
    left = missing(state, player)
    said = locale.ngettext("{number} round to go", "{number} rounds to go", left).format(
        number=left
    )
    now = [*_last_alive(locale, state, player), *_by_rules(locale, state, player)]
    if not now:
        return said
    return locale.say(N_("{missing}: {deed}"), missing=said, deed=locale.join_or(now))


def _last_alive(locale: Locale, state: Match, player: str) -> list[str]:
    """Under sudden death: whom to outlive (SUDDEN-1)."""
    assert state.setup.mod is not None
    if not state.setup.mod.has("sudden-death") or not state.rounds.round:
        return []
    side = state.side_of(player)
    left = sides_in_round(state)
    if side not in left:
        return [locale.gettext(N_("out until the next round"))]
    rivals = [state.side_name(other) for other in left if other != side]
    if not rivals:
        return []
    return [locale.say(N_("outlive {sides}"), sides=locale.join_and(rivals))]


def _by_rules(locale: Locale, state: Match, player: str) -> list[str]:
    """What else wins the round: a flag brought home, buildings destroyed."""
    assert state.setup.mod is not None
    side = state.side_of(player)
    brought = of_rules_in(state.setup.mod)
    return [words.to_win(locale, state, side) for words in brought if words.to_win is not None]


def _won(locale: Locale, state: Match, event: Won) -> str:
    return locale.ngettext(
        "{side} wins the match with {made} round", "{side} wins the match with {made} rounds",
        event.made,
    ).format(side=state.side_name(event.winner), made=event.made)  # fmt: skip


def _made(locale: Locale, best: Fraction) -> str:
    return locale.ngettext("{number} round", "{number} rounds", int(best)).format(number=best)


def _counted(locale: Locale, won: int, number: int) -> str:
    said = locale.ngettext("{won} of {number} rounds", "{won} of {number} rounds", won)
    if number == 1:
        said = locale.ngettext("{won} of {number} round", "{won} of {number} round", won)
    return said.format(won=won, number=number)


win_words(
    "rounds",
    WinWords(
        wins=_wins,
        short=_short,
        opened=_opened,
        to_win=_to_win,
        won=_won,
        made=_made,
        counted=_counted,
        options={"rounds": N_("rounds to win")},
    ),
)
