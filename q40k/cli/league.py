"""Commands of leagues and knock-outs: begin, draw, decide, show."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from q40k.cli.base import Argument, Call, Option, bad_value, command, command_group, json_option
from q40k.cli.errors import DONE, REFUSED, Failure
from q40k.cli.files import force_option, write_file
from q40k.cli.open import open_library
from q40k.cli.say import N_, _, as_json, echo, echo_text, locale, show_progress
from q40k.cli.season import clean_name, decide, game_id_of, read_season, say_unchanged
from q40k.cli.texts import chapter_lines
from q40k.cli.texts import table as columns

if TYPE_CHECKING:
    from q40k.kernel.journal.journal import MatchRow
    from q40k.season.club import Club, Running
    from q40k.season.decisions import Kind
    from q40k.season.league import LeagueStanding, LeagueTable
    from q40k.season.season import Season
    from q40k.table.match_library import MatchLibrary


def _season(library: MatchLibrary) -> Season:
    from q40k.season.season import EVERYTHING

    return read_season(library, EVERYTHING)


def _find_league(season: Season, name: str) -> Running:
    """Return the league with that name, or whose name begins so. Raises click.BadParameter."""
    from q40k.season.club import key

    exact = season.club.league(name)
    candidates = [league for name_key, league in season.club.leagues.items() if name_key.startswith(key(name))]
    if exact is None and len(candidates) == 1:
        return candidates[0]
    if exact is None:
        raise bad_value(_("LEAGUE"), _("there is no league “{said}”; `q40k league` lists them.", said=name))
    return exact


def _league_argument() -> Argument:
    return Argument(["league"], metavar=N_("LEAGUE"))


def _one_of(names: Sequence[str], typed: str, hint: str, club: Club) -> str:
    """Return the player of a table or league with that name, or whose name begins so.

    A player whom the season knows by another name is found by both.
    """
    from q40k.season.club import key

    exact = [name for name in names if key(name) == key(typed)]
    exact = exact or [name for name in names if club.player_key(name) == club.player_key(typed)]
    candidates = exact or [name for name in names if key(name).startswith(key(typed))]
    if len(candidates) != 1:
        listed = locale().join_and(names)
        raise bad_value(hint, _("“{said}” is none of {names}.", said=typed, names=listed))
    return candidates[0]


# -- new leagues ------------------------------------------------------------------------------


@command(
    "new",
    N_(
        "Begin a league: draw who plays whom, at which table, in which seats.\n\n"
        "robin draws rounds in which everybody meets everybody as equally often as can be; swiss"
        " puts about equals together, round by round; groups draws groups, and rounds within them;"
        " knockout sends the best of each table on. Tables hold 2 to 12."
    ),
    Argument(["name"], metavar=N_("NAME")),
    Argument(["players"], metavar=N_("[PLAYER]..."), nargs=-1),
    Option(
        ["--kind"],
        type=click.Choice(("robin", "swiss", "groups", "knockout")),
        default="robin",
        show_default=True,
        help=N_("How it is played."),
    ),
    Option(
        ["--table"],
        type=click.IntRange(2, 12),
        default=2,
        show_default=True,
        help=N_("The most players at a table; some tables have one fewer if the numbers do not work out."),
    ),
    Option(
        ["--rounds"],
        type=click.IntRange(1, 50),
        help=N_("Number of rounds; usually enough for all to have met, or for one to be left undefeated."),
    ),
    Option(["--group"], type=click.IntRange(3, 12), default=4, show_default=True, help=N_("Players in a group.")),
    Option(["--best"], type=click.IntRange(1, 6), help=N_("Players of each knock-out table that go on; usually half.")),
    Option(
        ["--seeds"],
        type=click.Choice(("lot", "strength", "said")),
        help=N_(
            "Who is seeded first: by lot, by strength, or as said; usually by lot, and with"
            " --from as they came in there."
        ),
    ),
    Option(["--lots"], metavar=N_("TEXT"), help=N_("The lots: the same text draws the same.")),
    Option(
        ["of", "--of"], metavar=N_("GAME"), callback=game_id_of, help=N_("Only matches of this game decide its tables.")
    ),
    Option(
        ["source", "--from"],
        metavar=N_("LEAGUE"),
        help=N_("With the first of another league, or of each of its groups."),
    ),
    Option(
        ["--first"],
        type=click.IntRange(1, 12),
        default=2,
        show_default=True,
        help=N_("With --from: players taken from each group."),
    ),
    examples=(
        ("q40k league new Winter Ann Bob Cid Dan", N_("duels, each against each")),
        (
            "q40k league new Winter --table 4 --rounds 5 Ann Bob Cid Dan Eve Fay Gus Hal",
            N_("five evenings at tables of four"),
        ),
        (
            "q40k league new Final --kind knockout --from Winter --first 8",
            N_("the first eight of the winter, one against one"),
        ),
    ),
)
def new(
    call: Call,
    name: str,
    players: tuple[str, ...],
    kind: Kind,
    table: int,
    rounds: int | None,
    group: int,
    best: int | None,
    seeds: str | None,
    lots: str | None,
    of: str,
    source: str | None,
    first: int,
) -> int:
    """Begin a league."""
    del call
    from q40k.season.league import begin, named_standing

    league_name = clean_name(name, _("NAME"))
    with open_library() as library:
        season = _season(library)
        if season.club.league(league_name) is not None:
            raise bad_value(_("NAME"), _("there is a league of that name already."))
        names = [clean_name(player, _("PLAYER")) for player in players]
        if source is not None:
            names = [*_first_players(season, source, first), *names]
        seed = lots or os.urandom(4).hex()
        default_order = "lot" if source is None else "said"
        everyone = _seed_order(season, _check_players(names), seeds or default_order, seed, of)
        if best is not None and best > max(1, table // 2):
            raise bad_value("--best", _("no more than half of a table go on."))
        league = begin(
            league_name,
            kind,
            everyone,
            table=min(table, len(everyone)),
            rounds=rounds or 0,
            group=group,
            best=best or 0,
            seed=seed,
            game=of,
            progress=_show_progress,
        )
        decide(library, league)
        season = _season(library)
        _print_table(named_standing(_find_league(season, league_name), season))
    return DONE


def _show_progress(place: int, number: int) -> None:
    """Show how far a draw is."""
    show_progress(_("Drawing, step {place} of {number}…", place=place, number=number))


def _first_players(season: Season, source: str, first: int) -> list[str]:
    """Return the first players of another league: of all groups the winners, then the seconds."""
    from q40k.season.league import named_standing

    table = named_standing(_find_league(season, source), season)
    groups = table.groups
    if not table.over:
        echo(_("{league} is not over yet; these are its first so far.", league=table.league.name), err=True)
    return [
        rows[place].player
        for place in range(first)
        for rows in groups
        if place < len(rows) and not rows[place].has_left
    ]


def _check_players(names: Sequence[str]) -> list[str]:
    from q40k.season.club import key
    from q40k.season.league import MOST_PLAYERS

    twice = [name for at, name in enumerate(names) if key(name) in map(key, names[:at])]
    if twice:
        raise bad_value(_("PLAYER"), _("{name} is named twice.", name=twice[0]))
    if not 2 <= len(names) <= MOST_PLAYERS:
        text = _("name 2 to {most} players.", most=MOST_PLAYERS)
        raise bad_value(_("PLAYER"), text)
    return list(names)


def _seed_order(season: Season, players: list[str], method: str, seed: str, game: str) -> list[str]:
    """Return the players in the order of their seeds; a player without a strength comes last."""
    from random import Random

    from q40k.season.club import key
    from q40k.season.statistics import ratings

    if method == "said":
        return players
    mixed = list(players)
    Random(seed).shuffle(mixed)
    if method == "lot":
        return mixed
    games = [game] if game else season.games[:1]
    matches = [match for match in season.every if match.game in games]
    order = {key(rating.player): place for place, rating in enumerate(ratings(matches))}
    return sorted(mixed, key=lambda player: order.get(season.club.player_key(player), len(order)))


# -- showing leagues --------------------------------------------------------------------------


def _print_table(table: LeagueStanding) -> None:
    from q40k.season.wording import chapter

    for line in chapter_lines([chapter(locale(), table)]):
        echo(line)


@command(
    "show",
    N_("Show a league: standings, what was played, what is next."),
    _league_argument(),
    json_option(N_("Print it as JSON.")),
    examples=(("q40k league show Winter", N_("the standings of the winter")),),
)
def show(call: Call, league: str, as_json_: bool) -> int:
    """Show a league."""
    del call
    from q40k.season.league import named_standing

    with open_library() as library:
        season = _season(library)
    table = named_standing(_find_league(season, league), season)
    if as_json_:
        from q40k.season.data import league_data

        echo_text(as_json(league_data(table, season)))
        return DONE
    _print_table(table)
    return DONE


@command(
    "page",
    N_(
        "Write a league as one HTML page, which needs nothing but a browser.\n\n"
        "It holds the standings, the points round by round, a part for every player, and the data."
    ),
    _league_argument(),
    Option(
        ["--out"],
        type=click.Path(dir_okay=False, path_type=Path),
        metavar=N_("FILE"),
        help=N_("Write it here; without it, in this folder."),
    ),
    force_option(),
    examples=(("q40k league page Winter", N_("the page of the winter")),),
)
def page(call: Call, league: str, out: Path | None, force: bool) -> int:
    """Write the page of a league."""
    del call
    from q40k.season.page import league_page

    with open_library() as library:
        season = _season(library)
    running = _find_league(season, league)
    write_file(out or Path("q40k-league.html"), league_page(locale(), season, running), force=force)
    return DONE


@click.pass_context
def _list(ctx: click.Context) -> int | None:
    if ctx.invoked_subcommand is not None:
        return None
    from q40k.season.league import leagues
    from q40k.season.wording import KINDS, quote_name, what_next

    with open_library() as library:
        season = _season(library)
    rows = [[row.league.name, _(KINDS[row.league.kind]), what_next(locale(), row)] for row in leagues(season)]
    for running in season.club.deleted.values():
        name = running.league.name
        echo(
            _("Deleted: {league}. To bring it back: q40k league restore {name}", league=name, name=quote_name(name)),
            err=True,
        )
    if not rows:
        echo(_("There is no league yet. Begin one: q40k league new NAME PLAYER..."), err=True)
        return DONE
    for line in columns([_("League"), _("Kind"), _("What is next")], rows):
        echo(line)
    return DONE


# -- rounds and players -----------------------------------------------------------------------


@command(
    "draw",
    N_("Draw the next round of a Swiss league or a knock-out, once all its tables are played."),
    _league_argument(),
    examples=(("q40k league draw Cup", N_("who meets whom in the next round")),),
)
def draw(call: Call, league: str) -> int:
    """Draw the next round."""
    del call
    from q40k.season.decisions import Drawn
    from q40k.season.league import LeagueError, named_standing
    from q40k.season.league import draw as draw_round
    from q40k.season.wording import quote_name

    with open_library() as library:
        season = _season(library)
        running = _find_league(season, league)
        try:
            next_round = draw_round(running, season)
        except LeagueError as error:
            title = {
                "open": _("There are tables to be played first."),
                "over": _("There is nothing to draw any more."),
            }[error.code]
            advice = _("q40k league show {name}", name=quote_name(running.league.name))
            raise Failure(title, advice, REFUSED) from error
        decide(library, Drawn(running.league.name, next_round))
        season = _season(library)
        _print_table(named_standing(_find_league(season, league), season))
    return DONE


@command(
    "result",
    N_(
        "Say how a table ended: by a match, or by the names in the order of finish.\n\n"
        "Usually nothing has to be said: the first match of just its players decides a table. Names"
        " that tied are joined by =; who is not named comes last."
    ),
    _league_argument(),
    Argument(["where"], metavar=N_("ROUND.TABLE")),
    Argument(["order"], metavar=N_("[NAME]..."), nargs=-1),
    Option(["match", "--match"], metavar=N_("MATCH"), help=N_("It was this match.")),
    examples=(
        ("q40k league result Winter 2.1 Ann Bob=Cid Dan", N_("Bob and Cid tied behind Ann")),
        ("q40k league result Winter 2.1 --match 12", N_("with a stand-in, say")),
    ),
)
def result(call: Call, league: str, where: str, order: tuple[str, ...], match: str | None) -> int:
    """Say how a table ended."""
    del call
    from q40k.season.decisions import Placed
    from q40k.season.league import standing

    with open_library() as library:
        season = _season(library)
        running = _find_league(season, league)
        name = running.league.name
        seats = next(
            (
                seated
                for tables in standing(running, season).rounds
                for seated in tables
                if f"{seated.round}.{seated.table}" == where
            ),
            None,
        )
        if seats is None:
            raise bad_value(_("ROUND.TABLE"), _("there is no such table; 2.1 is the first of the second round."))
        if bool(order) == bool(match):
            raise bad_value(_("NAME"), _("say the names in their order, or --match."))
        if seats.round < len(running.rounds) and running.league.kind in ("swiss", "knockout"):
            echo(_("The next round is drawn already, and stays as it was drawn."), err=True)
        if match:
            row = library.find(match)
            _require_played(season, row, seats)
            decide(library, Placed(name, seats.round, seats.table, match=row.identity))
            return DONE
        order_of_finish = tuple(
            tuple(_one_of(seats.players, typed, _("NAME"), season.club) for typed in names.split("="))
            for names in order
        )
        flat = [player for players in order_of_finish for player in players]
        if len(set(flat)) < len(flat):
            raise bad_value(_("NAME"), _("somebody is named twice."))
        decide(library, Placed(name, seats.round, seats.table, order=order_of_finish))
    return DONE


def _require_played(season: Season, row: MatchRow, seats: LeagueTable) -> None:
    """Check that a match can decide a table, and say who was absent. Raises Failure."""
    from q40k.season.club import key

    match = next((played for played in season.every if played.identity == row.identity), None)
    if match is None:
        out = row.identity in season.club.left_out
        title = (
            _("Match {number} is left out of the season.", number=row.id)
            if out
            else _("Match {number} has not ended.", number=row.id)
        )
        raise Failure(title, _("Nothing was changed."), REFUSED)
    present = {key(entrant.player) for entrant in match.people}
    absent = [player for player in seats.players if season.club.player_key(player) not in present]
    if len(absent) == len(seats.players):
        title = _("Nobody of this table played in match {number}.", number=row.id)
        raise Failure(title, _("Nothing was changed."), REFUSED)
    if absent:
        names = locale().join_and(absent)
        echo(_("Not in that match, and so last: {names}.", names=names), err=True)


@command(
    "leave",
    N_("Let a player leave a league; what is left to play goes to the others."),
    _league_argument(),
    Argument(["player"], metavar=N_("PLAYER")),
    examples=(("q40k league leave Winter Dan", N_("Dan has moved away")),),
)
def leave(call: Call, league: str, player: str) -> int:
    """Let a player leave."""
    del call
    from q40k.season.club import key
    from q40k.season.decisions import Withdrawn

    with open_library() as library:
        season = _season(library)
        running = _find_league(season, league)
        name = _one_of(running.league.players, player, _("PLAYER"), season.club)
        if key(name) in running.withdrawn:
            return say_unchanged()
        decide(library, Withdrawn(running.league.name, name))
    return DONE


@command(
    "join",
    N_(
        "Let a player join a league that goes on, or come back into it.\n\n"
        "What was begun stays as it was drawn. In a Swiss league they play from the next round on;"
        " in duels they meet everybody, in rounds of their own where it must be; larger tables of"
        " rounds that are not begun are drawn anew. A knock-out takes them in its first round only."
    ),
    _league_argument(),
    Argument(["player"], metavar=N_("PLAYER")),
    examples=(("q40k league join Winter Zoe", N_("Zoe is new in the club")),),
)
def join(call: Call, league: str, player: str) -> int:
    """Let a player join."""
    del call
    from q40k.season.club import key
    from q40k.season.league import MOST_PLAYERS, LeagueError, named_standing
    from q40k.season.league import join as join_league

    with open_library() as library:
        season = _season(library)
        running = _find_league(season, league)
        typed, names = clean_name(player, _("PLAYER")), running.league.players
        canonical = season.club.player_key
        joiner = next((existing for existing in names if canonical(existing) == canonical(typed)), typed)
        if joiner in names and key(joiner) not in running.withdrawn:
            return say_unchanged()
        if len(names) >= MOST_PLAYERS:
            raise bad_value(_("PLAYER"), _("name 2 to {most} players.", most=MOST_PLAYERS))
        try:
            decision = join_league(running, season, joiner)
        except LeagueError as error:
            title = {
                "begun": _("It is too late to join {league}.", league=running.league.name),
                "over": _("{league} is over.", league=running.league.name),
            }[error.code]
            raise Failure(title, _("Begin another league: q40k league new"), REFUSED) from error
        decide(library, decision)
        season = _season(library)
        _print_table(named_standing(_find_league(season, running.league.name), season))
    return DONE


@command(
    "delete",
    N_(
        "Delete a league: it is shown nowhere any more.\n\n"
        "Its matches stay, and `q40k league restore` brings it back as it was."
    ),
    _league_argument(),
    examples=(("q40k league delete Trial", N_("it was only a trial")),),
)
def delete(call: Call, league: str) -> int:
    """Delete a league."""
    del call
    from q40k.season.decisions import Deleted
    from q40k.season.wording import quote_name

    with open_library() as library:
        name = _find_league(_season(library), league).league.name
        decide(library, Deleted(name))
    echo(_("To bring it back: q40k league restore {name}", name=quote_name(name)), err=True)
    return DONE


@command(
    "restore",
    N_("Bring a deleted league back as it was."),
    _league_argument(),
    examples=(("q40k league restore Trial", N_("it is wanted after all")),),
)
def restore(call: Call, league: str) -> int:
    """Bring a deleted league back."""
    del call
    from q40k.season.club import key
    from q40k.season.decisions import Deleted
    from q40k.season.league import named_standing

    with open_library() as library:
        season = _season(library)
        deleted = [running.league.name for running in season.club.deleted.values()]
        if not deleted:
            raise bad_value(_("LEAGUE"), _("no league is deleted."))
        name = _one_of(deleted, league, _("LEAGUE"), season.club)
        if key(name) in season.club.leagues:
            raise bad_value(_("LEAGUE"), _("there is a league of that name already."))
        decide(library, Deleted(name, on=False))
        season = _season(library)
        _print_table(named_standing(_find_league(season, name), season))
    return DONE


_COMMANDS: tuple[Any, ...] = (new, show, page, draw, result, join, leave, delete, restore)

league = command_group(
    "league",
    N_(
        "Play leagues and knock-out evenings, at tables of two or of many.\n\n"
        "Without a command it lists them. Matches decide the tables automatically; `q40k season undo` takes a wrong"
        " decision back."
    ),
    *_COMMANDS,
    callback=_list,
    invoke_without_command=True,
    subcommand_metavar=N_("[COMMAND] [ARGS]..."),
    examples=(("q40k league", N_("every league, and what is next in it")),),
)

COMMANDS = {"league": league}
