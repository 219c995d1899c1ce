"""Sentences of the ways to win: score, rounds, points for portals, the hunt."""

from collections.abc import Iterator
from fractions import Fraction

from q40k.games.quake.packs.models import Mod, PointsWin, RoundsWin, ScoreWin
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.objectives.hunt import CleanersSet, LegOver
from q40k.games.quake.state.objectives.objective import Won
from q40k.games.quake.state.objectives.points import PortalsCounted
from q40k.games.quake.state.objectives.points import measure as points_of
from q40k.games.quake.state.objectives.rounds import sides_in_round
from q40k.games.quake.state.objectives.score import winning_kills
from q40k.games.quake.state.table.opening import MatchOpened
from q40k.games.quake.words.objectives import objective
from q40k.games.quake.words.wording import names_of, questions, tells
from q40k.i18n.locale import N_, Locale
from q40k.i18n.questions import QuestionText


def _setting(locale: Locale, event: MatchOpened) -> dict[str, str]:
    """Return the names of the mod and the arena."""
    return {"mod": locale.name_of(event.mod.name), "arena": locale.name_of(event.arena.name)}


# -- the score -----------------------------------------------------------------------------


def _score_wins(locale: Locale, mod: Mod) -> Iterator[str]:
    assert isinstance(mod.win, ScoreWin)
    each = N_("The first to score {times} times its own value wins.")
    team = N_("The first team to score {times} times its champions’ summed value wins.")
    yield locale.say(team if mod.in_teams else each, times=mod.win.times)


def _score_short(_locale: Locale, mod: Mod) -> str:
    assert isinstance(mod.win, ScoreWin)
    return f"×{mod.win.times}"


def _score_opening(locale: Locale, event: MatchOpened) -> str:
    points = N_("{mod}, arena {arena}: the first to reach {goal} points wins")
    times = N_("{mod}, arena {arena}: the first to reach ×{goal} of its own value wins")
    if event.points_to_win is not None:
        return locale.say(points, **_setting(locale, event), goal=event.points_to_win)
    return locale.say(times, **_setting(locale, event), goal=event.times_to_win)


def _score_to_win(locale: Locale, state: Match, player: str) -> str:
    """Return how many points are missing, and whose death would bring them."""
    side = state.side_of(player)
    missing = state.goal_of(side) - state.score_of(side)
    text = locale.plural(
        "{points} point to go", "{points} points to go", 1 if missing == 1 else 2, points=locale.points(missing)
    )
    deadly = winning_kills(state, player)
    if not deadly:
        return text
    kills = N_("{missing}: killing {players} wins")
    return locale.say(kills, missing=text, players=locale.join_or(names_of(state, deadly)))


def _score_victory(locale: Locale, state: Match, event: Won) -> str:
    who, times = state.side_name(event.winner), locale.times(event.times)
    points = event.points
    is_known = event.winner in state.sides
    if points is None and is_known and state.times_of(event.winner) == event.times:
        points = state.score_of(event.winner)  # an older match does not record them
    if points is not None:
        sentence = N_("{player} wins the match with {points} points, {times} of its own value")
        text = locale.say(sentence, player=who, points=locale.points(points), times=times)
    else:
        sentence = N_("{player} wins the match with {times} of its own value")
        text = locale.say(sentence, player=who, times=times)
    if event.shared:
        sides = locale.join_and(state.side_name(side) for side in (event.winner, *event.shared))
        return locale.say(
            N_("{sides} reach their goal level in everything, and share the win with {times}"), sides=sides, times=times
        )
    others = [p for p in event.over if p != event.winner]
    if not others:
        return text
    names = locale.join_and(state.side_name(side) for side in others)
    reached = locale.say(N_("goal also reached by {players}"), players=names)
    return f"{text} ({reached}; {_tie_breaker(locale, state, event, others)})"


def _tie_breaker(locale: Locale, state: Match, event: Won, others: list[str]) -> str:
    """Return what decided between sides that reached their goal together (SCORE-4)."""
    if event.reached is not None:
        times = [event.reached[side] for side in others]
    elif state.outcome.played_on:
        times = []
    else:
        times = [state.times_of(side) for side in others if side in state.sides]
    if not times:
        first = N_("decided by the most times one’s own value, then by initiative")
        teams = N_("decided by the most times one’s own value, then by figures and ages")
        return locale.gettext(teams if state.in_teams else first)
    if event.tied:
        return locale.gettext(N_("level on that, so figures and ages decided"))
    if max(times) == event.times:
        return locale.gettext(N_("level on that, so initiative decided"))
    return locale.gettext(N_("decided by the most times one’s own value"))


def _score_amount(locale: Locale, best: Fraction) -> str:
    return locale.say(N_("{times} of its own value"), times=locale.times(best))


def _score_how_won(locale: Locale, state: Match, side: str, amount: str) -> str:
    score = locale.points(state.score_of(side))
    return locale.say(N_("{score} points, {goal}"), score=score, goal=amount)


objective.register_win_words(
    "score",
    objective.WinWords(
        wins=_score_wins,
        short=_score_short,
        opening=_score_opening,
        to_win=_score_to_win,
        victory=_score_victory,
        amount=_score_amount,
        how_won=_score_how_won,
        options={"times_to_win": N_("goal as a multiple of one’s own value"), "points_to_win": N_("goal in points")},
    ),
)


# -- rounds --------------------------------------------------------------------------------


def _rounds_wins(locale: Locale, mod: Mod) -> Iterator[str]:
    assert isinstance(mod.win, RoundsWin)
    if mod.has("sudden-death"):
        each = N_("The last one alive wins the round; if the last ones die together, it is drawn.")
        team = N_("The last team with anybody alive wins the round; all dead at once, it is drawn.")
        yield locale.gettext(team if mod.in_teams else each)
    for words in objective.rule_words_in(mod):
        if words.wins_round is not None:
            yield words.wins_round(locale, mod)
    yield locale.plural("{number} round wins the match.", "{number} rounds win the match.", mod.win.rounds)


def _rounds_short(locale: Locale, mod: Mod) -> str:
    assert isinstance(mod.win, RoundsWin)
    return _rounds_amount(locale, Fraction(mod.win.rounds))


def _rounds_opening(locale: Locale, event: MatchOpened) -> str:
    assert isinstance(event.mod.win, RoundsWin)
    return locale.plural(
        "{mod}, arena {arena}: {number} round wins",
        "{mod}, arena {arena}: {number} rounds win",
        event.mod.win.rounds,
        **_setting(locale, event),
    )


def _rounds_to_win(locale: Locale, state: Match, player: str) -> str:
    """Return how many rounds are missing, and what wins the current one."""
    text = locale.plural("{number} round to go", "{number} rounds to go", objective.count_missing(state, player))
    now = [*_last_alive(locale, state, player), *_by_rules(locale, state, player)]
    if not now:
        return text
    return locale.say(N_("{missing}: {deed}"), missing=text, deed=locale.join_or(now))


def _last_alive(locale: Locale, state: Match, player: str) -> list[str]:
    """Return whom to outlive under sudden death (SUDDEN-1)."""
    if not state.mod.has("sudden-death") or not state.rounds.round:
        return []
    side = state.side_of(player)
    sides = sides_in_round(state)
    if side not in sides:
        return [locale.gettext(N_("out until the next round"))]
    rivals = [state.side_name(other) for other in sides if other != side]
    if not rivals:
        return []
    return [locale.say(N_("outlive {sides}"), sides=locale.join_and(rivals))]


def _by_rules(locale: Locale, state: Match, player: str) -> list[str]:
    """Return what else wins the round: a flag brought home, buildings destroyed."""
    side = state.side_of(player)
    rules = objective.rule_words_in(state.mod)
    return [words.to_win(locale, state, side) for words in rules if words.to_win is not None]


def _rounds_victory(locale: Locale, state: Match, event: Won) -> str:
    return locale.plural(
        "{side} wins the match with {made} round",
        "{side} wins the match with {made} rounds",
        event.made,
        side=state.side_name(event.winner),
        made=event.made,
    )


def _rounds_amount(locale: Locale, best: Fraction) -> str:
    return locale.plural("{number} round", "{number} rounds", int(best))


def _rounds_fraction(locale: Locale, won: int, number: int) -> str:
    sentence = locale.ngettext("{won} of {number} rounds", "{won} of {number} rounds", won)
    if number == 1:
        sentence = locale.ngettext("{won} of {number} round", "{won} of {number} round", won)
    return sentence.format(won=won, number=number)


objective.register_win_words(
    "rounds",
    objective.WinWords(
        wins=_rounds_wins,
        short=_rounds_short,
        opening=_rounds_opening,
        to_win=_rounds_to_win,
        victory=_rounds_victory,
        amount=_rounds_amount,
        fraction=_rounds_fraction,
        options={"rounds": N_("rounds to win")},
    ),
)


# -- points for portals held ---------------------------------------------------------------


@tells(PortalsCounted)
def _counted(locale: Locale, state: Match, event: PortalsCounted) -> str:
    parts = [
        locale.say(
            N_("{team} holds {portals} ({points} so far)"),
            team=state.side_name(side),
            portals=locale.join_and(portals),
            points=int(points_of(state, side)),
        )
        for side, portals in event.held.items()
    ]
    if event.contested:
        portals = locale.join_and(event.contested)
        parts.append(locale.say(N_("{portals} contested"), portals=portals))
    held = locale.join_clauses(parts) if parts else locale.gettext(N_("nobody holds any"))
    return locale.say(N_("Portals: {held}"), held=held)


def _points_wins(locale: Locale, mod: Mod) -> Iterator[str]:
    assert isinstance(mod.win, PointsWin)
    hold, points = mod.parameters.hold, mod.win.points
    if mod.in_teams:
        every = N_("At each turn’s end, every portal held by one team alone scores a point for it.")
        only = N_("At each turn’s end, portal {hold} scores a point for the one team that holds it alone.")
        yield locale.say(every if hold is None else only, hold=hold)
        yield locale.say(N_("The first team to {points} points wins."), points=points)
        return
    every = N_("At each turn’s end, every portal scores a point for whoever stands in it alone.")
    only = N_("At each turn’s end, portal {hold} scores a point for whoever stands in it alone.")
    yield locale.say(every if hold is None else only, hold=hold)
    yield locale.say(N_("The first to {points} points wins."), points=points)


def _points_short(locale: Locale, mod: Mod) -> str:
    assert isinstance(mod.win, PointsWin)
    return _points_amount(locale, Fraction(mod.win.points))


def _points_opening(locale: Locale, event: MatchOpened) -> str:
    assert isinstance(event.mod.win, PointsWin)
    hold = event.mod.parameters.hold
    sentence = N_("{mod}, arena {arena}: the first to hold portals for {goal} points wins")
    if hold is not None:
        sentence = N_("{mod}, arena {arena}: the first to hold portal {hold} for {goal} points wins")
    return locale.say(sentence, **_setting(locale, event), goal=event.mod.win.points, hold=hold)


def _points_to_win(locale: Locale, state: Match, player: str) -> str:
    """Return how many points for held portals are missing."""
    hold = state.mod.parameters.hold
    if hold is not None:
        return locale.plural(
            "{number} point to go: hold portal {hold} at each turn’s end",
            "{number} points to go: hold portal {hold} at each turn’s end",
            objective.count_missing(state, player),
            hold=hold,
        )
    return locale.plural(
        "{number} point to go: hold portals at each turn’s end",
        "{number} points to go: hold portals at each turn’s end",
        objective.count_missing(state, player),
    )


def _points_victory(locale: Locale, state: Match, event: Won) -> str:
    return locale.plural(
        "{side} wins the match with {made} point",
        "{side} wins the match with {made} points",
        event.made,
        side=state.side_name(event.winner),
        made=event.made,
    )


def _points_amount(locale: Locale, best: Fraction) -> str:
    return locale.plural("{number} point", "{number} points", int(best))


def _points_fraction(locale: Locale, got: int, number: int) -> str:
    sentence = locale.ngettext("{got} of {number} points", "{got} of {number} points", got)
    if number == 1:
        sentence = locale.ngettext("{got} of {number} point", "{got} of {number} point", got)
    return sentence.format(got=got, number=number)


objective.register_win_words(
    "points",
    objective.WinWords(
        wins=_points_wins,
        short=_points_short,
        opening=_points_opening,
        to_win=_points_to_win,
        victory=_points_victory,
        amount=_points_amount,
        fraction=_points_fraction,
        options={"points": N_("points to win by portals held")},
    ),
)


def _where_portals_lie(locale: Locale, mod: Mod) -> str:
    if mod.has("bases"):
        return locale.gettext(N_("The portals lie outside the bases."))
    hold = mod.parameters.hold
    if hold is None:
        return locale.gettext(N_("All five portals are places to hold."))
    return locale.say(N_("Portal {hold} is the place to hold; the others only lead there."), hold=hold)


objective.register_rule_words(
    "domination",
    objective.RuleWords(
        name=N_("domination"),
        short=lambda locale, _mod: locale.gettext(N_("portals to hold")),
        set_up=_where_portals_lie,
    ),
)


# -- the hunt ------------------------------------------------------------------------------


@tells(CleanersSet)
def _cleaners(locale: Locale, _state: Match, event: CleanersSet) -> str:
    if event.to_beat is None:
        return locale.say(N_("{team} cleans up, the others are the targets"), team=event.team)
    return locale.plural(
        "Roles are swapped: {team} cleans up and must take fewer than {turns} turn",
        "Roles are swapped: {team} cleans up and must take fewer than {turns} turns",
        event.to_beat,
        team=event.team,
        turns=event.to_beat,
    )


@tells(LegOver)
def _leg(locale: Locale, _state: Match, event: LegOver) -> str:
    return locale.plural(
        "{team} has killed every target in {turns} turn",
        "{team} has killed every target in {turns} turns",
        event.turns,
        team=event.team,
        turns=event.turns,
    )


def _hunt_wins(locale: Locale, _mod: Mod) -> Iterator[str]:
    yield locale.gettext(N_("The cleaners kill every target, and the turns are counted."))
    yield locale.gettext(N_("Then the roles are swapped: fewer turns win, or else the second targets do."))


def _hunt_opening(locale: Locale, event: MatchOpened) -> str:
    return locale.say(N_("{mod}, arena {arena}: the better hunt wins"), **_setting(locale, event))


def _hunt_to_win(locale: Locale, state: Match, player: str) -> str:
    """Return what cleaners or targets must do in this leg, and in how many turns."""
    hunt = state.hunt
    if hunt is None:
        return locale.gettext(N_("the teams’ roles are not settled yet"))
    cleans = state.side_of(player) == hunt.cleaners
    targets = sum(p.present and not p.life.out and state.side_of(p.id) != hunt.cleaners for p in state.players.values())
    if hunt.to_beat is None:
        clean = N_("kill every target in as few turns as can be: {targets} left, turn {turn}")
        hide = N_("stay alive for as many turns as can be: {targets} left, turn {turn}")
    else:
        clean = N_("kill every target before turn {limit}: {targets} left, turn {turn}")
        hide = N_("keep somebody alive until turn {limit}: {targets} left, turn {turn}")
    sentence = clean if cleans else hide
    return locale.say(sentence, targets=targets, turn=state.play.turn, limit=hunt.to_beat)


def _hunt_victory(locale: Locale, state: Match, event: Won) -> str:
    side = state.side_name(event.winner)
    return locale.say(N_("{side} wins the match: the better hunt"), side=side)


def _hunt_amount(locale: Locale, _best: Fraction) -> str:
    return locale.gettext(N_("what the hunt has come to"))


def _hunt_fraction(locale: Locale, dead: int, number: int) -> str:
    return locale.say(N_("cleaners, {dead} of {targets}"), dead=dead, targets=number)


def _hunt_how_won(locale: Locale, state: Match, _side: str, amount: str) -> str:
    return amount if state.outcome.ended else locale.gettext(N_("The better hunt."))


objective.register_win_words(
    "hunt",
    objective.WinWords(
        wins=_hunt_wins,
        short=lambda _locale, _mod: "",
        opening=_hunt_opening,
        to_win=_hunt_to_win,
        victory=_hunt_victory,
        amount=_hunt_amount,
        fraction=_hunt_fraction,
        how_won=_hunt_how_won,
    ),
)

objective.register_rule_words(
    "hunt", objective.RuleWords(name=N_("hunt"), short=lambda locale, _mod: locale.gettext(N_("a hunt each")))
)

questions(
    {
        "cleaners": QuestionText(
            N_("{team} chooses: which team cleans up first?"),
            N_("Cleaners come back from death, targets do not; then roles are swapped."),
        )
    }
)
