"""The form to use a trait: whose, which one, its choices and its targets."""

from q40k.games.quake.screen.base import Desk, action, in_play, player_options
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.traits import AT_SOMEBODY, UseTrait, usable_traits
from q40k.games.w40k3e.traits import Trait
from q40k.i18n.locale import N_
from q40k.tui.fields import Option, Pick, Several, by_number
from q40k.tui.forms import Form


def _usable_now(state: Match, player: Player) -> tuple[Trait, ...]:
    """Return a champion's traits that may be used in the current phase."""
    phase = state.play.phase
    return tuple(t for t in usable_traits(player) if t.use is not None and phase in t.use.phases)


def _users(state: Match) -> tuple[str, ...]:
    return tuple(p.id for p in state.players.values() if p.present and _usable_now(state, p))


@action(
    "trait",
    "play",
    key="comma t",
    at=182,
    name=N_("Trait"),
    help=N_("Use a trait at a moment that the table decides: drugs, powers, a rush, a parry."),
    when=lambda state: not state.outcome.over and bool(_users(state)),
)
def trait(desk: Desk) -> Form:
    """Ask whose trait is used, which, and what is chosen for it (, t)."""
    _ = desk.locale.gettext
    state, users = desk.state, _users(desk.state)
    who = users[0]
    if len(users) > 1:
        name = yield Pick(
            _("Whose trait?"),
            rule="TRAIT-1",
            hint=_("number or first letters"),
            options=player_options(desk, users),
            chosen=users.index(state.play.active) if state.play.active in users else 0,
        )
        user = state.player_named(name)
        assert user is not None
        who = user.id
    player = state.players[who]
    traits = _usable_now(state, player)
    chosen = traits[0]
    if len(traits) > 1:
        chosen = yield Pick(
            _("{name} uses which trait?").format(name=player.name),
            rule="TRAIT-1",
            hint=_("number or first letters"),
            options=tuple(Option(str(n), t, desk.locale.name_of(t.name)) for n, t in enumerate(traits, 1)),
        )
    use = chosen.use
    assert use is not None
    choices: tuple[str, ...] = tuple(c.id for c in use.choices)[:1]
    if use.act not in ("choose", "drugs", "psychic"):
        choices = ()
    elif len(use.choices) > 1:
        picked = yield Several(
            _("{name}: which of these?").format(name=desk.locale.name_of(chosen.name)),
            why=_("{most} at most.").format(most=use.most),
            rule="TRAIT-1",
            hint=_("numbers, then Enter"),
            options=by_number({choice.id: desk.locale.name_of(choice.name) for choice in use.choices}),
        )
        choices = tuple(picked)
    targets: tuple[str, ...] = ()
    if use.act in AT_SOMEBODY:
        aimed = yield Several(
            _("Whom is it for?"),
            rule="TRAIT-1",
            hint=_("numbers, then Enter"),
            options=player_options(desk, in_play(desk, [player.id])),
        )
        targets = tuple(aimed)
    return UseTrait(player=player.name, trait=chosen.id, choices=choices, targets=targets)
