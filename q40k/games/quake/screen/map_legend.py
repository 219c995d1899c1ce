"""What the colours and marks of a map mean, in as few lines as it takes."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content

from q40k.games.quake.arena.picture import TEXTURES, textures
from q40k.games.quake.rules.state import Match
from q40k.games.quake.screen.map_scene import LAYERS, things
from q40k.games.quake.words.packs.arenas import texture_word
from q40k.i18n.locale import N_, Locale
from q40k.tui.map.draw import BARREL, FIRE, FLAG, FLAME
from q40k.tui.map.palette import Colour, Palette, mixed

_LAYER_NAMES = {
    "scenery": N_("scenery"), "portals": N_("portals"), "tokens": N_("tokens"),
    "champions": N_("champions"), "tiles": N_("tiles"), "lines": N_("lines"),
}  # fmt: skip


def code(colour: Colour) -> str:
    """A colour as a style has it."""
    return "#%02x%02x%02x" % colour  # noqa: UP031


def legend(
    locale: Locale, state: Match, palette: Palette, switched: frozenset[str], width: int
) -> Content:
    """A sample of each mark and texture, and what it means, in lines so wide."""
    parts = list(_samples(locale, state, palette, switched))
    lines = [parts[0]]
    for part in parts[1:]:
        if lines[-1].cell_length + 2 + part.cell_length <= width:
            lines[-1] = Content("  ").join([lines[-1], part])
        else:
            lines.append(part)
    return Content("\n").join(lines)


def _samples(
    locale: Locale, state: Match, palette: Palette, switched: frozenset[str]
) -> list[Content]:
    parts = [
        _sample(palette, " 1 ", palette.portal_ink, palette.portal, locale.gettext(N_("portal")))
    ]
    arena = state.setup.arena
    assert arena is not None
    lying = things(state)
    kinds = sorted({token.category for token in state.tokens.values()})
    for kind in kinds:
        letter = kind[0].upper()
        word = {"E": N_("equipment"), "W": N_("weapon"), "S": N_("special")}.get(letter, letter)
        ink = palette.tokens.get(kind, palette.ink)
        parts.append(_sample(palette, letter, ink, None, locale.gettext(word)))
    if any(one.kind == "flag" for one in lying):
        parts.append(_sample(palette, FLAG, palette.ink, None, locale.gettext(N_("flag"))))
    if any(one.kind == "barrel" for one in lying):
        parts.append(_sample(palette, BARREL, palette.barrel, None, locale.gettext(N_("barrel"))))
    if any(one.kind == "fire" for one in lying):
        paper = mixed(palette.ground, FLAME, 0.5)
        parts.append(_sample(palette, FIRE, palette.ink, paper, locale.gettext(N_("napalm"))))
    for name in textures(arena):
        colour = None if palette.plain else palette.textures[name]
        ink = palette.ink if colour is None else mixed(colour, palette.ink, 0.45)
        mark = TEXTURES[name] if palette.plain or TEXTURES[name] not in "█▪□" else " "
        parts.append(_sample(palette, f" {mark} " if colour else mark, ink, colour,
                             texture_word(locale, name)))  # fmt: skip
    off = [locale.gettext(_LAYER_NAMES[name]) for name in LAYERS if name not in switched]
    if off:
        hidden = locale.say(N_("hidden: {names}"), names=locale.listed(off))
        parts.append(Content.styled(hidden, "italic"))
    return parts


def _sample(palette: Palette, mark: str, ink: Colour, paper: Colour | None, word: str) -> Content:
    style = "bold"
    if not palette.plain:
        style += f" {code(ink)}" + (f" on {code(paper)}" if paper is not None else "")
    return Content.assemble((mark, style), (f" {word}", "$foreground-muted"))


def rows(content: Content, width: int) -> int:
    """How many rows a line takes when it is wrapped."""
    return max(1, len(content.wrap(max(1, width)))) if cell_len(content.plain) else 0
