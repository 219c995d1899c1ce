"""Sentences of movement: moves, hard ground, jumps, leaps, swims, climbs and falls."""

from fractions import Fraction

from q40k.games.quake.state.match import Match
from q40k.games.quake.state.movement import ground, move, second_move, water
from q40k.games.quake.state.movement.special_moves import Climb, Climbed, Jump, Jumped, Leap, Leapt, Swim
from q40k.games.quake.words import wording
from q40k.games.quake.words.fights import attack_result
from q40k.games.w40k3e.distribution import dice_best
from q40k.i18n.locale import N_, Locale, in_context, with_label
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText, EventText
from q40k.kernel.events import DiceQuestion, Question


@wording.tells(move.Moved)
def _tell_move(locale: Locale, state: Match, event: move.Moved) -> str:
    text = _move_text(locale, state, event)
    if not event.over:
        return text
    over = locale.join_and(event.over)
    return locale.say(N_("{said}, over {things}"), said=text, things=over)


def _move_text(locale: Locale, state: Match, event: move.Moved) -> str:
    who, spent = wording.name_of(state, event.player), locale.inches(event.spent)
    if event.cut:
        sentence = N_("{player} gets no further (so far {spent})")
        return locale.say(sentence, player=who, spent=spent)
    if not event.moved:
        return locale.say(N_("{player} stays where it is"), player=who)
    if event.portal is not None:
        sentence = N_("{player} moves onto portal {portal} (so far {spent})")
        return locale.say(sentence, player=who, portal=event.portal, spent=spent)
    if event.spent:
        return locale.say(N_("{player} moves (so far {spent})"), player=who, spent=spent)
    return locale.say(N_("{player} moves"), player=who)


_HANGS_ON = 4

wording.events(
    {
        ground.GroundTested: EventText(
            N_("Difficult ground: {player} rolls {dice} and moves {distance} more at most"), fields={"distance": "most"}
        ),
        Jumped: EventText(
            {
                True: N_("{player} jumps down {distance} ({dice}) and lands on its feet"),
                False: N_("{player} jumps down {distance} ({dice}): too high"),
            },
            by="safe",
            fields={"distance": "height"},
        ),
        water.Swam: EventText(
            {1: N_("{player} swims and rolls a 1"), ...: N_("{player} swims: {distance} at most")},
            by="die",
            fields={"distance": "die"},
        ),
        Climbed: EventText(N_("{player} climbs {distance}"), fields={"distance": "height"}),
        ground.DangerTested: EventText(
            {
                ("dangerous", True): N_("Dangerous ground: {player} rolls a {die} and comes through"),
                ("dangerous", False): N_("Dangerous ground: {player} rolls a {die}"),
                ("landing", True): N_("{player} lands in difficult ground, rolls a {die} and stays upright"),
                ("landing", False): N_("{player} lands in difficult ground and rolls a {die}"),
                ("mount", True): N_("{player} rides through difficult ground, rolls a {die} and stays on"),
                ("mount", False): N_("{player} rides through difficult ground and rolls a {die}"),
            },
            by=lambda _state, event: (event.what, event.die > 1),
        ),
        Leapt: EventText(
            {
                ("across", False): N_("{player} leaps {distance} ({dice}) and lands on the other side"),
                ("short", False): N_("{player} leaps {distance} ({dice}): too short"),
                ("edge", True): N_("{player} leaps {distance} ({dice}), hangs on at the edge with a {die}"),
                ("edge", False): N_("{player} leaps {distance} ({dice}) and slips off the edge with a {die}"),
            },
            by=lambda _state, event: (event.result, event.result == "edge" and (event.die or 0) >= _HANGS_ON),
            fields={"distance": "gap"},
        ),
    }
)


_SECOND = {
    "fleet": N_("{player} runs: {distance} at most"),
    "assault-move": N_("{player} moves once more: {distance} at most"),
    "warp-jump": N_("{player} jumps through the warp: {distance} at most"),
    "jump-back": N_("{player} springs back: {distance} at most"),
    "hit-and-run": N_("{player} breaks away: {distance} at most"),
    "free-move": N_("{player} scouts ahead: {distance} at most"),
}


@wording.tells(second_move.SecondMoveBegun)
def _second_move(locale: Locale, state: Match, event: second_move.SecondMoveBegun) -> str:
    who, distance = wording.name_of(state, event.player), locale.inches(event.inches)
    text = locale.say(_SECOND[event.effect], player=who, distance=distance)
    return f"{text} ({wording.dice_text(event.dice)})" if event.dice else text


@wording.tells(water.Fell)
def _fell(locale: Locale, state: Match, event: water.Fell) -> str:
    who, height = wording.name_of(state, event.player), locale.inches(event.inches)
    head = locale.say(N_("{player} falls {distance}"), player=who, distance=height)
    return with_label(locale, head, attack_result(locale, event.struck))


def _odds(locale: Locale, _state: Match, question: Question) -> tuple[str, ...]:
    """Return a line with the chance of a roll against danger; nothing for other questions."""
    safe = _chance_of_safety(_state, question)
    if safe is None:
        return ()
    sentence, chance = {
        "jump": (N_("{chance} lands safely"), safe),
        "swim": (N_("{chance} drowns"), 1 - safe),
        "leap-edge": (N_("{chance} hangs on"), safe),
        "danger-landing": (N_("{chance} dies"), 1 - safe),
        "danger-mount": (N_("{chance} dies"), 1 - safe),
    }[question.key]
    return (locale.say(sentence, chance=locale.percent(chance)),)


_SAFE = {"swim": 5, "leap-edge": 3, "danger-landing": 5, "danger-mount": 5}
"""How many faces of a die bring somebody safely through, by the question."""


def _chance_of_safety(_state: Match, question: Question) -> Fraction | None:
    """Return the chance to come safely through a danger, or None for other questions."""
    if isinstance(question, DiceQuestion) and question.key == "jump":
        need = float(question.facts["inches"])
        return sum((p for best, p in dice_best(len(question.dice)) if best >= need), Fraction(0))
    return Fraction(_SAFE[question.key], 6) if question.key in _SAFE else None


def _of_move(locale: Locale, command: move.Move) -> str:
    if command.inches is None:
        return command.player
    return f"{command.player} ({locale.inches(command.inches)})"


def _of_special_move(locale: Locale, command: Jump | Climb | Leap | Swim) -> str:
    inches = command.gap if isinstance(command, Leap) else None
    if isinstance(command, Jump | Climb):
        inches = command.height
    elif isinstance(command, Swim):
        inches = command.inches
    return command.player if inches is None else f"{command.player} ({locale.inches(inches)})"


wording.silent(water.Halted, second_move.FreeMoveMade)

wording.questions(
    {
        "difficult-ground": QuestionText(
            N_("{who} rolls {dice}: difficult ground"),
            N_("The best die is how far it still gets, in inches; the declaration holds."),
        ),
        "danger-dangerous": QuestionText(
            N_("{who} rolls {dice}: dangerous ground"), N_("A 1 is a wound without armour save.")
        ),
        "danger-landing": QuestionText(
            N_("{who} rolls {dice}: a landing in difficult ground"),
            N_("A 1 is a crash: death by accident."),
            odds=_odds,
            chance=_chance_of_safety,
        ),
        "danger-mount": QuestionText(
            N_("{who} rolls {dice}: a ride through difficult ground"),
            N_("A 1 is a crash: death by accident."),
            odds=_odds,
            chance=_chance_of_safety,
        ),
        "jump": QuestionText(
            N_("{who} rolls {dice}: down {distance}"),
            N_("The best die must reach the height; else it falls."),
            odds=_odds,
            chance=_chance_of_safety,
        ),
        "run": QuestionText(
            N_("{who} rolls {dice}: a run"),
            N_("So many inches at most, in the place of shooting; it may still charge."),
        ),
        "second-jump": QuestionText(
            N_("{who} rolls {dice}: a second jump"),
            N_("So many inches at most, in the place of a charge; a double loses it in the warp."),
        ),
        "spring-back": QuestionText(
            N_("{who} rolls {dice}: out of contact"), N_("So many inches away at most; on a 1 it stays.")
        ),
        "break-away": QuestionText(
            N_("{who} rolls {dice}: out of close combat"),
            N_("So many inches at most, where it likes; it may charge again next turn."),
        ),
        "swim": QuestionText(
            N_("{who} rolls {dice}: swimming"),
            N_("So many inches at most; on a 1 it drowns."),
            odds=_odds,
            chance=_chance_of_safety,
        ),
        "leap": QuestionText(
            N_("{who} rolls {dice}: a leap of {distance}"), N_("The best die must carry the whole base across.")
        ),
        "leap-edge": QuestionText(
            N_("{who} rolls {dice}: does it hang on?"),
            N_("Only a part of the base got across: 4+ hangs on, else it falls."),
            odds=_odds,
            chance=_chance_of_safety,
        ),
        "fall-into": QuestionText(
            N_("{player} falls: into what?"),
            N_("Ground hurts by the inches fallen; water and the void are death."),
            {
                "ground": N_("ground: a fall"),
                "water": N_("water: death by accident"),
                "nothing": N_("nothing at all: death by accident"),
            },
        ),
        "fall-height": QuestionText(N_("{player} falls: how many inches?"), N_("They are the strength of the hit.")),
    }
)


wording.commands(
    {
        move.Move: CommandText(in_context("command", "move"), _of_move),
        Jump: CommandText(in_context("command", "jump down"), _of_special_move),
        second_move.SecondMove: CommandText(in_context("command", "second move"), wording.of_player),
        Swim: CommandText(in_context("command", "swim"), _of_special_move),
        Leap: CommandText(in_context("command", "leap"), _of_special_move),
        Climb: CommandText(in_context("command", "climb"), _of_special_move),
    }
)
