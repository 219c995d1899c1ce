"""A puzzle as it is posed to somebody: its moment, its choices in words, and what speaks for each."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from q40k.bots.bot import Move
from q40k.games.game import Game
from q40k.i18n.locale import N_, Locale
from q40k.i18n.wording import unfold_lines
from q40k.study.consequences import LATER, NEXT_TURN, THIS_TURN, Consequence
from q40k.study.happenings import NEARER
from q40k.study.playouts import Record
from q40k.study.puzzles import Choice, Puzzle, choice_name, shuffle_choices, state_at, weighed_moves

AFTER_RIGHT = N_("{event} {when} in {share} of the games, after the wrong choices in {other}.")
AFTER_WRONG = N_("{event} {when} in {share} of the games, after the best choice in {other}.")
CHANCE_OF_RIGHT = N_("The chance to win after it is {share}, after the wrong choices at most {other}.")
CHANCE_OF_WRONG = N_("The chance to win after it is {share}, after the best choice {other}.")
COMES_NEARER = N_("The goal comes nearer for {who}")
WHEN = {THIS_TURN: N_("this turn"), NEXT_TURN: N_("by the end of the next turn"), LATER: N_("by the end of the match")}


class SourcedPuzzle(Struct, frozen=True):
    """A puzzle with its game, its match, and where that comes from: a sentence and its facts."""

    game: Game
    record: Record
    puzzle: Puzzle
    origin: str
    facts: dict[str, Any] = {}

    def origin_text(self, locale: Locale) -> str:
        """Return where the match comes from."""
        return locale.say(self.origin, **self.facts)

    @property
    def is_own(self) -> bool:
        """Return whether it is of one's own match: of kept ones only the events are kept."""
        return bool(self.record.groups[self.puzzle.place][0].body)


class PosedPuzzle(Struct, frozen=True):
    """A puzzle whose moment was found: the state, its choices in the order shown, their moves and names.

    The state is what the seat that chooses may know.
    """

    game: Game
    puzzle: Puzzle
    state: Any
    choices: tuple[Choice, ...]
    moves: tuple[Move[Any], ...]
    names: tuple[str, ...]

    @property
    def seat_name(self) -> str:
        """Return the name of who chooses."""
        names = {seat.id: seat.name for seat in self.game.view.seats(self.state)}
        return names.get(self.puzzle.seat, self.puzzle.seat)

    def cards(self, locale: Locale) -> Iterator[list[str]]:
        """Yield the name of every seat with its profile and goals, first of the one that chooses."""
        seats = sorted(self.game.view.seats(self.state), key=lambda seat: seat.id != self.puzzle.seat)
        for seat in seats:
            yield [seat.name, *unfold_lines(self.game.words.card(locale, self.state, seat.id))]

    def reason(self, locale: Locale, number: int) -> str:
        """Return a choice with what moves a sound bot to it; without a reason its name."""
        move = self.moves[number]
        return (self.game.words.move(locale, self.state, move) if move.why else "") or self.names[number]

    def consequences(self, locale: Locale, number: int) -> list[str]:
        """Return why a choice is right or wrong: what follows it more or less often, in one or two sentences.

        If no single event tells it, and of one's own matches, that is only the chance to win.
        """
        choice = self.choices[number]
        against = AFTER_RIGHT if choice.is_right else AFTER_WRONG
        if not choice.consequences:
            others = (other.shown_chance for other in self.choices if other.is_right != choice.is_right)
            message = CHANCE_OF_RIGHT if choice.is_right else CHANCE_OF_WRONG
            shares = (choice.shown_chance, max(others, default=0.0))
            return [locale.say(message, share=locale.percent(shares[0]), other=locale.percent(shares[1]))]
        return [
            locale.say(
                against,
                event=self._event(locale, consequence),
                when=locale.gettext(WHEN[consequence.within]),
                share=locale.percent(consequence.share),
                other=locale.percent(consequence.other),
            )
            for consequence in choice.consequences
        ]

    def _event(self, locale: Locale, consequence: Consequence) -> str:
        """Return what follows, without how often."""
        ids = {"who": consequence.who, "by": consequence.by}
        names = {role: self.game.words.side_name(self.state, id) for role, id in ids.items() if id}
        message = COMES_NEARER if consequence.kind == NEARER else self.game.study.happening_words[consequence.kind]
        return locale.say(message, **names)

    def verdict(self, locale: Locale, picked: int) -> str:
        """Return whether the choice somebody picked is right, or how far it comes behind the best."""
        own = self.choices[picked]
        if own.is_right:
            return locale.gettext(N_("Right."))
        return locale.say(N_("Not the best: it comes {behind} behind."), behind=locale.percent(own.behind.mean, 1))


def pose(sourced: SourcedPuzzle, locale: Locale) -> PosedPuzzle | None:
    """Return a puzzle as it is posed; None where it asks nothing. Raises OtherRules.

    It asks nothing where nobody could tell two choices apart, and where the right one is the likeliest shot.
    """
    game, puzzle = sourced.game, sourced.puzzle
    state = state_at(game, sourced.record, puzzle)
    choices = tuple(shuffle_choices(puzzle))
    weighed = weighed_moves(game, state, puzzle.seat)
    read = game.rules.read_command
    moves = tuple(weighed.get(choice.body) or Move(puzzle.seat, read(choice.body)) for choice in choices)
    names = tuple(choice_name(game, locale, state, puzzle.seat, move.command) for move in moves)
    if len(set(names)) < len(names) or _is_likeliest_shot(choices, moves):
        return None
    return PosedPuzzle(game, puzzle, game.view.mask_state(state, puzzle.seat), choices, moves, names)


def _is_likeliest_shot(choices: Sequence[Choice], moves: Sequence[Move[Any]]) -> bool:
    """Return whether every choice names its chance to kill, and a right one the highest."""
    kills = [move.expects.get("kills", -1.0) for move in moves]
    best = max(choices, key=lambda choice: choice.chance)
    return min(kills) >= 0 and kills[choices.index(best)] == max(kills)
