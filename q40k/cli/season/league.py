"""Commands of leagues and knock-outs: begun, drawn, decided, told."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from q40k.cli.base import Argument, Call, Option, bad_value, command, family
from q40k.cli.columns import lines
from q40k.cli.columns import table as columns
from q40k.cli.errors import DONE, REFUSED, Failure
from q40k.cli.matches import as_json, json_option
from q40k.cli.open import match_library
from q40k.cli.say import N_, _, locale
from q40k.cli.season.club import clean, decide, so_already
from q40k.cli.season.told import game_said, told
from q40k.cli.streams import echo, echo_progress, echo_text

if TYPE_CHECKING:
    from q40k.kernel.journal.journal import MatchRow
    from q40k.season.club import Running
    from q40k.season.decisions import Kind
    from q40k.season.league import Seated, Standing
    from q40k.season.season import Season
    from q40k.table.match_library import MatchLibrary


def _season(library: MatchLibrary) -> Season:
    from q40k.season.season import EVERYTHING

    return told(library, EVERYTHING)


def _running(season: Season, name: str) -> Running:
    """The league that is meant: by its name, or the beginning of it. Raises click.BadParameter."""
    from q40k.season.club import key

    found = season.club.league(name)
    near = [one for known, one in season.club.leagues.items() if known.startswith(key(name))]
    if found is None and len(near) == 1:
        return near[0]
    if found is None:
        raise bad_value(_("LEAGUE"), _("there is no league “{said}”; `q40k league` lists them.",
                                       said=name))  # fmt: skip
    return found


def _league_argument() -> Argument:
    return Argument(["league"], metavar=N_("LEAGUE"))


def _one_of(names: Sequence[str], said: str, hint: str) -> str:
    """A player of a table or a league, by the name or the beginning of it."""
    from q40k.season.club import key

    same = [name for name in names if key(name) == key(said)]
    near = same or [name for name in names if key(name).startswith(key(said))]
    if len(near) != 1:
        listed = locale().listed(names)
        raise bad_value(hint, _("“{said}” is none of {names}.", said=said, names=listed))
    return near[0]


# -- begun ------------------------------------------------------------------------------------


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
    Option(["--kind"], type=click.Choice(("robin", "swiss", "groups", "knockout")),
           default="robin", show_default=True, help=N_("How it is played.")),
    Option(["--table"], type=click.IntRange(2, 12), default=2, show_default=True,
           help=N_("So many play at a table; one more or fewer where it does not work out.")),
    Option(["--rounds"], type=click.IntRange(1, 50), help=N_("So many rounds; usually as many as"
           " it takes that all have met, or that one is left without a defeat.")),
    Option(["--group"], type=click.IntRange(3, 12), default=4, show_default=True,
           help=N_("So many are in a group.")),
    Option(["--best"], type=click.IntRange(1, 6),
           help=N_("So many of each table of a knock-out go on; usually half.")),
    Option(["--seeds"], type=click.Choice(("lot", "strength", "said")),
           help=N_("Who is seeded first: by lot, by strength, or as said; usually by lot, and with"
                   " --from as they came in there.")),
    Option(["--lots"], metavar=N_("TEXT"), help=N_("The lots: the same text draws the same.")),
    Option(["of", "--of"], metavar=N_("GAME"), callback=game_said,
           help=N_("Only matches of this game decide its tables.")),
    Option(["source", "--from"], metavar=N_("LEAGUE"),
           help=N_("With the first of another league, or of each of its groups.")),
    Option(["--first"], type=click.IntRange(1, 12), default=2, show_default=True,
           help=N_("With --from: so many of each group.")),
    examples=(
        ("q40k league new Winter Ann Bob Cid Dan", N_("duels, each against each")),
        ("q40k league new Winter --table 4 --rounds 5 Ann Bob Cid Dan Eve Fay Gus Hal",
         N_("five evenings at tables of four")),
        ("q40k league new Final --kind knockout --from Winter --first 8",
         N_("the first eight of the winter, one against one")),
    ),
)  # fmt: skip
def new(
    call: Call, name: str, players: tuple[str, ...], kind: Kind, table: int, rounds: int | None,
    group: int, best: int | None, seeds: str | None, lots: str | None, of: str, source: str | None,
    first: int,
) -> int:  # fmt: skip
    """Begin a league."""
    del call
    from q40k.season.league import begin, standing

    called = clean(name, _("NAME"))
    with match_library() as library:
        season = _season(library)
        if season.club.league(called) is not None:
            raise bad_value(_("NAME"), _("there is a league of that name already."))
        said = [clean(one, _("PLAYER")) for one in players]
        if source is not None:
            said = [*_from(season, source, first), *said]
        seed = lots or os.urandom(4).hex()
        usual = "lot" if source is None else "said"
        everyone = _seeded(season, _players(said), seeds or usual, seed, of)
        if best is not None and best > max(1, table // 2):
            raise bad_value("--best", _("no more than half of a table go on."))
        league = begin(called, kind, everyone, table=min(table, len(everyone)),
                       rounds=rounds or 0, group=group, best=best or 0, seed=seed,
                       game=of, progress=_drawing)  # fmt: skip
        decide(library, league)
        season = _season(library)
        _tell(standing(_running(season, called), season))
    return DONE


def _drawing(place: int, number: int) -> None:
    """Say how far a draw is, where somebody waits for it."""
    if sys.stderr.isatty():
        echo_progress(_("Drawing, step {place} of {number}…", place=place, number=number))


def _from(season: Season, source: str, first: int) -> list[str]:
    """The first of another league: of all groups the firsts, then the seconds."""
    from q40k.season.league import standing

    found = standing(_running(season, source), season)
    groups = found.groups
    if not found.over:
        echo(_("{league} is not over yet; these are its first so far.", league=found.league.name),
             err=True)  # fmt: skip
    return [rows[place].player for place in range(first) for rows in groups
            if place < len(rows) and not rows[place].gone]  # fmt: skip


def _players(said: Sequence[str]) -> list[str]:
    from q40k.season.club import key
    from q40k.season.league import MOST_PLAYERS

    twice = [name for at, name in enumerate(said) if key(name) in map(key, said[:at])]
    if twice:
        raise bad_value(_("PLAYER"), _("{name} is named twice.", name=twice[0]))
    if not 2 <= len(said) <= MOST_PLAYERS:
        text = _("name 2 to {most} players.", most=MOST_PLAYERS)
        raise bad_value(_("PLAYER"), text)
    return list(said)


def _seeded(season: Season, players: list[str], how: str, seed: str, game: str) -> list[str]:
    """The players in the order of their seeds; who has no strength yet comes last."""
    from random import Random

    from q40k.season.club import key
    from q40k.season.ratings import ratings

    if how == "said":
        return players
    mixed = list(players)
    Random(seed).shuffle(mixed)
    if how == "lot":
        return mixed
    games = [game] if game else season.games[:1]
    matches = [one for one in season.every if one.game in games]
    order = {key(one.player): place for place, one in enumerate(ratings(matches))}
    return sorted(mixed, key=lambda one: order.get(season.club.known(one), len(order)))


# -- told -------------------------------------------------------------------------------------


def _tell(one: Standing) -> None:
    from q40k.season.league_words import chapter

    for line in lines([chapter(locale(), one)]):
        echo(line)


@command(
    "show",
    N_("Show a league: standings, what was played, what is next."),
    _league_argument(),
    json_option(N_("Print it as JSON.")),
    examples=(("q40k league show Winter", N_("how the winter stands")),),
)
def show(call: Call, league: str, as_json_: bool) -> int:
    """Show a league."""
    del call
    from q40k.season.league import standing

    with match_library() as library:
        season = _season(library)
    found = standing(_running(season, league), season)
    if as_json_:
        from q40k.season.data import league_data

        echo_text(as_json(league_data(found, season)))
        return DONE
    _tell(found)
    return DONE


@click.pass_context
def _list(ctx: click.Context) -> int | None:
    if ctx.invoked_subcommand is not None:
        return None
    from q40k.season.league import leagues
    from q40k.season.league_words import KINDS, what_next

    with match_library() as library:
        season = _season(library)
    rows = [[one.league.name, _(KINDS[one.league.kind]), what_next(locale(), one)]
            for one in leagues(season)]  # fmt: skip
    if not rows:
        echo(_("There is no league yet. Begin one: q40k league new NAME PLAYER..."), err=True)
        return DONE
    for line in columns([_("League"), _("Kind"), _("What is next")], rows):
        echo(line)
    return DONE


# -- going on ---------------------------------------------------------------------------------


@command(
    "draw",
    N_("Draw the next round of a Swiss league or a knock-out, once all its tables are played."),
    _league_argument(),
    examples=(("q40k league draw Cup", N_("who went on meets whom")),),
)
def draw(call: Call, league: str) -> int:
    """Draw the next round."""
    del call
    from q40k.season.decisions import Drawn
    from q40k.season.league import LeagueError, standing
    from q40k.season.league import draw as drawn
    from q40k.season.league_words import called

    with match_library() as library:
        season = _season(library)
        running = _running(season, league)
        try:
            following = drawn(running, season)
        except LeagueError as error:
            title = {
                "open": _("There are tables to be played first."),
                "over": _("There is nothing to draw any more."),
            }[error.code]
            advice = _("q40k league show {name}", name=called(running.league.name))
            raise Failure(title, advice, REFUSED) from error
        decide(library, Drawn(running.league.name, following))
        season = _season(library)
        _tell(standing(_running(season, league), season))
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

    with match_library() as library:
        season = _season(library)
        running = _running(season, league)
        name = running.league.name
        seats = next((one for tables in standing(running, season).rounds for one in tables
                      if f"{one.round}.{one.table}" == where), None)  # fmt: skip
        if seats is None:
            raise bad_value(_("ROUND.TABLE"), _("there is no such table; 2.1 is the first of the"
                                                " second round."))  # fmt: skip
        if bool(order) == bool(match):
            raise bad_value(_("NAME"), _("say the names in their order, or --match."))
        if seats.round < len(running.rounds) and running.league.kind in ("swiss", "knockout"):
            echo(_("The next round is drawn already, and stays as it was drawn."), err=True)
        if match:
            row = library.find(match)
            _see_played(season, row, seats)
            decide(library, Placed(name, seats.round, seats.table, match=row.identity))
            return DONE
        said = tuple(tuple(_one_of(seats.players, one, _("NAME")) for one in tied.split("="))
                     for tied in order)  # fmt: skip
        flat = [one for tied in said for one in tied]
        if len(set(flat)) < len(flat):
            raise bad_value(_("NAME"), _("somebody is named twice."))
        decide(library, Placed(name, seats.round, seats.table, order=said))
    return DONE


def _see_played(season: Season, row: MatchRow, seats: Seated) -> None:
    """Look whether a match can decide a table, and say who was not there. Raises Failure."""
    from q40k.season.club import key

    found = next((one for one in season.every if one.identity == row.identity), None)
    if found is None:
        out = row.identity in season.club.left_out
        title = (
            _("Match {number} is left out of the season.", number=row.id) if out
            else _("Match {number} has not ended.", number=row.id)
        )  # fmt: skip
        raise Failure(title, _("Nothing was changed."), REFUSED)
    there = {key(one.player) for one in found.people}
    away = [one for one in seats.players if season.club.known(one) not in there]
    if len(away) == len(seats.players):
        title = _("Nobody of this table played in match {number}.", number=row.id)
        raise Failure(title, _("Nothing was changed."), REFUSED)
    if away:
        echo(_("Not in that match, and so last: {names}.", names=locale().listed(away)), err=True)


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

    with match_library() as library:
        running = _running(_season(library), league)
        who = _one_of(running.league.players, player, _("PLAYER"))
        if key(who) in running.gone:
            return so_already()
        decide(library, Withdrawn(running.league.name, who))
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
    from q40k.season.league import MOST_PLAYERS, LeagueError, standing
    from q40k.season.league import join as joined

    with match_library() as library:
        season = _season(library)
        running = _running(season, league)
        said, names = clean(player, _("PLAYER")), running.league.players
        known = season.club.known
        who = next((one for one in names if known(one) == known(said)), said)
        if who in names and key(who) not in running.gone:
            return so_already()
        if len(names) >= MOST_PLAYERS:
            raise bad_value(_("PLAYER"), _("name 2 to {most} players.", most=MOST_PLAYERS))
        try:
            decision = joined(running, season, who)
        except LeagueError as error:
            title = {
                "begun": _("It is too late to join {league}.", league=running.league.name),
                "over": _("{league} is over.", league=running.league.name),
            }[error.code]
            raise Failure(title, _("Begin another league: q40k league new"), REFUSED) from error
        decide(library, decision)
        season = _season(library)
        _tell(standing(_running(season, running.league.name), season))
    return DONE


_COMMANDS: tuple[Any, ...] = (new, show, draw, result, join, leave)

league = family(
    "league",
    N_(
        "Play leagues and knock-out evenings, at tables of two or of many.\n\n"
        "Without a command it lists them. Matches decide the tables by themselves; what was decided"
        " wrongly `q40k season undo` takes back."
    ),
    *_COMMANDS,
    callback=_list,
    invoke_without_command=True,
    subcommand_metavar=N_("[COMMAND] [ARGS]..."),
    examples=(("q40k league", N_("every league, and what is next in it")),),
)

COMMANDS = {"league": league}
