"""A seat's page on a phone: the seat's state and its question, with keys for a thumb."""

from collections.abc import Iterable, Sequence
from typing import Any

from q40k.i18n.locale import N_, Locale
from q40k.i18n.questions import WordedQuestion, answer_text
from q40k.i18n.scores import winners_line
from q40k.kernel import events
from q40k.live.drawn_code import draw_code
from q40k.live.html import texts
from q40k.live.inbox import EARLY, Post
from q40k.packs.codes import PAGE, link
from q40k.table.codes import SharedCode
from q40k.table.match_session import MatchSession

MOST_NAME = 40
"""The greatest length of a name, or of what somebody wishes to play."""


# -- the seat ------------------------------------------------------------------------------


def card(locale: Locale, session: MatchSession, seat: str) -> str:
    """Return what the game tells a seat, and its row of the board, cell by cell."""
    words, state = session.game.words, session.state
    owner = next((s for s in session.game.view.seats(state) if s.id == seat), None)
    if owner is None:
        return ""
    shown = words.board(locale, state)
    rows = [row for row in shown.rows if owner.name in (cell.rstrip(" *") for cell in row)]
    row = rows[0] if len(rows) == 1 else None  # if a seat has several rows, the card tells them
    pairs = zip(shown.columns, row, strict=True) if row is not None else ()
    cells = [(head, cell) for head, cell in pairs if head != "#" and cell.rstrip(" *") != owner.name and cell != "-"]
    facts = "" if row is not None else " · ".join(shown.heading)
    return texts(locale).card(facts, words.card(locale, state, seat), cells)


def turn(locale: Locale, session: MatchSession, seat: str) -> str:
    """Return whether it is the seat's turn, the seat is asked, or who acts.

    The phone vibrates if the seat acts now or next.
    """
    view, state = session.game.view, session.state
    status = view.status(state)
    names = [player.name for player in view.seats(state) if player.id in status.active]
    is_next = not status.over and view.next_seat(state) == seat
    if status.over:
        text = winners_line(locale, status.winners)
    elif seat in status.active:
        text = locale.gettext(N_("It is your turn."))
    elif open_question(session, seat) is not None:
        text = locale.gettext(N_("You are asked."))
    elif is_next:
        text = locale.gettext(N_("You are next."))
    elif names:
        text = locale.say(N_("Now: {names}."), names=locale.join_and(names))
    else:
        return ""
    is_own = (seat in status.active or is_next) and not status.over
    return texts(locale).turn(text, is_own)


# -- the question --------------------------------------------------------------------------


def question_at(session: MatchSession, seat: str, head: int) -> events.Question | None:
    """Return what a seat is asked at an entry, or may answer early (`inbox.EARLY`)."""
    if head == EARLY:
        offer = session.game.view.early_question(session.state, seat)
        return None if offer is None else offer[1]
    question = session.question
    is_asked = question is not None and question.who == seat and head == session.head
    return question if is_asked else None


def open_question(session: MatchSession, seat: str) -> tuple[int, events.Question] | None:
    """Return what a seat is asked, or may answer early, with its entry."""
    for head in (session.head, EARLY):
        question = question_at(session, seat, head)
        if question is not None:
            return head, question
    return None


DECIDED = N_("What decided it?")
"""The key that asks for a study."""


def can_be_studied(session: MatchSession) -> bool:
    """Return whether a match is over and bots of its game can play it on."""
    return "study" in session.game.parts and session.game.view.status(session.state).over


def question_form(locale: Locale, session: MatchSession, seat: str) -> str:
    """Return the seat's question with its keys; without one after the match the key that asks what decided it."""
    at_entry = open_question(session, seat)
    if at_entry is None:
        return texts(locale).study_key(locale.gettext(DECIDED)) if can_be_studied(session) else ""
    head, question = at_entry
    words = session.game.words.ask(locale, session.state, question)
    attributes, fields = form(locale, question, words)
    return texts(locale).question(head, attributes, words, fields)


BECAME = {
    "waits": N_("Sent: the referee looks at it."),
    "taken": N_("Taken."),
    "refused": N_("Not taken: {why}"),
    "late": N_("Too late: it was already answered at the table."),
    "replaced": N_("Replaced by a newer answer."),
}
JOINED = {
    "waits": BECAME["waits"],
    "taken": N_("You are in: the referee has the code of your own page."),
    "refused": N_("Not let in: {why}"),
}
BROUGHT = {"waits": BECAME["waits"], "taken": N_("The table has taken it in."), "refused": N_("Not taken in: {why}")}
STUDIED = {"waits": N_("Bots play the match on. {why}"), "taken": "{why}", "refused": N_("Not studied: {why}")}


def answer_results(locale: Locale, posts: Sequence[Post], *, is_asked: bool = False) -> str:
    """Return what became of a seat's answers, the newest first; of several, each with its words.

    While the seat is asked something else, an answer that was just taken is not worth a line.
    """
    if is_asked:
        posts = [post for post in posts if post.became != "taken" or post.why]
    return "".join(_answer_result(locale, post, alone=len(posts) == 1) for post in posts)


def _answer_result(locale: Locale, post: Post, *, alone: bool) -> str:
    """Return what became of an answer; for dice that the app rolled, the result."""
    if post.kind == "study":
        return texts(locale).result(post.became, _study_text(locale, post), post.id)
    why = post.why or locale.gettext(N_("the referee says no"))
    rolled = post.became == "taken" and bool(post.why)
    text = locale.say(N_("Rolled: {why}") if rolled else BECAME[post.became], why=why)
    if not alone:
        answer = locale.gettext(N_("the app’s dice")) if post.body is None else answer_text(post.body)
        text = locale.say(N_("{answer}: {result}"), answer=answer, result=text)
    kind = f"{post.became} rolled" if rolled else post.became
    return texts(locale).result(kind, text, post.id)


def _study_text(locale: Locale, post: Post) -> str:
    return locale.say(STUDIED.get(post.became, STUDIED["waits"]), why=post.why).strip()


def wish_result(locale: Locale, post: Post) -> str:
    """Return what became of a wish to join, of a pack, or of the wish for a study, for its sender."""
    if post.kind == "study":
        return texts(locale).result(post.became, _study_text(locale, post))
    why = post.why or locale.gettext(N_("the referee says no"))
    sentences = BROUGHT if post.kind == "pack" else JOINED
    text = locale.say(sentences.get(post.became, sentences["refused"]), why=why)
    return texts(locale).result(post.became, text)


# -- codes to show -------------------------------------------------------------------------


def shared_section(locale: Locale, codes: Iterable[SharedCode], board: str) -> str:
    """Return the folded part of a phone's page with a square code for each thing that can be handed on.

    `board` is the address of the board, for the links in the codes.
    """
    return texts(locale).shared(
        [(code.name(locale), PAGE + code.code, draw_code(locale, link(board, code.code))) for code in codes]
    )


# -- the form for a question -----------------------------------------------------------------------

MOST_KEYS = 18
"""So many numbers have a key each; more numbers get a stepper."""
MOST_TYPED = 200


def form(locale: Locale, question: events.Question, words: WordedQuestion) -> tuple[dict[str, Any], str]:
    """Return the attributes of a question's form, and its keys as HTML."""
    html = texts(locale)
    if isinstance(question, events.DiceQuestion):
        most = ",".join(str(question.most(place)) for place in range(len(question.dice)))
        return {"data-kind": "dice", "data-dice": most}, _dice(locale, question, words)
    if isinstance(question, events.NumberQuestion):
        return {"data-kind": "number"}, html.number(question, words.title)
    if isinstance(question, events.EachQuestion):
        return {"data-kind": "each"}, html.each(words)
    labels = [label for _value, label in words.options]
    if isinstance(question, events.OrderQuestion):
        missing = [
            locale.plural("{number} is still to be put in order", "{number} are still to be put in order", place)
            for place in range(1, len(labels) + 1)
        ]
        return {"data-kind": "order", "data-all": len(labels)}, html.options(labels, True, missing)
    several = isinstance(question, events.SeveralQuestion)
    return {"data-kind": "several" if several else "choice"}, html.options(labels, several, ())


def _dice(locale: Locale, question: events.DiceQuestion, words: WordedQuestion) -> str:
    """Return the keys for dice, and where only a number matters those in place of dice."""
    places, html = range(len(question.dice)), texts(locale)
    faces = max(question.most(place) for place in places)
    own = locale.plural("or type your own die", "or type your own dice", len(places))
    missing = [locale.plural("{number} die is missing", "{number} dice are missing", place + 1) for place in places]
    keys = html.dice(len(places), faces, own, missing)
    if not isinstance(question, events.TallyQuestion):
        return keys
    apart = [
        (name, locale.gettext(label))
        for name, matters, label in (
            ("sixes", question.sixes, N_("of these, 6s")),
            ("ones", question.ones, N_("of the others, 1s")),
        )
        if matters and not question.summed
    ]
    few = not apart and question.most_total - question.least < MOST_KEYS
    numbers = range(question.least, question.most_total + 1) if few else ()
    return keys + html.tally(question, numbers, apart, words.options, events.DEAD)


# -- answers -------------------------------------------------------------------------------


def answer_of(question: events.Question, value: Any) -> events.Answer:
    """Return the answer that a phone sent.

    Dice and other typed answers come as text, options by their places, numbers as they are. Raises
    ValueError, AnswerError.
    """
    if isinstance(question, events.DiceQuestion):
        if not isinstance(value, str) or len(value) > MOST_TYPED:
            raise ValueError(value)
        return question.parse(value)
    if isinstance(question, events.NumberQuestion):
        return question.check(_places([value], 10**6)[0])
    options: Sequence[Any] = (
        question.items if isinstance(question, events.OrderQuestion) else getattr(question, "options", ())
    )
    places = _places(value if isinstance(value, list) else [value], len(options))
    chosen = [options[place] for place in places]
    return question.check(chosen if isinstance(value, list) else chosen[0])


def _places(values: Sequence[Any], most: int) -> Sequence[int]:
    """Return whole numbers below `most`. Raises ValueError."""
    if len(values) > MOST_TYPED or any(type(value) is not int or not 0 <= value < most for value in values):
        raise ValueError(values)
    return values
