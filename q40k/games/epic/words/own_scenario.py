"""A user's own scenario as a file to change: every key with its meaning, in plain words."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator
from typing import Any, Final

from msgspec import to_builtins

from q40k.games.epic.packs.scenarios import Scenario
from q40k.i18n.locale import N_, Locale
from q40k.kernel.state import to_data

WIDE: Final = 96
PLAIN: Final = re.compile(r"[a-z]+(-[a-z]+)*")
TAKEN: Final = ("y", "n", "yes", "no", "on", "off", "true", "false", "null")
"""Words that YAML reads as something else than a word."""

HEAD: Final = N_(
    "A scenario of your own. Change what you like; “q40k scenario check FILE” says what is wrong"
    " by line and reason. A line behind # counts for nothing: take the # away to make it count."
)
KEYS: Final[tuple[tuple[str, str, Any], ...]] = (
    ("about", N_("What it is about, in a sentence or two."), {"en": "…", "fr": "…"}),
    (
        "size_cm",
        N_(
            "Width and height of the table, 20 to 400 cm. Places are [x, y] in cm from its bottom"
            " left corner: x to the right, y up."
        ),
        [120, 120],
    ),
    (
        "edges",
        N_("The two table edges that are played from: south (y = 0), north, west, east."),
        ["south", "north"],
    ),
    ("attacker", N_("Whose edge attacks; without it nobody does."), "south"),
    (
        "zone_cm",
        N_("How deep the zone of each side is, from its edge, where no zones are said below."),
        30,
    ),
    (
        "zones",
        N_("A zone of another shape: a box with its left, bottom, right and top."),
        [{"edge": "south", "box": [0, 0, 120, 30]}],
    ),
    (
        "deployment",
        N_(
            "How the armies are set up: alternate (by formations) or whole (one army, then the"
            " other)."
        ),
        "alternate",
    ),
    ("turn_limit", N_("How many turns it lasts; without it there is no limit."), 6),
    (
        "terrain",
        N_(
            "The ground: fortification, building, ruins, wood, marsh, river or open, each with a"
            " polygon of three corners or more, or with a circle."
        ),
        [{"id": "wood", "kind": "wood", "circle": {"at": [60, 60], "radius": 8}}],
    ),
    (
        "objectives",
        N_(
            "What is worth holding: within reach_cm of the place, worth so much, counted at the end"
            " of the last turn (end) or of every turn (turn)."
        ),
        [{"id": "hill", "at": [60, 60], "reach_cm": 5, "worth": 1, "counted": "end"}],
    ),
)
"""The keys in the order they are written: the meaning of each, and an example."""


def scenario_file(locale: Locale, id: str, name: dict[str, str], like: Scenario) -> str:
    """Return a pack with a copy of a scenario under a new id, with a comment above every key.

    A key that the copied scenario leaves out is an example in a comment.

    Rule: EE-WIN-3
    """
    plain = to_builtins(to_data(like, defaults=False))
    lines = [*_comment_lines(locale.gettext(HEAD), ""), "scenarios:"]
    lines += [f"  - id: {id}", f"    name: {_flow(name)}"]
    for key, meaning, example in KEYS:
        lines += ["", *_comment_lines(locale.gettext(meaning), "    ")]
        is_set = key in plain
        lines += [
            f"    {line}" if is_set else f"    # {line}"
            for line in _entry_lines(key, plain[key] if is_set else example)
        ]
    return "\n".join(lines) + "\n"


def _comment_lines(text: str, indent: str) -> Iterator[str]:
    for line in textwrap.wrap(text, WIDE - len(indent)):
        yield f"{indent}# {line}"


def _entry_lines(key: str, value: Any) -> Iterator[str]:
    """Yield a key with its value: a line for each piece of a list of pieces."""
    if isinstance(value, (list, tuple)) and value and isinstance(value[0], dict):
        yield f"{key}:"
        yield from (f"  - {_flow(piece)}" for piece in value)
    else:
        yield f"{key}: {_flow(value)}"


def _flow(value: Any) -> str:
    """Return a value on one line, as YAML reads it; what JSON quotes is safe there."""
    if isinstance(value, dict):
        inside = ", ".join(f"{key}: {_flow(item)}" for key, item in value.items())
        return f"{{{inside}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_flow, value))}]"
    if isinstance(value, str) and PLAIN.fullmatch(value) and value not in TAKEN:
        return value
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return json.dumps(value, ensure_ascii=False)
