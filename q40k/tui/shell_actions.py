"""The actions of every game: undo and redo, a rematch, reading, and the app itself."""

from collections.abc import Callable, Sequence
from typing import Any

from q40k.i18n.amending import amendment_line, redo_sentence, undo_sentence
from q40k.i18n.locale import N_
from q40k.kernel.session import UndoResult
from q40k.table.context import Onward
from q40k.table.rematch import prefill_rematch
from q40k.table.settings import change_settings
from q40k.tui import sound
from q40k.tui.actions import Action, Actions, key_text
from q40k.tui.fields import Entered, Option, Outcome, Pick
from q40k.tui.forms import AnyDesk, Form

# -- undo and redo --------------------------------------------------------------------------


def undo(desk: AnyDesk) -> None:
    """Undo the last command with its answers; at a question only the answer before it."""
    if desk.snapshot.question is not None:
        step_back(desk)
    else:
        _move(desk, desk.match_session.undo, forth=False)


def redo(desk: AnyDesk) -> None:
    """Redo what the last undo took back."""
    _move(desk, desk.match_session.redo, forth=True)


def step_back(desk: AnyDesk) -> None:
    """Leave the rules' question: undo the answer before it, or the command."""
    _move(desk, desk.match_session.step_back, forth=False)


def _move(desk: AnyDesk, act: Callable[[], UndoResult | None], *, forth: bool) -> None:
    """Undo or redo, and show a notice of what was moved."""
    moved: list[UndoResult | None] = []
    succeeded = desk.run_guarded(lambda: moved.append(act()))
    step = moved[0] if succeeded else None
    desk.can_redo = True if step is not None and not forth else None
    if step is None:
        return
    if step.amendment is not None:
        _ = desk.locale.gettext
        summary = amendment_line(desk.locale, desk.words, step.amendment, desk.match_session.read_command)
        message = _("Given back: {what}") if forth else _("Taken back: {what}")
        desk.notice = message.format(what=summary)
        return
    explain = redo_sentence if forth else undo_sentence
    commands = [command for command in (_read_command(desk, text) for text in step.commands) if command is not None]
    desk.notice = explain(desk.locale, desk.words, commands, step.dice, desk.state)


def _read_command(desk: AnyDesk, text: str) -> Any:
    try:
        return desk.match_session.read_command(text)
    except ValueError:
        return None


# -- a rematch ------------------------------------------------------------------------------

CHOICES = (
    ("1", False, False, N_("just as it was")),
    ("2", True, False, N_("the same, with other figures")),
    ("3", False, True, N_("something else, with the same figures")),
    ("4", True, True, N_("something else, with other figures")),
)
"""The choices: a key, whether the figures are new, whether the scenario is different, the label."""


def again(desk: AnyDesk) -> Form:
    """Ask how to play again with the same players. This match stays as it is."""
    _ = desk.locale.gettext
    fresh, other = yield Pick(
        _("A new match with the same players:"),
        why=_("This one waits as it is."),
        options=tuple(Option(key, (fresh, other), _(words)) for key, fresh, other, words in CHOICES),
    )
    begin_rematch(desk, fresh=fresh, other=other)
    return None


def begin_rematch(desk: AnyDesk, *, fresh: bool, other: bool) -> None:
    """Leave for a new match with the same players. `fresh` asks for new figures, `other` for a
    different scenario.
    """
    game = desk.match_session.game
    prefilled = prefill_rematch(game, desk.state, fresh=fresh, other=other)
    desk.destination = Onward(game=game.id, prefilled=prefilled)


# -- further actions, behind a first key ---------------------------------------------------


class FurtherActions(Pick):
    """A list of actions: the second key of an action chooses it at once, also of one not listed."""

    actions: tuple[Action, ...] = ()

    def type_character(self, character: str | None) -> Outcome:
        """Choose the action with this key; other letters narrow the list by the actions' names."""
        if not self.buffer and character is not None:
            key = character.casefold()
            action = next((action for action in self.actions if second_key(action) == key), None)
            if action is not None:
                return Entered(action)
        # Not super(): a slotted Struct is a new class, which the zero-argument form misses.
        return Pick.type_character(self, character)


def second_key(action: Action) -> str:
    """Return the second of an action's two keys, as it is written."""
    return key_text(action.key.partition(" ")[2])


def ask_further(actions: Sequence[Action]) -> Callable[[AnyDesk], Form]:
    """Return the form that asks for one of these actions, and returns it.

    It lists those that make sense now. The key of another is taken as well: the desk says why not.
    """

    def ask(desk: AnyDesk) -> Form:
        _ = desk.locale.gettext
        listed = [action for action in actions if desk.is_available(action)]
        options = tuple(Option(second_key(action), action, _(action.name)) for action in listed)
        action = yield FurtherActions(_("Further actions"), options=options, actions=tuple(actions))
        return action

    return ask


# -- the registry ---------------------------------------------------------------------------

SHELL = Actions()


def _switch_motion(desk: AnyDesk) -> None:
    """Reduce motion from now on, or not any more."""
    desk.settings = change_settings(reduced_motion=not desk.settings.reduced_motion)
    less, more = N_("Less motion: the turn of a bot appears as a whole."), N_("Motion as before.")
    desk.notice = desk.locale.gettext(less if desk.settings.reduced_motion else more)


SHELL.add(
    "undo",
    "right",
    key="u",
    also=("ctrl+z",),
    at=310,
    bar=5,
    does=undo,
    name=N_("Undo"),
    help=N_("Take back the last action with all its dice. Nothing is erased: the log keeps it."),
)
SHELL.add(
    "redo",
    "right",
    key="y",
    also=("ctrl+y",),
    at=320,
    does=redo,
    name=N_("Redo"),
    help=N_("Give back what was undone."),
)
SHELL.add(
    "again",
    "table",
    key="f9",
    at=280,
    over=True,
    does=again,
    name=N_("Once more"),
    help=N_("Begin a new match with the same players: just so, with other figures, or another."),
)
SHELL.add(
    "log",
    "view",
    key="g",
    at=410,
    bar=11,
    name=N_("Log"),
    help=N_("Read everything that happened, also what was undone."),
)
SHELL.add(
    "history",
    "view",
    key="h",
    at=420,
    bar=14,
    name=N_("History"),
    help=N_(
        "Walk the match back and forth, play it over, mark a place, try another way from there. Nothing is touched."
    ),
)
SHELL.add(
    "map",
    "view",
    key="v",
    also=("f4",),
    at=450,
    bar=13,
    name=N_("Map"),
    help=N_(
        "The table from above: beside the feed on a wide screen, else on a screen of its"
        " own. Once it is open, moves and deployment ask for a place."
    ),
)
SHELL.add(
    "map-screen",
    "view",
    key="comma v",
    at=460,
    name=N_("Map, whole screen"),
    help=N_("The table from above on a screen of its own; the match can be played from there."),
)
SHELL.add(
    "hall",
    "view",
    key="comma h",
    at=470,
    name=N_("Hall mode"),
    help=N_(
        "For all around the table, and for a second screen: who acts in large letters, the race,"
        " the last calls, the map, the clock. Any key goes back to the desk."
    ),
)
SHELL.add(
    "podium",
    "view",
    key="asterisk",
    shown="*",
    also=("f11",),
    at=480,
    name=N_("Podium and medals"),
    help=N_(
        "The end of a match: podium, medals, the last moment again, luck, the standing of the evening;"
        " from there a rematch, or the win undone."
    ),
)
SHELL.add(
    "season",
    "view",
    key="ctrl+r",
    at=485,
    name=N_("Season"),
    help=N_(
        "All finished matches together: standings, strengths, who beats whom, records; and the"
        " leagues, with what is next in them."
    ),
)
SHELL.add(
    "live",
    "app",
    key="ctrl+l",
    at=506,
    name=N_("Board and phones"),
    help=N_(
        "Show the match on a television, in a stream, on phones that may roll and answer: who may"
        " see it, and a code to scan for everyone."
    ),
)
SHELL.add(
    "let-in",
    "app",
    key="ctrl+o",
    at=507,
    name=N_("Let in"),
    help=N_("Let in players who wish to join from a phone, or show what the code holds that a phone has brought."),
)
SHELL.add(
    "print",
    "app",
    key="ctrl+t",
    at=508,
    name=N_("Print"),
    help=N_(
        "Write on PDF what an evening needs on paper, at true scale, with a picture of every page;"
        " the match goes on meanwhile."
    ),
)
SHELL.add(
    "help",
    "app",
    key="f1",
    also=("question_mark",),
    at=510,
    bar=0,
    name=N_("Help"),
    help=N_("Explain what has the focus, and all keys."),
)
SHELL.add(
    "matches",
    "app",
    key="f12",
    at=505,
    bar=17,
    name=N_("Matches"),
    help=N_("All matches: go on in another one, name them, put them away or take them back; also the season."),
)
SHELL.add("language", "app", key="f2", at=520, bar=16, name=N_("Français"), help=N_("Change the language."))
SHELL.add(
    "theme",
    "app",
    key="f3",
    at=530,
    name=N_("Colours"),
    help=N_("Go on to the next colours: dark, light, high contrast."),
)
SHELL.add(
    "calls",
    "app",
    key="f6",
    at=535,
    name=N_("Announcer on / off"),
    help=N_("Let the announcer call out what is worth a call, or be silent."),
)
SHELL.add(
    "which-calls",
    "app",
    key="f7",
    at=537,
    does=sound.choose,
    name=N_("Which calls, and sound"),
    help=N_(
        "Choose what the announcer calls out, kind by kind; Tab there turns sound on, as loud"
        " and at such calls as you like. It is kept for the next time."
    ),
)
SHELL.add(
    "motion",
    "app",
    key="comma a",
    at=532,
    does=_switch_motion,
    name=N_("Less motion"),
    help=N_(
        "Let nothing move step by step, blink or flash: the turn of a bot appears as a whole, and the clock"
        " calls no time across the screen. Again: as before."
    ),
)
SHELL.add(
    "palette",
    "app",
    key="ctrl+p",
    also=("colon",),
    at=540,
    bar=20,
    name=N_("Commands"),
    help=N_("Find any action by its name."),
)
SHELL.add(
    "quit",
    "app",
    key="q",
    also=("f10", "ctrl+q", "ctrl+c"),
    at=550,
    bar=18,
    name=N_("Quit"),
    help=N_("Leave the match; it waits just as it is."),
)
