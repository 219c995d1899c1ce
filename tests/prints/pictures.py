"""The pictures of the prints in docs: `python -m tests.prints.pictures` draws them again from the PDF."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pypdfium2
from PIL import Image

from q40k.games.epic.prints.offer import PRINTS as EPIC
from q40k.games.quake.prints.offer import PRINTS as QUAKE
from q40k.games.space_hulk.prints.offer import PRINTS as SPACE_HULK
from q40k.games.space_hulk.prints.sheets import Wish
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.prints.paper import PAPERS
from q40k.prints.sheets import Sheet, join_sheets
from q40k.prints.writing import make_pdf
from tests.games.epic.prints.test_prints import wish as epic_wish
from tests.games.quake.prints.printing import field_champions, library
from tests.games.quake.prints.printing import wish as quake_wish
from tests.games.space_hulk.playing import new, play

FOLDER = Path(__file__).parents[2] / "docs" / "screens"
HIGH, GAP, COLOURS = 620, 12, 96


def draw(name: str, sheets: Sequence[Sheet]) -> None:
    """Draw pages beside each other into a picture of few colours."""
    document = pypdfium2.PdfDocument(make_pdf(sheets, PAPERS["a4"], Locale("en")).data)
    images = [page.render(scale=2).to_pil().convert("RGB") for page in document]
    images = [image.resize((round(image.width * HIGH / image.height), HIGH), Image.Resampling.BOX) for image in images]
    wide = sum(image.width + GAP for image in images) + GAP
    together = Image.new("RGB", (wide, HIGH + 2 * GAP), "#9a9a9a")
    x = GAP
    for image in images:
        together.paste(image, (x, GAP))
        x += image.width + GAP
    together.quantize(COLOURS).save(FOLDER / name, optimize=True)


def main() -> None:
    """Draw the pictures of all games."""
    marines = field_champions("space-marine", "eldar-guardian", "ork-slugga-boy", "csm-obliterator")
    flags = quake_wish("capture-the-flag", arena=library().arenas["bastions-140"], fielded=marines)
    quake = [QUAKE.kinds[kind].make(flags)[0] for kind in ("portals", "tokens", "templates")]
    zones = [QUAKE.kinds[kind].make(flags)[0] for kind in ("bases", "flags")]
    quake += join_sheets(zones, flags.frame)
    draw("prints.png", quake)
    two = quake_wish(fielded=marines, ink="two")
    plain = quake_wish(fielded=marines, ink="outline")
    inks = [QUAKE.kinds[kind].make(each)[0] for each in (two, plain) for kind in ("portals", "tokens")]
    draw("prints-inks.png", inks)
    hulk = Wish(Locale("en", WORDS.locales), PAPERS["a4"], match=play(new("airlock-nine")).state)
    draw(
        "prints-space-hulk.png",
        [SPACE_HULK.kinds[kind].make(hulk)[0] for kind in ("mission", "board", "blips", "counters")],
    )
    draw("prints-epic.png", [EPIC.kinds[kind].make(epic_wish())[0] for kind in ("chips", "templates")])


if __name__ == "__main__":
    main()
