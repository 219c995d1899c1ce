"""How much of an oval base lies to one side of a line."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from q40k.board.arrays import Floats
from q40k.board.places import Spot
from q40k.board.shapes import CORNERS, Base, outline


@lru_cache(maxsize=64)
def _rim(base: Base) -> tuple[Floats, float]:
    """The outline about its own centre as an array, and its area."""
    rim = np.array(outline(base, (0.0, 0.0), CORNERS))
    after = np.roll(rim, -1, axis=0)
    area = float((rim[:, 0] * after[:, 1] - rim[:, 1] * after[:, 0]).sum() / 2)
    return rim, area


def area_below(base: Base, spot: Spot, eye: Floats, ray: Floats) -> Floats:
    """The share of a base that lies to the right of rays, each from an eye (rows of x, y).

    The outline is cut by the line of the ray; with the eye as the origin the cut itself adds
    nothing to the area.
    """
    rim, area = _rim(base)
    here = rim[None, :, :] + (np.array(spot) - eye)[:, None, :]
    off = ray[:, None, 0] * here[..., 1] - ray[:, None, 1] * here[..., 0]
    after, off_after = np.roll(here, -1, axis=1), np.roll(off, -1, axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        cut = off / (off - off_after)
    meet = here + np.where((off > 0) != (off_after > 0), cut, 0.0)[..., None] * (after - here)
    start = np.where((off > 0)[..., None], meet, here)
    end = np.where((off_after > 0)[..., None], meet, after)
    kept = (off <= 0) | (off_after <= 0)
    twice = start[..., 0] * end[..., 1] - start[..., 1] * end[..., 0]
    share: Floats = np.where(kept, twice, 0.0).sum(axis=1) / (2 * area)
    return np.clip(share, 0.0, 1.0)
