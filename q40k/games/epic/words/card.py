"""A side's card: what is open, its values, its formations; the enemy as far as all may know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from q40k.games.epic.packs.models import Profile, Weapon
from q40k.games.epic.rules.state import Formation, Match, Side
from q40k.games.epic.words.names import cm, order_name, what_it_is
from q40k.games.epic.words.offers import open_to
from q40k.games.epic.words.packs import NO_SAVE
from q40k.games.epic.words.wording import WORDS
from q40k.i18n.locale import N_, Locale
from q40k.i18n.wording import Fold

DONE: Final = {"movement": N_("has moved"), "shooting": N_("has fired")}


@WORDS.cards
def _card(locale: Locale, state: Match, seat: str) -> Sequence[str | Fold]:
    side = state.sides.get(seat)
    return () if side is None else tuple(_lines(locale, state, side))


def _lines(locale: Locale, state: Match, side: Side) -> Iterator[str | Fold]:
    if state.play.turn and not state.outcome.over and (told := open_to(locale, state)):
        yield told
    values = N_("strategic {strategic} · morale {morale}+")
    said = locale.say(values, strategic=side.strategic, morale=side.morale)
    yield f"{side.army} · {said}"
    for one in state.of_side(side.id):
        yield Fold(stands(locale, state, one), tuple(_details(locale, state, one)))
    for other in state.sides.values():
        if other.id != side.id and (theirs := state.of_side(other.id)):
            lines = tuple(stands(locale, state, one) for one in theirs)
            yield Fold(locale.say(N_("Against you: {side}"), side=other.name), lines)


def stands(locale: Locale, state: Match, one: Formation) -> str:
    """A formation: how many live, its order as far as it may be known, its morale, what it did.

    Rule: EE-ORDER-9
    """
    living = len(state.alive(one.id))
    parts = [f"{one.id} {what_it_is(locale, one)} {living}/{len(one.figures)}"]
    if not living:
        return locale.say(N_("{formation}: lost"), formation=parts[0])
    if one.orders.order is not None:
        parts.append(order_name(locale, one.orders.order))
    elif one.orders.chip is not None:
        face_down = N_("{order}, face down")
        parts.append(locale.say(face_down, order=order_name(locale, one.orders.chip)))
    for so, said in (
        (one.nerve.demoralised, N_("demoralised")),
        (one.nerve.due, N_("a break test is due")),
        (one.acted.moved or one.acted.fired, DONE.get(state.play.phase, "")),
    ):
        if so and said:
            parts.append(locale.gettext(said))
    return " · ".join(parts)


def _details(locale: Locale, state: Match, one: Formation) -> Iterator[str]:
    """Whom it has left, with what they can do, a line each; who has lost hits, who is aboard."""
    alive = [state.figures[figure] for figure in state.alive(one.id)]
    for place, troop in enumerate(one.troops):
        many = sum(figure.troop == place for figure in alive)
        if many:
            yield f"{many} {_profile(locale, troop.profile)}"
            yield from (_weapon(locale, weapon) for weapon in troop.weapons)
    for figure in alive:
        whole = one.troops[figure.troop].profile.hits
        if figure.life.hits < whole:
            left = N_("{figure}: {hits} of {whole} hits left")
            yield locale.say(left, figure=figure.id, hits=figure.life.hits, whole=whole)
        if figure.position.aboard is not None:
            aboard = N_("{figure}: aboard {transport}")
            yield locale.say(aboard, figure=figure.id, transport=figure.position.aboard)


def _profile(locale: Locale, one: Profile) -> str:
    save = "-" if one.save == NO_SAVE else f"{one.save}+"
    return locale.say(
        N_("{name}: move {mv}, save {save}, FA {fa}"),
        name=locale.name_of(one.name), mv=cm(locale, one.mv_cm), save=save, fa=locale.signed_points(one.fa),
    )  # fmt: skip


def _weapon(locale: Locale, one: Weapon) -> str:
    plain, worse = N_("{weapon}: {range}, {dice}, hits on {to_hit}+"), N_("{modifier} to saves")
    said = locale.say(
        plain,
        weapon=locale.name_of(one.name), range=cm(locale, one.range_cm),
        dice=f"{one.dice}D6", to_hit=one.to_hit,
    )  # fmt: skip
    if not one.save_mod:
        return said
    return f"{said}, {locale.say(worse, modifier=locale.signed_points(one.save_mod))}"
