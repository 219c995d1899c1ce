"""The legend of a map: as text, or as a scene that shows each sample as a map in pixels does."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from rich.cells import cell_len
from textual.content import Content

from q40k.geometry.scene import Area, Label, Mark, Overlay, Piece, Scene, Style
from q40k.geometry.space import Spot
from q40k.tui import look
from q40k.tui.map.palette import SIGN, Palette, hex_code, mix
from q40k.tui.map.parts import Sample
from q40k.tui.map.preview import Preview

_CELL_CM = 10
"""The width of a character in the scene of a legend."""
_WIDER = 1.05
"""The font of pictures is so many times wider than that of the terminal."""
_ICON_COLUMNS = 3
_FONT_END = 0x100
"""The font of pictures has the letters before this one."""


def legend(scene: Scene, samples: Sequence[Sample], palette: Palette, width: int) -> Content:
    """Return the samples with their meaning in lines of this width."""
    parts = [_sample(sample, palette, scene.styles) for sample in samples]
    lines = parts[:1]
    for part in parts[1:]:
        if lines[-1].cell_length + 2 + part.cell_length <= width:
            lines[-1] = Content("  ").join([lines[-1], part])
        else:
            lines.append(part)
    return Content("\n").join(lines)


def _sample(sample: Sample, palette: Palette, styles: Mapping[str, Style]) -> Content:
    style, mark = "bold", sample.letters
    if sample.area and palette.plain:
        mark = styles[sample.area].mark
    elif sample.area:
        colour = mix(palette.ground, palette.of(styles[sample.area]), styles[sample.area].share)
        mark = f" {styles[sample.area].mark if styles[sample.area].strewn else ' '} "
        style += f" {hex_code(mix(colour, palette.ink, 0.45))} on {hex_code(colour)}"
    elif not palette.plain:
        named = hex_code(palette.of(styles[sample.style]) if sample.style else palette.ink)
        style += f" {sample.colour or named}"
        if sample.paper:
            paper = styles[sample.paper]
            on = mix(palette.ground, palette.of(paper), paper.share)
            style += f" on {hex_code(on)}"
    return Content.assemble((mark, style), (f" {sample.word}", look.MUTED))


# -- in pixels ------------------------------------------------------------------------------


def draw_legend(
    samples: Sequence[Sample], styles: Mapping[str, Style], columns: int, rows: int, aspect: float
) -> tuple[Scene, Overlay]:
    """Return the samples in lines of so many columns as a scene, and their words over it.

    `aspect` is that of a window. What does not fit into the rows is left out.
    """
    row_cm = 2 * _CELL_CM * aspect
    size = (_CELL_CM * columns, round(row_cm * rows))
    areas, marks, labels, pieces = list[Area](), list[Mark](), list[Label](), list[Piece]()
    words = list[tuple[Spot, str]]()
    for number, (sample, column, row, icon) in enumerate(_arrange(samples, columns)):
        if row >= rows:
            break
        middle = size[1] - row_cm * (row + 0.5)
        left, right = _CELL_CM * column, _CELL_CM * (column + icon)
        at = ((left + right) / 2, middle)
        if sample.area:
            half = 0.42 * row_cm
            corners = ((left, middle - half), (right, middle - half), (right, middle + half), (left, middle + half))
            areas.append(Area(sample.area, corners))
        elif sample.art:
            style = f"sample {sample.art}"
            colours = styles.get(sample.style) or SIGN
            styles = {**styles, style: Style(colours.dark, colours.light, art=sample.art)}
            marks.append(Mark(str(number), "", at, style))
        elif sample.colour:
            pieces.append(Piece(str(number), "", at, sample.colour))
        else:
            labels.append(Label(at, sample.letters, sample.style))
        width = _CELL_CM * _word_columns(sample)
        words.append(((right + _CELL_CM / 2 + width / 2, middle), sample.word))
    scene = Scene(
        size, ground=tuple(areas), marks=tuple(marks), pieces=tuple(pieces), labels=tuple(labels), styles=styles
    )
    return scene, Overlay(words=tuple(words))


def count_picture_rows(samples: Sequence[Sample], columns: int) -> int:
    """Return how many rows the samples take in pixels."""
    return max((row for _sample, _column, row, _icon in _arrange(samples, columns)), default=0) + 1


def _word_columns(sample: Sample) -> int:
    return ceil(_WIDER * cell_len(sample.word))


def _arrange(samples: Sequence[Sample], columns: int) -> Iterator[tuple[Sample, int, int, int]]:
    """Yield each sample that a picture can show, with its column and row, and the columns of its icon."""
    column = row = 0
    for sample in samples:
        if not (sample.area or sample.art or sample.colour or _is_drawable(sample.letters)):
            continue
        icon = _ICON_COLUMNS if sample.area or sample.art or sample.colour else ceil(_WIDER * cell_len(sample.letters))
        width = icon + 1 + _word_columns(sample)
        if column and column + width > columns:
            column, row = 0, row + 1
        yield sample, column, row, icon
        column += width + 2


def _is_drawable(letters: str) -> bool:
    """Return whether the font of pictures has some letters; an arrow at their end is drawn."""
    return all(ord(letter) < _FONT_END for letter in letters.removesuffix("→").removesuffix("←"))


class LegendPicture(Preview):
    """The legend of a map in pixels: its ground and signs are those of the map."""

    def __init__(self) -> None:
        super().__init__("map-legend")
        self._drawn: tuple[object, ...] = ()

    def tell(self, samples: Sequence[Sample], styles: Mapping[str, Style], columns: int, rows: int) -> None:
        """Show some samples in a room of so many columns and rows."""
        layer = self.find_layer(plain=False)
        inputs = (tuple(samples), columns, rows, None if layer is None else layer.aspect)
        if layer is not None and inputs != self._drawn:
            self._drawn = inputs
            self.show(*draw_legend(samples, styles, columns, rows, layer.aspect))
