"""Commands of the season: what all finished matches together tell, and decisions about it.

Who is who, which matches count and their tags are decided here; each decision can be taken back.
"""

from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import closing, contextmanager
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import click

from q40k.care.joining import is_library
from q40k.cli.base import Answer, Argument, Option, bad_value, command, flag, json_option, number_option, verb_group
from q40k.cli.chapters import chapter_lines
from q40k.cli.complete import complete_files, complete_games
from q40k.cli.errors import DONE, REFUSED, Failure
from q40k.cli.files import find_document, force_option, out_option, write_file
from q40k.cli.open import match_argument, open_library, show_match_progress, unknown_game_error
from q40k.cli.say import N_, _, as_json, echo, echo_text, locale, remark
from q40k.games.game import UnknownGame, manifest
from q40k.i18n.briefs import moment
from q40k.kernel.commands import NAME_LENGTH, TEXT_LENGTH
from q40k.kernel.garbage import collect_in_portions
from q40k.kernel.journal.journal import Journal
from q40k.kernel.text import CSV_MARK, clean_text, fold_name
from q40k.kernel.whole_file import read_path
from q40k.season.checks import NobodyThere, TheyMet, displayed_name, merge_players, tell_apart
from q40k.season.club import Club, build_club
from q40k.season.data import as_csv, bgstats, data
from q40k.season.decision_wording import describe_decision, match_namer
from q40k.season.decisions import Decision, LeftOut, Line, Tagged, resting_on
from q40k.season.league_view import leagues
from q40k.season.league_wording import league_chapters
from q40k.season.page import page as season_page
from q40k.season.record import Joined, back_up_decisions, join_decisions, read_decisions, write_decisions
from q40k.season.record import redo as redo_decision
from q40k.season.record import undo as undo_decision
from q40k.season.season import EVERYTHING, Filter, Season, settle_leagues
from q40k.season.season import season as season_of
from q40k.season.wording import chapters, nothing_found, unread_decisions
from q40k.table.match_library import MatchLibrary, now

FILTERS = ("since", "until", "of", "played", "tag")


def _day(_ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    if not value:
        return ""
    try:
        return date.fromisoformat(value).isoformat()
    except ValueError:
        wrong = _("“{said}” is no day; write it as 2026-11-22.", said=value)
        raise bad_value(param.opts[0], wrong) from None


def game_id_of(_ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    """Return the id of the named game, "" for any. Raises click.BadParameter."""
    try:
        return manifest(value).id if value else ""
    except UnknownGame as error:
        raise unknown_game_error(error, param.opts[-1]) from error


def filter_options() -> tuple[Option, ...]:
    """Return the options that choose the matches."""
    return (
        Option(["--since"], metavar=N_("DAY"), callback=_day, help=N_("Only matches from this day on (2026-11-22).")),
        Option(["--until"], metavar=N_("DAY"), callback=_day, help=N_("Only matches up to this day.")),
        Option(
            ["of", "--of"],
            metavar=N_("GAME"),
            callback=game_id_of,
            shell_complete=complete_games,
            help=N_("Only matches of this game; `q40k games` lists them."),
        ),
        Option(
            ["--played"],
            metavar=N_("NAME"),
            default="",
            help=N_("Only matches in which this was played, as the list of matches says it."),
        ),
        Option(["--tag"], metavar=N_("TAG"), default="", help=N_("Only matches that bear this tag.")),
        flag(["--bots"], N_("Count the seats that bots played like players.")),
    )


def filter_of(options: dict[str, Any]) -> Filter:
    """Return the filter that the command names, or else the group above it."""

    parent = click.get_current_context().parent
    outer = parent.params if parent is not None else {}
    since, until, of, played, tag = (options.pop(name) or outer.get(name) or "" for name in FILTERS)
    bots = bool(options.pop("bots", False) or outer.get("bots"))
    if since and until and until < since:
        raise bad_value("--until", _("that is before --since."))
    return Filter(since, until, of, played, tag, bots)


def read_season(
    library: MatchLibrary, selection: Filter, cores: int | None = None, cluster: str | None = None
) -> Season:
    """Return the season; on a terminal, show the progress when it is first computed, on `cores` or a cluster."""

    collect_in_portions(started=False)  # each match that is rated leaves some
    if (cores or 1) == 1 and cluster is None:
        result = season_of(library, selection, show_match_progress)
    else:
        result = _read_together(library, selection, cores, cluster)
    for number in result.unread:
        remark(_("Match {number} cannot be read, so it does not count; `q40k doctor` tells more.", number=number))
    if result.lines:
        remark(unread_decisions(locale(), result.lines))
    if result.every and not (result.matches or result.left_out):
        remark(nothing_found(locale(), result, selection))
    return result


def _read_together(library: MatchLibrary, selection: Filter, cores: int | None, cluster: str | None) -> Season:
    """Return the season, worked out by several processes. Raises Failure."""
    from q40k.cli.lab.calls import count_cores, explain_faults
    from q40k.lab.engines import ClusterLost, open_executor

    place = number = 0

    @contextmanager
    def open_engine() -> Iterator[Executor]:
        with open_executor(count_cores(cores), cluster) as (executor, _workers):
            yield executor

    def show(at: int, of: int) -> None:
        nonlocal place, number
        place, number = at, of
        show_match_progress(place, number)

    with explain_faults(cluster):
        try:
            return season_of(library, selection, show, open_engine)
        except CancelledError as error:  # a client of Dask cancels what its scheduler no longer knows
            raise ClusterLost(place, number) from error


# -- show, export, page ----------------------------------------------------------------------------


def _show(cores: int | None, cluster: str | None, **said: Any) -> Answer:
    selection = filter_of(said)
    with open_library() as library:
        matches = read_season(library, selection, cores, cluster)
    empty = not (matches.every or matches.left_out or matches.club.leagues)

    def lines() -> Iterable[str]:
        return chapter_lines([*league_chapters(locale(), leagues(matches)), *chapters(locale(), matches)])

    note = _("There is no finished match to tell of.") if empty else ""
    return Answer(lambda: data(matches, selection), () if empty else lines, note=note)


@command(
    "export",
    *filter_options(),
    Option(
        ["form", "--format"],
        type=click.Choice(("csv", "json", "bgstats")),
        default="csv",
        show_default=True,
        help=N_("What is written."),
    ),
    out_option(N_("Write to this file instead of standard output.")),
    force_option(),
)
def export(form: str, out: Path | None, force: bool, **said: Any) -> None:
    """Write the results."""

    selection = filter_of(said)
    with open_library() as library:
        matches = read_season(library, selection)
    if form == "csv":
        text = as_csv(matches)
    elif form == "json":
        text = as_json(data(matches, selection)) + "\n"
    else:
        text = "".join(f"{link}\n" for link in bgstats(matches))
    if out is None:
        echo_text(text)
    else:
        write_file(out, (CSV_MARK if form == "csv" else "") + text, force=force)


@command("page", *filter_options(), out_option(), force_option())
def page(out: Path | None, force: bool, **said: Any) -> None:
    """Write the page."""

    selection = filter_of(said)
    with open_library() as library:
        matches = read_season(library, selection)
    path = out or find_document("q40k-season.html", force=force)
    write_file(path, season_page(locale(), matches, selection), force=force)


@command("join", Argument(["files"], metavar=N_("FILE..."), nargs=-1, required=True, shell_complete=complete_files))
def join(files: tuple[str, ...]) -> None:
    """Join the seasons of several libraries."""
    with open_library() as library:
        for file in files:
            path = read_path(file)
            if not path.is_file() or not is_library(path):
                raise bad_value(_("FILE"), _("{file} is no library of q40k.", file=file))
            before = _players(season_of(library))
            joined: list[Joined] = []
            results = library.join(path, show_match_progress, partial(_take_decisions, library, path, joined))
            now_there = season_of(library)
            matches = {result.match for result in results if result.outcome in ("taken", "further")}
            theirs = _players(now_there, matches)
            decisions = sum(each.taken for each in joined)
            counts = _(
                "{file}: matches taken in: {matches}, decisions: {decisions}.",
                file=file,
                matches=len(matches),
                decisions=decisions,
            )
            remark(counts)
            if both := sorted(before & theirs):
                remark(_("Known on both sides, and one player each: {names}", names=locale().join_and(both)))
        settle_leagues(library.path)


def _take_decisions(library: MatchLibrary, path: Path, joined: list[Joined], other: Journal) -> None:
    joined.append(join_decisions(library, other, path))


def _players(season: Season, numbers: set[int] | None = None) -> set[str]:
    """Return the players of all matches, or of those with these numbers."""
    matches = (match for match in season.every if numbers is None or match.number in numbers)
    return {entrant.player for match in matches for entrant in match.people}


# -- decisions: who is who, which matches count, tags ----------------------------------------------


def decide(library: MatchLibrary, decision: Decision | None) -> None:
    """Write a decision down and print it; without one, say that nothing was changed. Raises JournalError."""
    if decision is None:
        remark(_("It is so already; nothing was changed."))
        return
    write_decisions(library, now(), decision)
    back_up_decisions(library)
    remark(sentence(library, decision))


def sentence(library: MatchLibrary, decision: Decision) -> str:
    """Return a decision in words."""

    matches = {row.identity: (row.id, row.name) for row in library.matches()}
    return describe_decision(locale(), decision, match_namer(locale(), matches))


def current_club(library: MatchLibrary) -> Club:
    """Return all decisions that are valid. Raises JournalError, OSError."""

    return build_club(read_decisions(library).standing)


def clean_name(name: str, hint: str, most: int | None = NAME_LENGTH) -> str:
    """Return a name without control characters and extra spaces.

    Raises click.BadParameter if nothing is left, or more than `most` characters.
    """

    text = clean_text(name)
    if not text:
        raise bad_value(hint, _("it needs at least one letter."))
    if most is not None and len(text) > most:
        raise bad_value(hint, _("it has {most} characters at most.", most=most))
    return text


@command("same", Argument(["old"], metavar=N_("OLD")), Argument(["new"], metavar=N_("NEW")))
def same(old: str, new: str) -> None:
    """Merge two players, or rename one."""

    old_name, new_name = clean_name(old, _("OLD"), most=None), clean_name(new, _("NEW"))
    with open_library() as library:
        season = read_season(library, EVERYTHING)
        try:
            current, decision = (displayed_name(season, old_name), merge_players(season, old_name, new_name))
        except NobodyThere:
            raise bad_value(_("OLD"), _("nobody of that name has finished a match or is in a league.")) from None
        except TheyMet as error:
            title = _("{old} and {new} both played in match {number}.", old=old_name, new=new_name, number=error.number)
            raise Failure(title, _("So they are two people; nothing was changed.")) from None
        decide(library, decision)
        if decision is None:
            return
        for league in _leagues_of_both(season.club, old_name, new_name):
            message = _(
                "Both are entered in {league}: a table of both is decided by what you say"
                " alone, or one of them leaves: q40k league leave",
                league=league,
            )
            remark(message)
        if fold_name(old_name) != season.club.player_key(old_name):
            remark(
                _(
                    "{old} was {shown} so far: all matches of {shown} are {new}’s now.",
                    old=old_name,
                    shown=current,
                    new=new_name,
                )
            )


@command(
    "apart",
    Argument(["name"], metavar=N_("NAME")),
    Argument(["new"], metavar=N_("NEW")),
    Argument(["places"], metavar=N_("MATCH|FILE..."), nargs=-1, required=True, shell_complete=complete_files),
)
def apart(name: str, new: str, places: tuple[str, ...]) -> None:
    """Tell two players of one name apart."""

    old_name, new_name = clean_name(name, _("NAME"), most=None), clean_name(new, _("NEW"))
    with open_library() as library:
        matches = {identity for place in places for identity in _identities_at(library, place)}
        season = read_season(library, EVERYTHING)
        try:
            decision = tell_apart(season, old_name, new_name, matches)
        except NobodyThere:
            raise bad_value(_("NAME"), _("nobody of that name has finished one of these matches.")) from None
        except TheyMet as error:
            title = _("{old} and {new} both played in match {number}.", old=old_name, new=new_name, number=error.number)
            raise Failure(title, _("Choose another name; nothing was changed.")) from None
        decide(library, decision)


def _identities_at(library: MatchLibrary, place: str) -> list[str]:
    """Return the identities of a match, or of all matches of a library’s file. Raises JournalError, OSError."""
    path = read_path(place)
    if not path.is_file():
        return [library.find(place).identity]
    if not is_library(path):
        raise bad_value(_("FILE"), _("{file} is no library of q40k.", file=place))
    with closing(Journal.open_immutable(path)) as journal:
        return [row.identity for row in journal.rows()]


def _leagues_of_both(club: Club, first: str, second: str) -> list[str]:
    """Return the names of the leagues that have both names as two different players."""
    keys = {club.player_key(first), club.player_key(second)}
    return [
        state.league.name
        for state in club.leagues.values()
        if len(keys) > 1 and keys <= {*map(club.player_key, state.league.players)}
    ]


@command("leave-out", match_argument(), Argument(["why"], metavar=N_("REASON")))
def leave_out(match: str, why: str) -> None:
    """Leave a match out."""

    reason = clean_name(why, _("REASON"), TEXT_LENGTH)
    with open_library() as library:
        identity = library.find(match).identity
        is_out = current_club(library).left_out.get(identity) == reason
        decide(library, None if is_out else LeftOut(identity, reason))


@command("count", match_argument(last=True))
def count(match: str) -> None:
    """Let a match count again."""

    with open_library() as library:
        identity = library.find(match).identity
        is_out = identity in current_club(library).left_out
        decide(library, LeftOut(identity, "") if is_out else None)


@command(
    "tag", match_argument(), Argument(["tag"], metavar=N_("TAG")), flag(["off", "--off"], N_("Take the tag away."))
)
def tag(match: str, tag: str, off: bool) -> None:
    """Tag a match."""

    word = clean_name(tag, _("TAG"), None if off else NAME_LENGTH)
    with open_library() as library:
        identity = library.find(match).identity
        tags = current_club(library).tags.get(identity, ())
        is_so = word in tags if not off else fold_name(word) not in map(fold_name, tags)
        decide(library, None if is_so else Tagged(identity, word, not off))


@command("undo", Argument(["number"], metavar=N_("[NUMBER]"), type=click.IntRange(1), required=False))
def undo(number: int | None) -> int:
    """Take a decision back."""

    with open_library() as library:
        standing = read_decisions(library).standing
        decision = next((candidate for candidate in standing if candidate.n == number), None)
        if number is not None and decision is None:
            raise bad_value(
                _("NUMBER"), _("there is no such decision, or it was taken back; `q40k season decisions` lists them.")
            )
        if decision is not None and decision.auto:
            title = _("Decision {number} follows from the matches and the others.", number=decision.n)
            raise Failure(title, _("Correct the match, leave it out, or say the result: q40k league result"))
        later = resting_on(standing, decision) if decision is not None else []
        if later:
            title = _("Later decisions rest on it: {numbers}.", numbers=locale().join_and(line.n for line in later))
            raise Failure(title, _("Take those back first."))
        line = undo_decision(library, now(), number or 0)
        return _report_line(library, line, N_("Taken back: {decision}"), N_("There is no decision to take back."))


def _report_line(library: MatchLibrary, line: Line | None, message: str, nothing: str) -> int:
    """Say what an undo or a redo has done, if anything."""
    back_up_decisions(library)
    if line is None or line.decision is None:
        remark(_(nothing))
        return REFUSED
    remark(_(message, decision=sentence(library, line.decision)))
    return DONE


@command("redo")
def redo() -> int:
    """Give a decision back."""

    with open_library() as library:
        line = redo_decision(library, now())
        return _report_line(library, line, N_("Given back: {decision}"), N_("There is no decision to give back."))


@command("decisions")
def decisions() -> None:
    """List the decisions."""

    with open_library() as library:
        record = read_decisions(library)
        undone = record.undone
        for line in record.lines:
            if line.decision is not None:
                mark = "×" if line.n in undone else "·" if line.auto else " "
                echo(f"{line.n:>4} {mark} {moment(line.at)}  {sentence(library, line.decision)}")
    if record.unread:
        remark(unread_decisions(locale(), record.unread))
    elif not record.lines:
        remark(_("Nothing has been decided yet."))


season = verb_group(
    f"{__name__}.season",
    [page, export, join, same, apart, leave_out, count, tag, undo, redo, decisions],
    lists=_show,
    params=[
        *filter_options(),
        number_option(["--cores"], N_("Work out matches that were never looked at on so many cores."), 1),
        Option(
            ["--cluster"],
            metavar=N_("ADDRESS"),
            help=N_("Work them out on a cluster of Dask that sees the library under the same path; local starts one."),
        ),
        json_option(N_("Print everything as JSON.")),
    ],
)
