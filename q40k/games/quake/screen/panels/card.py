"""The ribbon and the card of the main screen."""

from __future__ import annotations

from textual.content import Content

from q40k.games.quake.rules.bonus import modifiers
from q40k.games.quake.rules.flag_carrying import carried_flags
from q40k.games.quake.rules.movement.move import allowance
from q40k.games.quake.rules.objectives.score import kill_would_win
from q40k.games.quake.rules.rounds import dies_for_good
from q40k.games.quake.rules.state import PHASES, Match, Player
from q40k.games.quake.screen.base import Desk
from q40k.games.quake.screen.melee.glance import melee_at_a_glance
from q40k.games.quake.screen.teams.sides import FLAG, ink_of
from q40k.games.quake.words.bonus import bonus_line
from q40k.games.quake.words.champion import profile, ticks, unit_type_name
from q40k.games.quake.words.objectives.progress import progress_text, to_win
from q40k.games.quake.words.packs.traits import trait_line
from q40k.games.quake.words.positions import where
from q40k.games.quake.words.score import streak
from q40k.games.quake.words.turn import phase_name, phase_names
from q40k.i18n.locale import Locale
from q40k.tui import look
from q40k.tui.look import style_text
from q40k.tui.plain import RibbonText


def ribbon(desk: Desk, state: Match) -> RibbonText:
    """Return the title of the match, its turn and its phases."""
    locale = desk.locale
    _ = locale.gettext
    mod = state.setup.mod.name.in_language(locale.language) if state.setup.mod else "Quake 40K"
    title = state.setup.name or mod
    if not state.running:
        return RibbonText(title, steps=((phase_name(locale, state.play.phase), True),))
    names = phase_names(locale)
    steps = tuple((names[phase], phase == state.play.phase) for phase in PHASES)
    return RibbonText(title, _("Turn {turn}").format(turn=state.play.turn), steps)


def card(desk: Desk, state: Match, seat: str) -> Content:
    """Return a champion's card."""
    locale, player = desk.locale, state.players[seat]
    _ = locale.gettext
    champion = player.champion
    name = champion.name.in_language(locale.language)
    colour = f"bold {ink_of(state, player.id)}"
    team = f" ({player.team})" if state.in_teams and player.team else ""
    head = Content.assemble((player.name + team, colour), f" — {name}")
    rows: list[Content | str] = [
        head,
        _worth_line(locale, state, player),
        *_to_win(locale, state, player),
    ]
    if player.bonus is not None:
        rows.append(style_text(f"◆ {bonus_line(locale, state, player.id)}", "bold"))
    melee = melee_at_a_glance(locale, state, player.id)
    if melee:
        rows.append(style_text(f"⚔ {melee}", "$text-accent"))
    rows.append(profile(locale, modifiers.profile(player)))
    weapons = _weapons(desk, player)
    if weapons:
        rows.append(style_text(weapons, look.MUTED))
    if acting := _active_traits(locale, player):
        rows.append(style_text(acting, look.MUTED))
    if marks := ticks(locale, player.about):
        rows.append(style_text(marks, look.MUTED))
    if state.running and player.in_play:
        rows.append(_standing(locale, state, player))
    counts = _("kills {kills} · deaths {deaths} · {streak}").format(
        kills=player.score.kills,
        deaths=player.score.deaths,
        streak=streak(locale, player.score.streak)
        or _("streak {number}").format(number=player.score.streak),
    )
    rows.append(style_text(counts, look.MUTED))
    return look.lines(*rows)


def _worth_line(locale: Locale, state: Match, player: Player) -> str:
    """Return the champion's value and score, in the terms of the mod."""
    _ = locale.gettext
    side = state.side_of(player.id)
    if state.setup.mod is None or state.setup.mod.has("victory-points"):
        return _("{value} pts · score {score} · {goal}").format(
            value=locale.points(player.value),
            score=locale.points(player.score.points),
            goal=progress_text(locale, state, side),
        )
    parts = [_("{value} pts").format(value=locale.points(player.value))]
    lives = state.lives_left(player.id)
    if lives is not None and dies_for_good(state, player.id):
        template = locale.ngettext("{number} life", "{number} lives", lives)
        out = _("out of the round") if state.hunt is None else _("out of this hunt")
        parts.append(out if player.life.out else template.format(number=lives))
    return " · ".join([*parts, *filter(None, [progress_text(locale, state, side)])])


def _weapons(desk: Desk, player: Player) -> str:
    names = []
    library = desk.library if desk.has_packs else None
    for weapon in player.champion.weapons:
        entry = library and (library.weapons.get(weapon) or library.gear.get(weapon))
        names.append(entry.name.in_language(desk.locale.language) if entry else weapon)
    return ", ".join(names)


def _active_traits(locale: Locale, player: Player) -> str:
    """Return the names of the traits that have an effect here; F1 explains them."""
    acting = (trait for trait in player.abilities if trait.acts)
    return ", ".join(locale.name_of(trait.name) for trait in acting)


def _standing(locale: Locale, state: Match, player: Player) -> str:
    parts = [unit_type_name(locale, modifiers.profile(player).unit_type)]
    place = where(locale, player)
    if place:
        parts.append(place)
    flags = carried_flags(state, player.id)
    if flags:
        parts.append(f"{FLAG}{' '.join(flags)}")
    if state.play.phase == "movement":
        _ = locale.gettext
        parts.append(
            _("moved {spent} of {most}").format(
                spent=locale.inches(player.movement.spent),
                most=locale.inches(allowance(state, player)),
            )
        )
    return " · ".join(parts)


def _to_win(locale: Locale, state: Match, player: Player) -> list[Content]:
    """Return what the player still needs to win; a warning when one kill is enough."""
    if state.play.phase == "setup":
        return []
    text = to_win(locale, state, player.id)
    near = state.running and player.in_play
    deadly = near and any(
        p != player.id and state.players[p].in_play and kill_would_win(state, player.id, p)
        for p in state.order
    )
    return [style_text(f"! {text}" if deadly else f"→ {text}", "bold $warning" if deadly else "")]


def explain_card(desk: Desk, seat: str | None = None) -> str:
    """Explain the card and each trait on it, for F1."""
    _ = desk.locale.gettext
    text = _(
        "The champion that acts now, or the one marked on the board: its value, its profile"
        " and weapons, where it stands, the bonus it holds and what that does."
    )
    player = desk.state.players.get(seat) if seat is not None else None
    if player is None or not player.abilities:
        return text
    lines = [trait_line(desk.locale, trait) for trait in player.abilities]
    return "\n".join([text, *lines])
