"""Records of the sentences of each objective; the rules’ own records are `Objective`.

A way to win (`win: {by: rounds}`) has one `WinWords`. A rule of a mod that adds an objective
(`flags`, `structures`) has one `RuleWords`. Each is registered in the module of its sentences.
Modules that describe mods, the opening, the end or the progress of a side look them up here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import get_args

from msgspec import Struct

from q40k.games.quake.packs.models import Mod, RuleName
from q40k.games.quake.packs.mods import Measure
from q40k.games.quake.rules.objectives.objective import OBJECTIVES, Won, progress
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.table.opening import MatchOpened
from q40k.i18n.locale import Locale
from q40k.kernel.registry import load


def _keep_amount(_locale: Locale, _state: Match, _side: str, amount: str) -> str:
    return amount


class WinWords(Struct, frozen=True, kw_only=True):
    """The sentences of a way to win.

    For a mod: `wins` explains it in sentences, `short` in a word or two ("" for nothing); `options`
    are the names of its numbers. For a match: `opening` says what is played for, `to_win` what the
    side of a player still has to do, and `victory` announces the win. `amount` is the measure of
    those who lead when a match is broken off. `fraction` is a number out of the goal ("1 of 3
    rounds"), where that is no plain number. `how_won` completes the winner's amount once the match
    is over.
    """

    wins: Callable[[Locale, Mod], Iterator[str]]
    short: Callable[[Locale, Mod], str]
    opening: Callable[[Locale, MatchOpened], str]
    to_win: Callable[[Locale, Match, str], str]
    victory: Callable[[Locale, Match, Won], str]
    amount: Callable[[Locale, Fraction], str]
    fraction: Callable[[Locale, int, int], str] | None = None
    how_won: Callable[[Locale, Match, str, str], str] = _keep_amount
    options: Mapping[str, str] = {}


class RuleWords(Struct, frozen=True, kw_only=True):
    """The sentences of a rule that adds an objective.

    For a mod: `name` and `short` in a word or two, `set_up` and `in_play` a sentence each,
    `wins_round` how the rule wins a round; `options` are the names of its numbers. For a match:
    `to_win` says what a side still has to do to win a round by it. `amount` is the measure that
    ranks sides which are level without it.
    """

    name: str
    short: Callable[[Locale, Mod], str]
    set_up: Callable[[Locale, Mod], str] | None = None
    in_play: Callable[[Locale, Mod], str] | None = None
    wins_round: Callable[[Locale, Mod], str] | None = None
    to_win: Callable[[Locale, Match, str], str] | None = None
    amount: Callable[[Locale, Fraction], str] | None = None
    options: Mapping[str, str] = {}


_WINS: dict[Measure, WinWords] = {}
_RULES: dict[RuleName, RuleWords] = {}


def register_win_words(by: Measure, words: WinWords) -> None:
    """Register the sentences of a way to win."""
    _WINS[by] = words


def register_rule_words(rule: RuleName, words: RuleWords) -> None:
    """Register the sentences of a rule that adds an objective."""
    _RULES[rule] = words


@cache
def _load() -> None:
    """Import the chapters, which register their sentences."""
    load("q40k.games.quake.words")


def find_win_words(by: Measure) -> WinWords:
    """Return the sentences of a way to win."""
    load("q40k.games.quake.words.objectives")
    return _WINS[by]


def all_rule_words() -> dict[RuleName, RuleWords]:
    """Return the sentences of each rule that adds an objective, in the order of all rules."""
    _load()
    return {rule: _RULES[rule] for rule in get_args(RuleName) if rule in _RULES}


def rule_names() -> dict[str, str]:
    """Return the untranslated names of the rules that add an objective."""
    return {rule: words.name for rule, words in all_rule_words().items()}


def rule_words_in(mod: Mod) -> tuple[RuleWords, ...]:
    """Return the sentences of the rules of a mod that add an objective."""
    return tuple(words for rule, words in all_rule_words().items() if mod.has(rule))


def amount_text(locale: Locale, by: Measure, best: Fraction) -> str:
    """Return an amount of a measure: "3 rounds"."""
    rule = OBJECTIVES[by].rule
    amount = find_win_words(by).amount if rule is None else all_rule_words()[rule].amount
    assert amount is not None
    return amount(locale, best)


def option_names() -> dict[str, str]:
    """Return the untranslated names of the numbers a table may agree on."""
    _load()
    wins = (words.options for words in _WINS.values())
    rules = (words.options for words in _RULES.values())
    return {name: text for options in (*wins, *rules) for name, text in options.items()}


def count_missing(state: Match, player: str) -> int:
    """Return how many points or rounds the side of `player` still needs."""
    side_progress = progress(state, state.side_of(player))
    return 0 if side_progress is None else int(side_progress.goal - side_progress.reached)
