"""What the colours and marks of a map mean, in as few lines as it takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.cells import cell_len
from textual.content import Content

from q40k.geometry.scene import Scene, Style
from q40k.i18n.locale import N_, Locale
from q40k.tui import look
from q40k.tui.map.palette import Colour, Palette, mixed
from q40k.tui.map.parts import Sample


def code(colour: Colour) -> str:
    """A colour as a style has it."""
    return "#%02x%02x%02x" % colour  # noqa: UP031


def legend(
    locale: Locale,
    scene: Scene,
    samples: Sequence[Sample],
    palette: Palette,
    hidden: Sequence[str],
    width: int,
) -> Content:
    """A sample of each mark and area, and what it means, in lines so wide; `hidden` is named."""
    parts = [_sample(one, palette, scene.styles) for one in samples]
    if hidden:
        said = locale.say(N_("hidden: {names}"), names=locale.listed(hidden))
        parts.append(Content.styled(said, "italic"))
    lines = parts[:1]
    for part in parts[1:]:
        if lines[-1].cell_length + 2 + part.cell_length <= width:
            lines[-1] = Content("  ").join([lines[-1], part])
        else:
            lines.append(part)
    return Content("\n").join(lines)


def _sample(one: Sample, palette: Palette, styles: Mapping[str, Style]) -> Content:
    style, mark = "bold", one.letters
    if one.area and palette.plain:
        mark = styles[one.area].mark
    elif one.area:
        colour = palette.of(styles[one.area])
        mark = f" {styles[one.area].mark if styles[one.area].strewn else ' '} "
        style += f" {code(mixed(colour, palette.ink, 0.45))} on {code(colour)}"
    elif not palette.plain:
        style += f" {code(palette.of(styles[one.style]) if one.style else palette.ink)}"
        if one.paper:
            paper = styles[one.paper]
            on = mixed(palette.ground, palette.of(paper), paper.share)
            style += f" on {code(on)}"
    return Content.assemble((mark, style), (f" {one.word}", look.MUTED))


def rows(content: Content, width: int) -> int:
    """How many rows a line takes when it is wrapped."""
    return max(1, len(content.wrap(max(1, width)))) if cell_len(content.plain) else 0
