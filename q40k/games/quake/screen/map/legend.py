"""The legend of the map: what its colours and marks mean."""

from __future__ import annotations

from q40k.games.quake.arena.picture import textures
from q40k.games.quake.rules.state import Match
from q40k.games.quake.table.scene import BARREL, FIRE, FLAG, marks
from q40k.games.quake.words.packs.arenas import texture_word
from q40k.i18n.locale import N_, Locale
from q40k.tui.map.parts import Sample


def legend(locale: Locale, state: Match) -> tuple[Sample, ...]:
    """Return a sample of each mark and texture on the map, with its meaning."""
    assert state.setup.arena is not None
    _ = locale.gettext
    samples = [Sample(_(N_("portal")), " 1 ", "portal-number", "portal")]
    for kind in sorted({token.category for token in state.tokens.values()}):
        letter = kind[0].upper()
        word = {"E": N_("equipment"), "W": N_("weapon"), "S": N_("special")}.get(letter, letter)
        samples.append(Sample(_(word), letter, f"token-{kind}"))
    markers = marks(state)
    if any(marker.letters.startswith(FLAG) for marker in markers):
        samples.append(Sample(_(N_("flag")), FLAG))
    if any(marker.letters == BARREL for marker in markers):
        samples.append(Sample(_(N_("barrel")), BARREL, "barrel"))
    if any(marker.letters == FIRE for marker in markers):
        samples.append(Sample(_(N_("napalm")), FIRE, paper="napalm"))
    samples += [
        Sample(texture_word(locale, name), area=name) for name in textures(state.setup.arena)
    ]
    return tuple(samples)
