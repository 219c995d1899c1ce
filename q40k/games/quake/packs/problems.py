"""Hold the codes and facts of problems with the packs of Quake 40K."""

from collections.abc import Mapping

from q40k.packs import problems

CODES: Mapping[str, tuple[str, ...]] = {
    **problems.CODES,
    "bonus-monster": (),
    "bonus-rolls": ("missing", "extra"),
    "not-tiles": ("width", "height", "step", "least", "most"),
    "five-portals": ("got",),
    "one-outline": ("got",),
    "solid-and-hollow": (),
    "few-corners": ("got", "least"),
    "corner-twice": ("x", "y"),
    "no-area": (),
    "self-crossing": ("sides",),
    "base-numbers": ("got",),
    "off-table": ("thing", "name", "width", "height"),
    "name-twice": ("thing", "name"),
    "unknown-base": ("flag", "base"),
    "wrong-crowd": ("least", "most", "tiles"),
    "unknown-squad-option": ("options",),
    "token-near-portal": ("token", "portal", "distance", "least"),
    "special-tokens": ("tokens",),
    "portal-over-edge": ("portal",),
    "small-table": ("width", "height", "least"),
    "portals-overlap": ("one", "other"),
    "portals-close": ("one", "other", "distance", "best", "percent", "least"),
    "portal-in-scenery": ("portal", "scenery", "effect"),
    "portal-in-base": ("portal", "base"),
    "thing-in-scenery": ("thing", "name", "scenery", "effect"),
    "scenery-overlap": ("scenery", "other"),
    "flat-scenery": ("scenery",),
    "idle-scenery": ("scenery",),
    "bases-overlap": ("one", "other"),
    "bases-close": ("one", "other", "distance", "least"),
    "bases-unequal": ("one", "other", "area", "other_area"),
    "bases-uneven": ("one", "other", "distance", "other_distance"),
    "bases-large": ("percent",),
    "base-blocked": ("base", "percent"),
    "base-without-flag": ("base",),
    "flag-outside-base": ("flag", "base"),
    "flag-off-centre": ("flag", "one", "other", "distance", "other_distance"),
    "barrel-on-portal": ("barrel", "portal"),
    "mod-rule-twice": ("rule",),
    "mod-needs-teams": ("rule",),
    "mod-needs-rule": ("rule", "needs"),
    "mod-death-twice": (),
    "mod-clone-fighter": (),
    "mod-clone-budget": (),
    "mod-win-needs": ("win", "needs"),
    "mod-no-round-winner": ("choices",),
    "mod-rule-wins-nothing": ("rule", "win", "choices"),
    "mod-teams-alone": (),
    "mod-teams-range": ("least", "most"),
    "mod-hunt-teams": (),
    "mod-parameter": ("parameter", "rule"),
    "unknown-option": ("option", "champion", "nearest", "choices"),
    "duplicate-option": ("option",),
}
"""Every code and the names of its facts, beside those of `q40k.packs.problems`.

An object
    bonus-monster       a wandering monster has no profile, or a profile no such effect
    bonus-rolls         missing, extra: dice results without a line, and lines for what cannot
                        be rolled on this table (BONUS-1)
    not-tiles           width, height, step, least, most: sides in cm (ARENA-1)
    five-portals        got: the portals' numbers (ARENA-3)
    one-outline         got: the outlines given, none or both; scenery has exactly one
    solid-and-hollow    scenery is said to be both
    few-corners         got, least: corners of an outline
    corner-twice        x, y in cm: a corner that stands twice
    no-area             an outline as thin as a line
    self-crossing       sides: two sides that meet, side 1 being from the first corner to the second
    base-numbers        got: the bases' numbers (BASE-1)
    off-table           thing ("portal", "token", "scenery", "base", "flag" or "barrel"), name:
                        what does not lie wholly on the table; width, height in cm
    name-twice          thing, name: a name that stands twice
    unknown-base        flag, base: a flag of a base that is not there
    wrong-crowd         least, most: players the arena is meant for; tiles: as many as it takes
    unknown-squad-option  options: what a squad is said to take and is no option (CHAMPION-2)
    token-near-portal   token, portal, distance and least in cm, edge to edge (ARENA-4); an
                        error for equipment tokens, a warning for weapon tokens
    special-tokens      tokens: more than one special token (BONUS-5)
    portal-over-edge    portal: its footprint hangs over the table's edge (a warning)
    small-table         width, height, least in cm: smaller than recommended (ARENA-1, a warning)

What `q40k arena check` finds
    portals-overlap     one, other: portals whose footprints overlap (ARENA-3)
    portals-close       one, other: the nearest portals; distance, best in cm, centre to centre;
                        percent of the best for this table, and the least that is well (a warning)
    portal-in-scenery   portal, scenery, effect: its footprint reaches into impassable or lethal
                        scenery, or into water (a warning)
    portal-in-base      portal, base: for domination portals lie outside (a warning)
    thing-in-scenery    thing ("token", "flag" or "barrel"), name, scenery, effect
    scenery-overlap     scenery, other: two that cannot stand in one place; a warning when only
                        one of them is impassable
    flat-scenery        scenery: climbable, yet of no height (a warning)
    idle-scenery        scenery: no height and no effect agreed (a warning)
    bases-overlap       one, other
    bases-close         one, other; distance, least in inches (BASE-1); a warning on a small table
    bases-unequal       one, other; area, other_area in square cm
    bases-uneven        one, other; distance, other_distance in cm from the centre (a warning)
    bases-large         percent of the table that is no neutral zone
    base-blocked        base; percent of it that is impassable or lethal (a warning)
    base-without-flag   base: others have one (a warning)
    flag-outside-base   flag, base
    flag-off-centre     flag of no base; one, other: the nearest and the farthest base; distance,
                        other_distance in cm (a warning)
    barrel-on-portal    barrel, portal (a warning)

A mod, by its rules' names (SUDDEN-1, SCORE-4, TEAM-1, CHAMPION-5 to 8)
    mod-rule-twice      rule: it stands twice
    mod-needs-teams     rule: it is for teams, and everyone plays for themselves
    mod-needs-rule      rule, needs: one that means nothing without the other
    mod-death-twice     both respawn and sudden death, and no hunt to share them out
    mod-clone-fighter   both clone and perfect fighter
    mod-clone-budget    both clone and budget, with nobody's cost left to differ
    mod-win-needs       win, needs: a way to win that its rule is missing for
    mod-no-round-winner choices: no rule that wins a round
    mod-rule-wins-nothing  rule, win, choices: it decides nothing when the match is won so
    mod-teams-alone     teams described, and everyone plays for themselves
    mod-teams-range     least, most: fewer teams at most than at least
    mod-hunt-teams      a hunt is between exactly two teams
    mod-parameter       parameter, rule: a number for a rule that is not there

Between objects
    unknown-option      option, champion; nearest, or None; choices: the champion's options
    duplicate-option    option: bought twice for one champion
"""
