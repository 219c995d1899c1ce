"""What is wrong with a pack, as facts.

A problem is a code word with facts, never a sentence: the sentences are kept, in English
and in French, in the room of words, which stands above this one. `CODES` lists every code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

Fact = str | int | float | bool | tuple[str | int, ...] | None
Severity = Literal["error", "warning"]

LONGEST_SHOWN = 60

CODES: Mapping[str, tuple[str, ...]] = {
    "unreadable": ("reason",),
    "link-loop": (),
    "too-large": ("most",),
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
    "out-of-range": ("least", "most", "got"),
    "not-a-choice": ("got", "nearest", "choices"),
    "pattern": ("got", "pattern"),
    "invalid": ("type", "got"),
    "empty-text": (),
    "control-characters": ("text",),
    "bonus-rolls": ("missing", "extra"),
    "not-tiles": ("width", "height", "step", "least", "most"),
    "five-portals": ("got",),
    "not-finite": ("got",),
    "one-outline": ("got",),
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
    "duplicate-id": ("kind", "id", "first_file", "first_line"),
    "unknown-reference": ("kind", "id", "nearest"),
    "unknown-option": ("option", "champion", "nearest", "choices"),
    "duplicate-option": ("option",),
}
"""Every code and the names of its facts.

The file itself
    unreadable          reason: what the system said, or "not-a-file"
    link-loop           a folder's symbolic link leads back to a folder above it
    too-large           most: the limit, in bytes
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
    out-of-range        least, most (either may be None), got
    not-a-choice        got; nearest (or None); choices: all that may stand there
    pattern             got; pattern: a regular expression (ids: small letters, digits, hyphens)
    invalid             type: the validator's own word; got: anything this list does not foresee
    empty-text          a name or a sentence with nothing in it
    control-characters  text: what is left when they are replaced

An object
    bonus-rolls         missing, extra: dice results without a line, and lines for what cannot
                        be rolled on this table (BONUS-1)
    not-tiles           width, height, step, least, most: sides in cm (ARENA-1)
    five-portals        got: the portals' numbers (ARENA-3)
    not-finite          got: infinity, or no number at all
    one-outline         got: the outlines given, none or both; scenery has exactly one
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
    duplicate-id        kind ("champions" ...), id, first_file, first_line: twice in one folder
    unknown-reference   kind ("champions", "weapons", "bonus_tables" ...), id; nearest, or None
    unknown-option      option, champion; nearest, or None; choices: the champion's options
    duplicate-option    option: bought twice for one champion
"""


@dataclass(frozen=True)
class Problem:
    """One problem: where it stands, whose it is and what is wrong, as facts.

    `line` and `column` count from 1 and are None where there is no such place; `file` is
    empty for what came from no file. A warning does not keep a pack from being used.
    """

    file: str
    line: int | None
    column: int | None
    object_id: str | None
    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict, hash=False)
    severity: Severity = "error"

    def __str__(self) -> str:
        """A line for logs and tests; people read the room of words instead."""
        facts = " ".join(f"{name}={value!r}" for name, value in self.facts.items())
        place = ":".join(str(part) for part in (self.file, self.line) if part)
        return " ".join(part for part in (place, self.object_id, self.code, facts) if part)


class PackError(Exception):
    """Packs or profiles that cannot be used, with every problem found, in reading order."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def in_reading_order(problems: Iterable[Problem]) -> list[Problem]:
    """The problems by file, line and column, each once."""
    once = {(p.file, p.line, p.column, p.object_id, p.code, str(p)): p for p in problems}
    return sorted(once.values(), key=lambda p: (p.file, p.line or 0, p.column or 0))


def shown(text: str) -> str:
    """`text` as a terminal may show it: without control characters, and not too long."""
    cut = text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"
    return cut if cut.isprintable() else "".join(c if c.isprintable() else "�" for c in cut)
