"""Commands about the games of the house: their list, a recorded match of one, and its bots."""

import asyncio
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import click

from q40k.bots.bot import Move
from q40k.bots.playing import Waits, bot_has_move, last_entry, play_on, weigh_entry
from q40k.cli.base import (
    Answer,
    Argument,
    Call,
    Option,
    bad_value,
    command,
    json_option,
    number_option,
    packs_option,
    verb,
    verb_group,
)
from q40k.cli.complete import complete_files
from q40k.cli.errors import DONE, MALFORMED, Failure
from q40k.cli.open import game_option, match_argument, open_match
from q40k.cli.say import N_, _, locale, on_a_terminal, remark, speak_of, words
from q40k.cli.texts import pad
from q40k.cli.verbs.play import require_screen
from q40k.cli.verbs.scripts import finish, narrate, print_state
from q40k.games.game import MOST_BOTS, Demo, Game, folder_of, manifests
from q40k.i18n.tabletop import chances_text
from q40k.i18n.width import width
from q40k.kernel.state import to_data
from q40k.table.folders import compiled_folder
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import play_line, read_script


@verb(json_option(N_("Print them as JSON.")))
def games() -> Answer:
    """List the games."""
    every_game = list(manifests())
    about = {game.id: locale().of(folder_of(game.id) / "locales").say(game.about) for game in every_game}
    widest = max(width(game.id) for game in every_game)

    def lines() -> Iterator[str]:
        for game in every_game:
            yield f"{pad(game.id, widest)}  {game.name}"
            if about[game.id]:
                yield from click.wrap_text(about[game.id], 78, "    ", "    ").splitlines()

    return Answer([{"id": game.id, "name": game.name, "about": about[game.id]} for game in every_game], lines)


# -- demo ------------------------------------------------------------------------------------------

PACE = 12.0


@verb(
    Option(
        ["--speed"],
        type=click.FloatRange(min=0),
        metavar=N_("LINES"),
        help=N_("Lines a second; 0 does not wait. On a terminal 12, otherwise 0."),
    ),
    Option(
        ["--screenshot"],
        metavar=N_("FILE"),
        help=N_("Draw the main screen in the midst of it as an SVG file instead."),
        shell_complete=complete_files,
    ),
    number_option(
        ["--bots"],
        N_("Let so many bots play a match on the screen instead, until a key; nothing is kept."),
        2,
        MOST_BOTS,
    ),
    game_option(),
    packs_option(),
)
def demo(call: Call, speed: float | None, screenshot: str | None, bots: int | None, game: Game) -> int:
    """Play the recorded match, or a match of bots."""

    speak_of(game.id)
    record = _record(game)
    if bots is not None:
        return _play_bots(call, game, record, bots)
    if screenshot is not None:
        return draw(call, record, Path(screenshot))
    lines = list(read_script(record.script.read_text(encoding="utf-8").splitlines()))
    match_session = temporary_match(game)
    library = game.packs.library(cache=compiled_folder())
    pace = PACE if speed is None and on_a_terminal("stderr") else speed or 0.0
    total = str(len(lines))
    for number, line in enumerate(lines, 1):
        since = match_session.head
        play_line(match_session, lambda: library, line)
        narrate(match_session, since, f"[{pad(str(number), len(total), right=True)}/{total}] ")
        if pace:
            time.sleep(1 / pace)
    remark(_("The record ends:"))
    print_state(match_session, False)
    return DONE


def draw(call: Call, record: Demo, path: Path) -> int:
    """Draw the main screen in the middle of the record as an SVG file. Raises OSError."""
    from q40k.cli.picture import draw as draw_screen

    path.write_text(asyncio.run(draw_screen(record, call.language)), encoding="utf-8", newline="\n")
    return DONE


def _play_bots(call: Call, game: Game, record: Demo, count: int) -> int:
    """Let bots play a match on the screen, until a key."""
    from q40k.tui.app import play_demo

    if record.bots is None:
        raise Failure(_("{game} has no match of bots.", game=game.name), _("`q40k games` lists the games."), MALFORMED)

    require_screen()
    return play_demo(call.context(), game, count)


def _record(game: Game) -> Demo:
    if game.demo is None:
        title = _("{game} has no recorded match.", game=game.name)
        raise Failure(title, _("`q40k games` lists the games."), MALFORMED)
    return game.demo


# -- bots ------------------------------------------------------------------------------------------

MOST_MOVES = 100_000
"""A match that takes more moves of bots does not end."""


def _need_bot(match_session: MatchSession) -> Any:
    bot = match_session.game.bot
    if bot is None:
        raise Failure(_("{game} has no bots.", game=match_session.game.name), "", MALFORMED)
    return bot


@command(
    "play",
    match_argument(last=True),
    number_option(["--turns"], N_("Stop after so many turns."), 1),
    json_option(N_("Print the final state as JSON.")),
    packs_option(),
)
def play(call: Call, match: str, turns: int | None, as_json_: bool) -> None:
    """Let the bots play on."""

    with open_match(match, watch=False) as match_session:
        _need_bot(match_session)
        view, library = match_session.game.view, cache(lambda: call.library(game=match_session.game))
        last = view.status(match_session.state).turn + turns if turns is not None else None
        for _number in range(MOST_MOVES):
            since = match_session.head
            try:
                play_on(match_session, library)
            except Waits:
                if not view.status(match_session.state).over:
                    remark(_("No bot has the move."))
                break
            if not as_json_:
                narrate(match_session, since)
            if last is not None and view.status(match_session.state).turn >= last:
                break
        finish(match_session, as_json_)


@command(
    "why",
    match_argument(last=True),
    Argument(["entry"], metavar=N_("[ENTRY]"), type=click.IntRange(1), required=False),
    json_option(N_("Print it as JSON.")),
    packs_option(),
)
def why(match: str, entry: int | None) -> Answer:
    """List what a bot weighed."""

    with open_match(match, whole=True) as match_session:
        _need_bot(match_session)
        is_past = entry is None and not bot_has_move(match_session)
        if is_past and (entry := last_entry(match_session)) is None:
            raise bad_value(_("ENTRY"), _("no bot has done anything in this match."))
        weighed = weigh_entry(match_session, entry)
        if weighed is None:
            raise bad_value(_("ENTRY"), _("that is no entry of a bot."))
        state, question, moves = weighed
    lines = [_("No bot has the move. Before entry {entry}, the last of a bot:", entry=entry)] if is_past else []
    if question is not None:
        lines.append(words().ask(locale(), state, question).title)
    return Answer(lambda: [_as_data(move) for move in moves], lambda: (*lines, *_weighed_lines(state, moves)))


def _weighed_lines(state: Any, moves: tuple[Move[Any], ...]) -> Iterator[str]:
    for place, move in enumerate(moves, 1):
        expected = ", ".join(chances_text(locale(), move.expects))
        worth = locale().number(round(move.worth, 3))
        text = words().move(locale(), state, move) or _("an answer: {answer}", answer=str(move.answer))
        yield f"{place:>3}  {worth:>7}  {text}" + (f"  [{expected}]" if expected else "")


def _as_data(move: Move[Any]) -> dict[str, Any]:

    data: dict[str, Any] = {"seat": move.seat, "worth": move.worth, "expects": dict(move.expects)}
    data["why"] = [reason.key for reason in move.why]
    if move.command is None:
        return data | {"answer": move.answer}
    sealed = getattr(type(move.command), "sealed_fields", ())
    fields = to_data(move.command, defaults=False)
    return data | {"command": {name: value for name, value in fields.items() if name not in sealed}}


bot = verb_group(f"{__name__}.bot", [play, why])
