"""Commands of leagues and knock-outs: begin, draw, decide, show."""

import os
from collections.abc import Sequence
from pathlib import Path
from random import Random

import click

from q40k.cli.base import Answer, Argument, Option, bad_value, command, json_option, number_option, verb_group
from q40k.cli.files import find_document, force_option, out_option, write_file
from q40k.cli.leagues import facts
from q40k.cli.open import open_library
from q40k.cli.say import N_, _, locale, remark, show_progress
from q40k.cli.texts import table as columns
from q40k.cli.verbs.season import clean_name, decide, game_id_of
from q40k.kernel.text import fold_name
from q40k.season.data import league_data
from q40k.season.decisions import Deleted, Kind
from q40k.season.league import MOST_PLAYERS
from q40k.season.league_view import leagues, named_standing
from q40k.season.league_wording import KINDS, quote_name, what_next
from q40k.season.page import league_page
from q40k.season.pictures import Kind as PictureKind
from q40k.season.pictures import draw_picture
from q40k.season.season import Season
from q40k.season.statistics import ratings

# -- new leagues ------------------------------------------------------------------------------


@command(
    "new",
    Argument(["name"], metavar=N_("NAME")),
    Argument(["players"], metavar=N_("[PLAYER]..."), nargs=-1),
    Option(
        ["--kind"],
        type=click.Choice(("robin", "swiss", "groups", "knockout")),
        default="robin",
        show_default=True,
        help=N_("How it is played."),
    ),
    number_option(
        ["--table"],
        N_("The most players at a table; some tables have one fewer if the numbers do not work out."),
        2,
        12,
        metavar=None,
        default=2,
    ),
    number_option(
        ["--rounds"],
        N_("Number of rounds; usually enough for all to have met, or for one to be left undefeated."),
        1,
        50,
        metavar=None,
    ),
    number_option(["--group"], N_("Players in a group."), 3, 12, metavar=None, default=4),
    number_option(["--best"], N_("Players of each knock-out table that go on; usually half."), 1, 6, metavar=None),
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
    number_option(["--first"], N_("With --from: players taken from each group."), 1, 12, metavar=None, default=2),
)
def new(
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
) -> None:
    """Begin a league."""
    from q40k.season.rounds import begin  # loaded late: drawing takes numpy and networkx

    league_name = clean_name(name, _("NAME"))
    with open_library() as library:
        season = facts.settled_season(library)
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
            evidence=season.evidence,
            progress=_show_progress,
        )
        facts.decide_and_show(library, league_name, league)


def _show_progress(place: int, number: int) -> None:
    """Show how far a draw is."""
    show_progress(_("Drawing, step {place} of {number}…", place=place, number=number))


def _first_players(season: Season, source: str, first: int) -> list[str]:
    """Return the first players of another league: of all groups the winners, then the seconds."""

    table = named_standing(facts.find_league(season, source), season)
    groups = table.groups
    if not table.is_over:
        remark(_("{league} is not over yet; these are its first so far.", league=table.league.name))
    return [
        rows[place].player
        for place in range(first)
        for rows in groups
        if place < len(rows) and not rows[place].has_left
    ]


def _check_players(names: Sequence[str]) -> list[str]:

    twice = [name for at, name in enumerate(names) if fold_name(name) in map(fold_name, names[:at])]
    if twice:
        raise bad_value(_("PLAYER"), _("{name} is named twice.", name=twice[0]))
    if not 2 <= len(names) <= MOST_PLAYERS:
        text = _("name 2 to {most} players.", most=MOST_PLAYERS)
        raise bad_value(_("PLAYER"), text)
    return list(names)


def _seed_order(season: Season, players: list[str], method: str, seed: str, game: str) -> list[str]:
    """Return the players in the order of their seeds; a player without a strength comes last."""

    if method == "said":
        return players
    mixed = list(players)
    Random(seed).shuffle(mixed)
    if method == "lot":
        return mixed
    games = [game] if game else season.games[:1]
    matches = (match for match in season.every if match.game in games)
    order = {fold_name(rating.player): place for place, rating in enumerate(ratings(matches))}
    return sorted(mixed, key=lambda player: order.get(season.club.player_key(player), len(order)))


# -- showing leagues --------------------------------------------------------------------------


@command("show", facts.league_argument(), json_option(N_("Print it as JSON.")))
def show(league: str) -> Answer:
    """Show a league."""

    with open_library() as library:
        season, state = facts.settled_league(library, league)
    table = named_standing(state, season)
    return Answer(lambda: league_data(table), lambda: facts.league_lines(table))


@command("page", facts.league_argument(), out_option(), force_option())
def page(league: str, out: Path | None, force: bool) -> None:
    """Write the page of a league."""

    with open_library() as library:
        season, state = facts.settled_league(library, league)
    path = out or find_document("q40k-league.html", force=force)
    write_file(path, league_page(locale(), season, state), force=force)


@command(
    "picture",
    facts.league_argument(),
    Argument(["kind"], type=click.Choice(("pairings", "standings", "cross", "bracket"))),
    out_option(),
    force_option(),
)
def picture(league: str, kind: PictureKind, out: Path | None, force: bool) -> None:
    """Draw a league."""

    with open_library() as library:
        season, state = facts.settled_league(library, league)
    drawn = draw_picture(locale(), named_standing(state, season), kind)
    if not drawn:
        raise bad_value("bracket", _("only a knock-out has a bracket."))
    write_file(out or find_document(f"q40k-{kind}.svg", force=force), drawn, force=force)


def _list() -> Answer:
    with open_library() as library:
        season = facts.settled_season(library)
    rows = [[row.league.name, _(KINDS[row.league.kind]), what_next(locale(), row)] for row in leagues(season)]
    for state in season.club.deleted.values():
        name = state.league.name
        remark(_("Deleted: {league}. To bring it back: q40k league restore {name}", league=name, name=quote_name(name)))
    if not rows:
        return Answer([], (), note=_("There is no league yet. Begin one: q40k league new NAME PLAYER..."))
    return Answer(rows, columns([_("League"), _("Kind"), _("What is next")], rows))


@command("delete", facts.league_argument())
def delete(league: str) -> None:
    """Delete a league."""

    with open_library() as library:
        name = facts.settled_league(library, league)[1].league.name
        decide(library, Deleted(name))
    remark(_("To bring it back: q40k league restore {name}", name=quote_name(name)))


@command("restore", facts.league_argument())
def restore(league: str) -> None:
    """Bring a deleted league back."""

    with open_library() as library:
        season = facts.settled_season(library)
        deleted = [state.league.name for state in season.club.deleted.values()]
        if not deleted:
            raise bad_value(_("LEAGUE"), _("no league is deleted."))
        name = facts.one_of(deleted, league, _("LEAGUE"), season.club)
        if fold_name(name) in season.club.leagues:
            raise bad_value(_("LEAGUE"), _("there is a league of that name already."))
        facts.decide_and_show(library, name, Deleted(name, on=False))


league = verb_group(
    f"{__name__}.league",
    [new, show, page, picture, facts.draw, facts.result, facts.join, facts.leave, delete, restore],
    lists=_list,
)
