"""The sentences of objectives: their records, and the progress of each side to its win."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import get_args

from msgspec import Struct

from q40k.games.quake.packs.models import Mod, RuleName
from q40k.games.quake.packs.mods import Measure
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.objectives.objective import OBJECTIVES, Progress, Won, main_objective, progress
from q40k.games.quake.state.objectives.rounds import in_rounds
from q40k.games.quake.state.table.opening import MatchOpened
from q40k.games.quake.words.wording import tells
from q40k.i18n.locale import N_, Locale
from q40k.i18n.scores import score_text
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


def find_win_words(by: Measure) -> WinWords:
    """Return the sentences of a way to win."""
    load("q40k.games.quake.words.objectives")
    return _WINS[by]


def all_rule_words() -> dict[RuleName, RuleWords]:
    """Return the sentences of each rule that adds an objective, in the order of all rules."""
    load("q40k.games.quake.words")
    return {rule: _RULES[rule] for rule in get_args(RuleName) if rule in _RULES}


def rule_names() -> dict[str, str]:
    """Return the untranslated names of the rules that add an objective."""
    return {rule: words.name for rule, words in all_rule_words().items()}


def rule_words_in(mod: Mod) -> tuple[RuleWords, ...]:
    """Return the sentences of the rules of a mod that add an objective."""
    return tuple(words for rule, words in all_rule_words().items() if mod.has(rule))


@tells(Won)
def _won(locale: Locale, state: Match, event: Won) -> str:
    return find_win_words(event.by).victory(locale, state, event)


def amount_text(locale: Locale, by: Measure, best: Fraction) -> str:
    """Return an amount of a measure: "3 rounds"."""
    rule = OBJECTIVES[by].rule
    amount = find_win_words(by).amount if rule is None else all_rule_words()[rule].amount
    assert amount is not None
    return amount(locale, best)


def option_names() -> dict[str, str]:
    """Return the untranslated names of the numbers a table may agree on."""
    load("q40k.games.quake.words")
    wins = (words.options for words in _WINS.values())
    rules = (words.options for words in _RULES.values())
    return {name: text for options in (*wins, *rules) for name, text in options.items()}


def count_missing(state: Match, player: str) -> int:
    """Return how many points or rounds the side of `player` still needs."""
    side_progress = progress(state, state.side_of(player))
    return 0 if side_progress is None else int(side_progress.goal - side_progress.reached)


# -- progress: how far each side is from winning -------------------------------------------


def goal_progress(locale: Locale, state: Match, player: str) -> str:
    """Return how far a player's side is from winning: "×3.4 of ×10", "45 of 200", "1 of 3" rounds.

    For the targets of a hunt, return the turn they are in.
    """
    side_progress = progress(state, state.side_of(player))
    if side_progress is None:
        return locale.say(N_("turn {turn}"), turn=state.play.turn)
    return _reached_of_goal(locale, side_progress)


def _reached_of_goal(locale: Locale, side_progress: Progress) -> str:
    reached, goal_text = str(side_progress.reached), str(side_progress.goal)
    if side_progress.unit == "times":
        reached, goal_text = locale.times(side_progress.reached), f"×{side_progress.goal}"
    elif side_progress.unit == "points":
        reached, goal_text = locale.points(side_progress.reached), locale.points(side_progress.goal)
    return locale.say(N_("{made} of {goal}"), made=reached, goal=goal_text)


def progress_share(state: Match, side: str) -> Fraction:
    """Return a side's share of a win, 0 to 1, by the mod's own measure."""
    if state.setup.mod is None or not state.members(side):
        return Fraction(0)
    side_progress = progress(state, side)
    return Fraction(0) if side_progress is None else side_progress.part


def short_progress(locale: Locale, state: Match, side: str) -> str:
    """Return a side's progress as short as possible: "×3.4", "1/3", "7/15", "2/4"."""
    side_progress = progress(state, side)
    return (
        ""
        if side_progress is None
        else score_text(locale, side_progress.reached, side_progress.goal, side_progress.unit)
    )


def progress_text(locale: Locale, state: Match, side: str) -> str:
    """Return a side's progress with its goal: "×3.4 of ×10", "1 of 3 rounds", "7 of 15 points"."""
    side_progress, fraction = (progress(state, side), find_win_words(main_objective(state).by).fraction)
    if side_progress is None:
        return locale.gettext(N_("targets")) if state.hunt is not None else ""
    return (
        _reached_of_goal(locale, side_progress)
        if fraction is None
        else fraction(locale, int(side_progress.reached), int(side_progress.goal))
    )


def progress_with_building(locale: Locale, state: Match, side: str) -> str:
    """Return a side's progress, with the structure of its building, which ranks level sides."""
    text, team = progress_text(locale, state, side), state.teams.get(side)
    if team is None or team.structure is None:
        return text
    building = locale.say(N_("structure {points}"), points=team.structure)
    return f"{text}, {building}"


def current_round(locale: Locale, state: Match) -> str:
    """Return the current round or leg of a hunt, and its goal; "" without one."""
    if state.setup.mod is None or not in_rounds(state) or not state.rounds.round:
        return ""
    leg = state.hunt
    if leg is None:
        return locale.say(N_("Round {round}"), round=state.rounds.round)
    first = N_("Hunt {leg} of 2: turn {turn}")
    second = N_("Hunt {leg} of 2: turn {turn}, to be done before turn {limit}")
    sentence = first if leg.to_beat is None else second
    return locale.say(sentence, leg=leg.leg, turn=state.play.turn, limit=leg.to_beat)


def to_win(locale: Locale, state: Match, player: str) -> str:
    """Return what the side of `player` must still do to win; "" without a mod or the player."""
    if state.setup.mod is None or player not in state.players:
        return ""
    if state.outcome.winner:
        won = N_("has won the match")
        lost = N_("{side} has won the match")
        if state.side_of(player) in state.outcome.winner:
            return locale.gettext(won)
        winners = locale.join_and(state.side_name(side) for side in state.outcome.winner)
        return locale.say(lost, side=winners)
    return find_win_words(state.setup.mod.win.by).to_win(locale, state, player)
