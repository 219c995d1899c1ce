"""A side's card: open actions, its values, its formations, and what all may know of the enemy."""

from collections.abc import Iterator, Sequence

from q40k.games.epic.packs.profiles import NO_SAVE, Profile, Weapon
from q40k.games.epic.state.match import Formation, Match, Side
from q40k.games.epic.words import names, turn, wording
from q40k.i18n.locale import N_, Locale
from q40k.i18n.wording import Fold

DONE = {"movement": N_("has moved"), "shooting": N_("has fired")}


@wording.WORDS.cards
def _card(locale: Locale, state: Match, seat: str) -> Sequence[str | Fold]:
    side = state.sides.get(seat)
    return () if side is None else tuple(_lines(locale, state, side))


def _lines(locale: Locale, state: Match, side: Side) -> Iterator[str | Fold]:
    if state.play.turn and not state.outcome.over and (actions := turn.open_actions(locale, state)):
        yield actions
    values = N_("strategic {strategic} · morale {morale}+")
    values_text = locale.say(values, strategic=side.strategic, morale=side.morale)
    yield f"{side.army} · {values_text}"
    for formation in state.of_side(side.id):
        yield Fold(formation_line(locale, state, formation), tuple(_details(locale, state, formation)))
    for other in state.sides.values():
        if other.id != side.id and (theirs := state.of_side(other.id)):
            lines = tuple(formation_line(locale, state, formation) for formation in theirs)
            yield Fold(locale.say(N_("Against you: {side}"), side=other.name), lines)


def formation_line(locale: Locale, state: Match, formation: Formation) -> str:
    """Return a formation in words: living figures, order if it may be known, morale, what it did.

    Rule: EE-ORDER-9
    """
    living = len(state.alive(formation.id))
    parts = [f"{formation.id} {names.formation_type(locale, formation)} {living}/{len(formation.figures)}"]
    if not living:
        return locale.say(N_("{formation}: lost"), formation=parts[0])
    if formation.orders.order is not None:
        parts.append(names.order_name(locale, formation.orders.order))
    elif formation.orders.chip is not None:
        face_down = N_("{order}, face down")
        parts.append(locale.say(face_down, order=names.order_name(locale, formation.orders.chip)))
    for applies, words in (
        (formation.nerve.demoralised, N_("demoralised")),
        (formation.nerve.due, N_("a break test is due")),
        (formation.acted.moved or formation.acted.fired, DONE.get(state.play.phase, "")),
    ):
        if applies and words:
            parts.append(locale.gettext(words))
    return " · ".join(parts)


def formation_card(locale: Locale, state: Match, formation: Formation) -> tuple[str, ...]:
    """Return a formation, then its figures, their weapons, who is aboard and who is lost."""
    return (formation_line(locale, state, formation), *_details(locale, state, formation))


def _details(locale: Locale, state: Match, formation: Formation) -> Iterator[str]:
    """Yield a formation's living figures with their abilities, lost hits, and passengers."""
    alive = [state.figures[figure] for figure in state.alive(formation.id)]
    for place, troop in enumerate(formation.troops):
        many = sum(figure.troop == place for figure in alive)
        if many:
            yield f"{many} {_profile_line(locale, troop.profile)}"
            yield from (_weapon_line(locale, weapon) for weapon in troop.weapons)
    for figure in alive:
        whole = formation.troops[figure.troop].profile.hits
        if figure.life.hits < whole:
            sentence = N_("{figure}: {hits} of {whole} hits left")
            yield locale.say(sentence, figure=figure.id, hits=figure.life.hits, whole=whole)
        if figure.position.aboard is not None:
            aboard = N_("{figure}: aboard {transport}")
            yield locale.say(aboard, figure=figure.id, transport=figure.position.aboard)
        if riders := state.passengers(figure.id):
            carries = N_("{figure}: carries {riders}")
            yield locale.say(carries, figure=figure.id, riders=names.figures_name(locale, riders))
    lost = tuple(figure for figure in formation.figures if not state.figures[figure].life.alive)
    if lost:
        yield locale.say(N_("lost: {figures}"), figures=names.figures_name(locale, lost))


def _profile_line(locale: Locale, profile: Profile) -> str:
    save = "-" if profile.save == NO_SAVE else f"{profile.save}+"
    return locale.say(
        N_("{name}: move {mv}, save {save}, FA {fa}"),
        name=locale.name_of(profile.name),
        mv=names.cm(locale, profile.mv_cm),
        save=save,
        fa=locale.signed_points(profile.fa),
    )


def _weapon_line(locale: Locale, weapon: Weapon) -> str:
    plain, worse = N_("{weapon}: {range}, {dice}, hits on {to_hit}+"), N_("{modifier} to saves")
    text = locale.say(
        plain,
        weapon=locale.name_of(weapon.name),
        range=names.cm(locale, weapon.range_cm),
        dice=f"{weapon.dice}D6",
        to_hit=weapon.to_hit,
    )
    if not weapon.save_mod:
        return text
    return f"{text}, {locale.say(worse, modifier=locale.signed_points(weapon.save_mod))}"
