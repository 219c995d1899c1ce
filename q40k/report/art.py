"""The art of the map, from `art.svg`: textures, emblems, signs, and vehicles from above.

It is black and white, so that the colours of a scene's styles show through, on dark and on light
pages. A game names the art in its styles and pieces.
"""

import re
from functools import cache

from q40k.report.html import asset

ART_BOX = 20
"""The width of the box of an emblem, a sign or a vehicle; its middle is the origin."""
TEXTURE_SCALE = 0.5
"""The scale of textures, in hundredths of the longer side of the table."""


@cache
def _lines() -> tuple[str, ...]:
    return tuple(line for line in asset("art.svg").splitlines() if not line.startswith(("<svg", "</svg", "<!--")))


@cache
def names(kind: str) -> frozenset[str]:
    """Return the names of all art of a kind: "t" for textures, "a" for everything else."""
    return frozenset(re.findall(rf'^<[^>]* id="{kind}-([^"]+)"', "\n".join(_lines()), re.MULTILINE))


def definitions(unit: float) -> str:
    """Return all art as the definitions of a drawing; `unit` is a hundredth of its longer side."""
    scale = f"scale({TEXTURE_SCALE * unit:g})"
    return f"<defs>{''.join(_lines())}</defs>".replace("scale(1)", scale)
