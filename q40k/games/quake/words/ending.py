"""Sentences of the end of a match: the win, ties, a match broken off."""

from q40k.games.quake.state.ending import End, Ended, PlayedOn, PlayOn, Settle, Settled
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.objectives.ties import AgesCounted, Describe, Described, TieCounted
from q40k.games.quake.words.objectives import objective
from q40k.games.quake.words.wording import commands, events, name_of, of_player, questions, tells
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText

events({PlayedOn: N_("The table plays on")})


@tells(Ended)
def _ended(locale: Locale, state: Match, event: Ended) -> str:
    over = N_("The match is broken off ({why})") if event.why else N_("The match is broken off")
    clauses = [locale.say(over, why=event.why)]
    score = objective.amount_text(locale, event.by, event.best)
    names = locale.join_and(state.side_name(side) for side in event.winners)
    if not event.tied:
        leads = N_("{side} leads with {made} and wins")
        clauses.append(locale.say(leads, side=names, made=score))
    else:
        level = locale.join_and(state.side_name(side) for side in event.tied)
        clauses.append(locale.say(N_("{sides} are level with {made}"), sides=level, made=score))
        shared = N_("level in everything, {side} share the win")
        won = N_("the tie goes to {side}")
        clauses.append(locale.say(won if len(event.winners) == 1 else shared, side=names))
    return locale.join_clauses(clauses)


@tells(Described)
def _described(locale: Locale, state: Match, event: Described) -> str:
    facts = []
    if event.painted is not None:
        facts.append(locale.gettext(N_("painted") if event.painted else N_("not painted")))
    if event.based is not None:
        facts.append(locale.gettext(N_("based") if event.based else N_("not based")))
    if event.wysiwyg is not None:
        facts.append(locale.gettext(N_("WYSIWYG") if event.wysiwyg else N_("not WYSIWYG")))
    if event.race is not None:
        facts.append(event.race)
    if event.age is not None:
        facts.append(locale.plural("{age} year", "{age} years", event.age, age=event.age))
    return locale.say(N_("Noted for {player}: {facts}"), player=name_of(state, event.player), facts=", ".join(facts))


@tells(TieCounted)
def _tie(locale: Locale, state: Match, event: TieCounted) -> str:
    sentence = N_("{side}: ({painted} painted + {wysiwyg} WYSIWYG) × races {races} ÷ unpainted {unpainted}")
    if event.result is None:
        sentence = N_("{side}: nobody unpainted, which beats any number")
    text = locale.say(
        sentence,
        side=state.side_name(event.side),
        painted=event.painted,
        wysiwyg=event.wysiwyg,
        races=event.races,
        unpainted=event.unpainted,
    )
    return text if event.result is None else f"{text} = {locale.points(event.result)}"


@tells(Settled)
def _settled(locale: Locale, state: Match, event: Settled) -> str:
    names = locale.join_and(state.side_name(side) for side in event.best)
    if len(event.best) == 1:
        return locale.say(N_("The dispute is settled for {name}"), name=names)
    return locale.say(N_("The dispute is not settled: {names} are level in everything"), names=names)


def _of_settling(_locale: Locale, command: Settle) -> str:
    return " / ".join(command.between)


@tells(AgesCounted)
def _ages(locale: Locale, state: Match, event: AgesCounted) -> str:
    summed = " + ".join(map(str, event.ages))
    if len(event.ages) > 1:
        summed = f"{summed} = {sum(event.ages)}"
    side = state.side_name(event.side)
    return locale.say(N_("{side}, ages: {ages}"), side=side, ages=summed)


def win_texts(locale: Locale, state: Match) -> tuple[str, str]:
    """Return who won and by which measure, in two sentences; both empty before a win."""
    if not state.outcome.winner:
        return "", ""
    names = [state.side_name(side) for side in state.outcome.winner]
    head = locale.plural("{names} wins the match!", "{names} win the match!", len(names), names=locale.join_and(names))
    by = _winners_measure(locale, state)
    if state.outcome.ended:
        return head, locale.say(N_("Ended early: {made}."), made=by)
    return head, by


def _winners_measure(locale: Locale, state: Match) -> str:
    best = state.outcome.winner[0]
    result = (objective.progress_with_building if state.outcome.ended else objective.progress_text)(locale, state, best)
    return objective.find_win_words(state.mod.win.by).how_won(locale, state, best, result)


def _of_end(_locale: Locale, command: End) -> str:
    return command.why


questions(
    {
        "painted": QuestionText(
            N_("{who}: is the figure painted?"),
            N_("A figure in six colours is painted; painted figures count in a tie."),
        ),
        "wysiwyg": QuestionText(
            N_("{who}: does the figure show what it carries?"), N_("Figures that show their weapons count in a tie.")
        ),
        "races": QuestionText(
            N_("{side}: how many different races?"), N_("The count for the tie is multiplied by them.")
        ),
        "age": QuestionText(N_("{who}: how old?"), N_("Still level: the side with more years wins.")),
    }
)

commands(
    {
        PlayOn: CommandText(in_context("command", "play on")),
        End: CommandText(in_context("command", "end of the match"), _of_end),
        Settle: CommandText(in_context("command", "dispute"), _of_settling),
        Describe: CommandText(in_context("command", "figure described"), of_player),
    }
)
