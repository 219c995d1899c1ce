"""Commands that write facts of leagues: draw, decide and correct tables, leave, join."""

from collections.abc import Sequence
from contextlib import suppress

from q40k.cli.base import Argument, bad_value, command, flag
from q40k.cli.chapters import chapter_lines
from q40k.cli.errors import Failure
from q40k.cli.files import require_consent
from q40k.cli.open import match_option, open_library
from q40k.cli.say import N_, _, echo_lines, locale, remark
from q40k.cli.verbs.season import clean_name, decide, read_season, sentence
from q40k.kernel.journal.journal import JournalError, MatchRow
from q40k.kernel.text import fold_name
from q40k.season.club import Club
from q40k.season.decisions import Corrected, Decided, Decision, Order, Withdrawn
from q40k.season.facts import LeagueState, LeagueTable, complete_order, fold
from q40k.season.league import MOST_PLAYERS, LeagueError, LeagueStanding, first_round_of, standing
from q40k.season.league_view import named_standing, names_of_players
from q40k.season.league_wording import chapter, quote_name
from q40k.season.matches import Match
from q40k.season.record import write_pending
from q40k.season.season import EVERYTHING, Season
from q40k.season.settling import order_of
from q40k.table.match_library import MatchLibrary


def settled_season(library: MatchLibrary) -> Season:
    """Return the season, after writing and printing what follows for leagues from the matches."""

    season = read_season(library, EVERYTHING)
    with suppress(JournalError, OSError):  # such as on a read-only disk: then nothing is kept, and it follows again
        write_pending(library, season.pending)
        for line in season.pending:
            is_plain = type(line.decision) is Decided and line.decision.by != "withdrawal"
            if line.decision is not None and not is_plain:
                remark(sentence(library, line.decision))
    return season


def find_league(season: Season, name: str) -> LeagueState:
    """Return the league with that name, or whose name begins so. Raises click.BadParameter."""

    exact = season.club.league(name)
    candidates = [league for name_key, league in season.club.leagues.items() if name_key.startswith(fold_name(name))]
    if exact is None and len(candidates) == 1:
        return candidates[0]
    if exact is None:
        raise bad_value(_("LEAGUE"), _("there is no league “{said}”; `q40k league` lists them.", said=name))
    return exact


def settled_league(library: MatchLibrary, name: str) -> tuple[Season, LeagueState]:
    """Return the season, settled, and the league of a name in it. Raises click.BadParameter."""
    season = settled_season(library)
    return season, find_league(season, name)


def decide_and_show(library: MatchLibrary, league: str, decision: Decision) -> tuple[Season, LeagueState]:
    """Write a decision, and print the league as it is now; return the season and the league."""
    decide(library, decision)
    season, state = settled_league(library, league)
    echo_lines(league_lines(named_standing(state, season)))
    return season, state


def league_argument() -> Argument:
    """Return the argument that names a league."""
    return Argument(["league"], metavar=N_("LEAGUE"))


def one_of(names: Sequence[str], typed: str, hint: str, club: Club) -> str:
    """Return the player of a table or league with that name, or whose name begins so.

    A player whom the season knows by another name is found by both.
    """

    exact = [name for name in names if fold_name(name) == fold_name(typed)]
    exact = exact or [name for name in names if club.player_key(name) == club.player_key(typed)]
    candidates = exact or [name for name in names if fold_name(name).startswith(fold_name(typed))]
    if len(candidates) != 1:
        listed = locale().join_and(names)
        raise bad_value(hint, _("“{said}” is none of {names}.", said=typed, names=listed))
    return candidates[0]


def league_lines(table: LeagueStanding) -> list[str]:
    """Return the chapter of a league."""
    return list(chapter_lines([chapter(locale(), table)]))


# -- rounds and players -----------------------------------------------------------------------


@command("draw", league_argument())
def draw(league: str) -> None:
    """Draw the next round."""
    from q40k.season.rounds import draw as draw_round  # loaded late: drawing takes numpy and networkx

    with open_library() as library:
        season, state = settled_league(library, league)
        try:
            fact = draw_round(state, season.evidence)
        except LeagueError as error:
            title = {
                "open": _("There are tables to be played first."),
                "over": _("There is nothing to draw any more."),
            }[error.code]
            advice = _("q40k league show {name}", name=quote_name(state.league.name))
            raise Failure(title, advice) from error
        decide_and_show(library, league, fact)


@command(
    "result",
    league_argument(),
    Argument(["where"], metavar=N_("ROUND.TABLE")),
    Argument(["order"], metavar=N_("[NAME]..."), nargs=-1),
    match_option(["match", "--match"], N_("It was this match.")),
    flag(["yes", "-y", "--yes"], N_("Correct a decided table without asking.")),
)
def result(league: str, where: str, order: tuple[str, ...], match: str | None, yes: bool) -> None:
    """Say how a table ended."""

    with open_library() as library:
        season, state = settled_league(library, league)
        table = next((table for table in state.tables if f"{table.round}.{table.table}" == where), None)
        if table is None or table.by == "bye":
            raise bad_value(_("ROUND.TABLE"), _("there is no such table; 2.1 is the first of the second round."))
        if bool(order) == bool(match):
            raise bad_value(_("NAME"), _("say the names in their order, or --match."))
        kind = Decided if table.order is None else Corrected
        place = (state.league.name, table.round, table.table)
        if match:
            played = _require_played(season, library.find(match), table)
            order_of_finish = order_of(played, table.players, season.club.player_key)
            fact = kind(*place, match=played.identity, order=order_of_finish)
        else:
            fact = kind(*place, order=_read_order(order, table, season.club))
        if isinstance(fact, Corrected):
            if (fact.order, fact.match) == (table.order, table.match):
                decide(library, None)
                return
            _show_correction(state, fact, names_of_players(state, season))
            require_consent(_("Correct it? [y/N]"), yes)
        decide(library, fact)
        settled_season(library)


def _read_order(typed: Sequence[str], table: LeagueTable, club: Club) -> Order:
    """Return an order of finish as it was typed, with the players it does not name last. Raises click.BadParameter."""

    order = tuple(tuple(one_of(table.players, name, _("NAME"), club) for name in names.split("=")) for names in typed)
    flat = [player for players in order for player in players]
    if len(set(flat)) < len(flat):
        raise bad_value(_("NAME"), _("somebody is named twice."))
    return complete_order(order, table.players)


def _show_correction(state: LeagueState, fact: Corrected, names: dict[str, str]) -> None:
    """Print what a correction changes in the standings."""

    before, after = standing(state), standing(fold(state, fact, ""))
    for name, row in after.rows.items():
        old = before.rows[name]
        if (old.place, old.points) != (row.place, row.points):
            texts = (locale().points(old.points), locale().points(row.points))
            line = _("{player}: place {old}, now {new}", player=names[name], old=old.place, new=row.place)
            remark(line + (f" ({texts[0]} → {texts[1]})" if texts[0] != texts[1] else ""))
    if state.league.kind in ("swiss", "knockout") and fact.round < len(state.rounds):
        remark(_("The next round is drawn already, and stays as it was drawn."))


def _require_played(season: Season, row: MatchRow, seats: LeagueTable) -> Match:
    """Return a match that can decide a table, and say who was absent. Raises Failure."""

    match = next((played for played in season.every if played.identity == row.identity), None)
    if match is None:
        out = row.identity in season.club.left_out
        title = (
            _("Match {number} is left out of the season.", number=row.id)
            if out
            else _("Match {number} has not ended.", number=row.id)
        )
        raise Failure(title, _("Nothing was changed."))
    present = {fold_name(entrant.player) for entrant in match.people}
    absent = [player for player in seats.players if season.club.player_key(player) not in present]
    if len(absent) == len(seats.players):
        title = _("Nobody of this table played in match {number}.", number=row.id)
        raise Failure(title, _("Nothing was changed."))
    if absent:
        names = locale().join_and(absent)
        remark(_("Not in that match, and so last: {names}.", names=names))
    return match


@command("leave", league_argument(), Argument(["player"], metavar=N_("PLAYER")))
def leave(league: str, player: str) -> None:
    """Let a player leave."""

    with open_library() as library:
        season, state = settled_league(library, league)
        name = one_of(state.league.players, player, _("PLAYER"), season.club)
        if not state.is_member(name):
            decide(library, None)
            return
        decide(library, Withdrawn(state.league.name, name))
        settled_season(library)


@command("join", league_argument(), Argument(["player"], metavar=N_("PLAYER")))
def join(league: str, player: str) -> None:
    """Let a player join."""
    from q40k.season.rounds import join as join_league  # loaded late, as above

    with open_library() as library:
        season, state = settled_league(library, league)
        typed, names = clean_name(player, _("PLAYER")), state.league.players
        canonical = season.club.player_key
        joiner = next((existing for existing in names if canonical(existing) == canonical(typed)), typed)
        if joiner in names and state.is_member(joiner):
            decide(library, None)
            return
        if len(names) >= MOST_PLAYERS:
            raise bad_value(_("PLAYER"), _("name 2 to {most} players.", most=MOST_PLAYERS))
        try:
            decision = join_league(state, season.evidence, joiner)
        except LeagueError as error:
            title = {
                "begun": _("It is too late to join {league}.", league=state.league.name),
                "over": _("{league} is over.", league=state.league.name),
            }[error.code]
            raise Failure(title, _("Begin another league: q40k league new")) from error
        _season, state = decide_and_show(library, state.league.name, decision)
        remark(_("{player} starts in round {number}.", player=joiner, number=first_round_of(state, joiner)))
