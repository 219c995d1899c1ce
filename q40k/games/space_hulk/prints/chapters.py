"""The turn in words for print: the part of both editions, and the part of each edition."""

from collections.abc import Iterator
from pathlib import Path

from q40k.games.space_hulk.packs.missions import EditionId
from q40k.packs.shipped import read_shipped


def chapters(edition: EditionId) -> Iterator[tuple[str, list[str]]]:
    """Return headings with their lines.

    Rule: SH-TURN-1, SH1-TURN-1, SH-END-1, SH1-END-3, SH-LIB-5, SH-FIRE-3, SH1-FIRE-3
    """
    parts = read_shipped(Path(__file__).with_suffix(".texts.yaml"), dict[str, dict[str, list[str]]])
    yield from parts["both"].items()
    yield from parts["first" if edition == "1" else "fourth"].items()
