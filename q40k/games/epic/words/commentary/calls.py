"""The words of calls, two versions each."""

from __future__ import annotations

from q40k.games.epic.words.names import side_name
from q40k.games.epic.words.wording import WORDS
from q40k.i18n.locale import N_
from q40k.i18n.wording import CallText

WORDS.calls(
    {
        "first-blood": CallText(
            N_("First blood"),
            (
                N_("First blood! {side} takes a figure off {other}."),
                N_("First blood to {side}. {other} takes note."),
            ),
        ),
        "many": CallText(
            N_("At one blow"),
            (
                N_("{count} at one blow! {side} clears the ground."),
                N_("{side} sweeps {count} off the table. {other} counts what is left."),
            ),
        ),
        "wiped-out": CallText(
            N_("Wiped out"),
            (
                N_("A whole formation of {other} is gone. {side} goes on to the next."),
                N_("Nobody left there: {side} has wiped a formation out."),
            ),
        ),
        "broken": CallText(
            N_("Broken"),
            (
                N_("Half a formation down: {side} looks over its shoulder."),
                N_("The break point! {side} holds its breath."),
            ),
        ),
        "dispersed": CallText(
            N_("Dispersed"),
            (
                N_("They run! A formation of {side} is seen no more."),
                N_("{side} loses a formation to its own feet."),
            ),
        ),
        "rallied": CallText(
            N_("Rallied"),
            (
                N_("{side} finds its courage again."),
                N_("Back to the line! {side} rallies."),
            ),
        ),
        "objective": CallText(
            N_("Objective"),
            (
                N_("The ground is {side}’s: {count} for it."),
                N_("{side} holds, and {count} is counted."),
            ),
        ),
        "half": CallText(
            N_("Half an army"),
            (
                N_("{side} has lost half of its army."),
                N_("Every second figure of {side} is off the table."),
            ),
        ),
        "last-turn": CallText(
            N_("The last turn"),
            (
                N_("The last turn! What is not taken now is not taken."),
                N_("Turn {count}, and no other after it."),
            ),
        ),
        "match": CallText(
            N_("Match"),
            (
                N_("The field is {side}’s!"),
                N_("Victory: {side}! Put the small ones back into their boxes."),
            ),
        ),
    },
    side_name,
)
