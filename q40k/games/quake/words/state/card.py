"""A player's card in words: what wins the match, who threatens whom, the bonus, the profile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from q40k.games.quake.rules.bonus import modifiers
from q40k.games.quake.rules.objectives.score import kill_would_win
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.bonus import bonus_line
from q40k.games.quake.words.champion import profile
from q40k.games.quake.words.objectives.progress import to_win
from q40k.games.quake.words.packs.champions import weapon_line
from q40k.games.quake.words.packs.traits import trait_line
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import N_, Locale
from q40k.i18n.wording import Fold


@WORDS.cards
def _card(locale: Locale, state: Match, seat: str) -> Sequence[str | Fold]:
    return [line for line in _lines(locale, state, seat) if line]


def _lines(locale: Locale, state: Match, seat: str) -> Iterator[str | Fold]:
    player = state.players.get(seat)
    if player is None:
        return
    yield to_win(locale, state, seat)
    if state.running:
        prey = [
            other for other in state.order if other != seat and kill_would_win(state, seat, other)
        ]
        foes = [
            other for other in state.order if other != seat and kill_would_win(state, other, seat)
        ]
        for sentence, others in (
            (N_("You would win by killing {names}."), prey),
            (N_("{names} would win by killing you."), foes),
        ):
            if others:
                names = locale.join_and(state.players[other].name for other in others)
                yield locale.say(sentence, names=names)
    if player.bonus is not None:
        yield bonus_line(locale, state, seat)
    weapons = tuple(weapon_line(locale, weapon) for weapon in modifiers.arms_of(state, player))
    traits = tuple(trait_line(locale, trait) for trait in player.abilities)
    characteristics = profile(locale, modifiers.profile(player))
    yield Fold(characteristics, (*weapons, *traits)) if weapons or traits else characteristics
