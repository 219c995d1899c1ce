"""Define the commands that begin a match and enter a player late: new, join."""

import json
from typing import Any, Literal

import click
from click.shell_completion import CompletionItem

from q40k.cli.base import Argument, Call, Option, choice_option, match_options, number_option, packs_option, verb
from q40k.cli.complete import Items, complete_packs, pack_items
from q40k.cli.open import game_option, match_argument, open_match
from q40k.cli.say import N_
from q40k.cli.verbs.play import begin_match, earlier_match, players_of_options
from q40k.games.game import Game
from q40k.games.quake.table.prefilled import Prefilled
from q40k.games.quake.table.prefilled import as_prefilled as _as_said
from q40k.kernel.text import clean_text

# -- new -------------------------------------------------------------------------------------------


MOD = "deathmatch"


def _complete_player(ctx: click.Context, _param: click.Parameter, incomplete: str) -> Items:
    """Complete NAME=CHAMPION: the champion's id, after the name and the =."""
    name, equals, typed = incomplete.rpartition("=")
    if not equals:
        return []
    matching = [item for item in pack_items(ctx, "champions") if str(item.value).startswith(typed)]
    return [CompletionItem(f"{name}={item.value}", help=item.help) for item in matching]


@verb(
    game_option(),
    Option(
        ["--mod"],
        metavar="MOD",
        help=N_("The way to play; without it, you are asked, or it is a deathmatch if players are named."),
        shell_complete=complete_packs("mods"),
    ),
    Option(["--arena"], metavar=N_("ARENA"), help=N_("The table to play on."), shell_complete=complete_packs("arenas")),
    Option(
        ["players", "--player"],
        multiple=True,
        metavar=N_("NAME[@TEAM]=CHAMPION[+GEAR]"),
        help=N_("A player with its champion, in a mod of teams with its team; may be given several times."),
        shell_complete=_complete_player,
    ),
    Option(
        ["bots", "--bot"],
        multiple=True,
        metavar=N_("NAME[@TEAM]=CHAMPION[+GEAR][:LEVEL[:PERSONALITY]]"),
        help=N_("A player that a bot plays: straight, sound or sharp; may be given several times."),
        shell_complete=_complete_player,
    ),
    number_option(
        ["--budget"],
        N_("What a champion, or a whole team, may cost at most, in a mod with budgets."),
        1,
        100_000,
        metavar=N_("POINTS"),
    ),
    Option(
        ["options", "--option"],
        multiple=True,
        metavar=N_("NAME=NUMBER"),
        help=N_("A number the table has agreed on, such as lives=3; `q40k mods show` lists them."),
    ),
    Option(
        ["addons", "--addon"],
        multiple=True,
        metavar=N_("ADD-ON"),
        help=N_("Something added to the mod: barrel-frenzy; announce: announced first, then measured."),
    ),
    Option(
        ["--minutes"],
        type=click.FloatRange(0, 1440, min_open=True),
        metavar=N_("NUMBER"),
        help=N_("By the clock: minutes for the whole match."),
    ),
    Option(
        ["--each"],
        type=click.FloatRange(0, 86_400, min_open=True),
        metavar=N_("SECONDS"),
        help=N_("By the clock: seconds for each champion’s part."),
    ),
    *players_of_options(),
    *match_options(),
    choice_option(
        ["--d3"], ["d3", "d6"], N_("A D3 is typed as 1 to 3, or as the D6 it was; without it, you are asked.")
    ),
    packs_option(),
)
def new(
    call: Call,
    game: Game,
    mod: str | None,
    arena: str | None,
    players: tuple[str, ...],
    bots: tuple[str, ...],
    budget: int | None,
    options: tuple[str, ...],
    addons: tuple[str, ...],
    minutes: float | None,
    each: float | None,
    players_of: str | None,
    fresh: bool,
    seed: int | None,
    name: str,
    dice: Literal["hand", "app"] | None,
    d3: Literal["d3", "d6"] | None,
) -> int:
    """Begin a match."""

    has_details = bool(players or bots or options or addons) or budget is not None
    earlier = _as_said(earlier_match(players_of, game, fresh=fresh, other=mod is not None))
    prefilled = Prefilled(
        mod=mod or earlier.mod or (MOD if has_details else None),
        arena=arena,
        seed=seed,
        name=clean_text(name),
        dice=dice,
        budget=budget,
        minutes=minutes,
        each=each,
        addons=addons,
        d3=d3,
    )
    if has_details or arena is not None or mod not in (None, MOD):
        from q40k.games.quake.cli.picking import check  # late: without options, packs are read after the first screen

        prefilled = check(call.library(game=game), prefilled, players, options, bots)
    prefilled = prefilled.after(earlier)
    return begin_match(call, prefilled, game)


# -- join ------------------------------------------------------------------------------------------


@verb(
    match_argument(),
    Argument(["who"], metavar=N_("NAME=CHAMPION[+GEAR]"), shell_complete=_complete_player),
    Argument(["dice"], metavar=N_("[DICE]..."), nargs=-1, type=int),
    Option(["--team"], metavar=N_("NAME"), help=N_("The team it plays for, in a mod for teams.")),
    Option(
        ["--override"], metavar=N_("REASON"), help=N_("Let it pass although the rules refuse it; the reason is kept.")
    ),
    Option(
        ["--consent/--no-consent"],
        default=None,
        help=N_("Whether the others agree to a figure of no official codex; it is noted."),
    ),
    packs_option(),
)
def join(
    call: Call,
    match: str,
    who: str,
    dice: tuple[int, ...],
    team: str | None,
    override: str | None,
    consent: bool | None,
) -> None:
    """Enter a player late."""
    from q40k.cli.verbs.scripts import carry_out, finish, late_lines, narrate
    from q40k.games.quake.cli.picking import pick
    from q40k.table.script import LineRefused

    library = call.library(["champions", "weapons", "gear", "traits"])
    with open_match(match, watch=False, game="quake") as match_session:
        picked = pick(library, who, "NAME=CHAMPION", match_session.state.setup.mod)
        data: dict[str, Any] = {"do": "join", "player": picked.name, "champion": picked.champion}
        data |= {"options": list(picked.gear), "answers": list(dice), "override": override}
        if consent is not None:
            data["consent"] = consent
        if team or picked.team:
            data["team"] = team or picked.team
        since = match_session.head
        try:
            carry_out(call, match_session, late_lines([json.dumps(data)], match_session.game))
        except LineRefused as refused:  # the only line needs no line number
            raise refused.cause from refused
        narrate(match_session, since)
        finish(match_session, False)
