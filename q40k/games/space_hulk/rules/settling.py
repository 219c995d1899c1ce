"""What follows of itself when something was done: blips in sight, bonuses lost, windows."""

from __future__ import annotations

from q40k.games.space_hulk.rules.aliens import convert, window
from q40k.games.space_hulk.rules.paying import AimLost
from q40k.games.space_hulk.rules.places import Eyes, cell, seen_blips
from q40k.games.space_hulk.rules.shooting.aim import in_sight
from q40k.games.space_hulk.rules.state import Conversion, Match, Window
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


def settle(live: Live[Match]) -> Rule[None]:
    """Go on until the table must say something: conversions first, then the windows.

    Rule: SH-REACT-1, SH-CONVERT-2, SH-SUSTAIN-4, SH1-REACT-1
    """
    if live.state.play.phase == "setup" or live.state.outcome.over:
        return
    while True:
        yield from _lose_aims(live)
        new = _unmet(live.state)
        if new is not None:
            yield convert.BlipSeen(blip=new)
            continue
        top = live.state.pending[-1] if live.state.pending else None
        if isinstance(top, Conversion):
            if not (yield from convert.go_on(live, top)):
                return
        elif isinstance(top, Window):
            if not (yield from window.go_on(live, top)):
                return
        else:
            return


def _unmet(state: Match) -> str | None:
    """A blip in sight of which nobody knows yet; a blip just turned up stays in the way of others.

    Rule: SH-CONVERT-2, SH-CONVERT-3
    """
    top = state.conversion
    if top is not None and top.first and top.left is not None:
        return None
    known = {one.blip for one in state.pending if isinstance(one, Conversion)}
    return next((blip for blip in seen_blips(state) if blip not in known), None)


def _lose_aims(live: Live[Match]) -> Rule[None]:
    """Sustained fire ends where the target is out of sight.

    Rule: SH-SUSTAIN-4, SH1-SUSTAIN-4
    """
    aiming = [one for one in live.state.standing if one.aim.target is not None]
    eyes = Eyes(live.state) if aiming else None
    for one in aiming:
        target = one.aim.target or ""
        if cell(live.state, one.id) and not in_sight(live.state, one, target, eyes):
            yield AimLost(who=one.id)
