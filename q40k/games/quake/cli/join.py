"""Define the command that enters a player late: join."""

from __future__ import annotations

import json
from typing import Any

from q40k.cli.base import Argument, Call, Option, command, packs_option
from q40k.cli.errors import DONE
from q40k.cli.open import match_argument, open_match
from q40k.cli.say import N_
from q40k.cli.scripts import carry_out, finish, late_lines, narrate
from q40k.games.quake.cli.picking import pick, player


@command(
    "join",
    N_(
        "Enter a player into a match at any moment: name, champion, die.\n\n"
        "CHAMPION is an id, or a few letters that fit only one; gear follows with +. The dice"
        " are those the entry asks for, in order; what is not given, the app rolls."
    ),
    match_argument(),
    Argument(["who"], metavar=N_("NAME=CHAMPION[+GEAR]"), shell_complete=player),
    Argument(["dice"], metavar=N_("[DICE]..."), nargs=-1, type=int),
    Option(["--team"], metavar=N_("NAME"), help=N_("The team it plays for, in a mod for teams.")),
    Option(
        ["--override"],
        metavar=N_("REASON"),
        help=N_("Let it pass although the rules refuse it; the reason is kept."),
    ),
    Option(
        ["--consent/--no-consent"],
        default=None,
        help=N_("Whether the others agree to a figure of no official codex; it is noted."),
    ),
    packs_option(),
    examples=(
        ("q40k join 3 Zoe=space-marine 4 2", N_("initiative die 4, portal die 2")),
        ("q40k join last Max=sm-veteran-sergeant+power-fist", N_("the app rolls")),
        ("q40k join 3 Zoe=space-marine --team Red", N_("into a team")),
    ),
)
def join(
    call: Call,
    match: str,
    who: str,
    dice: tuple[int, ...],
    team: str | None,
    override: str | None,
    consent: bool | None,
) -> int:
    """Enter a player late."""
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
    return DONE
