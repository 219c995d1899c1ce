"""What the bot chooses and why, in words."""

from typing import Any, Literal, NamedTuple

from q40k.bots.bot import Move as BotMove
from q40k.games.space_hulk.state import registry
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.locale import N_, Locale

Why = Literal[
    "begin", "points", "place", "burn-goal", "burn", "fire-wall", "unjam", "stronger", "seen", "ammunition", "leave",
    "way", "look", "watch", "guard", "shut-door", "open-door", "shoot-door", "storm", "barrier", "prescience", "over",
    "react", "near", "brace", "pass", "aliens", "turn-over",
]  # fmt: skip
WHY: dict[Why, str] = {
    "begin": N_("all stand"),
    "points": N_("points come first"),
    "place": N_("where marines see it, as far off as may be"),
    "burn-goal": N_("that is to be burnt"),
    "burn": N_("what lurks there burns together"),
    "fire-wall": N_("nothing comes through a fire"),
    "unjam": N_("a jammed gun shoots nobody"),
    "stronger": N_("here a blow kills more often than a shot"),
    "seen": N_("it is in sight"),
    "ammunition": N_("the gun is empty"),
    "leave": N_("the goal is to get out"),
    "way": N_("the goal lies that way"),
    "look": N_("danger comes from there"),
    "watch": N_("what is left goes into watching"),
    "guard": N_("a marine who cannot watch can parry"),
    "shut-door": N_("behind a closed door it is safer"),
    "open-door": N_("with the door open, more is seen"),
    "shoot-door": N_("without the door, more is seen"),
    "storm": N_("a storm needs no line of sight"),
    "barrier": N_("nothing passes the barrier this turn"),
    "prescience": N_("a point comes back"),
    "over": N_("nobody has anything better to do"),
    "react": N_("it moved before a gun that waited for it"),
    "near": N_("it is near enough to be worth a point"),
    "brace": N_("it comes, and a point makes ready for it"),
    "pass": N_("nobody can do anything about it"),
    "aliens": N_("it is their turn"),
    "turn-over": N_("the turn is over"),
}


class Choice(NamedTuple):
    """A command, and the reason for it."""

    command: registry.Command
    why: Why


def choice_text(locale: Locale, choice: Choice) -> str:
    """Return a choice and its reason: "step: Bolt1 C4 (the goal lies that way)"."""
    done, why = WORDS.command(locale, choice.command), locale.gettext(WHY[choice.why])
    return locale.say(N_("{done} ({why})"), done=done, why=why)


UNTOLD = ("pass", "aliens", "turn-over")
"""Moves that need no line, as the log has it or nothing is done."""


@WORDS.moves
def move_text(locale: Locale, _state: Match, move: BotMove[registry.Command]) -> str:
    """Return a move of the bot and its reason; nothing for an answer, or a move that nobody gave a reason for."""
    if move.command is None or not move.why or move.why[0].key in UNTOLD:
        return ""
    why: Any = move.why[0].key
    return locale.say(N_("The bot: {done}"), done=choice_text(locale, Choice(move.command, why)))
