"""Fights: their odds in a line, their dice at three depths, and their rolls unfolded."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from msgspec import field
from textual.screen import Screen

from q40k.games.quake.screen.base import Desk, action
from q40k.games.quake.state.damage import Working, as_why
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.odds import MoveOdds, ShotOdds, ThingOdds
from q40k.games.quake.words.fights import kind_name, reason, reason_with_source, working_line
from q40k.games.quake.words.wording import WORDS, name_of
from q40k.games.w40k3e.plans import Reason
from q40k.i18n.locale import N_, Locale, with_label
from q40k.i18n.questions import WordedQuestion
from q40k.kernel.events import DEAD, Answer, AnswerError, Question, TallyQuestion
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.text import is_digits
from q40k.table.match_session import Line, MatchSession
from q40k.tui.fields import UNSHIFTED, Dice, Entered, Move, Outcome, Pick
from q40k.tui.game_screen import Workings

# -- odds in a line ------------------------------------------------------------------------------


class Weighed(Pick):
    """A choice that shows the odds of the marked option."""

    tell: Callable[[Any], tuple[str, ...]] = lambda _value: ()

    def __post_init__(self) -> None:
        """Show the notes of the first mark."""
        self.update_notes()

    def press(self, key: str, character: str | None) -> Outcome:
        """Press a key, then show the notes of the marked option."""
        outcome = Pick.press(self, key, character)
        self.update_notes()
        return outcome

    def update_notes(self) -> None:
        """Show the notes of the marked option."""
        options = self.choices()
        self.notes = self.tell(options[self.at].value) if options else ()


def chance(locale: Locale, share: Fraction) -> str:
    """Write a chance in percent."""
    if share and share < Fraction(1, 200):
        return f"< {locale.percent(Fraction(1, 100))}"
    return locale.percent(share)


def shot_line(locale: Locale, odds: ShotOdds) -> tuple[str, ...]:
    """Return the chances of a shot to hit, wound and kill, and why it is barred or harmless."""
    parts = [
        locale.say(N_("hits {chance}"), chance=chance(locale, odds.hits)),
        locale.say(N_("wounds {chance}"), chance=chance(locale, odds.wounds)),
        locale.say(N_("kills {chance}"), chance=chance(locale, odds.kills)),
    ]
    if odds.harms != odds.kills:
        average = N_("{number} wounds lost on average")
        parts.append(locale.say(average, number=locale.number(float(odds.mean_lost))))
    if odds.burns:
        parts.append(locale.say(N_("burns the shooter {chance}"), chance=chance(locale, odds.burns)))
    return (*parts, *shot_bars(locale, odds), *harmless_notes(locale, odds.plan.attack.warnings))


def thing_line(locale: Locale, odds: ThingOdds, *, building: bool) -> tuple[str, ...]:
    """Return the odds of a shot at a barrel or a building, and why it is barred or harmless."""
    effect = N_("penetrates {chance}") if building else N_("sets it off {chance}")
    parts = [locale.say(effect, chance=chance(locale, odds.strikes))]
    if odds.mean:
        structure = N_("{number} points of structure on average")
        parts.append(locale.say(structure, number=locale.number(float(odds.mean))))
    if odds.falls:
        parts.append(locale.say(N_("it falls {chance}"), chance=chance(locale, odds.falls)))
    if odds.burns:
        parts.append(locale.say(N_("burns the shooter {chance}"), chance=chance(locale, odds.burns)))
    return (*parts, *firing_bars(locale, odds.findings), *harmless_notes(locale, odds.warnings))


def firing_bars(locale: Locale, findings: Iterable[Reason]) -> list[str]:
    """Return why a weapon may not be fired."""
    return [f"! {reason(locale, as_why(finding))}" for finding in findings]


def harmless_notes(locale: Locale, warnings: Iterable[Reason]) -> list[str]:
    """Return why an attack does nothing to its target."""
    return [f"⚠ {reason(locale, as_why(warning))}" for warning in warnings]


def shot_bars(locale: Locale, odds: ShotOdds) -> list[str]:
    """Return why a shot may not be fired; empty if it may."""
    bars = firing_bars(locale, odds.findings)
    if odds.hidden:
        hidden = locale.gettext(N_("too little of it can be seen"))
        bars.append(f"! {hidden}")
    return bars


def best_shot(shots: Iterable[ShotOdds]) -> ShotOdds:
    """Return the shot that is most likely to kill, preferring those that may be fired."""
    return max(shots, key=lambda shot: (shot.allowed, shot.kills, shot.mean_lost, -shot.burns))


def move_line(locale: Locale, odds: MoveOdds) -> tuple[str, ...]:
    """Return the chances of a jump, a leap or a charge."""
    chances: Sequence[tuple[str, Fraction]] = (
        (N_("succeeds {chance}"), odds.done),
        (N_("stops short {chance}"), odds.short),
        (N_("falls and lives {chance}"), odds.falls),
        (N_("dies {chance}"), odds.dies),
    )
    return tuple(locale.say(say, chance=chance(locale, share)) for say, share in chances if share)


# -- dice at three depths ------------------------------------------------------------------------


DEAD_KEYS = "dDmM"
"""D for dead, and M for « mort »: neither is a die result, so both work in any language."""


SAVES = ("armour", "cover", "invulnerable")


class Tally(Dice):
    """Dice to type, a count of passes after "=", all (+), none (0), dead (d)."""

    question: TallyQuestion = field(default_factory=lambda: TallyQuestion("tally"))

    @property
    def counting(self) -> bool:
        """Return whether a count is being typed instead of dice."""
        return self.buffer.startswith("=")

    @property
    def typed_count(self) -> int:
        """Return how many dice are typed so far."""
        return 0 if self.counting else sum(is_digits(c) for c in self.buffer)

    def press(self, key: str, character: str | None) -> Outcome:
        """Press a key; Tab asks for another save where there is one."""
        if key == "tab" and self.question.choices:
            self.error = ""
            return Entered(another_save(self.question))
        return Dice.press(self, key, character)

    def take(self, key: str, character: str | None) -> Outcome:
        """Take a die, or one key for the result of all. Raises AnswerError if impossible."""
        if self.counting:
            return self._count(key, character)
        if not self.buffer and character is not None:
            outcome = self._at_once(UNSHIFTED.get(character, character))
            if outcome is not None:
                return outcome
        return Dice.take(self, key, character)

    def _at_once(self, character: str) -> Outcome | None:
        """Return the outcome of a key that answers for all the dice."""
        question = self.question
        if character == "=":
            self.buffer = "="
            return Move.CHANGED
        if character in DEAD_KEYS and question.finishes:
            return Entered(DEAD)
        if not question.summed and character in "+0":
            return Entered(f"={len(question.dice) if character == '+' else 0}")
        return None

    def _count(self, key: str, character: str | None) -> Outcome:
        if key in ("enter", "space"):
            return Entered(self.buffer) if len(self.buffer) > 1 else Move.NOTHING
        digit = UNSHIFTED.get(character or "", character or "")
        if digit == "/" and self._apart and is_digits(self.buffer[-1]):
            self.buffer += digit
            return Move.CHANGED
        if len(digit) != 1 or digit not in "0123456789" or len(self.buffer) > 12:
            return Move.NOTHING
        if self._apart:
            self.buffer += digit
            return Move.CHANGED
        count, most = int(self.buffer[1:] + digit), self.question.most_total
        if count > most:  # the digits typed before stay
            raise AnswerError("tally-range", got=count, least=self.question.least, most=most)
        self.buffer += digit
        return Entered(self.buffer) if not count or count * 10 > most else Move.CHANGED

    @property
    def _apart(self) -> bool:
        """Whether 6s or 1s matter, so that a count may include their number."""
        return self.question.sixes or self.question.ones


def another_save(question: TallyQuestion) -> str:
    """Return the next save its owner may take; repeated calls go through all."""
    now = str(question.facts.get("subject"))
    after_now = SAVES[SAVES.index(now) + 1 :] + SAVES if now in SAVES else SAVES
    return next(save for save in after_now if save in question.choices)


def tally_field(desk: Desk, question: TallyQuestion, worded: WordedQuestion) -> Tally:
    """Return the field of a fight's dice, with its one-key answers."""
    _ = desk.locale.gettext
    keys = [("=", _("=2 two pass"))]
    if question.summed:
        keys = [("=", _("=7 the sum"))]
    elif len(question.dice) == 1:
        keys = [("+", _("+ passes")), ("0", _("0 fails"))]
    else:
        keys += [("+", _("+ all pass")), ("0", _("0 none passes"))]
    if question.finishes:
        keys.append(("d", _("d dead, no more dice")))
    other = ""
    if question.choices:
        kind = kind_name(desk.locale, "save", another_save(question))
        other = _("another save ({save})").format(save=kind)
    return Tally(
        worded.title,
        why=worded.why,
        rule=worded.rule,
        notes=worded.odds,
        question=question,
        buffer=desk.match_session.draft,
        also=tuple(keys),
        other=other,
    )


def unfold_question(desk: Desk) -> tuple[str, ...]:
    """Return each reason of the open question with its source, and the rolls before it."""
    question = desk.snapshot.question
    if not isinstance(question, TallyQuestion):
        return ()
    locale, state = desk.locale, desk.state
    lines = [reason_with_source(locale, state, why) for why in question.facts.get("why", ())]
    before = [working_line(locale, state, working(*roll)) for roll in answered_rolls(desk)]
    if before:
        lines += ["", locale.gettext(N_("So far:")), *before]
    head = with_label(locale, name_of(state, question.who or ""), kind_of(desk, question))
    return (f"{head} [{question.rule}]", *lines)


def kind_of(desk: Desk, question: Question) -> str:
    """Return what the dice of a question are for: "to hit"."""
    facts = question.facts
    return kind_name(desk.locale, str(facts.get("kind", "")), str(facts.get("subject", "")))


def answered_rolls(desk: Desk) -> Iterator[tuple[TallyQuestion, Answer]]:
    """Yield the answered rolls of the fight since the waiting command."""
    try:
        for entry in desk.match_session.answered_questions():
            question, answer = entry.question, entry.answer
            if isinstance(question, TallyQuestion) and answer not in question.choices:
                yield question, answer
    except JournalError:
        return


def working(question: TallyQuestion, answer: Answer) -> Working:
    """Return an answered roll in the form used by fight events."""
    facts = question.facts
    dice = tuple(int(die) for die in answer) if isinstance(answer, tuple) else None
    counts = TallyQuestion.counts(answer)
    if counts is not None:
        passed = counts[0]
    elif question.summed:
        passed = sum(dice or ())
    else:
        passed = sum(_passes(question, die) for die in dice or ())
    return Working(
        kind=str(facts.get("kind", "")),
        by=question.who,
        count=len(question.dice),
        needed=question.needed,
        at_most=bool(facts.get("at_most")),
        summed=question.summed,
        dice=dice,
        passed=passed,
        subject=str(facts.get("subject", "")),
        why=tuple(facts.get("why", ())),
    )


def _passes(question: TallyQuestion, die: int) -> bool:
    return die <= question.needed if question.facts.get("at_most") else die >= question.needed


# -- rolls unfolded ------------------------------------------------------------------------------


LOOK_BACK = 200
"""How many of the newest lines are searched for the last fight."""


MOST_ANSWERS = 400
"""The largest number of answers a command takes."""


def unfold_command(locale: Locale, match_session: MatchSession, line: Line) -> Workings:
    """Return the sentences of a line's command, each with its rolls.

    Raises JournalError.
    """
    entry = line.entry
    if entry.kind not in ("command", "answer"):
        return []
    first = entry.seq if entry.kind == "command" else entry.command
    lines = match_session.lines(after=first - 1, first=MOST_ANSWERS)
    own_lines = [candidate for candidate in lines if _belongs(candidate, first, undone=line.undone)]
    return _unfold(locale, match_session.state, own_lines)


def _belongs(line: Line, command: int, *, undone: bool) -> bool:
    entry = line.entry
    if entry.kind == "command":
        return entry.seq == command
    return entry.kind == "answer" and entry.command == command and line.undone == undone


def _unfold(locale: Locale, state: Match, lines: list[Line]) -> Workings:
    unfolded: Workings = []
    for line in lines:
        for event in line.events:
            sentence = WORDS.tell(locale, state, event, line.first_seq) or ""
            rolls = WORDS.unfold(locale, state, event)
            if sentence or rolls:
                unfolded.append((sentence, rolls))
    return unfolded


def unfold_last_fight(locale: Locale, match_session: MatchSession) -> Workings:
    """Return the newest command that rolled for a shot, a blow or a fall; empty if none did.

    Raises JournalError.
    """
    state = match_session.state
    for line in reversed(match_session.lines(LOOK_BACK, undone=False)):
        if any(WORDS.unfold(locale, state, event) for event in line.events):
            return unfold_command(locale, match_session, line)
    return []


def find_workings(locale: Locale, match_session: MatchSession, line: Line) -> Workings:
    """Return what a log line unfolds into; empty if no fight dice were rolled."""
    try:
        unfolded = unfold_command(locale, match_session, line)
    except JournalError:
        return []
    return unfolded if any(rolls for _, rolls in unfolded) else []


@action(
    "workings",
    "view",
    key="comma g",
    at=430,
    name=N_("How it came about"),
    help=N_(
        "Unfold the last shot, blow or fall: every roll with its numbers, what they needed, why, and by which rule."
    ),
)
def workings(desk: Desk) -> Screen[None] | None:
    """Unfold the last shot, blow or fall (, g)."""
    unfolded: Workings = []
    succeeded = desk.run_guarded(
        lambda: unfolded.extend(unfold_last_fight(desk.locale, desk.match_session)), settle=False
    )
    if unfolded:
        from q40k.tui.pages.sheet import WorkingsScreen  # late: its page opens with a key

        return WorkingsScreen(desk.locale, unfolded)
    if succeeded:
        _ = desk.locale.gettext
        desk.notice = _("Nothing has been shot, struck or fallen yet.")
    return None
