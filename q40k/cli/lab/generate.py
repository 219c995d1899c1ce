"""`q40k lab generate`: new things to play on, made by chance and screened by games."""

import shlex
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from q40k.cli.base import Call, Option, bad_value, check_id, number_option, packs_option
from q40k.cli.errors import DONE, REFUSED, Failure
from q40k.cli.files import file_exists_failure, write_file
from q40k.cli.lab import calls
from q40k.cli.open import game_option
from q40k.cli.say import N_, _, echo_lines, locale, on_a_terminal, show_lines
from q40k.cli.texts import table
from q40k.games.game import Game
from q40k.kernel.events import Refused
from q40k.lab.drafts import SCREENS, Judged, Look, Wishes, best_of_cells, judge_drafts, signed_pack, write_drafts
from q40k.lab.labels import option_words
from q40k.lab.studies import Choice
from q40k.lab.subject import Draft, Lab
from q40k.lab.tables import interval_bar


def _read_screens(_ctx: click.Context, param: click.Parameter, value: str) -> tuple[int, ...]:
    try:
        screens = tuple(int(number) for number in value.split(","))
    except ValueError:
        screens = ()
    if not screens or sorted(set(screens)) != list(screens) or screens[0] < 1:
        raise bad_value(param.opts[0], _("write growing numbers of games: 20,100,500."))
    return screens


@calls.lab_command(
    "generate",
    game_option(),
    number_option(["--tries"], N_("How many drafts are made."), 1, 1000, default=10),
    number_option(["--seed"], N_("The seed of the first draft; those of the others follow."), 0, 10_000, default=1),
    Option(
        ["--fair"],
        type=click.FloatRange(1, 99),
        default=50.0,
        show_default=True,
        metavar=N_("PERCENT"),
        help=N_("The share of the first side that counts as fair, where sides differ."),
    ),
    Option(
        ["--within"],
        type=click.FloatRange(0.1, 50),
        default=5.0,
        show_default=True,
        metavar=N_("PERCENT"),
        help=N_("How far a share may be from what is fair."),
    ),
    Option(["--turns"], type=click.FloatRange(1), metavar=N_("NUMBER"), help=N_("About so many turns long.")),
    Option(
        ["--screens"],
        default=",".join(map(str, SCREENS)),
        show_default=True,
        callback=_read_screens,
        metavar=N_("NUMBERS"),
        help=N_("The games after which a draft is judged."),
    ),
    calls.setting_option("--option", "options", N_("What is asked of a draft, and numbers of the table: size=60x60.")),
    Option(
        ["--id", "prefix"],
        default="draft",
        show_default=True,
        metavar=N_("ID"),
        help=N_("How their ids begin; the seed follows."),
    ),
    Option(
        ["--out"],
        required=True,
        type=click.Path(file_okay=False, path_type=Path),
        metavar=N_("DIR"),
        help=N_("The folder for what is kept."),
    ),
    *calls.engine_options(),
    packs_option(),
)
def generate(call: Call, game: Game, **values: Any) -> int:
    """Make new things."""
    lab = calls.lab_of(game)
    if not lab.makes:
        raise Failure(_("Nothing new of {game} can be made.", game=game.name), _("`q40k games` lists the games."))
    prefix = check_id("--id", values["prefix"])
    drafts = _make_drafts(game, call.library(game=game), prefix, values)
    for draft in drafts:
        if (path := values["out"] / f"{draft.id}.yaml").exists():
            raise file_exists_failure(path, _("Name another folder with --out, or another --id."))
    wishes = Wishes(
        fair=values["fair"] / 100, within=values["within"] / 100, turns=values["turns"], screens=values["screens"]
    )
    with tempfile.TemporaryDirectory() as folder:
        write_drafts(drafts, Path(folder))
        call.packs.append(Path(folder))
        judged, world = _judge_all(call, lab, game, drafts, wishes, values)
        call.packs.pop()
    is_whole = len(judged) == len(drafts)
    kept = best_of_cells(judged)
    for each in kept if is_whole else ():
        text = signed_pack(each, _call_of(lab, game, each.draft.seed, values), world)
        values["out"].mkdir(parents=True, exist_ok=True)
        write_file(values["out"] / f"{each.draft.id}.yaml", text)
    _tell(judged, kept)
    if not is_whole:
        return calls.stop_politely()
    return DONE if kept else REFUSED


def _make_drafts(game: Game, library: Any, prefix: str, values: dict[str, Any]) -> list[Draft]:

    drafts = []
    for seed in range(values["seed"], values["seed"] + values["tries"]):
        try:
            drafts.append(game.lab.draft(library, f"{prefix}-{seed}", seed, values["options"]))
        except Refused as refused:
            raise calls.explain_refusal(game, refused.refusal, _("No draft could be made.")) from refused
    return drafts


def _call_of(lab: Lab, game: Game, seed: int, values: dict[str, Any]) -> str:
    """Return the call that makes and judges a draft again."""

    words = ["q40k", "lab", "generate", "--game", game.id, "--tries", "1"]
    words += ["--seed", str(seed), "--id", values["prefix"]]
    for kind in lab.kinds:
        words += [f"--{kind.id}", ",".join(values[kind.id])] if values[kind.id] else []
    words += ["--field", str(values["seats"])] if values["seats"] else []
    for name in ("fair", "within", "turns"):
        words += [f"--{name}", f"{values[name]:g}"] if values[name] is not None else []
    words += ["--screens", ",".join(map(str, values["screens"])), *option_words(values["options"])]
    return shlex.join([*words, "--out", "DIR"])


def _judge_all(
    call: Call, lab: Lab, game: Game, drafts: Sequence[Draft], wishes: Wishes, values: dict[str, Any]
) -> tuple[list[Judged], str]:
    """Return the drafts that were judged (all, unless Ctrl+C came), and the world. Raises Failure."""

    named = {kind.id: values[kind.id] for kind in lab.kinds} | {lab.makes: tuple(draft.id for draft in drafts)}
    options = {key: value for key, value in values["options"].items() if key not in lab.draft_options}
    choice = Choice(named=named, what=lab.makes, seats=values["seats"], seed=values["seed"], options=options)
    plan = calls.plan_games(lab, call.library(game=game), choice)
    judged: list[Judged] = []
    with calls.open_engine(call, game, values["shelf"], values["cores"], values["cluster"]) as (engine, world):
        try:
            judged += judge_drafts(engine, lab, plan, drafts, wishes, _show_look if on_a_terminal("stderr") else None)
        except KeyboardInterrupt:
            return judged, world.id
    return judged, world.id


def _show_look(look: Look) -> None:
    """Show what is known of a draft so far: the share that is farthest from what is fair, with its interval."""
    share, say = look.share, locale()
    facts = {"draft": look.draft.id, "games": look.games, "turns": f"{look.turns:g}"}
    if share is None:
        show_lines([_("{draft} after {games} games: {turns} turns, no share yet", **facts)])
        return
    facts |= {name: say.percent(getattr(share, name)) for name in ("share", "low", "high")}
    facts["fair"] = say.percent(look.fair)
    text = _("{draft} after {games} games: {turns} turns, {share} ({low} – {high}); fair is {fair}", **facts)
    show_lines([text, f"  {interval_bar(share.low, share.share, share.high, look.fair)}"])


def _tell(judged: Sequence[Judged], kept: Sequence[Judged]) -> None:
    """Print every draft with its figures."""
    rows = []
    for each in judged:
        verdict = _("kept") if each in kept else _("fair") if each.is_kept else _("dropped")
        gap = locale().percent(each.gap, 1)
        rows.append([each.draft.id, each.draft.shape, str(each.games), f"{each.turns:g}", gap, verdict])
    head = [_("Draft"), _("Shape"), _("Games"), _("Turns"), _("Largest gap"), _("Verdict")]
    echo_lines(table(head, rows, right=(2, 3, 4)))
