"""`q40k study`: what decided a match, dice or choices."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import click
from msgspec.structs import replace

from q40k.bots.bot import LEVELS
from q40k.cli.base import Answer, bad_value, choice_option, flag, json_option, number_option, verb
from q40k.cli.chapters import chapter_lines
from q40k.cli.errors import DONE, Failure
from q40k.cli.lab.calls import count_cores, engine_options, explain_faults, open_shelf, show_games, stop_politely
from q40k.cli.open import match_argument, open_library, open_match
from q40k.cli.say import N_, _, echo, locale, remark
from q40k.lab.engines import Progress
from q40k.lab.match_study import open_workshop, record_of, study_match
from q40k.study.again import NoMoment, try_again
from q40k.study.figures import Study
from q40k.study.playouts import QUICK, USUAL, Settings
from q40k.study.tables import Sentences, chapters, data, headline, notes, put_into_words
from q40k.table.match_session import MatchSession


@verb(
    match_argument(last=True),
    flag(["--quick"], N_("Only sixteen play-outs to the end of the next turn each; a quarter of the time.")),
    number_option(["--plays"], N_("How many play-outs each."), 2, 10_000),
    number_option(
        ["--ahead"], N_("How many turns further they go; two, if nothing is said."), 0, 1000, metavar=N_("TURNS")
    ),
    flag(["--to-end"], N_("Play every play-out to the end of the match: that takes hours.")),
    choice_option(["--level"], LEVELS, N_("How well the bots play that play on.")),
    number_option(
        ["from_", "--from"],
        N_("Try it again instead: another match begins before this entry, with bots on the other seats."),
        1,
        metavar=N_("ENTRY"),
    ),
    *engine_options(),
    json_option(N_("Print everything as JSON.")),
)
def study(
    match: str,
    quick: bool,
    plays: int | None,
    ahead: int | None,
    to_end: bool,
    level: str | None,
    from_: int | None,
    cores: int | None,
    cluster: str | None,
    shelf: Path | None,
) -> int | Answer:
    """Study a match."""
    if from_ is not None:
        return _try_again(match, from_)
    with open_match(match) as match_session, closing(open_shelf(shelf)) as kept:
        _check(match_session)
        settings = _settings(quick, plays, ahead, to_end, level)

        game, record = match_session.game, record_of(match_session)
        with explain_faults(cluster), open_workshop(game, record, kept, count_cores(cores), cluster, _show) as workshop:
            try:
                result = study_match(workshop, kept, match_session, record, settings)
            except KeyboardInterrupt:
                return stop_politely()
        words = put_into_words(game, locale(), record, match_session.state, result)
    return Answer(lambda: data(result, words), lambda: _study_lines(result, words))


def _study_lines(result: Study, words: Sentences) -> Iterator[str]:
    if not result.rows:
        yield _("There is nothing to study yet.")
        return
    yield from (headline(locale(), result, words), "")
    yield from chapter_lines(list(chapters(locale(), result, words)))
    yield ""
    for note in notes(locale(), result):
        yield from click.wrap_text(note, 78).splitlines()


def _check(match_session: MatchSession) -> None:
    """Refuse a match that cannot be studied, or whose study would tell secrets. Raises Failure."""
    if match_session.game.study is None:
        title = _("Matches of {game} cannot be studied.", game=match_session.game.name)
        raise Failure(title, _("`q40k games` lists the games."))
    if match_session.is_open_with_secrets:
        title = _("A study would tell what is still secret in this match.")
        raise Failure(title, _("Study it when it is over."))


def _try_again(match: str, entry: int) -> int:
    """Begin a match before the command of an entry, with bots on all seats but that of who gave it."""

    with open_library() as library, open_match(match) as match_session:
        if match_session.game.study is None:
            _check(match_session)
        try:
            number = try_again(match_session, entry, locale(), library.path)
        except NoMoment as error:
            message = N_("nothing comes before this entry.") if error.is_first else N_("that is no entry of the match.")
            raise bad_value("--from", _(message)) from error
    echo(str(number))
    remark(_("Match {number} goes on from there: q40k resume {number}", number=number))
    return DONE


def _settings(quick: bool, plays: int | None, ahead: int | None, to_end: bool, level: str | None) -> Settings:
    """Return the settings of a call: those that it leaves out are the quick or the usual ones."""

    settings = replace(QUICK if quick else USUAL, **({"ahead": None} if to_end else {}))
    numbers = {"plays": plays, "ahead": ahead, "level": level}
    return replace(settings, **{name: value for name, value in numbers.items() if value is not None})


def _show(progress: Progress) -> None:
    show_games(progress, N_("{place} of {number} commands, {left} left   "))
