"""Twenty sentences that tables read often, word for word in English and French, where the program builds them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from q40k.bots.bot import Move as BotMove
from q40k.bots.bot import Reason
from q40k.games.quake.packs.library import load
from q40k.games.quake.state.damage import Why
from q40k.games.quake.state.match import change_player
from q40k.games.quake.state.movement.move import Move
from q40k.games.quake.state.next import Next
from q40k.games.quake.state.shooting import Look, Shoot
from q40k.games.quake.state.table.players import Leave
from q40k.games.quake.words.ending import win_texts
from q40k.games.quake.words.reference import phases_of
from q40k.games.quake.words.wording import WORDS
from q40k.games.space_hulk.state.shooting.firing import Fired
from q40k.games.space_hulk.words.wording import WORDS as SPACE_HULK
from q40k.i18n.amending import misfit_lines
from q40k.i18n.locale import Locale
from q40k.kernel.amending import Misfit
from q40k.kernel.events import DiceQuestion, Question, Refusal, TallyQuestion
from q40k.tui.desk import Desk
from q40k.tui.prompt import Prompt, field_rows
from tests.games.quake.screen.table import app_of, field, new_desk, playing, press

NAMES = ("Zoe", "Robo", "Lea", "Tom")
WIDE = 120


def locale_of(language: str) -> Locale:
    return Locale(language, WORDS.locales)


def prompt_of(desk: Desk) -> str:
    """The rows of the prompt while something is asked or refused."""
    prompt = Prompt(desk)
    return "\n".join(str(row) for row in (field_rows(desk.locale, desk.field, WIDE) if desk.field else prompt._rows()))


def shot_far_and_open(language: str) -> str:
    desk = playing(NAMES, language)
    press(desk, "es2")
    return prompt_of(desk)


def sight(language: str) -> str:
    desk = playing(NAMES, language)
    press(desk, "e")
    desk.do(Look(player="Zoe", foes=("Robo",)))
    return prompt_of(desk)


def distance(language: str) -> str:
    desk = playing(NAMES, language)
    desk.do(Look(player="Zoe", foes=("Robo",), distances=1))
    return prompt_of(desk)


def ask(language: str, question: Question) -> str:
    worded = WORDS.ask(locale_of(language), playing(NAMES).state, question)
    return f"{worded.title}\n{worded.why}"


def portal_cover(language: str) -> str:
    why = (Why(code="cover", facts={"save": 5}, source="PORTAL-8"),)
    facts = {"kind": "save", "subject": "cover", "needed": 5, "why": why}
    return ask(language, TallyQuestion("fight-save", "p1", "SHOOT-4", facts, (6,), needed=5))


def fall(language: str) -> str:
    facts = {"kind": "wound", "target": "p1", "label": "MOVE-3", "needed": 4, "why": ()}
    return ask(language, TallyQuestion("fight-wound", None, "MOVE-3", facts, (6,), needed=4))


def team_too_small(language: str) -> str:
    desk = new_desk(language, mod="domination", arena="bastions-140")
    press(desk, "\n\n")
    for name in ("Ann", "Bob"):
        press(desk, f"{name}\n1guard\n")
    lobby = desk.screen.lobby(desk, desk.state, None)
    assert lobby is not None
    return "\n".join(str(row) for row in lobby.missing)


def tokens(language: str) -> str:
    desk = new_desk(language, arena="")
    return "\n".join(option.note for option in field(desk).choices())


def refuse(language: str, rule: str, code: str, **facts: Any) -> str:
    return WORDS.refuse(locale_of(language), Refusal(rule, code, facts))


def stays(language: str) -> str:
    move = BotMove("p2", Next(), None, (Reason("place-unknown", {}),))
    return WORDS.move(locale_of(language), playing(NAMES).state, move)


def goes(language: str) -> str:
    state = change_player(playing(NAMES, arena="classic-60").state, "p1", at=(30.0, 40.0), kept=True)
    portal = next(portal for portal in state.arena.portals if portal.number == 5)
    to = (portal.at[0], portal.at[1] + 12.0)
    return WORDS.move(locale_of(language), state, BotMove("p1", Move(player="Zoe", to=to), None, ()))


def ended_early(language: str) -> str:
    desk = playing(NAMES, language)
    press(desk, "k24,e" + ("y" if language == "en" else "o") + "\n")
    return "\n".join(win_texts(desk.locale, desk.state))


def one_more_die(language: str) -> str:
    state = playing(NAMES).state
    misfit = Misfit(
        5, Next(), "more-questions", state, DiceQuestion("swim", "p1", "MOVE-4", {}, (6,)), decision="asked"
    )
    return "\n".join(misfit_lines(locale_of(language), WORDS, [misfit]))


def tom_left(language: str) -> str:
    desk = playing(NAMES, language)
    desk.do(Leave(player="Tom"))
    press(desk, "k4")
    return prompt_of(desk)


def ground(language: str) -> str:
    return "\n".join(line for _title, lines in phases_of(locale_of(language)) for line in lines)


def who_rolls(language: str) -> str:
    return field(new_desk(language, arena="classic-60", ask_dice=True)).title


def browsing(language: str) -> str:
    return prompt_of(new_desk(language, mod=None))


def miss_with_one_six(language: str) -> str:
    shot = Fired(who="Bolt1", target="Alpha1", how="overwatch", dice=(2, 6), needs=6, hit=False)
    return SPACE_HULK.tell(Locale(language, SPACE_HULK.locales), None, shot) or ""  # type: ignore[arg-type]


def out_of_range(language: str) -> str:
    boltgun = load(only=("weapons",)).weapons["boltgun"].name
    return refuse(language, "SHOOT-4", "out-of-range", distance="24.6", weapon=boltgun, reach=24.0)


def cross_too_far(language: str) -> str:
    return refuse(language, "BONUS-1", "not-passed-over", thing="W1", player="Lea", inches=19.07)


def option_range(language: str) -> str:
    facts = {"option": "barrels_each", "least": 3, "most": 10, "got": "2"}
    return refuse(language, "TABLE-2", "bad-option", **facts)


ROWS: tuple[tuple[Callable[[str], str], str, str], ...] = (
    (shot_far_and_open, "Enter: beyond 12 in, no cover.", "Entrée : au-delà de 12 ps, à découvert."),
    (sight, "Enter: it sees nobody.", "Entrée : il ne voit personne."),
    (distance, "Enter: don’t know.", "Entrée : on ne sait pas."),
    (portal_cover, "5+: cover from the portal.", "5+ : couvert du portail."),
    (fall, "Zoe has fallen: 1D6 to wound.", "Chute de Zoe : 1D6 pour blesser."),
    (team_too_small, "Red needs one more player.", "Rouge : encore un joueur."),
    (tokens, "enough tokens for 2 players.", "assez de pions pour 2 joueurs."),
    (option_range, "barrels_each must be 3 to 10, not 2.", "barrels_each : de 3 à 10, pas 2."),
    (
        cross_too_far,
        "W1 is 19 in from Lea, who cannot have crossed it.",
        "W1 est à 19 ps : Lea n’a pas pu passer dessus.",
    ),
    (stays, "Robo stays put: its position is unknown.", "Robo ne bouge pas : position inconnue."),
    (ended_early, "Ended early: 9 points, ×0.6 of ×10.", "Partie écourtée : 9 points, ×0,6 sur ×10."),
    (one_more_die, "One more die was needed; you gave it.", "Il fallait un dé de plus ; il est noté."),
    (tom_left, "Tom has left.", "Tom est parti."),
    (goes, "to B3, about 5 in north of portal 5", "en B3, à 5 ps au nord du portail 5"),
    (ground, "Difficult ground: 2D6, keep the higher.", "Terrain difficile : 2D6, garder le plus haut."),
    (who_rolls, "Who rolls?", "Qui lance les dés ?"),
    (browsing, "↑ ↓ browse · type to find · Enter: choose.", "↑ ↓ parcourir · lettres : chercher · Entrée : choisir."),
    (out_of_range, "Out of range: 24.6 in; Boltgun reaches 24.", "Hors de portée : 24,6 ps ; Bolter porte à 24."),
    (
        miss_with_one_six,
        "Bolt1 at Alpha1: 2 6, two sixes needed: missed.",
        "Bolt1 sur Alpha1 : 2 6, il fallait deux 6 : manqué.",
    ),
)


@pytest.mark.parametrize(("build", "english", "french"), ROWS, ids=lambda value: getattr(value, "__name__", ""))
def test_the_sentence_reads_so_in_both_languages(build: Callable[[str], str], english: str, french: str) -> None:
    assert english in build("en")
    assert french in build("fr").replace("\u00a0", " ").replace("\u202f", " ")


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "any other key: carry on."), ("fr", "toute autre touche : on continue.")]
)
async def test_a_refusal_says_that_any_other_key_carries_on(language: str, sentence: str) -> None:
    desk = playing(NAMES, language)
    desk.do(Shoot(player="Zoe", target="Robo"))  # in the movement phase
    app = app_of(desk)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        shown = "\n".join(str(row) for row in app.screen.query_one(Prompt)._rows())
    assert sentence in shown.replace("\u00a0", " ").replace("\u202f", " ")
