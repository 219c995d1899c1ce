"""Every problem that a pack can have, with its facts: a new one is listed here and worded."""

from collections.abc import Mapping

CODES: Mapping[str, tuple[str, ...]] = {
    "unreadable": ("reason",),
    "link-loop": (),
    "too-large": ("most",),
    "folder-too-large": ("most",),
    "packs-too-large": ("most",),
    "not-utf8": (),
    "empty-file": (),
    "yaml-syntax": ("detail",),
    "yaml-surprise": ("kind", "text"),
    "too-deep": ("most",),
    "too-many": ("most",),
    "duplicate-key": ("key", "first_line"),
    "unknown-key": ("key", "nearest"),
    "missing-key": ("key",),
    "wrong-type": ("expected", "got", "value"),
    "wrong-length": ("least", "most", "got"),
    "too-long": ("most", "got"),
    "out-of-range": ("least", "most", "above", "got"),
    "not-a-choice": ("got", "nearest", "choices"),
    "pattern": ("got", "pattern"),
    "invalid": ("type", "got"),
    "empty-text": (),
    "control-characters": ("text",),
    "not-finite": ("got",),
    "duplicate-id": ("kind", "id", "first_file", "first_line"),
    "unknown-reference": ("kind", "id", "nearest"),
    "bundle-unread": (),
    "bundle-too-large": ("most",),
    "bundle-too-many": ("most",),
    "bundle-many-objects": ("most",),
    "bundle-name": ("name",),
    "bundle-link": ("name",),
    "bundle-kind": ("name",),
    "bundle-twice": ("name",),
    "bundle-no-manifest": ("name",),
    "bundle-empty": (),
    "bundle-hash": (),
    "bundle-newer": ("shape", "latest"),
    "bundle-game": ("game", "nearest"),
    "bundle-code": (),
    "bundle-art-name": ("name", "choices"),
    "bundle-art": ("name", "least", "most", "bytes"),
}
"""Every code that the packs of any game may have, and the names of its facts.

The file itself
    unreadable          reason: what the system said, or "not-a-file"
    link-loop           a folder's symbolic link leads back to a folder above it
    too-large           most: the limit, in bytes
    folder-too-large    most: the limit of files and folders at and below one folder
    packs-too-large     most: the limit, in bytes, of all pack files below one folder
    not-utf8            the file is not text in UTF-8
    empty-file          nothing in it but comments
    yaml-syntax         detail: what the YAML parser says, in English
    yaml-surprise       kind and text; kind is one of "boolean" (a bare yes, no, on, off, True),
                        "octal" (010), "sexagesimal" (1:30), "number" (+1, 1_000, .5, 1e3),
                        "huge-number", "date", "empty" (a key without a value), "anchor",
                        "alias", "tag", "merge", "complex-key", "second-document", "surrogate"
    too-deep            most: the limit of nested lists and mappings
    too-many            most: so many problems are shown; there are more in this file

A key or a value
    duplicate-key       key; first_line: where it stood first
    unknown-key         key; nearest: the nearest key that may stand there, or None
    missing-key         key
    wrong-type          expected: one or more of "whole-number", "number", "text",
                        "true-or-false", "list", "mapping", "nothing"; got: one of the same;
                        value: what was there (None for lists and mappings)
    wrong-length        least, most (either may be None), got: a list of so many entries
    too-long            most, got: characters of a text
    out-of-range        least, most, above (each may be None; more than `above`), got
    not-a-choice        got; nearest (or None); choices: all that may stand there
    pattern             got; pattern: a regular expression (ids: small letters, digits, hyphens)
    invalid             type: the validator's own word; got: anything this list does not foresee
    empty-text          a name or a sentence with nothing in it
    control-characters  text: what is left when they are replaced
    not-finite          got: infinity, or no number at all

Between objects
    duplicate-id        kind (its key in a file), id, first_file, first_line: twice in one folder
    unknown-reference   kind (its key in a file), id; nearest, or None

A bundle
    bundle-unread       it is no zip file, or not a whole or plain one
    bundle-too-large    most: the limit, in bytes, of all of it
    bundle-too-many     most: the limit of its files
    bundle-many-objects most: the limit of the objects of a code
    bundle-name         name: a path that leads elsewhere, or that not every system can write
    bundle-link         name: a link or a device
    bundle-kind         name: neither a pack nor a text
    bundle-twice        name: of two files that some systems take for the same
    bundle-no-manifest  name: of the file that is missing
    bundle-empty        there is no pack in it
    bundle-hash         its content is not that of its manifest
    bundle-newer        shape: what it needs; latest: what this q40k knows
    bundle-game         game: unknown here; nearest, or None
    bundle-code         a text is no code of packs, or not all of it
    bundle-art-name     name: a picture of no printed piece of the game; choices: the pieces that may have one
    bundle-art          name: no whole PNG picture, or not of least to most dots a side and of so many bytes
"""

QUAKE_CODES: Mapping[str, tuple[str, ...]] = {
    **CODES,
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
