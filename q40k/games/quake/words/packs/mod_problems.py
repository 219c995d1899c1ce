"""Sentences of the contradictions in a mod; they name rules as packs do."""

from __future__ import annotations

from typing import Final

from q40k.i18n.locale import N_

MOD_PROBLEMS: Final[dict[str, str]] = {
    "mod-rule-twice": N_("The rule {rule} stands twice."),
    "mod-needs-teams": N_("The rule {rule} is for teams; here everyone plays for themselves."),
    "mod-needs-rule": N_("The rule {rule} means nothing without {needs}."),
    "mod-death-twice": N_(
        "The dead come back (respawn) or are out (sudden-death): both only make sense in a hunt."
    ),
    "mod-clone-fighter": N_(
        "With clone everyone fields the same figure; with perfect-fighter everyone builds another."
    ),
    "mod-clone-budget": N_("With clone everyone costs the same: a budget would decide nothing."),
    "mod-win-needs": N_("A match won by {win} needs the rule {needs}."),
    "mod-no-round-winner": N_("Nothing here wins a round: that takes {choices}."),
    "mod-rule-wins-nothing": N_(
        "The rule {rule} decides matches won by {choices}; this one is won by {win}."
    ),
    "mod-teams-alone": N_("Teams are described, but here everyone plays for themselves."),
    "mod-teams-range": N_("At least {least} teams and at most {most} cannot both hold."),
    "mod-hunt-teams": N_(
        "A hunt is between two teams; as teams it needs 2 at least and 2 at most."
    ),
    "mod-parameter": N_("The parameter {parameter} is for the rule {rule}, which is not there."),
}
