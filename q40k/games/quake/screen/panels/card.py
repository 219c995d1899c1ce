"""The ribbon and the card of the main screen."""

from __future__ import annotations

from textual.content import Content

from q40k.games.quake.rules.bonus import modifiers
from q40k.games.quake.rules.flags.carrying import carried_flags
from q40k.games.quake.rules.movement.move import allowance
from q40k.games.quake.rules.objectives.score import kill_would_win
from q40k.games.quake.rules.rounds import dies_for_good
from q40k.games.quake.rules.state import PHASES, Match, Player
from q40k.games.quake.screen.base import Desk
from q40k.games.quake.screen.melee.glance import melee_at_a_glance
from q40k.games.quake.screen.teams.sides import FLAG, ink_of
from q40k.games.quake.words.bonus import bonus_line
from q40k.games.quake.words.champion import profile, ticks, unit_type_name
from q40k.games.quake.words.objectives.progress import measure, to_win
from q40k.games.quake.words.packs.traits import trait_line
from q40k.games.quake.words.positions import where
from q40k.games.quake.words.score import streak
from q40k.games.quake.words.turn import phase_name
from q40k.i18n.locale import Locale
from q40k.tui import look
from q40k.tui.look import style_text
from q40k.tui.plain import RibbonText


def ribbon(desk: Desk, state: Match) -> RibbonText:
    """The match, its turn and the phases."""
    locale = desk.locale
    _ = locale.gettext
    mod = state.setup.mod.name.in_language(locale.language) if state.setup.mod else "Quake 40K"
    title = state.setup.name or mod
    if not state.running:
        return RibbonText(title, steps=((phase_name(locale, state.play.phase), True),))
    steps = tuple((phase_name(locale, phase), phase == state.play.phase) for phase in PHASES)
    return RibbonText(title, _("Turn {turn}").format(turn=state.play.turn), steps)


def card(desk: Desk, state: Match, seat: str) -> Content:
    """A champion's card."""
    locale, one = desk.locale, state.players[seat]
    _ = locale.gettext
    champion = one.champion
    name = champion.name.in_language(locale.language)
    colour = f"bold {ink_of(state, one.id)}"
    team = f" ({one.team})" if state.in_teams and one.team else ""
    head = Content.assemble((one.name + team, colour), f" — {name}")
    rows: list[Content | str] = [head, _made(locale, state, one), *_to_win(locale, state, one)]
    if one.bonus is not None:
        rows.append(style_text(f"◆ {bonus_line(locale, state, one.id)}", "bold"))
    melee = melee_at_a_glance(locale, state, one.id)
    if melee:
        rows.append(style_text(f"⚔ {melee}", "$text-accent"))
    rows.append(profile(locale, modifiers.profile(one)))
    weapons = _weapons(desk, one)
    if weapons:
        rows.append(style_text(weapons, look.MUTED))
    if acting := _acting(locale, one):
        rows.append(style_text(acting, look.MUTED))
    if told := ticks(locale, one.about):
        rows.append(style_text(told, look.MUTED))
    if state.running and one.in_play:
        rows.append(_standing(locale, state, one))
    counts = _("kills {kills} · deaths {deaths} · {streak}").format(
        kills=one.score.kills,
        deaths=one.score.deaths,
        streak=streak(locale, one.score.streak)
        or _("streak {number}").format(number=one.score.streak),
    )
    rows.append(style_text(counts, look.MUTED))
    return look.lines(*rows)


def _made(locale: Locale, state: Match, one: Player) -> str:
    """What the champion is worth and has made, by what wins in this mod."""
    _ = locale.gettext
    side = state.side_of(one.id)
    if state.setup.mod is None or state.setup.mod.has("victory-points"):
        return _("{value} pts · score {score} · {goal}").format(
            value=locale.points(one.value),
            score=locale.points(one.score.points),
            goal=measure(locale, state, side),
        )
    parts = [_("{value} pts").format(value=locale.points(one.value))]
    lives = state.lives_left(one.id)
    if lives is not None and dies_for_good(state, one.id):
        said = locale.ngettext("{number} life", "{number} lives", lives)
        out = _("out of the round") if state.hunt is None else _("out of this hunt")
        parts.append(out if one.life.out else said.format(number=lives))
    return " · ".join([*parts, *filter(None, [measure(locale, state, side)])])


def _weapons(desk: Desk, one: Player) -> str:
    names = []
    library = desk.library if desk.has_packs else None
    for weapon in one.champion.weapons:
        found = library and (library.weapons.get(weapon) or library.gear.get(weapon))
        names.append(found.name.in_language(desk.locale.language) if found else weapon)
    return ", ".join(names)


def _acting(locale: Locale, one: Player) -> str:
    """The traits that change anything here, by name; F1 says what they do."""
    acting = (trait for trait in one.abilities if trait.acts)
    return ", ".join(locale.name_of(trait.name) for trait in acting)


def _standing(locale: Locale, state: Match, one: Player) -> str:
    parts = [unit_type_name(locale, modifiers.profile(one).unit_type)]
    place = where(locale, one)
    if place:
        parts.append(place)
    flags = carried_flags(state, one.id)
    if flags:
        parts.append(f"{FLAG}{' '.join(flags)}")
    if state.play.phase == "movement":
        _ = locale.gettext
        parts.append(
            _("moved {spent} of {most}").format(
                spent=locale.inches(one.movement.spent),
                most=locale.inches(allowance(state, one)),
            )
        )
    return " · ".join(parts)


def _to_win(locale: Locale, state: Match, one: Player) -> list[Content]:
    """What the player still has to do to win; a warning when one kill is enough."""
    if state.play.phase == "setup":
        return []
    said = to_win(locale, state, one.id)
    near = state.running and one.in_play
    deadly = near and any(
        p != one.id and state.players[p].in_play and kill_would_win(state, one.id, p)
        for p in state.order
    )
    return [style_text(f"! {said}" if deadly else f"→ {said}", "bold $warning" if deadly else "")]


def card_explained(desk: Desk, seat: str | None = None) -> str:
    """What F1 says of the card, and of each trait of the champion on it."""
    _ = desk.locale.gettext
    said = _(
        "The champion that acts now, or the one marked on the board: its value, its profile"
        " and weapons, where it stands, the bonus it holds and what that does."
    )
    one = desk.state.players.get(seat) if seat is not None else None
    if one is None or not one.abilities:
        return said
    lines = [trait_line(desk.locale, trait) for trait in one.abilities]
    return "\n".join([said, *lines])
