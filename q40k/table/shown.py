"""What every user interface shows of a match: colours, the race and the chances in it, the clock, what was entered."""

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import exp
from operator import mul
from typing import Any, Literal

from msgspec import Struct

from q40k.games.game import Racer, View
from q40k.i18n.amending import amendment_line, bookmark_line
from q40k.i18n.locale import N_, Locale
from q40k.i18n.questions import count_text
from q40k.i18n.scores import gain_text, score_text
from q40k.kernel.events import Question, TallyQuestion
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.replay import replay
from q40k.table.match_session import Line, MatchSession

# -- the race --------------------------------------------------------------------------------------

LEADS, NEAR = "♛", "!"
"""Who leads alone, and who may win with what happens next."""


class RacePlace(Struct, frozen=True):
    """A side in the race: whether it leads alone, and what it has gained this turn."""

    racer: Racer
    leads: bool = False
    more: Fraction = Fraction(0)

    @property
    def since(self) -> Fraction:
        """Its part of a win at the beginning of the turn."""
        return self.racer.progress - (self.more / self.racer.goal if self.racer.goal else 0)

    def mark(self) -> str:
        """Return its sign: may win now, leads, or neither."""
        return NEAR if self.racer.near else LEADS if self.leads else " "

    def figure(self, locale: Locale) -> str:
        """Return its score: "×3.4", "7/15"."""
        return score_text(locale, self.racer.scored, self.racer.goal, self.racer.unit)

    def gain(self, locale: Locale) -> str:
        """Return what it has gained this turn: "+1.2"; "" for nothing."""
        return gain_text(locale, self.more, self.racer.unit)


def race_places(racers: Sequence[Racer], began: Sequence[Racer] = ()) -> tuple[RacePlace, ...]:
    """Return the race, the nearest to winning first; `began` is the race at the start of the turn."""
    then = {racer.side: racer.scored for racer in began}
    progress = {racer.side: racer.progress for racer in racers}
    best = max(progress.values(), default=Fraction(0))
    ahead = [side for side, part in progress.items() if part == best and best > 0]
    return tuple(
        RacePlace(racer, [racer.side] == ahead, racer.scored - then.get(racer.side, racer.scored))
        for racer in sorted(racers, key=lambda racer: progress[racer.side], reverse=True)
    )


def ranks(racers: Sequence[Racer], winners: Sequence[str]) -> list[int]:
    """Return the rank of each racer; equal racers share a rank, and the next ones are skipped.

    Winners rank above all others, whatever the measure says.
    """
    scores = [(racer.name in winners, racer.progress) for racer in racers]
    return [scores.index(score) + 1 for score in scores]


def winners_first(race: Sequence[RacePlace], winners: Sequence[str]) -> list[RacePlace]:
    """Return the race with its winners in front, whatever the measure says."""
    return sorted(race, key=lambda place: place.racer.name not in winners)


# -- the clock -------------------------------------------------------------------------------------

Alarm = Literal["match-short", "match-over", "part-called", "part-over"]
"""The match's time is short or over; the time of a part is called, or over."""
WARNINGS = (5 * 60, 60, 0)
"""The clock warns when so many seconds of the match are left."""
CALLED_FOR = 2.0
"""How many seconds the clock is highlighted after its time was called."""


class Reading(Struct, frozen=True):
    """What the clock shows: seconds left of the match and of the part, None without a limit.

    `calls` and `hurry` are those of the game's clock, for the part.
    """

    match: float | None = None
    part: float | None = None
    paused: bool = False
    calls: tuple[int, ...] = ()
    hurry: tuple[int, int] | None = None

    @property
    def called(self) -> bool:
        """Whether the time of the part has just been called."""
        seconds = self.part
        return seconds is not None and any(seconds <= call < seconds + CALLED_FOR for call in self.calls)

    @property
    def warning(self) -> int | None:
        """The last warning that was reached."""
        seconds = self.match
        return None if seconds is None else min((w for w in WARNINGS if seconds <= w), default=None)


def reading(match_session: MatchSession) -> Reading | None:
    """Return what the clock of a match session shows now; None without a limit."""
    clock, played = match_session.game.view.clock(match_session.state), match_session.played
    if clock is None or (clock.limit is None and clock.part_limit is None):
        return None
    match = None if clock.limit is None else clock.limit - played
    part = None if clock.part_limit is None else clock.part_limit - (played - clock.part_start)
    return Reading(match, part, clock.is_paused, clock.call_times, clock.hurry)


def alarm(before: Reading, now: Reading) -> Alarm | None:
    """Return what has happened since: a warning of the match, or that a part is over or called."""
    if now.warning is not None and now.warning != before.warning:
        return "match-short" if now.warning else "match-over"
    if before.part is None or now.part is None:
        return None
    if before.part > 0 >= now.part:
        return "part-over"
    called = any(before.part > call >= now.part for call in now.calls)
    return "part-called" if called else None


def clock_message(locale: Locale, shown: Reading) -> str:
    """Return the message of the clock beside its time."""
    _ = locale.gettext
    if shown.paused:
        return _("the clock is stopped")
    if shown.match is not None and shown.match <= 0:
        return _("TIME IS UP: this turn is the last")
    if shown.part is not None and shown.part <= 0:
        return _("PART OVER")
    if shown.warning == 60:
        return _("LAST MINUTE")
    return _("five minutes left") if shown.warning == 300 else ""


# -- what was entered ------------------------------------------------------------------------------

MARKS = ("undo", "redo", "amend", "bookmark")
"""The kinds of entries that are no inputs."""
MOST_ANSWERS = 400
"""No command takes more answers than this."""


def describe_mark(locale: Locale, match_session: MatchSession, line: Line) -> str:
    """Return the text of such an entry, with its sign: what was undone, corrected or bookmarked."""
    entry, words = line.entry, match_session.game.words
    if entry.kind == "amend":
        return f"✎ {amendment_line(locale, words, entry.body, match_session.read_command)}"
    if entry.kind == "bookmark":
        return f"⚑ {bookmark_line(locale, entry.command, entry.body)}"
    target = match_session.lines(after=line.entry.command - 1, first=1)[0]
    correction = target.entry.kind == "amend"
    say = describe_mark if correction else describe_input
    text = say(locale, match_session, target)
    if line.entry.kind == "undo":
        return locale.say(N_("↶ taken back: {what}"), what=text)
    return locale.say(N_("↷ given back: {what}"), what=text)


SEALED = N_("an answer")
"""What is said of an answer that is secret."""


def describe_input(locale: Locale, match_session: MatchSession, line: Line) -> str:
    """Return what was entered in a line: the command in short, or the answer as it was given."""
    if line.entry.kind == "command":
        command, state = match_session.read_command(line.entry.body), match_session.state_of(line)
        return match_session.game.words.command(locale, command, state, line.events)
    answer = json.loads(line.entry.body)
    counts = TallyQuestion.counts(answer) is not None
    if counts or match_session.keeps_secrets:
        question = find_question(match_session, line.entry.command, line.entry.seq)
        if question is not None and question.secret:
            return locale.gettext(SEALED)
        if counts and isinstance(question, TallyQuestion):
            return count_text(locale, answer, summed=question.summed)
    return " ".join(map(str, answer)) if isinstance(answer, list) else str(answer)


def find_question(match_session: MatchSession, command: int, answer: int) -> Question | None:
    """Return the question that an entry answered, even if undone; None if it is unknown.

    `command` and `answer` are the numbers of the two entries.
    """
    cache = match_session.asked
    if (command, answer) not in cache:
        cache[command, answer] = _replay_question(match_session, command, answer)
    return cache[command, answer]


def _replay_question(match_session: MatchSession, command: int, answer: int) -> Question | None:
    session = match_session.session
    try:
        first, *later = [line.entry for line in match_session.lines(after=command - 1, first=MOST_ANSWERS)]
        before = session.state_before(command)
    except (JournalError, ValueError):
        return None
    earlier = [
        entry
        for entry in later
        if entry.seq < answer
        and entry.command == command
        and entry.kind == "answer"
        and (entry.undone_by is None or entry.undone_by > answer)
    ]
    again = replay(session.rules, before, [first, *earlier])
    if again.failure is not None or again.run is None or again.run.question is None:
        return None
    return match_session.mask_question(again.run.state, again.run.question)


# ---- chances to win


Shares = tuple[float, ...]
"""The part of its goal that each side has reached, side by side."""
Odds = tuple[float, ...]
"""The chance of each side to win, side by side."""


def standing(view: View, state: Any) -> dict[str, float]:
    """Return everybody's chance to win by how they stand; once it is over, who won it. A draw is everybody's."""
    status = view.status(state)
    if status.over:
        race = view.race(state)
        won = [racer.side for racer in race if not status.winners or racer.name in status.winners]
        if won:
            return {racer.side: (racer.side in won) / len(won) for racer in race}
    return weigh(view.prospects(state), view.moments.chances_weights)


def weigh(prospects: Mapping[str, Sequence[float]], weights: Sequence[float]) -> dict[str, float]:
    """Return everybody's chance to win: as great as the exponential of what speaks for them, weighed."""
    sums = {side: sum(map(mul, numbers, weights)) for side, numbers in prospects.items()}
    most = max(sums.values(), default=0.0)
    powers = {side: exp(number - most) for side, number in sums.items()}
    total = sum(powers.values())
    return {side: power / total for side, power in powers.items()}
