"""Sentences of bonus tokens and their effects."""

from fractions import Fraction

from q40k.games.quake.packs.models import BonusKind, Trait, Weapon
from q40k.games.quake.state import bonus
from q40k.games.quake.state.match import Held, Match
from q40k.games.quake.words import champion, fights, wording
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText, EventText
from q40k.kernel.events import DiceQuestion, Question, Value

wording.events(
    {
        bonus.TokenTaken: EventText(N_("{player} picks up {token}: {bonus}"), fields={"bonus": "kind"}),
        bonus.BonusChosen: EventText(N_("{player} chooses: {bonus}"), fields={"bonus": "kind"}),
        bonus.BonusSpent: N_("{player}’s bonus is spent; the token stays with the figure"),
        bonus.TokenReturned: N_("{player} loses token {token}, which goes back to its place"),
        bonus.MindControlled: N_("Mind control: {player} now also plays {target}"),
        bonus.Judged: EventText(
            {
                True: N_("The figure of {player} is painted and based"),
                False: N_("The figure of {player} is not painted and based"),
            },
            by="finished",
        ),
        bonus.NukeRolled: EventText(
            {
                True: N_("The nuke hits {player}: {die}, and {needed}+ wounds"),
                False: N_("The nuke hits {player}: {die}, but only {needed}+ wounds"),
            },
            by=lambda _state, event: event.die >= event.needed,
        ),
        bonus.NukePaid: EventText(
            N_("The nuke costs {player} its own value: {points}"),
            fields={
                "player": "picker",
                "points": lambda locale, _state, event: locale.signed_points(event.paid[event.picker]),
            },
        ),
        bonus.DeepStruck: EventText(
            {
                "lost": N_("{player} teleports and rolls a double 1"),
                "target": N_("{player} teleports and comes down on target ({dice})"),
                "off": N_("{player} teleports and comes down {distance} off ({dice})"),
            },
            by=lambda _state, event: "lost" if event.dice == (1, 1) else "off" if event.scatter else "target",
            fields={"distance": "scatter"},
        ),
        bonus.VortexDrags: EventText(
            N_("Vortex: every other champion is dragged {distance} towards {player}"),
            fields={"distance": lambda locale, _state, _event: locale.inches(6)},
        ),
    }
)


def _deep_strike_odds(locale: Locale, _state: Match, _question: Question) -> tuple[str, ...]:
    return (locale.say(N_("{chance} dies"), chance=locale.percent(Fraction(1, 36))),)


@wording.tells(bonus.Thrown)
def _tell_throw(locale: Locale, state: Match, event: bonus.Thrown) -> str:
    if event.harmless:
        sentence = N_("A bumper sends {player} flying {distance} at most, unhurt ({dice})")
        if event.hour is not None:
            sentence = N_("A bumper sends {player} flying {distance} at most towards {hour}, unhurt ({dice})")
    else:
        sentence = N_("The mega bumper sends {player} flying {distance} ({dice})")
        if event.hour is not None:
            sentence = N_("The mega bumper sends {player} flying {distance} towards {hour} ({dice})")
    who, dice = wording.name_of(state, event.player), " + ".join(map(str, event.dice))
    flown = locale.inches(event.inches)
    hour = locale.plural("{number} o’clock", "{number} o’clock", event.hour) if event.hour is not None else ""
    return locale.say(sentence, player=who, distance=flown, dice=dice, hour=hour)


@wording.tells(bonus.Feasted)
def _tell_feast(locale: Locale, state: Match, event: bonus.Feasted) -> str:
    things = _loot_names(locale, event)
    who, victim = wording.name_of(state, event.player), wording.name_of(state, event.victim)
    sentence = N_("{player} drinks deep of {victim} and takes: {things}")
    return locale.say(sentence, player=who, victim=victim, things=locale.join_and(things))


def _loot_names(locale: Locale, loot: bonus.Feasted | Held) -> list[str]:
    """Return the names of everything a vampire has taken."""
    things = [champion.characteristic(locale, name, value) for name, value in loot.figures.items()]
    if loot.unit_type is not None:
        things.append(champion.unit_type_name(locale, loot.unit_type))
    names = {arm.id: locale.name_of(arm.name) for arm in loot.arms}
    names |= {trait.id: locale.name_of(trait.name) for trait in loot.traits}
    ids = dict.fromkeys((*names, *loot.kit))
    return things + [names.get(item) or fights.gear_name(locale, item) or item for item in ids]


def _prey_label(locale: Locale, state: Match, question: Question, value: Value) -> str:
    figure = question.facts.get("offer", {}).get(value)
    if figure is not None:
        return champion.characteristic(locale, str(value), figure)
    victim = state.players.get(str(question.facts.get("target", "")))
    if victim is not None and value == bonus.UNIT_TYPE:
        return champion.unit_type_name(locale, bonus.profile(victim).unit_type)
    possessions: list[Weapon | Trait] = [*victim.arms, *victim.abilities] if victim else []
    for possession in possessions:
        if possession.id == value:
            return locale.name_of(possession.name)
    return fights.gear_name(locale, str(value)) or str(value)


def _beacon_label(locale: Locale, _state: Match, question: Question, value: Value) -> str:
    if value == "yes":
        return locale.gettext(N_("yes: roll again"))
    return locale.say(N_("no: keep the {die}"), die=question.facts.get("die", "?"))


def _bonus_label(locale: Locale, state: Match, question: Question, value: Value) -> str:
    player = state.players.get(question.who or "")
    if player is not None and player.bonus is not None and state.setup.tables is not None:
        category = player.bonus.kind.partition("-")[0]
        return bonus_kind(locale, state.setup.tables.kind(f"{category}-{value}"))
    return locale.name_of(question.facts.get("names", {}).get(value, str(value)))


def _why_bonus(question: Question) -> str:
    if isinstance(question, DiceQuestion) and question.dice == (6,):
        return N_("Token {token}, {category}: the D6 names the bonus.")
    return N_("Token {token}, {category}: first the D3, then the D6.")


def _nuke_odds(locale: Locale, _state: Match, question: Question) -> tuple[str, ...]:
    chance = Fraction(7 - int(question.facts["needed"]), 6)
    return (locale.say(N_("{chance} wounds"), chance=locale.percent(chance)),)


_CATEGORIES = {"equipment": N_("equipment"), "weapon": N_("weapon"), "special": N_("special")}


def category_name(locale: Locale, category: str) -> str:
    """Return the name of a token's category."""
    return locale.gettext(_CATEGORIES.get(category, category))


def bonus_kind(locale: Locale, kind: BonusKind) -> str:
    """Return a line of a bonus table: its name and its effect."""
    return f"{locale.name_of(kind.name)} — {locale.name_of(kind.text).rstrip('.')}"


def bonus_kind_line(locale: Locale, state: Match, kind_id: str) -> str:
    """Return the line of a kind such as "equipment-35", or its id without a bonus table."""
    return bonus_kind(locale, state.setup.tables.kind(kind_id)) if state.setup.tables else kind_id


wording.WORDS.dress_events({"bonus": bonus_kind_line})


def bonus_name(locale: Locale, state: Match, player: str) -> str:
    """Return the name of the bonus a player holds; "" for none."""
    held = state.players[player].bonus
    return locale.name_of(state.kind(held).name) if held else ""


def bonus_line(locale: Locale, state: Match, player: str) -> str:
    """Return a player's bonus, its effect and its current state; "" for none."""
    held = state.players[player].bonus
    if held is None:
        return ""
    notes = []
    if held.target in state.players:
        name = state.players[held.target].name
        notes.append(locale.say(N_("controls {player}"), player=name))
    things = _loot_names(locale, held)
    if things:
        notes.append(locale.say(N_("has taken {things}"), things=locale.join_and(things)))
    if held.spent:
        notes.append(locale.pgettext("bonus", "spent"))
    line = bonus_kind_line(locale, state, held.kind)
    return f"{line} ({', '.join(notes)})" if notes else line


wording.questions(
    {
        "under-charge": QuestionText(
            N_("The demolition charge goes off: who is under the template?"),
            N_("The ordnance template, centred on the token; a part of a base is enough."),
        ),
        "under-spores": QuestionText(
            N_("The spore bursts: who is under the template?"),
            N_("The ordnance template, centred on the token; a part of a base is enough."),
        ),
        "direction": QuestionText(
            N_("{who} rolls {dice}: which direction?"), N_("As on a clock face: 12 is up the table, 3 to the right.")
        ),
        "deep-strike": QuestionText(
            N_("{who} rolls {dice}: deep strike"),
            N_("So many inches off, unless it is on target; a double 1 is death."),
            odds=_deep_strike_odds,
        ),
        "scatter": QuestionText(
            N_("{who} rolls {dice}: does it scatter?"), N_("1 or 2 is on target; else it comes down {distance} off.")
        ),
        "deep-strike-room": QuestionText(
            N_("{player} comes down {distance} off: is there room?"),
            N_("Off the table, on a base or in something impassable it is lost."),
            {"yes": N_("yes: it stands there"), "no": N_("no: death by accident")},
        ),
        "vampirism": QuestionText(
            N_("{who} takes from {target}: what?"),
            N_("Anything that it lacks, or has worse. Enter: none."),
            _prey_label,
        ),
        "beacon": QuestionText(
            N_("{who} has a beacon: roll again?"),
            N_("The die shows {die}; 1 to 5 is the portal, 6 a free choice."),
            _beacon_label,
        ),
        "bonus": QuestionText(N_("{who} rolls {dice}: which bonus?"), _why_bonus),
        "choose-bonus": QuestionText(
            N_("{who} chooses a bonus"), N_("The token lets its holder choose from the whole list."), _bonus_label
        ),
        "mega-bumper": QuestionText(
            N_("{who} rolls {dice}: how far does the mega bumper throw?"),
            N_("In a random direction; meeting an obstacle is death."),
        ),
        "harmless-bumper": QuestionText(
            N_("{who} rolls {dice}: how far does the bumper throw?"),
            N_("In a random direction; an obstacle stops the flight, and hurts nobody."),
        ),
        "bumper-path": QuestionText(
            N_("{player} flies {distance}: anything in the way?"),
            N_("A wall, a champion, a portal, any obstacle: an accidental death."),
            {"yes": N_("yes: death by accident"), "no": N_("no: a free flight, unhurt")},
        ),
        "nuke-nearest": QuestionText(
            N_("Nuke: who stands nearest to the token?"),
            N_("The nearest takes the hit; if it dies, the next nearest does."),
        ),
        "nuke-wound": QuestionText(
            N_("{who} rolls {dice}: does the nuke wound {target}?"),
            N_("Strength 10, no save of any kind: {needed}+ wounds."),
            odds=_nuke_odds,
        ),
        "mind-control": QuestionText(
            N_("{who} controls another champion: whose?"),
            N_("Its holder also plays that champion, as long as it lives."),
        ),
        "order-of-play": QuestionText(
            N_("{who} decides the order of play"), N_("For this turn only; the token decides again next turn.")
        ),
    }
)


wording.commands(
    {
        bonus.DeepStrike: CommandText(in_context("command", "deep strike"), wording.of_player),
        bonus.Take: CommandText(in_context("command", "vampirism"), wording.of_player_to("victim")),
        bonus.Pickup: CommandText(in_context("command", "pick-up"), wording.of_player_and("token")),
        bonus.Drop: CommandText(in_context("command", "token put back"), wording.of_player),
    }
)
