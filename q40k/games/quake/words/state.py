"""A state in words: the board, a player's card, the facts of a question, a correction's changes."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from q40k.games.quake.state.bonus import arms_of, controller, profile
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.objectives.score import kill_would_win
from q40k.games.quake.words import bonus, champion, positions, table, turn
from q40k.games.quake.words.objectives.objective import goal_progress, to_win
from q40k.games.quake.words.traits import trait_line
from q40k.games.quake.words.wording import WORDS, name_of
from q40k.i18n.locale import N_, Locale, with_label
from q40k.i18n.scores import winners_line
from q40k.i18n.wording import BoardText, Fold
from q40k.kernel.amending import Change
from q40k.kernel.events import DiceQuestion, Question

# -- the board -----------------------------------------------------------------------------


_COLUMNS = (
    N_("Player"),
    N_("Champion"),
    N_("Value"),
    N_("Score"),
    N_("Goal"),
    N_("Kills"),
    N_("Deaths"),
    N_("In a row"),
    N_("Where"),
    N_("Bonus"),
)
_FIGURES = (3, 4, 5, 6, 7, 8)


@WORDS.boards
def _board(locale: Locale, state: Match) -> BoardText:
    columns = ["#", *map(locale.gettext, _COLUMNS)]
    if state.in_teams:
        columns.insert(2, locale.gettext(N_("Team")))
    others = [player for player in state.players if player not in state.order]
    return BoardText(
        tuple(_heading(locale, state)),
        tuple(columns),
        tuple(_row(locale, state, player) for player in (*state.order, *others)),
        (0, *(place + state.in_teams for place in _FIGURES)),
        tuple(_sentence(locale, state, player) for player in (*state.order, *others)),
    )


def _heading(locale: Locale, state: Match) -> list[str]:
    if state.setup.mod is None or state.setup.arena is None:
        return [locale.gettext(N_("Nothing is laid out yet."))]
    parts = [locale.name_of(state.setup.mod.name), locale.name_of(state.setup.arena.name)]
    if state.play.turn:
        parts.append(locale.say(N_("turn {turn}"), turn=state.play.turn))
    parts.append(turn.phase_name(locale, "over" if state.outcome.over else state.play.phase))
    lines = [" · ".join(parts)]
    if state.outcome.winner:
        lines.append(winners_line(locale, [state.side_name(side) for side in state.outcome.winner]))
    elif state.play.active:
        player = state.players[state.play.active]
        place = positions.where(locale, player)
        notes = ", ".join(note for note in (player.team if state.in_teams else "", place) if note)
        name = f"{player.name} ({notes})" if notes else player.name
        lines.append(locale.say(N_("Now: {player}"), player=name))
    return lines


def _row(locale: Locale, state: Match, player: str) -> tuple[str, ...]:
    who = state.players[player]
    return (
        str(state.order.index(player) + 1) if player in state.order else "-",
        f"{who.name} *" if state.side_of(player) in state.outcome.winner else who.name,
        *([who.team or "-"] if state.in_teams else []),
        locale.name_of(who.champion.name),
        locale.points(who.value),
        locale.points(who.score.points),
        goal_progress(locale, state, player),
        str(who.score.kills),
        str(who.score.deaths),
        str(who.score.streak),
        positions.where(locale, who) or "-",
        bonus.bonus_name(locale, state, player) or "-",
    )


def _sentence(locale: Locale, state: Match, player: str) -> str:
    """Return how a player stands, each value with its word."""
    who, score = state.players[player], state.players[player].score
    name, champion_name = who.name, locale.name_of(who.champion.name)
    head = [f"{name} ({who.team})" if state.in_teams and who.team else name, champion_name]
    parts = [
        locale.say(N_("worth {points} points"), points=locale.points(who.value)),
        locale.say(N_("score {points}"), points=locale.points(score.points)),
        locale.say(N_("goal {progress}"), progress=goal_progress(locale, state, player)),
        locale.plural("{number} kill", "{number} kills", score.kills),
        locale.plural("{number} death", "{number} deaths", score.deaths),
        locale.plural("{number} in a row", "{number} in a row", score.streak) if score.streak else "",
        positions.where(locale, who),
        locale.say(N_("with {bonus}"), bonus=bonus.bonus_name(locale, state, player)) if who.bonus is not None else "",
        locale.gettext(N_("has won")) if state.side_of(player) in state.outcome.winner else "",
    ]
    sentence = with_label(locale, ", ".join(head), ", ".join(filter(None, parts)))
    return f"{state.order.index(player) + 1}. {sentence}" if player in state.order else sentence


@WORDS.score_lines
def _scores(locale: Locale, state: Match) -> str:
    if not state.running:
        return ""
    players = state.players.values()
    return " · ".join(f"{player.name} {locale.points(player.score.points)}" for player in players)


# -- a player's card -----------------------------------------------------------------------


@WORDS.cards
def _card(locale: Locale, state: Match, seat: str) -> Sequence[str | Fold]:
    return [line for line in _lines(locale, state, seat) if line]


def _lines(locale: Locale, state: Match, seat: str) -> Iterator[str | Fold]:
    player = state.players.get(seat)
    if player is None:
        return
    yield to_win(locale, state, seat)
    if state.running:
        prey = [other for other in state.order if other != seat and kill_would_win(state, seat, other)]
        foes = [other for other in state.order if other != seat and kill_would_win(state, other, seat)]
        for sentence, others in (
            (N_("You would win by killing {names}."), prey),
            (N_("{names} would win by killing you."), foes),
        ):
            if others:
                names = locale.join_and(state.players[other].name for other in others)
                yield locale.say(sentence, names=names)
    if player.bonus is not None:
        yield bonus.bonus_line(locale, state, seat)
    weapons = tuple(champion.weapon_line(locale, weapon) for weapon in arms_of(state, player))
    traits = tuple(trait_line(locale, trait) for trait in player.abilities)
    characteristics = champion.profile(locale, profile(player))
    yield Fold(characteristics, (*weapons, *traits)) if weapons or traits else characteristics


# -- facts of questions and refusals, for every chapter ------------------------------------


@WORDS.facts
def question_facts(locale: Locale, state: Match, question: Question) -> dict[str, Any]:
    """Return the facts most questions use: who is asked, whom it is about, how far."""
    facts = question.facts
    who = _who(locale, state, question)
    texts: dict[str, Any] = {"who": who}
    texts |= {fact: name_of(state, str(facts[fact])) for fact in ("player", "target") if fact in facts}
    if "inches" in facts:
        texts["distance"] = locale.inches(float(facts["inches"]))
    if "category" in facts:
        texts["category"] = bonus.category_name(locale, str(facts["category"]))
    if "tied" in facts:
        texts["others"] = locale.join_and(name for name in facts["tied"] if name != who)
    return texts


def _who(locale: Locale, state: Match, question: Question) -> str:
    """Return who is asked, and under mind control also who decides."""
    if not question.who:
        return ""
    name = name_of(state, question.who)
    by = controller(state, question.who) if question.who in state.players else None
    if by is None or isinstance(question, DiceQuestion):
        return name
    return locale.say(N_("{player} (played by {by})"), player=name, by=name_of(state, by))


def _side(locale: Locale, scenery: Any) -> str:
    """Return what lies at a side of a gap: a piece of scenery, or the table itself."""
    return locale.name_of(scenery) if scenery else locale.gettext(N_("the ground"))


WORDS.dress(
    {
        "first": Locale.join_and,
        "others": Locale.join_and,
        "inches": Locale.inches,
        "left": Locale.inches,
        "allowance": Locale.inches,
        "half": Locale.number,
        "x": Locale.number,
        "y": Locale.number,
        "champion": Locale.name_of,
        "scenery": Locale.name_of,
        "bonus": Locale.name_of,
        "weapon": Locale.name_of,
        "weapons": lambda locale, names: locale.join_and(map(locale.name_of, names)),
        "hiders": Locale.join_and,
        "share": Locale.percent,
        "enough": Locale.percent,
        "distance": lambda locale, inches: locale.inches(float(inches)),
        "told": Locale.inches,
        "high": Locale.inches,
        "wide": Locale.inches,
        "deep": Locale.inches,
        "along": Locale.inches,
        "climb": Locale.inches,
        "furthest": Locale.inches,
        "near": _side,
        "far": _side,
        "into": _side,
        "reach": lambda locale, inches: locale.inches(float(inches)),
        "mod": Locale.name_of,
        "phase": turn.phase_within,
        "wanted": turn.phase_within,
        "missing": lambda locale, rules: locale.join_and(table.rule_name(locale, rule) for rule in rules),
        "tokens": Locale.join_and,
        "teams": Locale.join_and,
        "flags": Locale.join_and,
        "addons": Locale.join_and,
        "options": Locale.join_and,
        "known": Locale.join_and,
        "said": Locale.quote,
        "got": Locale.quote,
    }
)


# -- changes by a correction of the past ---------------------------------------------------


_KINDS: dict[str, str] = {
    "turn": N_("turn: {before} → {after}"),
    "phase": N_("phase: {before} → {after}"),
    "active": N_("whose part it is: {before} → {after}"),
    "order": N_("order of play: {before} → {after}"),
    "score": N_("{who}: score {before} → {after}"),
    "kills": N_("{who}: kills {before} → {after}"),
    "deaths": N_("{who}: deaths {before} → {after}"),
    "accidents": N_("{who}: accidents {before} → {after}"),
    "streak": N_("{who}: kills in a row {before} → {after}"),
    "wounds": N_("{who}: wounds {before} → {after}"),
    "initiative": N_("{who}: initiative {before} → {after}"),
    "place": N_("{who}: {before} → {after}"),
    "bonus": N_("{who}: bonus {before} → {after}"),
    "champion": N_("{who}: champion {before} → {after}"),
    "name": N_("{before} is called {after}"),
}


@WORDS.changes
def change_line(locale: Locale, old: Match, new: Match, change: Change) -> str:
    """Return one difference between two states: "Alice: score 30 → 15"."""
    kind, before, after = change.kind, change.before, change.after
    if kind == "winner":
        return _winner(locale, before, after)
    if (kind, bool(after)) in _BEING:
        return locale.say(_BEING[kind, bool(after)], who=change.who)
    dress = _DRESS.get(kind, _plain)
    facts = {"before": dress(locale, old, before), "after": dress(locale, new, after)}
    if kind in _KINDS:
        return locale.say(_KINDS[kind], who=change.who, **facts)
    description = kind.replace("_", " ")
    if change.who is None:
        return locale.say(N_("{what}: {before} → {after}"), what=description, **facts)
    return locale.say(N_("{who}: {what} {before} → {after}"), who=change.who, what=description, **facts)


_BEING: dict[tuple[str, bool], str] = {
    ("over", True): N_("the match is over"),
    ("over", False): N_("the match goes on"),
    ("joins", False): N_("{who} is in the match"),
    ("lacks", False): N_("{who} never joined"),
    ("alive", True): N_("{who} is alive"),
    ("alive", False): N_("{who} is dead"),
    ("present", True): N_("{who} has not left"),
    ("present", False): N_("{who} has left"),
    ("placed", True): N_("{who} is on the table"),
    ("placed", False): N_("{who} is not on the table"),
}


def _winner(locale: Locale, before: Any, after: Any) -> str:
    if not after:
        return locale.say(N_("{who} has not won"), who=locale.join_and(before))
    if not before:
        return locale.say(N_("{who} has won"), who=locale.join_and(after))
    sentence = N_("{who} has won, not {other}")
    return locale.say(sentence, who=locale.join_and(after), other=locale.join_and(before))


def _plain(locale: Locale, _state: Match, value: Any) -> str:
    if value is None:
        return locale.pgettext("fact", "none")
    if isinstance(value, bool):
        return locale.gettext(N_("yes") if value else N_("no"))
    return str(value)


def _place(locale: Locale, _state: Match, value: Any) -> str:
    portal, near, tile, at = value
    if at is not None and portal is near is tile is None:
        x, y = (locale.number(float(part)) for part in at)
        return locale.say(N_("at {x}, {y}"), x=x, y=y)
    return positions.place_text(locale, portal, near, tile) or locale.gettext(N_("in the open"))


def _bonus(locale: Locale, state: Match, value: Any) -> str:
    if value is None:
        return locale.pgettext("fact", "none")
    token, kind, spent, target = value
    name = bonus.bonus_kind_line(locale, state, kind).split(" — ")[0]
    notes = [token, *([target] if target else [])]
    notes += [locale.pgettext("bonus", "spent")] if spent else []
    return f"{name} ({', '.join(notes)})"


_DRESS: dict[str, Callable[[Locale, Match, Any], str]] = {
    "score": lambda locale, _state, value: locale.points(value),
    "phase": lambda locale, _state, value: turn.phase_name(locale, value),
    "order": lambda _locale, _state, value: ", ".join(value) or "–",
    "champion": lambda locale, _state, value: locale.name_of(value.name),
    "place": _place,
    "bonus": _bonus,
}
