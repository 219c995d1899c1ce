"""What is said of the things a mod is played for, as records; the rules’ own are `Objective`.

A way to win (`win: {by: rounds}`) has one `WinWords`, a rule of a mod that brings something to play
for (`flags`, `structures`) one `RuleWords`. Each is registered where its sentences are written;
whoever words mods, the opening, the end or how a side stands asks here, and names none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import get_args

from msgspec import Struct

from q40k.games.quake.packs.models import Mod, RuleName
from q40k.games.quake.packs.mods import Measure
from q40k.games.quake.rules.ending.winning import Won
from q40k.games.quake.rules.objectives.objective import OBJECTIVES, progress
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.table.opening import MatchOpened
from q40k.i18n.locale import Locale
from q40k.kernel.registry import load


def _as_said(_locale: Locale, _state: Match, _side: str, made: str) -> str:
    return made


class WinWords(Struct, frozen=True, kw_only=True):
    """What is said of a way to win.

    Of a mod: `wins` explains it in sentences, `short` in a word or two ("" for nothing); `options`
    are the names of its numbers. Of a match: `opened` says what is played for, `to_win` what the
    side of a player still has to do; `won` tells the win. `made` says the measure of those who lead
    when a match is broken off; `counted` so many of so many ("1 of 3 rounds"), where that is no
    plain number; `how_won` dresses what the winner has made, once the match is over.
    """

    wins: Callable[[Locale, Mod], Iterator[str]]
    short: Callable[[Locale, Mod], str]
    opened: Callable[[Locale, MatchOpened], str]
    to_win: Callable[[Locale, Match, str], str]
    won: Callable[[Locale, Match, Won], str]
    made: Callable[[Locale, Fraction], str]
    counted: Callable[[Locale, int, int], str] | None = None
    how_won: Callable[[Locale, Match, str, str], str] = _as_said
    options: Mapping[str, str] = {}


class RuleWords(Struct, frozen=True, kw_only=True):
    """What is said of a rule that brings something to play for.

    `name` is what it is called. Of a mod: `short` in a word or two, `set_up` and `in_play` a
    sentence each, `wins_round` how it wins a round; `options` are the names of its numbers. Of a
    match: `to_win` what a side still has to do to win a round by it; `made` says the measure that
    tells sides apart which are level without it.
    """

    name: str
    short: Callable[[Locale, Mod], str]
    set_up: Callable[[Locale, Mod], str] | None = None
    in_play: Callable[[Locale, Mod], str] | None = None
    wins_round: Callable[[Locale, Mod], str] | None = None
    to_win: Callable[[Locale, Match, str], str] | None = None
    made: Callable[[Locale, Fraction], str] | None = None
    options: Mapping[str, str] = {}


_WINS: dict[Measure, WinWords] = {}
_RULES: dict[RuleName, RuleWords] = {}


def win_words(by: Measure, words: WinWords) -> None:
    """Register what is said of a way to win."""
    _WINS[by] = words


def rule_words(rule: RuleName, words: RuleWords) -> None:
    """Register what is said of a rule that brings something to play for."""
    _RULES[rule] = words


@cache
def _load() -> None:
    """Read the chapters, which register their words."""
    load("q40k.games.quake.words")


def of_win(by: Measure) -> WinWords:
    """What is said of a way to win."""
    load("q40k.games.quake.words.objectives")
    return _WINS[by]


def of_rules() -> dict[RuleName, RuleWords]:
    """What is said of each rule that brings something to play for, in the order of all rules."""
    _load()
    return {rule: _RULES[rule] for rule in get_args(RuleName) if rule in _RULES}


def rule_names() -> dict[str, str]:
    """The names of those rules, to be translated."""
    return {rule: words.name for rule, words in of_rules().items()}


def of_rules_in(mod: Mod) -> tuple[RuleWords, ...]:
    """What is said of those rules that a mod plays by."""
    return tuple(words for rule, words in of_rules().items() if mod.has(rule))


def made_by(locale: Locale, by: Measure, best: Fraction) -> str:
    """So much of a measure: "3 rounds"."""
    rule = OBJECTIVES[by].rule
    said = of_win(by).made if rule is None else of_rules()[rule].made
    assert said is not None
    return said(locale, best)


def option_names() -> dict[str, str]:
    """The names of the numbers a table may agree on, to be translated."""
    _load()
    wins = (words.options for words in _WINS.values())
    rules = (words.options for words in _RULES.values())
    return {name: said for options in (*wins, *rules) for name, said in options.items()}


def missing(state: Match, player: str) -> int:
    """How many of what counts the side of `player` still needs."""
    far = progress(state, state.side_of(player))
    return 0 if far is None else int(far.goal - far.made)
