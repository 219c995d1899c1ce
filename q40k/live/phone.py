"""A seat's page on a phone: the seat's state and its question, with keys for a thumb."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

from msgspec import Struct

from q40k.i18n.locale import N_, Locale
from q40k.i18n.questions import WordedQuestion, answer_text
from q40k.i18n.scores import winners_line
from q40k.i18n.wording import Fold
from q40k.kernel import events
from q40k.live.address import squares
from q40k.live.inbox import EARLY, Post
from q40k.live.page import MOMENT, connection_notice, document
from q40k.live.parts import FeedLine, seat_class
from q40k.packs.codes import PAGE, link
from q40k.report.html import safe
from q40k.table.codes import SharedCode
from q40k.table.match_session import MatchSession

MOST_NAME = 40
"""The greatest length of a name, or of what somebody wishes to play."""
_PLAIN = f'maxlength="{MOST_NAME}" autocorrect="off" spellcheck="false"'
"""A name stays as it is typed: phones would put a curly apostrophe in the place of a straight one."""


# -- the seat ------------------------------------------------------------------------------


def card(locale: Locale, session: MatchSession, seat: str) -> str:
    """Return what the game tells a seat, and its row of the board, cell by cell."""
    words, state = session.game.words, session.state
    owner = next((s for s in session.game.view.seats(state) if s.id == seat), None)
    if owner is None:
        return ""
    lines = "".join(_line(line) for line in words.card(locale, state, seat))
    shown = words.board(locale, state)
    rows = [row for row in shown.rows if owner.name in (cell.rstrip(" *") for cell in row)]
    row = rows[0] if len(rows) == 1 else None  # if a seat has several rows, the card tells them
    pairs = zip(shown.columns, row, strict=True) if row is not None else ()
    cells = "".join(
        f"<div><dt>{safe(head)}</dt><dd>{safe(cell)}</dd></div>"
        for head, cell in pairs
        if head != "#" and cell.rstrip(" *") != owner.name and cell != "-"
    )
    facts = "" if row is not None else " · ".join(shown.heading)
    heading = f'<p class="facts">{safe(facts)}</p>' if facts else ""
    return heading + lines + (f"<dl>{cells}</dl>" if cells else "")


def _line(item: str | Fold) -> str:
    if isinstance(item, str):
        return f"<p>{safe(item)}</p>"
    more = "".join(f"<p>{safe(more_line)}</p>" for more_line in item.more)
    return f"<details><summary>{safe(item.line)}</summary>{more}</details>"


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
    return f'<p class="turn{" mine" * is_own}">{safe(text)}</p>'


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
    return session.game.study is not None and session.game.view.status(session.state).over


def question_form(locale: Locale, session: MatchSession, seat: str) -> str:
    """Return the seat's question with its keys; without one after the match the key that asks what decided it."""
    at_entry = open_question(session, seat)
    if at_entry is None:
        label = locale.gettext(DECIDED)
        key = f'<button type="button" id="study">{safe(label)}</button>'
        return key if can_be_studied(session) else ""
    head, question = at_entry
    words = session.game.words.ask(locale, session.state, question)
    why = f'<p class="why">{safe(words.why)}</p>' if words.why else ""
    odds = "".join(f'<p class="odds">{safe(chance)}</p>' for chance in words.odds)
    answer_form = form(locale, question, words)
    return (
        f'<form id="answer" data-head="{head}"{answer_form.attributes}>'
        f"<h2>{safe(words.title)}</h2>{why}{odds}{answer_form.html}</form>"
    )


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
FAILED = N_("That could not be sent. Try again.")


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
        return f'<p class="{post.became}" data-id="{post.id}">{safe(_study_text(locale, post))}</p>'
    why = post.why or locale.gettext(N_("the referee says no"))
    rolled = post.became == "taken" and bool(post.why)
    text = locale.say(N_("Rolled: {why}") if rolled else BECAME[post.became], why=why)
    if not alone:
        answer = locale.gettext(N_("the app’s dice")) if post.body is None else answer_text(post.body)
        text = locale.say(N_("{answer}: {result}"), answer=answer, result=text)
    kind = f"{post.became} rolled" if rolled else post.became
    return f'<p class="{kind}" data-id="{post.id}">{safe(text)}</p>'


def _study_text(locale: Locale, post: Post) -> str:
    return locale.say(STUDIED.get(post.became, STUDIED["waits"]), why=post.why).strip()


def wish_result(locale: Locale, post: Post) -> str:
    """Return what became of a wish to join, of a pack, or of the wish for a study, for its sender."""
    if post.kind == "study":
        return f'<p class="{post.became}">{safe(_study_text(locale, post))}</p>'
    why = post.why or locale.gettext(N_("the referee says no"))
    sentences = BROUGHT if post.kind == "pack" else JOINED
    text = locale.say(sentences.get(post.became, sentences["refused"]), why=why)
    return f'<p class="{post.became}">{safe(text)}</p>'


# -- the pages -----------------------------------------------------------------------------


def seat_page(
    locale: Locale,
    name: str,
    colour: int,
    shown: Mapping[str, str],
    feed: Sequence[FeedLine],
    where: str,
    *,
    sheet: str,
    codes: str = "",
) -> str:
    """Return a seat's own page; `where` is the address of its events, `codes` the part with its square codes."""
    _ = locale.gettext
    happened = safe(_(N_("What happened")))
    referee, nothing = safe(_(N_("Call the referee"))), safe(_(N_("Roll for nothing")))
    called, failed = safe(_(N_("The referee is called."))), safe(_(FAILED))
    moments = safe(_(N_("Moments on the whole screen")))
    lines = "".join(line.html for line in feed)
    body = (
        f'<main class="{seat_class(colour)}" data-events="{safe(where)}" data-failed="{failed}">'
        f'<header><h1>{safe(name)}</h1><div id="turn" aria-live="polite">{shown["turn"]}</div>'
        f'</header><section id="asked" aria-live="polite">{shown["asked"]}</section>'
        f'<div id="became" role="status">{shown["became"]}</div>'
        f'<section id="card">{shown["card"]}</section>'
        f'<section id="score"><div id="race">{shown["race"]}</div></section>'
        f'<section id="happened"><h2>{happened}</h2>'
        f'<div role="log" aria-live="off" aria-label="{happened}" tabindex="0">'
        f'<ol id="feed">{lines}</ol></div>'
        f'<button type="button" id="moments" class="tool" aria-pressed="false">{moments}</button></section>'
        f"{codes}</main>"
        f'<nav id="tools"><button type="button" id="call" data-called="{called}">{referee}</button>'
        f'<button type="button" id="nothing">{nothing}</button>'
        f'<output id="rolled" aria-live="polite"></output></nav>{MOMENT}{connection_notice(locale)}'
    )
    return document(locale, name, body, sheet=sheet, kind="seat", theme="dark")


def closed_page(locale: Locale, *, sheet: str) -> str:
    """Return the page of a code that is not valid, or no longer."""
    _ = locale.gettext
    title = safe(_(N_("This code is worth nothing any more.")))
    ask = safe(_(N_("Ask the referee for a new one.")))
    body = f"<main><h1>{title}</h1><p>{ask}</p></main>"
    return document(locale, "q40k", body, sheet=sheet, kind="seat", theme="dark")


def table_page(locale: Locale, title: str, *, is_over: bool, sheet: str) -> str:
    """Return the page of the table's code: a latecomer gives a name and what they play.

    After the match it asks what decided it.
    """
    _ = locale.gettext
    yours, plays, failed = safe(_(N_("Your name"))), safe(_(N_("What you play"))), safe(_(FAILED))
    fields = (
        ""
        if is_over
        else (
            f'<label>{yours}<input name="name" required autocomplete="nickname" {_PLAIN}></label>'
            f'<label>{plays}<input name="plays" autocomplete="off" {_PLAIN}></label>'
        )
    )
    wish = safe(_(DECIDED if is_over else N_("I wish to join")))
    body = (
        f'<main data-failed="{failed}"><h1>{safe(title)}</h1>'
        f'<form id="join" data-asks="{"study" if is_over else "join"}">{fields}'
        f'<button type="submit" class="send">{wish}</button></form>'
        f'<div id="became" role="status"></div></main>'
    )
    return document(locale, title, body, sheet=sheet, kind="seat", theme="dark")


# -- codes to show -------------------------------------------------------------------------


BRING = N_("Bring a code")


def shared_section(locale: Locale, codes: Iterable[SharedCode], board: str) -> str:
    """Return the folded part of a phone's page with a square code for each thing that can be handed on.

    `board` is the address of the board, for the links in the codes.
    """
    bring = f'<p><a href="/pack">{safe(locale.gettext(BRING))}</a></p>'
    parts = "".join(
        f'<figure class="code">{draw_code(link(board, shared.code))}<figcaption>'
        f'<a href="{safe(PAGE + shared.code)}">{safe(shared.name(locale))}</a></figcaption></figure>'
        for shared in codes
    )
    if not parts:
        return f'<section id="codes">{bring}</section>'
    title = safe(locale.gettext(N_("To take along")))
    return f'<section id="codes"><details><summary>{title}</summary>{parts}</details>{bring}</section>'


@lru_cache(64)
def draw_code(text: str) -> str:
    """Return a square code as SVG, dark on white, neighbours in a row as one box."""
    rows = squares(text)
    return (
        f'<svg viewBox="0 0 {len(rows)} {len(rows)}" shape-rendering="crispEdges" aria-hidden="true">'
        f'<rect width="100%" height="100%" fill="#fff"/><path d="{"".join(_boxes(rows))}"/></svg>'
    )


def _boxes(rows: list[list[int]]) -> Iterator[str]:
    for y, row in enumerate(rows):
        x = 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                yield f"M{x} {y}h{length}v1h-{length}z"
            x += length


# -- the form for a question -----------------------------------------------------------------------

MOST_KEYS = 18
"""So many numbers have a key each; more numbers get a stepper."""
MOST_TYPED = 200


class Form(Struct, frozen=True):
    """A question's form: its attributes, and the HTML of its keys."""

    attributes: str
    html: str


def form(locale: Locale, question: events.Question, words: WordedQuestion) -> Form:
    """Return the form for a question."""
    if isinstance(question, events.DiceQuestion):
        most = ",".join(str(question.most(place)) for place in range(len(question.dice)))
        html = "".join(_dice(locale, question, words))
        return Form(f' data-kind="dice" data-dice="{most}"', html)
    if isinstance(question, events.NumberQuestion):
        stepper = _stepper(locale, "number", question.least, question.most, words.title)
        return Form(' data-kind="number"', f"{stepper}{_send(locale)}")
    if isinstance(question, events.EachQuestion):
        return Form(' data-kind="each"', "".join(_each(locale, words)))
    several = isinstance(question, events.SeveralQuestion | events.OrderQuestion)
    press = ' aria-pressed="false"' if several else ""
    options = "".join(
        f'<button type="button" class="option" value="{place}"{press}>{safe(label)}</button>'
        for place, (_value, label) in enumerate(words.options)
    )
    if not several:
        return Form(' data-kind="choice"', options)
    ordered = isinstance(question, events.OrderQuestion)
    if not ordered:
        return Form(' data-kind="several"', options + _send(locale))
    missing = [
        locale.plural("{number} is still to be put in order", "{number} are still to be put in order", count)
        for count in range(1, len(words.options) + 1)
    ]
    return Form(f' data-kind="order" data-all="{len(words.options)}"', options + _send(locale, missing=missing))


def _send(locale: Locale, label: str = N_("Send"), missing: Sequence[str] = ()) -> str:
    """Return the key that sends; it is grey as long as something is `missing`, and says what."""
    text = locale.gettext(label)
    if not missing:
        return f'<button type="submit" class="send">{safe(text)}</button>'
    labels = safe("|".join((text, *missing)))
    return (
        f'<button type="submit" class="send" aria-disabled="true" data-labels="{labels}">{safe(missing[-1])}</button>'
    )


# -- dice ----------------------------------------------------------------------------------


def _dice(locale: Locale, question: events.DiceQuestion, words: WordedQuestion) -> Iterator[str]:
    """Yield a key to let the app roll; faces to type, a key to take one back; then other answers.

    The app's roll is far from the key that sends, and cannot be had once a die is typed.
    """
    _ = locale.gettext
    places = range(len(question.dice))
    faces = "".join(
        f'<button type="button" class="face" value="{face}">{face}</button>'
        for face in range(1, max(question.most(place) for place in places) + 1)
    )
    back, roll = safe(_(N_("Take back"))), safe(_(N_("Roll for me")))
    mine = safe(locale.plural("or type your own die", "or type your own dice", len(places)))
    yield f'<button type="button" class="roll">{roll}</button><p class="or">{mine}</p>'
    label = safe(locale.gettext(N_("Dice typed so far")))
    yield f'<output class="slots" aria-live="polite" aria-label="{label}">{"<i></i>" * len(places)}</output>'
    yield f'<div class="faces">{faces}</div>'
    back_button = f'<button type="button" class="back">{back}</button>'
    missing = [locale.plural("{number} die is missing", "{number} dice are missing", place + 1) for place in places]
    send = _send(locale, N_("Send my dice"), missing)
    yield f'<div class="row">{back_button}{send}</div>'
    if isinstance(question, events.TallyQuestion):
        yield from _tally(locale, question, words)


def _tally(locale: Locale, question: events.TallyQuestion, words: WordedQuestion) -> Iterator[str]:
    """Yield the keys in place of dice: how many pass or their sum, other answers, the end of it."""
    _ = locale.gettext
    legend = safe(_(N_("Or only their sum") if question.summed else N_("Or only how many pass")))
    yield f'<fieldset class="count"><legend>{legend}</legend>'
    apart = [
        (name, label)
        for name, matters, label in (
            ("sixes", question.sixes, N_("of these, 6s")),
            ("ones", question.ones, N_("of the others, 1s")),
        )
        if matters and not question.summed
    ]
    least, most = question.least, question.most_total
    if not apart and most - least < MOST_KEYS:
        numbers = "".join(_answer_key(f"={value}", str(value)) for value in range(least, most + 1))
        yield f'<div class="numbers">{numbers}</div>'
    else:
        yield _stepper(locale, "passed", least, most, legend)
        for name, label in apart:
            text = safe(_(label))
            stepper = _stepper(locale, name, 0, most, text)
            yield f'<div class="apart"><span>{text}</span>{stepper}</div>'
        button_text = safe(_(N_("Send this")))
        yield f'<button type="button" class="counted send">{button_text}</button>'
    yield "</fieldset>"
    for value, label in words.options:
        yield _answer_key(str(value), label)
    if question.finishes:
        yield _answer_key(events.DEAD, _(N_("Dead: no more dice")))


def _answer_key(value: str, label: str) -> str:
    """Return a key that is a whole answer."""
    return f'<button type="button" class="said" value="{safe(value)}">{safe(label)}</button>'


def _stepper(locale: Locale, name: str, least: int, most: int, label: str) -> str:
    """Return a number to count up and down, or to type."""
    less, more = safe(locale.gettext(N_("one less"))), safe(locale.gettext(N_("one more")))
    return (
        f'<div class="row step"><button type="button" class="less" aria-label="{less}">−</button>'
        f'<input class="number" name="{name}" inputmode="numeric" pattern="[0-9]*" maxlength="4"'
        f' value="{least}" data-least="{least}" data-most="{most}" aria-label="{safe(label)}">'
        f'<button type="button" class="more" aria-label="{more}">+</button></div>'
    )


# -- one of several for each -----------------------------------------------------------------


def _each(locale: Locale, words: WordedQuestion) -> Iterator[str]:
    """Yield a row of keys for every item; the first key is pressed."""
    for item, label in words.items:
        buttons = "".join(
            f'<button type="button" class="pick" name="{safe(item)}" value="{place}"'
            f' aria-pressed="{"false" if place else "true"}">{safe(text)}</button>'
            for place, (_value, text) in enumerate(words.options)
        )
        yield f'<fieldset class="picks"><legend>{safe(label)}</legend>{buttons}</fieldset>'
    yield _send(locale)


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
