"""The turn: its forms, the prompt when nothing is asked, and a hint."""

from textual.content import Content

from q40k.games.quake.screen.base import Desk, acting, action, number, player_options, playing
from q40k.games.quake.screen.melee import waiting_melees
from q40k.games.quake.screen.objectives import find_objective_moves
from q40k.games.quake.screen.teams import ink_of
from q40k.games.quake.state.acting import Act
from q40k.games.quake.state.ending import PlayOn
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.next import Next, why_nothing_to_do
from q40k.games.quake.state.objectives.hunt import LegOver
from q40k.games.quake.state.objectives.rounds import RoundDrawn, RoundWon
from q40k.games.quake.state.registry import Command
from q40k.games.quake.state.table.deployment import Deploy
from q40k.games.quake.state.table.initiative import may_act_or_deploy
from q40k.games.quake.state.turn import EndPhase
from q40k.games.quake.table.prefilled import Prefilled
from q40k.games.quake.words.ending import win_texts
from q40k.games.quake.words.objectives.objective import current_round
from q40k.games.quake.words.turn import phase_name
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import N_
from q40k.kernel.driver import Run
from q40k.kernel.events import Refused
from q40k.kernel.journal.journal import JournalError
from q40k.table.settings import change_settings
from q40k.tui import look
from q40k.tui.fields import Pick
from q40k.tui.forms import Form
from q40k.tui.game_screen import Step
from q40k.tui.look import Rows, clickable, link_keys, style_text


@action(
    "next",
    "play",
    key="n",
    at=105,
    bar=0,
    name=N_("Next"),
    help=N_(
        "End the active champion’s part and go on to the next one. In deployment: the"
        " champion is placed, without a position kept."
    ),
    when=lambda state: state.outcome.over or (playing(state) and state.play.active is not None),
    over=True,
)
def next_champion(desk: Desk) -> Command:
    """Play on after a win, place the champion in deployment, or go to the next champion (n)."""
    state = desk.state
    if state.outcome.over:
        return PlayOn()
    if state.play.phase == "deployment":
        return Deploy(player=state.players[state.play.active or ""].name)
    return Next(passed=_passable_players(desk) if desk.settings.passes else ())


def _passable_players(desk: Desk) -> tuple[str, ...]:
    """List the players to pass over next.

    The list ends at a question and at a new turn. The rules are tried out; nothing is kept.
    """
    rules, state, passed = desk.match_session.game.rules, desk.state, list[str]()
    turn = state.play.turn
    while True:
        run = Run(rules, state, Next())
        try:
            run.start()
        except Refused:
            return ()
        state, active = run.state, run.state.play.active
        goes_on = run.question is None and state.running and not state.outcome.over
        if not goes_on or active is None or state.play.turn != turn:
            return tuple(passed)
        if not why_nothing_to_do(state) or find_objective_moves(state):
            return tuple(passed)
        passed.append(state.players[active].name)


@action(
    "passing",
    "app",
    key="ctrl+n",
    at=539,
    name=N_("Passing over on / off"),
    help=N_(
        "n passes over champions that can surely do nothing in the phase: no weapon that may fire, no charge, no"
        " melee. The feed says whom, and why; one undo takes it back."
    ),
)
def passing(desk: Desk) -> None:
    """Switch passing over on or off, and keep the setting (Ctrl+N)."""
    _ = desk.locale.gettext
    desk.settings = change_settings(passes=not desk.settings.passes)
    desk.notice = (
        _("n passes over who can do nothing in a phase.") if desk.settings.passes else _("n stops at everybody.")
    )


action.add(
    "end-phase",
    "play",
    key="e",
    at=150,
    bar=8,
    name=N_("End phase"),
    help=N_("End the phase for everyone who has not acted yet."),
    when=acting,
    command=EndPhase,
)


def choosable(state: Match) -> tuple[str, ...]:
    """List the players who may act or be placed now; empty if there is no choice."""
    if not state.in_teams or state.play.active is None or state.outcome.over:
        return ()
    may = may_act_or_deploy(state)
    return may if len(may) > 1 else ()


@action(
    "act",
    "play",
    key="a",
    at=185,
    bar=3,
    name=N_("Who acts"),
    help=N_("In teams: choose which member of the team acts or is placed now. Its number alone does the same."),
    when=lambda state: bool(choosable(state)),
)
def act(desk: Desk) -> Form:
    """Ask who of the team acts or is placed now (A, a number or an arrow)."""
    _ = desk.locale.gettext
    state = desk.state
    among = choosable(state)
    placing = state.play.phase == "deployment"
    team = state.side_of(state.play.active or among[0])
    title = _("{team}: who is placed?") if placing else _("{team}: who acts now?")
    who = yield Pick(
        title.format(team=team),
        rule="DEPLOY-1" if placing else "TEAM-3",
        hint=_("number or first letters; Enter: the marked one"),
        options=player_options(desk, among),
        chosen=among.index(state.play.active) if state.play.active in among else 0,
    )
    return Deploy(player=who) if placing else Act(player=who)


# -- the prompt when nothing is asked ------------------------------------------------------------


KEYS = (
    ("next", N_("n next")),
    ("shoot", N_("s shoot")),
    ("charge", N_("c charge")),
    ("fight", N_("i fight the melee")),
    ("portal", N_("p portal")),
    ("token", N_("t token")),
    ("move", N_("m moved")),
    ("hard-move", N_(", j jump")),
    ("objective", N_("o objective")),
    ("kill", N_("k kill")),
    ("accident", N_("x accident")),
    ("contact", N_(", c contact")),
    ("end-phase", N_("e end the phase")),
    ("help", N_("? all")),
)
"""The keys named in the middle of a phase, each shown only when it makes sense."""


BREAKS = (RoundWon, RoundDrawn, LegOver)
"""Events that are told at the start of a new round."""


LOOK_BACK = 12
"""How many of the newest lines are searched for the end of the last round."""


def idle(desk: Desk) -> Rows:
    """Return the rows of the prompt when nothing is asked."""
    state, _ = desk.state, desk.locale.gettext
    if state.outcome.over and state.outcome.winner:
        head, by = win_texts(desk.locale, state)
        return [
            style_text(head, "bold $success"),
            by,
            link_keys(_("n: play on · u: take the last action back · b: the board, the luck · q: quit")),
        ]
    if state.play.active is None:
        text = _("Nobody is on the table: j lets a player join.") if state.running else ""
        return [text or link_keys(_("j: a player joins · s: start"))]
    if state.play.phase == "deployment":
        return _deployment_rows(desk, state)
    name = state.players[state.play.active].name
    title = _("{name}: {phase}").format(name=name, phase=phase_name(desk.locale, state.play.phase))
    hints = (
        words
        for action, words in KEYS
        if desk.is_sensible(action) and (action != "end-phase" or state.play.phase != "movement")
    )
    keys = " · ".join(map(_, hints))
    rows: Rows = [style_text(title, "bold")]
    if keys:  # a spectator has none
        rows.append(link_keys(keys).stylize_before(look.MUTED))
    mates = _mates(desk, state)
    if mates is not None:
        rows.insert(1, mates)
    rows[1:1] = [style_text(line, "$text-accent") for line in waiting_melees(desk.locale, state)]
    return rows


def _deployment_rows(desk: Desk, state: Match) -> Rows:
    _ = desk.locale.gettext
    rows: Rows = []
    if not any(player.life.placed for player in state.players.values()):
        rows += [style_text(text, "bold $success") for text in _last_round(desk)]
        now = current_round(desk.locale, state)
        if rows and now:
            again = _("{round}: everyone is alive again, and deploys.")
            rows.append(again.format(round=now))
    name = state.players[state.play.active or ""].name
    rows.append(Content.styled(_("{name} deploys").format(name=name), "bold"))
    mates = _mates(desk, state)
    if mates is not None:
        rows.append(mates)
    rows.append(link_keys(_("n: placed, and the next one · d: in a tile such as B2")))
    return rows


def _last_round(desk: Desk) -> list[str]:
    """Tell how the last round ended."""
    try:
        lines = desk.match_session.lines(LOOK_BACK, undone=False)
    except JournalError:
        return []
    state = desk.state
    ends = [
        WORDS.tell(desk.locale, state, event, line.entry.seq)
        for line in lines
        for event in line.events
        if isinstance(event, BREAKS)
    ]
    return [text for text in ends if text][-1:]


def _mates(desk: Desk, state: Match) -> Content | None:
    """Return the choice of who in the team acts, clickable; None without a choice."""
    among = choosable(state)
    if not among:
        return None
    _ = desk.locale.gettext
    parts = [
        clickable(
            Content.assemble(
                (f" {number(state.players[p])} ", "bold $accent"),
                (state.players[p].name, f"{ink_of(state, p)}{' bold' if p == state.play.active else ''}"),
            ),
            key=number(state.players[p]),
        )
        for p in among
    ]
    label = _("{team}, any of:").format(team=state.side_of(state.play.active or among[0]))
    return Content.assemble((f"{label} ", look.MUTED), Content(" ").join(parts))


# -- a hint --------------------------------------------------------------------------------------


@action(
    "hint",
    "play",
    key="comma u",
    name=N_("Hint"),
    when=acting,
    help=N_("The three best things that a sharp bot sees for the champion that acts, with the chances of each."),
)
def show_hint(desk: Desk) -> None:
    """, U: weigh what the active champion can do; what is best is told as soon as it is known."""
    assert desk.state.play.active is not None
    desk.bots.advise(desk.state.play.active)


# -- the lesson: two players on a small arena, from the first key to the end -----------------------

LESSON_OPTIONS = Prefilled(
    mod="deathmatch",
    arena="classic-60",
    dice="hand",
    d3="d3",
    seed=1,
    players=(("Ann", "space-marine", ()), ("Bob", "ork-slugga-boy", ())),
)
"""The match of the lesson."""
INITIATIVE = {"Ann": "6", "Bob": "2"}
"""What the two roll for the order of play: Ann acts first."""

LESSON_STEPS = (
    Step(
        N_(
            "You are the referee. Ann’s figure steps into portal 1 on the table, and her die shows 4."
            " Type p, 1, 4. What you type is in the journal at once."
        ),
        ("teleported",),
    ),
    Step(N_("Her figure is in portal 4 now. Ann is done: n goes on to the next champion."), ("activated",)),
    Step(
        N_(
            "Bob steps into portal 2 and rolls a 4 as well: p, 2, 4. Ann stands in that portal, so this is a"
            " telefrag! She comes back by a die of her own: type 3."
        ),
        ("respawned",),
    ),
    Step(N_("Bob reaches a token: t, then the token’s number, then the dice as they lie."), ("token-taken",)),
    Step(N_("n: Bob is done, and the shooting phase begins."), ("phase-opened",)),
    Step(
        N_(
            "Ann shoots at Bob: s, 2, and Enter at what is marked. Then the dice: the number needed and the"
            " chance are in large letters. + is a pass, 0 a miss; Escape goes a step back."
        ),
        ("shot",),
    ),
    Step(N_("That was typed wrong? u takes back the last action with all its dice. Try it."), kind="undo"),
    Step(
        N_("Often the table has rolled already, and you only enter what came of it: Ann killed Bob. k, 2, then 5."),
        ("killed",),
    ),
    Step(N_("Ann falls into the void: x, 1, and a die to come back."), ("accident",)),
    Step(
        N_("Cid arrives late: j, his name, Enter, a few letters of a champion (ork), Enter, and his dice."), ("joined",)
    ),
    Step(
        N_(
            "Earlier mistakes are put right in the log: it was Bob who fell, not Ann. g opens it, k goes to the entry,"
            " a; then 2, and his die: 3. It shows what changes: Enter keeps it."
        ),
        kind="amend",
    ),
    Step(N_("Time to go home: , then e shows the result so far; y, and Enter."), ("ended", "won")),
    Step(
        N_(
            "That was an evening. q leads to the first screen, where Play begins a real match."
            " F1 always says what can be done now."
        )
    ),
)


def begin_lesson(desk: Desk) -> None:
    """Roll for the order of play and place both figures, so that the first movement phase begins."""
    desk.perform("start")
    while (question := desk.snapshot.question) is not None:
        name = desk.state.players[question.who or ""].name
        desk.press(INITIATIVE[name], INITIATIVE[name])
    while desk.state.play.phase == "deployment":
        desk.perform("next")
