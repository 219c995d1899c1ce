"""A choice of the bot, with its reason in a sentence."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from q40k.games.space_hulk.rules.command import Command
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.locale import N_, Locale

Why = Literal[
    "begin", "points", "place", "burn-goal", "burn", "unjam", "stronger", "seen", "ammunition",
    "leave", "way", "look", "watch", "guard", "by-points", "over", "react", "near", "pass",
    "aliens", "turn-over",
]  # fmt: skip
WHY: Final[dict[Why, str]] = {
    "begin": N_("all stand"),
    "points": N_("points come first"),
    "place": N_("where marines see it, as far off as may be"),
    "burn-goal": N_("that is to be burnt"),
    "burn": N_("what lurks there burns together"),
    "unjam": N_("a jammed gun shoots nobody"),
    "stronger": N_("here a blow kills more often than a shot"),
    "seen": N_("it is in sight"),
    "ammunition": N_("the gun is empty"),
    "leave": N_("the goal is to get out"),
    "way": N_("that way lies the goal"),
    "look": N_("danger comes from there"),
    "watch": N_("what is left goes into watching"),
    "guard": N_("who cannot watch can parry"),
    "by-points": N_("points are left, and danger is near"),
    "over": N_("nobody has anything better to do"),
    "react": N_("it moved before a gun that waited for it"),
    "near": N_("it is near enough to be worth a point"),
    "pass": N_("nobody can do anything about it"),
    "aliens": N_("it is their turn"),
    "turn-over": N_("the turn is over"),
}


class Choice(NamedTuple):
    """A command, and the reason for it."""

    command: Command
    why: Why


def choice_text(locale: Locale, choice: Choice) -> str:
    """Return a choice and its reason: "step: Bolt1 C4 (that way lies the goal)"."""
    done, why = WORDS.command(locale, choice.command), locale.gettext(WHY[choice.why])
    return locale.say(N_("{done} ({why})"), done=done, why=why)
