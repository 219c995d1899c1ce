"""The parts that every game's `print` command shares: paper, scale, file, codes for phones."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click
from click.shell_completion import CompletionItem
from msgspec import Struct
from msgspec.structs import replace

from q40k.cli.base import Argument, Call, Command, Option, bad_value, choice_option, flag, packs_option, verb
from q40k.cli.complete import Items
from q40k.cli.errors import Failure, add_nearest
from q40k.cli.files import file_exists_failure, find_document, force_option, out_option
from q40k.cli.open import game_option, match_option, open_match
from q40k.cli.say import N_, _, echo, echo_lines, echo_progress, locale, ngettext, remark
from q40k.cli.texts import pad
from q40k.games.game import Game
from q40k.i18n.width import width
from q40k.kernel.lookup import nearest
from q40k.kernel.whole_file import write_whole
from q40k.prints.offer import ALL, INK_LEVELS, OF_THE_SHELL, SEATS, InkLevel, Prints
from q40k.prints.paper import MEASURED, PAPERS, Paper, parse_measure
from q40k.prints.sheets import Sheet, TooLarge, join_sheets
from q40k.table.folders import library_file

if TYPE_CHECKING:
    from q40k.live.room import Closed, SeatCode


class Output(Struct, frozen=True):
    """How and where to print: the paper, the length of 100 mm on it, the inks, the file."""

    paper: Paper
    measured: float
    ink: InkLevel
    out: Path | None
    force: bool
    count: bool
    words: Literal["text", "braille"] | None = None  # instead of a PDF


class Measured(click.ParamType[float]):
    """A click type: the length of 100 mm in print, written with a point or a comma."""

    name = "mm"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number. Raises click.BadParameter."""
        measured = parse_measure(str(value))
        if measured is not None:
            return measured
        least, most = MEASURED
        text = _("It is a number from {least} to {most}.", least=round(least), most=round(most))
        return self.fail(text, param, ctx)


def what_argument(offer: Prints) -> Argument:
    """Return the argument that names what to print: some kinds, or all."""

    def complete(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> Items:

        items: list[CompletionItem[str]] = [
            CompletionItem(kind, help=_(about)) for kind, about in _every_kind(offer).items()
        ]
        return [item for item in items if item.value.startswith(incomplete)]

    return Argument(["what"], metavar=N_("WHAT..."), nargs=-1, shell_complete=complete)


def output_options() -> tuple[Option, ...]:
    """Return the options of paper and file."""
    return (
        choice_option(["--paper"], list(PAPERS), N_("The paper in the printer."), default="a4"),
        Option(
            ["--measured"],
            type=Measured(),
            default=100.0,
            metavar=N_("MM"),
            help=N_("What 100 mm of a printed ruler measure, from 90 to 110; the next print is put right."),
        ),
        choice_option(
            ["--ink"],
            list(INK_LEVELS),
            N_("Drawn pieces in colour or in two inks; or plain ones: full, half, outline."),
            default="colour",
        ),
        out_option(),
        flag(["--large"], N_("Running text in large letters, one column wide.")),
        Option(
            ["words", "--text"],
            flag_value="text",
            help=N_("The words alone, as plain text; on standard output without --out."),
        ),
        Option(
            ["words", "--braille"],
            flag_value="braille",
            help=N_("The words for a braille embosser (BRF); it needs liblouis."),
        ),
        force_option(),
        flag(["--count"], N_("Only say how many pages it takes.")),
    )


def print_command(
    offer: Prints, lacking: Mapping[str, tuple[str, str]], *own_options: Option, match_help: str
) -> Callable[[Callable[..., Any]], Command]:
    """Return a decorator that makes a game's `print` command of the function that returns the wish.

    The function gets the call, the `output`, the `state` of the --match or None, and its own
    options. `lacking` is explained at `print_kinds`. Without a kind, the command lists the kinds.
    """

    def decorate(make_wish: Callable[..., Any]) -> Command:
        @wraps(make_wish)
        def run(
            call: Call,
            what: tuple[str, ...],
            game: Game,
            match_: str | None,
            paper: str,
            measured: float,
            ink: InkLevel,
            out: Path | None,
            large: bool,
            words: Literal["text", "braille"] | None,
            force: bool,
            count: bool,
            **own: Any,
        ) -> None:
            if not check_kinds(what, offer):
                return
            state = None
            if match_ is not None:
                with open_match(match_, game=game.id) as match_session:
                    state = match_session.state
            output = Output(_paper(paper, large=large, words=words), measured, ink, out, force, count, words)
            wish = make_wish(call, output=output, state=state, **own)
            if match_ is not None:
                wish = replace(wish, board=_board_address())
            print_kinds(what, offer, wish, lacking, match_, output)

        options = (*own_options, match_option(["match_", "--match"], match_help), *output_options(), packs_option())
        return verb(what_argument(offer), game_option(), *options)(run)

    return decorate


def _board_address() -> str:
    """Return the address of the board that is open to the local network; "" if none is."""
    from q40k.live.address import LOOPBACK
    from q40k.live.room import board_address

    address = board_address(library_file()) or ""
    return "" if LOOPBACK in address else address


def _paper(name: str, *, large: bool, words: str | None) -> Paper:
    """Return the paper: large print on it, or a roll for words alone."""
    if words is not None:
        from q40k.prints.reading import ROLL

        return ROLL
    return replace(PAPERS[name], large=large)


def check_kinds(what: Sequence[str], offer: Prints) -> bool:
    """Return whether any kind was named; list the kinds if none was. Raises click.BadParameter."""

    if not what:
        _list(offer)
        return False
    choices = tuple(_every_kind(offer))
    for word in what:
        if word not in choices:
            text, every = _("There is no “{said}” to print.", said=word), _("It may be: {ids}.", ids=", ".join(choices))
            raise bad_value("WHAT", add_nearest(text, nearest(word, choices), every))
    return True


def chosen_kinds(what: Sequence[str], kinds: Iterable[str]) -> Iterable[str]:
    """Return the named kinds, each once. “all” means every kind, in their own order."""
    return kinds if ALL in what else dict.fromkeys(what)


def print_kinds(
    what: Sequence[str],
    offer: Prints,
    wish: Any,
    lacking: Mapping[str, tuple[str, str]],
    match: str | None,
    output: Output,
) -> None:
    """Print each kind that was asked for; of “all”, those that an evening needs.

    `lacking` gives, for a kind that is not always possible, the option it needs and the open
    question. `match` is what the call says of a match. Raises click.BadParameter, Failure, OSError.
    """
    codes = Codes(match or "", output.paper, output.measured)
    _deliver(_make_sheets(what, offer, wish, lacking, codes), output)


def _make_sheets(
    what: Sequence[str], offer: Prints, wish: Any, lacking: Mapping[str, tuple[str, str]], codes: Codes
) -> Iterator[tuple[str, Sequence[Sheet]]]:
    for word in chosen_kinds(what, (*offer.kinds, SEATS)):
        if word == SEATS:
            if word in what or codes.are_needed():
                yield word, codes.make()
            continue
        kind = offer.kinds[word]
        if word in what and not kind.possible(wish):
            option, question = lacking[word]
            raise bad_value(option, _(question))
        if word in what or kind.of_evening(wish):
            yield word, kind.make(wish)


class Codes(Struct, frozen=True):
    """The codes for phones of a match; "" is the match played last."""

    match: str
    paper: Paper
    measured: float

    def are_needed(self) -> bool:
        """Return whether an evening needs them: its match is named and its board open."""
        from q40k.live.room import Closed

        if not self.match:
            return False

        try:
            return bool(self._find_codes())
        except Closed:
            return False

    def make(self) -> list[Sheet]:
        """Return the sheets of codes to cut out. Raises Failure."""
        from q40k.live.room import Closed
        from q40k.live.sheet import sheets

        try:
            title, codes = self._find_codes()
        except Closed as closed:
            raise _closed_failure(closed) from closed
        return sheets(title, codes, self.paper.frame(self.measured))

    def _find_codes(self) -> tuple[str, list[SeatCode]]:
        """Return the name of the match, and the code of each seat. Raises Closed."""
        from q40k.live.room import Closed, seat_codes, seats_of

        with open_match(self.match or "last") as session:
            path = session.session.journal.path
            if path is None:
                raise Closed(only_here=False)
            seats = seats_of(locale(), session.game.view, session.state)
            codes = seat_codes(Path(path), session.number, seats)
            return session.row.name or session.game.name, codes


def _closed_failure(closed: Closed) -> Failure:
    """Return the failure for missing codes, and what to do."""
    if closed.only_here:
        title = _("The board of this match is open to this machine only.")
        todo = _("In the match, Ctrl+L then l opens it to the local network; then print again.")
    else:
        title = _("The board of this match is not open, so there are no codes for phones.")
        todo = _("In the match, Ctrl+L then 2 opens it; then print again.")
    return Failure(title, todo)


def _every_kind(offer: Prints) -> dict[str, str]:
    return offer.about | OF_THE_SHELL


def _list(offer: Prints) -> None:
    every = _every_kind(offer)
    widest = max(map(width, every))
    for kind, about in every.items():
        echo(f"{pad(kind, widest)}  {_(about)}")


def _deliver(kinds: Iterable[tuple[str, Sequence[Sheet]]], output: Output) -> None:
    """Print how many pages each kind takes, then write them all. Raises Failure, OSError."""
    sheets: list[Sheet] = []
    kinds_made = 0
    try:
        for kind, pages in kinds:
            message = ngettext("{kind}: {number} page", "{kind}: {number} pages", len(pages), kind=kind)
            echo(message, err=not output.count)
            sheets += pages
            kinds_made += 1
    except TooLarge as large:
        size = f"{large.wide_mm:g} × {large.high_mm:g} mm"
        title = _("A piece of {size} does not fit on {paper}.", size=size, paper=output.paper.name)
        raise Failure(title, _("Choose another --paper.")) from large
    if not sheets:
        raise Failure(_("There is nothing to print."), _("`q40k print` lists what there is."))
    if output.words is not None:
        _write_words(sheets, output)
        return
    joined = join_sheets(sheets, output.paper.frame(output.measured)) if kinds_made > 1 else sheets
    if len(joined) < len(sheets):
        message = ngettext(
            "{number} page together: small pieces share it.",
            "{number} pages together: small pieces share them.",
            len(joined),
        )
        echo(message, err=not output.count)
    if output.count:
        return
    _write(joined, output)


def _write_words(sheets: Sequence[Sheet], output: Output) -> None:
    """Write the words of sheets, as text or in braille. Raises Failure, OSError."""
    from q40k.prints.reading import NoTranslator, emboss, read_sheets

    lines = read_sheets(sheets)
    text = "\n".join(lines) + "\n"
    if output.words == "braille":
        try:
            text = emboss(lines, locale().language)
        except NoTranslator as error:
            title = _("There is no braille without liblouis: {why}.", why=error)
            todo = _("Install it (Debian, Ubuntu: liblouis-bin; Fedora: liblouis-utils; macOS: brew install liblouis).")
            raise Failure(title, todo) from error
    if output.out is None:
        echo_lines(text.splitlines())
        return
    if output.out.exists() and not output.force:
        raise file_exists_failure(output.out)
    write_whole(output.out, text.encode())


def on_a_terminal() -> bool:
    """Return whether somebody sees the progress."""
    return sys.stderr.isatty()


def _write(sheets: Sequence[Sheet], output: Output) -> None:

    from q40k.prints.writing import make_pdf, written_message

    path = output.out or find_document("q40k.pdf", force=output.force)
    if path.exists() and not output.force:
        raise file_exists_failure(path)
    is_shown = on_a_terminal()

    def progress(page: int) -> None:
        if is_shown:
            echo_progress(_("Writing page {page} of {number}…", page=page, number=len(sheets)))

    document = make_pdf(sheets, output.paper, locale(), measured=output.measured, progress=progress)
    write_whole(path, document.data, replace=output.force)
    if document.missing:
        remark(document.missing_warning(locale()))
    remark(written_message(locale(), path, len(sheets)))
