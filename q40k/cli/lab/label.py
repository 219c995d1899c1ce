"""`q40k lab label` and `q40k pack verify`: what the lab found goes along with a pack, and is played again elsewhere."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random, SystemRandom
from tempfile import TemporaryDirectory
from typing import Any

import click

from q40k.cli.added import find_added
from q40k.cli.base import Argument, Call, bad_value, command, number_option
from q40k.cli.complete import complete_files
from q40k.cli.errors import DONE, INTERRUPTED, MALFORMED, REFUSED, Failure
from q40k.cli.lab import calls
from q40k.cli.say import N_, _, echo, echo_lines, locale, ngettext, remark, speak_of
from q40k.games.game import Game
from q40k.kernel.whole_file import write_whole
from q40k.lab.labels import FAR, BadLabel, Compared, Verdict, bouts_at, choose_games, judge, make_label, plan_of
from q40k.lab.studies import play_study
from q40k.lab.tables import round_up
from q40k.packs.bundle import Bundle, all_files
from q40k.packs.finding import MANIFEST
from q40k.packs.labels import MOST_GAMES, MOST_LABELS, Interval, Label, merge_labels, write_labels
from q40k.table.bundles import game_of, read_checked
from q40k.table.folders import compiled_folder

TELLING = 0.2
"""An interval that is wider than this tells nearly nothing."""
SAMPLE = 20
"""So many games of each label are played again if nothing else is said."""


# -- writing a label -----------------------------------------------------------------------------


@calls.lab_command(
    "label",
    Argument(["folder"], metavar=N_("FOLDER"), type=click.Path(file_okay=False, exists=True, path_type=Path)),
    *calls.plan_options(100),
    *calls.engine_options(),
)
def label(call: Call, game: Game, folder: Path, **values: Any) -> int:
    """Write a label."""

    bundle, _contents = read_checked(folder, str(folder))
    if bundle.manifest.game != game.id:
        title = _("The pack is for {game}.", game=bundle.manifest.game)
        raise Failure(title, _("Say --game {game}.", game=bundle.manifest.game), MALFORMED)
    if values["games"] > MOST_GAMES:
        raise bad_value("--games", _("A label is about {most} games at most.", most=MOST_GAMES))
    lab = calls.lab_of(game)
    library = game.packs.library([folder], cache=compiled_folder())
    plan = calls.plan_games(lab, library, calls.take_choice(lab, values))
    with calls.open_engine(call, game, values["shelf"], values["cores"], values["cluster"], [folder], alone=True) as (
        engine,
        world,
    ):
        try:
            study = play_study(engine, plan, look=calls.show_so_far(game, library))
        except KeyboardInterrupt:
            return calls.stop_politely()
    calls.check_played(game, study.results)
    new = make_label(lab, game.id, study, world)
    labels = list(merge_labels(bundle.manifest.labels, new))
    if len(labels) > MOST_LABELS:
        title = _("A pack has {most} labels at most.", most=MOST_LABELS)
        raise Failure(title, _("Delete some at the end of {path} first.", path=folder / MANIFEST))
    path = folder / MANIFEST
    write_whole(path, write_labels(path.read_text(encoding="utf-8"), labels).encode(), replace=True)
    echo_lines(label_lines(lab, library, new))
    remark(_("Written to {path}.", path=path))
    return DONE


def label_lines(lab: Any, library: Any, entry: Label) -> Iterator[str]:
    """Yield what a label says."""
    name = calls.name_entries(lab, library, entry.kind)
    yield entry.command
    yield (
        "  "
        + ngettext("{number} game", "{number} games", entry.games)
        + " · "
        + _("turns: {turns}", turns=_turns(entry.turns))
    )
    widest = max((high - low for _share_, low, high in (finding.share for finding in entry.found)), default=0.0)
    if widest > TELLING:
        more = round_up(entry.games * (widest / TELLING) ** 2)
        yield "  " + _("That is too few games to tell: {games} would say it within ± 10 %.", games=more)
    for finding in entry.found:
        yield f"  {name(finding.id)}: {_share(finding.share)}"
        if finding.parts:
            parts = ", ".join(locale().percent(part[0], 1) for part in finding.parts)
            yield "    " + _("shares that would be even in a fair game: {parts}", parts=parts)


def _share(share: Interval) -> str:
    middle, low, high = (locale().percent(value, 1) for value in share)
    return _("{share} ({low} to {high})", share=middle, low=low, high=high)


def _turns(turns: Interval) -> str:

    middle, low, high = (locale().number(round(value, 1)) for value in turns)
    return middle if max(map(abs, turns)) >= FAR else _("{share} ({low} to {high})", share=middle, low=low, high=high)


# -- playing some of it again --------------------------------------------------------------------


@command(
    "verify",
    Argument(["pack"], metavar=N_("ID|FILE|FOLDER"), shell_complete=complete_files),
    number_option(["--games"], N_("How many games of each label are played again."), 1, MOST_GAMES, default=SAMPLE),
    number_option(["--seed"], N_("Draw the same games again; by lot if nothing is said."), 0),
    number_option(["--cores"], N_("On how many cores; all of them, if nothing is said."), 1),
)
def verify(call: Call, pack: str, games: int, seed: int | None, cores: int | None) -> int:
    """Verify the labels of a bundle."""
    chance = SystemRandom() if seed is None else Random(seed)
    statuses = []
    with _open_bundle(pack) as (bundle, game, folder):
        speak_of(game.id)
        if not bundle.manifest.labels:
            remark(_("{id} {version} has no labels.", id=bundle.manifest.id, version=bundle.manifest.version))
        for entry in bundle.manifest.labels:
            statuses.append(_verify(call, game, folder, entry, games, cores, chance))
            if statuses[-1] == INTERRUPTED:
                break
    return max(statuses, default=DONE)


@contextmanager
def _open_bundle(pack: str) -> Iterator[tuple[Bundle, Game, Path]]:
    """Open a bundle that was added, or that of a file or folder, and its packs in a folder. Raises PackError."""

    path = Path(pack) if Path(pack).exists() else find_added(pack, None).folder
    bundle, _contents = read_checked(path, str(path))
    game = game_of(bundle, str(path))
    if path.is_dir():
        yield bundle, game, path
        return
    with TemporaryDirectory(prefix="q40k-") as top:
        for name, raw in all_files(bundle).items():
            (Path(top) / name).parent.mkdir(parents=True, exist_ok=True)
            (Path(top) / name).write_bytes(raw)
        yield bundle, game, Path(top)


def _verify(call: Call, game: Game, folder: Path, entry: Label, games: int, cores: int | None, chance: Random) -> int:
    """Play some games of a label again; return the status. Ctrl+C judges by those that were finished."""

    lab = calls.lab_of(game)
    library = game.packs.library([folder], cache=compiled_folder())
    echo_lines(label_lines(lab, library, entry))
    try:
        plan = plan_of(entry, lab, library)
    except BadLabel as error:
        echo("  " + _("It cannot be played here: {word} is not known or does not fit.", word=str(error)))
        return REFUSED
    places = choose_games(entry, games, chance)
    bouts, interrupted = bouts_at(plan, places), False
    with (
        TemporaryDirectory(prefix="q40k-") as top,
        calls.open_engine(call, game, Path(top) / "shelf.sqlite3", cores, None, [folder], alone=True) as (
            engine,
            world,
        ),
    ):
        try:
            engine.play(bouts)
        except KeyboardInterrupt:
            interrupted = True
        results = engine.results(bouts)
    pairs = zip(places, bouts, results, strict=True)
    played = {place: (bout, result) for place, bout, result in pairs if result is not None}
    verdict = judge(lab, entry, plan, world, played)
    for line in _verdict_lines(lab, library, entry, verdict):
        echo("  " + line)
    return INTERRUPTED if interrupted else DONE if verdict.holds else REFUSED


def _verdict_lines(lab: Any, library: Any, entry: Label, verdict: Verdict) -> Iterator[str]:
    if not verdict.played:
        yield _("No game was finished.")
        return
    played, same = verdict.played, verdict.played - len(verdict.different)
    yield _("{number} of {games} games played again", number=played, games=entry.games)
    if verdict.is_same_world:
        yield _(
            "The rules and packs are those of the label: {same} of {number} ended exactly alike.",
            same=same,
            number=played,
        )
        if verdict.different:
            numbers = ", ".join(map(str, verdict.different[:10]))
            yield _("Games that ended differently: {numbers}", numbers=numbers)
    elif verdict.is_same_program:
        yield _(
            "The pack was changed after the label was written, so only figures are compared; {same} of {number}"
            " ended exactly alike.",
            same=same,
            number=played,
        )
    else:
        yield _(
            "The rules or the shipped packs are others than those of q40k {version} then, so only figures are"
            " compared; {same} of {number} ended exactly alike.",
            version=entry.version,
            same=same,
            number=played,
        )
    if played < entry.games and any(row.here[2] - row.here[1] > TELLING for row in verdict.rows if row.what != "turns"):
        yield _("So few games can only show a gross difference: --games {games} plays all.", games=entry.games)
    name = calls.name_entries(lab, library, entry.kind)
    for row in verdict.rows:
        yield _row(row, name(row.what) if row.what != "turns" else _("turns"))
    yield _("The label holds.") if verdict.holds else _("The label does not hold.")


def _row(row: Compared, name: str) -> str:
    shown = _turns if row.what == "turns" and not row.part else _share
    what = _("{name}, part {number}", name=name, number=row.part) if row.part else name
    if row.fits:
        return _(
            "{what}: {here} here, {label} on the label: they fit",
            what=what,
            here=shown(row.here),
            label=shown(row.label),
        )
    return _(
        "{what}: {here} here, {label} on the label: they do not fit",
        what=what,
        here=shown(row.here),
        label=shown(row.label),
    )
