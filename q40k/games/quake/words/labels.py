"""Short words for screens and command line: phases, places, profiles, bonuses, goals."""

from __future__ import annotations

from q40k.games.quake.packs.models import BonusKind, Champion, HuntWin, PointsWin, RoundsWin
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.victory.hunt import targets
from q40k.i18n.locale import N_, Locale

_PHASES = {
    "setup": N_("Set-up"),
    "deployment": N_("Deployment"),
    "movement": N_("Movement"),
    "shooting": N_("Shooting"),
    "assault": N_("Assault"),
    "melee": N_("Close combat"),
    "over": N_("Match over"),
}
_PHASES_IN_A_SENTENCE = {
    "setup": N_("set-up"),
    "deployment": N_("deployment"),
    "movement": N_("the movement phase"),
    "shooting": N_("the shooting phase"),
    "assault": N_("the assault phase"),
    "melee": N_("the close combat phase"),
}
_CATEGORIES = {
    "equipment": N_("equipment"),
    "weapon": N_("weapon"),
    "special": N_("special"),
}
_UNIT_TYPES = {
    "infantry": N_("infantry"),
    "jump_infantry": N_("jump infantry"),
    "bike": N_("bike"),
    "jetbike": N_("jetbike"),
    "beast": N_("beast"),
    "cavalry": N_("cavalry"),
    "jet_pack": N_("jet pack"),
    "terminator": N_("Terminator"),
    "drone": N_("drone"),
    "swarm": N_("swarm"),
    "monstrous_creature": N_("monstrous creature"),
    "other": N_("other"),
}
_RULES = {
    "budget": N_("budget"),
    "clone": N_("clone"),
    "chief-fight": N_("chief fight"),
    "perfect-fighter": N_("perfect fighter"),
    "portals": N_("portals"),
    "bonus": N_("bonus tokens"),
    "respawn": N_("respawn"),
    "sudden-death": N_("sudden death"),
    "victory-points": N_("victory points"),
    "bases": N_("team bases"),
    "flags": N_("flags"),
    "structures": N_("structures"),
    "domination": N_("domination"),
    "hunt": N_("hunt"),
    "barrels": N_("barrels"),
    "rounds": N_("rounds"),
}
_ARMIES = {
    "chaos-space-marines": N_("Chaos Space Marines"),
    "daemonhunters": N_("Daemonhunters"),
    "dark-eldar": N_("Dark Eldar"),
    "eldar": N_("Eldar"),
    "home-made": N_("home-made"),
    "imperial-guard": N_("Imperial Guard"),
    "necrons": N_("Necrons"),
    "orks": N_("Orks"),
    "space-marines": N_("Space Marines"),
    "tau": N_("Tau"),
    "tyranids": N_("Tyranids"),
    "witch-hunters": N_("Witch Hunters"),
}
_STREAKS = (
    (8, N_("unstoppable: {number} in a row")),
    (5, N_("rampage: {number} in a row")),
    (3, N_("on a roll: {number} in a row")),
)


def phase_name(locale: Locale, phase: str) -> str:
    """The name of a phase, as on the phase ribbon."""
    return locale.gettext(_PHASES.get(phase, phase))


def phase_within(locale: Locale, phase: str) -> str:
    """The name of a phase inside a sentence."""
    return locale.gettext(_PHASES_IN_A_SENTENCE.get(phase, phase))


def category_name(locale: Locale, category: str) -> str:
    """The name of a token's category."""
    return locale.gettext(_CATEGORIES.get(category, category))


def unit_type_name(locale: Locale, unit_type: str) -> str:
    """The name of a unit type."""
    return locale.gettext(_UNIT_TYPES.get(unit_type, unit_type))


def army_name(locale: Locale, army: str) -> str:
    """The name of an army; one that only a pack knows is shown by its id."""
    return locale.gettext(_ARMIES[army]) if army in _ARMIES else army


def rule_name(locale: Locale, rule: str) -> str:
    """The name of one of the rules a mod plays by."""
    return locale.gettext(_RULES.get(rule, rule))


def roller_name(locale: Locale, roller: str) -> str:
    """Who rolls: a hand, or the app."""
    if roller == "app":
        return locale.pgettext("dice", "the app rolls")
    return locale.pgettext("dice", "real dice")


def where(locale: Locale, player: Player) -> str:
    """Where a champion is, as far as it matters: "in portal 3", "dead"; "" when in the open."""
    if not player.present:
        return locale.pgettext("champion", "left")
    if not player.life.alive:
        return locale.pgettext("champion", "dead")
    if not player.life.placed:
        return locale.pgettext("champion", "waiting")
    return _place(locale, player)


def _place(locale: Locale, player: Player) -> str:
    if player.position.portal is not None:
        return locale.say(N_("in portal {portal}"), portal=player.position.portal)
    if player.position.near is not None:
        return locale.say(N_("beside portal {portal}"), portal=player.position.near)
    if player.position.tile is not None:
        return locale.say(N_("in tile {tile}"), tile=player.position.tile)
    return ""


def bonus_kind(locale: Locale, kind: BonusKind) -> str:
    """A line of a bonus table: its name and what it does."""
    return f"{locale.said(kind.name)} — {locale.said(kind.text).rstrip('.')}"


def bonus_of(locale: Locale, state: Match, kind_id: str) -> str:
    """The line of a kind such as "equipment-35"; its bare id when no table is there."""
    return bonus_kind(locale, state.setup.tables.kind(kind_id)) if state.setup.tables else kind_id


def bonus_name(locale: Locale, state: Match, player: str) -> str:
    """The name of the bonus a player holds; "" for none."""
    held = state.players[player].bonus
    return locale.said(state.kind(held).name) if held else ""


def bonus_line(locale: Locale, state: Match, player: str) -> str:
    """The bonus a player holds, what it does and what became of it; "" for none."""
    held = state.players[player].bonus
    if held is None:
        return ""
    notes = []
    if held.target in state.players:
        name = state.players[held.target].name
        notes.append(locale.say(N_("controls {player}"), player=name))
    if held.figures or held.kit or held.arms:
        things = [profile_figure(locale, name, figure) for name, figure in held.figures.items()]
        named = {arm.id: locale.said(arm.name) for arm in held.arms}
        things += [named.get(one, one) for one in dict.fromkeys((*named, *held.kit))]
        notes.append(locale.say(N_("has taken {things}"), things=locale.listed(things)))
    if held.spent:
        notes.append(locale.pgettext("bonus", "spent"))
    line = bonus_of(locale, state, held.kind)
    return f"{line} ({', '.join(notes)})" if notes else line


def profile_figure(locale: Locale, name: str, value: int) -> str:
    """One figure of a profile by its field's name: "WS 4", "Sv 2+"."""
    pgettext = locale.pgettext
    named = {
        "ws": pgettext("profile", "WS"),
        "bs": pgettext("profile", "BS"),
        "s": pgettext("profile", "S"),
        "t": pgettext("profile", "T"),
        "i": pgettext("profile", "I"),
        "a": pgettext("profile", "A"),
        "ld": pgettext("profile", "Ld"),
        "sv": pgettext("profile", "Sv"),
        "inv": pgettext("profile", "Inv"),
    }
    return f"{named[name]} {value}+" if name in ("sv", "inv") else f"{named[name]} {value}"


def profile(locale: Locale, champion: Champion) -> str:
    """A profile in one line: "WS 4 BS 4 S 4 T 4 W 1 I 4 A 1 Ld 8 Sv 3+ Inv 5+"."""
    pgettext = locale.pgettext
    figures: list[tuple[str, object]] = [
        (pgettext("profile", "WS"), champion.ws),
        (pgettext("profile", "BS"), champion.bs),
        (pgettext("profile", "S"), champion.s),
        (pgettext("profile", "T"), champion.t),
        (pgettext("profile", "W"), champion.w),
        (pgettext("profile", "I"), champion.i),
        (pgettext("profile", "A"), champion.a),
        (pgettext("profile", "Ld"), champion.ld),
        (pgettext("profile", "Sv"), f"{champion.sv}+" if champion.sv else "-"),
    ]
    if champion.inv:
        figures.append((pgettext("profile", "Inv"), f"{champion.inv}+"))
    return " ".join(f"{name} {figure}" for name, figure in figures)


def value(locale: Locale, points: int) -> str:
    """What a champion is worth: "15 points"."""
    return locale.ngettext("{points} point", "{points} points", points).format(points=points)


def champion_line(locale: Locale, champion: Champion) -> str:
    """A champion and its value: "Space Marine (15 points)"."""
    return f"{locale.said(champion.name)} ({value(locale, champion.points)})"


def goal(locale: Locale, state: Match, player: str) -> str:
    """How far a player's side is from winning: "×3.4 of ×10", "45 of 200", "1 of 3" rounds."""
    side, win = state.side_of(player), state.setup.mod.win if state.setup.mod else None
    if isinstance(win, RoundsWin):
        made, wanted = str(state.rounds.won.get(side, 0)), str(win.rounds)
    elif isinstance(win, PointsWin):
        made, wanted = str(state.teams[side].points if side in state.teams else 0), str(win.points)
    elif isinstance(win, HuntWin):
        return _hunted(locale, state, side)
    elif state.setup.points_to_win is not None:
        made, wanted = locale.points(state.score_of(side)), locale.points(state.setup.points_to_win)
    else:
        made, wanted = locale.times(state.times_of(side)), f"×{state.setup.times_to_win}"
    return locale.say(N_("{made} of {goal}"), made=made, goal=wanted)


def _hunted(locale: Locale, state: Match, side: str) -> str:
    """How many targets cleaners have killed; for the targets, the turn they have lived to see."""
    if state.hunt is None or side != state.hunt.cleaners:
        return locale.say(N_("turn {turn}"), turn=state.play.turn)
    hunted = targets(state)
    killed = sum(target.life.out for target in hunted)
    return locale.say(N_("{made} of {goal}"), made=killed, goal=len(hunted))


def streak(locale: Locale, number: int) -> str:
    """What is said of so many kills without dying; "" below three."""
    for least, words in _STREAKS:
        if number >= least:
            return locale.say(words, number=number)
    return ""
