"""A match in memory, and the bot that plays it."""

from collections.abc import Iterator, Sequence

from q40k.bots import memory
from q40k.games.space_hulk.bot.choices import orders, place_next, reaction_choices
from q40k.games.space_hulk.bot.reasons import Choice
from q40k.games.space_hulk.state import ending, game, opening, registry, secrets, turn
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.solo.automaton import Alien
from q40k.kernel.events import Answer, ChoiceQuestion, NumberQuestion, Question

RULES = game.HulkRules()


class Table(memory.Table[Match, registry.Command]):
    """A match in memory, in which a plain player answers for the marines."""

    def __init__(self, seed: int | str, state: Match | None = None) -> None:
        super().__init__(RULES, seed, state, choose_answer)

    @property
    def view(self) -> Match:
        """The state as the marine player may know it."""
        return secrets.mask_state(self.state, "marine")


def choose_answer(question: Question, state: Match) -> Answer:
    """Return a plain marine player's answer to a question of the rules.

    He draws again after a low counter. He parries the best die of a stealer that would win, and
    rolls his own worst die again. He adds psi points if they win the fight.
    """
    facts = question.facts
    if question.key == "again":
        return "yes" if (state.counter.drawn or 0) <= LOW else "no"
    if question.key == "parry":
        return _best(facts["dice"]) if max(facts["dice"]) > max(facts["his"]) else 0
    if question.key == "guard":
        return _worst(facts["dice"]) if max(facts["theirs"]) >= max(facts["dice"]) else 0
    if question.key == "psi":
        return _psi(question)
    if isinstance(question, NumberQuestion):
        return question.least
    assert isinstance(question, ChoiceQuestion)
    return question.options[0]


LOW = 3
"""A counter up to this value is put back."""
MOST_PSI = 3
"""The most psi points to spend on a fight."""


def _best(dice: Sequence[int]) -> int:
    return dice.index(max(dice)) + 1


def _worst(dice: Sequence[int]) -> int:
    return dice.index(min(dice)) + 1


def _psi(question: Question) -> int:
    assert isinstance(question, NumberQuestion)
    behind = int(question.facts["stealer"]) - int(question.facts["marine"])
    needed = behind + 1
    return min(needed, question.most) if 0 < needed <= MOST_PSI else 0


# -- the plain bot ---------------------------------------------------------------------------


MOST_COMMANDS = 6000


def choices(view: Match) -> Iterator[Choice]:
    """Yield the choices of the marines, and of the automaton, best first.

    `view` is the state as the marine player may know it.
    """
    phase = view.play.phase
    if phase == "setup":
        yield Choice(opening.StartMatch(), "begin")
    elif phase == "marine-command":
        yield Choice(turn.Draw(), "points")
    elif view.conversion is not None and not view.conversion.own:
        yield Choice(place_next(view, view.conversion), "place")
    elif phase == "marine-action":
        yield from orders(view)
    elif phase == "end":
        yield Choice(ending.EndPhase(), "turn-over")
    elif view.window is not None:
        yield from reaction_choices(view)
    elif view.options.solo:
        yield Choice(Alien(all=True), "aliens")
    else:
        yield Choice(turn.EndTurn(), "over")


def step(table: Table) -> None:
    """Carry out the first choice that the rules accept."""
    for command, _why in choices(table.view):
        if table.do(command):
            return
    raise RuntimeError("a plain bot knows nothing more to do")


def play(table: Table) -> None:
    """Play on to the end of the match."""
    for _ in range(MOST_COMMANDS):
        if table.state.outcome.over:
            return
        step(table)
