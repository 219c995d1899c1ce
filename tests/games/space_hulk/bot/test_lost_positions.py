"""A position that is nearly lost is still played for what it can hold."""

from __future__ import annotations

import json

from q40k.bots.memory import is_legal
from q40k.games.game import find
from q40k.games.space_hulk.bot.choices import orders, reaction_choices
from q40k.games.space_hulk.bot.lab import ALONE
from q40k.games.space_hulk.bot.marine_turn import MarineTurn
from q40k.games.space_hulk.bot.playing import RULES, Table, step
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.odds import shot_odds
from q40k.games.space_hulk.state.reactions import React
from q40k.games.space_hulk.state.shooting.aim import can_fire, in_sight, plan_shot
from q40k.games.space_hulk.state.turn import EndTurn
from q40k.table.match_library import temporary_match
from q40k.table.script import play_line, read_script

POSITIONS = 200
LOST = 0.1
"""Marines of whom so few are expected to live through the aliens' turn are nearly lost."""
HULK = find("space-hulk")


def set_up(mission: str, seed: int) -> Match:
    new = {"do": "new", "game": "space-hulk", "mission": mission, "seed": seed, "dice": "app", "options": ALONE}
    match_session = temporary_match(HULK)
    for line in read_script([json.dumps(new), '{"do": "start"}'], None):
        play_line(match_session, HULK.packs.library, line)
    state: Match = match_session.session.state
    return state


def has_free_shot(state: Match) -> bool:
    """Return whether a marine with action points that nothing else needs would kill somebody as likely as not."""
    for marine in state.marines_in_play:
        is_able = marine.acts.ap > 0 and (marine.id == state.play.active or not marine.acts.activated)
        stands_by = marine.stance.overwatch or marine.stance.guard
        if not is_able or stands_by or not can_fire(marine) or marine.arms.ammo is not None:
            continue
        for stealer in state.stealers_in_play:
            if in_sight(state, marine, stealer.id):
                shot = plan_shot(state, marine, stealer.id, "standing")
                if shot_odds(shot.gun.dice, shot.needs, shot.hits).kill >= 0.5:
                    return True
    return False


def test_no_turn_ends_while_a_good_shot_costs_nothing() -> None:
    seen = seed = 0
    while seen < POSITIONS:
        seed += 1
        table = Table(seed, set_up(("black-box", "long-gallery")[seed % 2], seed))
        while not table.state.outcome.over and seen < POSITIONS:
            view = table.view
            if view.play.phase == "marine-action" and view.window is None and view.conversion is None:
                turn = MarineTurn(view)
                alive = turn._reply.foresee(tuple(turn.posts.values())).alive.values()
                if sum(alive) < LOST * max(1, len(turn.posts)):
                    seen += 1
                    choice = next(choice for choice in orders(view) if is_legal(RULES, view, choice.command))
                    assert not (isinstance(choice.command, EndTurn) and has_free_shot(view)), (seed, view.play)
            step(table)


def test_nobody_turns_his_back_on_what_comes_for_him() -> None:
    """A flamer at the head of a corridor was turned to the wall, as if whoever killed him would go no further."""
    windows = turns = 0
    for mission, seed in (*(("black-box", seed) for seed in range(1, 9)), ("signal-room", 1), ("signal-room", 4)):
        table = Table(seed, set_up(mission, seed))
        while not table.state.outcome.over:
            view = table.view
            if view.window is not None:
                windows += 1
                choice = next(choice for choice in reaction_choices(view) if is_legal(RULES, view, choice.command))
                act = choice.command.with_ if isinstance(choice.command, React) else None
                if act is not None and act["do"] == "turn":
                    turns += 1
                    marine_turn = MarineTurn(view)
                    post = marine_turn.posts[act["who"]]
                    turned = post.replace(facing=act["facing"], guards=False)
                    others = tuple(other for other in marine_turn.posts.values() if other.id != post.id)
                    before, after = (marine_turn._reply.foresee((*others, stood)).alive for stood in (post, turned))
                    assert after[post.id] > before[post.id] - 0.01, (seed, view.play, act)
            step(table)
    assert windows > 50
    assert turns
