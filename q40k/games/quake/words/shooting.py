"""Sentences of shooting."""

from collections.abc import Sequence

from q40k.games.quake.state.match import Match
from q40k.games.quake.state.shooting import SEEN, UNKNOWN, UNSEEN, WITHIN, Look, Shoot, Shot, Sighted
from q40k.games.quake.words.fights import attack_result, hits, penetrations, weapon_name
from q40k.games.quake.words.wording import commands, name_of, questions, refusals, tells
from q40k.i18n.locale import N_, Locale, in_context, with_label
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText
from q40k.kernel.events import Event, Question, Value


@tells(Shot)
def _shot(locale: Locale, state: Match, event: Shot) -> str:
    shooter = name_of(state, event.shooter)
    facts = {
        "shooter": shooter,
        "weapon": weapon_name(locale, state, event.shooter, event.weapon),
        "target": name_of(state, event.target or ""),
    }
    if event.short:
        facts["target"] = facts["target"] or event.barrel or ""
        facts["distance"] = locale.inches(event.distance_in or 0.0)
        sentence = N_("{shooter} shoots at {target} ({weapon}): {distance}, too far, the shot is lost")
        return locale.say(sentence, **facts)
    if event.unseen:
        sentence = N_("{shooter} cannot make out {target} in the dark: the shot is lost ({weapon})")
        return locale.say(sentence, **facts)
    if event.barrel is not None:
        head = locale.say(N_("{shooter} shoots at barrel {barrel} ({weapon})"), barrel=event.barrel, **facts)
        result = hits(locale, event.hits)
    elif event.building is not None:
        head = locale.say(N_("{shooter} shoots at the building of {team} ({weapon})"), team=event.building, **facts)
        result = _penetration(locale, event)
    else:
        head = locale.say(N_("{shooter} shoots at {target} ({weapon})"), **facts)
        result = _result(locale, state, event)
    return locale.join_clauses((with_label(locale, head, result), *_mishaps(locale, event, shooter)))


def _result(locale: Locale, state: Match, event: Shot) -> str:
    if not event.victims:
        return hits(locale, event.hits)
    if len(event.victims) == 1:
        return attack_result(locale, event.victims[0])
    return ", ".join(
        with_label(locale, name_of(state, victim.player), attack_result(locale, victim)) for victim in event.victims
    )


def _penetration(locale: Locale, event: Shot) -> str:
    text = hits(locale, event.hits)
    if not event.hits:
        return text
    if not event.penetrating:
        return locale.say(N_("{hits}, and the armour holds"), hits=text)
    return f"{text}, {penetrations(locale, event.penetrating)}"


def _mishaps(locale: Locale, event: Shot, shooter: str) -> list[str]:
    clauses = []
    if event.burns:
        clauses.append(locale.say(N_("the weapon burns {shooter}"), shooter=shooter))
    if event.perils:
        clauses.append(locale.say(N_("the warp strikes back at {shooter}"), shooter=shooter))
    if event.jammed:
        clauses.append(locale.gettext(N_("the weapon jams")))
    return clauses


@tells(Sighted)
def _sighted(locale: Locale, state: Match, event: Sighted) -> str:
    player = name_of(state, event.player)
    names = {sighting.foe: name_of(state, sighting.foe) for sighting in event.sightings}
    for sighting in event.sightings:
        if sighting.distance_in is not None:
            distance = locale.inches(sighting.distance_in)
            names[sighting.foe] = locale.say(N_("{foe} ({distance})"), foe=names[sighting.foe], distance=distance)
    seen = [names[sighting.foe] for sighting in event.sightings if sighting.sees]
    hidden = [names[sighting.foe] for sighting in event.sightings if sighting.sees is False]
    if seen and hidden:
        sentence = N_("{player} sees {seen}, and not {hidden}")
    elif seen:
        sentence = N_("{player} sees {seen}")
    elif hidden:
        sentence = N_("{player} does not see {hidden}")
    else:
        measured = [names[sighting.foe] for sighting in event.sightings if sighting.distance_in is not None]
        if measured:
            return locale.say(N_("Measured from {player}: {foes}"), player=player, foes=locale.join_and(measured))
        return locale.say(N_("Nobody knows whom {player} sees, nor how far they are"), player=player)
    return locale.say(sentence, player=player, seen=locale.join_and(seen), hidden=locale.join_or(hidden))


def _option_of_sight(locale: Locale, _state: Match, _question: Question, value: Value) -> str:
    return locale.gettext(N_("don’t know")) if value == UNKNOWN else str(value)


WISHES: dict[str, str] = {
    WITHIN: N_("within reach: it will charge"),
    SEEN: N_("seen, but farther away"),
    UNSEEN: N_("neither"),
    UNKNOWN: N_("don’t know"),
}
"""What the table may say to what a bot wants."""


def _option_of_wish(locale: Locale, _state: Match, _question: Question, value: Value) -> str:
    return locale.gettext(WISHES[str(value)])


def _of_look(_locale: Locale, command: Look) -> str:
    return f"{command.player} → {', '.join(command.foes)}"


def _of_shot(_locale: Locale, command: Shoot) -> str:
    whom = f"{command.player} → {command.target}"
    return f"{whom} ({command.weapon.replace('-', ' ')})" if command.weapon else whom


def _of_shot_in_state(locale: Locale, command: Shoot, state: Match, _events: Sequence[Event]) -> str:
    if not command.weapon:
        return _of_shot(locale, command)
    shooter = state.player_named(command.player)
    weapon = weapon_name(locale, state, shooter.id if shooter else None, command.weapon)
    return f"{command.player} → {command.target} ({weapon})"


questions(
    {
        "spotting": QuestionText(
            N_("{who} rolls {dice}: does it see {target} in the dark?"),
            N_("The total times 3 in must reach the target."),
        ),
        "spotted": QuestionText(
            N_("Is {target} within {distance}?"), N_("So far reaches the spotting roll; beyond it the shot is lost.")
        ),
        "sees": QuestionText(
            N_("Whom can {player} see?"), N_("Not every position is known. Enter: it sees nobody."), _option_of_sight
        ),
        "how-far": QuestionText(
            N_("How far is {target} from {player}?"), N_("In whole inches, rounded up. Enter: don’t know.")
        ),
        "wants": QuestionText(
            N_("{player} charges {target} if within {within} in, else shoots"),
            N_("Enter: it is within reach."),
            _option_of_wish,
        ),
        "wants-charge": QuestionText(
            N_("{player} charges {target} if within {within} in"), N_("Enter: it is within reach."), _option_of_wish
        ),
        "under-template": QuestionText(
            N_("Who else is under the template?"),
            N_("A partly covered figure is also hit; a figure that touches {target} is always hit."),
        ),
    }
)

refusals(
    facts={"out-of-range": lambda locale, facts: {"reach": locale.number(float(facts["reach"]))}},
    variants={
        "which-weapon": lambda facts: "" if facts.get("weapons") else "/none",
        "not-visible": lambda facts: "/behind" if facts.get("hiders") else "",
    },
)

commands(
    {
        Look: CommandText(in_context("command", "asks the table"), _of_look),
        Shoot: CommandText(in_context("command", "shot"), _of_shot, whom_in_state=_of_shot_in_state),
    }
)
