"""The words of the calls, several sentences for each."""

from __future__ import annotations

from q40k.games.space_hulk.rules.state import SIDES, Match
from q40k.games.space_hulk.words.names import seat_name
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.locale import N_
from q40k.i18n.wording import CallText


def call_name(state: Match, side: str) -> str:
    """Return the player's name of a side, or a piece's own name."""
    return seat_name(state, side) if side in SIDES else side


WORDS.calls(
    {
        "first-blood": CallText(
            N_("First blood"),
            (
                N_("First blood! {side} fells a Genestealer."),
                N_("One down: {side} has drawn first blood."),
            ),
        ),
        "first-loss": CallText(
            N_("First loss"),
            (
                N_("The hulk takes its first: {side} is dead."),
                N_("{side} falls. The first of the squad."),
            ),
        ),
        "lost": CallText(
            N_("A marine falls"),
            (
                N_("{side} answers no more."),
                N_("Another signal lost: {side}."),
                N_("{side} has fallen."),
            ),
        ),
        "sergeant": CallText(
            N_("The sergeant falls"),
            (
                N_("The sergeant is dead! Who gives the orders now?"),
                N_("{side} is down. The squad has lost its sergeant."),
            ),
        ),
        "last-marine": CallText(
            N_("Last marine"),
            (
                N_("One against the hulk: only {side} stands."),
                N_("{side} is the last of them."),
            ),
        ),
        "alpha": CallText(
            N_("The Alpha"),
            (
                N_("It is the Alpha! Count your dice twice."),
                N_("The brood’s master has come: the Alpha!"),
            ),
        ),
        "alpha-down": CallText(
            N_("The Alpha falls"),
            (
                N_("The Alpha is dead! {side} has done it."),
                N_("{side} brings the Alpha down."),
            ),
        ),
        "many": CallText(
            N_("At one blow"),
            (
                N_("{count} at one blow!"),
                N_("{count} gone together: the corridor is clear."),
                N_("A clean sweep: {count}."),
            ),
        ),
        "spree": CallText(
            N_("Several in one turn"),
            (
                N_("{count} in one turn: nothing gets past {side}."),
                N_("{side} makes it {count} this turn."),
                N_("Again {side}! {count} since the turn began."),
            ),
        ),
        "cut-down": CallText(
            N_("Cut down"),
            (
                N_("Claw to fist, and {side} stands."),
                N_("{side} wins it hand to hand!"),
                N_("Too close for {side}’s taste, and dead."),
            ),
        ),
        "swarm": CallText(
            N_("Three at once"),
            (
                N_("{count} of them at once!"),
                N_("That blip was {count}."),
                N_("And there they are: {count}."),
            ),
        ),
        "jam": CallText(
            N_("A jam"),
            (
                N_("{side}’s bolter jams!"),
                N_("Click. {side} has a jam."),
                N_("A jam, of all moments: {side}."),
            ),
        ),
        "exploded": CallText(
            N_("The cannon explodes"),
            (
                N_("{side}’s cannon blows up!"),
                N_("The barrels burst: {side} is gone."),
            ),
        ),
        "fire": CallText(
            N_("Fire"),
            (
                N_("The section burns."),
                N_("Flames from wall to wall."),
                N_("Nothing goes through there this turn."),
            ),
        ),
        "object": CallText(
            N_("Taken up"),
            (
                N_("{side} has it: {other}!"),
                N_("{other} is in {side}’s hands."),
            ),
        ),
        "out": CallText(
            N_("Off the hulk"),
            (
                N_("{side} is out!"),
                N_("One who got away: {side}."),
                N_("{side} leaves the hulk behind."),
            ),
        ),
        "pile": CallText(
            N_("The pile begins anew"),
            (
                N_("The pile is out, and comes back: {count} blips."),
                N_("{count} blips are shuffled in again. They never end."),
            ),
        ),
        "time": CallText(
            N_("The clock"),
            (
                N_("Less than {count} seconds."),
                N_("Not even {count} seconds left."),
                N_("The sand: under {count} seconds."),
            ),
        ),
        "last-seconds": CallText(
            N_("The last seconds"),
            (
                N_("Fifteen seconds! Quick!"),
                N_("The last grains are running."),
            ),
        ),
        "time-up": CallText(
            N_("Time"),
            (
                N_("Time! Hands off the board."),
                N_("The sand is out."),
                N_("And that was the bell."),
            ),
        ),
        "last-turn": CallText(
            N_("The last turn"),
            (
                N_("Turn {count}, and no other after it."),
                N_("The last turn: now or never."),
            ),
        ),
        "match": CallText(
            N_("Match"),
            (
                N_("The hulk goes to {side}!"),
                N_("Victory: {side}!"),
            ),
        ),
    },
    call_name,
)
