"""The headline of a match in characters: large letters, the race and the podium.

Letters are capitals and digits, five dots high, readable across a table. They are drawn in five
rows or in three (`LETTERINGS`). A game says how far every side is from winning
(`View.race`). The race looks the same everywhere in the terminal.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache, partial

from msgspec import Struct
from rich.cells import cell_len
from textual.content import Content

from q40k.i18n.locale import Locale
from q40k.kernel.lookup import strip_accents
from q40k.table.shown import RacePlace, ranks
from q40k.tabletop.colours import seat_colour
from q40k.tui import look

# -- large letters --------------------------------------------------------------------------

DOTS = 5
"""The height of a letter in dots."""
MIDDLING = 3
"""The rows of letters drawn with half or quarter blocks."""

_FORMS = {
    "A": ".##. #..# #### #..# #..#", "B": "###. #..# ###. #..# ###.",
    "C": ".### #... #... #... .###", "D": "###. #..# #..# #..# ###.",
    "E": "#### #... ###. #... ####", "F": "#### #... ###. #... #...",
    "G": ".### #... #.## #..# .###", "H": "#..# #..# #### #..# #..#",
    "I": "### .#. .#. .#. ###", "J": "..## ...# ...# #..# .##.",
    "K": "#..# #.#. ##.. #.#. #..#", "L": "#... #... #... #... ####",
    "M": "#...# ##.## #.#.# #...# #...#", "N": "#..# ##.# #.## #..# #..#",
    "O": ".##. #..# #..# #..# .##.", "P": "###. #..# ###. #... #...",
    "Q": ".##. #..# #..# #.#. .#.#", "R": "###. #..# ###. #.#. #..#",
    "S": ".### #... .##. ...# ###.", "T": "##### ..#.. ..#.. ..#.. ..#..",
    "U": "#..# #..# #..# #..# .##.", "V": "#...# #...# #...# .#.#. ..#..",
    "W": "#...# #...# #.#.# ##.## #...#", "X": "#...# .#.#. ..#.. .#.#. #...#",
    "Y": "#...# .#.#. ..#.. ..#.. ..#..", "Z": "##### ...#. ..#.. .#... #####",
    "0": ".##. #..# #..# #..# .##.", "1": ".#. ##. .#. .#. ###",
    "2": "###. ...# .##. #... ####", "3": "###. ...# .##. ...# ###.",
    "4": "#..# #..# #### ...# ...#", "5": "#### #... ###. ...# ###.",
    "6": ".### #... ###. #..# .##.", "7": "#### ...# ..#. .#.. .#..",
    "8": ".##. #..# .##. #..# .##.", "9": ".##. #..# .### ...# ###.",
    " ": ".. .. .. .. ..", "-": "... ... ### ... ...", "_": "... ... ... ... ###",
    ".": ". . . . #", "'": "# # . . .", "’": "# # . . .", "!": "# # # . #",
    ",": ".. .. .. .# #.", "%": "#..# ..#. .#.. #..# ....",
    "+": "... .#. ### .#. ...", "/": "...# ..#. .#.. #... #...", ":": ". # . # .",
    "≤": "..# .#. #.. .#. ###", "×": "... #.# .#. #.# ...", "&": ".#.. #.#. .#.. #.#. .#.#",
}  # fmt: skip


def dots(text: str) -> tuple[str, ...] | None:
    """Return a text as five rows of "#" and "."; None if one of its letters has no form.

    Capitals stand for all letters, without their accents.
    """
    forms = [_FORMS.get(letter) for letter in strip_accents(text).upper()]
    letters = [form.split(" ") for form in forms if form is not None]
    if not letters or len(letters) < len(forms):
        return None
    return tuple(".".join(letter[row] for letter in letters) for row in range(DOTS))


def large(rows: Sequence[str], times: int = 1) -> list[str]:
    """Return five rows of text, each dot two columns wide; `times` enlarges them both ways."""
    full, none = "██" * times, "  " * times
    drawn = ["".join(full if dot == "#" else none for dot in row) for row in rows]
    return [row for row in drawn for _ in range(times)]


def middling(rows: Sequence[str]) -> list[str]:
    """Return three rows of text, two dots above each other in each character."""
    blocks = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}
    padded = [*rows, "." * len(rows[0])]
    pairs = zip(padded[::2], padded[1::2], strict=True)
    return ["".join(blocks[a + b] for a, b in zip(*pair, strict=True)) for pair in pairs]


def tall_letters(rows: Sequence[str]) -> list[str]:
    """Return five rows of text, each dot one column wide."""
    return [row.replace("#", "█").replace(".", " ") for row in rows]


Draw = Callable[[Sequence[str]], list[str]]

LETTERINGS: dict[int, tuple[Draw, ...]] = {
    2 * DOTS: (partial(large, times=2),),
    DOTS: (large, tall_letters),
    MIDDLING: (middling,),
}
"""The ways to draw letters in so many rows, the widest first."""


_DOT = (".....", ".....", "..#..", ".....", ".....")
"""The dot between two parts, with its space."""


class Part(Struct, frozen=True):
    """A part of a line of large letters. One that is `minor` may be in plain capitals; one that
    is `joined` follows the part before it without a dot.
    """

    text: str
    style: str
    minor: bool = False
    joined: bool = False


@lru_cache(maxsize=64)
def letter_line(candidates: tuple[tuple[Part, ...], ...], rows: int, room: int) -> list[Content]:
    """Return the first candidate that fits `room` columns in large letters, in exactly `rows` rows.

    At last the first candidate is a plain line.
    """
    fitting = choose_letters(candidates, rows, room)
    if fitting is not None:
        return fitting[1]
    plain = Content(" · ").join(Content.styled(part.text, part.style) for part in candidates[0])
    return _centre_rows([plain.truncate(room, ellipsis=True)], rows)


def choose_letters(
    candidates: Sequence[Sequence[Part]], rows: int, room: int
) -> tuple[Sequence[Part], list[Content]] | None:
    """Return the first candidate that fits in large letters, and its `rows` rows; None if none fits.

    The letters are as wide as they fit. If no candidate fits in letters of that height, lower ones
    are tried.
    """
    for height in (size for size in LETTERINGS if size <= rows):
        for parts in candidates:
            draws = LETTERINGS[height]
            smaller = {DOTS: (middling, None), MIDDLING: (None,)}.get(height, ())
            for draw, draw_minor in (*zip(draws, draws, strict=True), *((draws[-1], minor) for minor in smaller)):
                drawn = _draw_parts(parts, height, draw, draw_minor)
                if drawn is not None and drawn[0].cell_length <= room:
                    return parts, _centre_rows(drawn, rows)
    return None


def _draw_parts(parts: Sequence[Part], height: int, draw: Draw, draw_minor: Draw | None) -> list[Content] | None:
    """Return parts in letters of that height, or None if a letter has no form.

    Without a way to draw them, minor parts are plain capitals.
    """
    columns: list[list[Content]] = []
    for number, part in enumerate(parts):
        draw_part = draw_minor if part.minor else draw
        shape = dots(part.text) if draw_part is not None else ()
        if shape is None:
            return None
        if number:
            between = draw(("...",) * DOTS if part.joined else _DOT)
            columns.append([Content.styled(row, look.MUTED) for row in between])
        drawn = draw_part(shape) if draw_part is not None else [part.text.upper()]
        blank = [" " * cell_len(drawn[0])] * ((height - len(drawn)) // 2)
        columns.append([Content.styled(row, part.style) for row in (*blank, *drawn, *blank)])
    return [Content.assemble(*row) for row in zip(*columns, strict=True)]


def _centre_rows(lines: list[Content], rows: int) -> list[Content]:
    """Centre lines vertically in `rows` rows."""
    above = (rows - len(lines)) // 2
    return [*[Content("")] * above, *lines, *[Content("")] * (rows - len(lines) - above)]


def fit_letters(text: str, width: int) -> list[str]:
    """Return a text in three rows: in large letters if they fit, else as plain text.

    Of a text in several words the first words are drawn, as in "Jean-Baptiste de la Tour".
    """
    words = text.split(" ")
    for some in range(len(words), 0, -1):
        drawn = dots(" ".join(words[:some]))
        for draw in LETTERINGS[MIDDLING] if drawn is not None else ():
            rows = draw(drawn or ())
            if len(rows[0]) <= width:
                return rows
    return ["", text, ""]


# -- the race -------------------------------------------------------------------------------

FIGURE = 8
"""The columns of a side's result, with its mark before it."""
GAIN = 7
"""The columns of a side's gain this turn."""
TALL, WIDE = 44, 90
"""The columns from which a side is shown in letters three rows high, and from which with its gain."""
LETTERS, FEW_LETTERS = 22, 13
"""The columns of its result in letters, in a wide race and in another."""


def ink(place: RacePlace) -> str:
    """Return the name of the colour of a side."""
    return look.ink(seat_colour(place.racer.colour))


def gauge(part: Fraction, since: Fraction, width: int, ink: str) -> Content:
    """Return a bar filled to `part` in eighths of a cell; the gain `since` is hatched."""
    filled = look.bar(part, width)
    rest = len(filled) - len(filled.rstrip("░"))
    done = filled[: width - rest]
    old = min(len(done), int(max(Fraction(0), min(since, part)) * width))
    fresh = done[old:].replace("█", "▓") if since < part else done[old:]
    return Content.assemble((done[:old], ink), (fresh, f"bold {ink}"), (filled[width - rest :], look.MUTED))


def result_text(locale: Locale, place: RacePlace, style: str = "") -> Content:
    """Return the mark and the result, aligned right in `FIGURE` columns."""
    loud = "bold $warning" if place.racer.near else f"bold {style}".strip()
    number = look.right(place.figure(locale), FIGURE - 1)
    lead = len(number) - len(number.lstrip())
    marked = f" {number[:lead]}{place.mark()}{number[lead:]}"
    return Content.styled(marked[1:], loud if place.mark() != " " else style)


def race_line(locale: Locale, place: RacePlace, width: int, number: int | None = None) -> Content:
    """Return a side in one row: its name, its bar, its result, and its gain this turn."""
    before = f"{look.right(str(number), 2)} " if number is not None else ""
    name = max(6, min(16, width // 4))
    gain = GAIN if width >= 48 else 0
    room = width - len(before) - name - 1 - FIGURE - gain
    drawn = gauge(place.racer.progress, place.since, room, ink(place)) if room > 3 else Content("")
    return Content.assemble(
        (before, look.MUTED),
        (look.fit(place.racer.name, name), f"bold {ink(place)}"),
        " ",
        drawn,
        result_text(locale, place),
        _gain_text(locale, place, gain),
    )


def _gain_text(locale: Locale, place: RacePlace, width: int) -> Content:
    style = "$success" if place.more > 0 else "$loss"
    return Content.styled(look.right(place.gain(locale), width), style) if width else Content("")


def tall(locale: Locale, place: RacePlace, width: int) -> list[Content]:
    """Return a side in three rows, its name and its result in letters readable from afar."""
    gain, letters = (GAIN, LETTERS) if width >= WIDE else (0, FEW_LETTERS)
    name = width // 3
    room = width - name - gain - letters - 4
    bar = gauge(place.racer.progress, place.since, room, ink(place))
    loud = "$warning" if place.racer.near else ink(place) if place.leads else ""
    names = fit_letters(place.racer.name, name)
    worth = fit_letters(place.figure(locale), letters)
    return [
        Content.assemble(
            (look.fit(names[row], name), f"bold {ink(place)}"),
            " ",
            bar,
            (f" {place.mark() if row == 1 else ' '} ", f"bold {loud}"),
            (look.fit(worth[row], letters), f"bold {loud}"),
            _gain_text(locale, place, gain) if row == 1 else " " * gain,
        )
        for row in range(MIDDLING)
    ]


def race_lines(locale: Locale, race: Sequence[RacePlace], width: int, rows: int) -> list[Content]:
    """Return the race in at most `rows` rows, as large as it fits, with empty rows if there is
    room.

    The last row says how many sides do not fit.
    """
    each = max(1, (rows + 1) // max(1, len(race)))
    if each >= MIDDLING and width >= TALL:
        blank = [Content("")] * (each > MIDDLING)
        return [row for place in race for row in (*tall(locale, place, width), *blank)]
    shown = race if len(race) <= rows else race[: max(0, rows - 1)]
    drawn: list[Content] = []
    for rank, place in zip(ranks([place.racer for place in race], ()), shown, strict=False):
        drawn += [race_line(locale, place, width, rank), *[Content("")] * (each > 1)]
    if len(shown) < len(race) and rows > 0:
        more = len(race) - len(shown)
        message = locale.ngettext("… and {number} more", "… and {number} more", more)
        drawn.append(look.style_text(message.format(number=more), look.MUTED))
    return drawn


def race_legend(locale: Locale) -> str:
    """Return the meaning of the race's signs, in a line."""
    _ = locale.gettext
    return _("█ made · ▓ this turn · ♛ leads · ! may win now")


# -- the podium -----------------------------------------------------------------------------

STEPS = (1, 0, 2)
"""From left to right: the racer on the block, counted from the first."""
HEIGHTS = (5, 3, 2)
"""The height of a rank's block, in steps: equal racers stand equally high."""
STEP = 6
"""The most rows of a step."""
WIDEST = 26
NARROWEST = 8
"""Blocks of a shared third rank are drawn only if each has so many columns."""
NUMBER_ROWS = 6
"""The rows from which a block shows its number in large letters."""


def podium(locale: Locale, race: Sequence[RacePlace], winners: Sequence[str], width: int, rows: int) -> list[Content]:
    """Return the first three on blocks, the first in the middle, and the others in rows left below.

    All who share the third rank have a block if there is room. It is empty without a race or room.
    """
    standing = list(zip(ranks([place.racer for place in race], winners), race, strict=True))
    seats = [*STEPS, *(at for at, (rank, _place) in enumerate(standing) if at >= len(STEPS) >= rank)]
    if len(seats) * (NARROWEST + 1) > width:
        seats = [*STEPS]
    wide, step = min(WIDEST, (width + 1) // len(seats) - 1), min(STEP, (rows - 1) // HEIGHTS[0])
    if not race or wide < 4 or step < 1:
        return []
    high = 1 + step * HEIGHTS[0]
    columns = [_block(locale, standing[at] if at < len(race) else None, step, (wide, high)) for at in seats]
    blocks = [Content(" ").join(column[row] for column in columns) for row in range(high)]
    names = [
        Content.assemble(f"{rank} ", (place.racer.name, f"bold {ink(place)}"), f" {place.figure(locale)}")
        for rank, place in standing[len(seats) :]
    ]
    below = look.wrap_parts(Content(" · ").join(names), width) if names else []
    return [*blocks, *below[: rows - high]]


def _block(locale: Locale, standing: tuple[int, RacePlace] | None, step: int, size: tuple[int, int]) -> list[Content]:
    """Return one column: air, the name, and a block with its rank and its result, as high as its rank."""
    wide, rows = size
    blank = Content(" " * wide)
    if standing is None:
        return [blank] * rows
    rank, place = standing
    high = step * HEIGHTS[min(rank, len(HEIGHTS)) - 1]
    number = [str(rank)]
    drawn = dots(number[0])
    if high >= NUMBER_ROWS and drawn is not None:
        number = ["", *middling(drawn), ""]
    inside = [*number, place.figure(locale), *[""] * high][:high]
    name = look.style_text(_centre(place.racer.name, wide), f"bold {ink(place)}")
    block = [look.style_text(_centre(text, wide), f"reverse bold {ink(place)}") for text in inside]
    return [*[blank] * (rows - high - 1), name, *block]


def _centre(text: str, width: int) -> str:
    """Centre a text in exactly `width` columns."""
    fitting = look.fit(text, min(width, cell_len(text)))
    margin = (width - cell_len(fitting)) // 2
    return look.fit(" " * margin + fitting, width)
