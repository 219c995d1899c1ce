"""What a bot asks the table where no place tells, and how it moves where its own place is unknown."""

from collections.abc import Iterator

from q40k.games.quake.bot.chances import MEMORY
from q40k.games.quake.bot.fights import may_charge
from q40k.games.quake.bot.options import Option
from q40k.games.quake.bot.outlook import LEAST_IN, Outlook
from q40k.games.quake.bot.shots import may_shoot
from q40k.games.quake.state.assault import charges_into_cover
from q40k.games.quake.state.match import Player
from q40k.games.quake.state.melee import contacts_of
from q40k.games.quake.state.movement.move import Move
from q40k.games.quake.state.next import Next
from q40k.games.quake.state.parts import Sighting
from q40k.games.quake.state.shooting import Look


def question_to_the_table(outlook: Outlook) -> Option | None:
    """Return that a bot tells people what its champion wants and asks whether it can; None if nothing is to be asked.

    It asks about the foe that is worth most and of which no place tells, once a turn.

    Rule: TABLE-8
    """
    state, me, phase = outlook.state, outlook.me, outlook.state.play.phase
    if me.bot is None or all(player.bot is not None for player in state.players.values() if player.present):
        return None
    if any(word.player == me.id and word.turn == state.play.turn for word in state.play.sightings):
        return None
    if phase == "shooting" and may_shoot(outlook):
        worth = _shot_worth
    elif phase == "assault" and may_charge(outlook):
        worth = _charge_worth
    else:
        return None
    foes = (foe for foe in outlook.foes if _is_unknown(outlook, foe))
    worths = {foe.name: worth(outlook, foe) for foe in foes if me.turn.shot is None or me.turn.shot.target == foe.id}
    best = max(worths, key=lambda name: worths[name], default=None)
    if best is None or worths[best] <= 0:
        return None
    within = int(outlook.charge_in)
    return Option(Look(player=me.name, foes=(best,), within=within), 0.0, "asks")


def _is_unknown(outlook: Outlook, foe: Player) -> bool:
    """Return whether neither places nor the table tell how far away a foe is, and whether it is seen."""
    return (not outlook.has_place or foe.position.at is None) and outlook.word_on(foe) is None


def _shot_worth(outlook: Outlook, foe: Player) -> float:
    kills = (kills for fire in outlook.fires(foe) for kills in fire.kills)
    return max(kills, default=0.0) * outlook.stakes.kill(foe)


def _charge_worth(outlook: Outlook, foe: Player) -> float:
    into_cover = charges_into_cover(outlook.state, outlook.me, foe)
    duel = MEMORY.duel(outlook.state, outlook.me, foe, into_cover=into_cover)
    return duel.kills * outlook.stakes.kill(foe) - duel.dies * outlook.stakes.death(foe)


# -- moves -------------------------------------------------------------------------------------


def moves_without_places(outlook: Outlook) -> Iterator[Option]:
    """Yield a move towards a foe, so many inches, and staying; the table finds the path.

    A champion goes to those it would rather fight than shoot at. Others go only if the table said the last time
    that they see nobody in range.
    """
    me, state = outlook.me, outlook.state
    idle = not (me.turn.moved or me.movement.halted or contacts_of(state, me.id))
    if idle and outlook.left_in >= LEAST_IN and outlook.foes:
        prey = max(outlook.foes, key=lambda foe: max(_charge_worth(outlook, foe), _shot_worth(outlook, foe)))
        if _charge_worth(outlook, prey) > _shot_worth(outlook, prey) or _saw_nobody(outlook):
            command = Move(player=me.name, inches=outlook.left_in)
            yield Option(command, 1.0, "towards-foe", {"thing": prey.id}, victim=prey.id)
    yield Option(Next(), 0.0, "place-unknown")


def _saw_nobody(outlook: Outlook) -> bool:
    """Return whether the table said the last time that the champion sees nobody it could hit."""
    words = [word for word in outlook.state.play.sightings if word.player == outlook.me.id and word.sees is not None]
    return bool(words) and not any(word.sees and _is_in_range(outlook, word) for word in words)


def _is_in_range(outlook: Outlook, word: Sighting) -> bool:
    foe, away = outlook.state.players[word.foe], word.distance_in
    return any(away is None or fire.band(away) is not None for fire in outlook.fires(foe))
