"""`q40k mission`: list, show, check, draw, edit, play or record a mission, or begin one's own."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, to_builtins

from q40k.cli import base, complete, files, texts
from q40k.cli.errors import Failure, find_in_packs
from q40k.cli.lab.calls import open_engine, stop_politely
from q40k.cli.problems import answer_problems, problem_lines
from q40k.cli.say import N_, _, echo, echo_text, locale, ngettext, remark
from q40k.cli.verbs.play import require_screen
from q40k.games.game import find
from q40k.games.space_hulk.bot.lab import play_alone
from q40k.games.space_hulk.editor.files import Opened, Several, is_file, open_any, open_file, open_id
from q40k.games.space_hulk.packs.boards import Layout
from q40k.games.space_hulk.packs.missions import EditionId, Mission
from q40k.games.space_hulk.packs.pieces import lay_board
from q40k.games.space_hulk.screen.editor.app import edit as run_editor
from q40k.games.space_hulk.table.codes import MARK, BadCode, read_code
from q40k.games.space_hulk.table.missions import as_yaml, copy_as_yaml, draw_board, own_file
from q40k.games.space_hulk.words.missions import mission_lines
from q40k.lab.subject import Bout, Result
from q40k.packs.library import Library
from q40k.packs.library import check as check_packs
from q40k.packs.problems import Problem, in_reading_order
from q40k.season.statistics import wilson
from q40k.table.match_library import temporary_match
from q40k.table.script import write_script

GAME = "space-hulk"


def load_packs(call: base.Call) -> Library:
    """Load all packs. Raises PackError."""
    library: Library = call.library(game=find(GAME))
    return library


def find_mission(library: Library, id: str, hint: str) -> tuple[Mission, Layout | None]:
    """Return the mission with an id, and its board in rows. Raises click.BadParameter."""
    mission: Mission = find_in_packs(library, "missions", id, _("No pack knows the mission {said}.", said=id), hint)

    board = library.of_kind("boards").get(mission.board or "")
    return mission, board and lay_board(board, library.of_kind("pieces"))


def mission_argument(metavar: str = N_("MISSION"), **more: Any) -> base.Argument:
    """Return the argument that names a mission."""
    return base.Argument(["mission"], metavar=metavar, shell_complete=complete.complete_packs("missions", GAME), **more)


def mission_option(name: str, help: str, **more: Any) -> base.Option:
    """Return an option that names a mission."""
    return complete.pack_option([name], N_("MISSION"), help, "missions", GAME, **more)


def edition_option() -> base.Option:
    """Return the option that names the edition."""
    help = N_("The rules to play by: those of the 4th edition, or of the 1st.")
    return base.choice_option(["--edition"], ["4", "1"], help)


# -- edit ------------------------------------------------------------------------------------


@base.command(
    "edit",
    mission_argument(N_("[ID|FILE]"), required=False),
    base.Option(
        ["--id", "of_file"], metavar="ID", help=N_("Which mission of the file, where it holds several; or a new one.")
    ),
    base.packs_option(),
)
def edit(call: base.Call, mission: str | None, of_file: str | None) -> int:
    """Draw a mission."""
    folders = call.folders(GAME)
    opened_work = _open_work(mission, of_file, folders)
    require_screen()

    return run_editor(call.context(), opened_work, folders)


def _open_work(name: str | None, of_file: str | None, folders: tuple[Path, ...]) -> Opened:
    """Open the mission to edit. Raises click.BadParameter, PackError, OSError."""

    if name is None:
        return open_any(folders)
    if not is_file(name):
        return open_id(base.check_id("ID|FILE", name), folders)
    own = "" if of_file is None else base.check_id("--id", of_file)
    try:
        return open_file(Path(name), own, folders)
    except Several as error:
        if error.ids:
            text = _("The file holds several missions: {ids}. Name one by --id.", ids=locale().join_and(error.ids))
        else:
            text = _("The file holds no mission: name one by --id, and it begins there.")
        raise base.bad_value("ID|FILE", text) from error


# -- play ------------------------------------------------------------------------------------


GAMES = 500


@base.command(
    "play",
    mission_argument(),
    base.number_option(["--games"], N_("How many games are played."), 1, 100_000, default=GAMES),
    edition_option(),
    base.number_option(["--cores"], N_("On how many cores; all of them, if nothing is said."), 1, 256),
    base.json_option(N_("Print it as JSON.")),
    base.packs_option(),
)
def play(call: base.Call, mission: str, games: int, edition: EditionId | None, cores: int | None) -> int | base.Answer:
    """Play a mission many times."""
    entry, _board, played_by = find_playable(load_packs(call), mission, edition)
    try:
        balance = _summarise(_play_games(call, entry, games, played_by, cores))
    except KeyboardInterrupt:
        return stop_politely()
    return base.Answer(
        {"mission": entry.id, "edition": played_by, **to_builtins(balance), "interval": balance.interval},
        balance_lines(entry, played_by, balance),
    )


def find_playable(library: Library, id: str, edition: EditionId | None) -> tuple[Mission, Layout, EditionId]:
    """Return a mission that the program can play alone, its board and edition. Raises Failure."""
    mission, board = find_mission(library, id, "MISSION")
    if board is None:
        raise base.bad_value("MISSION", _("The mission {id} has no board.", id=mission.id))
    if edition is not None and edition not in mission.editions:
        editions = ", ".join(mission.editions)
        raise base.bad_value("--edition", _("It is played by the edition: {known}.", known=editions))
    if not any(goal.side == "marine" for goal in mission.goals):
        raise base.bad_value("MISSION", _("The mission {id} has no goal to count.", id=mission.id))
    return mission, board, edition or mission.editions[0]


class Figures(Struct, frozen=True):
    """The results of many games: the marines' wins, draws and losses, and the mean of turns.

    `met` counts the games by what decided them.
    """

    games: int
    won: int
    drawn: int
    lost: int
    turns: float
    met: dict[str, int]

    @property
    def share(self) -> float:
        """The share of games that the marines win."""
        return self.won / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The interval of the share of wins, right 19 times out of 20."""
        return wilson(self.won, self.games)


def _play_games(call: base.Call, mission: Mission, count: int, edition: EditionId, cores: int | None) -> list[Result]:
    """Return the results of games in the lab, by their numbers; those played before are kept."""

    shared = {"missions": mission.id, "editions": edition}
    bouts = [Bout(("", ""), seed, shared=shared) for seed in range(count)]
    with open_engine(call, find(GAME), None, cores, None) as (engine, _world):
        return engine.play(bouts)


def _summarise(results: Sequence[Result]) -> Figures:
    marines = [result.won[0] for result in results]
    return Figures(
        games=len(results),
        won=marines.count(1),
        drawn=marines.count(0.5),
        lost=marines.count(0),
        turns=sum(result.turns for result in results) / len(results),
        met=dict(sorted(Counter(result.met for result in results).items())),
    )


def balance_lines(mission: Mission, edition: EditionId, balance: Figures) -> Iterator[str]:
    """Yield the results of many games, line by line."""
    say = locale()
    games = ngettext("{number} game", "{number} games", balance.games)
    name = say.name_of(mission.name)
    yield _("{name}, edition {edition}: {games}", name=name, edition=edition, games=games)
    yield _(
        "the marines win {share} ({low} to {high}, right 19 times out of 20), drawn {drawn}, lost {lost}",
        share=_exact(balance.share),
        low=_exact(balance.interval[0]),
        high=_exact(balance.interval[1]),
        drawn=balance.drawn,
        lost=balance.lost,
    )
    met = ", ".join(f"{word} {n}" for word, n in balance.met.items())
    yield _("decided by: {met}; turns on average: {turns}", met=met, turns=_tenths(balance.turns))


def _tenths(number: float) -> str:
    return locale().decimal(f"{number:.1f}")


def _exact(share: float) -> str:
    """Return a share in percent with one decimal."""
    return _("{number}%", number=_tenths(100 * share))


# -- record ----------------------------------------------------------------------------------


@base.command(
    "record",
    mission_argument(),
    edition_option(),
    base.Option(
        ["--seed"],
        type=int,
        default=0,
        show_default=True,
        metavar=N_("NUMBER"),
        help=N_("The seed of the app’s own dice, to have the same ones again."),
    ),
    base.packs_option(),
)
def record(call: base.Call, mission: str, edition: EditionId | None, seed: int) -> None:
    """Record a match that the program plays alone."""

    library = load_packs(call)
    entry, _board, played_by = find_playable(library, mission, edition)
    match = temporary_match(find(GAME))
    play_alone(match, library, entry.id, played_by, seed)
    echo_text("\n".join(write_script(match, library)))


# -- list, show, check, draw, new ------------------------------------------------------------


@base.command("list", base.packs_option())
def list_(call: base.Call) -> None:
    """List the missions."""
    head = [_("Mission"), _("Name"), _("Board"), _("Editions"), _("Turns")]
    rows = [
        [
            mission.id,
            locale().name_of(mission.name),
            mission.board or "-",
            ", ".join(mission.editions),
            str(mission.turn_limit or "-"),
        ]
        for mission in load_packs(call).of_kind("missions").values()
    ]
    texts.echo_table(head, rows, right=(4,))


@base.command("show", mission_argument(), base.json_option(N_("Print it as JSON.")), base.packs_option())
def show(call: base.Call, mission: str) -> base.Answer:
    """Show a mission."""

    entry, layout = find_mission(load_packs(call), mission, "MISSION")
    board = None if layout is None else to_builtins(layout)
    return base.Answer({**to_builtins(entry), "board_data": board}, lambda: mission_lines(locale(), entry, layout))


@base.command("check", mission_argument(N_("MISSION|FILE")), base.packs_option())
def check(call: base.Call, mission: str) -> base.Answer:
    """Check a mission."""

    path = Path(mission)
    problems: list[Problem] = []
    kinds = find(GAME).packs.kinds
    if path.suffix in (".yaml", ".yml") or path.exists():
        problems = check_packs(kinds, [path], call.folders(GAME))
    else:
        entry, _layout = find_mission(load_packs(call), mission, "MISSION|FILE")
        folders = call.folders(GAME)
        candidates = [*check_packs(kinds), *(check_packs(kinds, folders) if folders else ())]
        problems = [problem for problem in candidates if problem.object_id in (entry.id, entry.board)]
    return answer_problems(problems, problem_lines(in_reading_order(problems)))


@base.command("pieces", base.packs_option())
def pieces(call: base.Call) -> None:
    """Show the board pieces."""
    for piece in load_packs(call).of_kind("pieces").values():
        echo(f"{piece.id}: {locale().name_of(piece.name)}")
        for row in piece.rows:
            echo(f"    {row}")


@base.command(
    "draw",
    mission_argument(),
    files.out_option(N_("Write it here; without it, it is printed.")),
    files.force_option(),
    base.packs_option(),
)
def draw(call: base.Call, mission: str, out: Path | None, force: bool) -> None:
    """Draw the board of a mission."""

    entry, layout = find_mission(load_packs(call), mission, "MISSION")
    if layout is None:
        raise base.bad_value("MISSION", _("The mission {id} has no board.", id=entry.id))
    text = draw_board(layout, entry)
    files.deliver_text(text, out, force=force)


@base.command(
    "new",
    base.Argument(["id"], metavar="ID"),
    mission_option("--like", N_("The mission to begin from."), default="airlock-nine"),
    base.pack_file_option(),
    base.packs_option(),
)
def new(call: base.Call, id: str, like: str, out: str | None) -> None:
    """Begin a mission of one's own."""

    library = load_packs(call)
    base.check_id("ID", id)
    if id in library.of_kind("missions") or id in library.of_kind("boards"):
        raise Failure(_("There is already a mission {id}.", id=id), _("Take another id."))
    entry, _layout = find_mission(library, like, "--like")
    text = copy_as_yaml(id, entry, library.of_kind("boards").get(entry.board or ""))
    if out == "-":
        echo_text(text)
        return
    echo(id)
    path = Path(out) if out is not None else own_file(id)
    files.write_own_file(path, text)
    remark(_("`q40k mission edit {id}` draws it on the screen.", id=out or id))


@base.command(
    "load",
    base.Argument(["code"], metavar=N_("CODE")),
    base.Option(["as_", "--as"], metavar="ID", help=N_("Give it this id, if its own is taken.")),
    base.packs_option(),
)
def load(call: base.Call, code: str, as_: str | None) -> None:
    """Take in a mission from its code."""

    library = load_packs(call)
    if not code.startswith(MARK):
        entry, _layout = find_mission(library, code, "CODE")
        echo(entry.id)
        remark(_("It is here already: `q40k new --game space-hulk --mission {id}` plays it.", id=entry.id))
        return
    try:
        sent = read_code(code)
    except BadCode as error:
        raise base.bad_value("CODE", _("It is no code of a mission, or not all of it.")) from error
    id = sent.mission.id if as_ is None else base.check_id("--as", as_)
    if id in library.of_kind("missions") or id in library.of_kind("boards"):
        raise Failure(_("There is already a mission {id}.", id=id), _("Give it another id with --as."))
    files.write_own_file(own_file(id), as_yaml(id, sent.mission, sent.board))
    echo(id)
    remark(_("`q40k new --game space-hulk --mission {id}` plays it.", id=id))


mission_ = base.verb_group(f"{__name__}.mission_", [list_, show, check, pieces, draw, play, record, new, edit, load])
