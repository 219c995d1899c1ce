"""The lessons: the keys of a game, or a rule in a recorded match."""

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from q40k.cli.base import Argument, Call, bad_value, flag, packs_option, verb
from q40k.cli.complete import Items
from q40k.cli.errors import DONE, Failure
from q40k.cli.open import game_option
from q40k.cli.say import N_, _, echo
from q40k.cli.verbs.play import require_screen
from q40k.games.game import Game, name_of
from q40k.table.examples import Example, UnknownRule, examples, find_example


def complete_rules(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> Items:
    """Return the rules that have a position to play."""
    return [CompletionItem(rule) for rule in examples() if rule.startswith(incomplete.upper())]


@verb(
    Argument(["rule"], metavar=N_("[RULE]"), default="", shell_complete=complete_rules),
    flag(["--list"], N_("List the rules that have a position to play.")),
    game_option(),
    packs_option(),
)
def learn(call: Call, game: Game, rule: str, list: bool) -> int:
    """Teach the keys of a game, or a rule."""
    from q40k.tui.app import play_lesson  # late: the list needs no screen

    if list:
        named = click.get_current_context().get_parameter_source("game") is not ParameterSource.DEFAULT
        return list_examples(game.id if named else "")
    if rule:
        example = require_example(rule)
        require_screen()
        return play_lesson(call.context(), example.game, example.rule)
    if not game.manifest.has_lesson:
        title = _("{game} has no lesson.", game=game.name)
        raise Failure(title, _("`q40k new --game {id}` begins a match; F1 says what can be done.", id=game.id))
    require_screen()

    return play_lesson(call.context(), game.id)


def require_example(rule: str) -> Example:
    """Return the position of a rule. Raises click.BadParameter, with the rules that are near."""
    try:
        return find_example(rule)
    except UnknownRule as error:
        unknown = _("No recorded match plays the rule “{rule}”; `q40k learn --list` lists those that do.", rule=rule)
        near = _("Near it: {rules}.", rules=", ".join(error.nearest)) if error.nearest else ""
        raise bad_value(_("RULE"), f"{unknown} {near}".strip()) from error


def list_examples(only: str = "") -> int:
    """Print the rules that have a position to play, by game and chapter; `only` those of one game."""
    chapters: dict[tuple[str, str], list[str]] = {}
    for example in (example for example in examples().values() if only in ("", example.game)):
        chapters.setdefault((example.game, example.rule.partition("-")[0]), []).append(example.rule)
    game = ""
    for (of_game, _chapter), rules in chapters.items():
        if of_game != game:
            echo(name_of(of_game))
        game = of_game
        echo(f"  {' '.join(rules)}")
    return DONE
