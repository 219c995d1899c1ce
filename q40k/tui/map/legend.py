"""The legend of a map: the meaning of its colours and marks, in as few lines as possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.cells import cell_len
from textual.content import Content

from q40k.geometry.scene import Scene, Style
from q40k.i18n.locale import N_, Locale
from q40k.tui import look
from q40k.tui.map.palette import Colour, Palette, mix
from q40k.tui.map.parts import Sample


def hex_code(colour: Colour) -> str:
    """Return a colour as style text: its code in hexadecimal digits."""
    return "#%02x%02x%02x" % colour  # noqa: UP031


def legend(
    locale: Locale,
    scene: Scene,
    samples: Sequence[Sample],
    palette: Palette,
    hidden: Sequence[str],
    width: int,
) -> Content:
    """Return the samples with their meaning in lines of this width, and the names of the `hidden`
    layers.
    """
    parts = [_sample(sample, palette, scene.styles) for sample in samples]
    if hidden:
        text = locale.say(N_("hidden: {names}"), names=locale.join_and(hidden))
        parts.append(Content.styled(text, "italic"))
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
        colour = palette.of(styles[sample.area])
        mark = f" {styles[sample.area].mark if styles[sample.area].strewn else ' '} "
        style += f" {hex_code(mix(colour, palette.ink, 0.45))} on {hex_code(colour)}"
    elif not palette.plain:
        style += f" {hex_code(palette.of(styles[sample.style]) if sample.style else palette.ink)}"
        if sample.paper:
            paper = styles[sample.paper]
            on = mix(palette.ground, palette.of(paper), paper.share)
            style += f" on {hex_code(on)}"
    return Content.assemble((mark, style), (f" {sample.word}", look.MUTED))


def count_rows(content: Content, width: int) -> int:
    """Return the number of rows of a text when wrapped to this width."""
    return max(1, len(content.wrap(max(1, width)))) if cell_len(content.plain) else 0
